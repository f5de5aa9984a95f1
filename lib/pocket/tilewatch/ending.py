"""A round of a tile game is over: the last play once more, the word, a tune, the counters.

A part of the play screen; the score sheet follows.
"""

import displayio
from pocket.always import draw, flow, input
from pocket.made import texts
from pocket.tilegame.board import Part
from pocket.ui import heading, strip, words

from rules import parts

_FLASH_MS = 160
_SAID_MS = 2000  # what a character says is left on show
_RUN_MS = 1200  # the counters run so long
_STEP_MS = 60
_SCORE = "    -888"  # room for one, behind a name
# The ribbon across the cloth that the word stands on: its upper rows, its lower ones, and between
# them a shade of gold a row.
_ABOVE = (0x2A2018, 0xFFF6DC)
_BELOW = (0x8A5C34, 0x2A2018)
_GOLD = (0xFFD86B, 0xF0BC50)


class Ending(Part):
    """move: the table.moves.Move that ended the round. word: what stands across the cloth. scores:
    the Strips of the counters."""

    def __init__(self, screen, move):
        Part.__init__(self, screen)
        app = self.app
        self.flashing = []  # (set, place) of each tile of the last play
        self.lit = -1
        self.began = 0  # when the counters began to run
        self.due = app.now()
        screen.actor = move.seat
        screen.board.fit(app.game.table, app.seen[1], len(self.rack()))
        if move.word == "play":
            from pocket.tileturn import changes

            marks = changes.changes(move.before, app.game.table, move.laid)
            for i in range(len(marks)):
                for j in range(len(marks[i])):
                    if marks[i][j] == changes.FRESH:
                        self.flashing.append((i, j))
        if parts.CHARACTERS and app.persons == 1 and max(app.habits):
            from pocket.tilewatch import speech

            if speech.show(screen, *speech.ended(app, app.game.winners)):
                self.due += _SAID_MS

    def shades(self):
        """The tiles of the last play, one of them lit."""
        table = self.app.game.table
        rows = [bytearray([draw.PLAIN] * len(codes)) for codes in table]
        for k in range(len(self.flashing)):
            i, j = self.flashing[k]
            rows[i][j] = draw.PICKED if k == self.lit else draw.OWN
        return rows

    def words(self):
        """What the keys do."""
        return (words.say(texts.PLAY_TO_SCORE),)

    def tick(self, now):
        """The next tile flashes; then the counters run."""
        if now < self.due:
            return False
        if self.lit < len(self.flashing):
            self.lit += 1
            self.due = now + _FLASH_MS
            if self.lit < len(self.flashing):
                self.app.sound.play("place")
                self.screen.board.draw(self)
            else:
                self.screen.board.draw(self)  # no tile is lit any more
                self._word(now)
            return True
        if self.began and now - self.began <= _RUN_MS + _STEP_MS:
            self.due = now + _STEP_MS
            self._counters(min(_RUN_MS, now - self.began))
            return True
        return False

    def _word(self, now):
        """The word across the cloth, and the tune; below it the counters on paper."""
        screen = self.screen
        app = self.app
        game = app.game
        call = game.rules["call"]
        if game.stalled:
            word = words.say(texts.PLAY_NO_MORE)
        elif call:
            word = call.upper() + "!"
        elif game.winners == [app.you]:
            word = words.say(texts.PLAY_YOU_OUT)
        else:
            word = words.say(texts.PLAY_GOES_OUT, self._winners())
        lines = [app.people[seat][1] + _SCORE for seat in range(game.seats)]
        me = app.viewer
        if me is not None and me not in game.winners:
            lines.append(words.count(texts.PLAY_HELD, len(game.racks[me])))
        font = app.art.letters
        self.word = word
        ribbon, tall = self._ribbon(word)
        gap = 2 if app.h > 128 else 0
        high = len(lines) * font.high + 8
        free = screen.board.floor - app.art.line - tall - gap - high
        top = app.art.line + max(0, free // 2)
        strip.show_box(screen, lines, top + tall + gap + high)
        box = screen.box
        ribbon.x = -box.group.x
        ribbon.y = top - box.group.y
        box.group.append(ribbon)
        self.scores = []
        wide = font.measure(_SCORE)
        for seat in range(game.seats):
            line = box.lines[seat]
            line.say(app.people[seat][1])
            x = line.grid.x + line.w - wide
            score = strip.Strip(app, x, line.grid.y, wide, strip.PAPER, strip.RIGHT)
            box.group.append(score.grid)
            self.scores.append(score)
        self._counters(0)
        self.began = now
        app.sound.play("win" if me is None or me in game.winners else "turn")

    def _ribbon(self, word):
        """A ribbon from edge to edge with the word on it: (Group, its rows)."""
        app = self.app
        shown = heading.strip(app.art.head, word)
        if shown.width > app.w - 4:  # long names
            font = app.art.letters
            shown = displayio.Bitmap(app.w, font.high, 2)
            word = font.cut(word, app.w - 4)
            font.write(shown, (app.w - font.measure(word)) // 2, 0, word)
        scale = 2 if 2 * shown.width < app.w - 8 and app.h > 128 else 1
        rim = 3 * scale
        inner = scale * shown.height + 2 * rim - 4
        rows = displayio.Palette(inner + 4)
        for i in range(2):
            rows[i] = _ABOVE[i]
            rows[inner + 2 + i] = _BELOW[i]
        for i in range(inner):
            rows[2 + i] = _GOLD[2 * i // inner]
        ink = displayio.Palette(2)
        ink.make_transparent(0)
        ink[1] = _ABOVE[0]
        letters = displayio.Group(scale=2) if scale > 1 else displayio.Group()
        letters.x = (app.w - scale * shown.width) // 2
        letters.y = rim
        letters.append(displayio.TileGrid(shown, pixel_shader=ink))
        ribbon = displayio.Group()
        ribbon.append(draw.band(app.w, 0, rows))
        ribbon.append(letters)
        return ribbon, inner + 4

    def _winners(self):
        app = self.app
        return words.joined([app.people[seat][1] for seat in app.game.winners])

    def _counters(self, ms):
        """Every seat's score, as far as it has run."""
        scores = self.app.game.scores()
        if self.screen.box is None:
            return
        for seat in range(len(scores)):
            run = abs(scores[seat]) * ms // _RUN_MS
            self.scores[seat].say(words.signed(run if scores[seat] > 0 else -run))

    def key(self, button, kind):
        """Any key hurries; then A goes to the score sheet."""
        app = self.app
        if kind != input.PRESS:
            return
        if not self.began:
            self.lit = len(self.flashing)
            self._word(app.now())
            self.began -= _RUN_MS
            self._counters(_RUN_MS)
        else:
            flow.show(app)
