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
"""
WRITE = "send(6);"


def test_programming_clears_bits_and_erasing_sets_a_sector():
    got = answer(
        FLASH
        + WRITE
        + "send(2, 0, 0x10, 5, 0xf0, 0x0f);"
        + WRITE
        + "send(2, 0, 0x10, 5, 0x3c, 0xff);"
        "const twice = [...memory.slice(0x1004, 0x1008)]; memory[0x0fff] = 1; memory[0x2000] = 2;"
        + WRITE
        + "send(0x20, 0, 0x12, 0x34);"
        "console.log(JSON.stringify({ twice, after: [memory[0xfff], memory[0x1005],"
        " memory[0x1fff], memory[0x2000]], told }));"
    )
    assert got["twice"] == [255, 0x30, 0x0F, 255]
    assert got["after"] == [1, 255, 255, 2]
    assert got["told"] == [["program", 0x1005, 2], ["program", 0x1005, 2], ["erase", 0x1000, 4096]]


def test_programming_past_a_page_goes_on_at_its_start():
    got = answer(
        FLASH + WRITE + "send(2, 0, 0x10, 0xfe, 1, 2, 3);"
        "console.log(JSON.stringify([memory[0x10fe], memory[0x10ff], memory[0x1000],"
        " memory[0x1100]]));"
    )
    assert got == [1, 2, 3, 255]


def test_nothing_is_written_without_leave():
    got = answer(
        FLASH
        + "send(2, 0, 0, 0, 0); send(0x20, 0, 0, 0);"
        + WRITE
        + "send(4); send(2, 0, 0, 0, 0); console.log(JSON.stringify([memory[0], told.length]));"
    )
    assert got == [255, 0]


def test_the_chip_tells_its_size_and_what_it_holds():
    got = answer(
        FLASH + "memory[7] = 9; console.log(JSON.stringify([send(0x9f, 0, 0, 0),"
        " send(3, 0, 0, 7, 0), send(5, 0)]));"
    )
    assert got == [[0, 0xEF, 0x40, 0x18], [255, 255, 255, 255, 9], [0, 0]]


PANEL = """
import { Panel } from './panel.mjs';
const panel = new Panel(4, 3);
let now = 0;
const command = (code, ...data) => {
  panel.byte(code, false, now);
  for (const value of data) panel.byte(value, true, ++now);
};
"""


def test_pixels_fill_the_window_row_by_row():
    got = answer(
        PANEL + "command(0x2a, 0, 1, 0, 2); command(0x2b, 0, 1, 0, 2);"
        "command(0x2c, 0x12, 0x34, 1, 1, 2, 2, 3, 3);"
        "console.log(JSON.stringify([...panel.pixels]));"
    )
    assert got == [0, 0, 0, 0, 0, 0x1234, 0x0101, 0, 0, 0x0202, 0x0303, 0]


def test_what_lies_outside_the_display_is_not_drawn():
    got = answer(
        PANEL + "command(0x2a, 0, 3, 0, 4); command(0x2b, 0, 2, 0, 3);"
        "command(0x2c, 0, 1, 0, 2, 0, 3, 0, 4); console.log(JSON.stringify([...panel.pixels]));"
    )
    assert got == [0] * 11 + [1]


# The glass has 2 columns and 3 rows; a window of the first two pixels of its second row, sent 1, 2.
# Orders as ST7735 and ST7789 have them: rows from the last, columns from the last, exchanged.
SENT = """
import { Panel } from './panel.mjs';
const seen = (turned, order, column, row) => {
  const panel = new Panel(2, 3, turned);
  const command = (code, ...data) => {
    panel.byte(code, false, 0);
    for (const value of data) panel.byte(value, true, 1);
  };
  command(0x36, order);
  command(0x2a, 0, column, 0, column + 1);
  command(0x2b, 0, row, 0, row);
  command(0x2c, 0, 1, 0, 2);
  const { width, pixels } = panel, rows = [];
  for (let i = 0; i < 6; i += width) rows.push([...pixels.slice(i, i + width)].join(''));
  return [rows.join(' '), panel.painted[0].slice(2)];
};
"""


@pytest.mark.parametrize(
    "order, picture, area",
    [
        (0x00, "00 12 00", [0, 1, 1, 1]),
        (0x08, "00 12 00", [0, 1, 1, 1]),  # blue first: another matter
        (0x40, "00 21 00", [0, 1, 1, 1]),
        (0x80, "00 12 00", [0, 1, 1, 1]),
        (0x20, "00 01 02", [1, 1, 1, 2]),
        (0x60, "00 10 20", [0, 1, 0, 2]),
        (0xA0, "02 01 00", [1, 0, 1, 1]),
        (0xE0, "20 10 00", [0, 0, 0, 1]),
    ],
)
def test_pixels_lie_where_the_memory_order_puts_them(order, picture, area):
    column = 1 if order & 0x20 else 0  # its rows are the columns then
    got = answer(SENT + "console.log(JSON.stringify(seen(0, %d, %d, 1)));" % (order, column))
    assert got == [picture, area]


@pytest.mark.parametrize(
    "turned, picture, area",
    [
        (0, "10 00 00", [0, 0, 0, 0]),
        (90, "001 000", [2, 0, 2, 0]),
        (180, "00 00 01", [1, 2, 1, 2]),
        (270, "000 100", [0, 1, 0, 1]),
    ],
)
def test_a_person_sees_the_glass_as_it_stands_on_the_board(turned, picture, area):
    """Its first pixel, at the upper left, goes with the glass."""
    text = SENT.replace("0, column + 1", "0, column").replace("0, 1, 0, 2", "0, 1")
    assert answer(text + "console.log(JSON.stringify(seen(%d, 0, 0, 0)));" % turned) == [
        picture,
        area,
    ]


def test_areas_are_timed():
    got = answer(
        PANEL + "command(0x2c, 0, 1, 0, 2); now = 70; command(0x2c, 0, 3); now = 300;"
        "command(0x2c, 0, 4); console.log(JSON.stringify({ bytes: panel.bytes,"
        " painted: panel.painted }));"
    )
    assert got["bytes"] == 8
    assert got["painted"] == [[0, 4, 0, 0, 3, 2], [70, 72, 0, 0, 3, 2], [300, 302, 0, 0, 3, 2]]


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
