"""Computer players of the tile games: easy, normal, hard, and greedy to measure them by.

A player sees its View alone. `choose` works in slices: a generator that yields None until it
yields its move. A level, a generator too, yields None between slices and the tables it would have,
the best first, until the referee takes one; b"" where there is no play, at last None where it found
none. Without a play it draws, or passes.

easy    lays sets from its rack and adds to standing sets; it overlooks some additions.
normal  the exact best play on the few table sets its rack has most to do with; keeps its jokers.
hard    opens small, then holds what it has, which leaves the others a poor table, until it can
        lay everything at once; when the pool has run out it lays tile by tile. Of two it knows
        then what the other holds: what nobody has seen.
greedy  opens as soon as it can and always lays the most tiles.
"""

from rules.prng import Rng
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, mask_of, number_of

LEVELS = ("easy", "normal", "hard", "greedy")

_OVERLOOK = 4  # easy does not see one addition in four
_NEAR_SETS = 5  # normal rearranges at most this many standing sets
_CLOSE = 3  # normal spends its jokers when somebody holds no more tiles than this
_WORK = 320  # solver states all searches of a turn of normal and hard may take: five seconds
_WIDE = 12  # states they keep between two numbers
_TIDY = 60  # states on top, for leaving old sets untouched
# hard, each idea by itself, so that its worth can be measured
HOLD = True  # hold everything until it goes down at once
SMALL_OPENING = True  # open with as few tiles as the points allow
TRICKLE = True  # of two: with an empty pool lay one tile a turn
COUNT = True  # and none that lets the other go out; pass where a stalled round would be won
_HOPE = 50  # points that are risked for it: the other may not pass
_TRIES = 8  # tiles looked at for that
LAST_TURNS = 3  # where the round ends with the pool: shed points in the last turns of each seat, if
# another holds less than half as many tiles


def choose(level, view, seed):
    """The move of a seat whose turn it is (phase TURN); a generator.

    level: one of LEVELS. view: the seat's View. seed: int, for what a level leaves to chance.
    Yields None after each slice of bounded work and at last ("play", table), ("draw",) or
    ("pass",). Legal in every game and under every option (KR-10 included). Sets view.short: how
    many searches ran out of memory, so that a plain play was made instead.
    """
    view.work = _WORK
    for tables in (_LEVEL[level], _fallback):
        table = None
        try:
            for table in tables(view, seed):
                if table:
                    for good in legal(view, table):
                        if good is None:
                            yield None
                    if good:
                        break
                    table = None
                elif table is None:
                    yield None
        except MemoryError:
            view.short += 1
            table = None
        if table or table is not None and not view.must_play:
            break
    if table:
        yield ("play", table)
    elif view.pool:
        yield ("draw",)
    else:
        yield ("pass",)


def redeal(level, view):
    """True when a player of `level` that may ask for a new deal does so (KR-2).

    Three pairs are tiles that stand in each other's way: every level takes a new deal, unless its
    hand opens.
    """
    for table in _open_plainly(view):
        if table:
            for good in legal(view, table):
                pass
            if good:
                return False
    return True


def legal(view, table):
    """Does the referee let the view's seat end its turn with `table` (T-3)? Yields None, then a
    bool."""
    from rules.tilegame import referee

    for verdict in referee.judging(
        view.rules, view.table, view.rack, table, view.opened[view.seat], view.parted
    ):
        if verdict is None:
            yield None
    yield verdict.legal


# -- sets and additions without search ------------------------------------------------------------


def _own_sets(rules, own, jokers):
    """Sets made of counts `own`, the dearest first, taken out of `own`; with jokers if `jokers`.

    Yields None, then a list of bytes of raw codes.
    """
    out = []
    while True:
        best = None
        most = 0
        for codes in _candidates(rules, own, jokers and own[JOKER]):
            if codes is None:
                yield None
                continue
            worth = 0
            for code in codes:
                worth += number_of(code) + 1
            if worth > most:
                most = worth
                best = codes
        if best is None:
            yield out
            return
        for code in best:
            own[code] -= 1
        out.append(bytes(best))


