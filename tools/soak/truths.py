"""Turns judged twice: by referee, solver and editor, and by the slow judge of the rules' text."""

import json
import random
from collections import Counter
from itertools import combinations

from rules import catalogue
from rules.solver import search
from rules.tilegame import melds, tiles
from tools.device.made import importable
from tools.soak import judge, positions
from tools.soak.outcome import Outcome

UNIT = "turns"
GOAL = 100000
_POSITIONS = 12
_PLAYS = 12
_STEPS = 3000  # of the slow search


class _Case:
    """One case: what it finds."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.count = 0
        self.failures = []
        self.figures = Counter()

    def fail(self, position, after, sentence):
        """Something differs. The line holds all that `again` needs."""
        line = {
            "game": position.game,
            "options": position.options,
            "before": position.before,
            "rack": position.rack,
            "opened": position.opened,
            "parted": position.parted,
        }
        if after is not None:
            line["after"] = after
        self.failures.append("%s %s" % (sentence, json.dumps(line)))


def run_case(seed):
    """A dozen positions and the plays tried in them, or hands of 8 Round Rummy."""
    case = _Case(seed)
    if seed % 10 == 9:
        _eight(case)
    else:
        for _ in range(_POSITIONS):
            _position(case, positions.position(case.rng, case.rng.choice(positions.GAMES)))
    return Outcome(case.count, case.failures, dict(case.figures))


# The tile games ---------------------------------------------------------------------------------


def _position(case, position):
    rng = case.rng
    most = Counter()  # the best of the legal plays found, by goal
    for _ in range(_PLAYS):
        after = positions.play(rng, position)
        if after is None:
            continue
        if rng.random() < 0.45:
            after = positions.spoilt(rng, position, after)
        laid = _turn(case, position, after)
        if laid:
            most["tiles"] = max(most["tiles"], len(laid))
            most["points"] = max(most["points"], judge.cost(position.game, laid))
    _walk(case, position)
    if rng.random() < 0.35:
        _solved(case, position, most)


def _turn(case, position, after):
    """One turn before both judges; the tiles laid where it is legal."""
    case.count += 1
    wanted = position.judged(after)
    given = position.asked(after)
    _counted(case, position, after, wanted)
    if not _compared(case, position, after, wanted, given):
        return None
    _json(case, position, after, wanted)
    _shuffled(case, position, after, given)
    if not given.legal:
        return None
    table = positions.tokens(given.table)
    # What the game accepts, a record says, and replaying accepts it with the same table.
    again = position.asked(table, True)
    case.figures["said_again"] += 1
    if not again.legal or sorted(again.table) != sorted(given.table):
        case.fail(
            position,
            after,
            "Identities: what each joker stands for at the end, said with it, gives %s, not %s."
            % (_verdict(again), _verdict(given)),
        )
    _claimed(case, position, after)
    _made(case, position, after, given)
    return [positions.token(code) for code in given.laid]


def _counted(case, position, after, wanted):
    jokers = [token for row in position.before for token in row if judge.is_joker(token)]
    case.figures["legal" if wanted.legal else "illegal"] += 1
    case.figures["openings"] += not position.opened
    if len(jokers) == 2:
        case.figures["two_jokers"] += 1
        numbers = {judge.number(min(judge.stands_for(token))) for token in jokers}
        case.figures["of_one_number"] += len(numbers) == 1
    case.figures["two_ends"] += len(wanted.ends) > 1


def _verdict(verdict):
    if verdict.legal:
        return " | ".join(" ".join(row) for row in positions.tokens(sorted(verdict.table)))
    return verdict.clause


def _compared(case, position, after, wanted, given):
    """Whether the referee's Verdict is one the slow judge gives."""
    if given.legal != wanted.legal:
        case.fail(
            position,
            after,
            "The referee says %s, the slow judge %s."
            % (
                "legal" if given.legal else given.clause,
                "legal" if wanted.legal else " or ".join(sorted(wanted.clauses)),
            ),
        )
        return False
    if not given.legal:
        if given.clause not in wanted.clauses:
            case.fail(
                position,
                after,
                "The referee names %s, the slow judge finds %s broken."
                % (given.clause, " or ".join(sorted(wanted.clauses))),
            )
            return False
        return True
    if given.opens != wanted.opens:
        case.fail(position, after, "The referee: the play opens: %s." % given.opens)
        return False
    end = judge.canonical(positions.tokens(given.table)), _parted(given)
    if end in wanted.ends:
        return True
    case.fail(
        position,
        after,
        "Identities: the referee keeps %s%s, the slow judge %s."
        % (
            _said(end[0]),
            " parted" * end[1],
            " or ".join(sorted(_said(table) + " parted" * apart for table, apart in wanted.ends)),
        ),
    )
    return False


