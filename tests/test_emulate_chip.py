"""The emulated chip: flash, panel and processor."""

import json
import os

import pytest
from conftest import ROOT
from emulate_help import answer, node

from tools.emulator import install

FLASH = """
import { NorFlash } from './flash.mjs';
const memory = new Uint8Array(0x20000).fill(0xff), chip = new NorFlash(memory), told = [];
chip.onChange = (kind, address, what) => told.push([kind, address, what.length ?? what]);
const send = (...bytes) => {
  chip.select();
  const out = bytes.map((byte) => chip.exchange(byte));
  chip.release();
  return out;
};
const write = (...bytes) => { send(6); send(...bytes); };
const at = (...places) => places.map((place) => memory[place]);
"""


@pytest.mark.parametrize(
    "steps, told, found",
    [
        # programming clears bits, and past a page goes on at its start
        (
            "write(2, 0, 0x10, 5, 0xf0, 0x0f); write(2, 0, 0x10, 5, 0x3c, 0xff);",
            "[at(0x1004, 0x1005, 0x1006, 0x1007), told]",
            [[255, 0x30, 0x0F, 255], [["program", 0x1005, 2], ["program", 0x1005, 2]]],
        ),
        ("write(2, 0, 0x10, 0xfe, 1, 2, 3);", "at(0x10fe, 0x10ff, 0x1000, 0x1100)", [1, 2, 3, 255]),
        # erasing sets a sector
        (
            "memory.fill(1); write(0x20, 0, 0x12, 0x34);",
            "[at(0xfff, 0x1000, 0x1fff, 0x2000), told]",
            [[1, 255, 255, 1], [["erase", 0x1000, 4096]]],
        ),
        # nothing is written unless it was enabled, and enabled once
        ("send(2, 0, 0, 0, 0); send(0x20, 0, 0, 0);", "told", []),
        ("send(6); send(4); send(2, 0, 0, 0, 0);", "told", []),
        # identity and size, reading, status
        (
            "memory[7] = 9;",
            "[send(0x9f, 0, 0, 0), send(3, 0, 0, 7, 0), send(5, 0)]",
            [[0, 0xEF, 0x40, 0x18], [255, 255, 255, 255, 9], [0, 0]],
        ),
    ],
)
def test_the_flash_chip(steps, told, found):
    assert answer(FLASH + steps + "console.log(JSON.stringify(%s));" % told) == found


PANEL = """
import { Panel } from './panel.mjs';
const panel = new Panel(4, 3);
let now = 0;
const command = (code, ...data) => {
  panel.byte(code, false, now);
  for (const value of data) panel.byte(value, true, ++now);
};
const window = (left, right, top, bottom) => {
  command(0x2a, 0, left, 0, right);
  command(0x2b, 0, top, 0, bottom);
};
"""


@pytest.mark.parametrize(
    "steps, told, found",
    [
        (
            "window(1, 2, 1, 2); command(0x2c, 0x12, 0x34, 1, 1, 2, 2, 3, 3);",
            "[...panel.pixels]",
            [0, 0, 0, 0, 0, 0x1234, 0x0101, 0, 0, 0x0202, 0x0303, 0],
        ),
        # outside the display nothing is drawn
        (
            "window(3, 4, 2, 3); command(0x2c, 0, 1, 0, 2, 0, 3, 0, 4);",
            "[...panel.pixels]",
            [0] * 11 + [1],
        ),
        # areas are timed
        (
            "command(0x2c, 0, 1, 0, 2); now = 70; command(0x2c, 0, 3); now = 300;"
            "command(0x2c, 0, 4);",
            "[panel.bytes, panel.painted]",
            [8, [[0, 4, 0, 0, 3, 2], [70, 72, 0, 0, 3, 2], [300, 302, 0, 0, 3, 2]]],
        ),
    ],
)
def test_the_panel_draws_a_window_row_by_row(steps, told, found):
    assert answer(PANEL + steps + "console.log(JSON.stringify(%s));" % told) == found


# The glass has 2 columns and 3 rows; a window of the first two pixels of its second row, sent 1, 2;
# turned: one pixel of its first row. Orders as ST7735 and ST7789 have them: rows from the last,
# columns from the last, exchanged.
SENT = """
import { Panel } from './panel.mjs';
const seen = (turned, order, column, last, row) => {
  const panel = new Panel(2, 3, turned);
  const command = (code, ...data) => {
    panel.byte(code, false, 0);
    for (const value of data) panel.byte(value, true, 1);
  };
  command(0x36, order);
  command(0x2a, 0, column, 0, last);
  command(0x2b, 0, row, 0, row);
  command(0x2c, 0, 1, ...column < last ? [0, 2] : []);
  const { width, pixels } = panel, rows = [];
  for (let i = 0; i < 6; i += width) rows.push([...pixels.slice(i, i + width)].join(''));
  return [rows.join(' '), panel.painted[0].slice(2)];
};
console.log(JSON.stringify(seen(%d, %d, %d, %d, %d)));
"""


@pytest.mark.parametrize(
    "turned, order, picture, area",
    [
        (0, 0x00, "00 12 00", [0, 1, 1, 1]),
        (0, 0x08, "00 12 00", [0, 1, 1, 1]),  # blue first: without effect here
        (0, 0x40, "00 21 00", [0, 1, 1, 1]),
        (0, 0x80, "00 12 00", [0, 1, 1, 1]),
        (0, 0x20, "00 01 02", [1, 1, 1, 2]),
        (0, 0x60, "00 10 20", [0, 1, 0, 2]),
        (0, 0xA0, "02 01 00", [1, 0, 1, 1]),
        (0, 0xE0, "20 10 00", [0, 0, 0, 1]),
        (90, None, "001 000", [2, 0, 2, 0]),
        (180, None, "00 00 01", [1, 2, 1, 2]),
        (270, None, "000 100", [0, 1, 0, 1]),
    ],
)
def test_pixels_lie_where_memory_order_and_glass_put_them(turned, order, picture, area):
    column = 1 if order and order & 0x20 else 0  # its rows are the columns then
    window = (column, column + 1, 1) if order is not None else (0, 0, 0)
    assert answer(SENT % (turned, order or 0, *window)) == [picture, area]


