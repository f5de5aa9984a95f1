"""Celebrate who has won a round, or the game, before the score sheet: the winner's face, or the
last tile of a person, jumps out, and the points of the others fly to one big number beside it.
Confetti falls for a person; a loser reads what was nearly possible.

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
_BEATS = 3  # of the winner's picture, at the end
_BEAT_STEPS = 6  # in the first half of them it is a size smaller
_HIGHEST = 96  # pixels of that picture
_BITS = 24  # of confetti
_BIT_COLOURS = (0xFFF6DC, 0xFFD86B, 0xE04058, 0x58A0F0)
_SLICE_MS = 8
# Of the search for what was nearly possible, as large as a computer's turn: a play is to be found,
# not proved the best.
_STATES = 230  # most states
_WIDE = 8  # most states kept after a number
_TUNE = (523, 90, 523, 60, 523, 60, 659, 160, 523, 90, 659, 90, 784, 160, 784, 90, 1047, 320)


class Screen(Base):
    """Leads to the score sheet.

    best: the seats that have won. others: those whose points fly, in order. arrived: how many have
    arrived. value: the big number. text: the ribbon's. bits: TileGrids of confetti. searches: what
    was nearly possible is still to be searched for. worker: that search, or None.

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
        self.stalled = bool(game.racks) and game.stalled
        self.arrived = 0 if game.racks else len(self.others)
        self.value = 0 if game.racks else self.points[best[0]]
        self.due = self.step = self.beats = 0
        self.bits: list[displayio.TileGrid] = []
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
        self._lay_out(foot)
        group.append(self.ribbon.group)  # above everything, confetti too
        self._show_value()
        if self.stalled:
            from pocket.rounds import scorewords

            self._say(scorewords.rack_story(session))
        elif game.racks and session.humans == 1 and session.viewer not in best:
            self._say(words.count(texts.SCORE_LEFT, len(game.racks[session.viewer])))
            # The opening of a large rack takes more memory than a PicoPad has left here.
            self.searches = bool(game.opened[session.viewer])

    def _line(self, x, y, width, which=strip.CLOTH, height=0):
        made = strip.Strip(self.app, x, y, width, which, strip.CENTRE, height)
        self.group.append(made.grid)
        return made

    def _lay_out(self, foot):
        """Place the winner and the number below the ribbon, then the others with their points, and
        two lines of text above pixel `foot`."""
        from pocket.ui import ground, words

        app = self.app
        font = app.art.letters
        self.glyphs: Any = ground.heading_letters(app.art.head)
        # no number on the way is wider than the last one or the sum of what flies to it
        widest = words.signed(max(max(self.points), sum(map(abs, self.points)) // 2))
        number = ground.heading_bitmap(app.art.head, widest, self.glyphs)
        self.face, wide, high = self._face()
        top = self.ribbon.height + 4
        gap = app.art.unit[0]
        scale = 3 if app.h > 128 else 2
        for size in (3, 2, 1):
            width = size * wide + gap + scale * number.width
            height = max(size * high, scale * number.height)
            spacing = (
                foot - top - height - (4 if self.stalled or not self.won else 2) * font.height
            ) // 4
            if spacing >= 0 and width < app.w and size * high <= _HIGHEST:
                break
        self.size = size
        left = (app.w - width) // 2
        middle = top + spacing + height // 2
        self.middle = left + size * wide // 2, middle, wide, high
        self.face.hidden = True
        self.goal = left + size * wide + gap, middle - scale * number.height // 2
        self.number = displayio.Group(scale=scale, x=self.goal[0], y=self.goal[1])
        y = top + 2 * spacing + height
        self.lines = []  # a line for the points of each other seat
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
        rows = (2, 1) if self.stalled or not self.won else ()
        self.comment = [self._line(0, low - font.height * row, app.w) for row in rows]

    def _face(self):
        """Return (layer, width, height) of the winner's face, of the last tile that a person has
        played, or of a joker."""
        app = self.app
        session = app.session
        if session.habits[self.best[0]]:
            from pocket.ui import face

            try:
                grid = face.picture(app, session.people[self.best[0]][1], 0, 0)
                layer = displayio.Group()
                layer.append(grid)
                return layer, grid.bitmap.width, grid.bitmap.height
            except (OSError, MemoryError):
                pass
        width, height = app.art.large
        tile = draw.Tiles(app, 1, 1, 0, 0, True, False, height)
        code = tiles.JOKER
        if session.game.racks and session.game.events:
            word, seat, laid = session.game.events[0]
            if word == "play" and seat in self.best:
                code = laid[-1]
        tile.set(0, 0, code)
        return tile.group, width, height

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
            game.rules,
            game.table,
            rack,
            opened,
            limit=_STATES,
            tidy=0,
            wide=_WIDE,
            parted=game.parted,
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

    def close(self) -> None:
        """Stop the search and remove its modules, 27 KB on a board, before the next screen."""
        if self.worker is not None:
            self.worker = None
            from rules import solver

            solver.unload_all(True)

    # -- keys and time

    def tick(self, now: int) -> bool:
        """Unroll the ribbon, let points fly and the winner's picture beat; then search."""
        if now < self.due:
            return False
        if not self._move() and not (self.won and self._rain()):
            return self._search()
        unrolled = len(self.ribbon.columns) == len(self.ribbon.group)
        self.due = now + (_STEP_MS if unrolled else self.unroll_ms)
        return True

    def _move(self):
        """Advance the animation by a step. Returns False at its end."""
        if self.ribbon and self.ribbon.unroll():
            return True
        if self.face.hidden or self.face.scale < self.size and not self.beats:
            self._zoom(1 if self.face.hidden else self.face.scale + 1)
        elif self.arrived < len(self.others):
            self._fly()
        elif self.beats < _BEATS * _BEAT_STEPS:
            if not self.beats:
                self.app.sound.play(_TUNE if self.won else "turn")
            if self.beats % _BEAT_STEPS == 0:
                self._zoom(max(1, self.size - 1))
            elif self.beats % _BEAT_STEPS == _BEAT_STEPS // 2:
                self._zoom(self.size)
            self.beats += 1
        else:
            return False
        return True

    def _zoom(self, scale):
        """Show the winner's picture in this size."""
        face = self.face
        x, y, wide, high = self.middle
        face.hidden = False
        face.scale = scale
        face.x, face.y = x - scale * wide // 2, y - scale * high // 2

    def _rain(self):
        """Let confetti fall by a step. Returns False when all of it is down."""
        app = self.app
        if not self.bits:
            squares = displayio.Bitmap(16, 4, 4)
            for i in range(64):
                squares[i % 16, i // 16] = i % 16 // 4
            colours = draw.colours(*_BIT_COLOURS)
            for i in range(_BITS):
                x = (i * 2 + 1) * app.w // (2 * _BITS)
                bit = draw.cells(squares, colours, 1, 1, (4, 4), i % 4, x, -(i * 37 % 64))
                self.bits.append(bit)
                self.group.insert(len(self.group) - 1, bit)
        falls = False
        for i in range(_BITS):
            bit = self.bits[i]
            bit.hidden = bit.y >= self.foot.grid.y - 4
            if not bit.hidden:
                bit.y += 3 + i % 3
                falls = True
        return falls

    def _fly(self):
        """Move a seat's points by a step to the number, which grows when they arrive."""
        line = self.lines[self.arrived]
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
            self.app.sound.tiles(4 + 2 * self.arrived)
            self.value -= self.points[self.others[self.arrived]]
            self.arrived += 1
            if self.arrived == len(self.others):
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
