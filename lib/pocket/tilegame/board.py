"""Show table, rack and head line of a tile game.

What goes on at the board is a Part of the play screen, one at a time: a person's turn
(personturn.py), a computer's thought (think.py), a move on show (watch.py), the last play of a
round (ending.py).

Sets lie in rows of cells, one empty cell between sets. A set keeps its place from turn to turn, so
that a person finds it again: a set that grows pushes its neighbours along the row; only where the
row is full does it move to another row, the nearest with room. Spots are one bytearray, three bytes
per set: row, column, the length that the set had there (255 as row: not placed yet).
"""

import gc

import bitmaptools
import displayio
from pocket.app import draw
from pocket.ui import strip

from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from pocket.app.app import App as AnyApp
    from pocket.app.draw import Cursor, Tiles
    from pocket.tilegame.app import App
    from pocket.tilegame.play import Screen


# -- where sets lie --------------------------------------------------------------------------------

NOWHERE: bytes = b"\xff\xff\x00"  # the spot of a set that has not been placed yet


def carried_spots(spots: bytes | bytearray, came: "Sequence[int]") -> bytearray:
    """The spots of a table that goes on from one with `spots`: those of the sets that its own come
    from (tilegame.changes.origins)."""
    out = bytearray()
    for i in came:
        out += spots[3 * i : 3 * i + 3] if i >= 0 else NOWHERE
    return out


def _mask(size):
    return (1 << size + 1) - 1  # its cells and the gap after it


def _highest(bits):
    return len(bin(bits)) - 3


def _first(rows, size, cols, near=0, beside=0):
    """The free stretch nearest to row `near`, and there to column `beside`: (row, col). rows: bits
    taken."""
    every = (1 << cols + 1) - 1  # the cells of a row and the gap after it
    order = range(len(rows) + 1)
    if near:
        order = sorted(order, key=lambda row: abs(row - near))
    for row in order:
        free = every & ~rows[row] if row < len(rows) else every
        for _ in range(size):  # where it and the cells behind are free, as many as there are
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
    rows[row] |= _mask(size) << col


def _settle(here, sizes, spots, cols):
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
    """Give every set a spot, changing `spots` in place; returns how many rows that takes.

    sizes: length of each set, none above `cols`. Sets stay in their row while it has room for
    them; of a row that is too full the sets that grew leave, the last first. New sets fill gaps.
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
        _settle(here, sizes, spots, cols)
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
    """Close the gaps, in reading order; longest first if that needs more than `most` rows.
    Returns how many rows it takes."""
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
    """Where a new set of `size` tiles would go: (row, col)."""
    rows: list = []
    for i in range(len(sizes)):
        _take(rows, spots[3 * i], spots[3 * i + 1], sizes[i])
    return _first(rows, size, cols)


# -- table and rack --------------------------------------------------------------------------------


class Part:
    """What goes on at the board for a while: a person's turn, a computer's thought, a shown move.

    screen: the play screen, which hands keys and time to the part that runs.
    """

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app

    def sets(self) -> "Sequence[bytes | bytearray]":
        """The sets on show."""
        return self.app.sitting.game.table

    def spots(self) -> bytes | bytearray:
        """Where they lie (pocket.tilegame.board)."""
        return self.app.sitting.seen[1]

    def shades(self) -> "Sequence[bytes | bytearray] | None":
        """The bodies under the tiles: bytes per set; None: all plain."""
        return None

    def rack(self) -> bytes | bytearray:
        """The rack on show: bytes of codes."""
        app = self.app
        sitting = app.sitting
        return b"" if sitting.viewer is None else sitting.game.racks[sitting.viewer]

    def rack_cells(self) -> bytes | bytearray | None:
        """Where these stand, ascending: bytes; None: side by side."""
        return None

    def rack_shades(self) -> bytes | bytearray | None:
        """The bodies under the rack's tiles: bytes, or None."""
        sitting = self.app.sitting
        drawn = sitting.drawn.get(sitting.viewer)
        if not drawn:
            return None
        rack = self.rack()
        shades = bytearray([draw.PLAIN] * len(rack))
        for code in drawn:
            for i in range(len(rack) - 1, -1, -1):
                if rack[i] == code and shades[i] == draw.PLAIN:
                    shades[i] = draw.MARKED
                    break
        return shades

    def place(self) -> tuple[int, int] | None:
        """(row, column) of the place for a new set, or None."""
        return None

    def point(self) -> None:
        """Put the cursor where it belongs, or hide it."""
        self.screen.board.cursor.hide()

    def words(self) -> "Sequence[str]":
        """What the keys do, a string each, the most needed first."""
        return ()

    def clock(self) -> int:
        """Seconds left of the turn, for the head line; -1 where no clock runs."""
        return -1

    def tail(self) -> str:
        """What stands at the foot line's end."""
        return ""

    def key(self, button: int, kind: int) -> None:
        """One button."""

    def tick(self, now: int) -> bool:
        """Own work; True when the display must be painted."""
        return False

    def worked(self, result: "Any") -> "Any":
        """The screen's worker has come to its end with `result`. Returns a computer's move to be
        made, or None."""

    def close(self) -> None:
        """Another part begins, or another screen comes."""


