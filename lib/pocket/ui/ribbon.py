"""A word on a golden ribbon. Loaded for that moment."""

import bitmaptools
import displayio
from pocket.app import draw
from pocket.ui import ground, sheets

if False:  # for type checkers
    from pocket.app.flow import App

UNROLL_MS = 25
_CELL = 8  # columns that come at a time
# dark, its lit edge, then shades from above to below
_COLOURS = (0x2A2018, 0xFFF6DC, 0xFFE48C, 0xFFD86B, 0xF8CA5C, 0xF0BC50)
_SHADES = 4


class Ribbon:
    """A text on a ribbon that unrolls a few columns at a time, so that a frame is as small as a
    tile or two; `.group`, whose y the caller sets, holds the columns on show. height: its rows.
    columns: all columns."""

    def __init__(self, app: "App", text: str, large: bool = True) -> None:
        """Make the ribbon. large: write `text` at double size if the display has room."""
        try:
            text_bitmap = ground.heading_bitmap(app.art, text)
        except MemoryError:  # late in a game memory may not hold the sheet of letters
            text_bitmap = None
        if text_bitmap is None or text_bitmap.width > app.w - 12:  # the names are too long
            font = app.art.letters
            text = font.cut(text, app.w - 16)
            text_bitmap = displayio.Bitmap(font.measure(text) + 1, font.height, 2)
            font.write(text_bitmap, 0, 0, text)
        scale = 2 if large and 2 * text_bitmap.width < app.w - 32 and app.h > 128 else 1
        cells = min(text_bitmap.width // _CELL + 2, app.w // _CELL)
        width = cells * _CELL
        rows = text_bitmap.height + 6
        inner = rows - 4
        bitmap = displayio.Bitmap(width, rows, 8)
        fill = bitmaptools.fill_region
        fill(bitmap, 0, 0, width, rows, 1)
        fill(bitmap, 1, 1, width - 1, rows - 1, 2)
        for i in range(_SHADES):
            top_row = 2 + i * inner // _SHADES
            fill(bitmap, 2, top_row, width - 2, 2 + (i + 1) * inner // _SHADES, 3 + i)
        left = (width - text_bitmap.width) // 2
        bitmaptools.blit(bitmap, text_bitmap, left, 3, skip_source_index=0)
        palette = sheets.palette((0,) + _COLOURS)
        for x in (0, width - 1):
            bitmap[x, 0] = bitmap[x, rows - 1] = 0
        self.height = scale * rows
        self.columns = [
            draw.cells(bitmap, palette, 1, 1, (_CELL, rows), i, i * _CELL) for i in range(cells)
        ]
        self.group = displayio.Group(scale=2) if scale > 1 else displayio.Group()
        self.group.x = (app.w - scale * width) // 2

    def unroll(self) -> bool:
        """Show the next column. Returns False when all of it is on show."""
        shown = len(self.group)
        if shown == len(self.columns):
            return False
        self.group.append(self.columns[shown])
        return True
