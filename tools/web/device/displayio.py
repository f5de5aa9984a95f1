"""displayio and vectorio for the page: all lies in this VM's memory, and painter.js paints it.

A bitmap is one byte per pixel, a palette four bytes per colour, a grid one byte per tile: the
painter reads them where they lie. Each refresh writes one row of numbers for every layer on show,
the lowest first, and all of the display is painted: that takes a millisecond or two, and nothing
need be known of what has changed. Colours are those of a panel of 16 bits.
"""

from array import array

import host
from uctypes import addressof

if False:  # for type checkers
    from typing import Any

GRID, RECTANGLE = 0, 1  # kinds of layers
FIELDS = 16  # numbers of a layer, see Display._layers


class _Cells:
    """Bytes in rows: `cells`, width * height of them; `address` is where they lie."""

    def _lay(self, width, height, value=0):
        self.width = width
        self.height = height
        self.cells = bytearray(bytes((value,)) * (width * height))
        self.address = addressof(self.cells)

    def __getitem__(self, place):
        return self.cells[self._index(place)]

    def __setitem__(self, place, value):
        self.cells[self._index(place)] = value

    def _index(self, place):
        if isinstance(place, int):
            return place
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("coordinates out of bounds")
        return y * self.width + x


class Bitmap(_Cells):
    """displayio.Bitmap, with no more than 256 colours."""

    def __init__(self, width: int, height: int, value_count: int) -> None:
        self._lay(width, height)

    def fill(self, value: int) -> None:
        """Fill with one colour."""
        host.fill(self.address, self.width, 0, 0, self.width, self.height, value)


class Palette:
    """displayio.Palette: colours as they are set, and as the painter reads them."""

    def __init__(self, color_count: int, *, dither: bool = False) -> None:
        self._colours = [0] * color_count
        self._clear = bytearray(color_count)
        # As on a board, pixels beyond the last colour are transparent; no sheet has more than 16.
        self.painted = array("I", [0xFF000000] * color_count + [0] * (16 - color_count))
        self.address = addressof(self.painted)

    def __len__(self):
        return len(self._colours)

    def __getitem__(self, index):
        return self._colours[index]

    def __setitem__(self, index, colour):
        if not isinstance(colour, int):
            colour = colour[0] << 16 | colour[1] << 8 | colour[2]
        self._colours[index] = colour
        self._paint(index)

    def make_transparent(self, index: int) -> None:
        """Let what lies below show."""
        self._clear[index] = 1
        self._paint(index)

    def make_opaque(self, index: int) -> None:
        """Hide what lies below."""
        self._clear[index] = 0
        self._paint(index)

    def is_transparent(self, index: int) -> bool:
        """Return whether what lies below shows: Adafruit's labels ask."""
        return bool(self._clear[index])

    def _paint(self, index):
        colour = self._colours[index]
        red, green, blue = colour >> 19 & 31, colour >> 10 & 63, colour >> 3 & 31
        word = (blue << 3 | blue >> 2) << 16 | (green << 2 | green >> 4) << 8
        word |= red << 3 | red >> 2
        self.painted[index] = word if self._clear[index] else word | 0xFF000000


class TileGrid(_Cells):
    """displayio.TileGrid."""

    kind = GRID

    def __init__(
        self,
        bitmap: Bitmap,
        *,
        pixel_shader: "Any",
        width: int = 1,
        height: int = 1,
        tile_width: int | None = None,
        tile_height: int | None = None,
        default_tile: int = 0,
        x: int = 0,
        y: int = 0,
    ) -> None:
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self._lay(width, height, default_tile)
        self.tile_width = tile_width or bitmap.width
        self.tile_height = tile_height or bitmap.height
        self.x = x
        self.y = y
        self.hidden = False

    def layer(self) -> tuple:
        """Return what the painter needs behind kind, place and scale."""
        size = self.width, self.height, self.tile_width, self.tile_height
        sheet = self.bitmap.address, self.bitmap.width, self.address, self.pixel_shader.address
        return size + sheet


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

    def layer(self) -> tuple:
        """Return what the painter needs behind kind, place and scale."""
        return self.width, self.height, self.pixel_shader.address + 4 * self.color_index


class Group(list):
    """displayio.Group: a list of layers, the lowest first."""

    kind = None

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0) -> None:
        super().__init__()
        self._zoom = scale  # labels have a `scale` of their own
        self.x = x
        self.y = y
        self.hidden = False

    scale = property(lambda self: self._zoom, lambda self, scale: setattr(self, "_zoom", scale))

    def __bool__(self):
        return True

    def __eq__(self, other):
        return self is other


class Display:
    """What `board.DISPLAY` is, see tools/sim/display.py."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.auto_refresh = True
        self.before = None  # called before each picture
        self.rotation = 0
        self.root_group = None
        self._brightness = 1.0
        self._layers = array("i", [0] * (FIELDS * 64))

    @property
    def brightness(self) -> float:
        """Return 0 to 1."""
        return self._brightness

    @brightness.setter
    def brightness(self, level: float) -> None:
        self._brightness = level
        host.light(level)

    def refresh(self) -> bool:
        """Paint the whole display."""
        if self.before:
            self.before()
        layers = self._layers
        offset = 0
        group = self.root_group
        stack = [(group, 0, 0, 1)] if group is not None and not group.hidden else []
        while stack:
            group, x, y, scale = stack.pop()
            if group.kind is not None:
                if offset + FIELDS > len(layers):
                    layers.extend(array("i", [0] * len(layers)))
                place = group.kind, x + group.x * scale, y + group.y * scale, scale
                for i, number in enumerate(place + group.layer()):
                    layers[offset + i] = number
                offset += FIELDS
                continue
            x += group.x * scale
            y += group.y * scale
            scale *= group._zoom
            for i in range(len(group) - 1, -1, -1):
                if not group[i].hidden:
                    stack.append((group[i], x, y, scale))
        host.paint(addressof(layers), offset // FIELDS)
        return True


CIRCUITPYTHON_TERMINAL = Group()  # a page's console is elsewhere
