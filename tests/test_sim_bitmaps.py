"""The simulator's bitmaptools leave what Blinka's own leave: pixels, and what is to be painted."""

import io
import random

import pytest

from tools.sim import Sim
from tools.sim.patches import Patches


@pytest.fixture(scope="module")
def modules():
    with Sim():  # displayio needs its stand-ins to be loaded
        import bitmaptools
        import displayio

        from tools.sim import bitmaps
    return bitmaptools, displayio.Bitmap, bitmaps


def filled(rng, colours):
    """Return the width, the colours and the pixels of a bitmap."""
    width, height = rng.randrange(1, 40), rng.randrange(1, 9)
    return width, colours, [rng.randrange(colours) for _ in range(width * height)]


def made(Bitmap, width, colours, pixels):
    bitmap = Bitmap(width, len(pixels) // width, colours)
    for place, pixel in enumerate(pixels):
        bitmap[place] = pixel
    bitmap._finish_refresh()
    return bitmap


def compare(modules, target, name, *parts, **how):
    """Both leave the same in a copy of `target`, or raise the same. A tuple stands for a bitmap,
    bytes for a file."""
    bitmaptools, Bitmap, bitmaps = modules
    told = []
    for ours in (False, True):
        with Patches() as patches:
            if ours:
                bitmaps.patch(patches)
            bitmap, given = made(Bitmap, *target), list(parts)
            for i, part in enumerate(parts):
                if type(part) is bytes:
                    given[i] = io.BytesIO(part)
                elif type(part) is tuple:
                    given[i] = made(Bitmap, *part)
            problem = None
            try:
                getattr(bitmaptools, name)(bitmap, *given, **how)
            except (ValueError, EOFError) as error:
                problem = type(error)
            area = bitmap._dirty_area
            changed = None if area.empty() else (area.x1, area.y1, area.x2, area.y2)
            told.append((problem, [bitmap[i] for i in range(len(target[2]))], changed))
    assert told[0] == told[1]
    return told[0]


@pytest.mark.parametrize("seed", range(12))
def test_blit(modules, seed):
    rng = random.Random(seed)
    target = filled(rng, rng.choice((2, 4, 16, 256)))
    changed = 0
    for _ in range(40):
        source = filled(rng, rng.choice((2, 4, 16)))
        width, height = target[0], len(target[2]) // target[0]
        place = rng.randrange(min(20, width + 1)), rng.randrange(min(5, height + 1))
        part = {"x1": rng.choice((0, 0, 1, 5, -1)), "y1": rng.choice((0, 0, 1, -1))}
        part |= {"x2": rng.randrange(30), "y2": rng.randrange(9)} if rng.random() < 0.5 else {}
        for name in ("skip_source_index", "skip_dest_index"):
            part |= {name: rng.randrange(4)} if rng.random() < 0.5 else {}
        told = compare(modules, target, "blit", source, *place, **part)
        changed += told[1] != target[2]
    assert changed


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (14, 0), (0, 6)])
def test_a_blit_beside_its_target_fails_as_on_a_board(modules, place):
    """The foot line of 17 rows gave a line of tiles the row -1, which only boards refused."""
    target, source = modules[1](13, 5, 16), modules[1](4, 4, 16)
    with pytest.raises(ValueError, match="must be 0-13, y 0-5"):
        modules[2].blit(target, source, *place)


@pytest.mark.parametrize("colours", (2, 4, 16, 256))
def test_a_bitmap_is_filled_and_holds_no_more_than_its_bits(modules, colours):
    """A pixel, or all of them, is set to a number of more bits than the bitmap has. Blinka's own
    fill leaves gaps in 256 colours where a long has eight bytes."""
    told = []
    for ours in (False, True):
        with Patches() as patches:
            if ours:
                modules[2].patch(patches)
            bitmap = modules[1](13, 5, colours)
            if ours or colours < 256:
                bitmap.fill(colours - 1)
            else:
                for place in range(13 * 5):
                    bitmap[place] = colours - 1
            for value in (1, colours, 3 * colours + 1):
                try:
                    bitmap[3, 2] = value
                except ValueError:
                    told.append((ours, value))
            told.append([bitmap[i] for i in range(13 * 5)])
    half = len(told) // 2
    assert told[half - 1] == told[-1] and len(told) == 2 * half


@pytest.mark.parametrize("seed", range(6))
def test_fill_region(modules, seed):
    rng = random.Random(seed)
    target = filled(rng, rng.choice((2, 4, 16, 256)))
    for _ in range(12):
        region = [rng.randrange(-3, 40) for _ in range(4)] + [rng.choice((0, 1, 3, 200, 300))]
        compare(modules, target, "fill_region", *region)


@pytest.mark.parametrize("bits", (1, 2, 4, 8))
@pytest.mark.parametrize("seed", range(8))
def test_readinto(modules, seed, bits):
    rng = random.Random(seed)
    target = filled(rng, rng.choice((1 << bits, 16, 256)))
    size = (target[0] * bits + 31) // 32 * 4 * (len(target[2]) // target[0])
    data = rng.randbytes(max(0, size + rng.choice((-1, -5, 0, 3))))
    how = rng.choice(({"element_size": 4, "reverse_pixels_in_element": True}, {}))
    compare(modules, target, "readinto", data, bits, **how)
