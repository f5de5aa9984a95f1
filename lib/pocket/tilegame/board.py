"""Show table, rack and head line of a tile game.

Sets lie in rows of cells, one empty cell between two sets. A set keeps its place from turn to turn,
so that a person finds it again. A set that grows pushes its neighbours along the row; if the row is
full it moves to the nearest row with room. Spots are one bytearray, three bytes per set: row,
column, the length of the set there (row 255: not placed yet).
"""

import gc

import displayio
from pocket.app import device, draw
from pocket.ui import strip

from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.app.draw import Cursor, Tiles
    from pocket.app.flow import App as AnyApp
    from pocket.tilegame.app import App
    from pocket.tilegame.part import Part


# -- where sets lie --------------------------------------------------------------------------------

NOWHERE: bytes = b"\xff\xff\x00"  # the spot of a set that has not been placed yet


def carried_spots(spots: bytes | bytearray, came: "Sequence[int]") -> bytearray:
    """Return the spots of a table whose sets came from sets with `spots`. came: as
    tilegame.changes.origins returns it."""
    out = bytearray()
    for i in came:
        out += spots[3 * i : 3 * i + 3] if i >= 0 else NOWHERE
    return out


def _highest(bits):
    return len(bin(bits)) - 3


def _first(rows, size, cols, near=0, beside=0):
    """Return (row, col) of the free space for `size` tiles nearest to row `near` and column
    `beside`. rows: a bit for each occupied cell."""
    every = (1 << cols + 1) - 1  # the cells of a row and the gap after it
    order = range(len(rows) + 1)
    if near:
        order = sorted(order, key=lambda row: abs(row - near))
    for row in order:
        free = every & ~rows[row] if row < len(rows) else every
        for _ in range(size):  # leaves the cells that begin a long enough free space
            free &= free >> 1
        if free:
            right = free >> beside
            left = free ^ right << beside
            col = _highest(right & -right) + beside if right else cols + beside
            if left and beside - _highest(left) <= col - beside:
                col = _highest(left)
            return row, col


def _take(rows, row, col, size):
    while len(rows) <= row:
        rows.append(0)
    rows[row] |= (1 << size + 1) - 1 << col  # its cells and the gap after it


def _separate(here, sizes, spots, cols):
    """Move the sets `here` (of one row, from left to right) just so far that none overlap."""
    end = 0
    for i in here:
        if spots[3 * i + 1] < end:
            spots[3 * i + 1] = end
        end = spots[3 * i + 1] + sizes[i] + 1
    end = cols
    for k in range(len(here) - 1, -1, -1):
        i = here[k]
        if spots[3 * i + 1] + sizes[i] > end:
            spots[3 * i + 1] = end - sizes[i]
        end = spots[3 * i + 1] - 1


def place_sets(sizes: "Sequence[int]", spots: bytearray, cols: int) -> int:
    """Give every set a spot, changing `spots` in place; return the number of rows used.

    sizes: length of each set, at most `cols`. Sets keep their row while it has room; sets that grew
    leave a row that is too full, the last one first. New sets fill gaps.
    """
    later = []
    lines: list = []
    for i in range(len(sizes)):
        row = spots[3 * i]
        if row == 255:
            later.append((1, 0, i, 0))
            continue
        while len(lines) <= row:
            lines.append([])
        lines[row].append((spots[3 * i + 1], i))
    rows = []
    for row in range(len(lines)):
        line = lines[row]
        line.sort()
        while line:
            need = len(line) - 1
            out = -1
            for k in range(len(line)):
                i = line[k][1]
                need += sizes[i]
                if sizes[i] > spots[3 * i + 2] or out < 0:
                    out = k
            if need <= cols:
                break
            i = line[out][1]
            later.append((0, row, i, spots[3 * i + 1]))
            del line[out]
        here = [item[1] for item in line]
        _separate(here, sizes, spots, cols)
        rows.append(0)
        for i in here:
            _take(rows, row, spots[3 * i + 1], sizes[i])
    later.sort()
    for _, near, i, beside in later:
        spots[3 * i], spots[3 * i + 1] = _first(rows, sizes[i], cols, near, beside)
        _take(rows, spots[3 * i], spots[3 * i + 1], sizes[i])
    for i in range(len(sizes)):
        spots[3 * i + 2] = sizes[i]
    while rows and not rows[-1]:
        rows.pop()
    return len(rows)


