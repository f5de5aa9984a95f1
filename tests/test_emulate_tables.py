"""The figures `emulate` reads off console, panel and flash."""

import ast
import json
import os

import pytest
from build_help import small_tree
from emulate_help import BOARD, FakeBoard, options

from rules.tilegame import game, games
from tools.device import fatimage, frozen, parsed, plan
from tools.device.boards_desktop import ROOT
from tools.emulator import (
    EmulatorError,
    consoles,
    drive,
    handheld,
    heaptable,
    positions,
    session,
    times,
    wholegames,
)

CONSOLE = [
    (1.0, "heap free 162000"),
    (2.0, "probe free 155000"),
    (103.0, "screen title - free 97000"),
    (200.0, "job begin KR hard,person 1"),
    (305.0, "screen startdraw start free 80000"),
    (406.0, "person KR free 60000"),
    (1000.0, "thinks KR 2 hard free 70000"),
    (2000.0, "thought KR 2 hard play ms 900 rack 8 table 30 pool 9 slice 40"),
    (3000.0, "thinks KR 2 hard free 70000"),
    (4000.0, "thought KR 2 hard draw ms 100 rack 9 table 30 pool 8 slice 20"),
    (5000.0, "thinks KR 2  free 70000"),
    (6000.0, "hint KR ms 800 slice 30"),
]
# ms, bytes free, bytes of the largest piece: what the probe's lines tell, and between them less
COLLECTIONS = [
    (98.0, 97000, 40000),
    (300.0, 80000, 30000),
    (400.0, 60000, 20000),
    (995.0, 70000, 25000),
    (1500.0, 21000, 700),
    (1700.0, 22000, 300),
    (2995.0, 70000, 25000),
    (4995.0, 70000, 25000),
    (5100.0, 20500, 900),
]


def told(failures=(), painted=(), console=CONSOLE):
    return consoles.Told(console, list(failures), COLLECTIONS, list(painted))


def test_screens_are_read_with_their_game_and_largest_piece():
    rows = consoles.screens(told())
    assert [(row["game"], row["screen"], row["free"], row["piece"]) for row in rows] == [
        ("-", "title", 97000, 40000),
        ("KR", "startdraw", 80000, 30000),
        ("KR", "turn", 60000, 20000),
    ]


def test_a_search_has_what_was_free_behind_collections_and_what_was_refused_in_it():
    failures = [[320.0, 9], [1200.0, 500], [1300.0, 600], [1310.0, 8704], [2500.0, 7]]
    rows = consoles.searches(told(failures))
    names = ("kind", "ms", "low", "piece", "errors")
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("thought", 900, 21000, 300, 2),
        ("thought", 100, 70000, 25000, 0),
        ("hint", 800, 20500, 900, 0),
    ]
    report = {"start": {"heap": 1, "probe": 2}, "screens": [], "thoughts": rows[:2], "stopped": []}
    report.update(modules=[("rules.x", 5)], sheets=[("font", 7)], refused=[[5.0, 77]], lowest=None)
    text = heaptable.text(report)
    row = [line for line in text.split("\n") if line.startswith("KR")][0].split()
    assert row == ["KR", "2", "hard", "2", "21000", "300", "2", "1", "500", "900", "40"]
    assert "refused: 77 bytes at 5 ms" in text


def test_a_thought_lasts_from_the_painting_before_it_to_the_end_of_the_one_behind_it():
    """A thought of 3.0 s was told as 2.1: what is loaded before the search, and painted behind it,
    is waiting, too."""
    clock = [1100.0, 1101.0, 200, 2, 239, 12]
    painted = [[0.0, 350.0, 0, 0, 239, 239], [380.0, 400.0, 0, 0, 99, 99], clock]
    painted += [[2300.0, 2390.0, 0, 0, 50, 50], [2395.0, 2400.0, 0, 0, 50, 50]]
    rows = consoles.searches(told((), painted))
    assert [(row["ms"], row["work"]) for row in rows] == [(2000, 900), (100, 100), (800, 800)]


