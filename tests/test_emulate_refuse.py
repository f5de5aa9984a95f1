"""`emulate --refuse`: one allocation at a time is refused, and the outcome is judged."""

import struct

import pytest

from tools.emulator import refuser, shortage

RAM, CODE, STATE, FUNCTION, STACK = 0x20000000, 0x2000, 0x1000, 0x1100, 0x4000
ANEW = "\x1b]0;code.py\x07code.py output:"  # as the firmware prints it
TITLE = "screen title - free 9"


class Chip:
    """A C stack with a pointer to the state of the running Python function: its function object and
    its position. `at(function, position)` runs another one; each has bytecode of its own."""

    RAM_AT, flash_at, code_size = RAM, 0x10000000, 0x1000

    def __init__(self):
        self.ram, self.program, self.top = bytearray(0x8000), bytearray(0x1000), RAM + STACK
        struct.pack_into("<3I", self.ram, STACK, 7, RAM + 0x7000, RAM + STATE)

    def stack(self):
        return self.top

    def at(self, number, position):
        code = CODE + 0x100 * number
        self.ram[code + 3] = number
        struct.pack_into("<2I", self.ram, STATE, RAM + FUNCTION, RAM + code + position)
        # the function: its type lies in flash
        struct.pack_into("<4I", self.ram, FUNCTION, 0x10000500, 0, 0, RAM + code)


class Tried:
    """A Refuser, and what it decides."""

    def __init__(self, every=1, seed=1):
        self.chip, self.rows = Chip(), []
        self.refuser = refuser.Refuser(self.chip, every, seed, self.rows)

    def play(self, *steps):
        """Do each step: a line of the console, (function, position) to run, or an allocation's
        bytes. Returns what was decided."""
        out = []
        for step in steps:
            if isinstance(step, str):
                self.refuser.hear(step)
            elif isinstance(step, tuple):
                self.chip.at(*step)
            else:
                out.append(self.refuser.should_refuse(step, len(out)))
        return out


def test_a_place_is_refused_once_and_the_next_one_only_when_the_game_has_gone_on():
    tried = Tried()
    thinks, person = "thinks RK 2 hard free 9", "person RK free 9"
    steps = [(1, 5), 16, TITLE, 16, 16, (1, 9), 16, thinks, 0, 24, person, (1, 5), 16, (2, 5), 32]
    assert tried.play(*steps) == [False, True, False, False, False, True, False, True]
    assert [size for _ms, size, _place in tried.rows] == [16, 24, 32]
    assert len({place for _ms, _size, place in tried.rows}) == 3


def test_nothing_is_refused_to_the_probe_nor_while_the_game_starts():
    tried = Tried()
    tried.play((1, 5), TITLE)
    tried.refuser.is_quiet = True
    assert tried.play(16) == [False]
    tried.refuser.is_quiet = False
    assert tried.play("code.py output:", TITLE, "thinks RK 2 hard free 9", 16) == [False]
    tried.chip.top = RAM + 0x6000
    tried.refuser.note_progress()
    assert tried.play(16) == [False]  # no Python function runs
    tried.chip.top = RAM + STACK
    assert tried.play(16) == [True]


@pytest.mark.parametrize(
    "begins, line, ready",
    [
        (ANEW, "screen play turn free 9", False),
        (ANEW, "person RK free 9", False),  # the same turn once more
        (ANEW, "thought RK 2 hard draw", False),  # which may be thought once more
        (ANEW, "at 1 40 2", False),
        (ANEW, "at 1 44 0", True),
        ("job begin RK person,hard 7", "screen startdraw start free 9", False),
        ("job begin RK person,hard 7", "person RK free 9", True),
        ("thought RK 2 hard draw", "screen play turn free 9", True),
    ],
)
def test_behind_a_start_the_game_goes_on_when_it_is_played(begins, line, ready):
    tried = Tried()
    tried.play((1, 5), "at 1 40 3", begins)
    tried.refuser.is_ready = False
    tried.play("screen play turn free 9")
    tried.refuser.is_ready = False
    assert tried.play(line, 16) == [ready]


