"""The solver's heap on the real VM: that of the positions that need the most."""

import itertools
import subprocess
import sys

import pytest
import vm_help
from conftest import ROOT

from tools import bench

if sys.platform == "win32":
    pytest.skip("there is no MicroPython VM for Windows", allow_module_level=True)

# KB above modules and position on the 64-bit VM, about 1.45 times those of a board: 29 KB there. Up
# to 38 the order in which the heap fills decides about d136; with each more it is proved. With the
# modules that is 180 KB, as when the modules took 11 KB more and the bound was 37.
BOUND = 42
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


PROBE = """
import gc
from rules.tilegame import games, melds, opening, referee, tiles
from rules.solver import end_table, opening_build, opening_meld, jokers
from rules.solver import prepare, search, states, tidy, whole_rack
import position
states.free = None  # whatever is left on a board: all may be taken
rules = games.rules_for(games.ids()[0])
table = [tiles.parse_set(one) for one in position.TABLE]
rack = tiles.parse_set(position.RACK)
gc.collect()
if position.ASKED:
    result = search.run(rules, table, rack, True, "tiles", position.FREE)
    print(result.tiles, result.proved)
"""


class Room:
    """A folder with the compiled rules, in which positions run on the VM with a bounded heap."""

    def __init__(self, folder):
        self.folder = folder
        for module in vm_help.MODULES:
            name = "rules/" + module.replace(".", "/")
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            # the name stays in memory: the same wherever the project lies
            command = [vm_help.CROSS, "-s", name + ".py", "%s/%s.py" % (ROOT, name)]
            subprocess.run([*command, "-o", str(folder / name) + ".mpy"], check=True)
        (folder / "probe.py").write_text(PROBE)

    def runs(self, kilobytes, table, rack, free, asked=True):
        """Return what the VM prints with that heap; asked: it searches for the best play."""
        names = {"TABLE": table, "RACK": rack, "FREE": free, "ASKED": asked}
        lines = ["%s = %r\n" % item for item in names.items()]
        (self.folder / "position.py").write_text("".join(lines))
        # relative: a module's path takes heap, and must not depend on where the folder lies
        done = vm_help.run(["-m", "probe"], self.folder, kilobytes * 1024, ".")
        return done.returncode == 0 and done.stdout.split()

    def loaded(self, first, *position):
        """Return the KB of heap, from `first` on, that the modules and a position take."""
        kilobytes = itertools.count(first)
        return next(kb for kb in kilobytes if self.runs(kb, *position, False) is not False)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    return Room(tmp_path_factory.mktemp("heap"))


@pytest.fixture(scope="module")
def modules(room):
    """KB that the modules take with a position of no tile: others take little more."""
    return room.loaded(32, [], [], False)


@pytest.mark.parametrize("name, free", WORST)
def test_the_best_play_is_proved_within_the_bound(room, modules, name, free):
    position = next(one for one in bench.load(1) if one["id"] == name)
    asked = position["table"], position["rack"], free
    tiles, proved = room.runs(room.loaded(modules, *asked) + BOUND, *asked)
    assert proved == "True" and (not free or int(tiles) == position["max_tiles"])