def _parted(verdict):
    """Whether two jokers in two sets are different tiles: in one set they are in any case."""
    return bool(verdict.parted) and len({i for i, _, _ in melds.standing(verdict.table)}) == 2


def _said(table):
    return " | ".join(" ".join(row) for row in table)


def _json(case, position, after, wanted):
    """The same turn as a line of JSON."""
    if position.parted:
        return
    request = {
        "game": position.game,
        "options": position.options,
        "before": _written(position.before),
        "rack": position.rack,
        "after": _written(after),
        "opened": position.opened,
        "pool": case.rng.choice((1, 30)),
    }
    case.figures["as_json"] += 1
    answer = catalogue.requests(position.game).referee(json.loads(json.dumps(request)))
    same = answer["legal"] == wanted.legal
    if not same or not answer["legal"] and answer["clause"] not in wanted.clauses:
        case.fail(position, after, "The answer in JSON is %s." % json.dumps(answer))
    elif answer["legal"]:
        table = judge.canonical([_read(row) for row in answer["table"]])
        if table not in wanted.tables:
            case.fail(position, after, "Identities: the answer in JSON is %s." % _said(table))


def _written(table):
    """A table in JSON: what a joker stands for as "*(r6)", "*(r/b6)"."""
    return [
        [
            "*(%s%s)" % ("/".join(token[1:-1].rstrip("0123456789")), token[1:-1].lstrip("krbo"))
            if token[0] == "["
            else token
            for token in row
        ]
        for row in table
    ]


def _read(row):
    """A set of such a table as tokens."""
    return ["[%s]" % word[2:-1].replace("/", "") if word.startswith("*(") else word for word in row]


def _shuffled(case, position, after, given):
    """The order of sets and tiles says nothing."""
    case.figures["shuffled"] += 1
    rng = case.rng
    order = list(range(len(position.before)))
    if not position.parted:
        rng.shuffle(order)
    before = [_turned(rng, position.before[i]) for i in order]
    other = position.turned(before, rng.sample(position.rack, len(position.rack)))
    turned = other.asked(positions.shuffled(rng, after, position.rules))
    same = turned.legal == given.legal and turned.opens == given.opens
    if same and given.legal:
        same = judge.canonical(positions.tokens(turned.table)) == judge.canonical(
            positions.tokens(given.table)
        ) and _parted(turned) == _parted(given)
    if not same:
        case.fail(
            position,
            after,
            "Identities: in another order the referee gives %s, not %s."
            % (_verdict(turned), _verdict(given)),
        )


def _turned(rng, row):
    """A standing set with its tiles in another order, where it is a group or has no joker."""
    row = list(row)
    numbers = {judge.number(t) if not judge.is_joker(t) else 0 for t in row}
    if len(numbers - {0}) == 1 and 0 not in numbers or not any(map(judge.is_joker, row)):
        rng.shuffle(row)
    return row


def _claimed(case, position, after):
    """The same turn, the mover saying what jokers stand for."""
    claims = positions.every_claim(position.before, after, position.rules)
    if len(claims) < 2:
        return
    table = case.rng.choice(claims)
    case.figures["claimed"] += 1
    case.count += 1
    _compared(
        case,
        position,
        table,
        position.judged(table),
        position.asked(table),
    )


