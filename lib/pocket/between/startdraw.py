"""The draws for start are shown (T-11); three equal pairs may bring a new deal (KR-2)."""

from pocket.always import draw, flow, input
from pocket.always.screen import Screen as Base
from pocket.made import texts
from pocket.text.panel import Panel
from pocket.ui import words

from rules.tilegame import tiles


def pairs(rack):
    """The tiles a rack holds twice."""
    count = tiles.counts(rack)
    return [code for code in range(tiles.JOKER) if count[code] == 2]


class Screen(Base):
    """Shows what the phase asks for and makes its one move."""

    def __init__(self, app):
        self.app = app
        game = app.game
        self.panel = Panel(app, flow.heading(app), words.say(texts.STARTDRAW_KEYS))
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
        starter = game.starter
        row = 1
        if draws:
            low = game.rules["start"] == "low"
            panel.set(row, words.say(texts.STARTDRAW_LOW if low else texts.STARTDRAW_HIGH))
            row = self._show_draws(row + 1, draws, starter)
        elif game.dealer is None:
            row += panel.say(row, 2, words.say(texts.STARTDRAW_LEFT))
        else:
            own = game.dealer == self.app.you
            text = texts.STARTDRAW_YOU_DEAL if own else texts.STARTDRAW_DEALS
            row += panel.say(row, 3, words.say(text, people[game.dealer][1]))
        text = texts.STARTDRAW_YOU_START if starter == self.app.you else texts.STARTDRAW_STARTS
        self._tell(min(row + 1, panel.lines - 3), words.say(text, people[starter][1]))

    def _show_draws(self, row, draws, starter):
        """A line a seat on one piece of cloth: the name, what it drew; returns the row below."""
        panel = self.panel
        app = self.app
        seats = len(app.people)
        left = (panel.lines - 4 - row) * panel.pitch
        big = (app.art.tile(True)[1] + 3) * seats < left
        wide, high = app.art.tile(big)
        high += 3
        rows = panel.rows_for(high * seats)
        y, room = panel.mat(row, rows)
        y += (room - high * seats) // 2 + 1
        names = max([panel.font.measure(name) for _, name in app.people]) + 3 * panel.unit
        most = (panel.w - names - panel.unit) // wide
        for seat in range(seats):
            own = draws_of(draws, seat)[-most:]
            panel.note(panel.x + panel.unit, y + (high - panel.pitch) // 2, app.people[seat][1])
            shown = panel.lay_tiles(len(own), panel.x + names, y, big)
            shown.line(0, 0, own, draw.OWN if seat == starter else draw.PLAIN)
            y += high
        return row + rows

    def _tell(self, row, text):
        panel = self.panel
        panel.set(row, text, draw.HEAD, True)
        notice = flow.notice(self.app)
        if notice:
            panel.say(row + 1, min(4, panel.lines - row - 2), notice, draw.BAD)

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
            panel.set(4, words.say(texts.HANDOVER_PASS), draw.NORMAL, True)
            panel.set(5, name, draw.HEAD, True)
            panel.keys(words.say(texts.STARTDRAW_KEYS_PASS, name))
        else:
            self._ask(own)

    def _reveal(self, name, own):
        """Three pairs lie open for all to see, before the new deal."""
        panel = self.panel
        panel.clear(1)
        self.shown = True
        panel.say(1, 2, words.say(texts.STARTDRAW_SHOWS, name))
        self._show(own[: self.app.game.rules["redeal_pairs"]], 3)
        panel.say(self.below, 3, words.say(texts.STARTDRAW_AGAIN))
        panel.keys(words.say(texts.STARTDRAW_KEYS))

    def _ask(self, own):
        panel = self.panel
        panel.clear(1)
        self.asked = True
        panel.say(1, 2, words.say(texts.STARTDRAW_PAIRS))
        self._show(own, 3)
        panel.say(self.below, 4, words.say(texts.STARTDRAW_ASK))
        panel.keys(words.say(texts.STARTDRAW_KEYS_ASK))

    def _show(self, codes, row):
        """Pairs side by side on cloth; `below` is the row under it."""
        panel = self.panel
        wide, high = self.app.art.tile(True)
        most = min(len(codes), (panel.w // wide + 1) // 3)
        rows = panel.rows_for(high)
        y, room = panel.mat(row, rows)
        x = (self.app.w - (3 * most - 1) * wide) // 2
        for i in range(most):
            shown = panel.lay_tiles(2, x + 3 * i * wide, y + (room - high) // 2, True)
            shown.line(0, 0, (codes[i], codes[i]))
        self.below = row + rows

    def _answer(self, wanted):
        flow.make(self.app, ("redeal", wanted))
        flow.next(self.app)

    def key(self, button, kind):
        """A goes on or says yes, B keeps the rack, START is the menu."""
        app = self.app
        game = app.game
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
