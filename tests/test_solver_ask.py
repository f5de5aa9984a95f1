"""What a caller of the solver sees: slices, limits, memory, bad input, tables, the solve
command."""

import io
import json
import os
import random
import sys

import pytest
from rules_help import answered, rack, table

from rules import solver as package
from rules.solver import backtrack, lookup, placing, problem, states, sweep
from rules.solver import search as solver
from rules.tilegame import games, referee, tiles
from tools import jsonl, solve
from tools.__main__ import guarded
from tools.art import mktables
from tools.place import ROOT

RK = games.rules_for("RK")
TABLE = "r3 r4 r5 | k9 r9 b9 | k1 k2 k3 k4 | b10 b11 b12"


def test_tables_made_again_are_the_same():
    """rules/solver/lookup.py is what tools/art/mktables.py writes."""
    assert os.path.normpath(lookup.__file__) == os.path.join(ROOT, *mktables.MADE.split("/"))
    with open(lookup.__file__, encoding="utf-8") as source:
        assert source.read() == mktables.text()


def test_group_tables_hold_what_can_be_dealt_into_groups():
    """Every choice of colours in the tables parts into groups, and every other does not."""
    groups = [c for c in range(16) if bin(c).count("1") in (3, 4)]
    shapes = {(): True}
    for a in groups:
        shapes[tuple(a >> i & 1 for i in range(4))] = True
        for b in groups:
            shapes[tuple((a >> i & 1) + (b >> i & 1) for i in range(4))] = True
    shapes[(0, 0, 0, 0)] = shapes.pop(())
    ways = {
        (way & 3, way >> 2 & 3, way >> 4 & 3, way >> 6)
        for way in lookup.GROUPS0
        if not way & way >> 1 & 85
    }
    assert ways == set(shapes)


def test_a_generator_in_slices():
    answer, pauses = answered(solver.solve(RK, table(TABLE), rack("b9 o9 r6 k5 b13")))
    assert len(pauses) > 5 and not any(pauses)
    assert answer.tiles == 5 and answer.proved


def test_a_limit_gives_a_legal_play_that_is_not_proved():
    hand = rack("r6 k5 b13 o9 r7 r8 b7 o7 k7 o1")
    full = solver.run(RK, table(TABLE), hand)
    assert full.proved and full.tiles == 9
    cut = solver.run(RK, table(TABLE), hand, limit=1)
    assert not cut.proved and 0 < cut.tiles <= full.tiles
    assert referee.judge(RK, table(TABLE), hand, cut.table, True).legal


NARROW = [
    ("r6 k5 b13 o9 r7 r8 b7 o7 k7", True),
    ("r6 r7 k5 b8 b9 o3 o4 *", True),
    ("k10 r10 b10 k3 r3 o1 o2", False),
    ("k2 k5 r7 r9 b3 b6 o2 o8", True),
]


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("wide", [1, 3, 12])
def test_a_narrow_search_is_the_same_on_a_handheld_and_proves_nothing_it_left_out(
    game_id, wide, monkeypatch
):
    rules = games.rules_for(game_id)
    for words, opened in NARROW:
        hand = rack(words)
        on = table(TABLE + " | r11 r12 * ")
        for least in (0, len(hand)):
            full = solver.run(rules, on, hand, opened, least=least)
            desk = solver.run(rules, on, hand, opened, least=least, wide=wide)
            with monkeypatch.context() as patch:
                patch.setattr(problem, "SMALL", True)
                board = solver.run(rules, on, hand, opened, least=least, wide=wide)
            assert (desk.tiles, desk.points, desk.table, desk.states, desk.proved) == (
                board.tiles,
                board.points,
                board.table,
                board.states,
                board.proved,
            )
            assert desk.tiles <= full.tiles
            if desk.proved:
                assert (desk.tiles, desk.points) == (full.tiles, full.points)
            if desk.tiles:
                assert referee.judge(rules, on, hand, desk.table, opened).legal


# of a round of Rummy Gin: what eight states between two numbers do not find with a limit of 110
ROOMY = "b3 * b5 | b9 b10 b11 b12 | o9 o10 * o12 o13"
ROOMY_RACK = "r3 o11 k12 k7 r4 b2 b2 o11 b6 o9 r6 k11 k7 o2"


