"""What the heaviest thoughts of whole games hold at most, on the real VM."""

import base64
import os

import pytest
import vm_drive
from conftest import ROOT
from vm_help import words

# Bytes of the 64-bit VM, whose objects are 1.45 times a board's; code as a build squeezes it. A
# thought that takes half of its memory frees the layers of the panel with their code, some 10 KB;
# the game's own code, 6 KB, is out of memory then, too.
MOST_64 = int(48 * 1024 * 1.45)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("heap")
    vm_drive.compile_program(made)
    return made


with open(os.path.join(ROOT, "tests", "data", "heaviest.txt"), encoding="ascii") as file:
    THOUGHTS = [line.split() for line in file if line[0] != "#"]


@pytest.mark.parametrize("level, save", THOUGHTS)
def test_the_heaviest_thought_of_a_game_leaves_what_is_wanted(folder, level, save):
    (folder / "position.bin").write_bytes(base64.b64decode(save))
    modules = [
        str(path.relative_to(folder)).replace(os.sep, ".")[:-4] for path in folder.rglob("*.mpy")
    ]
    rules = sorted(name for name in modules if name.startswith("rules."))
    found = words("vm_think.py", folder, 1 << 21, folder, "position.bin", level, *rules)
    assert found["moved"] == 1 and found["short"] == 0
    assert found["peak"] < MOST_64
