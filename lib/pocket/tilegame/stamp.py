"""Praise a person's play on a ribbon: a part of the play screen, loaded for that moment."""

from pocket.app import input
from pocket.tilegame.part import Part
from pocket.ui.ribbon import UNROLL_MS, Ribbon

if False:  # for type checkers
    from pocket.tilegame.play import Screen


_REST_MS = (0, 1300, 900, 450)  # by the setting "speed"
_TUNE = (784, 45, 988, 45, 1175, 45, 1568, 110)


class Stamp(Part):
    """Unroll a Ribbon with `text`, wait, roll it up and go on. Any key rolls it up at once."""

    def __init__(self, screen: "Screen", text: str) -> None:
        Part.__init__(self, screen)
        app = self.app
        board = screen.board
        board.fit(app.session.game.table, app.session.seen[1], len(self.rack()))
        self.text = text
        self.ribbon = Ribbon(app, text)
        table = board.table
        end = table.y + min(board.used - board.top, table.rows) * table.step
        low = board.floor - self.ribbon.high
        self.ribbon.group.y = min((end + low) // 2, low - 2)  # below the sets if there is room
        screen.lay(self.ribbon.group)
        self.due = self.until = 0
        self.hurried = False
        app.sound.play(_TUNE)

    def key(self, button: int, kind: int) -> None:
        """Roll the ribbon up."""
        self.hurried = self.hurried or kind == input.PRESS

    def tick(self, now: int) -> bool:
        """Unroll or roll up a few columns."""
        if now < self.due:
            return False
        ribbon = self.ribbon
        self.due = now + UNROLL_MS
        if not self.hurried and not self.until:
            if not ribbon.unroll():
                self.until = now + _REST_MS[self.app.settings.get("speed")]
                return False
        elif not self.hurried and now < self.until:
            return False
        elif not ribbon.roll():
            self.screen.onward()
        elif self.hurried:
            self.due = 0
        return True

    def close(self) -> None:
        """Remove the ribbon."""
        self.screen.group.remove(self.ribbon.group)