def repack_sets(sizes: "Sequence[int]", spots: bytearray, cols: int, most: int) -> int:
    """Close the gaps, in reading order, or the longest sets first if that needs more than `most`
    rows. Returns the number of rows used."""
    for by_size in (False, True):
        keys = []
        for i in range(len(sizes)):
            key = 99 - sizes[i] if by_size else spots[3 * i] << 8 | spots[3 * i + 1]
            keys.append((key, i))
        keys.sort()
        places = []
        rows: list = []
        for _, i in keys:
            row, col = _first(rows, sizes[i], cols)
            _take(rows, row, col, sizes[i])
            places.append((i, row, col))
        if len(rows) <= most:
            break
    for i, row, col in places:
        spots[3 * i] = row
        spots[3 * i + 1] = col
        spots[3 * i + 2] = sizes[i]
    return len(rows)


def find_gap(
    sizes: "Sequence[int]", spots: bytes | bytearray, cols: int, size: int
) -> tuple[int, int]:
    """Return (row, col) for a new set of `size` tiles."""
    rows: list = []
    for i in range(len(sizes)):
        _take(rows, spots[3 * i], spots[3 * i + 1], sizes[i])
    return _first(rows, size, cols)


# -- table and rack --------------------------------------------------------------------------------


_PLAIN = b"\1"  # draw.PLAIN
_SIDE = 2  # least pixels between tiles and the left and right edge of the display
# Rows of the rack's edge, with its shadow on the cloth, and of its ledge, from top to bottom.
_EDGE = (draw.SHADOW, 0x8A5C34, 0x8A5C34)
_LEDGE = (0xB8824C, 0xA87444, 0x8A5C34, 0x54341A)
_LIT = 0xFFD86B


