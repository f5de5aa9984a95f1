"""The draws for start are seen on a table (T-11); three equal pairs may bring a new deal (KR-2).

Keeps: BEFORE MEMORY PAPER pocket.ui.panel pocket.between.drawtable
"""

from pocket.always import flow, input
from pocket.made import texts
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import heading, say

from rules.tilegame import tiles

if False:  # for type checkers
    from pocket.always.app import App


def pairs(rack: bytes | bytearray) -> list[int]:
    """The tiles a rack holds twice."""
    count = tiles.counts(rack)
    return [code for code in range(tiles.JOKER) if count[code] == 2]


class Screen(PanelScreen):
    """Shows what the phase asks for and makes its one move."""

    def __init__(self, app: "App") -> None:
        self.app = app
        game = app.sitting.game
        keys = say(texts.STARTDRAW_KEYS)
        begins = game.phase == "start"
        self.panel = Panel(app, heading(app), keys, not begins, begins)
        self.scene = None  # while something is drawn or dealt there
        self.asked = False  # a person decides about a new deal
        self.shown = False  # three pairs lie open for everybody
        if begins:
            from pocket.between.drawtable import Table

            self.scene = Table(app, self.panel)
        else:
            self._redeal()

    def tick(self, now: int) -> bool:
        """What is drawn and dealt comes from the pool."""
        return self.scene is not None and self.scene.tick(now)

    def _redeal(self):
        """A seat holds three pairs: ask the person, or show what the computer does."""
        app = self.app
        sitting = app.sitting
        game = sitting.game
        seat = game.seat
        level, name = sitting.people[seat]
        own = pairs(game.racks[seat])
        if level:
            # Racks of tiles alone are dealt anew; the catalogue would take 5 KB beside them.
            from rules.tilegame import players

            if not players.redeal(level, game.view(seat)):
                self._answer(False)  # a good rack is kept; nobody learns of the pairs
                return
            self._reveal(name, own)
        else:
            self._ask(own)

    def _reveal(self, name, own):
        """Three pairs lie open for all to see, before the new deal; nobody holds the device."""
        self.shown = True
        self.app.sitting.hide()
        own = own[: self.app.sitting.game.rules["redeal_pairs"]]
        self._show(say(texts.STARTDRAW_SHOWS, name), own, say(texts.STARTDRAW_AGAIN))
        self.panel.keys(say(texts.STARTDRAW_KEYS))

    def _ask(self, own):
        self.asked = True
        self.app.settle()  # A of the hand-over may be mashed
        self._show(say(texts.STARTDRAW_PAIRS), own, say(texts.STARTDRAW_ASK))
        self.panel.keys(say(texts.STARTDRAW_KEYS_ASK))

    def _show(self, above, codes, below):
        """Pairs side by side on cloth, in the middle of the paper, between two texts."""
        panel = self.panel
        panel.clear(1)
        wide, high = self.app.art.large
        most = min(len(codes), (panel.w // wide + 1) // 3)
        rows = panel.rows_for(high)
        used = panel.rows_of(above) + rows + panel.rows_of(below)
        row = 1 + max(0, panel.lines - 2 - used) // 2
        row += panel.say(row, 3, above)
        y, room = panel.mat(row, rows)
        x = (self.app.w - (3 * most - 1) * wide) // 2
        for i in range(most):
            shown = panel.lay_tiles(2, x + 3 * i * wide, y + (room - high) // 2, True)
            shown.line(0, 0, (codes[i], codes[i]))
        row += rows
        panel.say(row, panel.lines - 1 - row, below)

    def _answer(self, wanted):
        flow.make(self.app, ("redeal", wanted))
        flow.next(self.app)

    def key(self, button: int, kind: int) -> None:
        """A goes on or says yes, B keeps the rack, START is the menu."""
        app = self.app
        sitting = app.sitting
        game = sitting.game
        if game.phase == "start":
            if button == input.A:
                flow.make(app, ("go",))
                flow.next(app, True)
            elif button == input.START:
                app.go("menus.pause")
        elif self.shown:
            if button == input.A:
                self._answer(True)
        elif self.asked:
            if button == input.A and sitting.persons > 1:
                self._reveal(sitting.people[game.seat][1], pairs(game.racks[game.seat]))
            elif button == input.A:
                self._answer(True)
            elif button == input.B:
                self._answer(False)
