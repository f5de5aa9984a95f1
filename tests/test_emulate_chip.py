"""The emulated chip: flash, panel and processor."""

import os

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


def test_a_pause_ends_a_burst_and_areas_are_timed():
    got = answer(
        PANEL + "command(0x2c, 0, 1, 0, 2); now = 70; command(0x2c, 0, 3); now = 300;"
        "command(0x2c, 0, 4); console.log(JSON.stringify({ burst: panel.burst, bytes:"
        " panel.bytes, areas: panel.areas, painted: panel.painted }));"
    )
    assert got["burst"] == {"first": 1, "end": 72, "bytes": 6, "areas": 0} or got["burst"] == {
        "first": 1,
        "end": 72,
        "bytes": 6,
    }
    assert (got["bytes"], got["areas"]) == (8, 3)
    assert got["painted"] == [[0, 4, 0, 0, 3, 2], [70, 72, 0, 0, 3, 2], [300, 302, 0, 0, 3, 2]]


def test_the_fast_core_does_what_rp2040js_does():
    packages = install.packages(install.node()[1])
    check = os.path.join(ROOT, "tests", "emulator", "core_check.mjs")
    assert node(check, packages).split("\n")[-2].endswith(" compared, 0 kinds differ")


def test_the_lockfile_names_no_registry():
    with open(os.path.join(ROOT, "tools", "emulator", "package-lock.json")) as file:
        text = file.read()
    assert '"resolved"' not in text and "://" not in text
    assert '"node_modules/rp2040js"' in text and '"integrity"' in text
