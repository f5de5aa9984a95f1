"""Turns judged twice: by referee, editor and solver, and by the judge of the clauses."""

import json
import random
from collections import Counter
from itertools import product
from typing import Any

from hypothesis import strategies as st

from rules.solver import search
from rules.tilegame import melds, tiles
from tools import requests
from tools.device.made import importable
from tools.person import laying
from tools.person.screen import PICKED
from tools.soak import judge, positions
from tools.soak.judge import Table
from tools.soak.positions import Position
from tools.soak.running import SEEDS, Failure, example, tally

_STEPS = 3000  # of the slow search
_WAYS = 8  # to read the same tiles as a set


class Differs(Failure):
    """Two who judge a turn differ; str() says how, and holds the whole turn."""

    def __init__(self, position: Position, after: Table | None, sentence: str) -> None:
        line: dict = {"game": position.game, "options": position.options, "before": position.before}
        line.update(rack=position.rack, opened=position.opened, parted=position.parted)
        if after is not None:
            line["after"] = after
        super().__init__("%s %s" % (sentence, json.dumps(line)))


# The tile games ---------------------------------------------------------------------------------

_NEW = 0  # kind of the place for a set of its own (tilegame.personturn)


def _position(game, seed, sets, size):
    return positions.position(random.Random(seed), game, sets, size)


_TILE_CASES = st.tuples(
    st.builds(
        _position,
        st.sampled_from(positions.GAMES),
        SEEDS,
        st.sampled_from((1, 2, 2, 3, 3, 4)),
        st.integers(1, 7),
    ),
    st.lists(SEEDS, min_size=4, max_size=20),
    SEEDS,
)


def judged_twice(case: tuple) -> None:
    """Whatever is played in a position, right or wrong, all who judge it agree.

    case: the position, the seeds of plays, the seed of what else is tried.
    """
    position, seeds, last = case
    with example():
        most: Counter = Counter()  # tiles and points of the best legal plays
        for seed in seeds:
            rng = random.Random(seed)
            after = positions.play(rng, position)
            if after is None:
                continue
            if rng.random() < 0.45:
                after = positions.spoilt(rng, position, after)
            laid = _turn(rng, position, after)
            if laid:
                most["tiles"] = max(most["tiles"], len(laid))
                most["points"] = max(most["points"], judge.cost(position.game, laid))
        rng = random.Random(last)
        _walk(rng, position)
        if rng.random() < 0.35:
            _solved(rng, position, most)


def _turn(rng, position, after):
    """Judge one turn; return the tiles it plays if it is legal."""
    tally["turns"] += 1
    given, wanted = agreed(position, after)
    tally["legal"] += wanted.legal
    _json(rng, position, after, wanted)
    turned_about(rng, position, after, given)
    if not given.legal:
        return None
    table = positions.tokens(given.table)
    # A record says what the game has accepted; replaying it must lead to the same table.
    replayed = position.asked(table, True)
    if not replayed.legal or sorted(replayed.table) != sorted(given.table):
        said = _verdict(replayed), _verdict(given)
        sentence = "Identities: said with each joker, the end table becomes %s, not %s."
        raise Differs(position, after, sentence % said)
    claims = positions.every_claim(position.before, after, position.rules)
    if len(claims) > 1:  # the mover says what jokers stand for
        tally["turns"] += 1
        agreed(position, rng.choice(claims))
    _made(position, after, given)
    return [positions.token(code) for code in given.laid]


def _verdict(verdict):
    return _said(positions.tokens(sorted(verdict.table))) if verdict.legal else verdict.clause


def agreed(position: Position, after: Table) -> tuple:
    """(the referee's Verdict on a turn, the judge's). Raises Differs."""
    given, wanted = position.asked(after), position.judged(after)
    broken = " or ".join(sorted(wanted.clauses))
    if given.legal != wanted.legal:
        said = "legal" if given.legal else given.clause, "legal" if wanted.legal else broken
        raise Differs(position, after, "The referee says %s, the judge %s." % said)
    if not given.legal:
        if given.clause not in wanted.clauses:
            said = "The referee names %s, the judge finds %s broken." % (given.clause, broken)
            raise Differs(position, after, said)
        return given, wanted
    if given.opens != wanted.opens:
        raise Differs(position, after, "The referee: the play opens: %s." % given.opens)
    end = judge.canonical(positions.tokens(given.table)), _parted(given)
    if end not in wanted.ends:
        keeps = [_said(table) + " parted" * apart for table, apart in (end, *sorted(wanted.ends))]
        said = keeps[0], " or ".join(keeps[1:])
        raise Differs(position, after, "Identities: the referee keeps %s, the judge %s." % said)
    return given, wanted


def _parted(verdict):
    """Whether two jokers in two sets are different tiles: in one set they are in any case."""
    return bool(verdict.parted) and len({i for i, _, _ in melds.standing(verdict.table)}) == 2


def _said(table):
    return " | ".join(" ".join(row) for row in table)


def _json(rng, position, after, wanted):
    """The same turn as a line of JSON."""
    if position.parted:
        return
    request = {"game": position.game, "options": position.options, "rack": position.rack}
    request.update(before=_written(position.before), after=_written(after))
    request.update(opened=position.opened, pool=rng.choice((1, 30)))
    answer = requests.of(position.game).referee(json.loads(json.dumps(request)))
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


