"""Help a person's turn with what it needs now and then, which is not to stay in memory: find the
longest set of the rack, say how to open, and what becomes of jokers."""

from pocket.app import draw
from pocket.made import texts
from pocket.tilegame.board import NOWHERE
from pocket.tilegame.changes import OWN
from pocket.tilegame.turn import SWAP
from pocket.ui.words import say

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from pocket.app.flow import App
    from pocket.tilegame.hint import Hint
    from pocket.tilegame.turn import Turn

_FREE = {"two": texts.PLAY_FREE_TWO, "hand": texts.PLAY_FREE_HAND}
_FIRST = 4  # flag of the first joker on the table before the turn; twice that: the second


def pick_meld(turn: "Turn", tile: int) -> int:
    """Pick the longest set that the rack makes with its `tile`.

    Use as few jokers as it takes, loose ones of the table first. Return the number of picked tiles,
    0 if there is no set, or -1 if the sets may not be played before the opening meld.
    """
    from rules.tilegame import racksets

    code = turn.rack[tile]
    rack_counts = tiles.counts(turn.rack)
    loose_jokers = [i for i in range(len(turn.sets)) if min(turn.sets[i]) >= JOKER]
    best = b""
    opens = turn.opens()
    result = 0
    for jokers in range(1 + min(2, len(loose_jokers) + rack_counts[JOKER])):
        if best:
            break
        for codes in racksets.sets_of(turn.rules, rack_counts, jokers):
            if code in codes and len(codes) >= len(best):
                if opens or turn.may_open(codes):
                    best = codes
                else:
                    result = -1
    if not best:
        return result
    turn.unpick()
    turn.pick_rack(tile)
    missing = list(best)
    missing.remove(code)
    for i in loose_jokers:
        if JOKER in missing:
            missing.remove(JOKER)
            turn.pick(i, 0)
    for i in range(len(turn.rack)):
        if i != tile and turn.rack[i] in missing:
            missing.remove(turn.rack[i])
            turn.pick_rack(i)
    return turn.picked


def to_open(turn: "Turn") -> str:
    """Return a sentence that says how to open, or what waits until the turn has ended."""
    rules = turn.rules
    if turn.opens():
        return say(texts.REFUSED_OTHERS_STAY)
    group = rules["opening_sets"] == "group" and not rules["runs_only"]
    text = texts.PLAY_OPEN_GROUP if group else texts.PLAY_OPEN_FIRST
    need = rules["opening_points"]
    if not need and not group:
        text = texts.REFUSED_RACK_ALONE
    return say(text, need or 3)  # no group is worth less than three ones


