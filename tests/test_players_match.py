"""The `match` command as docs/INTERFACES.md gives it."""

import importlib
import json
import multiprocessing
import os
import re
import signal
import sys

import cases
import pytest
from conftest import ROOT

import rules
import tools
from rules.catalogue import LEVELS, ORDER
from tools.__main__ import guarded
from tools.match import command, work
from tools.match import tally as tally_module

RG = ("--game", "RG", "--players", "normal,easy", "--games", "4", "--seed")
AMONG = ("--players", "normal,easy", "--against", "drawer", "--game", "KR", "--games", "12")
KNOWN = (
    ", ".join(LEVELS)
    + ", greedy, patient, late, keeper, single, drawer, mixed, miser"
    + ", LOU, ROSA, MAX, CLEO, OTTO, VERA."
)


def run(capsys, *args):
    """Return (exit status, last line of output, what went to stderr)."""
    status = guarded("match", command.main, list(args))
    seen = capsys.readouterr()
    return status, seen.out.strip().split("\n")[-1], seen.err


def figures(capsys, *args):
    """Return the JSON object without the times."""
    status, line, _ = run(capsys, *args, "--json")
    assert status == 0
    return {name: value for name, value in json.loads(line).items() if name != "ms"}


@pytest.mark.long
def test_one_json_object_with_the_named_fields(capsys):
    args = ("--game", "CR", "--players", "easy,normal", "--games", "1", "--jobs", "1", "--json")
    status, line, _ = run(capsys, *args)
    one = json.loads(line)
    assert status == 0
    assert one["game"] == "CR" and one["players"] == ["easy", "normal"] and one["games"] == 1
    assert one["rounds"] == 3  # CR-3: three rounds a game
    assert sum(one["wins"].values()) == pytest.approx(3)
    assert sum(one["points"].values()) == 0
    assert set(one["wins"]) == set(one["points"]) == {"easy", "normal"}
    assert one["turns"] > 50 and one["stalled"] >= 0
    assert set(one["ms"]) == {"median", "p95", "max"}
    assert 0 <= one["ms"]["median"] <= one["ms"]["p95"] <= one["ms"]["max"]
    assert one["max_states"] > 0
    assert one["invariant_failures"] == 0


@pytest.fixture
def ranked(monkeypatch):
    """Replace the games: the seat of the strongest player wins. Returns (levels, seed) of each."""
    dealt = []
    places = ("hard", "normal", "easy", "drawer")

    def play(game_id, options, levels, seed, tally, checked=True, lay_rates=False):
        dealt.append((levels, seed))
        tally.games += 1
        best = min(range(len(levels)), key=lambda i: places.index(levels[i]))
        tally.add_round(levels, [best], 1, 1, False)

    monkeypatch.setattr(work, "play", play)
    return dealt


def test_seats_rotate_and_each_deal_is_played_from_every_seat(ranked):
    work.run([work.Contest("RK", None, ("hard", "easy"), 4, 7)])
    assert [levels[0] for levels, _ in ranked] == ["hard", "easy", "hard", "easy"]
    assert ranked[0][1] == ranked[1][1] != ranked[2][1] == ranked[3][1]


def test_each_player_sits_alone_among_each_of_others(capsys, ranked):
    args = ("--players", "hard", "--against", "drawer,hard,easy", "--seats", "2,3", "--game", "KR")
    out = figures(capsys, *args, "--games", "18", "--jobs", "1")
    assert [tuple(row.values())[:6] for row in out["pairs"]] == [
        ("KR", seats, "hard", other, games, share)
        for seats, games in ((2, 2), (3, 3))
        for other, share in (("drawer", 1), ("hard", 1), ("easy", 1))
    ]
    assert out["games"] == 15


@pytest.mark.long
def test_equal_levels_share_one_line(capsys):
    args = ("--game", "CR", "--players", "easy,easy", "--games", "2", "--option", "length=1")
    one = figures(capsys, *args, "--jobs", "1")
    assert (one["wins"], one["points"]) == ({"easy": 2.0}, {"easy": 0})


@pytest.mark.long
def test_text_report_names_every_level_and_how_it_plays(capsys):
    args = ["--game", "CR", "--players", "easy,normal", "--games", "2", "--jobs", "1", "--feel"]
    args += ["--option", "length=1"]
    assert command.main(args) == 0
    text = capsys.readouterr().out
    assert (
        re.search("(?m)^CR +2 easy +normal +2 .*%.*% +[0-9]+ +[0-9]+$", text)
        and "invariant failures: 0" in text
    )
    assert re.search("(?m)^CR +2 normal +easy +2 ", text)