def _candidates(rules, own, joker):
    """The largest sets of counts `own`; with `joker` also two tiles and a joker: yields bytearrays,
    and None now and then."""
    if not rules["runs_only"]:
        for number in range(13):
            row = bytearray()
            for colour in range(4):
                if own[colour * 13 + number]:
                    row.append(colour * 13 + number)
            if joker and len(row) == 2:
                row.append(JOKER)
            if len(row) > 2:
                yield row
        yield None
    if not rules["groups_only"]:
        mixed = rules["mixed_runs"]
        for colour in range(1 if mixed else 4):
            line = bytearray()  # the tile each number can be had with, 255 for none
            for number in range(13):
                code = colour * 13 + number
                while mixed and code < 39 and not own[code]:
                    code += 13
                line.append(code if own[code] else 255)
            row = bytearray()
            for number in range(13):
                if line[number] != 255:
                    row.append(line[number])
                if line[number] == 255 or number == 12:
                    if len(row) > 2:
                        yield row
                    row = bytearray()
            yield None
            if joker:
                for first in range(11):
                    row = bytearray(
                        [one if one != 255 else JOKER for one in line[first : first + 3]]
                    )
                    if bytes(row).count(bytes((JOKER,))) == 1:
                        yield row


def _add(rules, table, own, overlook):
    """Add tiles of counts `own` to sets of list `table`, in place; yields None, then how many were
    added.

    overlook: an Rng that makes it miss additions, or None. Tiles that cost most go first.
    """
    done = 0
    again = True
    while again:
        again = False
        for number in range(12, -1, -1):
            for code in (number, number + 13, number + 26, number + 39):
                if not own[code]:
                    continue
                yield None
                for i in range(len(table)):
                    row = melds.add(table[i], code, rules)
                    if row:
                        if overlook and not overlook.below(_OVERLOOK):
                            continue
                        table[i] = row
                        own[code] -= 1
                        done += 1
                        again = True
                        break
    yield done


def _opens(view, sets):
    """True when sets from the rack alone count enough to open."""
    from rules.tilegame import referee

    return bool(sets) and referee.points_of(view.rules, sets) >= view.rules["opening_points"]


def _open_plainly(view):
    """Opening melds of whole sets from the rack: yields None, then tables, the last b""."""
    for jokers in (False, True):
        if jokers and not view.rack.count(bytes((JOKER,))):
            break
        for sets in _own_sets(view.rules, tiles.counts(view.rack), jokers):
            if sets is None:
                yield None
        sets = [melds.readings(codes, view.rules)[0][1] for codes in sets]
        if _opens(view, sets):
            yield view.table + sets
    yield b""


def _easy(view, seed, overlook=True):
    """Sets from the rack and additions to standing sets. Yields None, then tables, the last b""."""
    rules = view.rules
    if not view.opened[view.seat]:
        for table in _open_plainly(view):
            yield table
        return
    chance = Rng(seed) if overlook else None
    for jokers in (False, True):
        own = tiles.counts(view.rack)
        if jokers and not own[JOKER]:
            break
        table = list(view.table)
        for sets in _own_sets(rules, own, jokers):
            if sets is None:
                yield None
        for done in _add(rules, table, own, chance):
            if done is None:
                yield None
        if done or sets:
            break
    if done or sets:
        yield table + sets
        if sets:
            yield view.table + sets
    yield b""


def _fallback(view, seed):
    """What can be played with next to no memory. Yields None, then tables, the last b""."""
    yield from _easy(view, seed, False)
    if view.must_play:  # KR-10: one tile is enough, if any search can find it
        view.work = None
        for result in _search(view, view.table, view.rack, bool(view.opened[view.seat]), tidy=0):
            if result is None:
                yield None
        yield result.table if result.tiles else b""


# -- players that search --------------------------------------------------------------------------


