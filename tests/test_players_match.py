"""The `match` command as INTERFACES gives it."""

import contextlib
import importlib
import io
import json
import os
import signal
import subprocess
import sys

import players_help
import pytest
from conftest import ROOT

import rules
import tools
from rules.catalogue import LEVELS, ORDER
from tools.__main__ import guarded
from tools.match import command, pairs, work
from tools.match import tally as tally_module


def run(capsys, *args):
    """(exit status, last line of output as JSON or text, what went to stderr)."""
    status = guarded("match", command.main, list(args))
    seen = capsys.readouterr()
    return status, seen.out.strip().split("\n")[-1], seen.err


def figures(capsys, *args):
    status, line, _ = run(capsys, *args, "--json")
    assert status == 0
    return json.loads(line)


def without_time(one):
    return {name: value for name, value in one.items() if name != "ms"}


@pytest.mark.long
def test_one_json_object_with_the_named_fields(capsys):
    one = figures(
        capsys,
        "--game",
        "CR",
        "--players",
        "easy,normal",
        "--games",
        "4",
        "--seed",
        "1",
        "--jobs",
        "1",
    )
    assert one["game"] == "CR" and one["players"] == ["easy", "normal"] and one["games"] == 4
    assert one["rounds"] == 12  # CR-3: three rounds a game
    assert sum(one["wins"].values()) == pytest.approx(12)
    assert sum(one["points"].values()) == 0
    assert set(one["wins"]) == set(one["points"]) == {"easy", "normal"}
    assert one["turns"] > 100 and one["stalled"] >= 0
    assert set(one["ms"]) == {"median", "p95", "max"}
    assert 0 <= one["ms"]["median"] <= one["ms"]["p95"] <= one["ms"]["max"]
    assert one["max_states"] > 0
    assert one["invariant_failures"] == 0


@pytest.mark.long
def test_same_seed_same_games_in_one_process_or_two(capsys):
    args = ("--game", "RG", "--players", "normal,easy", "--games", "6", "--seed", "5")
    first = figures(capsys, *args, "--jobs", "1")
    assert without_time(first) == without_time(figures(capsys, *args, "--jobs", "2"))
    other = figures(
        capsys,
        "--game",
        "RG",
        "--players",
        "normal,easy",
        "--games",
        "6",
        "--seed",
        "6",
        "--jobs",
        "1",
    )
    assert other["turns"] != first["turns"]


def test_seats_rotate_and_each_deal_is_played_from_every_seat(monkeypatch):
    dealt = []

    def play(game_id, options, levels, seed, tally, checked=True, lively=False):
        dealt.append((levels[0], seed))
        tally.games += 1

    monkeypatch.setattr(work, "play", play)
    work.run([work.Contest("RK", None, ("hard", "easy"), 4, 7)])
    assert [level for level, _ in dealt] == ["hard", "easy", "hard", "easy"]
    assert dealt[0][1] == dealt[1][1] != dealt[2][1] == dealt[3][1]


@pytest.mark.long
def test_equal_levels_share_one_line(capsys):
    one = figures(
        capsys,
        "--game",
        "CR",
        "--players",
        "easy,easy",
        "--games",
        "2",
        "--jobs",
        "1",
        "--option",
        "length=1",
    )
    assert one["wins"] == {"easy": 2.0}
    assert one["points"] == {"easy": 0}


@pytest.mark.parametrize(
    "args, sentence",
    [
        (
            ("--players", "easy,genius"),
            "There is no player genius in RK; there are %s, greedy, holder, patient, late, keeper, "
            "single, drawer, mixed, LOU, ROSA, MAX, CLEO, OTTO, VERA." % ", ".join(LEVELS),
        ),
        (("--players", "easy"), "Rummikub is for 2 to 4 players."),
        (("--players", "easy,easy,easy,easy,easy"), "Rummikub is for 2 to 4 players."),
        (("--game", "XX"), "There is no game XX; the games are %s." % ", ".join(ORDER)),
        (("--option", "colour=3"), "Rummikub has no option colour."),
        (
            ("--option", "groups_only=true", "--option", "runs_only=true"),
            "Only groups and only runs together leave no set to lay.",
        ),
    ],
)
def test_bad_input_gets_one_sentence(capsys, args, sentence):
    status, _, err = run(capsys, *args, "--games", "1")
    assert status == 2
    assert err.strip() == sentence


