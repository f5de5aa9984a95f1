"""The letters of the body: one font for all rooms, `app.art.letters`.

A sheet (tools/art/letters.py) is a strip of glyphs of different widths and a table of them."""

import bitmaptools

if False:  # for type checkers
    from typing import Any

    import displayio


# The characters of the second sheet; it is read when one of them is asked for.
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×\u00a0"
UNKNOWN = 63  # "?"
# In a line where tiles are drawn (pocket.ui.chips): pixels from a tile's edge to its sign.
TILE_EDGE = 2
BEHIND_TILES = "\x06"  # the first sign that is no tile's


class Letters:
    """A font: get_bounding_box and get_glyph as adafruit_display_text wants them.

    name: of its first sheet, "body..." or "head...". plain, table: that sheet. latin: (Bitmap,
    table) of the second one, or None. high: rows from line to line. caps: {code of a key's sign:
    (place, step)} on the Bitmap `keys`, in cells of one width, where the board's keys have other
    names (hardware.powerup). steps: pixels to the next letter, by codes up to 127. The font is its
    own glyph (fontio.Glyph), that of the character asked for last: nobody keeps one. Raises
    AssetError. Others set caps and keys (powerup, heading).
    """

    dx = shift_y = tile_index = width = shift_x = 0

    def __init__(self, name: str) -> None:
        from pocket.ui import sheets

        self._name = name
        self.plain, self.table = sheets.load_strip(name)
        self.latin: tuple | None = None
        self.bitmap = self.plain
        self.keys: displayio.Bitmap | None = None
        self.caps: dict = {}
        self.steps = bytearray(128)
        for code in range(1, 128):
            self.steps[code] = self.table[3 * code + 1]
        self.high = self.height = self.bitmap.height
        self.ascent = self.table[0]
        self.descent = self.high - self.ascent
        self.dy = -self.descent

    def forget(self) -> None:
        """Give the memory of the second sheet back."""
        self.latin = None
        self.bitmap = self.plain

    def get_bounding_box(self) -> tuple[int, int]:
        """(width, height) of a line's cell."""
        return self.high, self.high

    def get_glyph(self, code: int) -> "Any":
        """The glyph of a character; a question mark's for one that no sheet holds."""
        table = self.table
        self.bitmap = self.plain
        if code > 127:
            glyph = LATIN.find(chr(code))
            if glyph >= 0:
                if self.latin is None:
                    from pocket.ui import sheets

                    self.latin = sheets.load_strip(self._name[:4] + "latin" + self._name[4:])
                self.bitmap, table = self.latin
            else:
                glyph = UNKNOWN - 1
        elif code in self.caps:
            self.bitmap = self.keys
            self.width = self.keys.width // len(self.caps)
            self.tile_index, self.shift_x = self.caps[code]
            return self
        else:
            glyph = code - 1
        entry = 2 + 3 * glyph
        self.tile_index = table[entry]
        self.width = table[entry + 1]
        self.shift_x = table[entry + 2]
        return self

    def measure(self, text: str) -> int:
        """The pixels a line of text takes."""
        total = 0
        steps = self.steps
        codes = text.encode()
        if len(codes) == len(text):  # all are plain, as most: bytes are counted fastest
            for code in codes:
                total += steps[code]
            return total
        for letter in text:
            code = ord(letter)
            total += steps[code] if code < 128 else self.get_glyph(code).shift_x
        return total

    def wide(self, text: str) -> int:
        """The pixels a line takes in which tiles are drawn: each has its edges beside the sign and
        the number."""
        total = self.measure(text)
        for letter in text:
            if letter < BEHIND_TILES:
                total += 2 * TILE_EDGE
        return total

    def cut(self, text: str, width: int) -> str:
        """The text, or as much of it as fits `width` pixels with dots behind it."""
        if self.measure(text) <= width:
            return text
        while text and self.measure(text + "...") > width:
            text = text[:-1]
        return text + "..."

    def write(self, bitmap: "displayio.Bitmap", x: int, y: int, text: str) -> int:
        """Write text into a Bitmap, its upper left corner at pixel x, y; above the Bitmap its upper
        rows are left out. Returns the x behind."""
        high = self.high
        top = max(0, -y)
        table = self.table
        blit = bitmaptools.blit
        for letter in text:
            code = ord(letter)
            if code == 32:
                x += self.steps[32]
                continue
            glyphs = self.plain
            if code < 32 or code > 127:  # it may be a key's sign
                self.get_glyph(code)
                glyphs = self.bitmap
                right = self.width
                left = self.tile_index * right
                step = self.shift_x
            else:
                code *= 3
                right = table[code]  # its width
                left = table[code - 1] * right
                step = table[code + 1]
            end = left + right
            blit(bitmap, glyphs, x, y + top, x1=left, y1=top, x2=end, y2=high, skip_source_index=0)
            x += step
        return x


def wrap(text: str, width: int, font: Letters) -> list[str]:
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
