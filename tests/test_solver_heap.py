"""The solver's heap on the real VM: that of the positions that need the most."""

import pytest
from build_help import program
from vm_help import vm

from tools import bench

# Bytes above modules and position on the 64-bit VM, whose objects are about 1.45 times a board's;
# some 16 KB of them lie between what importing leaves. With 56 KB d136 is not proved.
BOUND = 60 * 1024
TABLES = 1.02  # of the heap: what the VM keeps about its blocks
FREE = "d152 d158".split()  # jokers are free
CLAUSES = "d136 d149".split()  # they are not

LOAD = program("loads a position for the solver")
SEARCH = """
result = search.run(rules, table, rack, True, "tiles", %r)
print(result.tiles, result.proved)
"""


@pytest.mark.parametrize(
    "name, free", [(name, True) for name in FREE] + [(name, False) for name in CLAUSES]
)
def test_the_best_play_is_proved_within_the_bound(compiled, name, free):
    position = next(one for one in bench.load(1) if one["id"] == name)
    load = LOAD % (position["table"], position["rack"])
    loaded = int(vm(load + "print(gc.mem_alloc())", compiled, 1 << 20)[1])
    worked, said = vm(load + SEARCH % free, compiled, int((loaded + BOUND) * TABLES))
    assert worked, said
    tiles, proved = said.split()
    assert proved == "True" and (not free or int(tiles) == position["max_tiles"])
