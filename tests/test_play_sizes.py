"""How large tiles are on each display, and that sets stay where they were put."""

import random

import cases
import pytest
from pocket.app import draw
from pocket.tilegame.board import NOWHERE
from screens_help import BOARDS

# of a table that fills up, with 14 tiles on the rack: tiles of the table and of the rack
SIZES = cases.tables(__name__)["SIZES"]


def tables(many=40):
    """Yield (sizes of sets, their spots) of a table that receives a set of three at a time."""
    spots = bytearray()
    for count in range(many):
        yield bytes([3] * count), spots
        spots += NOWHERE


def fitted(board, sizes, spots, *rest):
    """Lay a table of such sets out, outside of a person's turn; return the (width, height) of tiles
    of table and rack."""
    board.fit([bytes(size) for size in sizes], spots, *rest)
    return (board.table.w, board.table.h), (board.rack.w, board.rack.h)


@pytest.mark.parametrize("board", BOARDS)
def test_how_large_tiles_are_and_that_sets_stay(scene, board):
    """A table begins with large tiles and goes down in steps."""
    scene("board %s; usual" % board)
    view, steps_seen = scene.screen.board, []
    steps = [tuple(map(tuple, step)) for step in SIZES[board]]
    for sizes, spots in tables():
        before = bytes(spots)
        step = fitted(view, sizes, spots, 14, True)
        assert all(spots[i : i + 2] == before[i : i + 2] for i in range(0, len(spots) - 3, 3))
        if step not in steps_seen:
            steps_seen.append(step)
        table, last = view.table, step == steps[-1]
        assert last or view.used <= table.rows + (view.shape[0][0] == draw.MIXED)
        side = 2 * (table.scale == 1)  # large tiles may touch the edges of the display
        assert table.x >= side and table.x + table.cols * table.w <= scene.app.w - side
        assert table.y >= scene.app.art.line
        assert table.y + table.rows * table.step <= view.floor
        assert view.rack.x >= 2 * (view.rack.scale == 1)
        assert view.rack.rows * view.rack.cols >= 14
    assert steps_seen == steps
    assert view.used > view.table.rows or scene.app.w >= 240  # it scrolls
    has_a_rack_as_large_as_the_table_lets_it_be(scene)
    keeps_the_rack_s_size_in_a_persons_turn(scene)
    keeps_sets_where_they_are(scene, random.Random(board))
    shows_the_longest_run(scene)
    has_larger_tiles_with_large_text(scene)


def shows_the_longest_run(scene):
    """13 tiles are whole on every display; all but the edges of the outer ones on 128 pixels."""
    shown = scene.screen.board
    spots = bytearray(NOWHERE * 3)
    fitted(shown, b"\3\15\3", spots, 14, True)
    table = shown.table
    assert table.cols >= 13 and table.x >= -1
    assert table.x + 13 * table.w <= scene.app.w + 1
    assert table.w >= 10 and table.h >= 14


def has_larger_tiles_with_large_text(scene):
    """A table may then be twice as high as what is shown of it."""
    shown = scene.screen.board
    sizes = {}
    for large in (False, True):
        scene.settings.set("large", large)
        sizes[large] = [fitted(shown, s, p, 14, True)[0] for s, p in tables(25)]
    assert all(large >= usual for usual, large in zip(sizes[False], sizes[True]))
    assert sum(large > usual for usual, large in zip(sizes[False], sizes[True])) >= 2


@pytest.mark.parametrize("board, rack", [("pimoroni_picosystem", 19), ("pajenicko_picopad", 18)])
def test_tiles_become_larger_again_when_the_rack_is_shorter(scene, board, rack):
    """Sets that were put down beside a long rack lie within the columns of larger tiles."""
    scene("board %s; usual" % board)
    view, sizes, spots = scene.screen.board, bytes([3] * 9), bytearray(NOWHERE * 9)
    small, large = scene.app.art.sizes
    assert fitted(view, sizes, spots, rack, True)[0] == small
    before = bytes(spots)
    assert fitted(view, sizes, spots, 14, True)[0] == large and spots == before


def has_a_rack_as_large_as_the_table_lets_it_be(scene):
    """No step with as large a table and a larger rack has room for both."""
    shown, art = scene.screen.board, scene.app.art
    for rack in range(1, 41, 5):
        for sizes, _ in tables(12):
            spots = bytearray(NOWHERE * len(sizes))
            fitted(shown, sizes, spots, rack, True)
            big, scale, rack_scale, margin = art.steps[shown.step]
            larger = big, scale, rack_scale + 1, margin
            assert rack_scale >= scale
            if larger in art.steps[: shown.step]:
                wide, high = (2 * side for side in art.sizes[big])
                edge = shown.floor + shown.rack.rows * shown.rack.h
                edge -= high * -(-rack // (scene.app.w // wide))
                rows = (edge - art.line) // art.bodies.height
                assert rows < max(2, shown.used)


def keeps_the_rack_s_size_in_a_persons_turn(scene):
    """The table goes down to single tiles beside it, not below 10x14, then it scrolls; the rack
    gives way to a table of one row, and later."""
    view, smaller, scrolled = scene.screen.board, 0, 0
    for rack in range(1, 31, 3):
        _, before = fitted(view, b"", bytearray(), rack, True)
        kept = view.shape[0]
        for sizes, spots in tables(25):
            board_rows = view.rack.rows
            had_one_row = view.table.rows == 1
            view.fit([bytes(size) for size in sizes], spots, kept_step=kept)
            if view.rack.w != before[0]:
                assert had_one_row and rack > 14 and scene.app.w < 200
                break
            assert (view.rack.w, view.rack.h, view.rack.rows) == (*before, board_rows)
            assert view.table.y >= scene.app.art.line and view.table.rows * view.table.scale > 1
            assert view.table.w >= 10
            assert view.table.y + view.table.rows * view.table.step <= view.floor
            assert max([0] + [spots[3 * i + 1] for i in range(len(sizes))]) + 3 <= view.table.cols
        scrolled += view.used > view.table.rows
        smaller += fitted(view, sizes, spots, rack)[1] < before
    assert scrolled and smaller  # and between turns it gives way


def cells_of(sizes, spots):
    """Return the (row, column) of each tile on the table."""
    return [
        (spots[3 * i], spots[3 * i + 1] + k) for i, size in enumerate(sizes) for k in range(size)
    ]


def keeps_sets_where_they_are(scene, rng):
    """In a turn tiles never become larger again, and only a set that changed may push others."""
    view = scene.screen.board
    for _ in range(6):
        sizes, spots = bytearray(), bytearray()
        fitted(view, sizes, spots, rng.randint(1, 20), True)
        for _ in range(25):
            before, step = bytes(spots), view.step
            fitted(view, sizes, spots, rng.randint(1, 30))  # the rack grew, or a turn ended
            assert bytes(spots) == before and view.step >= step
            if sizes and rng.random() < 0.3:
                grown = rng.randrange(len(sizes))
                sizes[grown] = min(13, sizes[grown] + 1)
            else:
                sizes.append(rng.randint(3, 5))
                spots += NOWHERE
            rows = [spots[3 * i] for i in range(len(sizes))]
            fitted(view, sizes, spots)
            moved = [i for i in range(len(sizes)) if rows[i] not in (255, spots[3 * i])]
            assert len(moved) <= 1
            cells = cells_of(sizes, spots)
            assert len(cells) == len(set(cells))
            assert max(col for _, col in cells) < view.table.cols
