"""Hand the device to the next person: no rack is shown until then."""

from pocket.app import draw, flow
from pocket.made import texts
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen

_WAIT_MS = 700


class Screen(PanelScreen):
    """Name the next person, whose rack A shows. A works only after _WAIT_MS, since the last player
    may still be mashing it."""

    def __init__(self, app) -> None:
        session = app.session
        self.app = app
        self.opens = app.now() + _WAIT_MS
        game = session.game
        name = session.people[game.seat][1]
        panel = self.panel = Panel(app, words.heading(app), words.say(texts.HANDOVER_KEYS, name))
        row = panel.lines // 2 - 3
        row += panel.say(row, 2, words.say(texts.HANDOVER_PASS) + " " + name, draw.HEAD, True)
        panel.say(row, 1, words.say(texts.HANDOVER_THEN), draw.NORMAL, True)
        row += 2
        notice = app.take_notice()
        if notice:
            row += panel.say(row, 3, notice, draw.BAD)
        # The moves since this person's last turn, the oldest first. The history has two bytes a
        # move: kind and seat, then the number of tiles.
        history = game.history
        lines = []
        for place in range(len(history) - 2, -1, -2):
            kind, seat = divmod(history[place], 16)
            if seat == game.seat or len(lines) == len(session.people) - 1:
                break
            text = texts.HANDOVER_MOVE1 + 2 * kind - 2  # two forms each
            lines.insert(0, words.count(text, history[place + 1], session.people[seat][1]))
        for line in lines[-(panel.lines - 2 - row) :]:
            panel.say(row, 1, line, draw.DIM, True)
            row += 1
        app.sound.play("turn")

    def choose(self) -> None:
        """Show the rack: the next person holds the device."""
        if self.app.now() >= self.opens:
            self.app.session.viewer = self.app.session.game.seat
            flow.show(self.app)

    def start(self) -> None:
        """Open the menu."""
        self.app.go("menus.pause")
