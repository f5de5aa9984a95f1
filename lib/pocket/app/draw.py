"""Drawing: the sheets of one size class, rows of text, rows of tiles, the cursor.

Every row is a TileGrid of its own, and only cells that differ are set: what changes within one
TileGrid is repainted as one rectangle."""

import sys

import bitmaptools
import displayio

if False:  # for type checkers
    from typing import Any

    from pocket.app.flow import App

    from rules.family import Game


try:
    import vectorio
except ImportError:  # a Wio Terminal's firmware
    from pocket.app import rectangles as vectorio  # type: ignore[no-redef]

    sys.modules["vectorio"] = vectorio

# Inks of texts on paper.
NORMAL, DIM, HEAD, SELECT, BAD, GOOD = 0, 1, 2, 3, 4, 5

# Signs among the letters, as characters.
MARKS = "\x01\x02\x03\x04"  # of the colours black, red, blue, fourth
JOKER, LEFT, RIGHT, UP, DOWN = "\x05", "\x06", "\x07", "\x08", "\x0b"
POOL, KEY_A, KEY_B, KEY_START, KEY_SELECT = "\x0c", "\x0e", "\x0f", "\x10", "\x11"
RIGHT_SIGN, WRONG_SIGN, POINT, FULL = "\x12", "\x13", "\x1a", "\x1c"
SQUARE, CIRCLE, TRIANGLE = "\x1d", "\x1e", "\x7f"

# Bodies of tiles, in the order of the sheet; a joker's lie JOKER_BODY cells further on.
CLOTH, PLAIN, OWN, MOVED, PICKED, WRONG, MARKED, PLACE, EDGE = 0, 1, 2, 3, 4, 5, 6, 13, 14
JOKER_BODY = 6

_FACE_JOKER = 52
_FACE_OPEN = 53
FACE_NONE = 66  # what lies below shows
FACE_CLOTH = 67  # hides it: an empty cell is painted once, not through two layers
FACE_EDGE = 68  # of what lies right of a set

CLOTH_COLOUR = 0x0B4A3A
WOOD_COLOUR = 0x6B4423
FRAME = (0xFF2090, 0xFFA0D0)  # of the cursor, which breathes at rest
_BREATH_MS = 500
_REST_MS = 1400
SHADOW = 15  # of tiles, in both palettes of bodies
# Inks of tiles that differ between palettes: red, the fourth by its name. The second palette keeps
# all four apart for colour-blind players.
_INKS = (
    (0xC00028, {"orange": 0xC05400, "yellow": 0x926F00, "green": 0x0A862A}),
    (0xD04450, {"orange": 0xAC6400, "yellow": 0xA06A00, "green": 0x104C10}),
)

SMALL, BIG, CARDS = 0, 1, 2  # what the sheets show

# The characters of the second sheet; it is read when one of them is asked for.
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×\u00a0"
UNKNOWN = 63  # "?"
# In a line where tiles are drawn (pocket.ui.chips): pixels from a tile's edge to its sign.
TILE_EDGE = 2
BEHIND_TILES = "\x06"  # the first sign that is no tile's


class Art:
    """The sheets and palettes of one display: `app.art`, made by pocket.hardware.sizes. Others set
    all of it."""

    w: int
    h: int
    sizes: tuple[tuple[int, int], tuple[int, int]]  # of tiles, by SMALL and BIG (or False, True)
    large: tuple[int, int]  # that of BIG
    steps: tuple[tuple[int, int, int, int], ...]  # see hardware/sizes.py
    card: tuple[int, int]  # half a card
    line: int  # rows of the head and the foot line
    body: tuple[int, int]  # the letters, and
    head: tuple[int, int]
    unit: tuple[int, int]  # the ground, of text rooms
    letters: "Letters"  # the body's
    inks: dict
    faces: "displayio.Bitmap | None"  # None while its memory serves the coach
    face_size: tuple[int, int]
    face_rows: int
    bodies: "displayio.Bitmap | None"
    shown: "int | bool | None"  # what the sheets hold now, None: nothing
    cloth: displayio.Palette
    wood: displayio.Palette
    face: displayio.Palette  # of faces over any body
    plain: displayio.Palette  # of those that hide a plain one on the cloth (ui/sheets.py)
    plain_on_wood: displayio.Palette  # likewise on the rack
    contrast: bool  # black and white as far as that goes
    distinct: bool  # inks for colour-blind players

    def sheet(self, kind: int | bool | None) -> None:
        """Read tiles or cards into the sheets: SMALL, BIG or CARDS; None: forget what they hold."""
        if self.shown != kind:
            self.shown = self.bodies = None
            if kind is None:
                return
            from pocket.ui import sheets

            self.hold_sheet()
            size = self.card if kind == CARDS else self.sizes[kind]
            if kind == CARDS:
                sheets.load_cards(size, self.faces)
            else:
                start = above(size[1])
                self.bodies = sheets.load_tiles(size, start, self.face_rows, self.faces)
            self.shown = kind

    def hold_sheet(self) -> None:
        """Allocate the sheet, which is one large block."""
        if self.faces is None:
            self.faces = displayio.Bitmap(self.face_size[0], self.face_size[1], 16)

    def prepare(self, game: "Game") -> None:
        """Free what another game was painted with, and take the colours of this one."""
        self.inks = {}
        self.fourth(game.rules)
        if (self.shown == CARDS) != (game.pieces == "cards"):
            self.sheet(None)

    def fourth(self, rules: dict) -> None:
        """Take the inks of the palette, the fourth as the rules of a game name it, else orange."""
        red, named = _INKS[self.distinct]
        for palette in (self.face, self.plain, self.plain_on_wood):
            palette[2] = red
            palette[4] = named[rules.get("fourth", "orange")]