@pytest.mark.parametrize("args", [("--games", "0"), ("--games", "many"), ("--option", "=3")])
def test_bad_numbers_are_refused(capsys, args):
    with pytest.raises(SystemExit) as ended:
        command.main(list(args))
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.long
def test_text_report_names_every_level(capsys):
    status = command.main(
        ["--game", "CR", "--players", "easy,normal", "--games", "2", "--jobs", "1"]
    )
    text = capsys.readouterr().out
    assert status == 0
    assert "easy" in text and "normal" in text and "invariant failures: 0" in text


# -- tournaments -----------------------------------------------------------------------------------

PAIRS = ("--pairs", "normal,easy,drawer", "--game", "KR", "--games", "6", "--seed", "3")


@pytest.fixture(scope="module")
def tournament(tmp_path_factory):
    """(the lines of its file, what it says) of a tournament of PAIRS."""
    path = tmp_path_factory.mktemp("tournament") / "all.jsonl"
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert command.main([*PAIRS, "--jobs", "1", "--file", str(path), "--json"]) == 0
    with open(path, "rb") as stream:
        return stream.readlines(), json.loads(said.getvalue().strip().split("\n")[-1])


PLACES = ("hard", "normal", "easy", "drawer")


@pytest.fixture
def ranked(monkeypatch):
    """Nobody plays: the seat of the player that comes first in PLACES wins each game."""

    def play(game_id, options, levels, seed, tally, checked=True, lively=False):
        tally.games += 1
        tally.ended(
            levels, [min(range(len(levels)), key=lambda i: PLACES.index(levels[i]))], 1, 1, 0
        )

    monkeypatch.setattr(work, "play", play)


@pytest.mark.long  # ratings load scipy
def test_pairs_meet_at_every_table_and_are_rated(capsys, ranked):
    status, line, _ = run(capsys, *PAIRS, "--seats", "2,3", "--jobs", "1", "--json")
    out = json.loads(line)
    assert status == 0
    two = [row for row in out["pairs"] if row["seats"] == 2]
    three = [row for row in out["pairs"] if row["seats"] == 3]
    assert {frozenset((row["player"], row["others"])) for row in two} == {
        frozenset(pair) for pair in (("easy", "normal"), ("easy", "drawer"), ("normal", "drawer"))
    }
    assert len(three) == 6  # each of a pair alone against two of the other
    rated = out["ratings"]
    assert rated["normal"] == 1000 > rated["easy"] > rated["drawer"]
    assert out["games"] == sum(row["games"] for row in out["pairs"])


@pytest.mark.long
def test_a_player_sits_alone_among_each_of_others(capsys, ranked):
    status, text, _ = run(
        capsys,
        *("--players", "hard", "--against", "drawer,hard,easy", "--seats", "2,3"),
        *("--game", "KR", "--games", "6", "--jobs", "1", "--json"),
    )
    assert status == 0
    met = [
        (row["seats"], row["player"], row["others"], row["games"])
        for row in json.loads(text)["pairs"]
    ]
    assert met == [
        (seats, "hard", other, games)
        for seats, games in ((2, 2), (3, 3))
        for other in ("drawer", "hard", "easy")
    ]


@pytest.mark.long
def test_who_plays_better_is_rated_higher(tournament):
    assert tournament[1]["ratings"]["normal"] == 1000 > tournament[1]["ratings"]["drawer"]


@pytest.mark.long
def test_the_same_figures_whatever_the_workers(capsys, tournament):
    assert json.loads(run(capsys, *PAIRS, "--jobs", "2", "--json")[1]) == tournament[1]


@pytest.fixture
def cluster():
    """Makes a cluster on this machine, of so many workers. Its scheduler runs in this process, and
    what is sent to it would stay what later tests import."""
    import distributed

    path = sys.path[:]
    try:
        with contextlib.ExitStack() as stack:
            yield lambda workers: stack.enter_context(
                distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                )
            )
    finally:
        sys.path[:] = path
        for package in (rules, tools):
            importlib.reload(package)
            assert package.__path__ == [os.path.join(ROOT, package.__name__)]


