"""The bases of what runs at the board. The play screen runs one Part at a time: a person's turn
(personturn.py), a computer's thought (think.py), a replayed move (watch.py), the last play of a
round (ending.py)."""

import gc

from pocket.app import draw

if False:  # for type checkers
    from typing import Any

    from pocket.tilegame.play import Screen


_CHECK_MS = 50  # between two checks of the free memory
_PATIENCE_MS = 200  # ... after a collection that left enough


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


def _free():
    return gc.mem_free()  # type: ignore[attr-defined] # a board's


class Solving(Part):
    """A part during which the solver works: a computer thinks, or a hint or a proof is
    sought for a person. free: bytes that were free when it began, 0 where memory is not scarce."""

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.free = _free() if self.app.scarce else 0
        screen.tick_at = self.charged_at + _CHECK_MS

    def tick(self, now: int) -> bool:
        """Free the layers of the panel where the solver has used three eighths of the memory
        that was free before; the picture stays."""
        screen = self.screen
        screen.tick_at = now + _CHECK_MS
        if self.free and screen.group and _free() < self.free * 5 >> 3:
            gc.collect()
            screen.tick_at = now + _PATIENCE_MS
            if _free() < self.free * 5 >> 3:
                screen.drop_layers()
        return False
