"""Headings: a line of large letters, whose sheet is in memory only while they are written."""

import bitmaptools
import displayio
from pocket.always.letters import LATIN, UNKNOWN
from pocket.ui import sheets

if False:  # for type checkers
    from pocket.always.letters import Letters


def plain_sheet(size: tuple[int, int]) -> tuple[displayio.Bitmap, bytes]:
    """The plain letters of headings of `size`, (w, h), for `strip`. Raises AssetError."""
    return sheets.load_strip("head%dx%d.bmp" % size)


def strip(size: tuple[int, int], text: str, glyphs: tuple | None = None) -> displayio.Bitmap:
    """A Bitmap of one line of text in the letters of headings of `size`, (w, h). glyphs:
    what `plain_sheet` gives, for who writes more than one line. Letters that menus are written in,
    too, are made bold: written twice, a pixel apart. Raises AssetError."""
    bold = 1 if size[1] > 13 else 0
    plain, table = glyphs or plain_sheet(size)
    spots = []  # of each letter: (Bitmap, table), its place in the table, where it goes
    latin: tuple | None = None
    left = 0
    for letter in text:
        code = ord(letter)
        glyph = code - 1
        if code > 127:
            glyph = LATIN.find(letter)
            if glyph >= 0:
                latin = latin or sheets.load_strip("headlatin%dx%d.bmp" % size)
                spots.append((latin, 2 + 3 * glyph, left))
                left += latin[1][4 + 3 * glyph] + bold
                continue
            glyph = UNKNOWN - 1
        spots.append(((plain, table), 2 + 3 * glyph, left))
        left += table[4 + 3 * glyph] + bold
    bitmap = displayio.Bitmap(max(1, left), size[1], 2)
    for (sheet, places), entry, left in spots:
        wide = places[entry + 1]
        first = places[entry] * wide
        for x in range(left, left + 1 + bold):
            bitmaptools.blit(
                bitmap,
                sheet,
                x,
                0,
                x1=first,
                y1=0,
                x2=first + wide,
                y2=size[1],
                skip_source_index=0,
            )
    return bitmap


def take_caps(letters: "Letters", other: "Letters") -> None:
    """Let letters name the keys as others do."""
    if not other.caps:
        return
    high, cell = letters.high, other.keys.width // len(other.caps)
    below = letters.ascent - other.ascent
    below -= (below > 0) - (below < 0)  # capitals are taller, too
    letters.caps = {}
    letters.keys = displayio.Bitmap(other.keys.width, high, 2)
    for code in other.caps:
        where, step = letters.caps[code] = other.caps[code]
        letters.steps[code] = step
        left = where * cell
        bitmaptools.blit(
            letters.keys,
            other.keys,
            left,
            max(0, below),
            x1=left,
            y1=max(0, -below),
            x2=left + cell,
            y2=min(other.high, high - below),
        )
