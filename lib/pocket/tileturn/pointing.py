"""The cursor of a person's turn: on a tile of rack or table, or on the place for a new set."""

from pocket.always import input
from pocket.tilegame import layout
from pocket.tilegame.board import Part
from pocket.tileturn.changes import PICKED

if False:  # for type checkers
    from pocket.tilegame.play import Screen
    from pocket.tileturn.turn import Turn

RACK, TABLE, PLACE = 0, 1, 2  # where the cursor is
MOST = 13  # the longest run: more tiles do not lie together, right or wrong


class Pointing(Part):
    """A Part with a cursor; its `turn` is the tileturn.turn.Turn that is being made.

    where, index, tile: the cursor, on rack tile `index`, on tile `tile` of set `index`, or on the
    place for a new set. column: the one that UP and DOWN keep to. gap: that place, until something
    changes.
    """

    turn: "Turn"

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.where = RACK
        self.index = self.tile = 0
        self.column = -1
        self.gap: tuple[int, int] | None = None

    def cursor(self) -> tuple[int, int, int]:
        """Where the cursor is, as `where`, `index`, `tile`."""
        return self.where, self.index, self.tile

    def place(self) -> tuple[int, int] | None:
        """Where a new set would go: (row, col), while tiles are taken."""
        turn = self.turn
        if not turn.picked:
            return None
        if self.gap is None:
            sizes = bytearray([len(codes) for codes in turn.sets])
            cols = self.screen.board.table.cols
            wide = min(cols, max(3, min(turn.picked, MOST)))
            self.gap = layout.gap(sizes, turn.spots, cols, wide)
        return self.gap

    def point(self) -> None:
        """The cursor where `where`, `index` and `tile` say."""
        board = self.screen.board
        if self.where == RACK:
            cells = self.turn.cells
            cell = cells[self.index] if cells else 0
            board.aim(board.shelf, cell // board.shelf.cols, cell % board.shelf.cols)
        else:
            row, col = self._cell()
            board.aim(board.table, row, col)

    def _cell(self):
        """Row and column of the cursor on the table."""
        if self.where == PLACE:
            return self.place()
        spots = self.turn.spots
        return spots[3 * self.index], spots[3 * self.index + 1] + self.tile

    def _keep_in_sight(self):
        """Keep the cursor on something that is there, and its row on show."""
        turn = self.turn
        if self.where == PLACE and not turn.picked:
            self.where = RACK
        if self.where == TABLE and self.index >= len(turn.sets):
            self.where = RACK if turn.rack else TABLE
            self.index = max(0, len(turn.sets) - 1)
        if self.where == TABLE and not turn.sets:
            self.where = RACK
        if self.where == RACK and not turn.rack and turn.sets:
            self.where = TABLE
            self.index = 0
        if self.where == RACK:
            self.index = max(0, min(self.index, len(turn.rack) - 1))
            return
        if self.where == TABLE:
            self.tile = min(self.tile, len(turn.sets[self.index]) - 1)
        self.screen.board.bring(self._cell()[0])

    def under(self) -> bytes:
        """The tile under the cursor as bytes; none where there is none."""
        turn = self.turn
        if self.where == RACK:
            return bytes(turn.rack[self.index : self.index + 1])
        if self.where == TABLE and self.index < len(turn.sets):
            return bytes(turn.sets[self.index][self.tile : self.tile + 1])
        return b""

    def stay(self, tile: bytes) -> None:
        """Put the cursor on that tile, which `under` gave before something changed."""
        turn = self.turn
        if not tile or self.under() == tile:
            return
        if self.where == TABLE:
            for i in range(len(turn.sets)):
                place = turn.sets[i].find(tile)
                if place >= 0:
                    self.index, self.tile = i, place
                    return
        place = turn.rack.find(tile)
        if place >= 0:
            self.where, self.index = RACK, place

    def _steer(self, button, said):
        """The d-pad. said: there was a message, whose place the keys take again."""
        screen = self.screen
        top = screen.board.top
        before = self._stand()
        if button in (input.LEFT, input.RIGHT):
            self.column = -1
            self._sideways(1 if button == input.RIGHT else -1)
        else:
            self._up_down(1 if button == input.DOWN else -1)
        self._keep_in_sight()
        if screen.board.top != top or said:
            screen.paint(True)
        else:
            self.point()
            if self.turn.picked and self._stand() != before:
                screen.draw_foot(True)

    def _sideways(self, step):
        turn = self.turn
        if self.where == RACK:
            if turn.rack:
                self.index = (self.index + step) % len(turn.rack)
        elif self.where == TABLE and 0 <= self.tile + step < len(turn.sets[self.index]):
            self.tile += step
        else:
            self._along(step)

    def _up_down(self, step):
        """A row up or down, in the column where the cursor began to climb."""
        turn = self.turn
        cols = self.screen.board.table.cols
        if self.where == RACK:
            cell = turn.cells[self.index] if turn.rack else 0
            if self.column < 0:
                self.column = cell % cols * self.screen.board.times
            if not self._on_rack(cell // cols + step, step) and step < 0:
                self._nearest(self.screen.board.used, -1)
            return
        row, col = self._cell()
        if self.column < 0:
            self.column = col
        if not self._nearest(row + step, step) and step > 0 and turn.rack:
            self.where = RACK
            self._on_rack(0, 1)

    def _on_rack(self, row, step):
        """Put the cursor on the rack tile that is nearest to the column in a row, or in the next
        that has any. False where none has."""
        cells = self.turn.cells
        cols = self.screen.board.table.cols
        scale = self.screen.board.times
        while cells and 0 <= row <= cells[-1] // cols:
            best = None
            for i in range(len(cells)):
                far = abs(cells[i] % cols * scale - self.column)
                if cells[i] // cols == row and (best is None or far < best[0]):
                    best = (far, i)
            if best is not None:
                self.index = best[1]
                return True
            row += step
        return False

    def _nearest(self, row, step):
        """Put the cursor on the tile, or the place for a new set, that is nearest to the column in
        a row, or in the next that has any. False where none has."""
        turn = self.turn
        place = self.place()
        last = max(self.screen.board.used, place[0] if place else 0)
        while 0 <= row <= last:
            best = None
            for i in range(len(turn.sets)):
                if turn.spots[3 * i] == row:
                    start = turn.spots[3 * i + 1]
                    tile = max(0, min(self.column - start, len(turn.sets[i]) - 1))
                    far = abs(start + tile - self.column)
                    if best is None or far < best[0]:
                        best = (far, TABLE, i, tile)
            if place and place[0] == row:
                far = abs(place[1] - self.column)
                if best is None or far < best[0]:
                    best = (far, PLACE, 0, 0)
            if best is not None:
                self.where, self.index, self.tile = best[1:]
                return True
            row += step
        return False

    def _along(self, step):
        """Left or right out of a set: the next set in reading order, in a ring; with tiles taken
        the place for a new set closes the ring."""
        turn = self.turn
        row, col = self._cell()
        here = (row << 8 | col) * step
        best = None
        ends = None
        for i in range(len(turn.sets)):
            key = (turn.spots[3 * i] << 8 | turn.spots[3 * i + 1]) * step
            if (i != self.index or self.where == PLACE) and key > here:
                if best is None or key < best[0]:
                    best = (key, i)
            if ends is None or key < ends[0]:
                ends = (key, i)
        if self.where == PLACE or best is None:
            if self.where == TABLE and turn.picked:
                self.where = PLACE
                return
            best = ends
        if best is not None:
            self.where = TABLE
            self.index = best[1]
            self.tile = 0 if step > 0 else len(turn.sets[self.index]) - 1

    # -- taking

    def _stand(self):
        """What the words of the keys depend on while tiles are taken."""
        return self.where, self.where == TABLE and self.on_taken(), self._on_free_tile()

    def _on_free_tile(self):
        """True when the tile under the cursor is not taken."""
        turn = self.turn
        if self.where == TABLE:
            return not turn.flags[self.index][self.tile] & PICKED
        return self.where == PLACE or not (turn.rack and turn.rack_flags[self.index] & PICKED)

    def on_taken(self) -> bool:
        """True when the cursor is on a set that has taken tiles."""
        for flag in self.turn.flags[self.index]:
            if flag & PICKED:
                return True
        return False
