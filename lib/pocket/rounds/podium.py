"""Celebrate a person who has won the game, before the score sheet: each seat's column of tiles
grows as high as its place; on the winner's a joker hops."""

import displayio
from pocket.app import draw, input
from pocket.app.flow import Screen as Base
from pocket.made import texts
from pocket.ui import strip, words
from pocket.ui.ribbon import UNROLL_MS, Ribbon

from rules.tilegame import tiles

_STEP_MS = 60
_HOP = (2, 4, 5, 4, 2, 0)  # eighths of a tile's height, a step each
_HOPS = 4
_TUNE = (523, 90, 523, 60, 523, 60, 659, 160, 523, 90, 659, 90, 784, 160, 784, 90, 1047, 320)


class Screen(Base):
    """Leads to the score sheet."""

    def __init__(self, app) -> None:
        session = app.session
        self.app = app
        self.best = best = session.game.winner()
        self.coming: list[tuple] = []  # (Tiles, row, code) that are still to be laid, in order
        self.jokers: list[tuple] = []  # (Tiles of one, where its upper pixel comes to rest)
        self.due = 0
        self.laid = 0  # of `coming`
        self.step = 0  # of all hops
        group = self.group = displayio.Group()
        line = app.art.line
        foot = app.h - line
        group.append(draw.ground(app, app.art.cloth, 0, foot))
        keys = strip.Strip(app, 0, foot, app.w, strip.WOOD, strip.CENTRE, line)
        keys.say(words.say(texts.PLAY_TO_SCORE))
        group.append(keys.grid)
        text = words.say(texts.SCORE_YOU)
        if best != [session.you]:
            names = words.joined([session.people[seat][1] for seat in best])
            text = words.count(texts.SCORE_WINS, len(best), names)
        self.ribbon = Ribbon(app, text)
        self.ribbon.group.y = 4
        group.append(self.ribbon.group)
        self._columns(foot - line)

    def _columns(self, floor):
        """Prepare a column for each seat, its name below pixel `floor`."""
        app = self.app
        wide, high = app.art.large
        totals = list(app.session.game.totals)
        seats = len(totals)
        room = app.w // seats
        most = (floor - self.ribbon.high - 8) // high - 1  # tiles of the winner's
        columns = []
        for seat in range(seats):
            above = len([other for other in totals if other > totals[seat]])
            won = seat in self.best
            tall = most if won else max(1, most - max(1, above))
            left = room * seat + (room - wide) // 2
            y = floor - tall * high
            columns.append(self._tiles(tall, left, y))
            if won:
                self.jokers.append((self._tiles(1, left, y - high), y - high))
            name = app.session.people[seat][1]
            while app.art.letters.measure(name) > room - 2:
                name = name[:-1]
            label = strip.Strip(app, room * seat, floor, room, strip.CLOTH, strip.CENTRE)
            label.say(name)
            self.group.append(label.grid)
        for level in range(most):
            for seat in range(seats):
                row = columns[seat].rows - 1 - level
                if row >= 0:
                    self.coming.append((columns[seat], row, seat % 4 * 13 + level))
        for joker, _ in self.jokers:
            self.coming.append((joker, 0, tiles.JOKER))

    def _tiles(self, rows, x, y):
        shown = draw.Tiles(self.app, rows, 1, x, y, True, False, self.app.art.large[1])
        self.group.append(shown.group)
        return shown

    def tick(self, now: int) -> bool:
        """Unroll the ribbon, grow the columns, let the jokers hop."""
        if now < self.due:
            return False
        if self.ribbon.unroll():
            self.due = now + UNROLL_MS
            return True
        self.due = now + _STEP_MS
        if self.laid < len(self.coming):
            self._lay()
        elif self.step < _HOPS * len(_HOP):
            self._hop()
        else:
            return False
        return True

    def _lay(self):
        column, row, code = self.coming[self.laid]
        column.set(row, 0, code)
        self.laid += 1
        if self.laid < len(self.coming):
            self.app.sound.play((392 + 24 * self.laid, 40))
        else:
            self.app.sound.play(_TUNE)

    def _hop(self):
        for joker, y in self.jokers:
            joker.group.y = y - joker.h * _HOP[self.step % len(_HOP)] // 8
        self.step += 1

    def key(self, button: int, kind: int) -> None:
        """Show all at once with any key; then go to the score sheet."""
        if kind != input.PRESS:
            return
        if self.laid == len(self.coming):
            self.app.go("rounds.score")
        while self.laid < len(self.coming):
            self._lay()
        while self.ribbon.unroll():
            pass