def test_a_whole_games_figures():
    failures = [[204.0, size] for size in consoles.PIECES]  # the app, which does without
    failures += [[1200.0, 500], [4500.0, 2304]]
    row = wholegames.figures(told(failures))
    assert row["refused"] == [[1200, 500], [4500, 2304]]
    assert (row["moves"], row["plain"], row["p90_ms"], row["slice_ms"]) == (2, 1, 900, 40)
    assert row["lowest"]["free"][:3] == (20500, 900, 5100)
    row.update(game="KR hard,person 1", ended="moves")
    lines = wholegames.text([row]).split("\n")
    heads = lines[0].split("game", 1)[1].replace("p90 ms", "p90").split()
    values = dict(zip(heads, lines[1][len("KR hard,person 1") :].split()))
    assert (values["ended"], values["refused"], values["slice"]) == ("moves", "2", "40")
    said = "\n".join(lines)
    assert "2304 bytes at 4500 ms" in said and "20500 bytes free, the largest piece 900" in said
    assert "not over after 2 moves" in said
    row["ended"] = "over"
    assert "not over" not in wholegames.text([row])


def test_the_pieces_that_are_left_out_are_the_apps():
    with open(os.path.join(ROOT, "lib", "pocket", "always", "app.py"), encoding="utf-8") as file:
        source = file.read()
    assert "\n_PIECES = %d, %d, %d " % consoles.PIECES[:3] in source
    assert "\n_SHEET = %d " % consoles.PIECES[3] in source


def test_what_is_free_behind_collections_is_told_with_its_piece_and_the_line_before():
    least = consoles.lowest(told(), 420, 4000)
    assert least == {
        "free": (21000, 700, 1500, "thinks KR 2 hard free 70000"),
        "piece": (22000, 300, 1700, "thinks KR 2 hard free 70000"),
    }
    text = consoles.lowest_text(least)
    assert "21000 bytes free, the largest piece 700 (1500 ms, thinks KR" in text
    assert "22000 bytes free, the largest piece 300 (1700 ms" in text
    assert consoles.lowest(told(), 6000) is None
    assert "no collection" in consoles.lowest_text(None)


def test_modules_come_after_what_they_import():
    order = heaptable.import_order(ROOT, "rules")
    assert order.index("rules.tilegame.tiles") < order.index("rules.tilegame.melds")
    assert len(order) == len(set(order))
    assert "pocket.always.flow" not in order


def test_the_screens_of_the_table_are_there():
    """One had gone: it failed on the board, and only the console told."""
    lines = heaptable.screen_jobs()[0]
    known = {
        path.rpartition("/")[2]
        for path in parsed.device_files(ROOT)
        if path.startswith("lib/pocket/")
    }
    shown = {line.split()[1] for line in lines if line.startswith("go ")}
    assert "settingsmenu" in shown and {name + ".py" for name in shown} <= known


@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("seats", (2, 4))
def test_heavy_positions_are_possible_and_heavy(game_id, seats):
    for kind, (table, rack, jokers) in positions.KINDS.items():
        payload = positions.tile_game(game_id, ["hard"] * seats, kind, 1)
        assert payload[:2] == game_id.encode()
        made = game.unpack(payload[3:])
        made.check()
        assert made.phase == "turn" and made.seat == 0
        assert abs(sum(map(len, made.table)) - table) < 3
        assert len(made.racks[0]) == rack
        assert made.racks[0].count(52) == min(jokers, made.rules["jokers"])


def test_screens_are_timed_with_75_tiles_on_the_table():
    from pocket.games import newgame

    made = game.unpack(times.full_table()[3:])
    made.check()
    assert sum(map(len, made.table)) == 75
    assert made.phase == "turn" and newgame.unpack_people(made.note, 4)[0][made.seat][0] == ""


