"""`bench`: what it counts as wrong, and the peer beside it."""

import pytest

from tools import bench
from tools.place import ROOT

QUICK = ["--no-heap", "--no-peers"]


@pytest.fixture
def few(monkeypatch):
    """Three positions of real games instead of all; a test may spoil them."""
    positions = bench.load(1)[:3]
    monkeypatch.setattr(bench, "load", lambda every: positions)
    return positions


def test_right_answers_end_with_0(few, capsys):
    assert bench.main(QUICK) == 0
    said = capsys.readouterr().out
    assert "3 positions, 0 wrong" in said
    assert [line.split()[:3] for line in said.splitlines() if "free jokers  " in line] == [
        [few[0]["stratum"], "3", "free"],
        ["real", "games", "3"],
        ["all", "3", "free"],
    ]


def test_a_wrong_answer_is_told_once_and_ends_with_1(few, capsys):
    few[1]["max_tiles"] += 1
    assert bench.main(QUICK) == 1
    said = capsys.readouterr().out
    assert said.count("wrong: %s lays" % few[1]["id"]) == 1
    assert "3 positions, 1 wrong" in said


def test_a_peer_that_errs_is_told_and_is_not_our_fault(few):
    class Peer:
        def solve(self, position):
            return 1.0, position.get("max_tiles", 0) + (position.get("id") == few[2]["id"])

    rows, wrong, odd = bench.measure(few, Peer())
    assert not wrong
    assert len(odd) == 1 and odd[0].startswith(few[2]["id"] + ": the peer lays")
    assert [one[0] for one in rows[few[0]["stratum"]]["peer"]] == [1.0, 1.0, 1.0]


def test_each_position_counts_with_its_best_round(few, monkeypatch):
    times = iter(range(1000, 0, -1))
    monkeypatch.setattr(
        bench,
        "ours",
        lambda position, free, kept: (
            next(times),
            7,
            position.get("max_tiles"),
            position.get("max_tiles_points"),
        ),
    )
    rows, wrong, _ = bench.measure(few, None)
    assert not wrong
    kinds = len(bench.KINDS)
    last = 1000 - 1 - (bench.ROUNDS - 1) * kinds * 3  # the times fall: the last round is the best
    assert [one[0] for one in rows[few[0]["stratum"]]["free"]] == [last, last - 1, last - 2]
    assert [one[1] for one in rows[few[0]["stratum"]]["free"]] == [7, 7, 7]


@pytest.mark.long
def test_another_checkout_answers_beside_in_the_same_run(few, capsys):
    """This very one: it takes on the same states."""
    assert bench.main([*QUICK, "--beside", ROOT]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if " %s  " % ROOT in line]
    assert len(rows) == 3 * len(bench.KINDS)
    old = bench.revision.Revision(ROOT)
    try:
        for position in few:
            assert old.ask("ours", position, True, True)[1:] == [
                *bench.ours(position, True, True)[1:]
            ]
    finally:
        old.close()


def test_a_revision_that_is_none_is_one_sentence(few):
    with pytest.raises(ValueError, match="no-such-one is no folder and no revision"):
        bench.main([*QUICK, "--beside", "no-such-one"])