# of a round of Rummy Gin: 212 states led to over 4,000, on a handheld a thought of 8 s
FULL = (
    "k1 r1 b1 | k1 b1 o1 | k2 k3 k4 k5 k6 k7 | k2 r2 b2 | k4 r4 b4 | k7 b7 o7 | k8 b8 o8"
    " | k10 b10 o10 | k10 b10 o10 | k11 r11 b11 | k11 r11 o11 | k13 r13 o13 | k13 r13 o13"
    " | r3 b3 o3 | r4 r5 r6 r7 r8 r9 | r6 r7 r8 r9 | r12 b12 o12 | b2 b3 b4 b5 b6"
    " | b5 b6 b7 b8 b9 | b11 b12 b13 | o2 o3 o4 o5 | o5 o6 o7 o8"
)
FULL_RACK = "* * k9 o9 k5 k9 r10 o4 r3 o2 o6 k8 r10 o9 b13 k3 o1 o12 k12 r1"


@pytest.mark.parametrize("small", [True, False])
def test_a_limit_also_holds_for_what_its_states_lead_to(monkeypatch, small):
    monkeypatch.setattr(problem, "SMALL", small)
    led_to = []
    took = problem.Budget.took

    def counted(budget, count):
        led_to.append(budget.reached)
        took(budget, count)

    monkeypatch.setattr(problem.Budget, "took", counted)
    asked = games.rules_for("RG"), table(FULL), rack(FULL_RACK)
    result = solver.run(*asked, least=20, limit=212, wide=8, tidy=0)
    assert not result.proved and result.states == 212
    assert 8 * 212 <= max(led_to) < 9 * 212
    del led_to[:]
    monkeypatch.setattr(problem, "_LED_TO", 1000)
    solver.run(*asked, least=20, limit=212, wide=8, tidy=0)
    assert max(led_to) > 2000


# both table jokers can be paid for: points and tiles by an integer program with the clause of RK-15
CROWDED = [
    (
        "b8 b9 b10 b11 | o8 o9 o10 | b1 b2 b3 b4 b5 b6 b7 | r7 b7 k7 | k5 r5 o5"
        " | r5 r6 r7 r8 r9 r10 | r2 o2 k2 | o1 o2 o3 o4 o5 o6 o7 o8 | k5 * k7 k8 * k10"
        " | r10 b10 k10",
        "r9 k13 k9 b6 b8 k12 r13 k9 k6 o6 b3 k1 k6 b5",
        (105, 13),  # up to 4,906 states between two numbers
    ),
    (
        "b8 b9 b10 b11 | b1 b2 b3 b4 b5 b6 b7 | r7 b7 k7 | k5 r5 o5 | r5 r6 r7 r8 r9 r10"
        " | o1 o2 o3 o4 o5 o6 o7 o8 | k5 * k7 k8 * k10 | o7 o8 o9 | k2 b2 o2 | k1 b1 o1"
        " | k13 b13 o13 | k13 r13 b13 o13 | k10 r10 b10 o10",
        "r9 k8 k3 b6 b8 o12 o12 k9 k6 o6 b3 k1 k6 r6 k3 k11 r13",
        (103, 13),  # up to 11,209: more than a handheld has slots for
    ),
]


@pytest.mark.long
@pytest.mark.parametrize("on, hand, best", CROWDED)
def test_without_a_limit_the_best_play_is_proved_however_many_states_it_takes(on, hand, best):
    found = solver.run(RK, table(on), rack(hand), goal="points")
    assert (found.points, found.tiles) == best and found.proved


@pytest.mark.long
@pytest.mark.parametrize("most", [states._MOST_SLOTS, 1023])
def test_a_handheld_proves_nothing_where_it_has_left_states_out(most, monkeypatch):
    on, hand, best = CROWDED[0]
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(states, "_MOST_SLOTS", most)
    found = solver.run(RK, table(on), rack(hand), goal="points")
    assert found.proved == (most > 1023) and states._MOST_SLOTS < 1 << 13  # bits of a place
    assert (found.points, found.tiles) == best or found.points < best[0] and not found.proved


