"""The tables of text rooms: what they ask of adafruit_displayio_layout's GridLayout."""

import displayio


class Grid(displayio.Group):
    """Labels in cells of equal width, one row of them; see GridLayout."""

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


def table(**given):
    """A Grid made with these arguments."""
    return Grid(**given)
