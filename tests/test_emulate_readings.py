"""Figures read from a run's log: console, panel, memory."""

import os
from types import SimpleNamespace

import pytest
from conftest import ROOT

from tools.emulator import drive, handheld, machine, readings, session

THOUGHT = "thought KR 2 hard %s ms %d rack 9 table 30 pool 8 slice %d"
CONSOLE = [
    (1.0, "heap free 162000"),
    (2.0, "probe free 155000"),
    (50.0, "code.py output:"),
    (103.0, "screen title - free 97000"),
    (200.0, "job begin KR hard,person 1"),
    (305.0, "screen rounds.startdraw start free 80000"),
    (406.0, "person KR free 60000"),
    (1000.0, "thinks KR 2 hard free 70000"),
    (2000.0, THOUGHT % ("play", 900, 40)),
    (3000.0, "thinks KR 2 hard free 70000"),
    (4000.0, THOUGHT % ("draw", 100, 20)),
    (5000.0, "thinks KR 2  free 70000"),
    (6000.0, "hint KR ms 800 slice 30"),
    (7000.0, "coached 3 ms 20100 unsure 0 more 11"),
]
# ms, bytes free, bytes of the largest piece: those of the probe's lines, and lower ones between
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
FAILURES = [[204.0, size] for size in session.RESERVES]  # the game does without
FAILURES += [[320.0, 9], [1200.0, 500], [1300.0, 600], [2500.0, 7]]


def log(painted=(), presses=(), console=CONSOLE, **more):
    return readings.Log(console, FAILURES, COLLECTIONS, list(painted), list(presses), **more)


def test_screens_have_their_game_and_largest_piece():
    names = ("game", "screen", "free", "piece")
    assert [tuple(row[name] for name in names) for row in readings.screens(log())] == [
        ("-", "title", 97000, 40000),
        ("KR", "startdraw", 80000, 30000),
        ("KR", "turn", 60000, 20000),
    ]


def test_searches_have_their_memory_and_what_was_refused_meanwhile():
    names = ("kind", "ms", "low", "piece", "errors", "slice")
    rows = readings.searches(log())
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("thought", 900, 21000, 300, 2, 40),
        ("thought", 100, 70000, 25000, 0, 20),
        ("hint", 800, 20500, 900, 0, 30),
    ]
    assert (rows[0]["level"], rows[0]["move"], rows[0]["rack"]) == ("hard", "play", 9)


def test_a_search_lasts_from_the_picture_before_it_to_the_end_of_the_one_after_it():
    """A thought of 3.0 s was reported as 2.1: loading before it and painting after it count."""
    clock = [1100.0, 1101.0, 200, 2, 239, 12]
    painted = [[0.0, 350.0, 0, 0, 239, 239], [380.0, 400.0, 0, 0, 99, 99], clock]
    painted += [[2300.0, 2390.0, 0, 0, 50, 50], [2395.0, 2400.0, 0, 0, 50, 50]]
    rows = readings.searches(log(painted))
    assert [(row["ms"], row["work"]) for row in rows] == [(2000, 900), (100, 100), (800, 800)]


def test_other_figures_of_a_log():
    assert readings.refused(log()) == [[320, 9], [1200, 500], [1300, 600], [2500, 7]]
    assert readings.lowest(log(), 420, 4000) == {
        "free": (21000, 700, 1500, "thinks KR 2 hard free 70000"),
        "piece": (22000, 300, 1700, "thinks KR 2 hard free 70000"),
    }
    assert readings.lowest(log(), 6000) is None
    assert readings.start(log()) == {"heap": 162000, "probe": 155000}
    assert readings.coached(log()) == {"turns": 3, "ms": 20100, "unsure": 0, "more": 11}
    assert readings.coached(log(console=CONSOLE[:5])) == {}
    part = readings.between(log(), 300, 1000)
    assert [line.split()[0] for _ms, line in part.console] == ["screen", "person"]
    assert len(part.collections) == 3 and part.failures == [[320.0, 9]]