def test_the_widest_are_the_best_of_equals_those_of_the_least_keys_then_the_first():
    rng = random.Random(1)
    for _ in range(200):
        many = rng.randint(1, 12)
        values = [rng.randint(0, 3) for _ in range(many)]
        keys = [rng.randint(0, 4) for _ in range(many)]
        width = rng.randint(1, many)
        best = sorted(range(many), key=lambda place: (-values[place], keys[place], place))
        assert states.widest(values, keys, width) == sorted(best[:width]), (values, keys)


@pytest.mark.parametrize("small", [False, True])
def test_a_narrow_search_keeps_more_where_its_limit_has_room(small, monkeypatch):
    monkeypatch.setattr(problem, "SMALL", small)
    rules = games.rules_for("RG")
    hand = rack(ROOMY_RACK)
    full = solver.run(rules, table(ROOMY), hand, goal="points")
    scarce = solver.run(rules, table(ROOMY), hand, goal="points", wide=8, limit=75)
    roomy = solver.run(rules, table(ROOMY), hand, goal="points", wide=8, limit=230)
    assert scarce.points < roomy.points == full.points and roomy.states <= 230
    assert not scarce.proved


# of a round of Kiran Rummy: both table jokers can be paid for, so that they are two to spare
PAYABLE = (
    "k2 k3 k4 k5 | k5 k6 k7 k8 | k9 b9 o9 | k11 r11 b11 o11 | k12 b12 o12 | k13 r13 * | r1 r2 r3"
    " | r3 r4 r5 r6 | r5 r6 r7 | r10 r11 * | r10 b10 o10 | r13 b13 o13 | b1 b2 b3 b4 b5 b6 b7"
    " | o2 o3 o4 o5 o6 o7 o8 | o6 o7 o8 | o10 o11 o12"
)
PAYABLE_RACK = "o5 b13 r12 b12 b3 o13 o4 b2 r9 o9 k1"


def _begun(monkeypatch):
    """The searches begun from now on, in the arrays of a handheld: (spare jokers, bytes of slots)
    each."""
    monkeypatch.setattr(problem, "SMALL", True)
    begin = states.SmallLayers.__init__
    sizes = []

    def begun(self, sweep, start):
        begin(self, sweep, start)
        sizes.append((sweep.spare, sum(len(row) * row.itemsize for row in self.slots)))

    monkeypatch.setattr(states.SmallLayers, "__init__", begun)
    return sizes


def test_tidying_up_takes_little_memory_however_many_jokers_are_free(monkeypatch):
    rules = games.rules_for("KR")
    on = table(PAYABLE)
    on[5] = on[5][:2] + bytes((tiles.joker_as(13, 8),))  # o13
    desk = solver.run(rules, on, rack(PAYABLE_RACK))
    sizes = _begun(monkeypatch)
    board = solver.run(rules, on, rack(PAYABLE_RACK))
    assert board.tiles == desk.tiles == 11 and board.table == desk.table and board.proved
    assert max(size for _spare, size in sizes) < 2000


def test_a_hand_that_cannot_open_is_proved_in_little_memory_however_many_jokers_it_holds(
    monkeypatch,
):
    """Without a joker (KR-5) no group of this rack comes to 30 points (KR-4)."""
    hand = rack(
        "k3 k4 k5 k6 k7 k10 r3 r4 r11 r12 b1 b3 b4 b6 b7 b7 b8 b8 b9 b11 b12 b13"
        " o2 o3 o4 o5 o6 o9 * *"
    )
    sizes = _begun(monkeypatch)
    result = solver.run(games.rules_for("KR"), [], hand, opened=False)
    assert result.tiles == 0 and result.proved
    assert [spare for spare, _size in sizes] == [2] and sizes[0][1] < 4000


def test_in_a_narrow_search_the_heap_is_collected_by_states_not_at_every_number(monkeypatch):
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(problem, "collect", lambda: None)
    done = []
    monkeypatch.setattr(states, "collect", lambda: done.append(1))
    found = solver.run(games.rules_for("RK"), table(TABLE), rack("r6 k5 b13 o9"), tidy=0, wide=8)
    assert found.proved and found.states < 48 and not done
    assert 0 < len(placing.known) <= placing._KNOWN