@cases.table("args, sentence")
def test_bad_input_gets_one_sentence(capsys, args, sentence):
    sentence = sentence.replace("KNOWN", KNOWN).replace("GAMES", ", ".join(ORDER))
    status, _, err = run(capsys, *args.split(), "--games", "1")
    assert (status, err.strip()) == (2, sentence)


@pytest.mark.parametrize("args", [("--games", "0"), ("--games", "many"), ("--option", "=3")])
def test_bad_numbers_are_refused(capsys, args):
    with pytest.raises(SystemExit) as ended:
        command.main(list(args))
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


# -- workers ---------------------------------------------------------------------------------------


@pytest.fixture
def cluster():
    """Start a dask cluster of one worker. Its scheduler runs in this process, so restore what it
    was sent."""
    import distributed

    path = sys.path[:]
    try:
        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as running:
            yield running.scheduler_address
    finally:
        sys.path[:] = path
        for package in (rules, tools):
            importlib.reload(package)
            assert package.__path__ == [os.path.join(ROOT, package.__name__)]


@pytest.mark.long
def test_same_seed_same_figures_whatever_the_workers(capsys, cluster, monkeypatch):
    """Of two blocks: figures are added up in the order of the deals."""
    monkeypatch.setattr(work, "DEALS", 1)
    games = "--game CR --option length=1 --players easy,drawer --games 4 --seed".split()
    one = figures(capsys, *games, "2", "--jobs", "1")
    others = multiprocessing.active_children()  # the cluster
    assert figures(capsys, *games, "2", "--jobs", "2") == one
    # Else Python's exit may meet a pool that is still ending.
    assert multiprocessing.active_children() == others
    assert figures(capsys, *games, "2", "--dask", cluster) == one
    assert figures(capsys, *games, "3", "--jobs", "1")["turns"] != one["turns"]


@pytest.mark.long
def test_no_cluster_at_the_address_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr(work, "_CALL", 1)
    status, _, err = run(capsys, *RG, "5", "--dask", "tcp://127.0.0.1:9")
    assert (status, err.strip()) == (1, "There is no dask cluster at tcp://127.0.0.1:9.")


def killed(*words):
    """Die as a worker does that runs out of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_dies_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr(work, "play_block", killed)
    status, _, err = run(capsys, *RG, "5", "--jobs", "2")
    assert (status, err.strip()) == (1, "A worker process died.")


def test_a_tournament_that_is_stopped_counts_what_was_played(capsys, ranked, monkeypatch):
    plain, blocks = work.play_block, []

    def interrupted(contest, block, *words):
        if len(blocks) == 3:
            raise KeyboardInterrupt
        blocks.append(block)
        return plain(contest, block, *words)

    monkeypatch.setattr(work, "play_block", interrupted)
    status, line, err = run(capsys, *AMONG, "--seats", "2,3", "--jobs", "1", "--json")
    assert (status, err.strip()) == (1, "Stopped. The 7 games played are counted below.")
    assert [row["games"] for row in json.loads(line)["pairs"]] == [2, 2, 3]


def test_a_tournament_that_is_stopped_has_a_part_of_every_pair():
    contests = [work.Contest("RK", None, ("hard", "easy"), games, 1) for games in (160, 40)]
    blocks = work.blocks(contests)
    for contest, deals in enumerate((80, 20)):
        mine = [block for block in blocks if block.contest == contest]
        assert [block.first for block in mine] == list(range(0, deals, work.DEALS))
        half = [block for block in blocks[: len(blocks) // 2] if block.contest == contest]
        assert abs(len(half) - len(mine) / 2) <= 1


# -- statistics ------------------------------------------------------------------------------------


def test_points_against_others_are_above_the_mean_of_the_table():
    """8 Round Rummy shares out 36 points at every table: 9 of four seats are no success."""
    tally = tally_module.Tally()
    tally.games = 2
    tally.points.update({"hard": 20, "easy": 52})
    assert tally_module.versus("ER", ("hard", "easy", "easy", "easy"), tally, "hard")["points"] == 1


def test_feel_counts_turns_waits_and_last_plays():
    one, other = tally_module.Tally(), tally_module.Tally()
    turns = ((True, True, 0), (False, True, 1), (False, False, 1), (False, True, 2))
    for played, could, run in turns:
        one.add_turn("hard", played, could, run)
    other.add_turn("hard", True, True, 0)
    for tiles in (3, 3, 14):
        other.last["hard", tiles] += 1
    one.add(other)
    assert tally_module.figures("RK", ("hard", "hard"), one)["feel"]["hard"] == {
        "turns": 5,
        "plays": 0.4,
        "plays_if_possible": 0.5,
        "longest_wait": 2,
        "last_play": 3,
    }
