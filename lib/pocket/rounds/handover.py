"""Hand the device over: no rack is shown until the next person holds it."""

import displayio
from pocket.app import draw, flow
from pocket.made import texts
from pocket.ui import ground, sheets, words
from pocket.ui.panel import Panel, PanelScreen

_WAIT_MS = 700


class Screen(PanelScreen):
    """Name the next person; A shows the rack, but not at once, since that press may still be meant
    for the turn before."""

    def __init__(self, app) -> None:
        session = app.session
        self.app = app
        self.opens = app.now() + _WAIT_MS
        game = session.game
        name = session.people[game.seat][1]
        panel = self.panel = Panel(app, words.heading(app), words.say(texts.HANDOVER_KEYS, name))
        row = panel.lines // 2 - 3
        panel.say(row, 1, words.say(texts.HANDOVER_PASS), draw.NORMAL, True)
        row += 1 + self._name(row + 1, name)
        panel.say(row, 1, words.say(texts.HANDOVER_THEN), draw.NORMAL, True)
        row += 2
        notice = flow.notice(app)
        if notice:
            row += panel.say(row, 3, notice, draw.BAD)
        lines = self._since()
        for line in lines[-(panel.lines - 2 - row) :]:
            panel.say(row, 1, line, draw.DIM, True)
            row += 1
        app.sound.play("turn")

    def _name(self, row, name):
        """Show the next person in large letters, from a row on. Returns the rows used."""
        panel = self.panel
        app = self.app
        bitmap = ground.heading_bitmap(app.art.head, name)
        scale = 2 if app.h > 128 and 2 * bitmap.width < panel.w else 1
        rows = -(-(scale * bitmap.height - 4) // panel.pitch)
        ink = sheets.palette((0, panel.inks[draw.HEAD]))
        shown = displayio.Group(scale=2) if scale > 1 else displayio.Group()
        shown.x = (app.w - scale * bitmap.width) // 2
        shown.y = panel.row_y(row) + (rows * panel.pitch - scale * bitmap.height) // 2
        shown.append(displayio.TileGrid(bitmap, pixel_shader=ink))
        panel.group.append(shown)
        panel.shown_texts.append([row, rows, shown, name])
        return rows

    def _since(self):
        """List what the others did since this person's last turn."""
        session = self.app.session
        game = session.game
        history = game.history
        lines = []
        place = len(history) - 2
        while place >= 0:
            kind, seat, number = history[place] >> 4, history[place] & 15, history[place + 1]
            if seat == session.game.seat or len(lines) == len(session.people) - 1:
                break
            text = texts.HANDOVER_MOVE1 + 2 * kind - 2  # of two forms each
            lines.insert(0, words.count(text, number, session.people[seat][1]))
            place -= 2
        return lines

    def choose(self) -> None:
        """Show the rack: the next person holds the device."""
        if self.app.now() >= self.opens:
            self.app.session.viewer = self.app.session.game.seat
            flow.show(self.app)

    def start(self) -> None:
        """Open the menu."""
        self.app.go("menus.pause")