@pytest.mark.parametrize("free", [20000, 100000])
def test_the_slots_are_given_back_behind_a_sweep_where_memory_is_scarce(monkeypatch, free):
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(package, "free", lambda: free)
    held = []
    trace = states.SmallLayers.trace

    def traced(self, index):
        held.append(self.slots)
        trace(self, index)

    way = backtrack.best_way

    def told(sweep):
        held.append(len(held.pop()))
        return way(sweep)

    monkeypatch.setattr(states.SmallLayers, "trace", traced)
    monkeypatch.setattr(backtrack, "best_way", told)
    result = solver.run(games.rules_for("RK"), table("k1 k2 k3"), rack("k4 r9"), tidy=0)
    assert result.tiles == 1 and result.proved
    assert held == ([0] if free == 20000 else [6])


@pytest.mark.parametrize("free", [20000, 100000])
def test_where_memory_is_scarce_what_searches_goes_before_the_referee_comes(monkeypatch, free):
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(package, "free", lambda: free)
    dropped = []
    monkeypatch.setattr(package, "forget", dropped.append)
    before = []
    judging = referee.judging
    monkeypatch.setattr(
        referee, "judging", lambda *of: before.append(list(dropped)) or judging(*of)
    )
    on = table("r3 r4 * | k9 r9 b9 | k1 k2 k3 k4 | b10 b11 b12")
    found = solver.run(games.rules_for("RG"), on, rack("r5 k5 *"), least=3)
    assert found.tiles == 3 and found.proved
    gone = {"rules.solver.states", "rules.solver.sweep"}
    assert len(before) == 1 and (gone <= set(before[0])) == (free == 20000)


# of the search for the heaviest games: table, rack, slots for states to begin with
LARGE = {
    "RG": (
        "k6 r6 o6 | k7 r7 b7 | k11 b11 o11 | r3 b3 o3 | r4 b4 o4 | k10 r10 b10 o10 | r13 b13 o13"
        " | b1 o1 * | k5 r5 o5 | k9 r9 b9 o9 | k12 r12 o12 | b8 b9 b10 b11 * b13"
        " | o7 o8 o9 o10 o11",
        "k1 k1 k2 k8 k10 k11 k12 r1 r1 r3 r7 r8 r10 r11 r11 b2 b5 b6 b6 b7 b12 o1 o3 o4 o7 o8 o12",
        120,
    ),
    "CR": (
        "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 | k2 r2 b2 | k4 k5 k6 k7 k8 | k10 k11 k12 | k13 r13 b13"
        " | k13 r13 b13 o13 | r4 b4 o4 | r5 r6 r7 | r5 b5 o5 | r6 r7 r8 r9 r10 | r9 r10 r11 r12"
        " | r12 b12 o12 | b4 b5 b6 b7 b8 b9 b10 | b10 b11 b12 | o3 o4 o5 o6 o7 | o7 o8 o9"
        " | o11 o12 o13",
        "k3 k9 k12 r1 r3 r3 r4 r8 r11 b1 b1 b2 b3 b3 b6 b7 b8 b9 b11 o1 o2 o2 o3 o6 o8 o10 o10 o11"
        " * *",
        330,
    ),
}


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("game_id", LARGE)
def test_a_wide_search_takes_no_more_slots_than_memory_has(monkeypatch, game_id):
    """One that was cut short then looks once more, for what beats it: that may prove it best."""
    on, hand, most = LARGE[game_id]
    asked = (games.rules_for(game_id), table(on), rack(hand), False)
    full = solver.run(*asked)
    monkeypatch.setattr(problem, "SMALL", True)
    made = []
    grow = states.SmallLayers._grow
    monkeypatch.setattr(
        states.SmallLayers, "_grow", lambda self, room: made.append(room) or grow(self, room)
    )
    assert solver.run(*asked).table == full.table and max(made) > most
    del made[:]
    monkeypatch.setattr(states, "free", lambda: 0)
    found = solver.run(*asked)
    assert max(made) <= most and not found.short and 0 < found.tiles <= full.tiles
    if game_id == "RG":
        assert found.proved and found.table == full.table
    else:
        assert not found.proved
    verdict = referee.judge(asked[0], table(on), rack(hand), found.table, False, False)
    assert verdict.legal


