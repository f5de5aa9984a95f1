"""The letters of text rooms: fonts for adafruit_display_text over our own sheets.

A sheet (tools/art/letters.py) is a strip of glyphs of different widths and a table of them.
"""

import displayio
from pocket.ui import sheets

# What follows the characters 1..127 on a sheet.
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×"
_UNKNOWN = 63  # "?"
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"  # caps, for keys that a board names otherwise


class Letters:
    """A font: get_bounding_box and get_glyph as adafruit_display_text wants them.

    name: the sheet, without its ending. caps: {sign of a key: its letter} where the board's keys
    have other names. high: rows from line to line. The font is its own glyph (fontio.Glyph), that
    of the character asked for last: nobody keeps one. Raises AssetError.
    """

    dx = shift_y = tile_index = width = shift_x = 0

    def __init__(self, name, caps):
        self.bitmap, table = sheets.load_strip(name + ".bmp")
        self.high = self.height = self.bitmap.height
        self.ascent = table[0]
        self.descent = self.high - self.ascent
        self.dy = -self.descent
        self._table = table
        self._caps = {}
        for sign in caps:
            place = _NAMES.find(caps[sign])
            if place >= 0:
                self._caps[ord(sign)] = 127 + len(LATIN) + place

    def get_bounding_box(self):
        """(width, height) of a line's cell."""
        return self.high, self.high

    def get_glyph(self, code):
        """The glyph of a character; a question mark's for one that the sheet does not hold."""
        at = 2 + 3 * (self._caps[code] if code in self._caps else _place(code))
        table = self._table
        self.tile_index = table[at]
        self.width = table[at + 1]
        self.shift_x = table[at + 2]
        return self

    def measure(self, text):
        """The pixels a line of text takes."""
        total = 0
        for letter in text:
            total += self.get_glyph(ord(letter)).shift_x
        return total


def strip(name, text):
    """A Bitmap of one line of text, its letters read from the sheet one by one: a heading needs no
    room for a whole sheet. Raises AssetError."""
    try:
        with open(sheets.asset(name + ".bmp"), "rb") as file:
            head = file.read(54)
            start = head[10] | head[11] << 8
            wide = head[18] | head[19] << 8
            high = head[22]
            stride = (wide + 31) // 32 * 4
            file.seek(start + stride * high)
            table = file.read()
            spots = []  # of each letter: first bit, width, where it goes
            left = 0
            for letter in text:
                at = 2 + 3 * _place(ord(letter))
                spots.append((table[at] * table[at + 1], table[at + 1], left))
                left += table[at + 2]
            bitmap = displayio.Bitmap(max(1, left), high, 2)
            file.seek(start)
            for y in range(high - 1, -1, -1):
                row = file.read(stride)
                for first, width, left in spots:
                    for x in range(width):
                        if row[(first + x) >> 3] >> (7 - ((first + x) & 7)) & 1:
                            bitmap[left + x, y] = 1
    except (OSError, IndexError):
        raise sheets.AssetError("The picture %s.bmp is damaged: copy the game again." % name)
    return bitmap


def _place(code):
    """Where a character stands in a sheet's table; a question mark's place for an unknown one."""
    if 0 < code < 128:
        return code - 1
    at = LATIN.find(chr(code))
    return at + 127 if at >= 0 else _UNKNOWN - 1


_fonts = {}


def get(name, caps):
    """The Letters of a sheet, read once as long as this module is there."""
    if name not in _fonts:
        _fonts[name] = Letters(name, caps)
    return _fonts[name]


def wrap(text, width, font):
    """Text as lines of at most `width` pixels, broken at blanks and at newlines: in a tenth of the
    time that adafruit_display_text.wrap_text_to_pixels takes. A longer word is cut."""
    lines = []
    blank = font.measure(" ")
    for part in text.split("\n"):
        line = ""
        used = 0
        for word in part.split(" "):
            size = font.measure(word)
            while size > width:  # never in our own texts
                if line:
                    lines.append(line)
                    line, used = "", 0
                cut = len(word) - 1
                while font.measure(word[:cut]) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
                size = font.measure(word)
            if line and used + blank + size > width:
                lines.append(line)
                line, used = word, size
            else:
                used = used + blank + size if line else size
                line = line + " " + word if line else word
        lines.append(line)
    return lines
