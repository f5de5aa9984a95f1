"""Show words on a ribbon over the board: praise for a person's play, or the end of a round (a
puzzle, too) with its last play once more. Parts of the play screen."""

from pocket.app import draw, flow, input
from pocket.made import texts
from pocket.tilegame.board import Part
from pocket.ui import strip, words
from pocket.ui.ribbon import UNROLL_MS, Ribbon

if False:  # for type checkers
    from pocket.tilegame.moves import Move
    from pocket.tilegame.play import Screen


_SPEECH_MS = 2000  # the line of a character
_LIGHT_MS = 180  # delay from one tile of the last play to the next
_TUNE = (784, 45, 988, 45, 1175, 45, 1568, 110)


class Stamp(Part):
    """Unroll a ribbon with praise, and go on after a while, or with a key.

    ribbon: the Ribbon, None before it is laid. word: its text. due: when the next step is shown.
    ends_at: when the game goes on; 0: not yet.
    """

    ribbon: "Ribbon | None" = None
    rest_ms = (0, 1300, 900, 450)  # by the setting "speed"; 0: until a key is pressed
    due = ends_at = 0

    def __init__(self, screen: "Screen", word: str) -> None:
        Part.__init__(self, screen)
        board = screen.board
        self.lay_out()
        self._lay(word)
        table = board.table
        end = table.y + min(board.used - board.top, table.rows) * table.step
        low = board.floor - self.ribbon.height
        self.ribbon.group.y = min((end + low) // 2, low - 2)  # below the sets if there is room
        self.app.sound.play(_TUNE)

    def _lay(self, word):
        """Lay a ribbon over the middle of the table."""
        self.word = word
        self.ribbon = Ribbon(self.app, word)
        top = self.app.art.line
        self.ribbon.group.y = top + (self.screen.board.floor - top - self.ribbon.height) // 2
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
        wait = self.rest_ms[self.app.settings.get("speed")]
        if not self.ends_at:
            self.ends_at = now + wait
        elif wait and now >= self.ends_at:
            self.go_on()
        return False

    def key(self, button: int, kind: int) -> None:
        """Go on."""
        if kind == input.PRESS:
            self.go_on()

    def go_on(self) -> None:
        """Continue with what follows the ribbon."""
        self.screen.defer(self.screen.continue_game)


class Ending(Stamp):
    """Show the end of the round that `move` (a moves.Move) has ended: light the tiles of its last
    play one after the other, then say on a ribbon who won.

    laid: (set, place) of each of these tiles. lit: how many of them are lit. marks: the shades of
    the table's tiles. won: whether the viewer has won, or there is no viewer.
    """

    rest_ms = (0, 0, 1500, 700)

    def __init__(self, screen: "Screen", move: "Move") -> None:
        Part.__init__(self, screen)
        app = self.app
        session = app.session
        table = session.game.table
        self.laid = []
        self.lit = 0
        self.shades = [bytearray([draw.PLAIN] * len(codes)) for codes in table]
        self.due = app.now()
        self.lay_out()
        if move.kind == "play":
            from pocket.tilegame import changes

            marks = changes.shade_changes(move.before, table, move.laid)
            for i in range(len(marks)):
                self.laid += [(i, j) for j in range(len(marks[i])) if marks[i][j] == draw.OWN]
        if session.humans == 1 and max(session.habits) and not session.game.stalled:
            from pocket.tilegame import speech

            if speech.show(screen, *speech.line_at_end(app, session.game.winners)):
                self.due += _SPEECH_MS
        me = session.viewer
        self.won = me is None or me in session.game.winners

    def table(self) -> tuple:
        """Mark the lit tiles."""
        return Part.table(self)[:2] + (self.shades,)

    def words(self) -> tuple[str, ...]:
        """Return what the keys do."""
        return (words.say(texts.EIGHT_KEYS_ON),)

    def tick(self, now: int) -> bool:
        """Light the next tile; after the last one unroll the ribbon, and go on after a while."""
        if now < self.due:
            return False
        if self.ribbon is not None:
            return Stamp.tick(self, now)
        if self.lit < len(self.laid):
            which, place = self.laid[self.lit]
            self.shades[which][place] = draw.OWN
            self.app.sound.tiles(self.lit if self.won else 0)
            self.lit += 1
            self.due = now + _LIGHT_MS
            self.screen.board.draw(self)
        else:
            self._announce()
        return True

    def _announce(self):
        """Show who won. If memory does not hold the ribbon, go on: the next screen says it, too."""
        screen = self.screen
        app = self.app
        session = app.session
        game = session.game
        call = game.rules["call"]
        strip.clear_box(screen)
        self.due = 0
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
        app.sound.play("win" if self.won else "turn")

    def key(self, button: int, kind: int) -> None:
        """Skip to the end of the animation; then go on."""
        if kind != input.PRESS:
            return
        ribbon = self.ribbon
        if ribbon is None:
            self._announce()
        elif not ribbon.unroll():
            self.go_on()
        else:
            while ribbon.unroll():
                pass

    def go_on(self) -> None:
        """Show the screen that follows the round."""
        flow.show(self.app)