def above(high: int) -> int:
    """Return the rows of a tile of that height above its face, which assets/faces*.bmp omit."""
    return 2 if high < 18 else 3


def shadow(high: int) -> int:
    """Return the rows of shadow under a tile of that height, by which its cell is higher."""
    return high // 8 if high > 11 else 0


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


def ground(app: "App", palette: displayio.Palette, y: int = 0, end: int | None = None) -> "Any":
    """Return a layer that fills the display with colour 0 of a palette, from row y to before row
    `end` or to its lower edge."""
    height = (end or app.h) - y
    return vectorio.Rectangle(pixel_shader=palette, width=app.w, height=height, x=0, y=y)


def band(width: int, y: int, palette: displayio.Palette) -> displayio.TileGrid:
    """Return a TileGrid that fills the display's width from row y on, a row for each colour of a
    palette."""
    many = len(palette)
    bitmap = displayio.Bitmap(16, many, many + 1)
    for x in range(16):
        for i in range(many):
            bitmap[x, i] = i
    return displayio.TileGrid(bitmap, pixel_shader=palette, width=(width + 15) // 16, y=y)


def face_of(code: int) -> int:
    """Return the sheet's cell that shows tile `code`, for a joker that of the tile it stands
    for."""
    if code <= _FACE_JOKER:
        return code
    mask = (code - 53) % 15 + 1
    number = (code - 53) // 15
    for colour in range(4):
        if mask == 1 << colour:
            return colour * 13 + number
    return _FACE_OPEN + number


def tile_text(code: int) -> str:
    """Return a tile in a line of text: the sign of its colour, and the number."""
    if code >= _FACE_JOKER:
        return JOKER
    return MARKS[code // 13] + str(code % 13 + 1)


class Tiles:
    """Rows of tile cells at pixel x, y. Each row is two TileGrids: bodies and, above, faces.

    margin: columns of cloth at either side, where a row is as wide as the display. What one layer
    fills is painted without asking those below, so faces there and on the rack hide plain bodies
    (app.art.plain) until another kind of body comes to lie in their row. empty: the face of an
    empty cell. wood: the cells are the rack's. step: pixels of the sheet from row to
    row, 0: a body's height. ready: how many rows are made at once, if not all; where the others
    will be, what lies below is seen and painted (`make`). w, h, step: in pixels of the panel.
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
        ready_rows: int | None = None,
        scale: int = 1,
    ) -> None:
        art = app.art
        app.read_sheet(big)
        width, height = self.size = art.sizes[big]
        self.scale = scale
        self.w = width * scale
        self.h = height * scale
        self.step = (row_step or art.bodies.height) * scale
        self.rows = rows
        self.cols = cols
        self.x = x
        self.y = y
        self.empty = FACE_NONE if on_wood else FACE_CLOTH
        self.margin = int(ready_rows is not None)
        self.group = displayio.Group(scale=scale, x=x - self.margin * self.w, y=y)
        self.bodies: list[displayio.TileGrid] = []
        self.faces: list[displayio.TileGrid] = []
        # the faces and bodies that `show` painted last, by cell
        self.shown: tuple[bytearray, bytearray] | None = None
        self.art = art
        self.on_wood = on_wood
        self.make(rows if ready_rows is None else ready_rows)

    def make(self, rows: int) -> None:
        """Make those of the first `rows` rows that are not there yet."""
        art = self.art
        top = above(self.size[1])
        ground = art.wood if self.on_wood else art.cloth
        face = art.plain_on_wood if self.on_wood else art.plain if self.margin else art.face
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
        """Show these cells of the sheets."""
        col += self.margin
        grid = self.faces[row]
        self._reveal(grid, body)
        if grid[col] != face:
            grid[col] = face
        grid = self.bodies[row]
        if grid[col] != body:
            grid[col] = body

    def _reveal(self, grid, body):
        """Let a body that is not plain be seen below the faces of its row."""
        if body % EDGE > PLAIN and grid.pixel_shader is not self.art.face:
            grid.pixel_shader = self.art.face

    def reveal_row(self) -> bool:
        """Let all bodies of the next row be seen whose faces hide them, or the first change of one
        would paint the whole row. Returns False when there is no such row."""
        for grid in self.faces:
            if grid.pixel_shader is not self.art.face:
                grid.pixel_shader = self.art.face
                return True
        return False

    def show(self, faces: bytearray, bodies: bytearray) -> None:
        """Show all cells at once; use no other method with this one. faces, bodies: rows * cols
        each; both are cleared for the next call."""
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
            self.make(row + 1)
            face_grid = self.faces[row]
            body_grid = self.bodies[row]
            offset = self.margin - start
            for i in range(start, end):
                if faces[i] != old_faces[i]:
                    face_grid[i + offset] = faces[i]
                body = bodies[i]
                if body != old_bodies[i]:
                    body_grid[i + offset] = body
                    if body > PLAIN:
                        self._reveal(face_grid, body)
        old_faces[:] = faces
        old_bodies[:] = bodies
        faces[:] = blank
        bodies[:] = bytes(len(bodies))


def breathe(palette: displayio.Palette, rest: int) -> bool:
    """Let a cursor's frame, colour 1, be now full and now pale, `rest` ms after a key. True when it
    must be painted."""
    pale = rest // _BREATH_MS % 2 if rest > _REST_MS else 0
    if palette[1] == FRAME[pale]:
        return False
    palette[1] = FRAME[pale]
    return True


class Cursor:
    """A frame around one cell, no further out than a pixel: the numbers beside it are seen whole.
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

    def to(self, x: int, y: int) -> None:
        """Put the frame around the cell whose upper left pixel is x, y."""
        if self.grid.hidden:
            self.grid.hidden = False
        x -= 1
        y -= self.thick - 1
        if self.grid.x != x:
            self.grid.x = x
        if self.grid.y != y:
            self.grid.y = y

    def hide(self) -> None:
        """Show no cursor."""
        if not self.grid.hidden:
            self.grid.hidden = True


# -- letters ---------------------------------------------------------------------------------------


class Letters:
    """A font as adafruit_display_text wants it: its own glyph (fontio.Glyph), that of the character
    asked for last. name: of its first sheet, "body..." or "head...". Raises AssetError. Others set
    caps and keys (powerup, heading)."""

    dx = shift_y = tile_index = width = shift_x = 0

    def __init__(self, name: str) -> None:
        from pocket.ui import sheets

        self._name = name
        self.plain, self.table = sheets.load_strip(name)
        self.latin: tuple | None = None  # (Bitmap, table) of the second sheet
        self.bitmap = self.plain
        # Caps, in cells of one width, where the board's keys have other names (hardware.powerup).
        self.keys: displayio.Bitmap | None = None
        self.caps: dict = {}  # {code of a key's sign: (place, step)}
        self.steps = bytearray(128)  # pixels to the next letter
        for code in range(1, 128):
            self.steps[code] = self.table[3 * code + 1]
        self.height = self.bitmap.height
        self.ascent = self.table[0]
        self.descent = self.height - self.ascent
        self.dy = -self.descent

    def forget(self) -> None:
        """Give the memory of the second sheet back."""
        self.latin = None
        self.bitmap = self.plain

    def get_bounding_box(self) -> tuple[int, int]:
        """Return (width, height) of a line's cell."""
        return self.height, self.height

    def get_glyph(self, code: int) -> "Any":
        """Return the glyph of a character, a question mark's for one that no sheet holds."""
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
        """Return the pixels that a line of text takes."""
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

    def line_width(self, text: str) -> int:
        """Return the pixels of a line of text with tiles in it, which are drawn with an edge beside
        the sign and the number."""
        total = self.measure(text)
        for letter in text:
            if letter < BEHIND_TILES:
                total += 2 * TILE_EDGE
        return total

    def cut(self, text: str, width: int) -> str:
        """Return the text, cut and with dots behind it where it is wider than `width` pixels."""
        if self.measure(text) <= width:
            return text
        while text and self.measure(text + "...") > width:
            text = text[:-1]
        return text + "..."

    def write(self, bitmap: "displayio.Bitmap", x: int, y: int, text: str) -> int:
        """Write text into a Bitmap, its upper left corner at pixel x, y; rows above the Bitmap are
        left out. Return the x after the last letter."""
        height = self.height
        top = max(0, -y)
        table = self.table
        blit = bitmaptools.blit
        for letter in text:
            code = ord(letter)
            if code == 32:
                x += self.steps[32]
                continue
            glyphs = self.plain
            if code < 32 or code > 127:  # not ASCII, perhaps the sign of a key
                self.get_glyph(code)
                glyphs = self.bitmap
                right = self.width
                left = self.tile_index * right
                step = self.shift_x
            else:
                code *= 3
                right = table[code]  # the glyph's width
                left = table[code - 1] * right
                step = table[code + 1]
            end = left + right
            blit(
                bitmap, glyphs, x, y + top, x1=left, y1=top, x2=end, y2=height, skip_source_index=0
            )
            x += step
        return x


def wrap(text: str, width: int, font: Letters) -> list[str]:
    """Return text as lines of at most `width` pixels, broken at blanks and newlines, in a tenth of
    the time of adafruit_display_text.wrap_text_to_pixels. A longer word is cut."""
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
