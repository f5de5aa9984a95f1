"""Runs pocket/saves/storage.py on the MicroPython VM in the present folder.

Prints "word number" lines for tests/test_storage_vm.py.
"""

import gc
import sys

gc.collect()
before = gc.mem_alloc()
from pocket.saves import storage  # noqa: E402

gc.collect()
print("import", gc.mem_alloc() - before)

nvm = bytearray(b"\xff" * 4096)
kept = {"path": "./rummy.sav", "nvm": nvm}
good = 0
for number in range(40):
    name = "set" if number % 7 == 3 else "game"
    payload = bytes([number]) * (300 + 40 * number)
    if storage.Store(kept).save(name, payload) is None:
        if storage.Store({"path": "./rummy.sav", "nvm": nvm}).load(name) == payload:
            good += 1
print("good", good)
storage.Store(kept).forget("game")
print("forgotten", int(storage.Store(kept).load("game") is None))
print("others", int(storage.Store(kept).load("set") == bytes([38]) * (300 + 40 * 38)))

from pocket.saves import savefile  # noqa: E402

store = storage.Store(kept)
print(
    "chip",
    int(
        savefile.refused(store, "game", b"in the chip", True, 30) is None
        and store.load("game") == b"in the chip"
    ),
)
print("long", int(store.save("game", bytes(2040))[1][1] == 27))

for name in ("pocket.saves.savefile", "savefile"):
    sys.modules.pop(name, None)
gc.collect()
before = gc.mem_alloc()
gc.disable()
store.save("game", b"x" * 600)
print("garbage", gc.mem_alloc() - before)
