"""Play rounds of tiles from files of scenes (tests/cases.py): `played by: rounds`.

    given: table r3 * r5 / k7 k8 k9
    A retrieved joker needs two tiles [RK-15]: rack r4 k10; try r3 r4 r5 / k7 k8 k9 k10 * -> RK-15

Seat 0 is to move, and all have opened. A position:
    of KR clock=2 ...     the game and its house options, else Rummikub
    table r3 r4 r5 / k7 * b7, rack r6 k1 (of seat 0), others k9 / r1 b1 (of the seats after it)
    unopened, opened 0 1  which seats have opened
    parted                the table's two jokers differ (T-7)
    pool k1 k2            exactly these, the next one drawn last; else all that is left of the pack
    starts 2              who began
    new 3                 a game of three seats at its start; new 3 7: by seed 7
    earlier 20 -20 x 2    two rounds with these scores lie behind
Plays are sets; `[bo8]` is a joker that stands for a blue or orange 8; `+ k1 k2 k3` keeps the table.
    try SETS -> legal | opens | CLAUSE words of the reason     (nothing is played)
    play SETS             with `-> CLAUSE` it is refused, as each move may be
    kept SETS             are on the table after the last try or play
    best 3                tiles that the solver finds; solved: the referee takes its play
    saved                 the game is saved and taken up again
    hard lays r12 k1      a level's turn: lays r12, lays 3 (tiles), lays 3 to 6, draws,
                          passes; hard redeals True: nothing is played
Moves: draw, pass, timeout, timeout moved, fail, go, redeal yes; stall: the pool is empty, all pass.
Sets: reads SET = group | run | none and one reading of it; makes TILES = all sets of them; adds SET
+ TILE = SET; splits TILES = SET / SET.
Scores: ends RACKS = SCORES, stalls RACKS = SCORES, with `-` for an empty rack.
Checks: lies SETS, left 0 (in the pool), event draw 0 1, rules clock 2, refuses clock=9 WORDS of the
sentence, takes clock=3, and those of CHECKS: held 14 14, seat 1 ...

Each `try` and each play also asks the slow judge of tools/soak, in this order of sets and in
another; the solver must find as much as a legal play lays. Scores are the judge's, too.
"""

import random

import cases
import pytest
import rules_help

from rules import catalogue
from rules.base import RulesError, finish
from rules.solver import search
from rules.tilegame import deal, game, games, melds, players, scoring, tiles
from tools.match import sparring
from tools.refusals import sentence
from tools.soak import judge, positions, turns

NAMES = catalogue.LEVELS + tuple(sparring.PARTNERS)
CHECKS = {
    "seat": lambda one: one.seat,
    "starter": lambda one: one.starter,
    "phase": lambda one: one.phase,
    "passes": lambda one: one.passes,
    "stalled": lambda one: one.stalled,
    "differs": lambda one: one.jokers_differ,
    "scores": lambda one: one.result(),
    "totals": lambda one: one.totals,
    "winners": lambda one: one.winners,
    "won": lambda one: one.overall_winners(),
    "held": lambda one: [len(rack) for rack in one.racks],
}

POSITION_WORDS = {  # {word: its part of the position}, before the first step that needs the game
    "of": lambda made, text: {"game": text.split()[0], "options": _options(text.split()[1:])},
    "table": lambda made, text: {"table": text},
    "rack": lambda made, text: {"racks": [text.replace("/", " "), *made["racks"][1:]]},
    "others": lambda made, text: {"racks": [made["racks"][0], *text.split("/")]},
    "opened": lambda made, text: {"opened": bytearray(map(int, text.split()))},
    "unopened": lambda made, text: {"opened": bytearray(4)},
    "parted": lambda made, text: {"parted": True},
    "pool": lambda made, text: {"pool": text},
}
MOVES = {  # {word: arguments of its move}
    **dict.fromkeys(("draw", "pass", "fail", "go", "swap"), lambda text: ()),
    "timeout": lambda text: (text == "moved",),
    "redeal": lambda text: (text == "yes",),
}


def _options(pairs):
    return {name: cases.value_of(value) for name, value in [pair.split("=") for pair in pairs]}


def play(steps, tmp_path):
    """Play the steps of a case."""
    TileRound()(steps)


def sets_of(text):
    """Return "r3 r4 r5 / k7 r7 [bo7]" as a table of tokens."""
    rows = [row.split() for row in text.split("/") if row.strip()]
    return [[w if w[0] in "[*" else tiles.text(tiles.parse(w)) for w in row] for row in rows]


