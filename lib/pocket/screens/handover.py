"""Between two persons: nothing of any rack on the screen until the next one holds the device."""

from pocket import flow, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.panel import Panel

_WAIT_MS = 700
# what is told of a move, by its kind in Game.history
_SAID = (
    None,
    "@handover.laid",
    "@handover.drew",
    "@handover.passed",
    "@handover.time",
    "@handover.failed",
    "@handover.opened",
)


class Screen(Base):
    """Names who is next; A shows that person's rack, but not in the first moment: it may be the
    last press of the one before."""

    def __init__(self, app):
        self.app = app
        self.opens = app.now() + _WAIT_MS
        app.viewer = None
        game = app.game
        name = app.people[game.seat][1]
        panel = self.panel = Panel(app, flow.heading(app), words.say("@handover.keys", name))
        self.group = panel.group
        middle = panel.lines // 2 - 2
        panel.set(middle - 1, words.say("@handover.pass"), draw.NORMAL, True)
        panel.set(middle, name, draw.HEAD, True)
        panel.set(middle + 1, words.say("@handover.then"), draw.NORMAL, True)
        row = middle + 3
        notice = flow.notice(app)
        if notice:
            row += panel.say(row, 3, notice, draw.BAD)
        lines = self._since()
        for line in lines[-(panel.lines - 2 - row) :]:
            panel.set(row, line, draw.DIM, True)
            row += 1
        app.sound.play("turn")

    def _since(self):
        """What the others did since this person's last turn, a line each."""
        game = self.app.game
        history = game.history if "clock" in game.rules else b""  # a tile game's
        lines = []
        place = len(history) - 2
        while place >= 0:
            kind, seat, number = history[place] >> 4, history[place] & 15, history[place + 1]
            if seat == self.app.game.seat or len(lines) == len(self.app.people) - 1:
                break
            text = words.count(_SAID[kind], number, self.app.people[seat][1])
            lines.insert(0, text)
            place -= 2
        return lines

    def key(self, button, kind):
        """A: the next person holds the device. START: the menu."""
        app = self.app
        if button == input.A and app.now() >= self.opens:
            app.viewer = app.game.seat
            flow.resume(app)
        elif button == input.START:
            app.go("pause")
