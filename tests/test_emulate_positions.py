"""Heavy positions: the search for them, and the reports on the firmware's work on them."""

import json

import pytest
from emulate_help import FakeBoard, options

from rules import catalogue
from rules.eight import game as cards
from rules.tilegame import game as tiles
from tools import emulate
from tools.emulator import EmulatorError, gamespec, measure, positions, session

SPEC = "RK hard,person 7"
THOUGHT = "thought RK 2 hard play ms 700 rack 9 table 20 pool 30 slice 40"
HINT = "hint RK ms 900 slice 30"


def _possible(line):
    try:
        gamespec.parse(line)
    except EmulatorError:  # two clauses that exclude each other
        return False
    return True


def test_every_number_names_one_game_that_can_be_played():
    lines = [positions.line(number) for number in range(1, 400)]
    assert lines == [positions.line(number) for number in range(1, 400)]
    assert len(set(lines)) == len(lines)
    seen = [gamespec.parse(line) for line in lines if _possible(line)]
    assert len(seen) > 380
    tile_games = {name for name in catalogue.ORDER if catalogue.pieces(name) == "tiles"}
    assert {parts[0] for parts in seen} == tile_games
    assert {len(parts[1]) for parts in seen} == {2, 3, 4}
    assert any("person" in parts[1] for parts in seen) and any(parts[3] for parts in seen)
    impossible = next(number for number in range(1, 400) if not _possible(lines[number - 1]))
    assert positions._weighed(impossible) == []


def test_a_game_is_weighed_by_its_heaviest_turns():
    rows = positions.weigh(SPEC)
    assert {row["asked"] for row in rows} == {False, True}
    for row in rows:
        made = tiles.unpack(row["save"][3:])
        seat = gamespec.parse(SPEC)[1].index("person" if row["asked"] else "hard")
        assert made.phase == "turn" and made.seat == row["seat"] == seat
        assert len(made.racks[seat]) == row["rack"]
        assert sum(map(len, made.table)) == row["table"]
        assert row["weight"] == row["states"] * (row["rack"] + row["table"]) > 0
    lines, files = positions.jobs_of(rows)
    assert len(files) == 2 and lines.count("hint") == 1
    assert sum(line.startswith("think /jobs/") for line in lines) == 1


def test_the_heaviest_come_first_and_no_game_twice(monkeypatch):
    weighed = {number: positions._weighed(number) for number in range(1, 7)}
    monkeypatch.setattr(positions, "_weighed", weighed.__getitem__)
    rows = positions.heaviest(1, 6, 1, 4)
    assert len({row["game"] for row in rows}) == len(rows) == 4
    for asked in (False, True):
        weights = [row["weight"] for row in rows if row["asked"] == asked]
        assert weights == sorted(weights, reverse=True)
    every = [row["weight"] for game in weighed.values() for row in game if not row["asked"]]
    assert rows[0]["weight"] == max(every)


def test_positions_are_thought_about_on_the_board_as_many_as_a_drive_holds(monkeypatch):
    """Fifteen had no room beside the game on PicoPad's drive, which ended the command."""
    row = {"states": 5, "table": 20, "rack": 9, "move": 3, "weight": 145, "save": b"x" * 400}
    rows = [{**row, "game": "RK %d" % n, "asked": n == 1} for n in range(10)]
    monkeypatch.setattr(positions, "heaviest", lambda *words: rows)
    drives = []

    def set_up(args, probe, constants, files, tell):
        drives.append(files)
        board = FakeBoard(["heap free 9", "probe free 9", "jobs done"])
        for n in range(len(files) - 1):
            board.console += [(100 * n, "thinks RK 2 hard free 9"), (100 * n + 90, THOUGHT)]
            board.heaps.append([100 * n + 50, 21000 - n, 512, 60000])
        board.failures.append([20.0, 504])
        return board

    monkeypatch.setattr(session, "set_up", set_up)
    words = {"tries": 1, "jobs": 1, "worst": 10}
    reports = measure.measure(options(firmware="FILE.uf2", **words))
    for files in drives:  # in clusters; the game leaves 11 KB of a drive of 490
        saves = [data for path, data in files.items() if path.startswith("jobs/")]
        assert sum(-(-len(save) // 512) for save in saves) <= 20
    found = [row for report in reports for row in report["searches"]]
    assert [row["low"] for row in found] == [21000 - n for n in (0, 1, 2, 3, 4, 5, 6, 7, 0, 1)]
    assert found[0]["errors"] == 1 and found[1]["errors"] == 0
    assert "RK 1 hint" in measure.text(reports[0])


def test_without_a_firmware_the_turns_are_listed(capsys):
    assert emulate.main(["--worst", "2", "--tries", "3", "--seed", "5", "--json"]) == 0
    (report,) = [json.loads(capsys.readouterr().out.split("\n")[-2])]
    rows = report["searches"]
    assert len(rows) == 2 and rows[0]["game"] in [positions.line(number) for number in (5, 6, 7)]
    with pytest.raises(SystemExit) as ended:
        emulate.main([])
    assert ended.value.code == 2 and "--firmware" in capsys.readouterr().err


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_a_game_is_reached_in_which_a_person_moves(game_id):
    from pocket.games import newgame

    payload = positions.reached(game_id, 4, 60)
    made = (tiles if catalogue.pieces(game_id) == "tiles" else cards).unpack(payload[3:])
    people, _size = newgame.unpack_people(made.note, 4)
    assert made.phase == "turn" and people[made.seat][0] == ""
    assert [level for level, _name in people].count("hard") == 3
    if catalogue.pieces(game_id) == "tiles":
        made.check()
        assert sum(map(len, made.table)) >= 60