def joker_text(turn: "Turn", app: "App") -> str:
    """Say that a joker has come free, why a turn that ended so would be refused or, once, that a
    joker which keeps its value moves freely (T-7); else return ""."""
    if turn.picked:
        return say(_FREE.get(turn.rules["joker_reuse"], texts.PLAY_FREE), draw.JOKER)
    refused = why_refused(turn)
    if refused:
        return say(refused)
    for codes, flags in zip(turn.sets, turn.flags):
        for code, flag in zip(codes, flags) if codes not in turn.before else ():
            if flag >= _FIRST and melds.may_be_equal(turn.old_jokers[flag // _FIRST - 1], code):
                if not app.session.lesson and app.settings.learn("TJ"):
                    return say(texts.PLAY_FREE_KEPT, draw.JOKER, number_of(code))
    return ""


def lay_hint(turn: "Turn", hint: "Hint") -> None:
    """Lay the table of a hint as one step of the turn."""
    undo_state = turn.snapshot()
    turn.sets = [bytearray(codes) for codes in hint.sets]
    turn.spots = bytearray(hint.spots)
    turn.good = bytearray([1] * len(turn.sets))
    turn.flags = [bytearray([OWN * (shade == draw.OWN) for shade in row]) for row in hint.shades]
    jokers = []  # those that were on the table: (set, tile)
    for i in range(len(turn.sets)):
        for j in range(len(turn.sets[i])):
            if turn.sets[i][j] >= JOKER and not turn.flags[i][j]:
                jokers.append((i, j))
    if len(jokers) == 2:
        first, second = [turn.sets[i][j] for i, j in jokers]
        if melds.may_be_equal(turn.old_jokers[0], second) or melds.may_be_equal(
            turn.old_jokers[1], first
        ):
            jokers.reverse()
    for k in range(len(jokers)):
        turn.flags[jokers[k][0]][jokers[k][1]] = _FIRST << k
    turn.fill_rack(turn.cells)
    turn.log_undo(undo_state)


def put_singly(turn: "Turn", picks: tuple) -> int:
    """Put each picked tile of the rack, `picks` of the Turn, where it fits by itself. Return the
    index of the last one's set; or -1 where not all fit, which are picked as before."""
    codes = [turn.rack[i] for i in picks[0]]
    which = -1
    for i in range(len(codes)):
        turn.unpick()
        turn.pick_rack(turn.rack.find(bytes((codes[i],))))
        places = [place for place in turn.targets() if place[0] != SWAP]
        if places:
            places = allowed_places(turn, places, NOWHERE)[0]
        if not places:
            for _ in range(i):
                turn.undo()
            turn.pick_again(picks)
            return -1
        which = turn.put(places[0])
    return which


def allowed_places(turn: "Turn", places: list[tuple], spot: bytes) -> tuple:
    """Return (those of `places` where the picked tiles may lie, ""), or ([], why there are none). A
    joker may lie anywhere while a tile may still take its place."""
    picks = turn.picks()
    out = []
    for place in places:
        which = turn.put(place, spot)
        refused = 0 if turn.picked else why_refused(turn, which)
        if refused in (0, texts.REFUSED_JOKER_MOVED):
            out.append(place)
        turn.undo()
        turn.pick_again(picks)
    return (out, "") if out else (out, say(refused))


def why_refused(turn: "Turn", only: int | None = None) -> int:
    """Return why a turn that ended so would be refused for a joker, of set `only` or of any, a
    text's number; 0: it is not. The referee has the last word (T-8, RK-15, RG-9, CR-11)."""
    laid = turn.laid_codes()
    sets = range(len(turn.sets)) if only is None else (only,)
    for i in sets if JOKER not in laid else ():
        for j in range(len(turn.sets[i])):
            which = turn.flags[i][j] // _FIRST
            if which and len(turn.sets[i]) > 1:
                refused = _why_joker_refused(turn, i, j, turn.old_jokers[which - 1], laid)
                if refused:
                    return refused
    return 0


def _why_joker_refused(turn, index, place, old, laid):
    """Return why the joker at a place of set `index`, which stood for `old`, may not lie there, a
    text's number; 0: it may."""
    codes = turn.sets[index]
    flags = turn.flags[index]
    if turn.good[index] and melds.may_be_equal(old, codes[place]):
        return 0
    for i in range(len(codes)):
        if not flags[i] & OWN and melds.retrieves(old, codes[i]):
            return texts.REFUSED_NOT_FROM_RACK  # a table tile took the joker's place
    if not turn.good[index]:
        return 0  # the set is shown in red already
    replacing = [tile for tile in laid if melds.retrieves(old, tile)]
    if not replacing:
        return texts.REFUSED_JOKER_MOVED
    own = [codes[i] for i in range(len(codes)) if flags[i] & OWN]
    if len([tile for tile in own if tile in replacing]) == len(replacing):
        own.pop()  # one of them took the joker's place: it does not count
    reuse = turn.rules["joker_reuse"]
    if reuse == "two" and len(own) < 2:
        return texts.REFUSED_JOKER_NEEDS_TWO
    if reuse == "hand" and len(own) < len(codes) - 1:
        return texts.REFUSED_JOKER_TAKEN_OFF
    return 0
