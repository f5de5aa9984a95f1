"""End a round of a tile game, or a puzzle: its last play once more, the word, a tune.

A part of the play screen; what flow.show leads to follows."""

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
_REST_MS = (0, 0, 1500, 700)  # by the setting "speed"; at the first speed only a key goes on
_HOP = (2, 3, 4, 3, 2, 0)  # eighths of a tile's height, a step each
_HOP_MS = 30


class Ending(Part):
    """Show the end of the round that `move` (a moves.Move) has ended.

    word: the text across the cloth, on `ribbon`. won: the viewer has won, or no person looks on.
    tile: the draw.Tiles of the tile that hops. until: when the game goes on, 0: with a key.
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
        self.ribbon: Ribbon | None = None
        self.until = 0
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
        """Remove the tile that hops, and the ribbon."""
        self.screen.group.remove(self.tile.group)
        if self.ribbon:
            self.screen.group.remove(self.ribbon.group)

    def shades(self) -> list[bytearray]:
        """Mark the tiles of the last play."""
        return self.marks

    def words(self) -> "Sequence[str]":
        """Return what the keys do."""
        return (words.say(texts.PLAY_TO_SCORE),)

    def tick(self, now: int) -> bool:
        """Let the tiles of the last play hop; then unroll the ribbon, and go on after a while."""
        if now < self.due:
            return False
        if self.ribbon is None:
            if 0 <= self.hopping < len(self.laid) and self.step < len(_HOP):
                self._hop()
                self.due = now + _HOP_MS
                return True
            self.hopping += 1
            self.step = 0
            if self.hopping >= len(self.laid):
                self._word()
            else:
                self.app.sound.tiles(self.hopping if self.won else 0)
            return True
        if self.ribbon.unroll():
            self.due = now + UNROLL_MS
            return True
        rest = _REST_MS[self.app.settings.get("speed")]
        if not self.until:
            self.until = now + rest
        elif rest and now >= self.until:
            flow.show(self.app)
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

    def _word(self):
        """Show the word; where memory is too short for it, go on to what says it, too."""
        screen = self.screen
        app = self.app
        session = app.session
        game = session.game
        call = game.rules["call"]
        strip.clear_box(screen)
        if session.lesson:
            word = words.say(texts.PLAY_SOLVED)
        elif game.stalled:
            word = words.say(texts.PLAY_NO_MORE)
        elif call:
            word = call.upper() + "!"
        elif game.winners == [session.you]:
            word = words.say(texts.PLAY_YOU_OUT)
        else:
            names = [session.people[seat][1] for seat in game.winners]
            word = words.say(texts.PLAY_GOES_OUT, words.joined(names))
        self.word = word
        try:
            ribbon = Ribbon(app, word)
        except MemoryError:
            flow.show(app)
            return
        for i in range(3, 3 if self.won else 7):  # gold is the winner's
            ribbon.columns[0].pixel_shader[i] = 0xD0C8B8  # type: ignore[index, assignment]
        top = app.art.line
        ribbon.group.y = top + max(0, screen.board.floor - top - ribbon.high) // 2
        screen.lay(ribbon.group)
        self.ribbon = ribbon
        app.sound.play("win" if self.won else "turn")

    def key(self, button: int, kind: int) -> None:
        """Skip to the end of the animation; then go on."""
        if kind != input.PRESS:
            return
        ribbon = self.ribbon
        if ribbon is None:
            if 0 < self.step < len(_HOP):
                self.step = len(_HOP) - 1
                self._hop()
            self.hopping = len(self.laid)
            self.due = 0
            self._word()
        elif not ribbon.unroll():
            flow.show(self.app)
        else:
            while ribbon.unroll():
                pass
