"""A round of a tile game is over: the last play once more, the word, a tune, the counters.

A part of the play screen; the score sheet follows."""

from pocket.app import draw, flow, input
from pocket.made import texts
from pocket.tilegame.board import Part
from pocket.ui import strip, words
from pocket.ui.ribbon import UNROLL_MS, Ribbon

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.tilegame.moves import Move
    from pocket.tilegame.play import Screen


_FLASH_MS = 160
_SAID_MS = 2000  # what a character says is left on show
_RUN_MS = 1200  # the counters run so long
_STEP_MS = 60
_SCORE = "    -888"  # room for one, behind a name
_HOP = (2, 3, 4, 3, 2, 0)  # eighths of a tile's height, a step each
_HOP_MS = 30
_NOTES = (523, 587, 659, 698, 784, 880, 988, 1047)  # a hop each


class Ending(Part):
    """move: the moves.Move that ended the round. word: what stands across the cloth, on `ribbon`.
    scores: the Strips of the counters. won: who looks on has won, or nobody does. tile: the
    draw.Tiles of the one tile that hops then; None: tiles flash."""

    def __init__(self, screen: "Screen", move: "Move") -> None:
        Part.__init__(self, screen)
        app = self.app
        sitting = app.sitting
        self.flashing = []  # (set, place) of each tile of the last play
        self.lit = -1
        self.step = 0  # of its hop
        self.tile = None
        self.began = 0  # when the counters began to run
        self.due = app.now()
        screen.board.fit(sitting.game.table, sitting.seen[1], len(self.rack()))
        if move.word == "play":
            from pocket.tilegame import changes

            marks = changes.changes(move.before, sitting.game.table, move.laid)
            for i in range(len(marks)):
                for j in range(len(marks[i])):
                    if marks[i][j] == draw.OWN:
                        self.flashing.append((i, j))
        if sitting.persons == 1 and max(sitting.habits):
            from pocket.tilegame import speech

            if speech.show(screen, *speech.ended(app, sitting.game.winners)):
                self.due += _SAID_MS
        me = sitting.viewer
        self.won = me is None or me in sitting.game.winners
        if self.won:
            self.tile = draw.Tiles(app, 1, 1, 0, 0, app.art.shown == draw.BIG)
            self.tile.group.hidden = True
            screen.lay(self.tile.group)

    def close(self) -> None:
        """What hops goes."""
        if self.tile is not None:
            self.screen.group.remove(self.tile.group)

    def shades(self) -> list[bytearray]:
        """The tiles of the last play, one of them lit."""
        table = self.app.sitting.game.table
        rows = [bytearray([draw.PLAIN] * len(codes)) for codes in table]
        for k in range(len(self.flashing)):
            i, j = self.flashing[k]
            lit = k == self.lit and self.tile is None
            rows[i][j] = draw.PICKED if lit else draw.OWN
        return rows

    def words(self) -> "Sequence[str]":
        """What the keys do."""
        return (words.say(texts.PLAY_TO_SCORE),)

    def tick(self, now: int) -> bool:
        """The next tile flashes, or hops; then the ribbon unrolls and the counters run."""
        if now < self.due:
            return False
        if not self.began:
            self._last_play(now)
            return True
        comes = self.ribbon.unroll()
        if comes or now - self.began <= _RUN_MS + _STEP_MS:
            self.due = now + (UNROLL_MS if comes else _STEP_MS)
            self._counters(min(_RUN_MS, now - self.began))
            return True
        return False

    def _last_play(self, now):
        """A step of its tiles; behind the last one the word."""
        if self.tile is not None and 0 <= self.lit < len(self.flashing) and self.step < len(_HOP):
            self._hop()
            self.due = now + _HOP_MS
            return
        self.lit += 1
        self.step = 0
        last = self.lit >= len(self.flashing)
        if self.tile is None or not self.lit or last:
            self.screen.board.draw(self)  # behind the last no tile is lit any more
        if last:
            self._word(now)
        elif self.tile is None:
            self.due = now + _FLASH_MS
            self.app.sound.play("place")
        else:
            self.app.sound.play((_NOTES[self.lit % len(_NOTES)], 60))

    def _hop(self):
        """A step of the tile that hops: its cell is empty while it is in the air."""
        app = self.app
        board = self.screen.board
        table = board.table
        which, place = self.flashing[self.lit]
        spots = self.spots()
        row = spots[3 * which] - board.top
        col = spots[3 * which + 1] + place
        code = app.sitting.game.table[which][place]
        air = self.tile
        high = _HOP[self.step]
        self.step += 1
        if not 0 <= row < table.rows:
            return
        if self.step == 1:
            air.set(0, 0, code, draw.OWN)
            table.put(row, col, draw.FACE_CLOTH, draw.CLOTH)
        if high:
            air.group.x = table.x + col * table.w
            air.group.y = table.y + row * table.step - table.h * high // 8
        else:
            table.set(row, col, code, draw.OWN)
        air.group.hidden = not high

    def _word(self, now):
        """The word, or where memory has no piece for it the score sheet, which says it, too."""
        try:
            self._show_word(now)
        except MemoryError:
            flow.show(self.app)

    def _show_word(self, now):
        """The word across the cloth, and the tune; below it the counters on paper."""
        screen = self.screen
        app = self.app
        sitting = app.sitting
        game = sitting.game
        call = game.rules["call"]
        if game.stalled:
            word = words.say(texts.PLAY_NO_MORE)
        elif call:
            word = call.upper() + "!"
        elif game.winners == [sitting.you]:
            word = words.say(texts.PLAY_YOU_OUT)
        else:
            word = words.say(texts.PLAY_GOES_OUT, self._winners())
        lines = [sitting.people[seat][1] + _SCORE for seat in range(game.seats)]
        me = sitting.viewer
        if me is not None and me not in game.winners:
            lines.append(words.count(texts.PLAY_HELD, len(game.racks[me])))
        font = app.art.letters
        self.word = word
        ribbon = self.ribbon = Ribbon(app, word)
        for i in range(3, 3 if self.won else 7):  # gold is for who wins
            ribbon.columns[0].pixel_shader[i] = 0xD0C8B8  # type: ignore[index, assignment]
        tall = ribbon.high
        gap = 2 if app.h > 128 else 0
        high = len(lines) * font.high + 8
        free = screen.board.floor - app.art.line - tall - gap - high
        top = app.art.line + max(0, free // 2)
        strip.show_box(screen, lines, top + tall + gap + high)
        box = screen.box
        ribbon.group.x -= box.group.x
        ribbon.group.y = top - box.group.y
        box.group.append(ribbon.group)
        self.scores = []
        wide = font.measure(_SCORE)
        for seat in range(game.seats):
            line = box.lines[seat]
            line.say(sitting.people[seat][1])
            x = line.grid.x + line.w - wide
            score = strip.Strip(app, x, line.grid.y, wide, strip.PAPER, strip.RIGHT)
            box.group.append(score.grid)
            self.scores.append(score)
        self._counters(0)
        self.began = now
        app.sound.play("win" if self.won else "turn")

    def _winners(self):
        app = self.app
        return words.joined([app.sitting.people[seat][1] for seat in app.sitting.game.winners])

    def _counters(self, ms):
        """Every seat's score, as far as it has run."""
        scores = self.app.sitting.game.scores()
        if self.screen.box is None:
            return
        for seat in range(len(scores)):
            run = abs(scores[seat]) * ms // _RUN_MS
            self.scores[seat].say(words.signed(run if scores[seat] > 0 else -run))

    def key(self, button: int, kind: int) -> None:
        """Any key hurries; then A goes to the score sheet."""
        app = self.app
        if kind != input.PRESS:
            return
        if not self.began:
            if self.tile is not None and 0 < self.step < len(_HOP):  # it lands
                self.step = len(_HOP) - 1
                self._hop()
            self.lit = len(self.flashing)
            self.screen.board.draw(self)
            self._word(app.now())
            if not self.began:
                return
            while self.ribbon.unroll():
                pass
            self.began -= 2 * _RUN_MS  # the counters have run
            self._counters(_RUN_MS)
        else:
            flow.show(app)
