"""GridLayout, the tables of text rooms, on firmware without vectorio too (a Wio Terminal's): the
library draws lines between cells with it, and our tables have none."""

import sys

import displayio

from rules import features


class _Grid(displayio.Group):
    """What our tables ask of a GridLayout: labels in cells of equal width, one row of them."""

    def __init__(self, x, y, width, height, grid_size, cell_padding):
        super().__init__(x=x, y=y)
        self.pitch = width / grid_size[0]
        self.padding = cell_padding

    def add_content(self, label, grid_position, cell_size):
        """Show a label from the cell (column, 0) on."""
        label.anchor_point = (0, 0)
        label.anchored_position = (int(grid_position[0] * self.pitch) + self.padding, self.padding)
        self.append(label)

    def layout_cells(self):
        """Labels lie where they were put."""


class _Without:
    """Stands for vectorio."""

    Rectangle = None


# table: makes a GridLayout of adafruit_displayio_layout; or what stands for it where that is not.
if features.LAYOUT:
    try:
        __import__("vectorio")
    except ImportError:
        sys.modules["vectorio"] = _Without  # type: ignore[assignment]
    from adafruit_displayio_layout.layouts.grid_layout import GridLayout

    table = GridLayout
else:
    table = _Grid
