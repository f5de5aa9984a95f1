"""vectorio for the page: filled rectangles, see displayio.py here."""

from displayio import RECTANGLE

if False:  # for type checkers
    from typing import Any


class Rectangle:
    """vectorio.Rectangle."""

    kind = RECTANGLE

    def __init__(
        self,
        *,
        pixel_shader: "Any",
        width: int,
        height: int,
        x: int = 0,
        y: int = 0,
        color_index: int = 0,
    ) -> None:
        self.pixel_shader = pixel_shader
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.color_index = color_index
        self.hidden = False

    def layer(self, layers: "Any", place: int, x: int, y: int, scale: int) -> None:
        """Write what the painter needs into array `layers` from `place` on."""
        layers[place] = RECTANGLE
        layers[place + 1] = x + self.x * scale
        layers[place + 2] = y + self.y * scale
        layers[place + 3] = scale
        layers[place + 4] = self.width
        layers[place + 5] = self.height
        layers[place + 6] = self.pixel_shader.address + 4 * self.color_index
