"""Turns judged twice: by referee, solver and editor, and by the slow judge of the rules' text."""

import json
import random
from collections import Counter
from itertools import product
from typing import Any

from rules import catalogue
from rules.solver import search
from rules.tilegame import melds, tiles
from tools.device.made import importable
from tools.soak import judge, positions
from tools.soak.judge import Table
from tools.soak.laying import Laying
from tools.soak.outcome import Outcome
from tools.soak.positions import Position

UNIT = "turns"
GOAL = 100000
_POSITIONS = 12
_PLAYS = 12
_STEPS = 3000  # of the slow search


class Differs(Exception):
    """Two who judge a turn differ; str() says how, and holds all that plays it again."""

    def __init__(self, position: Position, after: Table, sentence: str) -> None:
        line: dict = {"game": position.game, "options": position.options, "before": position.before}
        line.update(rack=position.rack, opened=position.opened, parted=position.parted)
        if after is not None:
            line["after"] = after
        super().__init__("%s %s" % (sentence, json.dumps(line)))


class _Case:
    """One case: what it finds."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.count = 0
        self.failures = []
        self.figures = Counter()

    def look(self, check, *given):
        """What a check returns, None where something differs."""
        try:
            return check(self, *given)
        except Differs as sentence:
            self.failures.append(str(sentence))


def run_case(seed: int) -> Outcome:
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
        laid = case.look(_turn, position, after)
        if laid:
            most["tiles"] = max(most["tiles"], len(laid))
            most["points"] = max(most["points"], judge.cost(position.game, laid))
    case.look(_walk, position)
    if rng.random() < 0.35:
        case.look(_solved, position, most)


def _turn(case, position, after):
    """One turn before both judges; the tiles laid where it is legal."""
    case.count += 1
    given, wanted = agreed(position, after)
    _counted(case, position, wanted)
    _json(case, position, after, wanted)
    case.figures["shuffled"] += 1
    turned_about(case.rng, position, after, given)
    if not given.legal:
        return None
    table = positions.tokens(given.table)
    # What the game accepts, a record says, and replaying accepts it with the same table.
    replayed = position.asked(table, True)
    case.figures["said_again"] += 1
    if not replayed.legal or sorted(replayed.table) != sorted(given.table):
        said = _verdict(replayed), _verdict(given)
        sentence = (
            "Identities: what each joker stands for at the end, said with it, gives %s, not %s."
        )
        raise Differs(position, after, sentence % said)
    _claimed(case, position, after)
    _made(case, position, after, given)
    return [positions.token(code) for code in given.laid]


def _counted(case, position, wanted):
    jokers = [token for row in position.before for token in row if judge.is_joker(token)]
    case.figures["legal" if wanted.legal else "illegal"] += 1
    case.figures["openings"] += not position.opened
    if len(jokers) == 2:
        case.figures["two_jokers"] += 1
        numbers = {judge.number(min(judge.stands_for(token))) for token in jokers}
        case.figures["of_one_number"] += len(numbers) == 1
    case.figures["two_ends"] += len(wanted.ends) > 1


def _verdict(verdict):
    return _said(positions.tokens(sorted(verdict.table))) if verdict.legal else verdict.clause


def agreed(position: Position, after: Table) -> tuple:
    """(the referee's Verdict on a turn, the slow judge's). Raises Differs."""
    given, wanted = position.asked(after), position.judged(after)
    broken = " or ".join(sorted(wanted.clauses))
    if given.legal != wanted.legal:
        said = "legal" if given.legal else given.clause, "legal" if wanted.legal else broken
        raise Differs(position, after, "The referee says %s, the slow judge %s." % said)
    if not given.legal:
        if given.clause not in wanted.clauses:
            said = "The referee names %s, the slow judge finds %s broken." % (given.clause, broken)
            raise Differs(position, after, said)
        return given, wanted
    if given.opens != wanted.opens:
        raise Differs(position, after, "The referee: the play opens: %s." % given.opens)
    end = judge.canonical(positions.tokens(given.table)), _parted(given)
    if end not in wanted.ends:
        keeps = [_said(table) + " parted" * apart for table, apart in (end, *sorted(wanted.ends))]
        said = keeps[0], " or ".join(keeps[1:])
        raise Differs(
            position, after, "Identities: the referee keeps %s, the slow judge %s." % said
        )
    return given, wanted


def _parted(verdict):
    """Whether two jokers in two sets are different tiles: in one set they are in any case."""
    return bool(verdict.parted) and len({i for i, _, _ in melds.standing(verdict.table)}) == 2


def _said(table):
    return " | ".join(" ".join(row) for row in table)


def _json(case, position, after, wanted):
    """The same turn as a line of JSON."""
    if position.parted:
        return
    request = {"game": position.game, "options": position.options, "rack": position.rack}
    request.update(before=_written(position.before), after=_written(after))
    request.update(opened=position.opened, pool=case.rng.choice((1, 30)))
    case.figures["as_json"] += 1
    answer = catalogue.requests(position.game).referee(json.loads(json.dumps(request)))
    same = answer["legal"] == wanted.legal
    if not same or not answer["legal"] and answer["clause"] not in wanted.clauses:
        raise Differs(position, after, "The answer in JSON is %s." % json.dumps(answer))
    if answer["legal"]:
        table = judge.canonical([_read(row) for row in answer["table"]])
        if table not in wanted.tables:
            raise Differs(position, after, "Identities: the answer in JSON is %s." % _said(table))


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


def turned_about(rng: random.Random, position: Position, after: Table, given: Any) -> None:
    """The order of sets and tiles says nothing. given: the referee's Verdict. Raises Differs."""
    order = list(range(len(position.before)))
    if not position.parted:
        rng.shuffle(order)
    before = [_turned(rng, position.before[i]) for i in order]
    other = position.turned(before, rng.sample(position.rack, len(position.rack)))
    turned = other.asked(positions.shuffled(rng, after, position.rules))
    same = turned.legal == given.legal and turned.opens == given.opens
    if same and given.legal:
        ends = [judge.canonical(positions.tokens(verdict.table)) for verdict in (turned, given)]
        same = ends[0] == ends[1] and _parted(turned) == _parted(given)
    if not same:
        said = _verdict(turned), _verdict(given)
        sentence = "Identities: in another order the referee gives %s, not %s."
        raise Differs(position, after, sentence % said)


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
    if len(claims) > 1:
        case.figures["claimed"] += 1
        case.count += 1
        agreed(position, case.rng.choice(claims))


