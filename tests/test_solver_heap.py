"""The solver's heap on the real VM, for positions that ask for much of it."""
import json

import pytest
from tools import bench

# KB above modules and position on the 64-bit VM, about 1.45 times those of a board
BOUNDS = {"d158": 122}


@pytest.mark.skipif(bench.tool("micropython") is None, reason="no MicroPython VM here")
@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_heap_of_the_monsters(name):
    with open(bench.POSITIONS, encoding="utf-8") as source:
        position = [one for one in map(json.loads, source) if one["id"] == name][0]
    room = bench.Heap()
    try:
        assert not room.runs(32, "probe.py", None)
        with open(room.room + "/position.py", "w", encoding="utf-8") as out:
            out.write("TABLE = %r\nRACK = %r\nFREE = True\n" % (position["table"],
                                                                position["rack"]))
        loaded = room.least("loaded.py", None)
        assert room.runs(loaded + BOUNDS[name], "probe.py", position["max_tiles"])
    finally:
        room.close()
