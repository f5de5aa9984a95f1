"""Saves on the real MicroPython VM: they work with its file calls, and what their code takes."""

import os
import re
import subprocess

import pytest
from conftest import ROOT
from vm_help import BOARD, CROSS, need_vm, words


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Return what tests/vm_saves.py printed: word -> number."""
    folder = tmp_path_factory.mktemp("saves")
    need_vm()
    os.makedirs(folder / "lib" / "pocket" / "saves")
    for name in ("slots", "storage", "savefile"):
        path = os.path.join("lib", "pocket", "saves", name)
        with open(os.path.join(ROOT, path) + ".py", encoding="utf-8") as file:
            source = file.read().replace("from pocket.made import texts\n", "")
        source_path = str(folder / path) + ".source"
        with open(source_path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"\btexts\.[A-Z0-9_]+", "1281", source))  # numbers, as a build has
        subprocess.run([CROSS, "-O3", "-o", str(folder / path) + ".mpy", source_path], check=True)
    return words("vm_saves.py", folder, 64 * 1024, "lib")  # a module keeps the path it has come by


def test_every_save_is_there_after_the_next_power_on(report):
    assert report["good"] == 40
    assert report["forgotten"] == report["others"] == report["long"] == 1


def test_the_chip_takes_a_record(report):
    assert report["chip"] == 1


def test_the_code_that_saves_is_small(report):
    """The file holds the store, 3.4 KB, and how a game becomes bytes, 1.2 KB."""
    assert report["import"] / BOARD < 4700  # to a few blocks of the VM, 32 bytes each
    assert report["garbage"] / BOARD < 16384
