"""The solver's heap on the real VM: that of the positions that need the most."""

import itertools
import json
import sys

import pytest

from tools import bench

if sys.platform == "win32":
    pytest.skip("there is no MicroPython VM for Windows", allow_module_level=True)

# KB above modules and position on the 64-bit VM, about 1.45 times those of a board: 25 KB there. Of
# d136 luck decides from 25 to 36, how the heap lies; with each more it is proved.
BOUND = 37
# (position, free jokers)
WORST = [
    ("d084", True),
    ("d097", True),
    ("d098", False),
    ("d136", False),
    ("d138", False),
    ("d140", True),
    ("d141", True),
    ("d144", True),
    ("d147", True),
    ("d149", False),
    ("d152", True),
    ("d154", True),
    ("d157", True),
    ("d158", True),
    ("d158", False),
]


@pytest.fixture(scope="module")
def room():
    """A folder with the compiled rules and the probing programs."""
    one = bench.Heap()
    yield one
    one.close()


@pytest.fixture(scope="module")
def modules(room):
    """KB that the modules take with a position of no tile: others take little more."""
    room.put([], [], False)
    return room.least("loaded.py", None)


@pytest.mark.parametrize("name, free", WORST)
def test_the_best_play_is_proved_within_the_bound(room, modules, name, free):
    with open(bench.POSITIONS, encoding="utf-8") as source:
        position = [one for one in map(json.loads, source) if one["id"] == name][0]
    room.put(position["table"], position["rack"], free)
    loaded = next(kb for kb in itertools.count(modules) if room.runs(kb, "loaded.py", None))
    assert room.runs(loaded + BOUND, "probe.py", position["max_tiles"] if free else None)
