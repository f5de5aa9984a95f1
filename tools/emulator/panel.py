"""A display's controller: ST7789, ST7735 or ILI9341."""

import numpy

_COLUMNS, _ROWS, _PIXELS, _ORDER = 0x2A, 0x2B, 0x2C, 0x36
# Bits of the order (MADCTL): rows from the last, columns from the last, rows for columns.
_LAST_ROW, _LAST_COLUMN, _EXCHANGE = 0x80, 0x40, 0x20


class Panel:
    """Decodes commands and pixels, and records each painted area with its time.

    size: (width, height) as a person sees it. pixels: RGB 565, two bytes each, high byte first.
    bytes: number of data bytes so far. last: ms of the last.
    painted: [begin ms, end ms, left, top, right, bottom] of each area.
    """

    def __init__(self, columns: int, rows: int, turned: int = 0) -> None:
        """columns, rows: of the glass. turned: degrees, clockwise, by which it is mounted."""
        self._glass, self._turned = (columns, rows), turned
        self.size = (columns, rows) if turned % 180 == 0 else (rows, columns)
        self.pixels = bytearray(2 * columns * rows)
        self.bytes = 0
        self.last = 0.0
        self.painted: list[list] = []
        self._command = self._order = 0
        self._parameters = bytearray()
        self._columns, self._rows = (0, columns - 1), (0, rows - 1)
        self._next_pixel, self._high = 0, b""

    def receive(self, data: bytes, is_data: int, ms: float) -> None:
        """Receive bytes that are all sent by the time `ms`; is_data: the level of the D/C pin."""
        if not is_data:
            self._begin(data[-1], ms)
            return
        self.bytes += len(data)
        self.last = ms
        if self._command == _PIXELS:
            self.painted[-1][1] = ms
            self._paint(self._high + data)
        else:
            for value in data:
                self._parameter(value)

    def _begin(self, command, ms):
        self._command, self._parameters, self._high = command, bytearray(), b""
        if command == _PIXELS:
            (left, right), (top, bottom) = self._columns, self._rows
            corners = [self._position_of(left, top), self._position_of(right, bottom)]
            (left, right), (top, bottom) = (sorted(axis) for axis in zip(*corners))
            self.painted.append([ms, ms, left, top, right, bottom])
            self._next_pixel = 0

    def _position_of(self, column, row):
        """Return [x, y] at which a person sees the pixel sent for `column`, `row`."""
        columns, rows = self._glass
        x, y = (row, column) if self._order & _EXCHANGE else (column, row)
        if self._order & _LAST_COLUMN:
            x = columns - 1 - x
        if self._order & _LAST_ROW:
            y = rows - 1 - y
        if self._turned == 90:
            return rows - 1 - y, x
        if self._turned == 180:
            return columns - 1 - x, rows - 1 - y
        if self._turned == 270:
            return y, columns - 1 - x
        return x, y

    def _paint(self, data):
        width, height = self.size
        (left, right), (top, _bottom) = self._columns, self._rows
        across = right - left + 1
        x, y = self._position_of(left, top)
        right_x, right_y = self._position_of(left + 1, top)
        down_x, down_y = self._position_of(left, top + 1)
        count = len(data) // 2
        row, column = numpy.divmod(numpy.arange(self._next_pixel, self._next_pixel + count), across)
        at_x = x + column * (right_x - x) + row * (down_x - x)
        at_y = y + column * (right_y - y) + row * (down_y - y)
        shown = (at_x >= 0) & (at_x < width) & (at_y >= 0) & (at_y < height)
        pixels = numpy.frombuffer(self.pixels, numpy.uint16)
        pixels[(at_y * width + at_x)[shown]] = numpy.frombuffer(data, numpy.uint16, count)[shown]
        self._next_pixel += count
        self._high = data[-1:] if len(data) & 1 else b""

    def _parameter(self, value):
        parameters = self._parameters
        parameters.append(value)
        if self._command == _ORDER and len(parameters) == 1:
            self._order = value
        if len(parameters) == 4:
            span = parameters[0] << 8 | parameters[1], parameters[2] << 8 | parameters[3]
            if self._command == _COLUMNS:
                self._columns = span
            elif self._command == _ROWS:
                self._rows = span