class Board:
    """Show table and rack, in `group`.

    table, shelf: draw.Tiles. used: rows that the sets occupy. top: the first of them on show.
    rack_size: tiles that the rack has room for. times: scale of the rack's tiles, 1 or 2.
    """

    def __init__(self, app: "AnyApp") -> None:
        self.app = app
        art = app.art
        self.group = displayio.Group()
        self.table: Tiles | None = None
        self.shelf: Tiles | None = None
        self.cursor: Cursor | None = None
        self.shape: tuple | None = None
        self.used = 0
        self.top = 0
        self.rack_size = 0
        self.times = 1
        self.thin = thin = art.line < 16
        self.edge = self._colours(_EDGE[2:] if thin else _EDGE)
        self.ledge = self._colours(_LEDGE[1:3] if thin else _LEDGE)

    def _colours(self, row):
        palette = displayio.Palette(len(row))
        for i in range(len(row)):
            palette[i] = self.app.art.cloth[draw.SHADOW] if row[i] == draw.SHADOW else row[i]
        return palette

    def light(self, lit: bool) -> None:
        """Light the rack's edge in the viewer's turn."""
        colour = _LIT if lit else _EDGE[-1]
        if self.edge[len(self.edge) - 1] != colour:
            self.edge[len(self.edge) - 1] = colour

    def fit(self, sets: "Sequence", spots: bytearray, rack_size: int | None = None) -> None:
        """Choose tile size and rows, and give every set its spot. rack_size: tiles on the rack."""
        app = self.app
        if rack_size is not None:
            self.rack_size = rack_size
        sizes = bytearray([len(codes) for codes in sets])
        longest = max(sizes) if sizes else 0
        cells = sum(sizes) + len(sizes) + 4  # with the gaps, and room for a new set
        small = app.session.small
        for big in (True, False):
            # on the smallest displays a row may cover the lower edge of the row above
            step = app.art.sizes[big][1] - 1 if self.thin else 0
            cols, most, shelf = self._room(big, step)
            if big:
                if small and rack_size is None or most < 3 or longest > cols:
                    continue
                # small tiles grow only when a row is left over
                if cells + (small and cols) > (cols + 1) * most:
                    continue
            if small == big:  # the spots are for tiles of another width
                self.shape = (0, 0, 0, 0)
            self.used = self._place(sizes, spots, cols, most)
            if self.used <= most:
                break
        app.session.small = not big
        few = 0 < 2 * self.rack_size <= cols and self._room(big, 0, 2)[1]
        self.times = 2 if few > max(2, self.used) else 1  # leaves a row for a new set
        free = self._room(big, 0, self.times)[1]
        if self.used <= free:
            most = free
            step = 0
        self._build(big, cols, most, shelf, step)

    def _room(self, big, step=0, scale=1):
        """Return (columns, rows of the table, rows of the rack) for big or small tiles. step:
        pixels from row to row, 0: a tile and its shadow. scale: of the rack's tiles."""
        app = self.app
        art = app.art
        width, height = art.sizes[big]
        cols = (app.w - (0 if self.thin and not big else 2 * _SIDE)) // width
        shelf = max(1, (self.rack_size + cols - 1) // cols)
        shelves = shelf * height * scale
        high = app.h - 2 * art.line - len(self.edge) - len(self.ledge) - shelves
        return cols, high // (step or height + draw.shadow(height)), shelf

    def _place(self, sizes, spots, cols, most):
        """Give every set its spot; return the number of rows used."""
        if self.shape is not None and self.shape[1] != cols:
            return repack_sets(sizes, spots, cols, most)
        used = place_sets(sizes, spots, cols)
        if used > most:
            used = repack_sets(sizes, spots, cols, most)
        return used

    def _build(self, big, cols, rows, shelf, step):
        """Make the tile rows and the cursor if their shape has changed. step: see `_room`."""
        scale = self.times
        shape = (big, cols, rows, shelf, scale)
        if shape == self.shape and self.table is not None:
            return
        app = self.app
        art = app.art
        if self.table is not None:
            while len(self.group):
                self.group.pop()
            self.table = self.shelf = self.cursor = None
            gc.collect()
        self.shape = None  # until all is made: where memory runs out, the next call starts anew
        app.read_sheet(big)
        width, height = art.sizes[big]
        left = (app.w - cols * width) // 2
        foot = app.h - art.line - len(self.ledge)
        rack = foot - shelf * height * scale  # top of its tiles
        edge = rack - len(self.edge)
        free = edge - art.line - rows * (step or art.bodies.height)
        top = art.line + min(6, (free + 1) // 2)
        self.top = 0
        self.table = draw.Tiles(app, rows, cols, left, top, big, False, step, self._ready(rows))
        self.shelf = draw.Tiles(app, shelf, cols // scale, left, rack, big, True, height)
        thick = 1 if app.w < 200 else 2
        self.cursor = draw.Cursor(width, height, thick)
        self.cursors = (self.cursor, self.cursor)  # on the table, on the rack
        if scale > 1:
            self.shelf.w *= 2
            self.shelf.h *= 2
            self.shelf.group.scale = 2
            self.cursors = (self.cursor, draw.Cursor(self.shelf.w, self.shelf.h, thick))
            self.cursors[1].hide()
        for grid in (
            draw.ground(app, art.cloth, art.line, edge),
            draw.ground(app, art.wood, rack, foot),
            self.table.group,
            self.shelf.group,
            draw.band(app.w, edge, self.edge),
            draw.band(app.w, foot, self.ledge),
            self.cursor.grid,
        ):
            self.group.append(grid)
        if scale > 1:
            self.group.append(self.cursors[1].grid)
        self.floor = edge  # where boxes over the table end
        self.faces = bytearray(bytes((draw.FACE_CLOTH,)) * (rows * cols))
        self.bodies = bytearray(rows * cols)  # Tiles.show empties both
        self.rack_faces = bytearray(bytes((draw.FACE_NONE,)) * (shelf * (cols // scale)))
        self.rack_bodies = bytearray(len(self.rack_faces))
        self.shape = shape

    def _ready(self, rows):
        """Return the number of table rows to make ahead: those with tiles and the next."""
        return min(rows, self.used - self.top + 1)

    def rest(self) -> None:
        """Make the next row while no key waits; play.Screen calls it with the foot line."""
        self.table.make(self._ready(self.table.rows))

    def beyond(self) -> str:
        """Return arrows for table rows above and below those on show."""
        above = draw.UP if self.top else ""
        return above + (draw.DOWN if self.used > self.top + self.table.rows else "")

    def bring(self, row: int) -> None:
        """Scroll so that `row` is on show."""
        if row < self.top:
            self.top = row
        elif row >= self.top + self.table.rows:
            self.top = row - self.table.rows + 1

    def draw(self, part: "Part") -> None:
        """Show the table and rack of a Part; only cells that differ are painted."""
        table = self.table
        cols = table.cols
        faces = self.faces
        bodies = self.bodies
        sets = part.sets()
        spots = part.spots()
        shades = part.shades()
        for i in range(len(sets)):
            codes = sets[i]
            row = spots[3 * i] - self.top
            if codes and 0 <= row < table.rows:
                cell = row * cols + spots[3 * i + 1]
                end = cell + len(codes)
                faces[cell:end] = codes
                bodies[cell:end] = shades[i] if shades else _PLAIN * len(codes)
                if max(codes) >= JOKER:
                    for j in range(len(codes)):
                        if codes[j] < JOKER:
                            continue
                        if len(codes) == 1:  # it stands for no tile yet
                            faces[cell + j] = JOKER
                        else:
                            faces[cell + j] = draw.face_of(codes[j])
                            bodies[cell + j] += draw.JOKER_BODY
                if end % cols:
                    faces[end] = draw.FACE_EDGE
                    bodies[end] = draw.EDGE
        place = part.place()
        if place:
            row = place[0] - self.top
            if 0 <= row < table.rows:
                faces[row * cols + place[1]] = draw.FACE_NONE
                bodies[row * cols + place[1]] = draw.PLACE
        table.show(faces, bodies)
        self.draw_rack(part)
        part.point()

    def draw_rack(self, part: "Part") -> None:
        """Show the rack only."""
        rack = part.rack()
        shades = part.rack_shades()
        cells = part.rack_cells()
        for i in range(min(len(rack), len(self.rack_faces))):
            cell = cells[i] if cells else i
            self.rack_faces[cell] = rack[i]
            self.rack_bodies[cell] = shades[i] if shades else draw.PLAIN
        self.shelf.show(self.rack_faces, self.rack_bodies)

    def aim(self, tiles: "Tiles", row: int, col: int) -> None:
        """Put the cursor on a cell of `tiles`, the table (row: without scrolling) or the shelf."""
        cursor = self.cursors[tiles is self.shelf]
        if cursor is not self.cursor:
            self.cursor.hide()
            self.cursor = cursor
        if tiles is self.table:
            row -= self.top
        if 0 <= row < tiles.rows:
            self.cursor.to(tiles.x + col * tiles.w, tiles.y + row * tiles.step)
        else:
            self.cursor.hide()


# -- the head line ---------------------------------------------------------------------------------

_HURRY = 15  # last seconds in which the clock turns red every other second
_TICKS = 5  # last seconds in which it ticks


def _minutes(seconds: int) -> str:
    """Return seconds as text: "1:05"."""
    return "%d:%02d" % (seconds // 60, seconds % 60)


class Headline:
    """Hold the head line, in `group`; pocket.tilegame.headline draws it, loaded for that moment.
    said: the texts on show, (text, x, lit) of the pool and of each seat. heads: the heads on show,
    (name, mood, x); grids: their TileGrids. cut: (people, their names as they fit ...), or None.
    tiles: the task of a lesson, with pictures of tiles, or None. clock: a Strip; None without a
    clock. second: the one it shows. Others set said, heads, grids, cut and tiles (headline)."""

    tiles: displayio.TileGrid | None
    said: list | None
    cut: tuple | None
    heads: list
    grids: list

    def __init__(self, app: "App") -> None:
        self.app = app
        art = app.art
        self.font = art.letters
        self.pad = pad = 2 if art.line < 16 else 4
        self.bitmap = displayio.Bitmap(app.w, art.line, 4)
        plain = strip.ink(art, strip.BAR)
        self.group = displayio.Group()
        self.group.append(
            displayio.TileGrid(
                self.bitmap, pixel_shader=draw.colours(plain[0], plain[1], 0xFFD86B, 0x2A2018)
            )
        )
        self.said = self.cut = self.tiles = None
        self.heads = []
        self.grids = []
        self.second = -1
        self.clock = None
        self.right = app.w - pad
        if app.session.game.rules["clock"] and not app.session.lesson:
            wide = self.font.measure("8:88") + pad
            self.right -= wide
            self.clock = strip.Strip(app, app.w - wide, 0, wide, strip.BAR, strip.CENTRE, art.line)
            self.group.append(self.clock.grid)

    def draw(self, actor: int, clock: int) -> None:
        """Show names, tile counts and pool, or the task of a lesson. actor: the seat that plays.
        clock: its seconds left, or -1."""
        from pocket.tilegame import headline

        headline.show(self, actor)
        device.forget("pocket.tilegame.headline")
        self.second = -1
        if self.clock is not None:
            self.clock.say(_minutes(clock) if clock >= 0 else "", strip.BAR)
            self.clock.grid.hidden = self.app.session.viewer is None

    def run_clock(self, second: int) -> bool:
        """Show the seconds left. Returns True when that changes the display."""
        if second == self.second or self.clock is None:
            return False
        self.second = second
        hurry = second <= _HURRY and second % 2
        self.clock.say(_minutes(second), strip.LOW if hurry else strip.BAR)
        if second <= _TICKS:
            self.app.sound.play("tick")
        return True
