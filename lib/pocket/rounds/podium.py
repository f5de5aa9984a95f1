"""Celebrate who has won a round, or the game, before the score sheet: the points of the others fly
to one big number beside the winner's face, or beside the last tile of a person. Confetti falls for
a person; a loser reads what was nearly possible.

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
_STEPS = 6  # steps of flying points
_MAX_FACE_HEIGHT = 96  # pixels
_BITS = 24  # pieces of confetti
_BIT_COLOURS = (0xFFF6DC, 0xFFD86B, 0xE04058, 0x58A0F0)
_SLICE_MS = 8
# Of the search for what was nearly possible, as large as a computer's turn: a play is to be found,
# not proved the best.
_STATES = 230  # most states
_WIDE = 8  # most states kept after a number
_TUNE = (523, 90, 523, 60, 523, 60, 659, 160, 523, 90, 659, 90, 784, 160, 784, 90, 1047, 320)


class Screen(Base):
    """Celebrate, then lead to the score sheet.

    best: the seats that have won. others: the seats whose points fly, in order. arrived_count: how
    many of these have arrived. shown_value: the big number. text: the ribbon's. confetti: its
    pieces. worker: the search for what was nearly possible, or None; it begins when all stands
    still.

    Modules for drawing are imported inside functions, so that they can be freed when the animation
    is over: the search needs their memory.
    """

    app: "App"  # while there are racks

    def __init__(self, app) -> None:
        from pocket.ui import words
        from pocket.ui.ribbon import UNROLL_MS, Ribbon

        session = app.session
        game = session.game
        over = game.phase == "over"
        self.app = app
        self.best = best = game.overall_winners() if over else game.winners
        self.points = list(game.totals if over else game.result())
        self.person_won = bool([seat for seat in best if not session.people[seat][0]])
        self.others = [seat for seat in range(game.seats) if seat not in best]
        self.is_stalled = bool(game.racks) and game.stalled
        self.arrived_count = 0 if game.racks else len(self.others)
        self.shown_value = 0 if game.racks else self.points[best[0]]
        self.due = 0  # when `tick` does its next step, in milliseconds of App.now
        self.step = 0  # of the points that are flying
        self.has_cheered = False  # the tune was played
        self.confetti: list[displayio.TileGrid] = []
        group = self.group = displayio.Group()
        foot = app.h - app.art.line
        group.append(draw.rectangle(app.art.cloth, 0, 0, 0, app.w, foot))
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
        if self.is_stalled:
            from pocket.rounds import scorewords

            self._say(scorewords.rack_summary(session))
        elif game.racks and session.humans == 1 and session.viewer not in best:
            self._say(words.count(texts.SCORE_LEFT, len(game.racks[session.viewer])))
            # Searching a large rack for an opening meld needs more memory than a PicoPad has left.
            if game.opened[session.viewer]:
                self.worker = self._nearly()

    def _line(self, x, y, width, ink=strip.CLOTH, height=0):
        """Show an empty line of text at a pixel. Returns its Strip."""
        line = strip.Strip(self.app, x, y, width, ink, strip.CENTRE, height)
        self.group.append(line.grid)
        return line

    def _lay_out(self, foot):
        """Place the winner's picture and the number below the ribbon, then the other players with
        their points, and two lines of comment above pixel row `foot`."""
        from pocket.ui import ground, words

        app = self.app
        font = app.art.letters
        self.glyphs: Any = ground.heading_letters(app.art)
        # The widest number shown is a player's points or half the sum of everyone's.
        widest = words.signed(max(max(self.points), sum(map(abs, self.points)) // 2))
        number = ground.heading_bitmap(app.art, widest, self.glyphs)
        self.face, face_width, face_height = self._face()
        top = self.ribbon.height + 4
        gap = app.art.unit[0]
        scale = 3 if app.h > 128 else 2
        has_comment = self.is_stalled or not self.person_won
        text_lines = 4 if has_comment else 2
        for size in (3, 2, 1):
            width = size * face_width + gap + scale * number.width
            height = max(size * face_height, scale * number.height)
            spacing = (foot - top - height - text_lines * font.height) // 4
            if spacing >= 0 and width < app.w and size * face_height <= _MAX_FACE_HEIGHT:
                break
        left = (app.w - width) // 2
        middle = top + spacing + height // 2
        self.face.scale = size
        self.face.x, self.face.y = left, middle - size * face_height // 2
        self.goal = left + size * face_width + gap, middle - scale * number.height // 2
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
        rows = (2, 1) if has_comment else ()
        self.comment = [self._line(0, low - font.height * row, app.w) for row in rows]

    def _face(self):
        """Return (layer, width, height) of the winner's face, of the last tile that a person has
        played, or of a joker."""
        app = self.app
        session = app.session
        if session.habits[self.best[0]]:
            from pocket.ui import face

            grid = face.picture(app, session.people[self.best[0]][1], 0, 0)
            if grid:
                layer = displayio.Group()
                layer.append(grid)
                return layer, grid.bitmap.width, grid.bitmap.height
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
        """Write a sentence into the two lines of comment."""
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
        text = words.signed(self.shown_value) if racks else str(self.shown_value)
        bitmap = ground.heading_bitmap(art, text, self.glyphs)
        ink = strip.ink(art, strip.HEAD)
        self.number.append(displayio.TileGrid(bitmap, pixel_shader=ink))

    # -- the play that was nearly possible

    def _nearly(self):
        """Search for the play that one more turn would have allowed the person, and tell about it:
        a generator."""
        self.ribbon = self.glyphs = None
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
            beam_width=_WIDE,
            jokers_differ=game.jokers_differ,
        )
        from pocket.ui import words

        if answer.tiles == len(rack):
            self._say(words.say(texts.SCORE_NEAR_ALL))
        elif answer.tiles:
            self._say(words.count(texts.SCORE_NEAR, answer.tiles, len(rack)))

    def close(self) -> None:
        """Stop the search and remove its modules, 27 KB on a board, before the next screen."""
        if self.worker is not None and self.ribbon is None:
            self.worker = None
            from rules import solver

            solver.end_search(True)

    # -- keys and time

    def tick(self, now: int) -> bool:
        """Unroll the ribbon, move points and confetti; then search."""
        if now < self.due:
            return False
        if self._move() or self.person_won and self._rain():
            unrolled = len(self.ribbon.columns) == len(self.ribbon.group)
            self.due = now + (_STEP_MS if unrolled else self.unroll_ms)
            return True
        if self.worker is None:
            return False
        try:
            while self.app.now() < now + _SLICE_MS:
                next(self.worker)
        except (StopIteration, MemoryError):  # without memory the comment stays as it is
            self.worker = None
            device.missing()
        return self.worker is None

    def _move(self):
        """Advance ribbon or points by a step. Returns False at the end."""
        if self.ribbon and self.ribbon.unroll():
            return True
        if self.arrived_count < len(self.others):
            self._fly()
            return True
        if not self.has_cheered:
            self.has_cheered = True
            self.app.sound.play(_TUNE if self.person_won else "turn")
        return False

    def _rain(self):
        """Make the confetti, or move it down by a step. Returns False when none is left."""
        app = self.app
        if not self.confetti:
            squares = displayio.Bitmap(16, 4, 4)
            for i in range(64):
                squares[i % 16, i // 16] = i % 16 // 4
            colours = draw.colours(*_BIT_COLOURS)
            for i in range(_BITS):
                x = (i * 2 + 1) * app.w // (2 * _BITS)
                bit = draw.cells(squares, colours, 1, 1, (4, 4), i % 4, x, -(i * 37 % 64))
                self.confetti.append(bit)
                self.group.insert(len(self.group) - 1, bit)
        falls = False
        for i in range(_BITS):
            bit = self.confetti[i]
            bit.hidden = bit.y >= self.foot.grid.y - 4
            if not bit.hidden:
                bit.y += 3 + i % 3
                falls = True
        return falls

    def _fly(self):
        """Move a seat's points one step towards the number; when they arrive, add them to it."""
        line = self.lines[self.arrived_count]
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
            self.app.sound.tiles(4 + 2 * self.arrived_count)
            self.shown_value -= self.points[self.others[self.arrived_count]]
            self.arrived_count += 1
            if self.arrived_count == len(self.others):
                self.shown_value = self.points[self.best[0]]
            self._show_value()

    def key(self, button: int, kind: int) -> None:
        """Finish the animation with any key; if it has finished, go to the score sheet."""
        if kind != input.PRESS:
            return
        moved = False
        while self._move():
            moved = True
        if not moved:
            self.app.go("rounds.score")
