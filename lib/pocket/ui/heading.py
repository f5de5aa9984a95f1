"""Headings: a line of large letters for which no sheet is kept in memory."""

import displayio
from pocket.ui import letters, sheets


def strip(size, text):
    """A Bitmap of one line of text in the letters of headings of `size`, (w, h): read from their
    sheets one by one. Raises AssetError."""
    names = ["%s%dx%d.bmp" % (name, size[0], size[1]) for name in ("head", "headlatin")]
    spots = ([], [])  # of each letter on either sheet: its place in the table, where it goes
    tables = [None, None]
    left = 0
    for letter in text:
        code = ord(letter)
        at = letters.LATIN.find(letter) if code > 127 else code - 1
        which = 1 if code > 127 and at >= 0 else 0
        if at < 0:
            at = letters.UNKNOWN - 1
        if tables[which] is None:
            tables[which] = _table(names[which])
        spots[which].append((3 * at, left))
        left += tables[which][3 * at + 2]
    bitmap = displayio.Bitmap(max(1, left), size[1], 2)
    for which in (0, 1):
        if spots[which]:
            _copy(names[which], tables[which], spots[which], bitmap)
    return bitmap


def _shape(head):
    """(first byte of the picture, bytes a row, rows) by the head of a file."""
    start = head[10] | head[11] << 8
    wide = head[18] | head[19] << 8
    return start, (wide + 31) // 32 * 4, head[22]


def _table(name):
    """The glyphs of a sheet, three bytes each (tools/art/letters.py)."""
    try:
        with open(sheets.asset(name), "rb") as file:
            start, stride, high = _shape(file.read(54))
            file.seek(start + stride * high + 2)
            return file.read()
    except (OSError, IndexError):
        raise sheets.AssetError("The picture %s is damaged: copy the game again." % name)


def _copy(name, table, spots, bitmap):
    """Copy glyphs of a sheet into a Bitmap, row by row."""
    try:
        with open(sheets.asset(name), "rb") as file:
            start, stride, high = _shape(file.read(54))
            file.seek(start)
            for y in range(high - 1, -1, -1):
                row = file.read(stride)
                for at, left in spots:
                    first = table[at] * table[at + 1]
                    for x in range(table[at + 1]):
                        if row[(first + x) >> 3] >> (7 - ((first + x) & 7)) & 1:
                            bitmap[left + x, y] = 1
    except (OSError, IndexError):
        raise sheets.AssetError("The picture %s is damaged: copy the game again." % name)
