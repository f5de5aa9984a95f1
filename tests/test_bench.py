"""`bench`: what it counts as wrong, the peers beside it, the hunt for slow positions."""

import json

import pytest

from tools import bench, hunt, solve

FREE = bench.FREE


@pytest.fixture
def few(monkeypatch):
    """Three positions of real games instead of all; a test may spoil them."""
    positions = bench.load(1)[:3]
    monkeypatch.setattr(bench, "load", lambda every: positions)
    return positions


def test_right_answers_end_with_0(few, capsys):
    assert bench.main(["--no-peers"]) == 0
    said = capsys.readouterr().out
    assert "3 positions, 0 wrong" in said
    for heading in (few[0]["stratum"], "real games", "all"):
        assert any(line.startswith(heading) and FREE + "  " in line for line in said.splitlines())


def test_a_wrong_answer_is_told_once_and_ends_with_1(few, capsys):
    few[1]["max_tiles"] += 1
    assert bench.main(["--no-peers"]) == 1
    said = capsys.readouterr().out
    assert said.count("wrong: %s plays" % few[1]["id"]) == 1
    assert "3 positions, 1 wrong" in said


def test_a_peer_that_errs_is_told_and_is_not_our_fault(few):
    class Peer:
        name = "it"

        def solve(self, position):
            return 1.0, position.get("max_tiles", 0) + (position.get("id") == few[2]["id"])

    times, wrong, odd = bench.measure(few, [Peer()])
    assert not wrong
    assert len(odd) == 1 and odd[0].startswith(few[2]["id"] + ": it plays")
    assert [times["it"][position["id"]][0] for position in few] == [1.0, 1.0, 1.0]


def test_each_position_counts_with_its_best_round(few, monkeypatch):
    times = iter(range(1000, 0, -1))

    def ours(position, free, kept):
        return next(times), 7, position.get("max_tiles"), position.get("max_tiles_points")

    monkeypatch.setattr(bench, "solve_with_ours", ours)
    rows, wrong, _ = bench.measure(few, [])
    last = 1000 - 1 - (bench.ROUNDS - 1) * len(bench.KINDS) * 3  # times fall: the last is the best
    assert not wrong
    assert list(rows[FREE].values()) == [(last, 7), (last - 1, 7), (last - 2, 7)]


def test_the_warm_model_has_every_set_that_others_are_put_together_from():
    sets = [tuple(codes) for codes in bench.basic_sets()]
    assert len(set(sets)) == 185
    longest = tuple("k1 k2 k3 k4 k5".split())
    assert longest in sets and (*longest, "k6") not in sets


@pytest.mark.long
def test_a_hunt_climbs_to_dearer_positions_that_solve_reads(monkeypatch, capsys):
    began, begin = [], hunt.random_position
    monkeypatch.setattr(hunt, "random_position", lambda rng: began.append(begin(rng)) or began[-1])
    monkeypatch.setattr(hunt, "_MAX_FAILURES", 5)
    assert hunt.main(0.01, 2) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last.startswith("%d climbs; the slowest position takes " % len(lines))
    for line, position in zip(lines[:20], began):
        found = json.loads(line)
        assert found["proved"] and solve.answer(found)["states"] > 0
        assert found["states"] >= hunt.measure(position)["states"]
