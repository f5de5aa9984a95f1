"""Runs on the emulated board in place of the game: what each module and each sheet takes.

module TITLE N    bytes after collection that its import takes, without what was there already
sheet NAME N      bytes a sheet takes
"""

import gc

MODULES = ""  # each TITLE=NAME; a title is a name that the build leaves alone
SIZE = ""


def _free():
    gc.collect()
    return gc.mem_free()


def _import(name):
    before = _free()
    title = "?"
    try:
        title, _, name = name.partition("=")
        __import__(name)
    except MemoryError:
        print("module", title, "MemoryError")
        return
    except ImportError:
        return  # nothing is left of it, so it has no file
    print("module", title, before - _free())


def _sheets():
    from pocket.hardware import sizes

    wide, _, high = SIZE.partition("x")
    before = _free()
    _art = sizes.art(int(wide), int(high))  # made once, for tiles and cards alike
    print("sheet", "font,palettes,tiles,cards", before - _free())


def _go():
    for name in MODULES.split(","):
        _import(name)
    if SIZE:
        _sheets()
    print("jobs done")


_go()
