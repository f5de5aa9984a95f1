"""Text from outside reaches a terminal without what would steer it."""

import contextlib
import io
import json
import os
import re
import sys

import cases
import pytest
import saves_help
from build_help import put

from tools import __main__
from tools.device import boards_desktop, drives
from tools.plain import plain

ROOT = boards_desktop.ROOT
EVIL = "\x1b]0;x\x07\x1b[31m\x9b2J\x7f"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
BOOT_OUT = "Adafruit CircuitPython 10.2.1 on 2026; Adafruit PyBadge\r\nBoard ID:pybadge\r\n"


def said(*words, given=b""):
    """Return all that a command prints, here as in a process of its own."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SystemExit):
        patch.setattr(sys, "argv", ["tools", *words])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", out)
        __main__.main()
    return out.buffer.getvalue().decode("utf-8")


def test_control_characters_are_spelt_out():
    assert plain("a\x1b[1m\x9b\x00\r\nb\tc\n\udc9b") == "a\\x1b[1m\\x9b\\x00\nb\tc\n\\udc9b"
    assert plain("é Ş 中") == "é Ş 中"


@pytest.mark.parametrize(
    "name, text",
    [
        ("boot_out.txt", "Adafruit CircuitPython 9.2.1 on 2025; B%s with c\r\nBoard ID:b%s\r\n"),
        ("INFO_UF2.TXT", "UF2 Bootloader v3\r\nModel: M%s\r\nBoard-ID: B%s-x\r\n"),
    ],
)
def test_what_a_board_says_of_itself(tmp_path, name, text):
    put(str(tmp_path), name, text % (EVIL, EVIL))
    found = drives.inspect_drive(str(tmp_path))
    assert not STEERS.search(found.text + found.info)
    printed = said("flash", "--drive", str(tmp_path), "--dry-run")
    assert "31m" in printed and not STEERS.search(printed)


@cases.table("words")
def test_errors_quote_plainly(words):
    printed = said(*[word.replace("EVIL", EVIL) for word in words])
    assert printed and not STEERS.search(printed)


@pytest.mark.parametrize("command", ["solve", "referee", "score"])
def test_json_answers_are_plain(command):
    request = json.dumps({"id": EVIL, "game": EVIL, "table": [[EVIL]], "rack": [EVIL]})
    assert not re.search("[\x00-\x08\x0b-\x1f]", said(command, given=request.encode()))


@pytest.mark.parametrize(
    "more", [[], ["--text"], ["--check"], ["--json"], ["--step", "3"], ["--trace"]]
)
@pytest.mark.parametrize("several", [False, True])
def test_names_in_records(tmp_path, more, several):
    with open(os.path.join(ROOT, "tests", "data", "records", "joker_swap.rec"), "rb") as file:
        data = file.read().replace(b"A, B", EVIL[:-1].encode() + b", B", 1)
    (tmp_path / "a.rec").write_bytes(data * (1 + several))
    printed = said("replay", str(tmp_path / "a.rec"), *more)
    assert printed and not STEERS.search(printed)


@pytest.mark.long
def test_what_a_handheld_wrote_down(tmp_path):
    store = saves_help.store(tmp_path)
    store.save("trace", ("Traceback\n%s: x\n" % EVIL).encode())
    saves = str(tmp_path / "rummy.sav")
    put(str(tmp_path), "boot_out.txt", BOOT_OUT)
    for words in (
        ["replay", "--trace", saves],
        ["trace", saves],
        ["flash", "--trace", "--drive", str(tmp_path)],
    ):
        printed = said(*words)
        assert "31m" in printed and not STEERS.search(printed)


@pytest.mark.long
def test_files_of_a_drive(tmp_path):
    put(str(tmp_path), "boot_out.txt", BOOT_OUT)
    put(str(tmp_path), "lib/pocket/old%s.mpy" % EVIL.replace("/", ""), "old")
    put(str(tmp_path), "code.py", "mine")
    for more in (["--dry-run"], [], ["--uninstall"]):
        printed = said("flash", "--drive", str(tmp_path), *more)
        assert printed and not STEERS.search(printed)