# The editor -------------------------------------------------------------------------------------


_PICKED = 2  # of a tile's flags: pocket.tileturn.changes


def _editor(position):
    importable()
    from pocket.tileturn import turn

    return turn.Turn(
        position.fields,
        positions.standing(position.before),
        positions.codes([position.rack])[0],
        position.opened,
        parted=position.parted,
    )


def _made(case, position, after, given):
    """A person can make a legal play, set by set."""
    case.figures["made"] += 1
    plain = position.judged([judge.bare(row) for row in positions.tokens(given.table)])
    tried = []
    # which joker is which; a set as its jokers are, or as its numbers are
    for turned, exact in ((False, True), (True, True), (False, False), (True, False)):
        editor = _editor(position)
        if not _laid_out(editor, given, turned, exact):
            continue
        table = positions.tokens(editor.table())
        verdict = position.asked(table)
        if not editor.wrong() and verdict.legal:
            if judge.canonical(positions.tokens(verdict.table)) in plain.tables:
                break
        tried.append((table, verdict))
    else:
        case.fail(
            position,
            after,
            "The editor does not make %s, but %s."
            % (
                _verdict(given),
                " or ".join("%s, which is %s" % (_said(t), _verdict(v)) for t, v in tried)
                or "nothing",
            ),
        )
        return
    if not position.opened and not position.rules["build"]:
        points = editor.points()
        if points < position.rules["points"]:
            case.fail(position, after, "The editor counts %d points." % points)


def _laid_out(editor, given, turned, exact):
    """Make the end table of a Verdict in the editor, set by set; False where that fails. turned:
    take the last joker first. exact: each joker as the table has it; else any of its number."""
    laid = list(given.laid)
    done = []
    left = editor.table()
    rest = []
    for row in given.table:
        if row in left:
            left.remove(row)
            done.append(row)
        else:
            rest.append(row)
    for row in rest:
        made = _lay(editor, row, laid, done, turned, exact)
        if made is None:
            return False
        done.append(made)
    return True


def _lay(editor, row, laid, done, turned, exact):
    """Pick the tiles of a set, of the rack those in `laid`, of the table those that are not in sets
    `done`, and put them down as it: the set, or None where that cannot be made."""
    free = []  # sets that tiles may be taken from
    left = list(done)
    for which, codes in enumerate(editor.table()):
        if codes in left:
            left.remove(codes)
        else:
            free.append(which)
    there = [(-1, place) for place in range(len(editor.rack))]
    there += [(which, place) for which in free for place in range(len(editor.sets[which]))]
    jokers = [spot for spot in there if _at(editor, spot) == tiles.JOKER]
    if turned:
        jokers.reverse()
    wanted = [tiles.plain(code) for code in row]
    for chosen in combinations(jokers, wanted.count(tiles.JOKER)):
        spots = list(chosen)
        if sum(which < 0 for which, _ in chosen) > laid.count(tiles.JOKER):
            continue
        _find(editor, there, wanted, list(laid), spots)
        from_rack = [_at(editor, spot) for spot in spots if spot[0] < 0]
        way = 0
        while len(spots) == len(wanted):
            _pick_all(editor, spots)
            if way >= editor.readings():
                break
            index = editor.lay(way)
            made = bytes(editor.sets[index])
            if made == bytes(row) if exact else _numbers(made) == _numbers(row):
                for code in from_rack:
                    laid.remove(code)
                return made
            editor.undo()
            way += 1
    return None


def _numbers(codes):
    return [tiles.number_of(code) for code in codes]


def _find(editor, there, wanted, own, spots):
    """Add to `spots` where the wanted number tiles lie, those of the rack as far as they are in
    `own`."""
    for code in wanted:
        for spot in there if code != tiles.JOKER else ():
            if _at(editor, spot) != code or spot in spots:
                continue
            if spot[0] < 0 and code not in own:
                continue
            spots.append(spot)
            if spot[0] < 0:
                own.remove(code)
            break