@pytest.mark.long
def test_the_same_figures_on_a_cluster(capsys, cluster, tournament):
    line = run(capsys, *PAIRS, "--dask", cluster(1).scheduler_address, "--json")[1]
    assert json.loads(line) == tournament[1]


@pytest.mark.long
def test_a_tournament_goes_on_from_its_file(capsys, tmp_path, monkeypatch, tournament):
    path = str(tmp_path / "all.jsonl")
    lines, whole = tournament
    with open(path, "wb") as stream:
        stream.writelines(lines[:3] + [lines[3][:40]])  # the power went in the middle of a line
    played = []
    plain = work.play_block
    monkeypatch.setattr(work, "play_block", lambda *words: played.append(words) or plain(*words))
    status, line, _ = run(capsys, *PAIRS, "--jobs", "1", "--file", path, "--json")
    assert status == 0 and json.loads(line) == whole
    assert len(played) == len(lines) - 3


@pytest.mark.long
def test_another_tournaments_file_is_refused(capsys, tmp_path, tournament):
    path = str(tmp_path / "all.jsonl")
    with open(path, "wb") as stream:
        stream.writelines(tournament[0])
    status, _, err = run(capsys, *PAIRS[:-1], "4", "--jobs", "1", "--file", path)
    assert status == 1
    assert err.strip() == path + " holds another tournament; name a new file, or delete it."
    status, _, err = run(capsys, *PAIRS, "--file", str(tmp_path / "no" / "where.jsonl"))
    assert status == 1 and err.strip().endswith("cannot be used: No such file or directory.")


@pytest.mark.long
def test_no_cluster_at_the_address_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr(work, "_CALL", 1)
    status, _, err = run(capsys, *PAIRS, "--dask", "tcp://127.0.0.1:9")
    assert status == 1
    assert err.strip() == "There is no dask cluster at tcp://127.0.0.1:9."


def killed(*words):
    """A block whose worker dies, as for want of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.long
def test_a_worker_that_dies_costs_its_block_alone(capsys, tmp_path, monkeypatch, tournament):
    path = str(tmp_path / "all.jsonl")
    lines = tournament[0]
    with open(path, "wb") as stream:
        stream.writelines(lines[:-1])
    kept = sum(json.loads(line)["tally"]["games"] for line in lines[1:-1])
    monkeypatch.setattr(work, "play_block", killed)
    status, _, err = run(capsys, *PAIRS, "--jobs", "2", "--file", path)
    assert status == 1
    assert err.strip() == (
        "A worker process died. The %d games played are kept in %s; the same command goes on."
        % (kept, path)
    )
    with open(path, "rb") as stream:
        assert stream.readlines() == lines[:-1]


@pytest.mark.long
def test_a_cluster_that_loses_its_worker_keeps_what_was_played(
    capsys, tmp_path, monkeypatch, cluster, tournament
):
    """The worker's process is killed after the first block; the same command goes on elsewhere."""
    path = str(tmp_path / "all.jsonl")
    monkeypatch.setattr(work, "_LONELY", 3)
    plain = work.Record.add
    address = cluster(0).scheduler_address
    worker = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", address]
        + ["--no-nanny", "--no-dashboard", "--nthreads", "1"],
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    )

    def add(record, *words):
        plain(record, *words)
        worker.kill()
        worker.wait()

    monkeypatch.setattr(work.Record, "add", add)
    monkeypatch.setattr(work, "_START", 60)
    try:
        status, _, err = run(capsys, *PAIRS, "--dask", address, "--file", path)
    finally:
        worker.kill()
    with open(path, "rb") as stream:
        kept = [json.loads(line)["tally"]["games"] for line in stream.readlines()[1:]]
    assert status == 1
    assert kept and sum(kept) < 12
    assert err.strip() == (
        "The cluster at %s has lost all its workers. The %d games played are kept in %s; the same "
        "command goes on." % (address, sum(kept), path)
    )
    monkeypatch.setattr(work.Record, "add", plain)
    assert (
        json.loads(run(capsys, *PAIRS, "--jobs", "1", "--file", path, "--json")[1]) == tournament[1]
    )


