"""Show words on a ribbon over the board: praise for a person's play, or the end of a round (a
puzzle, too) with its last play once more. Parts of the play screen."""

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
_HOP = (2, 3, 4, 3, 2, 0)  # eighths of a tile's height, a step each
_HOP_MS = 30
_TUNE = (784, 45, 988, 45, 1175, 45, 1568, 110)


class Stamp(Part):
    """Unroll a ribbon with praise, and go on after a while, or with a key.

    ribbon: the Ribbon, None before it is laid. word: its text. due: when the next step is shown.
    until: when the game goes on; 0: not yet.
    """

    ribbon: "Ribbon | None" = None
    rest_ms = (0, 1300, 900, 450)  # by the setting "speed"; at the first speed only a key goes on
    due = until = 0

    def __init__(self, screen: "Screen", word: str) -> None:
        Part.__init__(self, screen)
        session = self.app.session
        board = screen.board
        board.fit(session.game.table, session.seen[1], len(self.rack()))
        self._lay(word)
        table = board.table
        end = table.y + min(board.used - board.top, table.rows) * table.step
        low = board.floor - self.ribbon.height
        self.ribbon.group.y = min((end + low) // 2, low - 2)  # below the sets if there is room
        self.app.sound.play(_TUNE)

    def _lay(self, word):
        self.word = word
        self.ribbon = Ribbon(self.app, word)
        self.screen.lay(self.ribbon.group)

    def close(self) -> None:
        """Remove the ribbon."""
        if self.ribbon:
            self.screen.group.remove(self.ribbon.group)

    def tick(self, now: int) -> bool:
        """Unroll the ribbon, and go on after a while."""
        if now < self.due:
            return False
        if self.ribbon.unroll():
            self.due = now + UNROLL_MS
            return True
        rest = self.rest_ms[self.app.settings.get("speed")]
        if not self.until:
            self.until = now + rest
        elif rest and now >= self.until:
            self.go_on()
        return False

    def key(self, button: int, kind: int) -> None:
        """Go on."""
        if kind == input.PRESS:
            self.go_on()

    def go_on(self) -> None:
        """Begin what follows."""
        self.screen.defer(self.screen.onward)


class Ending(Stamp):
    """Show the end of the round that `move` (a moves.Move) has ended: each tile of its last play
    hops, then a ribbon says who won.

    won: the viewer has won, or no person looks on. tile: the draw.Tiles of the tile that hops.
    """

    rest_ms = (0, 0, 1500, 700)

    def __init__(self, screen: "Screen", move: "Move") -> None:
        Part.__init__(self, screen)
        app = self.app
        session = app.session
        table = session.game.table
        self.laid = []  # (set, place) of each tile of the last play
        self.marks = [bytearray([draw.PLAIN] * len(codes)) for codes in table]
        self.hopping = -1  # index into `laid`
        self.step = 0  # the step of that tile's hop
        self.due = app.now()
        screen.board.fit(table, session.seen[1], len(self.rack()))
        if move.word == "play":
            from pocket.tilegame import changes

            marks = changes.shade_changes(move.before, table, move.laid)
            for i in range(len(marks)):
                for j in range(len(marks[i])):
                    if marks[i][j] == draw.OWN:
                        self.marks[i][j] = draw.OWN
                        self.laid.append((i, j))
        if session.humans == 1 and max(session.habits) and not session.game.stalled:
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
        Stamp.close(self)

    def shades(self) -> list[bytearray]:
        """Mark the tiles of the last play."""
        return self.marks

    def words(self) -> "Sequence[str]":
        """Return what the keys do."""
        return (words.say(texts.EIGHT_KEYS_ON),)

    def tick(self, now: int) -> bool:
        """Let the tiles of the last play hop; then unroll the ribbon, and go on after a while."""
        if self.ribbon is not None or now < self.due:
            return self.ribbon is not None and Stamp.tick(self, now)
        if 0 <= self.hopping < len(self.laid) and self.step < len(_HOP):
            self._hop()
            self.due = now + _HOP_MS
            return True
        self.hopping += 1
        self.step = 0
        if self.hopping >= len(self.laid):
            self._announce()
        else:
            self.app.sound.tiles(self.hopping if self.won else 0)
        return True

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
        eighths = _HOP[self.step]
        self.step += 1
        if not 0 <= row < table.rows:
            return
        if self.step == 1:
            air.set(0, 0, code, draw.OWN)
            table.put(row, col, draw.FACE_CLOTH, draw.CLOTH)
        if eighths:
            air.group.x = table.x + col * table.w
            air.group.y = table.y + row * table.step - table.h * eighths // 8
        else:
            table.set(row, col, code, draw.OWN)
        air.group.hidden = not eighths

    def _announce(self):
        """Show who won. If memory does not hold the ribbon, go on: the next screen says it, too."""
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
        try:
            self._lay(word)
        except MemoryError:
            self.go_on()
            return
        ribbon = self.ribbon
        for i in range(3, 3 if self.won else 7):  # only the winner's ribbon is gold
            ribbon.columns[0].pixel_shader[i] = 0xD0C8B8  # type: ignore[index, assignment]
        top = app.art.line
        ribbon.group.y = top + max(0, screen.board.floor - top - ribbon.height) // 2
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
            self._announce()
        elif not ribbon.unroll():
            self.go_on()
        else:
            while ribbon.unroll():
                pass

    def go_on(self) -> None:
        """Show what follows the round."""
        flow.show(self.app)
