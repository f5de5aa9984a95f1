"""Headings: a line of large letters, whose sheet is in memory only while they are written."""

import bitmaptools
import displayio
from pocket.always import letters
from pocket.ui import sheets


def plain_sheet(size):
    """The plain letters of headings of `size`, (w, h), for `strip`. Raises AssetError."""
    return sheets.load_strip("head%dx%d.bmp" % size)


def strip(size, text, glyphs=None):
    """A Bitmap of one line of text in the letters of headings of `size`, (w, h). glyphs:
    what `plain_sheet` gives, for who writes more than one line. Raises AssetError."""
    plain, table = glyphs or plain_sheet(size)
    spots = []  # of each letter: (Bitmap, table), its place in the table, where it goes
    latin = None
    left = 0
    for letter in text:
        code = ord(letter)
        glyph = code - 1
        if code > 127:
            glyph = letters.LATIN.find(letter)
            if glyph >= 0:
                latin = latin or sheets.load_strip("headlatin%dx%d.bmp" % size)
                spots.append((latin, 2 + 3 * glyph, left))
                left += latin[1][4 + 3 * glyph]
                continue
            glyph = letters.UNKNOWN - 1
        spots.append(((plain, table), 2 + 3 * glyph, left))
        left += table[4 + 3 * glyph]
    bitmap = displayio.Bitmap(max(1, left), size[1], 2)
    for (sheet, places), entry, left in spots:
        wide = places[entry + 1]
        first = places[entry] * wide
        bitmaptools.blit(
            bitmap, sheet, left, 0, x1=first, y1=0, x2=first + wide, y2=size[1], skip_source_index=0
        )
    return bitmap