def _at(editor, spot):
    which, place = spot
    return tiles.plain(editor.rack[place] if which < 0 else editor.sets[which][place])


def _pick_all(editor, spots):
    editor.unpick()
    for which, place in spots:
        if which < 0:
            editor.pick_rack(place)
        else:
            editor.pick(which, place)


def _walk(case, position):
    """A person at the table: picks tiles, puts them where they may go, takes things back; what
    comes of it before both judges."""
    rng = case.rng
    editor = _editor(position)
    whole = _tiles(editor)
    for _ in range(rng.randint(2, 10)):
        before = bytes(editor._dump())
        what = _step(rng, editor)
        if _tiles(editor) != whole:
            case.fail(position, None, "After %s the editor's tiles are others." % what)
            return
        for i, row in enumerate(editor.table()):
            ways = judge.readings(positions.tokens([row])[0], position.rules)
            if bool(editor.good[i]) != bool(ways):
                case.fail(
                    position,
                    None,
                    "After %s the editor takes %s for %s."
                    % (what, " ".join(tiles.set_text(row)), "a set" if editor.good[i] else "none"),
                )
                return
        if what in ("lay", "put", "back") and rng.random() < 0.3:
            editor.unpick()
            if not editor.undo():
                case.fail(position, None, "After %s the editor undoes nothing." % what)
                return
            editor.unpick()
            if bytes(editor._dump()) != before:
                case.fail(position, None, "After %s and undo the editor is not as before." % what)
                return
    editor.unpick()
    table = [row for row in editor.table() if row]
    after = positions.tokens(table)
    case.count += 1
    case.figures["walked"] += 1
    wanted = position.judged(after)
    _compared(case, position, after, wanted, position.asked(after))


def _tiles(editor):
    return sorted([tiles.plain(code) for row in editor.sets for code in row] + list(editor.rack))


def _step(rng, editor):
    """One thing a person does; its name."""
    what = rng.random()
    if what < 0.12 and editor.log:
        editor.undo()
        return "undo"
    editor.unpick()
    if what < 0.3 and editor.rack:
        if editor.pick_meld(rng.randrange(len(editor.rack))):
            places = editor.places()
            if places:
                editor.put(rng.choice(places))
                return "put"
            editor.lay()
            return "lay"
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if editor.rack and rng.random() < 0.7:
            place = rng.randrange(len(editor.rack))
            if not editor.rack_flags[place]:
                editor.pick_rack(place)
        elif editor.sets:
            which = rng.randrange(len(editor.sets))
            if editor.sets[which]:
                place = rng.randrange(len(editor.sets[which]))
                if not editor.flags[which][place] & _PICKED:
                    editor.pick(which, place)
    if not editor.picked:
        return "nothing"
    places = editor.places()
    if places and rng.random() < 0.8:
        editor.put(rng.choice(places))
        return "put"
    if editor.may_return() and any(f & _PICKED for flags in editor.flags for f in flags):
        return "back" if editor.back() else "nothing"
    editor.lay(rng.randrange(max(1, editor.readings())))
    return "lay"


# The solver -------------------------------------------------------------------------------------