def test_a_save_of_eight_round_rummy_has_a_computer_to_move():
    from pocket.games import newgame

    from rules.eight import game as eight

    payload = positions.card_game("ER", ["hard"] * 4, 9, 1)
    made = eight.unpack(payload[3:])
    people, size = newgame.unpack_people(made.note, 4)
    assert size == len(made.note)
    assert made.phase == "turn" and people[made.seat] == ("hard", "ABCD"[made.seat])
    made = eight.unpack(positions.card_game("ER", ["person", "hard", "easy", "hard"], 9, 1)[3:])
    people, _size = newgame.unpack_people(made.note, 4)
    levels = [people[(made.seat + i) % 4][0] for i in range(4)]
    assert levels == ["", "hard", "easy", "hard"]


AREAS = [
    [100, 110, 0, 0, 9, 9],
    [150, 160, 0, 0, 9, 9],
    [400, 900, 0, 0, 239, 239],
    [2000, 2001, 0, 0, 7, 7],
]


def test_paintings_are_told_apart_by_a_pause():
    assert times.clusters(AREAS) == [(100, 160, 200, 2), (400, 900, 57600, 1), (2000, 2001, 64, 1)]


def test_a_keys_effect_is_its_first_painting_a_screens_the_last_large_one():
    assert times.effect(AREAS, 90, (240, 240), False) == (70, 400, 2)
    assert times.effect(AREAS, 90, (240, 240), True) == (810, (200 + 57600) * 2, 3)
    assert times.effect([], 90, (240, 240), True) is None


def test_a_cursor_that_breathes_is_rest():
    play = [(3600, 3604, 5, 5, 20, 30), (3750, 3760, 40, 5, 60, 30)]
    breath = [(ms, ms + 3, 9, 9, 30, 40) for ms in range(5200, 12000, 500)]
    assert not times.rests([], 9000) and not times.rests(play, 4000)
    assert not times.rests(play + breath[:4], 7000) and times.rests(play + breath, 12000)
    assert not times.rests(play + breath + [(12500, 12510, 40, 5, 60, 30)], 13000)


def test_a_computers_turn_is_the_frames_from_the_screen_to_the_rest():
    def frame(begin, end, high):
        return [begin, end, 0, 0, 9, high - 1]

    areas = [[0, 500, 0, 0, 239, 239], frame(510, 515, 9), frame(3600, 3604, 2)]
    areas += [frame(3606, 3610, 2), frame(3750, 3752, 1), frame(3910, 3930, 9)]
    areas += [frame(7000 + 70 * i, 7010 + 70 * i, 5) for i in range(8)]  # the round's end
    assert times.frames(areas, (240, 240)) == {
        "frames": 3,
        "ms": 330,
        "median": 160,
        "longest": 160,
        "paint": 20,
        "bytes": 2 * 10 * (4 + 1 + 9),
        "most": 2 * 10 * 9,
    }
    with pytest.raises(EmulatorError):
        times.frames(areas[:1], (240, 240))


def test_a_second_of_the_clock_is_no_effect_of_a_key():
    second = (120, 121, 229, 1, 237, 14)
    key = (125, 130, 20, 195, 53, 221)
    assert times.effect([second, key], 110, (240, 240), False) == (20, 34 * 27 * 2, 1)
    assert times.effect([second], 110, (240, 240), False) is None
    assert times.effect([(120, 121, 180, 1, 237, 14)], 110, (240, 240), False) == (11, 58 * 28, 1)
    small = (120, 121, 138, 1, 157, 11)  # its line takes more of a smaller display
    assert times.effect([small], 110, (160, 128), False) is None


def test_memory_is_held_back_on_a_drive_that_nothing_is_added_to(monkeypatch):
    args = options(board=BOARD, heap="147K")
    monkeypatch.setattr(session.drive, "read_firmware", lambda path, desk: None)
    monkeypatch.setattr(
        session.drive, "built", lambda desk, display, firmware: {"code.py": b"play\n"}
    )
    monkeypatch.setattr(session, "Handheld", lambda *words, **rest: (words[3], rest["heap"]))
    assert session.set_up(args, None) == ({"code.py": b"play\n"}, 150528)


