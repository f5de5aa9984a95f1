"""The campaigns play, truths and inputs: a few cases of each, and that they see what is wrong."""

import json
import random
import time

import pytest

from rules.tilegame import game as tilegame
from rules.tilegame import referee, scoring
from tools import score
from tools.place import ROOT
from tools.soak import inputs, judge, play, positions, targets, truths


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", (3, 19, 40, 41, 42, 1000032, 4000213, 4000290))
def test_truths_agree(seed, soaked):
    outcome = truths.run_case(seed)
    soaked(truths, outcome)
    assert outcome.failures == []
    assert outcome.count > 20
    if seed % 10 == 9:
        assert outcome.figures["eight_won"] > 0
    else:
        assert outcome.figures["legal"] > 0 and outcome.figures["illegal"] > 0


@pytest.mark.long
def test_truths_see_a_referee_that_lets_a_clause_go(monkeypatch):
    plain = referee.judge

    def lenient(rules, *args, **names):
        return plain(dict(rules, joker_reuse="any", joker_layoff=True), *args, **names)

    monkeypatch.setattr(referee, "judge", lenient)
    failures = (line for seed in range(4) for line in truths.run_case(seed).failures)
    assert any("The referee says legal" in line for line in failures)


@pytest.mark.long
def test_truths_see_a_joker_that_changes_untouched(monkeypatch):
    plain = referee.judge

    def forgetful(*args, **names):
        verdict = plain(*args, **names)
        if verdict.legal:
            verdict.table = [
                bytes([53 + (code - 53) // 15 * 15 + 14 if code > 52 else code for code in row])
                for row in verdict.table
            ]
        return verdict

    monkeypatch.setattr(referee, "judge", forgetful)
    failures = (line for seed in range(4) for line in truths.run_case(seed).failures)
    assert any(line.startswith("Identities: ") for line in failures)


def test_a_failure_of_truths_holds_the_position():
    position = positions.Position("RK", {}, [["k1", "k2", "[k3]"]], ["k4"], True)
    problem = truths.Differs(position, [["k1"]], "Something differs.")
    line = json.loads(str(problem).removeprefix("Something differs. "))
    assert line["before"] == [["k1", "k2", "[k3]"]]
    assert line["after"] == [["k1"]]


def test_positions_put_jokers_of_one_number_side_by_side():
    rng = random.Random(1)
    both = 0
    for _ in range(200):
        position = positions.position(rng, rng.choice(positions.GAMES))
        jokers = [t for row in position.before for t in row if judge.is_joker(t)]
        values = [judge.number(min(judge.stands_for(token))) for token in jokers]
        both += len(values) == 2 and values[0] == values[1]
        for row in position.before:
            assert judge.readings(row, position.rules)
    assert both > 25


def test_tiles_whose_order_says_something_are_not_shuffled():
    rules = judge.rules_of("KR", {})
    rng = random.Random(1)
    for _ in range(50):
        table = positions.shuffled(rng, [["b12", "*", "*"], ["k3", "*", "r3"]], rules)
        assert ["b12", "*", "*"] in table  # `* b12 *` may be a run
        assert len(table) == 2


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seed", range(1, 13))
def test_play_goes_through_whole_games(seed, soaked):
    outcome = play.run_case(seed)
    soaked(play, outcome)
    assert (outcome.count, outcome.failures) == (1, [])
    assert outcome.figures["rounds"] > 0
    assert outcome.figures["replayed"] >= outcome.figures["plays"]
    assert outcome.figures["saves"] > 0


def test_play_sees_scores_that_are_wrong(monkeypatch):
    plain = scoring.score_round

    def wrong(rules, racks, stalled, first=0):
        scores, winners = plain(rules, racks, stalled, first)
        scores[0] += 1
        scores[1] -= 1
        return scores, winners

    monkeypatch.setattr(scoring, "score_round", wrong)
    assert "by the clauses" in play.run_case(2).failures[0]


def test_play_sees_a_save_that_forgets(monkeypatch):
    from rules.tilegame import restore

    plain = restore.unpack

    def forgetful(*args):
        game = plain(*args)
        game.passes = 0 if game.passes else 1
        return game

    monkeypatch.setattr(restore, "unpack", forgetful)
    failures = (line for seed in (1, 2, 3) for line in play.run_case(seed).failures)
    assert any("saves otherwise" in line for line in failures)


def test_play_sees_a_play_that_is_refused_and_changes_the_game(monkeypatch):
    plain = tilegame.Game._play

    def careless(game, table):
        refused = plain(game, table)
        if refused:
            game.passes += 1
        return refused

    monkeypatch.setattr(tilegame.Game, "_play", careless)
    failures = (line for seed in (1, 2, 3) for line in play.run_case(seed).failures)
    assert any("is refused and has changed the game" in line for line in failures)


def test_the_clauses_of_scores():
    scores = judge.scores
    assert scores("RK", [[], ["r5", "*"]], False, 0) == [35, -35]  # RK-16, RK-17
    assert scores("RK", [["k5"], ["r2"], ["b2"]], True, 1) == [-3, 2, 1]  # RK-18, T-13
    assert scores("RG", [["k5"], ["*"]], True, 0) == [25, -25]  # RG-10, RG-11
    assert scores("KR", [["k5"], ["*"], []], False, 0) == [-5, -50, 55]  # KR-11


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("target", [target.NAME for target in targets.TARGETS])
def test_inputs_are_answered_in_one_sentence(target, soaked, request):
    seed = [each.NAME for each in targets.TARGETS].index(target)
    most = 3 if request.config.getoption("--quick") else 16
    runs = min(most, targets.TARGETS[seed].RUNS // 25)
    outcome = inputs.run_case(seed, runs)
    soaked(inputs, outcome)
    assert outcome.failures == []
    assert outcome.count == runs
    assert outcome.figures["max_covered_" + target] > 0


class _Own(Exception):
    """What the target below may raise."""


class _Careless:
    """A target that fails on what only an input with an x or a y reaches."""

    NAME = "careless"
    OWN = (_Own,)
    WORDS = ("x",)

    def read(self, data):
        if b"x" in data:
            raise TypeError("not\nsaid to anybody")
        if b"y" in data:
            raise _Own("two\nlines")
        if not data:
            raise _Own("one line")


def test_inputs_know_that_cards_score_alone():
    """A request that fuzzing made of two: the racks of tiles in it are not read."""
    request = {"game": "ER", "cards": [[1, 8], []], "auto": 0, "racks": "friendly"}
    targets.right_score(request, score.answer(request))
    with pytest.raises(targets.Wrong):
        targets.right_score({"game": "RK", "racks": [["r5"], []]}, {"scores": [5, 0]})


def test_inputs_see_what_nobody_says():
    watched = inputs.Watched(_Careless())
    for data in (b"a", b"xy", b"x", b"y", b""):
        watched(data)
    outcome = watched.outcome()
    assert outcome.count == 5
    assert outcome.figures["refused"] == 2
    assert len(outcome.failures) == 2
    assert "TypeError in tests/test_soak_campaigns.py" in outcome.failures[0]
    shortest = inputs.AGAIN % inputs.packed("careless", b"x")
    assert outcome.failures[0].endswith(shortest)
    assert "this is no one sentence" in outcome.failures[1]


def test_inputs_that_failed_fail_again_alone(monkeypatch):
    """A case feeds what the fuzzer has gathered: the input itself is what plays it again."""
    monkeypatch.setattr(targets, "TARGETS", [_Careless()])
    data = b"x" + bytes(range(256))
    target, again = inputs.unpacked(inputs.packed("careless", data))
    assert target.NAME == "careless" and again == data
    outcome = inputs.run_input(inputs.packed("careless", data))
    assert outcome.count == 1 and "TypeError in " in outcome.failures[0]


@pytest.mark.long
def test_inputs_keep_what_reaches_new_lines():
    code = "def read(data):\n if data[:1] == b'P':\n  if data[1:2] == b'Q':\n   1 / 0\n"
    space = {}
    exec(compile(code, ROOT + "/rules/nothing.py", "exec"), space)

    class Deep(_Careless):
        WORDS = ()

        def read(self, data):
            space["read"](data)

    watched = inputs.Watched(Deep())
    assert inputs.feed(watched, [b"aa"], 30000, random.Random(1)) == 3
    assert [kind for kind, _ in watched.failures] == ["ZeroDivisionError"]


@pytest.mark.long
def test_inputs_see_what_hangs_and_not_what_waits(monkeypatch):
    """Others may have the machine: an input takes long by the processor, not by the clock."""
    monkeypatch.setattr(inputs, "_SECONDS", 0.2)

    class Slow(_Careless):
        WORDS = ()

        def read(self, data):
            if data == b"waits":
                time.sleep(0.4)
            while data == b"hangs":
                pass

    watched = inputs.Watched(Slow())
    inputs.feed(watched, [b"hangs", b"waits"], 2, random.Random(1))
    (said,) = [said for said, _ in watched.failures.values()]
    assert said.startswith("it takes more than")
    assert list(watched.failures.values())[0][1] == b"hangs"