def _search(view, table, rack, opened=True, share=1, tidy=_TIDY, **names):
    """`solver.solve` with the states left of the turn, or a share of them: None at each slice, then
    its Result."""
    from rules.solver import search as solver

    limit = view.work and view.work // share
    result = None
    for result in solver.solve(
        view.rules,
        table,
        rack,
        opened,
        limit=limit,
        tidy=tidy,
        wide=limit and _WIDE,
        parted=view.parted,
        **names,
    ):
        if result is None:
            yield None
    if limit:
        view.work = max(1, view.work - result.states)
    view.short += result.short
    yield result


def _best(view, goal="tiles"):
    """The best play the turn's states find: None at each slice, then a table, b"" where none is,
    None where none was found."""
    racks = [view.rack]
    if view.work and not view.rules["joker_layoff"] and JOKER in view.rack:
        racks.insert(0, _without_jokers(view.rack))  # RG-8 takes long: first what is quick
    best = None
    for rack in racks:
        for result in _search(
            view,
            view.table,
            rack,
            bool(view.opened[view.seat]),
            2 if best is None and len(racks) > 1 else 1,
            goal=goal,
        ):
            if result is None:
                yield None
        if best is None or result.points > best.points:
            best = result
    yield best.table if best.tiles else (b"" if result.proved else None)


def _without_jokers(rack):
    return bytes([code for code in rack if code != JOKER])


def _greedy(view, seed):
    """The most tiles, at once."""
    view.work = None
    return _best(view)


def _near(codes, rack):
    """How many rack tiles a standing set could have to do with."""
    low = number_of(codes[0])
    high = number_of(codes[-1])
    colours = 0
    for code in codes:
        colours |= mask_of(code)
    found = 0
    for code in rack:
        if code < JOKER:
            number = code % 13 + 1
            if low == high:
                # the fourth of a group, or a tile that a group of four can help to a run
                if number == low and len(codes) == 3:
                    found += 2
                elif len(codes) == 4 and low - 2 <= number <= low + 2:
                    found += 1
            elif low - 1 <= number <= high + 1:
                found += 2 if mask_of(code) & colours else 1
    return found


def _normal(view, seed):
    """The best play that rearranges few standing sets; jokers stay unless they decide something."""
    opened = bool(view.opened[view.seat])
    order = []
    if opened:
        for i in range(len(view.table)):
            yield None
            found = _near(view.table[i], view.rack)
            if found:
                order.append((-found, i))
        order.sort()
    touched = [one[1] for one in order[:_NEAR_SETS]]
    part = [view.table[i] for i in touched]
    rest = [view.table[i] for i in range(len(view.table)) if i not in touched]
    few = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    own = _without_jokers(view.rack)
    jokers = len(view.rack) - len(own)
    for result in _search(view, part, own, opened, 2 if jokers else 1):
        if result is None:
            yield None
    left = len(own) - result.tiles
    if jokers and (left <= 2 * jokers or few <= _CLOSE or not result.tiles or not view.pool):
        first = result
        for result in _search(view, part, view.rack, opened):
            if result is None:
                yield None
        if first.tiles and result.tiles < len(view.rack) and few > _CLOSE and view.pool:
            result = first
    if not result.tiles:
        for table in _easy(view, seed, False):  # a set it did not look at may take a tile
            yield table
        return
    table = rest + result.table
    own = tiles.counts(view.rack)
    for code in result.laid:
        own[code] -= 1
    for done in _add(view.rules, table, own, None):
        if done is None:
            yield None
    yield table
    if done:
        yield rest + result.table


def _hard(view, seed):
    """Opens small, holds, goes out in one turn; sheds when the pool ends."""
    if not view.opened[view.seat]:
        for table in _small_opening(view):
            yield table
        return
    if HOLD:
        hold = view.pool and not _must_shed(view)
        for result in _all_down(view, view.table, view.rack, 1 if hold else 2):
            if result is None:
                yield None
        if result.tiles == len(view.rack):
            yield result.table
            return
        if hold:
            yield b""
            return
        if TRICKLE and view.seats == 2 and not view.pool:
            for table in _slowly(view):
                yield table
            return
    for table in _best(view, "points" if view.rules["stop_on_empty"] else "tiles"):
        yield table


