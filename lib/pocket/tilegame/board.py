"""Show table, rack and head line of a tile game, and the base of what runs there (Part).

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
    from typing import Any

    from pocket.app.draw import Cursor, Tiles
    from pocket.app.flow import App
    from pocket.tilegame.play import Screen


# -- places of the sets ----------------------------------------------------------------------------

NOWHERE: bytes = b"\xff\xff\x00"  # the spot of a set that has not been placed yet


def carried_spots(spots: bytes | bytearray, from_sets: "Sequence[int]") -> bytearray:
    """Return the spots of a table whose sets came from sets with `spots`. from_sets: as
    tilegame.changes.origins returns it."""
    out = bytearray()
    for i in from_sets:
        out += spots[3 * i : 3 * i + 3] if i >= 0 else NOWHERE
    return out


def _find_space(rows, size, cols, near=0, beside=0):
    """Return (row, col) of the free space for `size` tiles nearest to row `near` and column
    `beside`. rows: a bit for each occupied cell."""
    every = (1 << cols + 1) - 1  # the cells of a row and the gap after it
    for row in sorted(range(len(rows) + 1), key=lambda row: abs(row - near)):
        free = every & ~rows[row] if row < len(rows) else every
        for _ in range(size):  # leaves the cells that begin a long enough free space
            free &= free >> 1
        if free:
            starts = [col for col in range(cols) if free >> col & 1]
            return row, min(starts, key=lambda col: abs(col - beside))


def _mark_taken(rows, row, col, size):
    while len(rows) <= row:
        rows.append(0)
    rows[row] |= (1 << size + 1) - 1 << col  # the set's cells and the gap after it


def _separate(row_sets, sizes, spots, cols):
    """Move the sets of a row, given from left to right, just far enough that none overlap."""
    end = 0
    for i in row_sets:
        if spots[3 * i + 1] < end:
            spots[3 * i + 1] = end
        end = spots[3 * i + 1] + sizes[i] + 1
    end = cols
    for k in range(len(row_sets) - 1, -1, -1):
        i = row_sets[k]
        if spots[3 * i + 1] + sizes[i] > end:
            spots[3 * i + 1] = end - sizes[i]
        end = spots[3 * i + 1] - 1


def place_sets(sizes: "Sequence[int]", spots: bytearray, cols: int) -> int:
    """Give every set a spot, changing `spots` in place. Returns the number of rows used.

    sizes: length of each set, at most `cols`. Sets keep their row while it has room; sets that grew
    leave a row that is too full, the last one first. New sets fill gaps.
    """
    to_place = []
    sets_by_row: list = []
    for i in range(len(sizes)):
        row = spots[3 * i]
        if row == 255:
            to_place.append((1, 0, i, 0))  # a new set, after those that leave their row
            continue
        while len(sets_by_row) <= row:
            sets_by_row.append([])
        sets_by_row[row].append((spots[3 * i + 1], i))
    rows = []
    for row in range(len(sets_by_row)):
        row_sets = sets_by_row[row]
        row_sets.sort()
        while row_sets:
            needed = len(row_sets) - 1  # cells, beginning with the gaps
            leaving = -1
            for k in range(len(row_sets)):
                i = row_sets[k][1]
                needed += sizes[i]
                if sizes[i] > spots[3 * i + 2] or leaving < 0:
                    leaving = k
            if needed <= cols:
                break
            i = row_sets[leaving][1]
            to_place.append((0, row, i, spots[3 * i + 1]))
            del row_sets[leaving]
        staying = [item[1] for item in row_sets]
        _separate(staying, sizes, spots, cols)
        rows.append(0)
        for i in staying:
            _mark_taken(rows, row, spots[3 * i + 1], sizes[i])
    to_place.sort()
    for _, near_row, i, near_col in to_place:
        for size in (min(cols, sizes[i] + 1), sizes[i]):  # if possible with room to grow
            row, col = _find_space(rows, size, cols, near_row, near_col)
            if row < len(rows):
                break
        spots[3 * i], spots[3 * i + 1] = row, col
        _mark_taken(rows, spots[3 * i], spots[3 * i + 1], sizes[i])
    for i in range(len(sizes)):
        spots[3 * i + 2] = sizes[i]
    while rows and not rows[-1]:
        rows.pop()
    return len(rows)


def changed_rows(spots: bytes | bytearray, shades: "Sequence | None") -> list[int]:
    """Return the rows of the sets with marked tiles. shades: as `Part.table` returns them."""
    shades = shades or ()
    return [spots[3 * i] for i in range(len(shades)) if max(shades[i]) > draw.PLAIN]


# -- table and rack --------------------------------------------------------------------------------


_PLAIN = b"\1"  # draw.PLAIN
_MARGIN = 4  # least pixels beside the rack, unless that saves a row of large tiles
LONGEST_SET = 13  # tiles of the longest set that may be on show
# Rows of the rack's edge, with its shadow on the cloth, and of its ledge, from top to bottom.
_UPPER_EDGE = (draw.SHADOW, 0x8A5C34, 0x8A5C34)
_LOWER_EDGE = (0xA87444, 0x8A5C34, 0x54341A)
_LIT = 0xFFD86B


class Board:
    """Show table and rack, in `group`.

    table, rack: draw.Tiles. used: rows that the sets occupy. top: the first of them on show.
    above, below: sets out of sight. rack_size: tiles that the rack has room for. step: index into
    Art.steps.
    """

    def __init__(self, app: "App") -> None:
        self.app = app
        art = app.art
        self.group = displayio.Group()
        self.table: Tiles | None = None
        self.rack: Tiles | None = None
        self.cursor: Cursor | None = None
        self.shape: tuple | None = None
        self.used = self.top = self.rack_size = self.step = 0
        self.above = self.below = 0
        thin = art.line < 16
        self.upper_edge = self._colours(_UPPER_EDGE[2:] if thin else _UPPER_EDGE)
        self.lower_edge = self._colours(_LOWER_EDGE[:2] if thin else _LOWER_EDGE)

    def _colours(self, row):
        shadow = self.app.art.cloth[draw.SHADOW]
        return draw.colours(*[shadow if colour == draw.SHADOW else colour for colour in row])

    def light(self, lit: bool) -> None:
        """Light the rack's edge in the viewer's turn."""
        colour = _LIT if lit else _UPPER_EDGE[-1]
        if self.upper_edge[len(self.upper_edge) - 1] != colour:
            self.upper_edge[len(self.upper_edge) - 1] = colour

    def fit(
        self,
        sets: "Sequence",
        spots: bytearray,
        rack_size: int = 0,
        turn_begins: bool = False,
        kept_step: "tuple | None" = None,
    ) -> None:
        """Choose the largest tiles that show all sets, and give every set its spot; no set moves to
        make room for others. rack_size: number of tiles on the rack. turn_begins: tiles may then
        become larger and the rack's rows fewer. kept_step: the step than whose tiles those on the
        rack become no smaller in a person's turn."""
        steps = self.app.art.steps
        self.rack_size = rack_size if turn_begins else max(self.rack_size, rack_size)
        sizes = bytearray([len(codes) for codes in sets])
        ends = [spots[i + 1] + spots[i + 2] for i in range(0, len(spots), 3) if spots[i + 2]]
        used_cols = max([0] + list(sizes) + ends)
        if turn_begins:
            self.step = steps.index(kept_step) if kept_step else 0
        first = self.step
        while not self._fit_step(sizes, spots, used_cols, kept_step):
            self.step += 1
            if self.step == len(steps):  # the kept rack leaves too little room
                kept_step = None
                self.step = first

    def _fit_step(self, sizes, spots, used_cols, kept_step):
        """Lay out table and rack in tiles of size `self.step`. Returns False if they do not fit."""
        app = self.app
        art = app.art
        size, scale, rack_scale, margin = step = art.steps[self.step]
        width, height = art.sizes[size > draw.SMALL]
        rack_width, rack_height = [side * rack_scale for side in art.sizes[size % draw.MIXED]]
        kept_width = kept_step and art.sizes[kept_step[0] % draw.MIXED][0] * kept_step[2] or 0
        if rack_width < kept_width:
            return False
        rack_cols = (app.w - _MARGIN) // rack_width
        rack_rows = max(1, -(-self.rack_size // rack_cols))
        max_cols = app.w // rack_width
        if rack_scale > 1 and rack_rows > max(1, -(-self.rack_size // max_cols)):
            rack_cols = max_cols
            rack_rows -= 1
        if rack_rows > 1:  # rows of about the same length; odd, so that few drawn tiles change it
            rack_cols = min(rack_cols, -(-self.rack_size // rack_rows) | 1)
        bars_height = 2 * art.line + len(self.upper_edge) + len(self.lower_edge)
        free_height = app.h - bars_height - rack_rows * rack_height
        cols = (app.w - margin) // (width * scale)
        pitch = height + draw.shadow(height)
        # Rows may touch, but of the largest tiles.
        least_pitch = height if scale == 1 or size == draw.SMALL else pitch
        rows = free_height // (least_pitch * scale)
        large = app.settings.get("large")  # scroll, do not shrink
        # Rather than use tiles smaller than 10x14, scroll the table; on 128x128 by one row, rather
        # than a small rack; with a kept rack at double-size 8x11 as well. Never scroll one row.
        scrolls_freely = kept_step or large or rack_rows == 1 or rack_scale == 1
        if kept_step:
            may_scroll = scale == 1 or width < 10 and not margin and used_cols <= cols
            may_scroll = may_scroll and rack_width == kept_width
        else:
            may_scroll = scale == 1 and (size > draw.SMALL) == (art.sizes[0][0] < 10)
            may_scroll = may_scroll and (scrolls_freely or size == draw.MIXED)
        may_scroll = may_scroll and rows > 1 or not kept_step and self.step == len(art.steps) - 1
        max_rows = rows << large
        if may_scroll:
            cols = max(cols, min(used_cols, LONGEST_SET))
            max_rows = 255 if scrolls_freely else rows + 1
        # tiles of double size may have a single row
        has_room = may_scroll or rows * scale > 1 and used_cols <= cols
        if not has_room or sum(sizes) + len(sizes) > (cols + 1) * max_rows:  # with the gaps
            return False
        # No more columns than larger tiles would have, if possible: they may fit again.
        fewer = (app.w - margin) // art.sizes[draw.BIG][0]
        widths = (fewer, cols) if used_cols <= fewer < cols else (cols,)
        for cols in widths:
            places = bytearray(spots)
            self.used = place_sets(sizes, places, cols)
            if self.used * pitch * scale <= free_height:
                break
        if self.used > max_rows:
            return False
        pitch = pitch if self.used * pitch * scale <= free_height else least_pitch
        spots[:] = places
        rows = max(1, free_height // (pitch * scale))
        self._build(step, cols, rows, rack_cols, rack_rows, pitch)
        return True

    def _build(self, step, cols, rows, rack_cols, rack_rows, pitch):
        """Make the tile rows and the cursor if their shape has changed. step: an item of Art.steps.
        rack_cols, rack_rows: size of the rack. pitch: pixels from row to row, before scaling."""
        shape = (step, cols, rows, rack_cols, rack_rows, pitch)
        if shape == self.shape:
            return
        app = self.app
        art = app.art
        while len(self.group):
            self.group.pop()
        self.table = self.rack = self.cursor = self.cursors = None
        gc.collect()
        self.shape = None  # set again at the end: if memory runs out, the next call starts over
        size, scale, rack_scale, _ = step
        big = size > draw.SMALL
        app.read_sheet(big)
        width, height = art.sizes[big]
        rack_width, rack_height = art.sizes[size % draw.MIXED]
        foot_top = app.h - art.line - len(self.lower_edge)
        rack_top = foot_top - rack_rows * rack_height * rack_scale  # top of the rack's tiles
        table_bottom = rack_top - len(self.upper_edge)
        left = (app.w - cols * width * scale) // 2 or scale  # a margin beside the first column
        free_height = table_bottom - art.line - rows * pitch * scale
        top = art.line + (free_height + 1) // 2
        initial_rows = min(rows, self.used + 1)  # the rows with tiles and one more
        self.top = 0
        self.table = draw.Tiles(app, rows, cols, left, top, big, False, pitch, initial_rows, scale)
        left = (app.w - rack_cols * rack_width * rack_scale) // 2 or rack_scale
        sheets = art.faces, art.bodies, art.shown
        if size == draw.MIXED:
            art.faces = None
        self.rack = draw.Tiles(
            app,
            rack_rows,
            rack_cols,
            left,
            rack_top,
            big and size != draw.MIXED,
            True,
            rack_height,
            None,
            rack_scale,
        )
        art.faces, art.bodies, art.shown = sheets
        thickness = 1 if app.w < 200 else 2
        self.cursor = draw.Cursor(self.table.w, self.table.h, thickness)
        self.cursors = (self.cursor, self.cursor)  # the cursor on the table, the one on the rack
        if self.rack.w > self.table.w:
            self.cursors = (self.cursor, draw.Cursor(self.rack.w, self.rack.h, thickness))
            self.cursors[1].hide()
        for grid in (
            draw.rectangle(art.cloth, 0, 0, art.line, app.w, table_bottom),
            self.table.group,
            draw.rectangle(art.wood, 0, 0, rack_top, app.w, foot_top),  # hides rows below the faces
            self.rack.group,
            draw.band(app.w, table_bottom, self.upper_edge),
            draw.band(app.w, foot_top, self.lower_edge),
            self.cursor.grid,
        ):
            self.group.append(grid)
        if self.rack.w > self.table.w:
            self.group.append(self.cursors[1].grid)
        self.floor = table_bottom  # where boxes over the table end
        self.faces = bytearray(bytes((draw.FACE_CLOTH,)) * (rows * cols))
        self.bodies = bytearray(rows * cols)  # Tiles.show clears `faces` and `bodies`
        self.rack_faces = bytearray(bytes((draw.FACE_NONE,)) * (rack_rows * rack_cols))
        self.rack_bodies = bytearray(len(self.rack_faces))
        self.shape = shape

    def rack_place(self, cell: int) -> tuple[int, int]:
        """Return a rack cell's row and its column, counted in columns of the table."""
        rack = self.rack
        return cell // rack.cols, cell % rack.cols * rack.w // self.table.w

    def scroll_arrows(self) -> str:
        """Return arrows with the numbers of sets above and below those on show."""
        above = draw.UP + str(self.above) if self.above else ""
        return above + (draw.DOWN + str(self.below) if self.below else "")

    def scroll_to(self, row: int) -> None:
        """Scroll so that `row` is on show."""
        self.top = max(min(self.top, row), row - self.table.rows + 1)

    def scroll_to_changes(self, spots: bytes | bytearray, shades: "Sequence | None") -> None:
        """Scroll to the marked sets, to the upper ones if not all fit; without any, to the top."""
        rows = changed_rows(spots, shades) or (0,)
        self.scroll_to(max(rows))
        self.scroll_to(min(rows))

    def scroll(self, part: "Part", step: int) -> bool:
        """Show a Part one row further up (step -1) or down (1). Returns False if there is none."""
        row = self.top + (self.table.rows if step > 0 else -1)
        if not 0 <= row < self.used:
            return False
        self.scroll_to(row)
        self.draw(part)
        return True

    def draw(self, part: "Part") -> None:
        """Show the table and rack of a Part; paint only cells that have changed."""
        table = self.table
        cols = table.cols
        faces = self.faces
        bodies = self.bodies
        sets, spots, shades = part.table()
        self.above = self.below = 0
        for i in range(len(sets)):
            codes = sets[i]
            row = spots[3 * i] - self.top
            self.above += row < 0
            self.below += row >= table.rows
            if codes and 0 <= row < table.rows:
                # during a replay a set may still be too long for its spot
                cell = row * cols + max(0, min(spots[3 * i + 1], cols - len(codes)))
                end = cell + len(codes)
                faces[cell:end] = codes
                bodies[cell:end] = shades[i] if shades else _PLAIN * len(codes)
                for j in range(len(codes)) if max(codes) >= JOKER else ():
                    if codes[j] >= JOKER:
                        # a single joker does not stand for a tile yet
                        is_single = len(codes) == 1
                        faces[cell + j] = JOKER if is_single else draw.face_of(codes[j])
                        bodies[cell + j] += 0 if is_single else draw.JOKER_BODY
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
        part.draw_cursor()

    def draw_rack(self, part: "Part") -> None:
        """Show the rack only."""
        rack, cells, shades = part.rack()
        for i in range(min(len(rack), len(self.rack_faces))):
            cell = cells[i] if cells else i
            self.rack_faces[cell] = rack[i]
            self.rack_bodies[cell] = shades[i]
        self.rack.show(self.rack_faces, self.rack_bodies)

    def put_cursor(self, tiles: "Tiles", row: int, col: int) -> None:
        """Put the cursor on a cell of `tiles`, the table (row: without scrolling) or the rack."""
        cursor = self.cursors[tiles is self.rack]
        if cursor is not self.cursor:
            self.cursor.hide()
            self.cursor = cursor
        if tiles is self.table:
            row -= self.top
        if 0 <= row < tiles.rows:
            # at the display's edges the frame lies within the tile
            left = min(tiles.x + col * tiles.w, self.app.w - tiles.w + 1 - cursor.thick)
            cursor.move_to(max(1, left), tiles.y + row * tiles.step)
        else:
            self.cursor.hide()


# -- what runs at the board ------------------------------------------------------------------------


class Part:
    """Base of what runs at the board: a person's turn, a computer's thought, a replayed move.

    screen: the play screen, which passes keys and time to the running part. timed: the clock of a
    person's turn runs. charged_at: the time until which it has.
    """

    timed = False

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.app = screen.app
        self.charged_at = screen.app.now()

    def table(self) -> tuple:
        """Return the table to show: (sets, their spots, the bodies under the tiles of each set).
        Bodies None: all plain."""
        session = self.app.session
        return session.game.table, session.seen[1], None

    def rack(self) -> tuple:
        """Return the rack to show: (codes, their cells in ascending order, the bodies under them).
        Cells None: side by side. Marks the tiles drawn last."""
        session = self.app.session
        if session.viewer is None:
            return b"", None, b""
        rack = session.game.racks[session.viewer]
        return rack, None, self.mark_drawn(rack)

    def mark_drawn(self, rack: bytes | bytearray) -> bytearray:
        """Return the bodies under a rack's tiles: MARKED where the viewer drew them last."""
        session = self.app.session
        shades = bytearray([draw.PLAIN] * len(rack))
        for code in session.drawn.get(session.viewer, b""):
            for i in range(len(rack) - 1, -1, -1):
                if rack[i] == code and shades[i] == draw.PLAIN:
                    shades[i] = draw.MARKED
                    break
        return shades

    def lay_out(self) -> None:
        """Fit the board to the game's table and the viewer's rack."""
        session = self.app.session
        self.screen.board.fit(session.game.table, session.seen[1], len(self.rack()[0]))

    def place(self) -> tuple[int, int] | None:
        """Return (row, column) of the place for a new set, or None."""
        return None

    def draw_cursor(self) -> None:
        """Draw the cursor, or hide it."""
        self.screen.board.cursor.hide()

    def words(self) -> tuple[str, ...]:
        """Return what the keys do, a string each, the most important first."""
        return ()

    def clock(self) -> int:
        """Return the seconds left of the turn, rounded up; -1 where no clock runs."""
        session = self.app.session
        minutes = self.timed and session.game.rules["clock"]
        return (max(0, minutes * 60000 - session.elapsed_ms) + 999) // 1000 if minutes else -1

    def charge(self, now: int) -> None:
        """Charge the time until now to the person's turn."""
        self.app.session.elapsed_ms += now - self.charged_at
        self.charged_at = now

    def tail(self) -> str:
        """Return the text at the right end of the foot line."""
        return ""

    def key(self, button: int, kind: int) -> None:
        """Handle a button."""

    def tick(self, now: int) -> bool:
        """Do the part's own work. Returns True when the display must be refreshed."""
        return False

    def worked(self, result: "Any") -> None:
        """Take the `result` of the screen's worker."""

    def close(self) -> None:
        """Free what the part holds: another part or screen follows."""


# -- the head line ---------------------------------------------------------------------------------

_HURRY = 15  # last seconds in which the clock turns red every other second
_TICKS = 5  # last seconds in which it ticks


class Headline:
    """Hold the head line, in `group`; pocket.tilegame.headline draws it, loaded for that moment.
    labels: (text, x, lit) of the pool and of each seat. heads: the heads on show, (name, mood, x),
    in the Group `faces`. layer: the lit name, or the task of a lesson with pictures of tiles.
    clock: a Strip; None without a clock. seconds: what it shows, -1: none. sounded: the seat that
    plays and the number of seats with one tile, as last told by sounds. Others set labels, heads,
    layer and sounded (headline)."""

    layer: displayio.TileGrid | None
    labels: list | None
    heads: list
    sounded: tuple | None = None

    def __init__(self, app: "App") -> None:
        self.app = app
        art = app.art
        self.font = art.letters
        self.pad = pad = 2 if art.line < 16 else 4
        self.bitmap = displayio.Bitmap(app.w, art.line, 2)
        self.group = displayio.Group()
        self.group.append(displayio.TileGrid(self.bitmap, pixel_shader=strip.ink(art, strip.BAR)))
        self.labels = self.layer = None
        self.heads = []
        self.faces = displayio.Group()
        self.group.append(self.faces)
        self.seconds = -1
        self.clock = None
        self.right = app.w - pad
        if app.session.game.rules["clock"] and not app.session.lesson:
            width = self.font.measure("8:88") + pad
            self.right -= width
            self.clock = strip.Strip(
                app, app.w - width, 0, width, strip.BAR, strip.CENTRE, art.line
            )
            self.group.append(self.clock.grid)

    def draw(self, actor: int) -> None:
        """Show names, tile counts and pool, or the task of a lesson. actor: the seat that plays."""
        from pocket.tilegame import headline

        headline.show(self, actor)
        device.forget("pocket.tilegame.headline")

    def show_clock(self, seconds: int) -> bool:
        """Show the seconds left of a turn, -1: none. Returns True when that changes the display."""
        if seconds == self.seconds or self.clock is None:
            return False
        self.seconds = seconds
        text = "%d:%02d" % (seconds // 60, seconds % 60) if seconds >= 0 else ""
        hurry = seconds <= _HURRY and seconds % 2
        self.clock.say(text, strip.LOW if text and hurry else strip.BAR)
        if 0 <= seconds <= _TICKS:
            self.app.sound.play("tick")
        return True
