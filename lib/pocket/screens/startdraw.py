"""The draws for start are shown (T-11); three equal pairs may bring a new deal (KR-2)."""

from pocket import flow
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.panel import Panel

from rules.tilegame import tiles

_KEYS = draw.KEY_A + "go on  " + draw.KEY_START + "menu"


def pairs(rack):
    """The tiles a rack holds twice."""
    count = tiles.counts(rack)
    return [code for code in range(tiles.JOKER) if count[code] == 2]


class Screen(Base):
    """Shows what the phase asks for and makes its one move."""

    def __init__(self, app):
        self.app = app
        game = app.game
        self.panel = Panel(app, flow.heading(app), _KEYS)
        self.group = self.panel.group
        self.asked = False  # a person decides about a new deal
        self.shown = False  # three pairs lie open for everybody
        app.art.fourth(game.rules.get("fourth", "orange"))
        if game.phase == "start":
            self._draws()
        else:
            self._redeal()

    def _draws(self):
        game = self.app.game
        panel = self.panel
        people = self.app.people
        draws = game.draws
        starter = game.starter if "clock" in game.rules else game.seat
        row = 2
        if draws:
            low = game.rules["start"] == "low"
            panel.set(row, "%s tile starts:" % ("Lowest" if low else "Highest"))
            row += 2
            high = 2 if panel.lines - row - 4 >= 2 * len(people) else 1
            most = (self.app.w - 9 * self.app.art.cw) // self.app.art.tile(high == 2)[0]
            for seat in range(len(people)):
                own = draws_of(draws, seat)[-most:]
                panel.set(row, " " + people[seat][1], draw.HEAD if seat == starter else draw.NORMAL)
                shown = panel.tiles(row, len(own), high == 2, high, 9 * self.app.art.cw)
                shown.line(0, 0, own, draw.OWN if seat == starter else draw.PLAIN)
                row += high
        elif "clock" in game.rules:
            panel.say(row, 2, "The start moves one seat to the left.")
            row += 2
        else:
            panel.say(row, 2, "%s deals. The player to the left starts." % people[game.dealer][1])
            row += 2
        self._tell(row + 1, people[starter][1] + " starts.")

    def _tell(self, row, text):
        panel = self.panel
        panel.set(row, text, draw.HEAD, True)
        if self.app.notice:
            panel.say(row + 1, min(4, panel.lines - row - 2), self.app.notice, draw.BAD)
            self.app.notice = ""

    def _redeal(self):
        """A seat that holds three pairs: ask it, or show what the computer does."""
        app = self.app
        game = app.game
        seat = game.seat
        level, name = app.people[seat]
        panel = self.panel
        own = pairs(game.racks[seat])
        if level:
            from rules.tilegame import players

            if not players.redeal(level, game.view(seat)):
                self._answer(False)  # a good rack is kept; nobody learns of the pairs
                return
            self._reveal(name, own)
        elif app.persons > 1 and app.viewer != seat:
            panel.set(4, "Pass to", draw.NORMAL, True)
            panel.set(5, name, draw.HEAD, True)
            panel.keys(draw.KEY_A + "I am " + name)
        else:
            self._ask(own)

    def _reveal(self, name, own):
        """Three pairs lie open for all to see, before the new deal."""
        panel = self.panel
        panel.clear(1)
        self.shown = True
        panel.say(2, 2, name + " shows three pairs:")
        self._show(own[: self.app.game.rules["redeal_pairs"]], 5)
        panel.say(8, 2, "All pieces are mixed and dealt again.")
        panel.keys(_KEYS)

    def _ask(self, own):
        panel = self.panel
        panel.clear(1)
        self.asked = True
        panel.say(2, 2, "You hold equal pairs:")
        self._show(own, 5)
        panel.say(8, 3, "Show three of them and have all pieces dealt again?")
        panel.keys(draw.KEY_A + "deal again  " + draw.KEY_B + "keep")

    def _show(self, codes, row):
        cell = self.app.art.tile(True)[0]
        most = min(len(codes), (self.app.w // cell + 1) // 3)
        x = (self.app.w - (3 * most - 1) * cell) // 2
        for i in range(most):
            self.panel.tiles(row, 2, x=x + 3 * i * cell).line(0, 0, (codes[i], codes[i]))

    def _answer(self, wanted):
        self.app.game.apply(("redeal", wanted))
        flow.next(self.app)

    def key(self, button, kind):
        """A goes on or says yes, B keeps the rack, START is the menu."""
        app = self.app
        game = app.game
        if game.phase == "start":
            if button == input.A:
                game.apply(("go",))
                flow.next(app)
            elif button == input.START:
                app.go("pause")
        elif self.shown:
            if button == input.A:
                self._answer(True)
        elif self.asked:
            if button == input.A and app.persons > 1:
                self._reveal(app.people[game.seat][1], pairs(game.racks[game.seat]))
            elif button == input.A:
                self._answer(True)
            elif button == input.B:
                self._answer(False)
        elif button == input.A:
            app.viewer = game.seat
            self._ask(pairs(game.racks[game.seat]))


def draws_of(draws, seat):
    """The tiles a seat drew for the start, in order."""
    return bytes([draws[i + 1] for i in range(0, len(draws), 2) if draws[i] == seat])