def _slowly(view):
    """Of two with an empty pool: one tile, or none, so that the other cannot go out next.

    None is best where a stalled round would be won by it (T-12, RK-18, KR-12). With no such move
    most points are shed, unless a stalled round costs little more than going on with what is left.
    Yields None, then a table or b"", a pass.
    """
    rules = view.rules
    other = _unseen(view)
    if not COUNT or len(other) != view.counts[1 - view.seat]:
        other = b""
    penalty = rules["joker_penalty"]
    its = tiles.weight(other, penalty)
    ahead = tiles.weight(view.rack, penalty) < its
    moves = sorted([(-number_of(code), code) for code in set(view.rack) if code < JOKER])
    if ahead and not view.must_play:
        moves.insert(0, None)  # a pass
    tries = 0
    out = None
    for move in moves:
        table = list(view.table)
        if move:
            own = bytearray(53)
            own[move[1]] = 1
            for good in _add(rules, table, own, None):
                if good is None:
                    yield None
            if good:
                for good in legal(view, table):
                    if good is None:
                        yield None
            if not good:
                continue
        for out in _may_go_out(view, table, other):
            if out is None:
                yield None
        if not out:
            yield table if move else b""
            return
        tries += 1
        if tries >= _TRIES:
            break
    for result in _search(view, view.table, view.rack, goal="points"):
        if result is None:
            yield None
    if other and not ahead and not view.must_play and result.points < its + _HOPE:
        for out in _may_go_out(view, view.table, other):
            if out is None:
                yield None
        if not out:
            yield b""
            return
    yield result.table if result.tiles else (b"" if result.proved else None)


def _may_go_out(view, table, other):
    """Can the other of two, with the rack `other`, lay all of it next? Yields None, then a bool,
    True also where a short search does not tell."""
    result = None
    if other and view.opened[1 - view.seat]:
        for result in _all_down(view, table, other, _TRIES):
            if result is None:
                yield None
    yield result is not None and (result.tiles == len(other) or not result.proved)


def _unseen(view):
    """The tiles that lie neither on the table nor on the own rack: bytes of codes."""
    used = tiles.table_counts(view.table + [view.rack])
    out = bytearray()
    for code in range(53):
        pack = view.rules["jokers"] if code == JOKER else 2
        out.extend(bytes((code,)) * (pack - used[code]))
    return bytes(out)


def _must_shed(view):
    """True when the pool, and with it the round, ends soon and another holds far less (RG-11)."""
    if not view.rules["stop_on_empty"] or view.pool > LAST_TURNS * view.seats:
        return False
    fewest = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    return 2 * fewest < len(view.rack)


def _all_down(view, table, rack, share=1):
    """Can the whole rack go down? Yields None, then the solver's Result: all tiles, if it can.

    share: the search may take that part of the turn's states.
    """
    return _search(view, table, rack, True, share, 0, least=len(rack))


def _small_opening(view):
    """The opening meld with the fewest tiles that is easily found. Yields None, then a table."""
    for result in _search(view, [], view.rack, False):
        if result is None:
            yield None
    if not result.tiles:
        yield b"" if result.proved else None
        return
    sets = list(result.table)
    if result.tiles == len(view.rack) or not SMALL_OPENING:
        yield view.table + sets
        return
    i = 0
    while i < len(sets):  # whole sets first, then the ends of runs and the fourth of a group
        if _opens(view, sets[:i] + sets[i + 1 :]):
            del sets[i]
        else:
            i += 1
        yield None
    for i in range(len(sets)):
        while len(sets[i]) > 3:
            row = sets[i][1:]
            if not _opens(view, sets[:i] + [row] + sets[i + 1 :]):
                row = sets[i][:-1]
                if not _opens(view, sets[:i] + [row] + sets[i + 1 :]):
                    break
            sets[i] = row
            yield None
    yield view.table + sets


_LEVEL = {"easy": _easy, "normal": _normal, "hard": _hard, "greedy": _greedy}
