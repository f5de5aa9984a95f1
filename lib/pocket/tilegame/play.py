"""The table: head line, table and rack, foot line; whose turn it is, and what goes on at the board.

A person's turn is tilegame.personturn, a computer's thought tilegame.think, a move that is shown
tilegame.watch: the parts of this screen (board.Part), one at a time.

Keeps: BOARD TURN
"""

import displayio
from pocket.always import flow, input, letters, unload
from pocket.always.screen import Screen as Base
from pocket.made import texts
from pocket.tilegame import board
from pocket.tilegame.board import Board, Headline
from pocket.ui import strip

if False:  # for type checkers
    from typing import Any

    from pocket.tilegame.app import App
    from pocket.tilegame.moves import Move

    from rules.slices import Slices
    from rules.tilegame.referee import Verdict

_SLICE_MS = 5  # then a key is asked for; a slice takes 45 ms, seldom more
_REST_MS = 100  # without a key, until the foot line follows
_BELOW_BOX = 3  # in the screen's group, above head line, board and foot line


class Screen(Base):
    """The play screen; it goes on from turn to turn (`turn`).

    board: table and rack. part: what goes on. actor: the seat that plays, or whose move is shown.
    What the foot line says next: message; asks: it is a question; tip: only A or B take it away.
    due: when the line follows what is on show, -1: so long after this frame. unkept: a person's
    move is on show that is not saved yet. Others set tip (the Hand).
    """

    app: "App"
    tiles: "tuple | None"
    name = "tilegame.play"
    long_keys = (input.A, input.B, input.START, input.SELECT)

    def __init__(self, app: "App") -> None:
        self.app = app
        self.furnish()
        self.part: Any = None
        self.built = True  # the screen was made just now
        self._move: tuple | None = None  # a computer's, to be made: what `play` is given
        # what is called at the next tick: the hand gives place, or comes back
        self.leaving: Any = None
        self.asking = False  # the solver is being asked
        self.ending: tuple | None = None  # see `end_turn`
        self.actor = app.sitting.game.seat
        self.message = ""
        self.asks = False
        self.tip = False
        self.due = 0
        self._carry_spots()
        self.turn()
        work, app.mishaps.work = app.mishaps.work, b""
        if work and app.sitting.turn is not None:
            self.ask()

    def furnish(self) -> None:
        """Make what lies on the panel; without it `group` is None."""
        app = self.app
        high = app.art.line
        self.head = Headline(app)
        self.board = Board(app)
        pad = self.head.pad
        self.foot = strip.Strip(app, 0, app.h - high, app.w, strip.WOOD, strip.LEFT, high, pad)
        self.tiles = None  # (text, TileGrid) of a message with tiles
        self.group = displayio.Group()
        for layer in (self.head.group, self.board.group, self.foot.grid):
            self.group.append(layer)

    def unfurnish(self) -> None:
        """Forget what lies on the panel, where the picture stays, and the sheet it is painted
        from."""
        strip.clear_box(self)
        self.app.afresh()
        self.group = self.head = self.board = self.foot = self.tiles = None
        self.app.art.sheet(None)

    def carried_over(self) -> bytes:
        """That a hint is being looked for, which is looked for again."""
        return b"?" if self.asking and not self.ending else b""

    def close(self) -> None:
        """Leave the screen: the spots stay with the sitting, and so does an unfinished turn."""
        if self.part is not None:
            self.part.close()
        strip.clear_box(self)

    def _carry_spots(self):
        """Carry the sets' spots over from the table seen last to the game's table."""
        app = self.app
        sitting = app.sitting
        table = sitting.game.table
        seen, spots = sitting.seen or ((), b"")
        if seen and seen == table:
            return  # from the menu
        if seen and table:
            from pocket.tilegame import changes

            sitting.see(board.carried_spots(spots, changes.origins(seen, table)))
        else:
            sitting.see(board.NOWHERE * len(table))
        if not table:
            sitting.small = False

    # -- what goes on

    def turn(self) -> None:
        """Begin, or take up, the turn of the game's seat (called by flow)."""
        app = self.app
        sitting = app.sitting
        game = sitting.game
        self.leave()
        if sitting.seen is None:  # another game
            self._carry_spots()
        level = sitting.people[game.seat][0]
        if game.phase != "turn":
            flow.next(app)
            return
        last = sitting.last
        if level or last is None or sitting.people[last.seat][0] or last.word != "play":
            self.begin_turn()
        elif last.seat == game.seat:
            self.begin_turn()
        else:
            self.watch(last, None, True)  # show what the person before did
        if app.notice:
            self.tell(flow.notice(app), strip.PAPER)

    def begin_turn(self) -> None:
        """The turn itself: a computer's thought, or the person's hand."""
        app = self.app
        sitting = app.sitting
        sitting.last = None
        self.leave()
        self.actor = sitting.game.seat
        if sitting.turn is None:
            app.settle()
        if sitting.viewer is not None and sitting.turn is None:
            self.sort_rack()
        if sitting.people[self.actor][0]:
            sitting.turn = None
            app.room("tilegame.think")
            from pocket.tilegame.think import Thinking

            self.part = Thinking(self)
        else:
            self._take_hand()
        self.show()
        if sitting.people[self.actor][0]:
            # all is said and painted that a thought has to say, and the sheet of its tiles read
            unload.forget("pocket.ui.words")
            unload.forget("pocket.ui.sheets")

    def watch(self, move: "Move", words: str | None = None, replay: bool = False) -> None:
        """Show a move that was made (tilegame.moves.Move) by the part tilegame.watch."""
        self.leave()
        self.actor = move.seat
        self.app.room("tilegame.watch")
        from pocket.tilegame.watch import Watch

        self.part = Watch(self, move, words, replay)
        self.show()

    def ask(self) -> None:
        """Let the solver look for a hint, in the hand's place, at the next tick."""
        self.ending = None
        self.leaving = self._to_asking

    def back_from_asking(self) -> None:
        """Let the hand take the turn up again, at the next tick."""
        self.leaving = self._to_hand

    def _to_asking(self):
        app = self.app
        sitting = app.sitting
        sitting.turn.unpick()
        cursor = self.part.cursor()
        message = self.message
        self.leave()
        self.busy = self.asking = True
        app.room("tilegame.think")
        from pocket.tilegame.asksolver import Asking

        move = self.ending[0][0] if self.ending else ""
        self.part = Asking(self, sitting.turn, cursor, move)
        sitting.turn = None
        unload.forget("pocket.ui.words")
        self.say(message)
        unload.forget("pocket.ui.sheets")

    def _to_hand(self):
        answer = self.part.answer
        cursor = self.part.cursor
        if self.ending and self.part.proved:
            self._end_turn()
            return
        self.leave()
        self._take_hand()
        if self.ending:
            self.part.take_again(self.ending[1])
        self.part.take_up(cursor, answer)

    def _take_hand(self):
        """The part of a person's turn; a piece of memory is held while it is made."""
        app = self.app
        begun = not self.built  # else the room is this one already, and a piece is held
        bare = self.group is None
        if begun:
            app.room("tilegame.play")
            app.hold()
        self.part = app.twice(self._hand)
        if bare:
            self.draw_head()
        if begun:
            app.release()

    def _hand(self):
        if self.group is None:
            self.furnish()
        from pocket.tilegame.personturn import Hand

        return Hand(self)

    def play(self, move: tuple, reason: int = 0, about: int = -1) -> None:
        """Make the computer's move and show it. reason: why, and about which tile, as its View
        says."""
        app = self.app
        sitting = app.sitting
        self.leave()  # what it thought with goes, then what stays longer comes first
        from pocket.tilegame import moves
        from pocket.tilegame.watch import Watch

        if moves.make(app, move, reason, about) is not None:
            # refused: it draws or passes, the game goes on
            moves.make(app, ("draw",) if sitting.game.pool else ("pass",))
        self.actor = sitting.last.seat
        app.room("tilegame.watch")
        self.part = Watch(self, sitting.last)
        self.show()

    def end_turn(self, move: tuple, taken: tuple, unsure: bool = False) -> None:
        """Make a person's move, as turnend.make takes it, at the next tick (`_end_turn`): then
        nothing holds the part of the turn any more, and the referee has its memory. taken: what
        `Hand.taken` gave. unsure: the solver is first to look for a play (KR-10)."""
        strip.clear_box(self)  # it spoke of what lay before: the clock may run out below it
        self.ending = move, taken, self.part.cursor(), self.part.points
        self.leaving = self._to_asking if unsure else self._end_turn

    def _end_turn(self):
        """What `end_turn` has asked for; a play is judged first."""
        self.leave()
        self.app.room("tilegame.turnend")
        if self.ending[0][0] != "play":
            self._make_move()
            return
        from pocket.tilegame.turnend import Judging

        self.part = Judging(self)

    def judged(self, verdict: "Verdict") -> None:
        """Make the play that the referee has judged, at the next tick."""
        self.ending = (("play", verdict),) + self.ending[1:]
        self.leaving = self._make_move

    def _make_move(self):
        """Make the move and show it, or go on with the turn."""
        app = self.app
        move, taken, cursor, points = self.ending
        self.leave()
        made, words, more = _ended(app, move, points)
        if not made:
            self._take_hand()
            self.part.refused(cursor, taken, words, more)
            return
        if self.group is None:
            self.furnish()
        if words:
            self.watch(app.sitting.last, words)
            self.unkept = True
            return
        if more:
            self.sort_rack()  # as it was while the turn was made
        app.room("tilegame.watch")
        if more:
            from pocket.tilegame.stamp import Stamp

            try:
                self.part = Stamp(self, more)
            except MemoryError:
                self.onward()
                return
            self.show()
            self.unkept = True
        else:
            self.onward()

    def onward(self) -> None:
        """The move has been seen: the next turn, or the round's end."""
        app = self.app
        sitting = app.sitting
        if sitting.game.phase == "turn" or sitting.lesson:
            flow.next(app, app.mishaps.kept)
            return
        flow.keep(app)
        move = sitting.last
        self.leave()
        self.actor = move.seat
        app.room("tilegame.watch")
        from pocket.tilegame.ending import Ending

        self.part = Ending(self, move)
        self.show()

    def leave(self) -> None:
        """End what goes on."""
        if self.part is not None:
            self.part.close()
            self.built = False
        self.part = self.worker = self._move = self.leaving = None
        self.busy = self.asks = self.tip = self.unkept = self.asking = False
        self.message = ""
        self.due = 0

    def work(self, worker: "Slices[Any]") -> None:
        """Give `worker` slices of time (see rules.slices) until it has its answer, with which
        `worked` of the part is called. None: stop."""
        self.worker = worker
        self.busy = worker is not None

    def key(self, button: int, kind: int) -> None:
        """One button."""
        if self.leaving or self.tip and button not in (input.A, input.B):
            return
        if not self.asks or button in (input.A, input.B):
            strip.clear_box(self)
        if self.due:
            self.due = -1
        if button == input.START and kind == input.LONG:
            # A computer's move on show is kept only behind it: the menu leads on.
            if self.app.sitting.last is not None:
                flow.keep(self.app)
            self.app.go("menus.pause")
        else:
            self.part.key(button, kind)

    def tick(self, now: int) -> bool:
        """A slice of what is being worked on, and the part's own time."""
        if self._move:  # only now: nothing holds what it was thought with any more
            move, self._move = self._move, None
            self.play(*move)
            return True
        if self.leaving:
            self.leaving()
            return True
        if self.unkept:  # on the panel now: from here on no power cut takes the move back
            self.unkept = False
            flow.save(self.app)
        part = self.part
        changed = part.tick(now)
        if self.due and not self.app.changed:
            if self.due < 0:
                self.due = now + _REST_MS
            elif now >= self.due:
                self.draw_foot()
                changed = True
        if self.worker is None or self.app.changed or part is not self.part:
            return changed  # what a key changed is shown first
        end = now + _SLICE_MS
        while self.worker is not None:
            try:
                next(self.worker)
            except StopIteration as end_of_work:
                self.work(None)
                self._move = part.worked(end_of_work.value)
                return True
            if self.app.now() >= end:
                break
        return changed

    # -- drawing

    def show(self) -> None:
        """Everything, as it stands; only what differs is painted."""
        self.draw_head()
        self.paint()

    def paint(self, later: bool = False) -> None:
        """Table, rack and foot line. later: that one follows at rest, the tiles come first."""
        self.board.draw(self.part)
        self.draw_foot(later)

    def sort_rack(self, step: int = 0) -> None:
        """Sort the rack of the person who looks on; step: 1 for the next way to sort."""
        from pocket.tilegame import sorting

        app = self.app
        sitting = app.sitting
        sorting.choose(app.settings, step)
        rack = sitting.game.racks[sitting.viewer]
        rack[:] = sorting.sort_rack(rack, app.settings.sorting, sitting.game.rules)

    # -- the head line

    def draw_head(self) -> None:
        """Whose turn, how many tiles the others hold, the pool, the clock; in a lesson or puzzle
        what is to be done."""
        app = self.app
        sitting = app.sitting
        if sitting.lesson:
            self.head.hint(sitting.game.hint)
        else:
            self.head.draw(self.actor, self.part.clock())
        self.board.light(self.actor == sitting.viewer)

    # -- the foot line and boxes

    def draw_foot(self, later: bool = False) -> None:
        """The message, or what the keys do as far as that fits; at the right the part's own. A
        message that does not fit stands in a box over the table. later: at rest, if it is no
        question."""
        self.due = -1 if later and not self.asks else 0
        if self.due:
            return
        self.board.rest()
        foot = self.foot
        tail = "" if self.asks else self.board.beyond() + self.part.tail()
        font = self.app.art.letters
        fits = font.measure
        room = foot.w - 2 * foot.pad
        beside = room - fits(tail) - fits("  ") if tail else room
        text = self.message
        which = strip.TOLD
        if self.asks:
            from pocket.ui.words import say

            which = strip.ASKED
            keys = say(texts.PLAY_YES_NO)
            if text and fits(text + "  " + keys) > room:
                self.message = ""
                self.note(text, strip.PAPER)
            text = self.message + "  " + keys if self.message else keys
        elif text and font.wide(text) > room:
            self.note(text, strip.PAPER)
            self.message = text = ""
        if not text:
            which = strip.WOOD
            gap = fits("   ")
            left = beside + gap
            for word in self.part.words():
                left -= gap + fits(word)
                if left < 0:
                    break
                text = text + "   " + word if text else word
        elif font.wide(text) > beside:
            tail = ""
        foot.say(text, which, tail)
        self._draw_tiles(text if text and text == self.message else "", which)

    def _draw_tiles(self, text, which):
        """Over the foot line a message in which there are tiles, its tiles drawn."""
        if self.tiles is not None and self.tiles[0] != text:
            self.group.remove(self.tiles[1])
            self.tiles = None
        if self.tiles is None and self._shows_tiles(text):
            from pocket.ui import chips

            app = self.app
            try:
                grid = chips.line(app, self.foot, text, which)
            except MemoryError:
                return  # the foot line says it, too
            self.tiles = (text, grid)
            self.lay(grid)

    def lay(self, layer: "Any") -> None:
        """Lay something over the board, below a box."""
        self.group.insert(_BELOW_BOX, layer)

    @staticmethod
    def _shows_tiles(text):
        for letter in text:
            if letter < letters.BEHIND_TILES:
                return True
        return False

    def say(self, text: str, sound: str | None = None) -> None:
        """A short line until the next key."""
        self.line(text)
        if sound:
            self.app.sound.play(sound)
        self.draw_foot()

    def line(self, text: str, asks: bool = False) -> None:
        """What the foot line says when it is drawn next; asks: A answers with yes, B with no."""
        self.message = text
        self.asks = asks
        self.tip = False

    def tell(self, text: str, which: int = strip.BAD) -> None:
        """A sentence of any length, until the next key: in the foot line, or in a box."""
        foot = self.foot
        if foot.font.wide(text) <= foot.w - 2 * foot.pad:
            strip.clear_box(self)
            self.say(text, "bad" if which == strip.BAD else None)
        else:
            self.note(text, which)

    def note(self, text: str, which: int = strip.PAPER) -> None:
        """A sentence in a box over the table, until the next key."""
        app = self.app
        font = app.art.letters
        most = (self.board.floor - app.art.line) // font.high - 1
        if self._shows_tiles(text):
            from pocket.ui import chips

            chips.show_box(self, text, most, self.board.floor - 2, which)
        else:
            from pocket.ui import note

            large = note.large(app)
            lines = letters.wrap(text, app.w - 24, large)
            if len(lines) * large.high > most * font.high:
                # a long one on a small display: to its edges, over the head
                lines = letters.wrap(text, app.w - 12, font)[: most + 1]
                large = font
            strip.show_box(self, lines, self.board.floor - 2, which, font=large)


def _ended(app, move, points):
    """turnend.make, whose module nothing holds behind it."""
    from pocket.tilegame import turnend

    return turnend.make(app, move, points)
