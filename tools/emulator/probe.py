"""Runs on the emulated board before the game and tells on the console what it measures.

Part of no build: the emulator puts it on the drive it boots. Lines it prints:
    probe cost N free N        what this module takes, and what the game is given
    screen NAME PHASE free N   a screen has come; N bytes are free after collection
"""
import gc
import sys

_ballast = []


def start(heap_kb=None):
    """Hold memory back until `heap_kb` KB are free; then wait for the game to load."""
    gc.collect()
    free = gc.mem_free()
    if heap_kb:
        while gc.mem_free() > heap_kb * 1024 + 1100:
            _ballast.append(bytearray(1024))
            gc.collect()
        free = gc.mem_free()
    print("probe free", free)
    sys.path.insert(0, "/lib")
    from pocket import app
    step = app.App.step
    shown = [None]

    def probed(self):
        step(self)
        if self.screen is not shown[0]:
            shown[0] = self.screen
            gc.collect()
            print("screen", self._name, self.game.phase if self.game else "-", "free",
                  gc.mem_free())
    app.App.step = probed