def _solved(case, position, most):
    """The solver: as good as what was found here, as good as everything on small positions, legal
    before the slow judge."""
    before = positions.codes(position.before)
    rack = positions.codes([position.rack])[0]
    goal = case.rng.choice(("tiles", "points"))
    free = not position.parted and case.rng.random() < 0.1
    result = search.run(
        position.fields, before, rack, position.opened, goal, free, parted=position.parted
    )
    case.figures["solved"] += 1
    said = "The solver (%s%s) lays %d tiles, %d points" % (
        goal,
        ", free jokers" if free else "",
        result.tiles,
        result.points,
    )
    if not result.proved:
        case.fail(position, None, said + ", not proved.")
        return
    best = result.tiles if goal == "tiles" else result.points
    if best < most[goal]:
        case.fail(position, None, "%s; there is a play of %d." % (said, most[goal]))
        return
    if result.tiles:
        table = positions.tokens(result.table)
        verdict = position.judged(table, free_jokers=free)
        laid = sorted(positions.token(code) for code in result.laid)
        if not verdict.legal:
            broken = " or ".join(sorted(verdict.clauses))
            case.fail(position, table, "%s; the slow judge finds %s broken." % (said, broken))
        held = Counter(judge.bare(t for row in position.before for t in row))
        ended = Counter(judge.bare(t for row in table for t in row))
        if sorted((ended - held).elements()) != laid or result.tiles != len(laid):
            case.fail(position, table, "%s, and says it laid %s." % (said, " ".join(laid)))
        if judge.cost(position.game, laid) != result.points:
            case.fail(
                position, table, "%s; they cost %d." % (said, judge.cost(position.game, laid))
            )
    try:
        best_found = judge.best_play(
            position.game,
            position.options,
            position.before,
            position.rack,
            position.opened,
            goal,
            _STEPS,
            free_jokers=free,
            parted=position.pairs(),
        )
    except judge.TooMany:
        return
    case.figures["best_plays"] += 1
    if best_found[goal == "points"] != best or goal == "tiles" and best_found[1] != result.points:
        case.fail(position, None, "%s; the slow search %d tiles, %d points." % (said, *best_found))


# 8 Round Rummy ----------------------------------------------------------------------------------

_CARDS = [c + s + n for c in "rb" for s in "^#o" for n in "1234567"]


def _eight(case):
    """Hands and turns of 8 Round Rummy."""
    rng = case.rng
    ask = catalogue.requests("ER").referee
    for _ in range(150):
        goal = rng.randint(1, 8)
        hand = _hand(rng, goal)
        request = {"game": "ER", "round": goal, "hand": hand}
        case.count += 1
        case.figures["eight_hands"] += 1
        wanted = judge.wins_round(goal, hand)
        answer = ask(request)
        if answer["legal"] != wanted:
            case.failures.append("The slow judge says %s: %s" % (wanted, json.dumps(request)))
        top = rng.choice([card for card in _CARDS if hand.count(card) < 2] + ["*", "<>", "<>"] * 4)
        take = rng.choice(("pile", "discard"))
        request["take"] = take
        request["top" if take == "discard" else "drawn"] = top
        drop = rng.choice([*hand, top, rng.choice(_CARDS)])
        request["discard"] = drop
        case.count += 1
        case.figures["eight_turns"] += 1
        legal, clauses, wins, held = judge.eight_turn(goal, hand, top, take, top, drop)
        answer = ask(request)
        same = answer["legal"] == legal
        if same and legal:
            same = answer["wins"] == wins and sorted(answer["hand"]) == held
        elif same:
            same = answer["clause"] in clauses
        case.figures["eight_won"] += bool(wins)
        if not same:
            case.failures.append(
                "The slow judge says %s, not %s: %s"
                % (
                    (legal, wins) if legal else sorted(clauses),
                    json.dumps(answer),
                    json.dumps(request),
                )
            )


def _hand(rng, goal):
    """Seven cards that win a round, or nearly do."""
    c, s, n = rng.choice("rb"), rng.choice("^#o"), rng.choice("1234567")
    hand = []
    for value in rng.sample("1234567", 7):
        card = {
            "colour": rng.choice("rb"),
            "shape": rng.choice("^#o"),
            "number": rng.choice("1234567"),
        }
        for wanted in judge.ROUNDS[goal]:
            if wanted == "straight":
                card["number"] = value
            else:
                card[wanted] = {"colour": c, "shape": s, "number": n}[wanted]
        hand.append(card["colour"] + card["shape"] + card["number"])
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        hand[rng.randrange(7)] = "*"
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        hand[rng.randrange(7)] = rng.choice([*_CARDS, "<>"])
    most = Counter(hand)
    if any(most[card] > (8 if card in "*<>" else 2) for card in most):
        return _hand(rng, goal)  # more than a pack has
    return hand
