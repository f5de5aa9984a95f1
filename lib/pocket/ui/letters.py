"""The letters of text rooms: fonts for adafruit_display_text over our own sheets.

A sheet (tools/art/letters.py) is a strip of glyphs of different widths and a table of them.
"""

from pocket.ui import sheets

# What follows the characters 1..127 on a sheet.
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×"
_UNKNOWN = 63  # "?"
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"  # caps, for keys that a board names otherwise


class Glyph:
    """One character, as fontio.Glyph: where it lies on the sheet, how wide it is, the step."""

    def __init__(self, font, place, width, step):
        self.bitmap = font.bitmap
        self.tile_index = place
        self.width = width
        self.height = font.high
        self.dx = 0
        self.dy = -font.descent
        self.shift_x = step
        self.shift_y = 0


class Letters:
    """A font: get_bounding_box and get_glyph as adafruit_display_text wants them.

    name: the sheet, without its ending. caps: {sign of a key: its letter} where the board's keys
    have other names. high: rows from line to line. Raises AssetError.
    """

    def __init__(self, name, caps):
        self.bitmap, table = sheets.load_strip(name + ".bmp")
        self.high = self.bitmap.height
        self.ascent = table[0]
        self.descent = self.high - self.ascent
        self._table = table
        self._known = {}
        for sign in caps:
            place = _NAMES.find(caps[sign])
            if place >= 0:
                self._known[ord(sign)] = self._glyph(127 + len(LATIN) + place)

    def get_bounding_box(self):
        """(width, height) of a line's cell."""
        return self.high, self.high

    def get_glyph(self, code):
        """The Glyph of a character; a question mark's for one that the sheet does not hold."""
        known = self._known.get(code)
        if known is None:
            at = code - 1
            if not 0 < code < 128:
                at = LATIN.find(chr(code))
                at = at + 127 if at >= 0 else _UNKNOWN - 1
            known = self._known[code] = self._glyph(at)
        return known

    def _glyph(self, at):
        at = 2 + 3 * at
        return Glyph(self, self._table[at], self._table[at + 1], self._table[at + 2])

    def width(self, text):
        """The pixels a line of text takes."""
        total = 0
        for letter in text:
            total += self.get_glyph(ord(letter)).shift_x
        return total


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
    blank = font.width(" ")
    for part in text.split("\n"):
        line = ""
        used = 0
        for word in part.split(" "):
            size = font.width(word)
            while size > width:  # never in our own texts
                if line:
                    lines.append(line)
                    line, used = "", 0
                cut = len(word) - 1
                while font.width(word[:cut]) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
                size = font.width(word)
            if line and used + blank + size > width:
                lines.append(line)
                line, used = word, size
            else:
                used = used + blank + size if line else size
                line = line + " " + word if line else word
        lines.append(line)
    return lines