# The editor -------------------------------------------------------------------------------------


_PICKED = 2  # of a tile's flags: pocket.tilegame.changes


def _editor(position):
    importable()
    from pocket.tilegame import personturn

    table, rack = positions.standing(position.before), positions.codes([position.rack])[0]
    return personturn.Turn(position.fields, table, rack, position.opened, parted=position.parted)


class _Lost(Exception):
    """A set cannot be laid."""


class _Hands(Laying):
    """Lays sets in an editor, without its screen. other: of two jokers the other one first. exact:
    each joker as the table has it; else what may still be decided so."""

    lost = _Lost

    def __init__(self, editor, other, exact):
        self.turn = editor
        self.other = other
        self.spots = []  # of the tiles of the set that is being laid
        self.way = 0  # of laying them, the next to be tried
        if exact:
            self.same = bytes.__eq__

    def place_of(self, code, done):
        """See Laying."""
        place = super().place_of(code, done)
        if self.other and code >= tiles.JOKER and place:
            return super().place_of(code, [*done, place[0]]) or place
        return place

    def pick(self, which, tile):
        """See Laying."""
        if self.way:
            self.spots, self.way = [], 0
        self.spots.append((which, tile))
        self._pick_all()

    def _pick_all(self):
        self.turn.unpick()
        for which, tile in self.spots:
            if which is None:
                self.turn.pick_rack(tile)
            else:
                self.turn.pick(which, tile)

    def to_place(self):
        """The place for a new set is no place here."""

    def go(self, button):
        """Lay what is picked, each time in another way."""
        if self.way:
            self.turn.undo()
            self._pick_all()
        if self.way >= self.turn.readings():
            raise _Lost
        self.turn.lay(self.way)
        self.way += 1


def _made(case, position, after, given):
    """A person can make a legal play, set by set."""
    case.figures["made"] += 1
    plain = position.judged([judge.bare(row) for row in positions.tokens(given.table)])
    tried = []
    for exact, other in product((True, False), (False, True)):
        editor = _editor(position)
        try:
            _Hands(editor, other, exact).reach(given.table)
        except _Lost:
            continue
        table = positions.tokens(editor.table())
        verdict = position.asked(table)
        if not editor.wrong() and verdict.legal:
            if judge.canonical(positions.tokens(verdict.table)) in plain.tables:
                break
        tried.append("%s, which is %s" % (_said(table), _verdict(verdict)))
    else:
        said = _verdict(given), " or ".join(tried) or "nothing"
        raise Differs(position, after, "The editor does not make %s, but %s." % said)
    if not position.opened and not position.rules["build"]:
        points = editor.points()
        if points < position.rules["points"]:
            raise Differs(position, after, "The editor counts %d points." % points)


