"""Filled rectangles where the firmware has no vectorio (Wio Terminal), as rows of one tile each.

Takes the place of vectorio, for the libraries, too: what both need of it."""

import displayio

if False:  # for type checkers
    from typing import Any


def Rectangle(
    pixel_shader: "Any", width: int, height: int, x: int, y: int, color_index: int = 0
) -> displayio.TileGrid:
    """Return a layer of one colour of a palette, `width` pixels wide and `height` high."""
    row = displayio.Bitmap(width, 1, 16)
    row.fill(color_index)
    return displayio.TileGrid(row, pixel_shader=pixel_shader, height=height, x=x, y=y)
