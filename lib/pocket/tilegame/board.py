"""Table and rack on show: rows of tiles between the head and the foot line, the cursor."""

import gc

import displayio
from pocket.always import draw
from pocket.tilegame import layout

from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from pocket.always.app import App
    from pocket.always.draw import Cursor, Tiles
    from pocket.tilegame.play import Screen


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
        """Where they lie (pocket.tilegame.layout)."""
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


_PLAIN = bytes((draw.PLAIN,))
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

    def __init__(self, app: "App") -> None:
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
            return layout.repack(sizes, spots, cols, most)
        used = layout.place(sizes, spots, cols)
        if used > most:
            used = layout.repack(sizes, spots, cols, most)
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