@pytest.mark.parametrize(
    "args, sentence",
    [
        (("--pairs", "easy"), "Pairs need two players."),
        (("--against", "easy"), "--against goes with --players alone."),
        (("--against", "easy", "--campaign"), "--against goes with --players alone."),
        (
            ("--players", "easy", "--against", "nobody"),
            "There is no player nobody in RK; there are %s, greedy, holder, patient, late, keeper, "
            "single, drawer, mixed, LOU, ROSA, MAX, CLEO, OTTO, VERA." % ", ".join(LEVELS),
        ),
        (("--pairs", "easy,hard", "--seats", "7"), "Rummikub is for 2 to 4 players."),
        (("--pairs", "easy,hard", "--seats", "two"), "Rummikub is for 2 to 4 players."),
        (
            ("--players", "master-LUCK,easy"),
            "master has no idea LUCK; it has ALONE, DARE, DRIP, LAST, RISK, SHED, SLOW, TEMPO, "
            "WAIT.",
        ),
        (("--players", "easy-SLOW,easy"), "easy has no idea SLOW; it has none."),
        (("--players", "master-LAST=x,easy"), "An idea's parameter is a number: master-LAST=x."),
    ],
)
def test_bad_pairings_get_one_sentence(capsys, args, sentence):
    status, _, err = run(capsys, *args)
    assert status == 2
    assert err.strip() == sentence


@pytest.mark.long
def test_a_level_without_an_idea_plays_otherwise_and_the_idea_is_back_after_it():
    from rules.tilegame.players import master

    ideas = dict(master.IDEAS)
    whole = players_help.run("RG", ("master", "holder"), 4, 5, {"length": 1})
    less = players_help.run("RG", ("master-SLOW", "holder"), 4, 5, {"length": 1})
    assert whole.points["master"] != less.points["master-SLOW"]
    assert master.IDEAS == ideas


@pytest.mark.long  # matplotlib takes its time to load
def test_a_picture_of_a_tournament(capsys, tmp_path, tournament):
    path = tmp_path / "pairs.svg"
    (tmp_path / "all.jsonl").write_bytes(b"".join(tournament[0]))  # that has been played
    played = (*PAIRS, "--jobs", "1", "--file", str(tmp_path / "all.jsonl"))
    assert run(capsys, *played, "--picture", str(path))[0] == 0
    assert "<svg" in path.read_text()
    status, _, err = run(capsys, *played, "--picture", str(tmp_path / "pairs.what"))
    assert status == 1 and "cannot be written" in err


@pytest.mark.parametrize("place", ["", "nowhere/pairs.svg"])
def test_a_picture_that_cannot_be_is_refused_before_the_games(capsys, tmp_path, place):
    with pytest.raises(SystemExit) as ended:
        command.main([*PAIRS, "--picture", str(tmp_path / place)])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("--picture: ")


def test_a_campaign_plays_more_where_master_and_the_levels_are_at_stake():
    contests = pairs.plan(4000, 1, ["RK"])
    games = {(contest.levels[0], contest.levels[1:]): contest.games for contest in contests}
    assert 3600 < sum(games.values()) <= 4000
    assert ("greedy", ("patient",)) not in games and ("greedy", ("hard",)) not in games
    assert games["master", ("greedy",) * 3] > 5 * games["easy", ("greedy",) * 3]
    assert games["hard", ("normal",)] == games["master", ("greedy",)]
    assert ("normal", ("hard",)) not in games and ("normal", ("hard",) * 2) in games


def test_a_tournament_that_is_stopped_has_a_part_of_every_pair():
    contests = [work.Contest("RK", None, ("hard", "easy"), games, 1) for games in (160, 40)]
    blocks = work.blocks(contests)
    for contest, deals in enumerate((80, 20)):
        mine = [block for block in blocks if block.contest == contest]
        assert [block.first for block in mine] == list(range(0, deals, work.DEALS))
        half = [block for block in blocks[: len(blocks) // 2] if block.contest == contest]
        assert abs(len(half) - len(mine) / 2) <= 1


def test_points_of_pairs_are_above_the_mean_of_the_table():
    """8 Round Rummy's 36 points are shared out, whoever plays: 9 of four seats are no success."""
    tally = tally_module.Tally()
    tally.games = 2
    tally.points = {"hard": 20, "easy": 52}
    contest = work.Contest("ER", None, ("hard", "easy", "easy", "easy"), 2, 1)
    assert pairs.points(contest, tally, "hard")[0] == 1