def _walk(case, position):
    """A person at the table: picks tiles, puts them where they may go, takes things back; what
    comes of it before both judges."""
    rng = case.rng
    editor = _editor(position)
    every = _tiles(editor)
    for _ in range(rng.randint(2, 10)):
        before = bytes(editor._dump())
        what = _step(rng, editor)
        if _tiles(editor) != every:
            raise Differs(position, None, "After %s the editor's tiles are others." % what)
        for i, row in enumerate(editor.table()):
            shown = positions.tokens([row])[0]
            may = judge.may_lie(shown, position.before, position.rack, position.rules)
            if bool(editor.good[i]) != may:
                said = what, " ".join(tiles.set_text(row)), "a set" if editor.good[i] else "none"
                raise Differs(position, None, "After %s the editor takes %s for %s." % said)
        if what in ("lay", "put", "back") and rng.random() < 0.3:
            editor.unpick()
            if not editor.undo():
                raise Differs(position, None, "After %s the editor undoes nothing." % what)
            editor.unpick()
            if bytes(editor._dump()) != before:
                said = "After %s and undo the editor is not as before." % what
                raise Differs(position, None, said)
    editor.unpick()
    table = [row for row in editor.table() if row]
    case.count += 1
    case.figures["walked"] += 1
    _, wanted = agreed(position, positions.tokens(table))
    if wanted.legal and editor.wrong():
        raise Differs(position, positions.tokens(table), "The editor shows a legal play as wrong.")


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
            places = editor.targets()
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
    places = editor.targets()
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
    question = position.fields, before, rack, position.opened, goal, free
    result = search.run(*question, parted=position.parted)
    case.figures["solved"] += 1
    said = goal, ", free jokers" if free else "", result.tiles, result.points
    said = "The solver (%s%s) lays %d tiles, %d points" % said
    if not result.proved:
        raise Differs(position, None, said + ", not proved.")
    best = result.tiles if goal == "tiles" else result.points
    if best < most[goal]:
        raise Differs(position, None, "%s; there is a play of %d." % (said, most[goal]))
    if result.tiles:
        table = positions.tokens(result.table)
        verdict = position.judged(table, free_jokers=free)
        laid = sorted(positions.token(code) for code in result.laid)
        if not verdict.legal:
            broken = " or ".join(sorted(verdict.clauses))
            raise Differs(position, table, "%s; the slow judge finds %s broken." % (said, broken))
        lay = Counter(judge.bare(t for row in position.before for t in row))
        ended = Counter(judge.bare(t for row in table for t in row))
        if sorted((ended - lay).elements()) != laid or result.tiles != len(laid):
            raise Differs(position, table, "%s, and says it laid %s." % (said, " ".join(laid)))
        points = judge.cost(position.game, laid)
        if points != result.points:
            raise Differs(position, table, "%s; they cost %d." % (said, points))
    try:
        best_found = position.best_play(goal, _STEPS, free_jokers=free)
    except judge.TooMany:
        return
    case.figures["best_plays"] += 1
    if best_found[goal == "points"] != best or goal == "tiles" and best_found[1] != result.points:
        said += "; the slow search %d tiles, %d points." % best_found
        raise Differs(position, None, said)


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
        legal, clauses, wins, hand_after = judge.eight_turn(goal, hand, top, take, top, drop)
        answer = ask(request)
        same = answer["legal"] == legal
        if same and legal:
            same = answer["wins"] == wins and sorted(answer["hand"]) == hand_after
        elif same:
            same = answer["clause"] in clauses
        case.figures["eight_won"] += bool(wins)
        if not same:
            said = (legal, wins) if legal else sorted(clauses)
            said = said, json.dumps(answer), json.dumps(request)
            case.failures.append("The slow judge says %s, not %s: %s" % said)


def _hand(rng, goal):
    """Seven cards that win a round, or nearly do."""
    c, s, n = rng.choice("rb"), rng.choice("^#o"), rng.choice("1234567")
    hand = []
    for value in rng.sample("1234567", 7):
        card = {"colour": rng.choice("rb"), "shape": rng.choice("^#o")}
        card["number"] = rng.choice("1234567")
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
