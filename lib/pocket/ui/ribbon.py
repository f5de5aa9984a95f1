"""A word on a golden ribbon. Loaded for that moment."""

import bitmaptools
import displayio
from pocket.ui import heading

UNROLL_MS = 25
_CELL = 8  # columns that come, or go, at a time
# dark, its lit edge, then shades from above to below
_COLOURS = (0x2A2018, 0xFFF6DC, 0xFFE48C, 0xFFD86B, 0xF8CA5C, 0xF0BC50)
_SHADES = 4


class Ribbon:
    """A text on a ribbon that unrolls a few columns at a time, so that a frame is as small as a
    tile or two; `.group`, whose y is left to be set, holds the columns on show. high: its rows.
    columns: all of it."""

    def __init__(self, app, text, large=True, rows=6):
        """large: twice as large where there is room. rows: of the letters' sheet that are read at a
        time: late in a game no piece of 2 KB may be left, of 30 that are free; 0: all."""
        try:
            word = heading.strip(app.art.head, text, None, rows)
        except MemoryError:
            word = None
        if word is None or word.width > app.w - 12:  # long names
            font = app.art.letters
            text = font.cut(text, app.w - 16)
            word = displayio.Bitmap(font.measure(text) + 1, font.high, 2)
            font.write(word, 0, 0, text)
        scale = 2 if large and 2 * word.width < app.w - 32 and app.h > 128 else 1
        cells = min(word.width // _CELL + 2, app.w // _CELL)
        wide = cells * _CELL
        rows = word.height + 6
        inner = rows - 4
        palette = displayio.Palette(8)
        palette.make_transparent(0)
        for i in range(len(_COLOURS)):
            palette[1 + i] = _COLOURS[i]
        self.high = scale * rows
        self.columns = []
        fill = bitmaptools.fill_region
        for x in range(0, wide, _CELL):
            bitmap = displayio.Bitmap(_CELL, rows, 8)
            bitmap.fill(1)
            left = 0 if x else 1  # of what lies within the dark edge
            right = _CELL if x + _CELL < wide else _CELL - 1
            fill(bitmap, left, 1, right, rows - 1, 2)
            left *= 2
            right = 2 * right - _CELL
            for i in range(_SHADES):
                top_row = 2 + i * inner // _SHADES
                fill(bitmap, left, top_row, right, 2 + (i + 1) * inner // _SHADES, 3 + i)
            first = x - (wide - word.width) // 2  # the word's column that lies at the left
            begin = max(0, first)
            end = min(first + _CELL, word.width)
            if begin < end:
                bitmaptools.blit(
                    bitmap,
                    word,
                    begin - first,
                    3,
                    x1=begin,
                    y1=0,
                    x2=end,
                    y2=word.height,
                    skip_source_index=0,
                )
            if left:
                bitmap[0, 0] = bitmap[0, rows - 1] = 0
            if right < _CELL:
                bitmap[_CELL - 1, 0] = bitmap[_CELL - 1, rows - 1] = 0
            self.columns.append(displayio.TileGrid(bitmap, pixel_shader=palette, x=x))
        self.group = displayio.Group(scale=2) if scale > 1 else displayio.Group()
        self.group.x = (app.w - scale * wide) // 2

    def unroll(self):
        """The next column comes. False: all of it is on show."""
        shown = len(self.group)
        if shown == len(self.columns):
            return False
        self.group.append(self.columns[shown])
        return True

    def roll(self):
        """A column goes, from the right. False: nothing is left."""
        if not len(self.group):
            return False
        self.group.pop()
        return True
