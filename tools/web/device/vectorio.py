"""vectorio for the page: filled rectangles, see displayio.py here."""

from displayio import RECTANGLE


class Rectangle:
    """vectorio.Rectangle."""

    kind = RECTANGLE

    def __init__(self, *, pixel_shader, width, height, x=0, y=0, color_index=0):
        self.pixel_shader = pixel_shader
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.color_index = color_index
        self.hidden = False

    def layer(self, layers, place, x, y, scale):
        """Write what the painter needs into array `layers` from `place` on."""
        layers[place] = RECTANGLE
        layers[place + 1] = x + self.x * scale
        layers[place + 2] = y + self.y * scale
        layers[place + 3] = scale
        layers[place + 4] = self.width
        layers[place + 5] = self.height
        layers[place + 6] = self.pixel_shader.address + 4 * self.color_index
