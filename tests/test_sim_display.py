"""The simulated display, and the handheld's own program on it."""

import pytest
from PIL import Image

from tools.sim import Sim


@pytest.fixture
def scene(tmp_path):
    """Yield a running Sim whose display shows a TileGrid of our own: (sim, grid)."""
    with Sim(save_dir=str(tmp_path)) as sim:
        import displayio

        bitmap = displayio.Bitmap(16, 8, 2)
        for x in range(8, 16):
            for y in range(8):
                bitmap[x, y] = 1
        palette = displayio.Palette(2)
        palette[0], palette[1] = 0x000000, 0xFF8000
        grid = displayio.TileGrid(
            bitmap, pixel_shader=palette, width=20, height=16, tile_width=8, tile_height=8
        )
        group = displayio.Group()
        group.append(grid)
        sim.display.root_group = group
        sim.display.refresh()
        sim.display.refresh()
        yield sim, grid


def test_one_changed_tile_repaints_one_tile(scene):
    sim, grid = scene
    grid[3, 2] = 1
    sim.display.refresh()
    assert sim.display.paints == 64
    image = sim.image()
    lit = {(x, y) for x in range(160) for y in range(128) if image.getpixel((x, y)) != (0, 0, 0)}
    assert lit == {(x, y) for x in range(24, 32) for y in range(16, 24)}


def test_two_changed_tiles_repaint_the_rectangle_around_them(scene):
    sim, grid = scene
    grid[1, 1] = 1
    grid[4, 3] = 1
    sim.display.refresh()
    assert sim.display.paints == 4 * 3 * 64


def test_nothing_changed_paints_nothing(scene):
    sim, _ = scene
    sim.display.refresh()
    assert sim.display.paints == 0


def test_colours_are_those_a_16_bit_display_can_show(scene):
    sim, grid = scene
    grid[0, 0] = 1
    sim.display.refresh()
    red, green, blue = sim.image().getpixel((0, 0))
    assert (red, blue) == (255, 0)
    assert green == (0x80 >> 2) << 2 | (0x80 >> 2) >> 4


def test_a_group_that_leaves_takes_its_pixels_along(scene):
    sim, grid = scene
    grid[5, 5] = 1
    sim.display.refresh()
    sim.display.root_group.pop()
    sim.display.refresh()
    assert not any(sim.display.rgb())


def test_a_shot_is_a_png_of_the_frame_scaled_by_whole_pixels(tmp_path):
    with Sim(seed=2, save_dir=str(tmp_path)) as sim:
        sim.wait(100)
        sim.shot(str(tmp_path / "one.png"))
        sim.shot(str(tmp_path / "three.png"), 3)
        rgb = sim.display.rgb()
    with Image.open(tmp_path / "one.png") as one, Image.open(tmp_path / "three.png") as three:
        assert one.format == "PNG"
        assert one.tobytes() == rgb
        assert three.size == (480, 384)
        for x, y in ((0, 0), (80, 40), (159, 127), (33, 70)):
            for inside in ((0, 0), (2, 2)):
                place = (3 * x + inside[0], 3 * y + inside[1])
                assert three.getpixel(place) == one.getpixel((x, y))


WALK = ("DOWN", "A", "DOWN", "B", "UP", "A", "RIGHT", "DOWN", "A", "START", "B")


def walk(folder, board="pybadge"):
    """Return every picture of a walk through the menus."""
    pictures = []
    with Sim(board, seed=9, save_dir=str(folder)) as sim:
        for button in WALK:
            sim.press(button, rest=130)
            pictures.append(sim.display.rgb())
        return pictures, sim.ms


def test_the_same_presses_give_the_same_pictures_at_the_same_time(tmp_path):
    first = walk(tmp_path / "a")
    second = walk(tmp_path / "b")
    assert first == second
    assert len(set(first[0])) > 3


@pytest.mark.parametrize("board", ["pybadge", "pimoroni_picosystem"])
def test_what_is_repainted_in_parts_equals_one_full_painting(tmp_path, board):
    with Sim(board, seed=9, save_dir=str(tmp_path)) as sim:
        for button in WALK:
            sim.press(button, rest=60)
            in_parts = sim.display.rgb()
            group = sim.display.root_group
            sim.display.frame[:] = memoryview(bytes(len(sim.display.frame) * 2)).cast("H")
            sim.display._core.full_refresh = True
            sim.display.refresh()
            assert sim.display.root_group is group
            assert sim.display.rgb() == in_parts, button
