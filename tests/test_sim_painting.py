"""The simulator's painting leaves what Blinka's own loops leave: pixels, and what is covered."""

import random

import pytest

from tools.sim import Sim


@pytest.fixture(scope="module")
def loops():
    """Return (displayio, vectorio, tools.sim.painting, Area)"""
    with Sim():  # displayio needs its stand-ins to be loaded
        import displayio
        import vectorio
        from displayio._area import Area

        from tools.sim import painting
    return displayio, vectorio, painting, Area


def scene(displayio, vectorio, rng):
    """Return a random group of a few grids and rectangles that overlap."""
    root = displayio.Group()
    paper = displayio.Palette(1)
    paper[0] = 0xFFFFFF
    root.append(vectorio.Rectangle(pixel_shader=paper, width=30, height=25, x=10, y=5))
    for _ in range(rng.randrange(1, 6)):
        place = {"x": rng.randrange(-9, 50), "y": rng.randrange(-9, 30)}
        group = displayio.Group(scale=rng.choice((1, 1, 2, 3)))
        root.append(group)
        colours = rng.choice((2, 3, 16, 60))
        shader = displayio.Palette(colours)
        for i in range(colours):
            shader[i] = rng.randrange(1 << 24)
            if rng.random() < 0.3:
                shader.make_transparent(i)
        if rng.random() < 0.3:
            size = {"width": rng.randrange(1, 40), "height": rng.randrange(1, 30)}
            group.append(vectorio.Rectangle(pixel_shader=shader, **size, **place))
        else:
            group.append(random_grid(displayio, rng, shader, colours, place))
    return root


def random_grid(displayio, rng, shader, colours, place):
    """Return a TileGrid of random tiles from a bitmap of random pixels."""
    width, height = rng.randrange(1, 12), rng.randrange(1, 9)  # of a tile
    sheet = displayio.Bitmap(width * rng.randrange(1, 5), height * rng.randrange(1, 4), colours)
    for i in range(sheet.width * sheet.height):
        sheet[i] = rng.randrange(colours)
    shape = {"width": rng.randrange(1, 5), "height": rng.randrange(1, 4), **place}
    shape.update(tile_width=width, tile_height=height)
    grid = displayio.TileGrid(sheet, pixel_shader=shader, **shape)
    tiles = sheet.width // width * (sheet.height // height)
    for x in range(grid.width):
        for y in range(grid.height):
            grid[x, y] = rng.randrange(tiles)
    grid.flip_x = rng.random() < 0.1
    return grid


@pytest.mark.parametrize("seed", range(60))
def test_a_picture_is_the_same(loops, seed):
    displayio, vectorio, painting, Area = loops
    from tools.sim import bitmaps
    from tools.sim.display import Display
    from tools.sim.patches import Patches

    rng = random.Random(seed)
    display = Display(64, 40)
    with Patches() as patches:
        bitmaps.patch(patches)
        display.root_group = scene(displayio, vectorio, rng)
    left, top = rng.randrange(20), rng.randrange(20)
    areas = [Area(0, 0, 64, 40), Area(left, top, left + rng.randrange(1, 44), top + 20)]
    results = []
    for fast in (False, True):
        patches = Patches()
        if fast:
            painting.patch(patches)
        for area in areas:
            size = area.size()
            buffer = memoryview(bytearray((size + 1) // 2 * 4)).cast("I")
            mask = memoryview(bytearray((size // 32 + 1) * 4)).cast("I")
            covered = display._core.fill_area(area, mask, buffer)
            results.append((covered, bytes(mask), bytes(buffer)))
        patches.close()
    assert results[:2] == results[2:]
    assert any(results[0][1])
