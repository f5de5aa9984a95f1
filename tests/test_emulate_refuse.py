"""`emulate --refuse`: one allocation at a time is refused, and the outcome is judged."""

import pytest
from emulate_help import answer

from tools.emulator import shortage

# A C stack with a pointer to the state of the running Python function: its function object and its
# position. `at(function, position)` runs another one; each has bytecode of its own.
CHIP = """
import { Refuser } from './refuser.mjs';
import { Breakpoints } from './routines.mjs';
const RAM = 0x20000000, sram = new Uint8Array(0x8000), words = new Uint32Array(sram.buffer);
const flash = new Uint8Array(0x1000), registers = new Uint32Array(16);
const mcu = { sram, flash, core: { registers } };
const put = (place, ...values) => words.set(values, place >> 2);
const at = (number, position) => {
  const code = 0x2000 + 0x100 * number;
  sram[code + 3] = number;
  put(0x1000, RAM + 0x1100, RAM + code + position); // the state
  put(0x1100, 0x10000500, 0, 0, RAM + code); // the function: its type lies in flash
};
registers[13] = RAM + 0x4000;
put(0x4000, 7, RAM + 0x7000, RAM + 0x1000);
const run = (every, seed, steps) => {
  const refuser = new Refuser(mcu, every, seed);
  return [steps(refuser), refuser.refused];
};
"""


def refused(steps, every=1, seed=1):
    """(what the script's last list has, the refusals) of steps with a Refuser `r`."""
    text = "console.log(JSON.stringify(run(%d, %d, (r) => { %s })));" % (every, seed, steps)
    return answer(CHIP + text)


ANEW = "\\x1b]0;code.py\\x07code.py output:"  # as the firmware prints it
GO = "r.hear('screen title - free 9');"


def test_a_place_is_refused_once_and_the_next_one_only_when_the_game_has_gone_on():
    tried, rows = refused(
        "at(1, 5); const early = r.refuses(16, 1);"
        + GO
        + "const out = [early, r.refuses(16, 2), r.refuses(16, 3)];"
        "at(1, 9); out.push(r.refuses(16, 4)); r.hear('thinks RK 2 hard free 9');"
        "out.push(r.refuses(0, 5), r.refuses(24, 6)); r.hear('person RK free 9');"
        "at(1, 5); out.push(r.refuses(16, 7)); at(2, 5); out.push(r.refuses(32, 8)); return out;"
    )
    assert tried == [False, True, False, False, False, True, False, True]
    assert [row[:2] for row in rows] == [[2, 16], [6, 24], [8, 32]]
    assert len({row[2] for row in rows}) == 3


def test_nothing_is_refused_to_the_probe_nor_while_the_game_starts():
    tried, _rows = refused(
        "at(1, 5);" + GO + "r.quiet = true; const out = [r.refuses(16, 1)]; r.quiet = false;"
        "r.hear('code.py output:');" + GO + "r.hear('thinks RK 2 hard free 9');"
        "out.push(r.refuses(16, 3)); registers[13] = RAM + 0x6000; r.goesOn();"
        "out.push(r.refuses(16, 4)); registers[13] = RAM + 0x4000;"
        "out.push(r.refuses(16, 5)); return out;"
    )
    assert tried == [False, False, False, True]  # the third: no Python function runs


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
    tried, _rows = refused(
        "at(1, 5); r.hear('at 1 40 3'); r.hear('%s');"
        "r.ready = false; r.hear('screen play turn free 9');"
        "r.ready = false; r.hear('%s'); return r.refuses(16, 1);" % (begins, line)
    )
    assert tried is ready


def test_a_key_that_is_pressed_while_the_game_starts_is_no_progress():
    tried, _rows = refused(
        "at(1, 5); r.hear('code.py output:'); r.goesOn(); const out = [r.refuses(16, 1)];"
        + GO
        + "out.push(r.refuses(16, 2)); r.goesOn(); out.push(r.refuses(16, 3)); return out;"
    )
    assert tried == [False, False, True]


def test_another_screen_is_another_place():
    tried, _rows = refused(
        "at(1, 5);" + GO + "const out = [r.refuses(16, 1)]; r.hear('screen score over free 9');"
        "out.push(r.refuses(16, 2)); return out;"
    )
    assert tried == [True, True]


def test_of_many_places_one_in_ten_is_drawn_by_the_seed():
    steps = (
        GO + "for (let i = 0; i < 900; i++) { at(1, i); r.refuses(16, i); " + GO + "} return [];"
    )
    drawn = [[row[0] for row in refused(steps, 10, seed)[1]] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(50 < len(places) < 150 for places in drawn)


def test_a_routine_that_is_refused_gives_back_nothing():
    text = (
        "const core = { registers, PC: 0x10000102, LR: 0x10000201, executeInstruction() {"
        " registers[0] = 5; } }; const chip = { flash, core };"
        "const points = new Breakpoints(chip); const out = [];"
        "for (const refuse of [false, true]) { points.at(0x10000100, () => refuse);"
        " registers[0] = 64; core.PC = 0x10000102; chip.onBreak();"
        " out.push([registers[0], core.PC]); } console.log(JSON.stringify(out));"
    )
    assert answer(CHIP + text) == [[5, 0x10000100], [0, 0x10000200]]


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
    (row,) = shortage.judged(console, [[100.0, 512, 255]])
    assert (row["then"], row["screen"], row["bytes"], row["place"]) == (
        then,
        "play",
        512,
        "000000ff",
    )
    assert bool(row["wrong"]) == bool(wrong) and wrong in row["wrong"]
    assert shortage.failed([{"refusals": [row]}]) == bool(wrong) and not shortage.failed([{}])
    assert ("1 not mended" in shortage.text([row])) == bool(wrong)


@pytest.mark.parametrize("ms, wrong", [(2000, False), (2001, True)])
def test_a_restart_takes_two_seconds_at_most(ms, wrong):
    console = [(101.0, "code.py output:"), (100.0 + ms, "screen play turn free 9")]
    (row,) = shortage.judged(console, [[100.0, 512, 255]])
    assert row["restart_ms"] == ms and bool(row["wrong"]) == wrong


def test_each_refusal_has_what_follows_it_to_the_next():
    console = [(1.0, "screen title - free 9"), (3.0, "code.py output:")]
    console += [(5.0, "screen play turn free 9"), (8.0, "thinks RK 2 hard free 9")]
    rows = shortage.judged(console, [[2.0, 16, 1], [6.0, 32, 2]])
    assert [(row["screen"], row["then"]) for row in rows] == [
        ("title", "restart"),
        ("play", "goes on"),
    ]
