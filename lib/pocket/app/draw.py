"""Drawing: the sheets of one size of display, letters, rows of tiles, the cursor.

A row is one TileGrid, and only cells that differ are set: displayio repaints all changes within one
TileGrid as one rectangle."""

import sys

import bitmaptools
import displayio

if False:  # for type checkers
    from typing import Any

    from pocket.app.flow import App

    from rules.family import Game


try:
    import vectorio
except ImportError:  # the firmware of a Wio Terminal
    from pocket.app import rectangles as vectorio  # type: ignore[no-redef]

    sys.modules["vectorio"] = vectorio

# Inks of texts on paper.
NORMAL, DIM, HEAD, SELECT, BAD, GOOD = 0, 1, 2, 3, 4, 5

# Signs among the letters, as characters.
MARKS = "\x01\x02\x03\x04"  # marks of the colours black, red, blue, fourth
JOKER, LEFT, RIGHT, UP, DOWN = "\x05", "\x06", "\x07", "\x08", "\x0b"
POOL, KEY_A, KEY_B, KEY_START, KEY_SELECT = "\x0c", "\x0e", "\x0f", "\x10", "\x11"
RIGHT_SIGN, WRONG_SIGN, POINT = "\x12", "\x13", "\x1a"
SQUARE, CIRCLE, TRIANGLE = "\x1d", "\x1e", "\x7f"

# Bodies of tiles, in the order of the sheet; those of jokers follow JOKER_BODY cells later.
CLOTH, PLAIN, OWN, MOVED, PICKED, WRONG, MARKED, PLACE, EDGE = 0, 1, 2, 3, 4, 5, 6, 13, 14
JOKER_BODY = 6

_FACE_JOKER = 52
_FACE_OPEN = 53
FACE_NONE = 66  # transparent
FACE_CLOTH = 67  # cloth: an empty cell is painted in one layer, not in two
FACE_EDGE = 68  # the shadow at the right of a set

CLOTH_COLOUR = 0x0B4A3A
WOOD_COLOUR = 0x6B4423
FRAME = (0xFF2090, 0xFFA0D0)  # the cursor's colour, and its pale one (`breathe`)
_BREATH_MS = 500
_REST_MS = 1400  # without a key, before the cursor turns pale
SHADOW = 15  # the colour of shadows, in both palettes of bodies
# Inks of tiles: red, and the fourth colour by its name. With the second row colour-blind players
# can tell all four inks apart.
_INKS = (
    (0xC00028, {"orange": 0xC05400, "yellow": 0x926F00, "green": 0x0A862A}),
    (0xD83850, {"orange": 0xB85A00, "yellow": 0xA66800, "green": 0x104C10}),
)

SMALL, BIG, CARDS = 0, 1, 2  # what the sheets hold
MIXED = 2  # in Art.steps: BIG tiles on the table, SMALL ones on the rack, whose sheet is its own

# The characters of the second sheet; it is read when one of them is asked for.
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×\u00a0"
UNKNOWN = 63  # "?"
TILE_EDGE = 2  # pixels from the edge of a tile in a line of text to its sign (pocket.ui.chips)
BEHIND_TILES = "\x06"  # the first character after the signs of tiles