class TileRound(cases.Steps):
    """A round of a tile game; each public method is a word of its steps."""

    def __init__(self):
        self._made = {"game": "RK", "options": {}, "racks": [""], "table": "", "opened": None}
        self._made.update(pool=None, parted=False)
        self._game = None
        self.end = []

    checks = CHECKS

    def other_step(self, word, rest):
        """Take a level's step, a move, or one of the position."""
        if word in NAMES:
            self._level(word, rest)
        elif word in MOVES:
            self.move(word, *MOVES[word](rest))
        elif word in POSITION_WORDS:
            self._made.update(POSITION_WORDS[word](self._made, rest))
            self._game = None
        return word in NAMES or word in MOVES or word in POSITION_WORDS

    # -- the position

    def new(self, text):
        seats, *seed = map(int, text.split())
        self._game = game.Game(self._made["game"], seats, *seed or [1], self._made["options"])

    def starts(self, seat):
        self.game.starter = int(seat)

    def earlier(self, text):
        scores, _, times = text.partition(" x ")
        for _ in range(int(times or 1)):
            self._count(list(map(int, scores.split())))

    def _count(self, scores):
        state = self.game
        state.rounds.append(scores)
        state.totals = [a + b for a, b in zip(state.totals, scores)]

    @property
    def game(self):
        """Return the round, which the first access makes from the position."""
        if not self._game:
            self._game = self._start()
        return self._game

    def _start(self):
        position = self._made
        racks = [rules_help.rack(text) for text in position["racks"]]
        state = rules_help.begun(position["game"], max(2, len(racks)), 1, position["options"])
        state.starter = 0
        state.table = melds.read_table(self._read(position["table"]), state.rules)[0]
        state.jokers_differ = position["parted"]
        state.opened = (position["opened"] or bytearray([1] * 4))[: state.seats]
        remaining = deal.full_pack(state.rules["jokers"])
        for code in b"".join(state.table) + b"".join(racks):
            if position["pool"] is None or tiles.plain(code) in remaining:
                remaining.remove(tiles.plain(code))
        state.racks = racks if len(racks) > 1 else [*racks, bytearray([remaining.pop(0)])]
        state.pool = remaining if position["pool"] is None else rules_help.rack(position["pool"])
        if position["pool"] is None:
            state.check()
        return state

    def _read(self, text):
        return positions.codes(sets_of(text))

    def _shown(self):
        return " / ".join(" ".join(row) for row in positions.tokens(self.game.table))

    # -- plays

    def _judge(self, text):
        state = self.game
        rack = positions.tokens([state.racks[state.seat]])[0]
        position = positions.Position(
            self._made["game"], self._made["options"], positions.tokens(state.table), rack,
            bool(state.opened[state.seat]), state.jokers_differ,
        )  # fmt: skip
        keeps_table = text.startswith("+")
        after = (position.before if keeps_table else []) + sets_of(text.lstrip("+"))
        verdict, _judged = turns.compare_judges(position, after)
        turns.check_reordered(random.Random(7), position, after, verdict)
        if verdict.legal:
            self.end = verdict.table
            result = self._solved()
            assert result.tiles >= len(verdict.laid), "the solver finds %d" % result.tiles
        return verdict

    def try_(self, text=""):
        """Judge a play."""
        verdict = self._judge(text)
        broken = rules_help.said(verdict.clause and (verdict.clause, verdict.why))
        word, _, words = self.wanted.partition(" ")
        assert (verdict.clause or ("opens" if verdict.opens else "legal")) == word, verdict.clause
        assert words in (sentence(broken[1]) if broken else ""), sentence(broken[1])

    def kept(self, text):
        known = [bytes(sorted(row)) for row in self.end]
        for row in self._read(text):
            assert bytes(sorted(row)) in known, positions.tokens(self.end)

    def _solved(self):
        state = self.game
        rack, opened = state.racks[state.seat], bool(state.opened[state.seat])
        return search.run(state.rules, state.table, rack, opened, jokers_differ=state.jokers_differ)

    def best(self, count):
        assert self._solved().tiles == int(count), self._solved().tiles

    def solved(self):
        assert self.game.judge(self._solved().table).legal

    def saved(self):
        assert game.unpack(self.game.pack()).pack() == self.game.pack()
        self._game = game.unpack(self.game.pack())

    def play(self, text=""):
        if self.wanted is None:
            verdict = self._judge(text)
            assert verdict.legal, verdict.clause
            self.move("play", verdict)
        else:
            old = positions.tokens(self.game.table) if text.startswith("+") else []
            self.move("play", positions.codes(old + sets_of(text.lstrip("+"))))

    # -- moves

    def stall(self):
        self.game.pool = bytearray()
        while self.game.phase == game.TURN:
            self.move("pass")

    def _level(self, level, text):
        """Let a computer player take the turn; `redeals` only asks it."""
        state, (word, _, rest) = self.game, text.strip().partition(" ")
        view = state.view(state.seat)
        if word == "redeals":
            assert players.redeal(level, view) is (rest == "True")
            return
        move = finish(sparring.choose(level, view, 1))
        assert word == {"play": "lays", "draw": "draws", "pass": "passes"}[move[0]], move
        self._take_level_turn(word, rest, move)

    def _take_level_turn(self, word, rest, move):
        """Make a computer's move; it lays a count of tiles (`3 to 6`), these tiles or none."""
        state, seat = self.game, self.game.seat
        laid = list(state.racks[seat])
        assert state.apply(move) is None
        for code in state.racks[seat]:
            if code in laid:
                laid.remove(code)
        if word != "lays":
            assert not laid
        elif not rest or rest[0].isdigit():
            least, _, most = rest.partition(" to ")
            assert int(least or 1) <= len(laid) <= int(most or least or 99), tiles.set_text(laid)
        else:
            assert sorted(laid) == sorted(tiles.parse_set(rest.split())), tiles.set_text(laid)

    # -- sets

    def _sets(self, text, found):
        left, _, wanted = text.partition("= ")
        found = [positions.tokens([row])[0] for row in found(left.strip()) or ()]
        assert sorted(found) == sorted(sets_of(wanted.replace("none", ""))), found

    @property
    def _rules(self):
        return games.rules_for(self._made["game"], self._made["options"])

    def reads(self, text):
        left, _, wanted = text.partition("= ")
        kinds, _, way = wanted.partition(": ")
        ways = melds.readings(self._read(left)[0], self._rules)
        names = {melds.GROUP: "group", melds.RUN: "run"}
        assert " ".join(names[kind] for kind, _ in ways) == kinds.replace("none", ""), ways
        assert not way or ways[0][1] == self._read(way)[0], positions.tokens([ways[0][1]])

    def makes(self, text):
        def ways(left):
            return [way for _, way in melds.fits(self._read(left)[0], self._rules)]

        self._sets(text, ways)
        codes = self._read(text.partition("=")[0])[0]
        assert melds.make(codes, self._rules) == ([*ways(text.partition("=")[0]), None])[0]

    def adds(self, text):
        def grown(left):
            codes, _, tile = left.partition(" + ")
            before = melds.readings(self._read(codes)[0], self._rules)[0][1]
            after = melds.add(before, tiles.parse(tile), self._rules)
            return after and [after]

        self._sets(text, grown)

    def splits(self, text):
        self._sets(text, lambda left: melds.split_run(self._read(left)[0], self._rules))

    # -- scores

    def _scored(self, text, stalled):
        racks, _, scores = text.partition(" = ")
        racks = [[] if row.strip() == "-" else row.split() for row in racks.split("/")]
        expected = list(map(int, scores.split()))
        rules = games.rules_for(self._made["game"], self._made["options"])
        computed, winners = scoring.score_round(rules, list(map(tiles.parse_set, racks)), stalled)
        assert computed == expected == judge.scores(self._made["game"], racks, stalled, 0), computed
        assert sum(computed) == 0  # T-14
        if not self._game:
            self.new(str(len(racks)))
        self._count(computed)
        self._game.winners = winners

    def ends(self, text):
        self._scored(text, False)

    def stalls(self, text):
        self._scored(text, True)

    # -- checks

    def lies(self, text):
        assert sorted(self.game.table) == sorted(self._read(text)), self._shown()

    def left(self, text):
        assert len(self.game.pool) == int(text), len(self.game.pool)

    def _option(self, text):
        name, _, value = text.partition("=")
        return games.rules_for(self._made["game"], {name: cases.value_of(value)})

    def takes(self, text):
        self._option(text)

    def refuses(self, text):
        option, _, words = text.partition(" ")
        with pytest.raises(RulesError) as refused:
            self._option(option)
        said = sentence(refused.value)
        assert words in said and said.endswith(".") and "\n" not in said, said

    def event(self, text):
        assert text in [" ".join(map(str, event)) for event in self.game.events], self.game.events

    def rules(self, text):
        name, value = text.split()
        assert self.game.rules[name] == cases.value_of(value), self.game.rules[name]