_PLAIN = b"\1"  # draw.PLAIN
_SIDE = 2  # pixels at least between tiles and the display's left and right edge
# The rack from above: its edge with the shadow it throws on the cloth, its ledge; the edge is lit
# in a person's turn.
_EDGE = (draw.SHADOW, 0x8A5C34, 0x8A5C34)
_LEDGE = (0xB8824C, 0xA87444, 0x8A5C34, 0x54341A)
_LIT = 0xFFD86B


class Board:
    """`.group` goes into the screen's group. table, shelf: draw.Tiles. used: rows the sets take.
    top: the first of them on show. rack_size: how many tiles the rack has room for. times: how
    often as large as the table's those are."""

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
        self.thin = thin = art.line < 16  # the smallest displays have no pixel to spare
        self.edge = self._colours(_EDGE[2:] if thin else _EDGE)
        self.ledge = self._colours(_LEDGE[1:3] if thin else _LEDGE)

    def _colours(self, row):
        palette = displayio.Palette(len(row))
        for i in range(len(row)):
            palette[i] = self.app.art.cloth[draw.SHADOW] if row[i] == draw.SHADOW else row[i]
        return palette

    def light(self, lit: bool) -> None:
        """Light the rack's edge, or not: it is the turn of the person who looks on."""
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
        cells = sum(sizes) + len(sizes) + 4  # with the gaps behind them, and a new set
        small = app.sitting.small
        for big in (True, False):
            # the smallest displays: each row may cover the edge of that above
            step = app.art.sizes[big][1] - 1 if self.thin else 0
            cols, most, shelf = self._room(big, step)
            if big:
                if small and rack_size is None or most < 3 or longest > cols:
                    continue
                # small ones grow at a turn's beginning, with a row to spare
                if cells + (small and cols) > (cols + 1) * most:
                    continue
            if small == big:  # the spots are for another width: lay them anew
                self.shape = (0, 0, 0, 0)
            self.used = self._settle(sizes, spots, cols, most)
            if self.used <= most:
                break
        app.sitting.small = not big
        few = 0 < 2 * self.rack_size <= cols and self._room(big, 0, 2)[1]
        self.times = 2 if few > max(2, self.used) else 1  # one is left for a new set
        free = self._room(big, 0, self.times)[1]
        if self.used <= free:
            most = free
            step = 0
        self._build(big, cols, most, shelf, step)

    def _room(self, big, step=0, scale=1):
        """With big or small tiles, `step` pixels from row to row, those of the rack `scale` times
        as large: columns, rows of the table, rows of the rack."""
        app = self.app
        art = app.art
        width, height = art.sizes[big]
        cols = (app.w - (0 if self.thin and not big else 2 * _SIDE)) // width
        shelf = max(1, (self.rack_size + cols - 1) // cols)
        shelves = shelf * height * scale
        high = app.h - 2 * art.line - len(self.edge) - len(self.ledge) - shelves
        return cols, high // (step or height + draw.shadow(height)), shelf

    def _settle(self, sizes, spots, cols, most):
        """Give every set its spot; how many rows that takes."""
        if self.shape is not None and self.shape[1] != cols:
            return repack_sets(sizes, spots, cols, most)
        used = place_sets(sizes, spots, cols)
        if used > most:
            used = repack_sets(sizes, spots, cols, most)
        return used

    def _build(self, big, cols, rows, shelf, step):
        """Make the tile rows and the cursor when their shape changes. step: pixels from row to row
        of the table; 0: no row covers another."""
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
        app.read_sheet(big)
        self.shape = shape
        width, height = art.sizes[big]
        left = (app.w - cols * width) // 2
        foot = app.h - art.line - len(self.ledge)
        rack = foot - shelf * height * scale  # the upper pixel of the tiles on it
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
        self.bodies = bytearray(rows * cols)  # both empty, as Tiles.show leaves them
        self.rack_faces = bytearray(bytes((draw.FACE_NONE,)) * (shelf * (cols // scale)))
        self.rack_bodies = bytearray(len(self.rack_faces))

    def _ready(self, rows):
        """How many of the table's rows are made ahead: those with tiles and the next."""
        return min(rows, self.used - self.top + 1)

    def rest(self) -> None:
        """Make the row that comes next, while nobody waits for it; play.Screen shows it then."""
        self.table.make(self._ready(self.table.rows))

    def beyond(self) -> str:
        """Signs for rows of the table above and below those on show."""
        above = draw.UP if self.top else ""
        return above + (draw.DOWN if self.used > self.top + self.table.rows else "")

    def bring(self, row: int) -> None:
        """Scroll so that `row` is on show."""
        if row < self.top:
            self.top = row
        elif row >= self.top + self.table.rows:
            self.top = row - self.table.rows + 1

    def draw(self, part: Part) -> None:
        """Show what a Part says lies on the table and the rack; only cells that differ change."""
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
                        if len(codes) == 1:  # it may become anything
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

    def draw_rack(self, part: Part) -> None:
        """Show the rack alone."""
        rack = part.rack()
        shades = part.rack_shades()
        cells = part.rack_cells()
        for i in range(min(len(rack), len(self.rack_faces))):
            cell = cells[i] if cells else i
            self.rack_faces[cell] = rack[i]
            self.rack_bodies[cell] = shades[i] if shades else draw.PLAIN
        self.shelf.show(self.rack_faces, self.rack_bodies)

    def aim(self, tiles: "Tiles", row: int, col: int) -> None:
        """Put the cursor on a cell of `tiles`, the table or the shelf; table rows count from 0."""
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

_MOST_LETTERS = 7  # letters of a name
_HURRY = 15  # the clock is red for so many seconds, every other one
_TICKS = 5  # and ticks in its last ones
_PILL, _ON_PILL = 2, 3  # colours of the line, beside those of an ink
_GOLD, _DARK = 0xFFD86B, 0x2A2018


def _minutes(seconds):
    """Seconds as a clock shows them: "1:05"."""
    return "%d:%02d" % (seconds // 60, seconds % 60)


class Headline:
    """`.group`. said: what the line shows: (text, x, lit) of every seat and of the pool. clock: a
    Strip; None where the game has none."""

    tiles: displayio.TileGrid | None

    def __init__(self, app: "App") -> None:
        self.app = app
        art = app.art
        self.font = art.letters
        self.pad = pad = 2 if art.line < 16 else 4
        self.bitmap = displayio.Bitmap(app.w, art.line, 4)
        plain = strip.ink(art, strip.BAR)
        palette = displayio.Palette(4)
        for i in range(2):
            palette[i] = plain[i]
        palette[_PILL] = _GOLD
        palette[_ON_PILL] = _DARK
        self.group = displayio.Group()
        self.group.append(displayio.TileGrid(self.bitmap, pixel_shader=palette))
        self.said: list | None = None
        self.cut: tuple | None = None  # (people, what `_names` gives for them)
        self.tiles = None  # the line of a lesson in which tiles are drawn
        self.second = -1  # as the clock shows it
        self.clock = None
        self.right = app.w - pad
        if app.sitting.game.rules["clock"] and not app.sitting.lesson:
            wide = self.font.measure("8:88") + pad
            self.right -= wide
            self.clock = strip.Strip(app, app.w - wide, 0, wide, strip.BAR, strip.CENTRE, art.line)
            self.group.append(self.clock.grid)

    def hint(self, text: str) -> None:
        """What is to be done in a lesson or puzzle; tiles are drawn, where there is room."""
        app = self.app
        wide = self.font.wide(text) - 1
        if self.font.measure(text) <= wide <= app.w:
            said = [(text, (app.w - wide) // 2, False)]
            if self.said != said:
                self._show([])
                self.said = said
                self._draw_tiles(text, said[0][1], wide)
            return
        text = self.font.cut(text, app.w - 2 * self.pad)
        self._show([(text, (app.w - self.font.measure(text)) // 2, False)])

    def _draw_tiles(self, text, left, wide):
        """A line with tiles in it, over the head line."""
        from pocket.ui import chips

        app = self.app
        high = self.bitmap.height
        line = strip.Strip(app, left, 0, wide, strip.BAR, strip.LEFT, high)
        try:
            self.tiles = chips.line(app, line, text, strip.BAR)
        except MemoryError:  # the signs say it, too
            self.tiles = line.grid
            line.say(text)
        self.group.append(self.tiles)

    def draw(self, actor: int, clock: int) -> None:
        """actor: the seat that plays. clock: the seconds it has left; -1 where no clock runs."""
        app = self.app
        sitting = app.sitting
        game = sitting.game
        measure = self.font.measure
        left = len(game.pool)
        text = draw.POOL + str(left)
        nobody = sitting.viewer is None  # the clock runs for one who looks on
        end = app.w - self.pad if nobody else self.right
        right = end - measure(draw.POOL + "88")
        names, pad, wide = self._names()
        piles = measure("|||||||| ")
        if game.rules["piles"] and wide + piles <= right:
            # KR-3: of seven, one of eight
            text = "|" * ((left + 5) // 7 if left > 1 else left) + " " + text
        if app.mishaps.unsaved:
            text = draw.WRONG_SIGN + text
        said = [(text, end - measure(text), False)]
        x = self.pad
        for seat in range(game.seats):
            if seat != sitting.viewer:
                said.append(("%s %d" % (names[seat], len(game.racks[seat])), x, seat == actor))
                x += measure(names[seat] + " 88") + 2 * pad
        if not nobody:
            name = names[sitting.viewer]
            playing = sitting.viewer == actor
            if playing or len(name) > 2 or name == sitting.people[sitting.viewer][1]:
                said.append((name, x, playing))  # a letter or two tell nothing
        self._show(said)
        self.second = -1
        if self.clock is not None:
            self.clock.say(_minutes(clock) if clock >= 0 else "", strip.BAR)
            self.clock.grid.hidden = nobody

    def _names(self):
        """(the names as they are shown, pixels beside each, how wide all are): the widest is cut
        until all fit, whoever plays and looks on, so that a name is the same in every turn."""
        sitting = self.app.sitting
        people = sitting.people
        if self.cut is not None and self.cut[0] is people:
            return self.cut[1:]
        measure = self.font.measure
        pool = measure(draw.POOL + "88")
        count = measure(" 88")
        letters = bytearray([min(_MOST_LETTERS, len(name)) for _, name in people])
        while True:
            names: list[str] = []
            for seat in range(len(people)):
                names.append(self._apart(people[seat][1][: letters[seat]], seat, names))
            widths = [measure(name) for name in names]
            for pad in (self.pad, self.pad // 2):
                wide = 2 * self.pad + sum(widths) + (2 * pad + count) * (len(widths) - 1)
                fits = wide <= self.right - pool
                if sitting.persons > 1:  # also while no rack is on show, and no clock
                    fits = fits and wide + count <= self.app.w - self.pad - pool
                if fits or max(letters) < 2:
                    self.cut = people, names, pad, wide
                    return self.cut[1:]
            widest = -1
            for seat in range(len(widths)):
                if letters[seat] > 1 and (widest < 0 or widths[seat] >= widths[widest]):
                    widest = seat
            letters[widest] -= 1

    def _apart(self, cut, seat, said):
        """A name that was cut, with the letter that tells it from another that is cut alike; the
        seat's number where `said`, the names before it, has that already."""
        people = self.app.sitting.people
        name = people[seat][1]
        for _, other in people:
            if cut != name != other and other.startswith(cut):
                i = 0
                while name[i : i + 1] == other[i : i + 1]:
                    i += 1
                cut = cut[: len(cut) - 1] + name[i : i + 1]
                break
        return str(seat + 1) if not cut or cut in said else cut

    def _show(self, said):
        """Paint the line anew where it differs."""
        if said == self.said:
            return
        self.said = said
        if self.tiles is not None:
            self.group.remove(self.tiles)
            self.tiles = None
        self.bitmap.fill(0)
        for text, x, lit in said:
            if lit:
                self._pill(text, x)
            else:
                self.font.write(self.bitmap, x, self._top(), text)

    def _top(self):
        return (self.bitmap.height - self.font.high + 1) // 2

    def _pill(self, text, x):
        """A name on a pill."""
        bitmap = self.bitmap
        font = self.font
        inset = 1 if bitmap.height > 12 else 0
        high = bitmap.height - 2 * inset
        wide = font.measure(text)
        left, right = x - self.pad + 1, x + wide + self.pad - 1
        for cut in (0, 1, 2):  # rows of its ends, round
            by = 2 - cut
            bitmaptools.fill_region(
                bitmap, left + by, inset + cut, right - by, inset + high - cut, _PILL
            )
        letters = displayio.Bitmap(wide, font.high, 4)
        font.write(letters, 0, 0, text)
        dark = displayio.Bitmap(wide, font.high, 4)
        dark.fill(_ON_PILL)
        bitmaptools.blit(letters, dark, 0, 0, skip_dest_index=0)
        bitmaptools.blit(bitmap, letters, x, self._top(), skip_source_index=0)

    def run_clock(self, second: int) -> bool:
        """Show how many seconds are left. True when that paints."""
        if second == self.second or self.clock is None:
            return False
        self.second = second
        hurry = second <= _HURRY and second % 2
        self.clock.say(_minutes(second), strip.LOW if hurry else strip.BAR)
        if second <= _TICKS:
            self.app.sound.play("tick")
        return True
