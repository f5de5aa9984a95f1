"""The base of what runs at the board. The play screen runs one Part at a time: a person's turn
(personturn.py), a computer's thought (think.py), a replayed move (watch.py), the last play of a
round (ending.py)."""

from pocket.app import draw

if False:  # for type checkers
    from collections.abc import Sequence
    from typing import Any

    from pocket.tilegame.play import Screen


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

    def sets(self) -> "Sequence[bytes | bytearray]":
        """Return the sets to show."""
        return self.app.session.game.table

    def spots(self) -> bytes | bytearray:
        """Return their spots."""
        return self.app.session.seen[1]

    def shades(self) -> "Sequence[bytes | bytearray] | None":
        """Return the bodies under the tiles, bytes for each set; None: all plain."""
        return None

    def rack(self) -> bytes | bytearray:
        """Return the codes of the rack to show."""
        app = self.app
        session = app.session
        return b"" if session.viewer is None else session.game.racks[session.viewer]

    def rack_cells(self) -> bytes | bytearray | None:
        """Return the cells of these tiles, ascending; None: side by side."""
        return None

    def rack_shades(self) -> bytes | bytearray | None:
        """Return the bodies under the rack's tiles; None: all plain."""
        session = self.app.session
        drawn = session.drawn.get(session.viewer)
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
        """Return (row, column) of the place for a new set, or None."""
        return None

    def draw_cursor(self) -> None:
        """Draw the cursor, or hide it."""
        self.screen.board.cursor.hide()

    def words(self) -> "Sequence[str]":
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
