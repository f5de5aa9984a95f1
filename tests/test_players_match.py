"""The `match` command as INTERFACES gives it."""

import json

import pytest

from tools.match import command, work


def run(capsys, *args):
    """(exit status, last line of output as JSON or text, what went to stderr)."""
    status = command.main(list(args))
    seen = capsys.readouterr()
    return status, seen.out.strip().split("\n")[-1], seen.err


def figures(capsys, *args):
    status, line, _ = run(capsys, *args, "--json")
    assert status == 0
    return json.loads(line)


def without_time(one):
    return {name: value for name, value in one.items() if name != "ms"}


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

    def play(deck, levels, seed, tally, checked=True, record=None, lively=False):
        dealt.append((levels[0], seed))
        tally.games += 1

    monkeypatch.setattr(work, "play", play)
    work.run([work.Contest("RK", None, ("hard", "easy"), 4, 7)])
    assert [level for level, _ in dealt] == ["hard", "easy", "hard", "easy"]
    assert dealt[0][1] == dealt[1][1] != dealt[2][1] == dealt[3][1]


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
            "There is no player genius in RK; there are easy, normal, hard, master, greedy, "
            "holder, patient, late, keeper, single, drawer, mixed.",
        ),
        (("--players", "easy"), "Rummikub is for 2 to 4 players."),
        (("--players", "easy,easy,easy,easy,easy"), "Rummikub is for 2 to 4 players."),
        (("--game", "XX"), "There is no game XX; the games are RK, RG, CR, KR, ER."),
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


@pytest.mark.parametrize("args", [("--games", "0"), ("--games", "many"), ("--option", "jokers")])
def test_bad_numbers_are_refused(capsys, args):
    with pytest.raises(SystemExit) as ended:
        command.main(list(args))
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_text_report_names_every_level(capsys):
    status = command.main(
        ["--game", "CR", "--players", "easy,normal", "--games", "2", "--jobs", "1"]
    )
    text = capsys.readouterr().out
    assert status == 0
    assert "easy" in text and "normal" in text and "invariant failures: 0" in text