@pytest.mark.long
def test_the_whole_rack_is_proved_out_of_reach_only_where_it_is():
    """A table with all rack tiles but the joker is no answer, nor a proof that there is none."""
    rules = games.rules_for("RG")
    on = table(
        "k1 k2 k3 | k2 k3 k4 | k5 k6 k7 k8 | k7 r7 o7 | k8 r8 o8 | k9 k10 k11 | k9 b9 o9"
        " | k12 r12 b12 | k13 r13 b13 | k13 b13 o13 | r3 r4 r5 r6 r7 | r6 b6 o6 | r9 r10 r11"
        " | r10 b10 o10 | r11 r12 r13 | b1 b2 b3 | b4 o4 * | b5 b6 b7 | b9 b10 b11 b12"
        " | o1 o2 o3 | o8 o9 o10 o11 o12"
    )
    hand = rack("r2 b4 b11 r4 * k11 o11 o5 r3 r8 o2 o3 k10")
    assert solver.run(rules, on, hand, least=13).tiles == 13
    for wide in range(1, 17):
        cut = solver.run(rules, on, hand, least=13, wide=wide, limit=230)
        assert cut.tiles == 13 or cut.tiles == 0 and not cut.proved, wide


def test_the_whole_rack_or_nothing():
    """Asked for all tiles, the answer is all of them or none, and the same as that for the most."""
    for words in ("r6 k5 b13", "r6 k5 b13 o9", "r6 r7 k5 b13 o1", "r6 * b13", "* *"):
        hand = rack(words)
        most = solver.run(RK, table(TABLE), hand)
        whole = solver.run(RK, table(TABLE), hand, least=len(hand))
        assert most.proved and whole.proved
        assert whole.tiles == (len(hand) if most.tiles == len(hand) else 0)


def test_tiles_that_need_more_jokers_than_there_are_end_the_question_at_once():
    hand = rack("b2 o12 *")  # both lack a joker, and no joker helps both
    found = solver.run(RK, table(TABLE), hand, least=3)
    assert found.tiles == 0 and found.proved and found.states == 0


def test_out_of_memory_gives_a_legal_play(monkeypatch):
    def broken(self):
        if self.first is None and self.spare == 1:
            raise MemoryError
            yield
        yield from whole(self)

    whole = sweep.Sweep.run
    monkeypatch.setattr(sweep.Sweep, "run", broken)
    hand = rack("r6 * o9")
    found = solver.run(RK, table(TABLE), hand)
    assert not found.proved and found.tiles == 2 and found.short
    monkeypatch.setattr(sweep.Sweep, "run", whole)
    assert not solver.run(RK, table(TABLE), hand).short
    assert referee.judge(RK, table(TABLE), hand, found.table, True).legal


def test_no_play():
    found = solver.run(RK, table(TABLE), rack("o1 o5"))
    assert found.tiles == 0 and found.laid == b"" and found.proved
    assert solver.run(RK, table(TABLE), b"").proved


def ask(request):
    out = io.StringIO()
    status = jsonl.serve(solve.answer, [json.dumps(request)], out)
    return status, json.loads(out.getvalue())


def test_solve_answers_json():
    status, reply = ask(
        {"id": 7, "game": "RK", "table": [["r3", "r4", "r5"]], "rack": ["r6", "b1"]}
    )
    assert status == 0
    assert (reply["id"], reply["tiles"], reply["points"], reply["laid"]) == (7, 1, 6, ["r6"])
    assert reply["table"] == [["r3", "r4", "r5", "r6"]] and reply["proved"] is True
    assert reply["states"] > 0 and reply["ms"] >= 0