class Art:
    """The sheets and palettes of one display: `app.art`, made by hardware/sizes.py. Others set all
    of it."""

    w: int
    h: int
    sizes: tuple[tuple[int, int], tuple[int, int]]  # tile sizes, by SMALL and BIG (or False, True)
    large: tuple[int, int]  # the size of BIG
    steps: tuple[tuple[int, int, int, int], ...]  # see hardware/sizes.py
    card: tuple[int, int]  # half a card
    line: int  # pixel rows of the head line and of the foot line
    body_size: tuple[int, int]  # of the letters of texts
    head_size: tuple[int, int]  # of the letters of headings
    unit: tuple[int, int]  # size of the ground's cells (ui/ground.py)
    letters: "Letters"  # the letters of texts
    inks: dict  # palettes of lines (ui/strip.py)
    faces: "displayio.Bitmap | None" = None  # None while the coach needs its memory
    face_size: tuple[int, int]
    face_rows: int
    bodies: "displayio.Bitmap | None" = None
    shown: "int | bool | None" = None  # what the sheets hold; None: nothing
    cloth: displayio.Palette  # colours of bodies on the cloth
    wood: displayio.Palette  # colours of bodies on the rack
    face: displayio.Palette  # colours of faces, transparent beside the ink
    plain: displayio.Palette  # for faces that hide a plain body on the cloth (ui/sheets.py)
    contrast = False  # use few colours, of high contrast
    distinct = False  # use the inks for colour-blind players

    def sheet(self, kind: int | bool | None) -> None:
        """Read SMALL or BIG tiles, or CARDS, into the sheets; None: forget their contents."""
        if self.shown != kind:
            self.shown = self.bodies = None
            if kind is None:
                return
            from pocket.ui import sheets

            self.hold_sheet()
            size = self.card if kind == CARDS else self.sizes[kind]
            if kind == CARDS:
                sheets.load_faces(True, size, 0, size[1], self.faces)
            else:
                start = above(size[1])
                self.bodies = sheets.load_faces(False, size, start, self.face_rows, self.faces)
            self.shown = kind

    def hold_sheet(self) -> None:
        """Allocate the sheet of faces, one large block."""
        if self.faces is None:
            self.faces = displayio.Bitmap(self.face_size[0], self.face_size[1], 16)

    def prepare(self, game: "Game") -> None:
        """Free the palettes of another game, and set the colours of this one."""
        self.inks = {}
        self.set_fourth_colour(game.rules)
        if (self.shown == CARDS) != (game.pieces == "cards"):
            self.sheet(None)

    def set_fourth_colour(self, rules: dict) -> None:
        """Set the inks of faces; rules: of a game, which may name the fourth colour."""
        red, named = _INKS[self.distinct]
        for palette in (self.face, self.plain):
            palette[2] = red
            palette[4] = named[rules.get("fourth", "orange")]


def above(height: int) -> int:
    """Return the pixel rows above the face of a tile, which assets/faces*.bmp omit."""
    return 2 if height < 18 else 3


def shadow(height: int) -> int:
    """Return the pixel rows of shadow below a tile: its cell is higher by these."""
    return height // 8 if height > 11 else 0


def shade(colour: int) -> int:
    """Return a colour five eighths as bright."""
    return (
        (colour >> 16) * 5 // 8 << 16 | (colour >> 8 & 255) * 5 // 8 << 8 | (colour & 255) * 5 // 8
    )


def colours(*values: int) -> displayio.Palette:
    """Make a palette."""
    made = displayio.Palette(len(values))
    for i in range(len(values)):
        made[i] = values[i]
    return made


def cells(
    sheet: displayio.Bitmap,
    palette: displayio.Palette,
    across: int,
    down: int,
    size: tuple[int, int],
    cell: int = 0,
    x: int = 0,
    y: int = 0,
) -> displayio.TileGrid:
    """Make a TileGrid of equal cells of a sheet, `size` pixels each, at pixel x, y."""
    return displayio.TileGrid(
        sheet,
        pixel_shader=palette,
        width=across,
        height=down,
        tile_width=size[0],
        tile_height=size[1],
        default_tile=cell,
        x=x,
        y=y,
    )


def rectangle(
    palette: displayio.Palette, colour: int, left: int, top: int, right: int, bottom: int
) -> "Any":
    """Return a layer of one colour of a palette, from pixel `left`, `top` to before `right`,
    `bottom`. It takes half as long to paint as cells."""
    return vectorio.Rectangle(
        pixel_shader=palette,
        color_index=colour,  # type: ignore[call-arg] # not among Blinka's types
        width=right - left,
        height=bottom - top,
        x=left,
        y=top,
    )