# As pico-sdk's driver of the CYW43 radio asks for a word (cyw43_bus_pio_spi): 32 bits out on pin
# 24, 32 in from there; one DMA channel feeds the program, one empties it.
RADIO = """
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attachPrograms } from './pio.mjs';
const load = (file) => import(pathToFileURL(join(%s, 'node_modules/rp2040js/dist/esm', file)));
const { RP2040 } = await load('index.js');
const { SimulationClock } = await load('clock/simulation-clock.js');
const clock = new SimulationClock(), mcu = new RP2040(clock);
mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
attachPrograms(mcu, clock);
const PIO = 0x50200000, DMA = 0x50000000, RAM = 0x20000000;
const put = (address, value) => mcu.writeUint32(address, value >>> 0);
const ask = (divider, answer) => {
  mcu.gpio[24].padValue |= 0x40;
  mcu.gpio[24].setInputValue(answer);
  const program = [0x6001, 0x1040, 0xe080, 0xb042, 0x4001, 0x1084];
  program.forEach((code, i) => put(PIO + 0x48 + 4 * i, code));
  put(PIO + 0xc8, divider << 16);
  put(PIO + 0xcc, 5 << 12); // wrap from 5 to 0
  put(PIO + 0xd0, 3 << 16); // autopush, autopull
  put(PIO + 0xdc, 1 << 29 | 1 << 26 | 1 << 20 | 24 << 15 | 29 << 10 | 24 << 5 | 24);
  put(PIO, 1 << 4); // nothing in its registers
  for (const code of [0x6020, 0x6040]) { // X and Y: 31, bits to come
    put(PIO + 0x10, 31);
    put(PIO + 0xd8, code);
  }
  put(PIO + 0xd8, 0);
  put(RAM, 0x12345678);
  put(RAM + 4, 0xdeadbeef);
  const channel = (n, from, to, increment, request) => {
    const control = 1 << 22 | request << 15 | n << 11 | increment << 4 | 2 << 2 | 1;
    [from, to, 1, control].forEach((value, i) => put(DMA + 0x40 * n + 4 * i, value));
  };
  channel(0, RAM, PIO + 0x10, 1, 0);
  channel(1, PIO + 0x20, RAM + 4, 2, 4);
  put(PIO, 1);
};
const busy = () => [0, 1].map((n) => mcu.readUint32(DMA + 0x40 * n + 12) >>> 24 & 1);
"""


def radio(text):
    """The JSON of a script behind RADIO."""
    return answer(RADIO % json.dumps(install.packages(install.node()[1])) + text)


@pytest.mark.parametrize("level, word", [("false", 0), ("true", 0xFFFFFFFF)])
def test_a_program_and_the_dma_share_a_transfer_that_ends(level, word):
    got = radio(
        "ask(2, %s); clock.tick(1000); const early = busy(); clock.tick(9000);"
        "console.log(JSON.stringify({ early, late: busy(), word: mcu.readUint32(RAM + 4) >>> 0 }));"
        % level
    )
    assert got == {"early": [0, 1], "late": [0, 0], "word": word}  # 2,080 ns: 130 steps of 16


def test_a_program_runs_as_fast_as_its_divider_says():
    got = radio(
        "ask(20, false); clock.tick(15000); const early = busy(); clock.tick(10000);"
        "console.log(JSON.stringify([early, busy()]));"
    )
    assert got == [[0, 1], [0, 0]]  # 20,800 ns


def test_programs_that_wait_cost_nothing_and_those_switched_off_do_not_run():
    got = radio(
        "ask(2, false); clock.tick(10000); const [runs, off] = mcu.pio[0].machines;"
        "console.log(JSON.stringify([clock.nextAlarm, runs.waiting, off.cycles]));"
    )
    assert got == [None, True, 0]


def test_code_beyond_the_first_megabyte_is_fast_too():
    """PicoPad's firmware has 1.5 MB."""
    got = radio(
        "const { FastCore } = await import('./core.mjs'); const at = 0x10140000;"
        "mcu.flash.set([0x01, 0x38, 0xfd, 0xd1, 0xfe, 0xe7], 0x140000);"  # count down, then wait
        "const traces = (code) => { const fast = new FastCore(mcu, clock, code);"
        " mcu.core.registers[0] = 100; mcu.core.registers[15] = at;"
        " fast.run(clock.nanos + 8000, 1e4);"
        " return fast.traces.flash.filter((trace) => trace).length; };"
        "console.log(JSON.stringify([traces(1 << 20), traces(0x181000) > 0]));"
    )
    assert got == [0, True]


def test_the_fast_core_does_what_rp2040js_does():
    packages = install.packages(install.node()[1])
    check = os.path.join(ROOT, "tests", "emulator", "core_check.mjs")
    assert node(check, packages).split("\n")[-2].endswith(" compared, 0 kinds differ")


def test_the_lockfile_names_no_registry():
    with open(os.path.join(ROOT, "tools", "emulator", "package-lock.json")) as file:
        text = file.read()
    assert '"resolved"' not in text and "://" not in text
    assert '"node_modules/rp2040js"' in text and '"integrity"' in text
