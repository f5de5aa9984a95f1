"""Celebrate who has won a round, or the game, before the score sheet: the points of the others fly
to one big number beside the winner. A loser reads what was nearly possible.

Keeps as nearly: SOLVER pocket.ui.strip"""

import displayio
from pocket.app import device, draw, input
from pocket.app.flow import Screen as Base
from pocket.made import texts
from pocket.ui import strip

from rules.tilegame import tiles

if False:  # for type checkers
    from typing import Any

    from pocket.tilegame.app import App

_STEP_MS = 40
_STEPS = 6  # of points that fly
_HOP = (1, 2, 3, 2, 1, 0)  # eighths of the winner's height, a step each
_HOPS = 3
_SLICE_MS = 8
_STATES = 2500  # most states of the search for what was nearly possible
_TUNE = (523, 90, 523, 60, 523, 60, 659, 160, 523, 90, 659, 90, 784, 160, 784, 90, 1047, 320)


class Screen(Base):
    """Leads to the score sheet.

    best: the seats that have won. others: those whose points fly, in order. landed: how many have
    arrived. value: the big number. text: the ribbon's. searches: what was nearly possible is still
    to be searched for. worker: that search, or None.

    The modules that it draws with are imported where they are used, so that they can be freed when
    all is at rest: the solver needs their memory.
    """

    app: "App"  # while there are racks
    searches = False

    def __init__(self, app) -> None:
        from pocket.ui import words
        from pocket.ui.ribbon import UNROLL_MS, Ribbon

        session = app.session
        game = session.game
        over = game.phase == "over"
        self.app = app
        self.best = best = game.winner() if over else game.winners
        self.points = list(game.totals if over else game.result())
        self.won = bool([seat for seat in best if not session.people[seat][0]])
        self.others = [seat for seat in range(game.seats) if seat not in best]
        self.landed = 0 if game.racks else len(self.others)
        self.value = 0 if game.racks else self.points[best[0]]
        self.due = self.step = self.hops = 0
        group = self.group = displayio.Group()
        foot = app.h - app.art.line
        group.append(draw.ground(app, app.art.cloth, 0, foot))
        self.foot = self._line(0, foot, app.w, strip.WOOD, app.art.line)
        self.foot.say(words.say(texts.EIGHT_KEYS_ON))
        names = words.joined([session.people[seat][1] for seat in best])
        self.text = words.count(texts.SCORE_WINS, len(best), names)
        if best == [session.you]:
            self.text = words.say(texts.SCORE_YOU)
        self.ribbon: Any = Ribbon(app, self.text)
        self.unroll_ms = UNROLL_MS
        self.ribbon.group.y = 4
        group.append(self.ribbon.group)
        self._lay_out(foot)
        self._show_value()
        if game.racks and session.persons == 1 and session.viewer not in best:
            self._say(words.count(texts.SCORE_LEFT, len(game.racks[session.viewer])))
            self.searches = not game.stalled

    def _line(self, x, y, width, which=strip.CLOTH, height=0):
        made = strip.Strip(self.app, x, y, width, which, strip.CENTRE, height)
        self.group.append(made.grid)
        return made

    def _lay_out(self, foot):
        """Put the winner and the number below the ribbon, below these the others with their points,
        and two lines of text above pixel `foot`."""
        from pocket.ui import ground, words

        app = self.app
        font = app.art.letters
        self.glyphs: Any = ground.heading_letters(app.art.head)
        scale = 3 if app.h > 128 else 2
        self.face, face_width, face_height = self._face()
        number = ground.heading_bitmap(app.art.head, words.signed(-888), self.glyphs)
        block_height = max(face_height, scale * number.height)
        top = self.ribbon.height + 4
        spacing = max(0, foot - top - block_height - 4 * font.height) // 4
        gap = app.art.unit[0]
        left = (app.w - face_width - gap - scale * number.width) // 2
        middle = top + spacing + block_height // 2
        self.face.x, self.rest = left, middle - face_height // 2
        self.face.y = self.rest
        self.face_height = face_height
        self.goal = left + face_width + gap, middle - scale * number.height // 2
        self.number = displayio.Group(scale=scale, x=self.goal[0], y=self.goal[1])
        y = top + 2 * spacing + block_height
        self.lines = []  # the points of each of the others
        column = app.w // max(1, len(self.others))
        for place in range(len(self.others)):
            seat = self.others[place]
            name = font.cut(app.session.people[seat][1], column - 2)
            self._line(place * column, y, column).say(name)
            points = words.signed(self.points[seat])
            width = font.measure(points) + 2
            left = place * column + (column - width) // 2
            self.lines.append(self._line(left, y + font.height, width))
            self.lines[place].say(points)
        self.group.append(self.number)
        self.group.append(self.face)
        low = foot - spacing // 2
        self.comment = [self._line(0, low - font.height * (2 - i), app.w) for i in (0, 1)]

    def _face(self):
        """Return (layer, width, height) of the winner's face, or of a joker."""
        app = self.app
        if app.session.habits[self.best[0]]:
            from pocket.ui import face

            try:
                grid = face.picture(app, app.session.people[self.best[0]][1], 0, 0)
                return grid, grid.bitmap.width, grid.bitmap.height
            except (OSError, MemoryError):
                pass
        width, height = app.art.large
        joker = draw.Tiles(app, 1, 1, 0, 0, True, False, height)
        joker.set(0, 0, tiles.JOKER)
        joker.group.scale = 2
        return joker.group, 2 * width, 2 * height

    def _say(self, text):
        """Write a sentence into the two lines."""
        lines = draw.wrap(text, self.app.w - 8, self.app.art.letters)[:2]
        for line, text in zip(self.comment, lines + [""]):
            line.say(text)

    def _show_value(self):
        """Show the big number."""
        from pocket.ui import ground, words

        if len(self.number):
            self.number.pop()
        art = self.app.art
        racks = self.app.session.game.racks
        text = words.signed(self.value) if racks else str(self.value)
        bitmap = ground.heading_bitmap(art.head, text, self.glyphs)
        ink = strip.ink(art, strip.HEAD)
        self.number.append(displayio.TileGrid(bitmap, pixel_shader=ink))

    # -- the play that was nearly possible

    def _nearly(self):
        """Search, in slices, for the play that the person had in another turn, and name it."""
        self.app.keep_only("nearly")
        game = self.app.session.game
        seat = self.app.session.viewer
        rack = game.racks[seat]
        opened = bool(game.opened[seat])
        from rules.solver import search

        answer = yield from search.solve(
            game.rules, game.table, rack, opened, limit=_STATES, tidy=0, parted=game.parted
        )
        from pocket.ui import words

        if answer.tiles == len(rack):
            self._say(words.say(texts.SCORE_NEAR_ALL))
        elif answer.tiles:
            self._say(words.count(texts.SCORE_NEAR, answer.tiles, len(rack)))

    def _search(self):
        """Run a slice of the search. Returns whether its end is to be painted."""
        if self.searches:
            self.searches = False
            self.ribbon = self.glyphs = None
            self.worker = self._nearly()
        if self.worker is None:
            return False
        until = self.app.now() + _SLICE_MS
        try:
            while self.app.now() < until:
                next(self.worker)
        except (StopIteration, MemoryError):  # the line with the tiles left stands
            self.worker = None
            device.missing()
            return True
        return False

    # -- keys and time

    def tick(self, now: int) -> bool:
        """Unroll the ribbon, let points fly and the winner hop; then search."""
        if now < self.due:
            return False
        if not self._move():
            return self._search()
        unrolled = len(self.ribbon.columns) == len(self.ribbon.group)
        self.due = now + (_STEP_MS if unrolled else self.unroll_ms)
        return True

    def _move(self):
        """Advance the animation by a step. Returns False at its end."""
        if self.ribbon and self.ribbon.unroll():
            return True
        if self.landed < len(self.others):
            self._fly()
        elif self.hops < _HOPS * len(_HOP):
            if not self.hops:
                self.app.sound.play(_TUNE if self.won else "turn")
            self.face.y = self.rest - self.face_height * _HOP[self.hops % len(_HOP)] // 8
            self.hops += 1
        else:
            return False
        return True

    def _fly(self):
        """Move a seat's points by a step to the number, which grows when they arrive."""
        line = self.lines[self.landed]
        grid = line.grid
        if not self.step:
            self.start = grid.x, grid.y
        self.step += 1
        part = min(self.step, _STEPS)
        grid.x = self.start[0] + (self.goal[0] - self.start[0]) * part // _STEPS
        grid.y = self.start[1] + (self.goal[1] - self.start[1]) * part // _STEPS
        if part == _STEPS:
            self.step = 0
            grid.x, grid.y = self.start
            self.app.sound.tiles(4 + 2 * self.landed)
            self.value -= self.points[self.others[self.landed]]
            self.landed += 1
            if self.landed == len(self.others):
                self.value = self.points[self.best[0]]
            self._show_value()

    def key(self, button: int, kind: int) -> None:
        """Show all at once with any key; then go to the score sheet."""
        if kind != input.PRESS:
            return
        moved = False
        while self._move():
            moved = True
        if not moved:
            self.app.go("rounds.score")
