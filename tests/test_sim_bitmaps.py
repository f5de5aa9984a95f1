"""The simulator's bitmaptools leave what Blinka's own leave: pixels, and what is to be painted."""

import io
import random

import pytest

from tools.sim import Sim


@pytest.fixture(scope="module")
def modules():
    with Sim():  # displayio needs its stand-ins to be loaded
        import bitmaptools
        import displayio

        from tools.sim import bitmaps
    return bitmaptools, displayio.Bitmap, bitmaps


def filled(Bitmap, rng, colours):
    made = Bitmap(rng.randrange(1, 40), rng.randrange(1, 9), colours)
    for place in range(made.width * made.height):
        made[place] = rng.randrange(colours)
    made._finish_refresh()
    return made


def copy(Bitmap, bitmap):
    made = Bitmap(bitmap.width, bitmap.height, 1 << bitmap._bits_per_value)
    made._data[:] = bitmap._data
    made._finish_refresh()
    return made


def area(bitmap):
    found = bitmap._dirty_area
    return None if found.empty() else (found.x1, found.y1, found.x2, found.y2)


def compare(modules, target, name, *parts, **how):
    """Both leave the same in a copy of `target`, or raise the same. Bytes are told as a file."""
    bitmaptools, Bitmap, bitmaps = modules
    told = []
    for module in (bitmaptools, bitmaps):
        made = copy(Bitmap, target)
        try:
            given = [io.BytesIO(part) if type(part) is bytes else part for part in parts]
            vars(module)[name](made, *given, **how)
            problem = None
        except (ValueError, EOFError) as error:
            problem = type(error)
        told.append((problem, list(made._data), area(made)))
    assert told[0] == told[1]
    return told[0]


@pytest.mark.parametrize("seed", range(60))
def test_blit(modules, seed):
    rng = random.Random(seed)
    target = filled(modules[1], rng, rng.choice((2, 4, 16, 256)))
    changed = 0
    for _ in range(40):
        source = filled(modules[1], rng, rng.choice((2, 4, 16)))
        place = rng.randrange(-9, 20), rng.randrange(-4, 5)
        part = {"x1": rng.choice((0, 0, 1, 5, -1)), "y1": rng.choice((0, 0, 1, -1))}
        part |= {"x2": rng.randrange(30), "y2": rng.randrange(9)} if rng.random() < 0.5 else {}
        for name in ("skip_source_index", "skip_dest_index"):
            part |= {name: rng.randrange(4)} if rng.random() < 0.5 else {}
        told = compare(modules, target, "blit", source, *place, **part)
        changed += told[1] != list(target._data)
    assert changed


@pytest.mark.parametrize("seed", range(20))
def test_fill_region(modules, seed):
    rng = random.Random(seed)
    target = filled(modules[1], rng, rng.choice((2, 4, 16, 256)))
    for _ in range(12):
        region = [rng.randrange(-3, 40) for _ in range(4)] + [rng.choice((0, 1, 3, 200, 300))]
        compare(modules, target, "fill_region", *region)


@pytest.mark.parametrize("bits", (1, 2, 4))
@pytest.mark.parametrize("seed", range(20))
def test_readinto(modules, seed, bits):
    rng = random.Random(seed)
    target = filled(modules[1], rng, rng.choice((1 << bits, 16, 256)))
    size = (target.width * bits + 31) // 32 * 4 * target.height
    data = rng.randbytes(max(0, size + rng.choice((-1, -5, 0, 3))))
    how = rng.choice(({"element_size": 4, "reverse_pixels_in_element": True}, {}))
    compare(modules, target, "readinto", data, bits, **how)
