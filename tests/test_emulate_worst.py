"""`emulate --worst`: the search for the heaviest turns, without a firmware; sittings."""

import json

import pytest
from emulate_help import FakeBoard, options

from rules import catalogue
from rules.tilegame import game as games
from tools import emulate
from tools.emulator import EmulatorError, consoles, session, wholegames, worst

SPEC = "RK hard,person 7"
THOUGHT = (
    "thought RK 2 hard play ms 700 rack 9 table 20 pool 30 slice 40",
    "hint RK ms 900 slice 30",
)


def test_every_number_names_one_game_that_can_be_played():
    lines = [worst.line(number) for number in range(1, 400)]
    assert lines == [worst.line(number) for number in range(1, 400)]
    assert len(set(lines)) == len(lines)
    seen = [wholegames.parse(line) for line in lines if _possible(line)]
    assert len(seen) > 380
    tile_games = {name for name in catalogue.ORDER if catalogue.pieces(name) == "tiles"}
    assert {parts[0] for parts in seen} == tile_games
    assert {len(parts[1]) for parts in seen} == {2, 3, 4}
    assert any("person" in parts[1] for parts in seen) and any(parts[3] for parts in seen)


def test_options_that_do_not_go_together_are_no_game_and_do_not_end_the_search():
    number = next(i for i in range(1, 400) if not _possible(worst.line(i)))
    assert worst._weighed(number) == []
    with pytest.raises(EmulatorError, match="[a-z]{4}.*[a-z]{4}") as problem:
        wholegames.parse(worst.line(number))
    assert "(" not in str(problem.value)


def _possible(line):
    try:
        wholegames.parse(line)
    except EmulatorError:  # two clauses that do not go together
        return False
    return True


def test_a_game_is_weighed_by_its_heaviest_turns():
    rows = worst.weigh(SPEC)
    assert {row["asked"] for row in rows} == {False, True}
    for row in rows:
        made = games.unpack(row["save"][3:])
        seat = wholegames.parse(SPEC)[1].index("person" if row["asked"] else "hard")
        assert made.phase == "turn" and made.seat == row["seat"] == seat
        assert len(made.racks[seat]) == row["rack"]
        assert sum(map(len, made.table)) == row["table"]
        assert row["weight"] == row["states"] * (row["rack"] + row["table"]) > 0


def test_the_heaviest_come_first_and_no_game_twice(monkeypatch):
    weighed = {number: worst._weighed(number) for number in range(1, 7)}
    monkeypatch.setattr(worst, "_weighed", weighed.__getitem__)
    rows = worst.heaviest(1, 6, 1, 4)
    assert len({row["game"] for row in rows}) == len(rows) == 4
    for asked in (False, True):
        weights = [row["weight"] for row in rows if row["asked"] == asked]
        assert weights == sorted(weights, reverse=True)
    every = [row["weight"] for game in weighed.values() for row in game if not row["asked"]]
    assert rows[0]["weight"] == max(every)


def test_what_the_firmware_tells_goes_to_its_turn():
    rows = worst.weigh(SPEC)
    lines, files = worst.jobs_of(rows)
    assert len(files) == 2 and lines.count("hint") == 1
    assert sum(line.startswith("think /jobs/") for line in lines) == 1
    console = [(500.0, "thinks RK 2 hard free 9"), (600.0, THOUGHT[0]), (700.0, "screen play")]
    console += [(800.0, "thinks RK 2  free 9"), (900.0, THOUGHT[1])]
    told = consoles.Told(console, [[750.0, 504]], [(550.0, 21000, 512), (850.0, 20500, 4096)])
    worst.take_in(rows, told)
    names = ("low", "piece", "ms", "slice", "refused")
    assert [tuple(row[name] for name in names) for row in rows] == [
        (21000, 512, 700, 40, []),
        (20500, 4096, 900, 30, [504]),
    ]
    told = worst.text(rows).split("\n")
    assert told[1].startswith(SPEC) and "21000" in told[1] and "asked  refused 504" in told[2]


