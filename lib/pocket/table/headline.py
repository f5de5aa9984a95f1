"""The head line of the play screen: who holds how many tiles, who plays, the pool, the clock."""

import displayio
from pocket.ui import draw, strip

_MOST = 7  # letters of a name
_HURRY_MS = 15000  # the clock is red for so long
_TICKS = 5  # and ticks in its last seconds


class Headline:
    """`.group`. seats: [(seat, Strip, name as shown)]. pool, clock: Strips; clock None where the
    game has none."""

    def __init__(self, app):
        self.app = app
        art = app.art
        game = app.game
        font = art.letters
        self.pad = pad = 2 if art.line < 16 else 4
        self.group = displayio.Group()
        self.group.append(draw.ground(app, strip.ink(art, strip.BAR)))
        self.seats = []
        self.line = None  # a Strip of the whole width, for what a lesson asks
        if app.lesson:
            self.line = self._strip(0, app.w, strip.CENTRE)
            return
        right = app.w
        self.clock = None
        if game.rules["clock"]:
            right -= font.measure("8:88") + 2 * pad
            self.clock = self._strip(right, app.w - right)
        self.piles = font.measure("|" * 8) if game.rules["piles"] else 0
        wide = font.measure(draw.POOL + "88") + self.piles + 2 * pad
        right -= wide
        self.pool = self._strip(right, wide)
        self.second = -1  # as the clock shows it
        self._seats(right)

    def _strip(self, x, width, place=strip.RIGHT):
        app = self.app
        high = app.art.line
        inset = 1 if high > 12 else 0
        made = strip.Strip(app, x, inset, width, strip.BAR, place, high - 2 * inset, self.pad, True)
        self.group.append(made.grid)
        return made

    def _seats(self, right):
        """A strip for each seat but the one that looks on, which follows if there is room."""
        app = self.app
        font = app.art.letters
        pad = self.pad
        shown = [seat for seat in range(app.game.seats) if seat != app.viewer]
        count = font.measure(" 88")
        x = 1
        for i in range(len(shown)):
            room = (right - x) // (len(shown) - i) - 2 * pad - count
            name = app.people[shown[i]][1][:_MOST]
            while font.measure(name) > room and len(name) > 1:
                name = name[:-1]
            wide = font.measure(name) + count + 2 * pad
            self.seats.append((shown[i], self._strip(x, wide, strip.CENTRE), name))
            x += wide
        if app.viewer is not None:
            name = app.people[app.viewer][1][:_MOST]
            wide = font.measure(name) + 2 * pad
            if x + wide <= right:
                self.seats.append((app.viewer, self._strip(x, wide, strip.CENTRE), name))

    def hint(self, text):
        """What is to be done in a lesson or puzzle."""
        self.line.say(text, strip.BAR)

    def draw(self, actor, clock):
        """actor: the seat that plays. clock: what is left of its minutes, as text."""
        app = self.app
        game = app.game
        for seat, line, name in self.seats:
            if seat != app.viewer:
                name = "%s %d" % (name, len(game.racks[seat]))
            line.say(name, strip.LIT if seat == actor else strip.BAR)
        left = len(game.pool)
        text = draw.POOL + str(left)
        if self.piles:  # KR-3: of seven, one of eight
            text = "|" * ((left + 5) // 7 if left > 1 else left) + " " + text
        if app.unsaved:
            text = draw.WRONG_SIGN + text
        self.pool.say(text)
        self.second = -1
        if self.clock is not None:
            self.clock.say(clock, strip.BAR)

    def run_clock(self, left, clock):
        """Show the clock's last seconds. left: milliseconds. True when that paints."""
        second = (left + 999) // 1000
        if second == self.second:
            return False
        self.second = second
        hurry = left <= _HURRY_MS and second % 2
        self.clock.say(clock, strip.LOW if hurry else strip.BAR)
        if second <= _TICKS:
            self.app.sound.play("tick")
        return True