@pytest.mark.parametrize(
    "change, word",
    [
        ({"options": {"nonsense": 1}}, "nonsense"),
        ({"options": {"groups_only": True, "runs_only": True}}, "only"),
        ({"goal": "fun"}, "goal"),
        ({"table": [["r3", "r4", "k5"]]}, "no legal set"),
        ({"table": [["r3", "r4"]]}, "no legal set"),
        ({"rack": ["r3", "r3"]}, "3 tiles r3"),
        ({"rack": ["*", "*", "*"]}, "3 jokers"),
        ({"rack": "r3"}, "list"),
        ({"game": "XX"}, "XX"),
        (
            {
                "table": [[c + str(n) for n in range(1, 14)] for c in "krbo"] * 2,
                "rack": ["*", "*", "r1"],
            },
            "107",
        ),
    ],
)
def test_solve_refuses_with_one_sentence(change, word):
    request = {"game": "RK", "table": [["r3", "r4", "r5"]], "rack": ["r6"]}
    request.update(change)
    status, reply = ask(request)
    said = reply["error"]
    assert status == 2 and word in said and "\n" not in said and said.endswith(".")


@pytest.mark.parametrize("terminal", [True, False])
def test_on_a_terminal_it_says_what_it_waits_for(monkeypatch, capsys, terminal):
    given = io.StringIO()
    given.isatty = lambda: terminal
    monkeypatch.setattr("sys.stdin", given)
    assert jsonl.serve(solve.answer) == 0
    out, err = capsys.readouterr()
    assert (out, "JSON" in err, err.count("\n")) == ("", terminal, int(terminal))


def test_a_malformed_line_does_not_stop_the_rest():
    out = io.StringIO()
    good = json.dumps({"game": "RK", "table": [], "rack": ["r1", "r2", "r3"]})
    assert jsonl.serve(solve.answer, [good, "{", good], out) == 2
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one.get("tiles") for one in replies] == [3, None, 3] and "error" in replies[1]


def test_solve_reads_to_a_person(capsys):
    assert solve.main(["r3 r4 r5 | k9 r9 b9", "b7 * r6"]) == 0
    text = capsys.readouterr().out
    assert "Lay 2 of 3 tiles" in text and "+r6" in text and "Left on the rack: b7" in text
    assert "\033" not in text
    assert guarded("solve", solve.main, ["r3 r4", "b7"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("tile", ["r\u00b3", "r\u0663", "r\uff13", "\u212a3"])
def test_digits_and_letters_of_other_scripts_are_no_tiles_in_text_and_json(tile, capsys):
    assert guarded("solve", solve.main, ["r3 r4 r5", tile]) == 2
    said = capsys.readouterr().err
    assert said.startswith('"%s" is not a tile' % tile) and said.count("\n") == 1
    status, reply = ask({"game": "RK", "table": [], "rack": [tile]})
    assert status == 2 and reply["error"] == said.strip()


@pytest.mark.parametrize(
    "option, word",
    [
        ("clock=\u00b3", 'clock cannot be "\u00b3"'),
        ("clock=-", "clock"),
        ("=3", "name=value"),
        ("clock=", "name=value"),
        ("clock=-1", "clock cannot be -1"),
    ],
)
def test_an_option_that_makes_no_sense_is_one_sentence(option, word, capsys):
    assert guarded("solve", solve.main, ["r3 r4 r5", "r6", "--option", option]) == 2
    said = capsys.readouterr().err
    assert word in said and said.count("\n") == 1


def test_solve_paints_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    solve.main(["r3 r4 r5", "r6"])
    assert "\033[1;31mr6" in capsys.readouterr().out


def test_what_a_phase_loads_is_dropped_when_it_is_over(monkeypatch):
    """Told how to drop a module, as on a handheld, the solver keeps none that is rarely needed."""
    dropped = []
    monkeypatch.setattr(package, "forget", dropped.append)
    rules = games.rules_for("RG")
    on = table("r3 r4 * | k9 r9 b9 | k1 k2 k3 k4 | b10 b11 b12")
    for least in (0, 3):
        for opened in (True, False):
            hand = rack("r5 k5 *")
            found = solver.run(rules, on, hand, opened, least=least)
            monkeypatch.setattr(package, "forget", None)
            assert found.table == solver.run(rules, on, hand, opened, least=least).table
            monkeypatch.setattr(package, "forget", dropped.append)
    names = "end_table opening_build jokers opening_meld tidy whole_rack"
    for name in names.split():
        assert "rules.solver." + name in dropped
    assert "rules.tilegame.referee" in dropped
    assert "rules.solver.search" not in dropped and "rules.solver.states" not in dropped