def test_positions_go_to_the_board_as_many_as_a_drive_holds(monkeypatch):
    """Fifteen had no room beside the game on PicoPad's, which ended the command."""
    turn = next(row for row in worst.weigh(SPEC) if not row["asked"])
    rows = [dict(turn, game="RK master,easy %d" % number) for number in range(20)]
    drives = []

    def run_jobs(_args, lines, files, tell):
        drives.append(files)
        console, collections = [], []
        for i in range(len(lines)):
            console += [(100 * i, "thinks RK 2 hard free 9"), (100 * i + 50, THOUGHT[0])]
            collections.append((100 * i + 20, len(drives), 1))
        return consoles.Told(console, [], collections)

    monkeypatch.setattr(worst, "heaviest", lambda *_words: rows)
    monkeypatch.setattr(worst.heaptable, "run_jobs", run_jobs)
    args = session.options(firmware="FILE.uf2", worst=20, tries=1, jobs=1)
    told = worst.measure(args)
    assert sum(len(files) for files in drives) == 20
    for files in drives:  # in clusters; the game leaves 11 KB of a drive of 490
        assert sum(-(-len(save) // 512) for save in files.values()) <= 20
    assert [row["low"] for row in told] == [1 + i // len(drives[0]) for i in range(20)]


def test_without_a_firmware_the_turns_are_told(capsys):
    assert emulate.main(["--worst", "2", "--tries", "3", "--seed", "5", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out.split("\n")[-2])
    assert len(rows) == 2 and rows[0]["game"] in [worst.line(number) for number in (5, 6, 7)]
    with pytest.raises(SystemExit) as ended:
        emulate.main([])
    assert ended.value.code == 2 and "--firmware" in capsys.readouterr().err


def test_a_game_takes_house_options_to_the_board():
    assert wholegames.parse("RK hard,person 7 jokers=1")[3] == {"jokers": 1}
    assert wholegames.job("RK hard,person 7 jokers=1") == "begin RK hard,person 7 jokers=1\n"
    with pytest.raises(EmulatorError, match="jokers"):
        wholegames.parse("RK hard,person 7 jokers=10")
    with pytest.raises(EmulatorError, match="name=value"):
        wholegames.parse("RK hard,person 7 jokers=")


class Sitting(FakeBoard):
    """A board on which each game is over at once."""

    many = 0

    def until(self, text, ms):
        self.ms += 100
        self.say("job begin RK hard,person 7")
        self.console += [
            (self.ms + 1, "thinks RK 2 hard free 50000"),
            (self.ms + 2, THOUGHT[0]),
            (self.ms + 3, "screen score over free 60000"),
        ]
        self.many += 1
        return True

    def failures(self):
        return [[self.ms, 77]]

    def collections(self):
        return [(begun + 1, 9000 + begun, 500) for begun in range(0, int(self.ms), 50)]


def test_a_sitting_tells_each_game_by_itself(monkeypatch):
    board = Sitting()
    asked = []

    def set_up(args, probe, constants, files, on_line):
        asked.append(files["jobs.txt"].decode())
        return board

    monkeypatch.setattr(wholegames.session, "set_up", set_up)
    rows = wholegames.sitting(options(), [SPEC, SPEC, "RK easy,easy 1"])
    assert asked == [
        "begin RK hard,person 7\nover\nbegin RK hard,person 7\nover\nbegin RK easy,easy 1\n"
    ]
    lows = [row["lowest"]["free"][0] for row in rows]
    assert lows == sorted(set(lows))  # each by its own collections, of which the first is lowest
    assert [row["game"] for row in rows] == [SPEC, SPEC, "RK easy,easy 1"]
    assert [len(row["thoughts"]) for row in rows] == [1, 1, 1] and board.pressed == ["A"] * 3