def test_nine_tenths_of_the_times():
    assert consoles.share([10, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0.9) == 10
    assert consoles.share(list(range(100)), 0.9) == 90
    assert consoles.share([5], 0.9) == 5


def test_the_first_seat_begins_in_the_timed_game():
    assert game.Game("RK", 2, times.first_seed()).starter == 0


def test_the_drive_holds_all_positions_that_are_timed(monkeypatch):
    for pieces, (_make, kinds, usual) in positions.BY_PIECES.items():
        row = (lambda *words: bytes(512)), kinds, usual
        monkeypatch.setitem(positions.BY_PIECES, pieces, row)
    drives = []

    def played(args, lines, files, tell):
        assert len(lines) == len(files)
        drives.append(files)
        return consoles.Told([])

    monkeypatch.setattr(heaptable, "run_jobs", played)
    assert heaptable.think(None, (1, 2)) == ([], [])
    assert len(set().union(*drives)) == sum(map(len, drives)) > 200
    desk = drive.board("pajenicko_picopad")  # the smallest drive of those that are emulated
    for files in drives[:1] + drives[-1:]:
        content = {**drive.built(desk), **files, "lib/pocket/probe.mpy": bytes(9000)}
        drive.make_room(desk, content)
        assert fatimage.make(desk.drive, content)


def test_over_budget_is_marked():
    rows = [
        {"what": "a", "kind": "cursor", "budget": 30, "ms": 31.0, "bytes": 4, "areas": 1},
        {"what": "b", "kind": "cursor", "budget": 30, "ms": 30.0, "bytes": 4, "areas": 1},
        {"what": "c", "kind": "other", "budget": None, "ms": None, "bytes": 0, "areas": 0},
    ]
    lines = times._key_lines(rows)[1:]
    assert [line.endswith("over") for line in lines] == [True, False, False]


def test_each_result_of_times_is_printed_as_soon_as_it_is_there(monkeypatch, capsys):
    seen = []

    def measured(name, result):
        def measure(*words):
            seen.append(capsys.readouterr().out)
            for tell in words[1:]:
                if name == "keys":
                    tell({"what": "a", "ms": 31.0, "bytes": 4, "areas": 1, "budget": 30})
            return result

        return measure

    turn = dict.fromkeys(("frames", "ms", "median", "longest", "paint", "bytes", "most"), 5)
    monkeypatch.setattr(times, "keys", measured("keys", []))
    monkeypatch.setattr(times, "shown_turn", measured("turn", turn))
    monkeypatch.setattr(times.heaptable, "think", measured("think", ([], [])))
    times.measure(options(), lambda ms, line: None)
    keys, turn, thoughts = seen
    assert "budget" in keys and "31.0" in turn and "over" in turn and "5 frames" in thoughts


def test_a_game_is_read():
    assert wholegames.parse("KR hard,person,easy 12") == ("KR", ["hard", "person", "easy"], 12, {})


class Scripted(handheld.Handheld):
    """An emulated board that is none: answers come from a list."""

    def __init__(self, answers):
        self.answers, self.asked = list(answers), []
        self.keys = drive.keys(drive.board(BOARD))
        self.console, self.on_line, self._read = [], None, 0
        self.ms = self.last = 0.0
        self.bytes = 0

    def _ask(self, **request):
        self.asked.append(request)
        return self.answers.pop(0) if self.answers else {}


def test_until_goes_on_behind_what_it_has_found():
    board = Scripted([{"found": 10}, {"found": -1}])
    assert board.until("screen")
    assert not board.until("screen", 500)
    assert [request["from"] for request in board.asked] == [0, 16]


@pytest.mark.parametrize("told, grows", [("probe free 90000", 30000), ("probe free 50000", 20000)])
def test_what_the_heap_has_not_grown_to_is_free(told, grows):
    """A run that ended before its heap was whole told 20,416 bytes where 61,000 were free."""
    rows = [[5.0, 60000, 7000, 80000], [9.0, 30000, 25000, 100000], [12.0, 8000, 900, 100000]]
    board = Scripted([{"collections": rows}])
    board.console = [(6.0, told), (12.5, "screen title - free 9")]
    assert board.collections() == [
        (5.0, 60000 + grows, max(7000, grows)),
        (9.0, 30000 + grows - 20000, 25000),
        (12.0, 8000 + grows - 20000, max(900, grows - 20000)),
    ]


def test_a_press_is_a_key_down_and_up_again():
    board = Scripted([])
    board.press("A")
    assert [json.dumps(request, sort_keys=True) for request in board.asked if "pin" in request] == [
        '{"do": "key", "down": true, "pin": 18}',
        '{"do": "key", "down": false, "pin": 18}',
    ]


def test_what_a_terminal_would_obey_is_not_text():
    assert handheld._ESCAPES.sub("", "\x1b[2K\x1b[0Gcode\x1b]0;title\x1b\\.py") == "code.py"


def test_the_probe_is_compiled_with_the_program_it_measures(tmp_path, monkeypatch):
    """Here with a small one; with the game in test_firmware_checkout."""
    monkeypatch.setattr(frozen, "ROOT", small_tree(tmp_path))
    content = drive.built(drive.board(BOARD), extra=drive.probe(JOBS=True, SEES=True))
    assert content["probe.mpy"][:2] == b"C\x06"
    assert parsed.module_name("probe.py") == "probe"


def test_the_probe_keeps_no_screen_that_has_gone():
    # The collector reads the C stack, too: a frame that calls a method names its object there, one
    # that calls only plain functions leaves what lay there before.
    (text,) = drive.probe().values()
    wrappers = [
        item
        for item in ast.parse(text).body
        if isinstance(item, ast.FunctionDef) and item.name in ("_step", "_switch")
    ]
    assert len(wrappers) == 2
    for wrapper in wrappers:
        first = wrapper.body[0]
        assert isinstance(first, ast.Expr) and isinstance(first.value, ast.Call)
        called = first.value.func
        assert isinstance(called, ast.Attribute) and called.value.id == wrapper.args.args[0].arg


def test_of_modules_that_lie_in_one_file_the_first_is_loaded():
    order = heaptable.import_order(ROOT, "pocket")
    assert "pocket.always.app" in order and not set(order) & set(plan.homes())


class _Board(FakeBoard):
    """A board that says a line at each look, and nothing after the last."""

    def __init__(self, lines):
        super().__init__()
        self.lines = lines

    def wait(self, ms):
        super().wait(ms)
        if self.lines:
            self.say(self.lines.pop(0))

    def press(self, button):
        super().press(button)
        self.lines.append("screen score over free 20000")


def test_a_game_goes_on_after_the_proof_that_a_seat_may_pass():
    lines = ["thinks KR 3 hard free 30000", "thought KR 3 hard pass", "thinks KR 3 hard free 28096"]
    board = _Board(lines + ["proved KR"])
    assert wholegames._play(board, 600) == "over"
    assert board.pressed == ["A"]


class _Refusing(_Board):
    """A board on which a pass is refused (KR-10), and a hint may be had; after its play START ends
    the game."""

    def __init__(self, hint):
        _Board.__init__(self, ["screen play turn free 1", "person KR free 1"])
        self.hint = hint

    def press(self, button):
        self.pressed.append(button)
        if self.pressed[-2:] == ["START", "A"]:
            self.lines += ["thinks KR 2  free 1", "proved KR", "person KR free 1"]
        elif "SELECT" in self.pressed and self.hint:
            self.lines.append("screen score over free 1")

    def hold(self, button, ms):
        assert ms > 600
        self.pressed.append(button)
        self.lines += ["thinks KR 2  free 1", "hint KR ms 900 low 1 slice 30", "person KR free 1"]


@pytest.mark.parametrize(("hint", "ended"), [(True, "over"), (False, "stopped")])
def test_where_a_pass_is_refused_the_hint_is_played(hint, ended):
    board = _Refusing(hint)
    assert wholegames._play(board, 600) == ended
    assert board.pressed == ["START", "A", "SELECT", "START", "A"]
