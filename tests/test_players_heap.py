"""What the heaviest thoughts of whole games hold at most, on the real VM."""

import os

import pytest
import vm_drive
from vm_help import words

from tools.emulator import gamespec, positions

# Bytes of the 64-bit VM, whose objects are 1.45 times a board's; code as a build squeezes it. A
# thought that takes half of its memory frees the layers of the panel with their code, some 10 KB.
MOST_64 = int(45.5 * 1024 * 1.45)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("heap")
    vm_drive.compile_program(made)
    return made


@pytest.mark.parametrize(
    "spec", ["RG hard,master,master,person 913", "CR hard,person,master,easy 6"]
)
def test_the_heaviest_thought_of_a_game_leaves_what_is_wanted(folder, spec):
    row = [row for row in positions.weigh(spec) if not row["asked"]][0]
    (folder / "position.bin").write_bytes(row["save"])
    level = gamespec.parse(spec)[1][row["seat"]]
    modules = [
        str(path.relative_to(folder)).replace(os.sep, ".")[:-4] for path in folder.rglob("*.mpy")
    ]
    rules = sorted(name for name in modules if name.startswith("rules."))
    found = words("vm_think.py", folder, 1 << 21, folder, "position.bin", level, *rules)
    assert found["moved"] == 1 and found["short"] == 0
    assert found["peak"] < MOST_64
