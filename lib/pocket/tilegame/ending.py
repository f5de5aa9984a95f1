"""End a round of a tile game: its last play once more, the word, a tune, the counters.

A part of the play screen; the score sheet follows."""

from pocket.app import draw, flow, input
from pocket.made import texts
from pocket.tilegame.part import Part
from pocket.ui import strip, words
from pocket.ui.ribbon import UNROLL_MS, Ribbon

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.tilegame.moves import Move
    from pocket.tilegame.play import Screen


_SPEECH_MS = 2000  # the line of a character
_RUN_MS = 1200  # the counters
_STEP_MS = 60  # between two steps of the counters
_SCORE = "    -888"  # room for one, behind a name
_HOP = (2, 3, 4, 3, 2, 0)  # eighths of a tile's height, a step each
_HOP_MS = 30
_NOTES = (523, 587, 659, 698, 784, 880, 988, 1047)  # a hop each


class Ending(Part):
    """Show the end of the round that `move` (a moves.Move) has ended.

    word: the text across the cloth, on `ribbon`. scores: the Strips of the counters. won: the
    viewer has won, or no person looks on. tile: the draw.Tiles of the tile that hops.
    """

    def __init__(self, screen: "Screen", move: "Move") -> None:
        Part.__init__(self, screen)
        app = self.app
        session = app.session
        table = session.game.table
        self.laid = []  # (set, place) of each tile of the last play
        self.marks = [bytearray([draw.PLAIN] * len(codes)) for codes in table]
        self.hopping = -1  # index into `laid`
        self.step = 0  # of its hop
        self.began = 0  # when the counters began to run
        self.due = app.now()
        screen.board.fit(table, session.seen[1], len(self.rack()))
        if move.word == "play":
            from pocket.tilegame import changes

            marks = changes.changes(move.before, table, move.laid)
            for i in range(len(marks)):
                for j in range(len(marks[i])):
                    if marks[i][j] == draw.OWN:
                        self.marks[i][j] = draw.OWN
                        self.laid.append((i, j))
        if session.persons == 1 and max(session.habits):
            from pocket.tilegame import speech

            if speech.show(screen, *speech.ended(app, session.game.winners)):
                self.due += _SPEECH_MS
        me = session.viewer
        self.won = me is None or me in session.game.winners
        scale = screen.board.table.scale
        self.tile = draw.Tiles(app, 1, 1, 0, 0, app.art.shown == draw.BIG, scale=scale)
        self.tile.group.hidden = True
        screen.lay(self.tile.group)

    def close(self) -> None:
        """Remove the tile that hops."""
        self.screen.group.remove(self.tile.group)

    def shades(self) -> list[bytearray]:
        """Mark the tiles of the last play."""
        return self.marks

    def words(self) -> "Sequence[str]":
        """Return what the keys do."""
        return (words.say(texts.PLAY_TO_SCORE),)

    def tick(self, now: int) -> bool:
        """Let the tiles of the last play hop; then unroll the ribbon and run the counters."""
        if now < self.due:
            return False
        if not self.began:
            if 0 <= self.hopping < len(self.laid) and self.step < len(_HOP):
                self._hop()
                self.due = now + _HOP_MS
                return True
            self.hopping += 1
            self.step = 0
            if self.hopping >= len(self.laid):
                self._word(now)
            else:
                note = _NOTES[self.hopping % len(_NOTES)], 60
                self.app.sound.play(note if self.won else "place")
            return True
        comes = self.ribbon.unroll()
        if comes or now - self.began <= _RUN_MS + _STEP_MS:
            self.due = now + (UNROLL_MS if comes else _STEP_MS)
            self._counters(min(_RUN_MS, now - self.began))
            return True
        return False

    def _hop(self):
        """Move the hopping tile by one step; its cell is empty while it is in the air."""
        app = self.app
        board = self.screen.board
        table = board.table
        which, place = self.laid[self.hopping]
        spots = self.spots()
        row = spots[3 * which] - board.top
        col = spots[3 * which + 1] + place
        code = app.session.game.table[which][place]
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
        """Show the word; where memory is too short for it, the score sheet, which says it, too."""
        try:
            self._show_word(now)
        except MemoryError:
            flow.show(self.app)

    def _show_word(self, now):
        """Lay the word across the cloth and the counters on paper below it; play the tune."""
        screen = self.screen
        app = self.app
        session = app.session
        game = session.game
        call = game.rules["call"]
        if game.stalled:
            word = words.say(texts.PLAY_NO_MORE)
        elif call:
            word = call.upper() + "!"
        elif game.winners == [session.you]:
            word = words.say(texts.PLAY_YOU_OUT)
        else:
            names = [session.people[seat][1] for seat in game.winners]
            word = words.say(texts.PLAY_GOES_OUT, words.joined(names))
        lines = [session.people[seat][1] + _SCORE for seat in range(game.seats)]
        me = session.viewer
        if me is not None and me not in game.winners:
            lines.append(words.count(texts.PLAY_HELD, len(game.racks[me])))
        font = app.art.letters
        self.word = word
        ribbon = self.ribbon = Ribbon(app, word)
        for i in range(3, 3 if self.won else 7):  # gold is the winner's
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
            line.say(session.people[seat][1])
            x = line.grid.x + line.w - wide
            score = strip.Strip(app, x, line.grid.y, wide, strip.PAPER, strip.RIGHT)
            box.group.append(score.grid)
            self.scores.append(score)
        self._counters(0)
        self.began = now
        app.sound.play("win" if self.won else "turn")

    def _counters(self, ms):
        """Show every seat's score as it stands `ms` after the start."""
        scores = self.app.session.game.scores()
        if self.screen.box is None:
            return
        for seat in range(len(scores)):
            run = abs(scores[seat]) * ms // _RUN_MS
            self.scores[seat].say(words.signed(run if scores[seat] > 0 else -run))

    def key(self, button: int, kind: int) -> None:
        """Skip to the end of the animation; then show the score sheet."""
        app = self.app
        if kind != input.PRESS:
            return
        if not self.began:
            if 0 < self.step < len(_HOP):
                self.step = len(_HOP) - 1
                self._hop()
            self.hopping = len(self.laid)
            self._word(app.now())
            if not self.began:
                return
            while self.ribbon.unroll():
                pass
            self.began -= 2 * _RUN_MS  # the counters have run
            self._counters(_RUN_MS)
        else:
            flow.show(app)