@pytest.mark.parametrize(
    "values, part, found",
    [
        ([10, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0.9, 10),
        (range(100), 0.9, 90),
        ([5], 0.9, 5),
        ([], 0.5, 0),
    ],
)
def test_the_share_of_values(values, part, found):
    assert readings.quantile(values, part) == found


def test_the_reserves_are_the_games():
    with open(os.path.join(ROOT, "lib", "pocket", "app", "flow.py"), encoding="utf-8") as file:
        source = file.read()
    assert "\n_SCREEN_RESERVES = %d, %d, %d\n" % session.RESERVES[:3] in source
    assert "\n_SECTION = %d " % session.RESERVES[3] in source
    assert "bytearray(88 * self.art.head_size[0])" in source  # 20 and 13 pixels
    assert session.RESERVES[4:] == (88 * 20, 88 * 13)


SCREEN = [400, 900, 0, 0, 239, 239]
PAUSED = [[100, 110, 0, 0, 9, 9], [150, 160, 0, 0, 9, 9], SCREEN, [2000, 2001, 0, 0, 7, 7]]
CLOCK = [120, 121, 229, 1, 237, 14]


def test_paintings_are_separated_by_a_pause():
    assert readings.clusters(PAUSED) == [(100, 160, 200), (400, 900, 57600), (2000, 2001, 64)]


TITLE, GAMES = (10, "screen title - free 9"), (300, "screen menus.gamecards - free 9")


@pytest.mark.parametrize(
    "painted, presses, console, size, found",
    [
        # without a new screen the first painting counts, with one the last large one
        (PAUSED, [(90, "DOWN", 60)], [TITLE], (240, 240), [("in title", 70)]),
        (PAUSED, [(90, "A", 60)], [TITLE, GAMES], (240, 240), [("to gamecards", 810)]),
        # a screen that follows much later is not the key's
        (PAUSED, [(90, "A", 60)], [TITLE, (9000, GAMES[1])], (240, 240), [("in title", 70)]),
        # a long press counts from its second meaning
        ([SCREEN], [(-300, "A", 700)], [(-999, TITLE[1])], (240, 240), [("in title", 710)]),
        ([], [(90, "A", 60)], [TITLE], (240, 240), []),
        # the clock's second is no effect of a key; on a smaller display its line takes more
        ([CLOCK], [(110, "A", 60)], [TITLE], (240, 240), []),
        ([CLOCK, [125, 130, 2, 195, 5, 221]], [(110, "A", 60)], [TITLE], (240, 240), [20]),
        ([[120, 121, 180, 1, 237, 14]], [(110, "A", 60)], [TITLE], (240, 240), [11]),
        ([[120, 121, 138, 1, 157, 11]], [(110, "A", 60)], [TITLE], (160, 128), []),
        # each press has the painting up to the next
        (PAUSED, [(90, "A", 60), (140, "A", 60)], [TITLE], (240, 240), [20, 20]),
    ],
)
def test_a_key_is_timed_to_its_picture(painted, presses, console, size, found):
    rows = readings.key_times(log(painted, presses, console, size=size))
    assert rows == found or [ms for _what, ms in rows] == found


class Scripted(handheld.Handheld):
    """An emulated board that runs nothing."""

    def __init__(self, text=""):
        self.console, self.heaps, self.text, self.read_position = [], [], text, 0
        self.presses, self.keys = [], drive.keys(drive.board("pimoroni_picosystem"))
        self.chip = SimpleNamespace(ms=0.0)

    def run(self, ms, until=None):
        pass


def test_until_continues_after_the_text_it_found():
    board = Scripted("a screen title, a screen play")
    assert board.until("screen") and board.until("screen") and not board.until("screen", 500)


@pytest.mark.parametrize("told, grows", [("probe free 90000", 30000), ("probe free 50000", 20000)])
def test_memory_that_the_heap_has_not_grown_into_is_free(told, grows):
    """A run that ended before its heap was whole reported 20,416 bytes where 61,000 were free."""
    board = Scripted()
    board.heaps = [[5.0, 60000, 7000, 80000], [9.0, 30000, 25000, 100000]]
    board.heaps.append([12.0, 8000, 900, 100000])
    board.console = [(6.0, told), (12.5, "screen title - free 9")]
    assert board.collections() == [
        (5.0, 60000 + grows, max(7000, grows)),
        (9.0, 30000 + grows - 20000, 25000),
        (12.0, 8000 + grows - 20000, max(900, grows - 20000)),
    ]


def test_a_press_is_a_key_down_and_up_again():
    board, pushed = Scripted(), []
    board.key = lambda key, is_down: pushed.append((key, is_down))
    board.hold("A", 700)
    assert pushed == [(18, True), (18, False)] and board.presses == [(0.0, "A", 700)]


def test_commands_to_a_terminal_are_no_text():
    assert machine._ESCAPES.sub("", "\x1b[2K\x1b[0Gcode\x1b]0;title\x1b\\.py") == "code.py"


ANEW = [(300.0, "code.py output:"), (400.0, "heap free 9"), (700.0, "probe free 9")]


@pytest.mark.parametrize(
    "later, restart_ms, wrong",
    [
        ([(200.0, "thought RK 2 hard play")], None, ""),
        ([*ANEW, (1000.0, "screen tilegame.play turn free 9")], 600, ""),
        ([*ANEW, (2500.0, "screen t - free 9")], 2100, "The restart takes too long."),
        (ANEW, None, "Nothing follows the restart."),
        ([(200.0, "screen checks.failed - free 9")], None, "A failure is shown: screen"),
        ([(6000.0, "screen checks.failed - free 9")], None, ""),  # after the next refusal
    ],
)
def test_what_follows_a_refused_allocation(later, restart_ms, wrong):
    log = readings.Log([(50.0, "person RK free 9"), *later])
    first, _second = readings.refusals(log, [[100.0, 512], [5000.0, 16]])
    assert (first["bytes"], first["restart_ms"]) == (512, restart_ms)
    assert first["wrong"].startswith(wrong) and bool(first["wrong"]) == bool(wrong)


def test_an_allocation_is_refused_once_the_game_has_gone_on():
    board, hooked = object.__new__(machine.Machine), {}
    board.console, board.refusals, board.chip = (
        [],
        [],
        SimpleNamespace(ms=5.0, key=lambda *key: None),
    )
    board._goes_on = board._is_quiet = False
    board._awaits = ""
    board._routines = {"allocate": 7}
    board._hook_routine = hooked.__setitem__
    board.refuse(1, 0)
    out = []
    for step in (16, "person RK free 9", 0, 16, 16, "A", 32, "code.py output:", "A", 16):
        if step == "A":
            board.key(1, True)
        elif isinstance(step, str):
            board._add_line(0.0, step)
        else:
            out.append(hooked[7](step, 0))
    assert out == [False, False, True, False, True, False]
    assert board.refusals == [[5.0, 16], [5.0, 32]]
    for line in ("screen title - free 9", "person RK free 9"):
        board._add_line(0.0, line)
    assert not hooked[7](16, 0)  # the VM has restarted: only a key is progress
    board.key(1, True)
    board._is_quiet = True  # the probe works
    assert not hooked[7](16, 0)