# The editor -------------------------------------------------------------------------------------


def _editor(position):
    importable()
    from pocket.tilegame import personturn

    table, rack = positions.standing(position.before), positions.codes([position.rack])[0]
    return personturn.Turn(position.fields, table, rack, position.opened, parted=position.parted)


def _lay_out(editor, target, other, exact):
    """Play a table in the editor, set by set; False if some set cannot be played. other: take the
    other one of two jokers first. exact: each joker as `target` has it, else as it may still be
    decided."""
    same = bytes.__eq__ if exact else melds.same_set
    while True:
        goal, done = laying.missing(editor, target)
        if goal is None:
            return True
        picked: list = []
        for way in range(_WAYS):
            if way:
                editor.undo()
            else:
                for code in goal:
                    place = laying.place_of(editor, code, done)
                    if other and code >= tiles.JOKER and place:
                        place = laying.place_of(editor, code, [*done, place[0]]) or place
                    if place is None:
                        return False
                    picked.append(place)
                    _pick(editor, picked)
            _pick(editor, picked)
            if way >= editor.readings():
                return False
            editor.put((_NEW, 0, way))
            if editor.sets and same(bytes(editor.sets[-1]), goal):
                break
        else:
            return False


def _pick(editor, places):
    """Pick up these tiles and no others."""
    editor.unpick()
    for which, tile in places:
        if which is None:
            editor.pick_rack(tile)
        else:
            editor.pick(which, tile)


def _made(position, after, given):
    """A person can make a legal play in the editor, set by set."""
    plain = position.judged([judge.bare(row) for row in positions.tokens(given.table)])
    tried = []
    for exact, other in product((True, False), (False, True)):
        editor = _editor(position)
        if not _lay_out(editor, given.table, other, exact):
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


def _walk(rng, position):
    """Pick tiles up, put them where they may go, undo; then let both judge the table."""
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
    tally["turns"] += 1
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
            editor.put((_NEW, 0, 0))
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
                if not editor.flags[which][place] & PICKED:
                    editor.pick(which, place)
    if not editor.picked:
        return "nothing"
    places = editor.targets()
    if places and rng.random() < 0.8:
        editor.put(rng.choice(places))
        return "put"
    if editor.may_return() and any(f & PICKED for flags in editor.flags for f in flags):
        return "back" if editor.back() else "nothing"
    editor.put((_NEW, 0, rng.randrange(max(1, editor.readings()))))
    return "lay"


# The solver -------------------------------------------------------------------------------------


def _solved(rng, position, most):
    """The solver's play is as good as the plays found here, as good as any on small positions, and
    legal."""
    before = positions.codes(position.before)
    rack = positions.codes([position.rack])[0]
    goal = rng.choice(("tiles", "points"))
    free = not position.parted and rng.random() < 0.1
    question = position.fields, before, rack, position.opened, goal, free
    result = search.run(*question, parted=position.parted)
    tally["solved"] += 1
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
            raise Differs(position, table, "%s; the judge finds %s broken." % (said, broken))
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
    tally["proved best"] += 1
    if best_found[goal == "points"] != best or goal == "tiles" and best_found[1] != result.points:
        said += "; the slow search %d tiles, %d points." % best_found
        raise Differs(position, None, said)


# 8 Round Rummy ----------------------------------------------------------------------------------

_CARDS = [c + s + n for c in "rb" for s in "^#o" for n in "1234567"]


def cards_judged_twice(seed: int) -> None:
    """Game and judge agree on whether a hand wins its round, and on a turn."""
    rng = random.Random(seed)
    ask = requests.of("ER").referee
    goal = rng.randint(1, 8)
    hand = _hand(rng, goal)
    request = {"game": "ER", "round": goal, "hand": hand}
    tally["turns"] += 1
    wanted = judge.wins_round(goal, hand)
    if ask(request)["legal"] != wanted:
        raise Failure("The judge says %s: %s" % (wanted, json.dumps(request)))
    top = rng.choice([card for card in _CARDS if hand.count(card) < 2] + ["*", "<>", "<>"] * 4)
    take = rng.choice(("pile", "discard"))
    request["take"] = take
    request["top" if take == "discard" else "drawn"] = top
    drop = request["discard"] = rng.choice([*hand, top, rng.choice(_CARDS)])
    legal, clauses, wins, hand_after = judge.eight_turn(goal, hand, top, take, top, drop)
    answer = ask(request)
    same = answer["legal"] == legal
    if same and legal:
        same = answer["wins"] == wins and sorted(answer["hand"]) == hand_after
    elif same:
        same = answer["clause"] in clauses
    tally["won"] += bool(wins)
    if not same:
        said = (legal, wins) if legal else sorted(clauses)
        said = said, json.dumps(answer), json.dumps(request)
        raise Failure("The judge says %s, not %s: %s" % said)


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


PROPERTIES = {
    "tiles": (judged_twice, _TILE_CASES),
    "cards": (cards_judged_twice, SEEDS),
}
