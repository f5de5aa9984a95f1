"""Choose who plays a game: a row of faces, one line that says who is under the cursor."""

import displayio
from pocket.app import draw, input
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import face, words
from pocket.ui.panel import MAT, PAPER
from pocket.ui.words import say

from rules import catalogue, characters
from rules.choices import next_value

if False:  # for type checkers
    from typing import Any

    from pocket.menus.gamesetup import Screen

_FREE = None  # in place of a player, at a free place
# Signs of seats without a face: rectangles on a grid of 6 by 5, left, top, right, bottom, colour.
_COMPUTER = ((0, 0, 6, 5, PAPER), (1, 1, 2, 2, MAT), (4, 1, 5, 2, MAT), (1, 3, 5, 4, MAT))
_PERSON = ((2, 0, 4, 2, PAPER), (1, 3, 5, 4, PAPER), (0, 4, 6, 5, PAPER))


class Seats:
    """The row of players, shown in place of the set-up `screen`, whose `seats` it changes. LEFT and
    RIGHT choose a place, UP and DOWN who sits there; A fills a free place, and on a person opens
    the letters for a name; any other key calls `close_pad`. place: the chosen one."""

    def __init__(self, screen: "Screen") -> None:
        self.screen = screen
        self.place = 1
        self.faces = characters.OFFERED.get(catalogue.pieces(screen.game_id), ())
        self.only_tiles = [name for name in characters.NAMES if name not in self.faces]
        self.draw()

    def draw(self) -> None:
        """Show all places, and a free one behind the last player if the game allows more."""
        panel = self.screen.panel
        panel.clear()
        panel.title(say(texts.SETUP_SEATS))
        places = min(self.screen.plain["players_max"], len(self.screen.seats) + 1)
        cell = panel.w // max(4, places)
        self.size = size = min(cell - 1, 6 * panel.unit + 4)
        self.spots = []  # the upper left pixel of each place
        self.row = 2 + max((panel.lines - 4) // 2, size // panel.pitch)  # row of the line below
        top = panel.row_y(self.row) - size - panel.unit // 2
        for place in range(places):
            left = (panel.app.w - places * cell) // 2 + place * cell + (cell - size) // 2
            self.spots.append((left, top))
            self._draw_seat(place, left, top)
        self.cursor = draw.Cursor(size, size, 2 if panel.unit > 4 else 1)
        panel.show(self.cursor.grid)
        self._explain()

    def _seat(self, place):
        seats = self.screen.seats
        return seats[place] if place < len(seats) else _FREE

    def _draw_seat(self, place, x, y):
        """Draw a place on cloth at pixel x, y: a face, or a name below an icon."""
        panel = self.screen.panel
        size = self.size
        seat = self._seat(place)
        panel.cover(x, y, x + size, y + size)
        shown = self._face(seat, x, y) if seat in characters.NAMES else None
        if shown:  # else fall back to the name
            panel.show(shown)
            return
        font = panel.small
        if seat is _FREE:
            name = "+"
            scale = size // font.height
            top = y + (size - scale * font.height) // 2
        else:
            name = font.cut(self.screen.names()[place], size)
            scale = 1
            top = y + size - font.height
            unit = (size - font.height) // 6
            left = x + (size - 6 * unit) // 2
            y += (size - font.height - 5 * unit + 1) // 2
            for x1, y1, x2, y2, colour in _COMPUTER if seat else _PERSON:
                x1, x2 = left + x1 * unit, left + x2 * unit
                panel.cover(x1, y + y1 * unit, x2, y + y2 * unit, colour)
        label = panel.put(1, x, y, name, panel.cloth_ink(), font)
        label.scale = scale
        label.x = x + (size - scale * font.measure(name) + 1) // 2
        label.y = top + scale * font.ascent

    def _face(self, name, x, y):
        """Return the layer of a character's face, or of the smaller head where that is too
        wide; None without either."""
        app = self.screen.app
        shown: Any = face.picture(app, name, 0, 0)
        if shown and shown.bitmap.width > self.size:
            shown = face.head(app, name, 0, 0)
        if not shown:
            return None
        width = shown.bitmap.width
        group = displayio.Group(scale=max(1, self.size // width))
        group.append(shown)
        group.x = x + (self.size - group.scale * width) // 2
        group.y = y + (self.size - group.scale * width) // 2
        return group

    def _explain(self):
        """Name the player at the chosen place, and say how a character plays."""
        panel = self.screen.panel
        seat = self._seat(self.place)
        x, y = self.spots[self.place]
        self.cursor.move_to(x, y)
        row = self.row
        keys = texts.SETUP_KEYS_SEATS
        name, about = say(texts.SETUP_SEAT_FREE), ""
        if seat is not _FREE:
            level = newgame.computer(seat, self.place)[0] if seat else "person"
            name = self.screen.names()[self.place] + ": " + words.named(texts.CHOICES, level)
            about = words.named(texts.PERSONS, seat) or ""
            if seat in newgame.COMPUTERS and self.only_tiles:
                about = say(texts.SETUP_SEAT_TILES, ", ".join(self.only_tiles))
            keys = keys if seat else texts.SETUP_KEYS_NAME
        panel.say(row, 1, name, draw.HEAD, True)
        panel.say(row + 1, panel.lines - 2 - row, about, draw.DIM, True)
        panel.keys(say(keys))

    def key(self, button: int) -> None:
        """Choose a place, or who sits there; name a person; leave."""
        seats = self.screen.seats
        place = self.place
        if button in (input.LEFT, input.RIGHT):
            step = 1 if button == input.RIGHT else -1
            self.place = (place + step) % len(self.spots)
            self._explain()
        elif button == input.A and self._seat(place) == "":
            self.screen.write_name(place)
            return
        elif button <= input.DOWN or button == input.A and self._seat(place) is _FREE:
            who = next_value(self._offered(), self._seat(place), -1 if button == input.UP else 1)
            seats[place : place + 1] = [] if who is _FREE else [who]
            self.screen.deal = None  # a code's deal is for its own players
            self.draw()
        else:
            self.screen.is_chosen |= button == input.A
            self.screen.close_pad()
        self.screen.app.sound.play("move")

    def _offered(self):
        """Return the players for the chosen place: characters that sit nowhere else, levels of
        computers, "" for a person; first _FREE, if the game needs no player there."""
        seats = self.screen.seats
        here = self._seat(self.place)
        unseated = [name for name in self.faces if name == here or name not in seats]
        offered = tuple(unseated) + newgame.COMPUTERS + ("",)
        optional = max(len(seats) - 1, self.screen.plain["players_min"])
        return (_FREE,) + offered if self.place >= optional else offered