def band(width: int, y: int, palette: displayio.Palette) -> displayio.TileGrid:
    """Return a TileGrid `width` pixels wide, from pixel row y on, with a row in each colour of a
    palette."""
    rows = len(palette)
    bitmap = displayio.Bitmap(16, rows, rows + 1)
    for x in range(16):
        for row in range(rows):
            bitmap[x, row] = row
    return displayio.TileGrid(bitmap, pixel_shader=palette, width=(width + 15) // 16, y=y)


def face_of(code: int) -> int:
    """Return the cell of the sheet for tile `code`; for a joker on the table, that of the tile it
    stands for."""
    if code <= _FACE_JOKER:
        return code
    mask = (code - 53) % 15 + 1
    number = (code - 53) // 15
    for colour in range(4):
        if mask == 1 << colour:
            return colour * 13 + number
    return _FACE_OPEN + number


def tile_text(code: int) -> str:
    """Return the text of a tile in a line: the sign of its colour, and its number."""
    if code >= _FACE_JOKER:
        return JOKER
    return MARKS[code // 13] + str(code % 13 + 1)


class Tiles:
    """Rows of tiles in `group`. Each row is two TileGrids: bodies and, above them, faces.

    x, y: pixel of the upper left corner. big: the size of the tiles (Art.sizes). on_wood: the cells
    lie on the rack. row_step: rows of the sheet from one row of tiles to the next, 0: as many as a
    body has. scale: how many times the pixels are enlarged. initial_rows: the rows to make now
    (`make_rows` makes others); None: all. With a number, a row is as wide as the display: it has
    `margin` columns of cloth at either side, and its faces hide plain bodies, so that one layer is
    painted, until it gets a body of another kind. w, h, step: in pixels of the panel.
    """

    def __init__(
        self,
        app: "App",
        rows: int,
        cols: int,
        x: int = 0,
        y: int = 0,
        big: bool = False,
        on_wood: bool = False,
        row_step: int = 0,
        initial_rows: int | None = None,
        scale: int = 1,
    ) -> None:
        art = app.art
        app.read_sheet(big)
        width, height = self.size = art.sizes[BIG if big else SMALL]
        self.scale = scale
        self.w = width * scale
        self.h = height * scale
        self.step = (row_step or art.bodies.height) * scale
        self.rows = rows
        self.cols = cols
        self.x = x
        self.y = y
        self.empty = FACE_NONE if on_wood else FACE_CLOTH
        self.margin = 0 if initial_rows is None else 1
        self.group = displayio.Group(scale=scale, x=x - self.margin * self.w, y=y)
        self.bodies: list[displayio.TileGrid] = []
        self.faces: list[displayio.TileGrid] = []
        # the faces and bodies that `show` painted last, by cell
        self.shown: tuple[bytearray, bytearray] | None = None
        self.art = art
        self.on_wood = on_wood
        self.make_rows(rows if initial_rows is None else initial_rows)

    def make_rows(self, rows: int) -> None:
        """Make the first `rows` rows, as far as they are missing."""
        art = self.art
        top = above(self.size[1])
        ground = art.wood if self.on_wood else art.cloth
        face = art.plain if self.margin else art.face
        for i in range(len(self.bodies), min(rows, self.rows)):
            y = i * self.step // self.scale
            self._grid(self.bodies, art.bodies, ground, CLOTH, art.bodies.height, y)
            self._grid(self.faces, art.faces, face, self.empty, art.face_rows, y + top)

    def _grid(self, grids, sheet, palette, cell, height, y):
        cols = self.cols + 2 * self.margin
        grid = cells(sheet, palette, cols, 1, (self.size[0], height), cell, 0, y)
        grids.append(grid)
        self.group.append(grid)

    def set(self, row: int, col: int, code: int, body: int = PLAIN) -> None:
        """Show tile `code` on `body`."""
        self.put(row, col, face_of(code), body if code <= _FACE_JOKER else JOKER_BODY + body)

    def put(self, row: int, col: int, face: int, body: int) -> None:
        """Show a cell of each sheet."""
        col += self.margin
        grid = self.faces[row]
        if body % EDGE > PLAIN and grid.pixel_shader is not self.art.face:
            grid.pixel_shader = self.art.face  # shows the body below the faces
        if grid[col] != face:
            grid[col] = face
        grid = self.bodies[row]
        if grid[col] != body:
            grid[col] = body

    def show(self, faces: bytearray, bodies: bytearray) -> None:
        """Show all cells at once. Do not use other methods together with this one. faces, bodies:
        rows * cols cells each; both are cleared for the next call."""
        cols = self.cols
        blank = bytes((self.empty,)) * len(faces)
        if self.shown is None:
            self.shown = bytearray(blank), bytearray(len(bodies))
        old_faces, old_bodies = self.shown
        for row in range(self.rows):
            start = row * cols
            end = start + cols
            same_faces = faces[start:end] == old_faces[start:end]
            if same_faces and bodies[start:end] == old_bodies[start:end]:
                continue
            self.make_rows(row + 1)
            for i in range(start, end):
                if faces[i] != old_faces[i] or bodies[i] != old_bodies[i]:
                    self.put(row, i - start, faces[i], bodies[i])
        old_faces[:] = faces
        old_bodies[:] = bodies
        faces[:] = blank
        bodies[:] = bytes(len(bodies))


def breathe(palette: displayio.Palette, rest: int) -> bool:
    """Make a cursor's frame, colour 1 of a palette, full or pale in turn, `rest` ms after the last
    key. Return whether it must be painted."""
    pale = rest // _BREATH_MS % 2 if rest > _REST_MS else 0
    if palette[1] == FRAME[pale]:
        return False
    palette[1] = FRAME[pale]
    return True


class Cursor:
    """A frame around one cell, at most a pixel outside of it: it hides no number beside the cell.
    `.grid` goes last into the screen's group."""

    def __init__(self, width: int, height: int, thick: int = 1) -> None:
        w = width + thick
        h = height + thick
        bitmap = displayio.Bitmap(w, h, 2)
        bitmap.fill(1)
        bitmaptools.fill_region(bitmap, thick, thick, w - thick, h - thick, 0)
        palette = colours(0, FRAME[0])
        palette.make_transparent(0)
        self.thick = thick
        self.palette = palette
        self.grid = displayio.TileGrid(bitmap, pixel_shader=palette)

    def move_to(self, x: int, y: int) -> None:
        """Put the frame around the cell whose upper left pixel is x, y."""
        if self.grid.hidden:
            self.grid.hidden = False
        x -= 1
        y -= self.thick - 1
        self.grid.x = x
        self.grid.y = y

    def hide(self) -> None:
        """Show no cursor."""
        self.grid.hidden = True


# -- letters ---------------------------------------------------------------------------------------


class Letters:
    """A font for adafruit_display_text. It is its own glyph (fontio.Glyph): that of the character
    that `get_glyph` was asked for last. name: of its first sheet, "body..." or "head...". Raises
    AssetError. Others set caps and keys (powerup, heading)."""

    dx = shift_y = tile_index = width = shift_x = 0

    def __init__(self, name: str) -> None:
        from pocket.ui import sheets

        self._name = name
        self.plain, table = sheets.load(name)
        self.table = bytearray(table)  # see tools/art/letters.py; powerup changes it
        self.latin: tuple | None = None  # (Bitmap, table) of the second sheet
        self.bitmap = self.plain
        # Names of the board's keys, in cells of one width, where they differ from our signs.
        self.keys: displayio.Bitmap | None = None
        self.caps: dict = {}  # {code of a key's sign: (cell, pixels to the next letter)}
        self.height = int(name[-6:-4])
        self.ascent = self.table[0]
        self.descent = self.height - self.ascent
        self.dy = -self.descent

    def forget(self) -> None:
        """Free the second sheet."""
        self.latin = None
        self.bitmap = self.plain

    def get_bounding_box(self) -> tuple[int, int]:
        """Return (width, height) of a line's cell."""
        return self.height, self.height

    def get_glyph(self, code: int) -> "Any":
        """Return the glyph of a character, of a question mark if no sheet has it."""
        table = self.table
        self.bitmap = self.plain
        if code > 127:
            glyph = LATIN.find(chr(code))
            if glyph >= 0:
                if self.latin is None:
                    from pocket.ui import sheets

                    self.latin = sheets.load(self._name[:4] + "latin" + self._name[4:])
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
        count = table[1]
        glyph += 2
        self.shift_x = table[glyph]
        self.width = table[glyph + count]
        self.tile_index = table[glyph + 2 * count]
        return self

    def measure(self, text: str) -> int:
        """Return the width of a line of text in pixels."""
        total = 0
        table = self.table
        codes = text.encode()
        if len(codes) == len(text):  # only ASCII, as most texts: bytes are counted faster
            for code in codes:
                total += table[code + 1]
            return total
        for letter in text:
            code = ord(letter)
            total += table[code + 1] if code < 128 else self.get_glyph(code).shift_x
        return total

    def line_width(self, text: str) -> int:
        """Return the width in pixels of a line of text with tiles in it, which have an edge at
        either side."""
        total = self.measure(text)
        for letter in text:
            if letter < BEHIND_TILES:
                total += 2 * TILE_EDGE
        return total

    def cut(self, text: str, width: int) -> str:
        """Return the text; if it is wider than `width` pixels, cut and with three dots."""
        if self.measure(text) <= width:
            return text
        while text and self.measure(text + "...") > width:
            text = text[:-1]
        return text + "..."

    def write(self, bitmap: "displayio.Bitmap", x: int, y: int, text: str) -> int:
        """Write text into a Bitmap, its upper left corner at pixel x, y; rows above the Bitmap are
        left out. Return the x behind the last letter."""
        foot = y + self.height  # sheets lack the upper rows that none of their letters uses
        plain = self.plain
        last = None
        table = self.table
        blit = bitmaptools.blit
        for letter in text:
            code = ord(letter)
            if 32 <= code < 128:  # without a call for each letter, which takes as long as its blit
                sheet = plain
                width = table[code + 128]
                left = table[code + 255] * width
                step = table[code + 1]
            else:  # a sign, or a letter of the second sheet
                self.get_glyph(code)
                sheet = self.bitmap
                width = self.width
                left = self.tile_index * width
                step = self.shift_x
            if sheet is not last:
                last = sheet
                high = sheet.height
                row = max(0, foot - high)
                top = row - foot + high
            if code != 32:
                end = left + width
                blit(bitmap, sheet, x, row, x1=left, y1=top, x2=end, y2=high, skip_source_index=0)
            x += step
        return x


def wrap(text: str, width: int, font: Letters) -> list[str]:
    """Return the lines of a text, at most `width` pixels wide, broken at blanks and newlines; a
    longer word is cut. Ten times as fast as adafruit_display_text.wrap_text_to_pixels."""
    lines = []
    blank = font.measure(" ")
    for part in text.split("\n"):
        line = ""
        used = 0
        for word in part.split(" "):
            size = font.measure(word)
            while size > width:  # only in texts from outside
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


def note(width: int, height: int, text: str, font: Letters) -> displayio.Group:
    """Return the Group of a text in the middle of the display, light on the cloth, as many lines as
    fit. Raises AssetError."""
    palette = colours(CLOTH_COLOUR, 0xFBF1D6)
    lines = wrap(text, width - 8, font)[: height // font.height]
    y = (height - font.height * len(lines)) // 2
    group = displayio.Group()
    group.append(rectangle(palette, 0, 0, 0, width, height))
    for line in lines:
        bitmap = displayio.Bitmap(width - 8, font.height, 2)
        font.write(bitmap, 0, 0, line)
        group.append(displayio.TileGrid(bitmap, pixel_shader=palette, x=4, y=y))
        y += font.height
    return group