def test_a_key_that_is_pressed_while_the_game_starts_is_no_progress():
    tried = Tried()
    tried.play((1, 5), "code.py output:")
    tried.refuser.note_progress()
    assert tried.play(16, TITLE, 16) == [False, False]
    tried.refuser.note_progress()
    assert tried.play(16) == [True]


def test_another_screen_is_another_place():
    assert Tried().play((1, 5), TITLE, 16, "screen score over free 9", 16) == [True, True]


def test_of_many_places_one_in_ten_is_drawn_by_the_seed():
    drawn = []
    for seed in (1, 1, 2):
        tried = Tried(10, seed)
        drawn.append([tried.play(TITLE, (1, i), 16)[0] for i in range(900)])
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(50 < sum(places) < 150 for places in drawn)


RESTARTED = ["code.py output:", "probe free 9", "screen play turn free 9"]
BEFORE = ["screen play turn free 9", "at 1 40 3"]
FAILED = "The game ran out of memory. The game is kept as of the last turn."


@pytest.mark.parametrize(
    "behind, then, wrong",
    [
        (["thinks RK 2 hard free 9"], "goes on", ""),
        (["MemoryError: ...", "thinks RK 2 hard free 9"], "MemoryError told", ""),
        ([*RESTARTED, "at 1 40 3"], "restart", ""),
        ([*RESTARTED, "at 1 44 0"], "restart", ""),
        ([*RESTARTED, "at 2 0 0"], "restart", ""),
        ([*RESTARTED, "at 1 40 2"], "restart", "Of 3 tiles"),
        ([*RESTARTED, "at 1 36 0"], "restart", "went back"),
        (["at 1 40 2", "thinks RK 2 hard free 9"], "goes on", ""),  # the player took one back
        (["at 1 36 0", "thinks RK 2 hard free 9"], "goes on", "went back"),
        ([*RESTARTED[:2], *RESTARTED], "restarts", "twice"),
        (RESTARTED[:2], "restarts", "Nothing follows"),
        (["screen failed turn free 9"], "failed", "A failure"),
        (["screen checks.failed turn free 9"], "failed", "A failure"),
        ([FAILED], "failed", "ran out of memory"),
        ([*RESTARTED[:2], FAILED], "failed", "ran out of memory"),
    ],
)
def test_what_comes_of_a_refusal(behind, then, wrong):
    console = [(10.0 * i, line) for i, line in enumerate(BEFORE)]
    console += [(110.0 + i, line) for i, line in enumerate(behind)]
    (row,) = shortage.judge_refusals(console, [[100.0, 512, 255]])
    assert [row[name] for name in ("then", "screen", "bytes", "place")] == [
        *(then, "play", 512, "000000ff")
    ]
    assert bool(row["wrong"]) == bool(wrong) and wrong in row["wrong"]
    assert shortage.any_failed([{"refusals": [row]}]) == bool(wrong) and not shortage.any_failed(
        [{}]
    )
    assert ("1 not mended" in shortage.text([row])) == bool(wrong)


@pytest.mark.parametrize("ms, wrong", [(2000, False), (2001, True)])
def test_a_restart_takes_two_seconds_at_most(ms, wrong):
    console = [(101.0, "code.py output:"), (102.0, "heap free 9"), (132.0, "probe free 9")]
    console.append((130.0 + ms, "screen play turn free 9"))  # the probe takes 30 ms to load
    (row,) = shortage.judge_refusals(console, [[100.0, 512, 255]])
    assert row["restart_ms"] == ms and bool(row["wrong"]) == wrong


def test_each_refusal_has_what_follows_it_to_the_next():
    console = [(1.0, "screen title - free 9"), (3.0, "code.py output:")]
    console += [(5.0, "screen play turn free 9"), (8.0, "thinks RK 2 hard free 9")]
    rows = shortage.judge_refusals(console, [[2.0, 16, 1], [6.0, 32, 2]])
    assert [(row["screen"], row["then"]) for row in rows] == [
        ("title", "restart"),
        ("play", "goes on"),
    ]
