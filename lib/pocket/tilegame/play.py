"""The play screen: head line, table and rack, foot line.

It runs one Part (board.py) at a time: a person's turn (personturn), a wait for a hint, a proof or
the referee (waiting), a computer's thought (think), a move that is replayed (watch), praise or the
end of a round (ending). Memory holds one of them.

Keeps: BOARD TURN pocket.tilegame.headline pocket.ui.face
"""

import displayio
from pocket.app import device, draw, flow, input
from pocket.made import texts
from pocket.ui import strip
from pocket.ui.tablescreen import TableScreen

from rules.tilegame import tiles

if False:  # for type checkers
    from typing import Any

    from pocket.tilegame.app import App
    from pocket.tilegame.board import Board, Headline
    from pocket.tilegame.moves import Move

    from rules.tilegame.referee import Verdict

_GAME = "rules.tilegame.game"
_REST_MS = 100  # without a key before the foot line is drawn
_BELOW_BOX = 3  # in the screen's group, above head line, board and foot line


class DetachedGame(device.Detached):
    """The attributes of a Game without its class."""

    modules = _GAME + " "  # as a Game's
    pieces = "tiles"
    playable = None


class Screen(TableScreen):
    """The play screen of one game.

    board: table and rack. message: the next text of the foot line; asks: it is a question; tip:
    A, B, START close it. foot_due: when the foot line is drawn, 0: it is up to date, -1: soon after
    the next frame. person_move: see `end_turn`. unsaved: a person's move is on show and not saved
    yet. built: no part has ended since the screen was made. Others set tip (PersonTurn).
    """

    app: "App"
    head: "Headline"
    board: "Board"
    tiles: "tuple | None"
    person_move: "tuple | None" = None
    message: str
    name = "tilegame.play"
    long_keys = (input.A, input.B, input.START, input.SELECT)

    def __init__(self, app: "App") -> None:
        self.app = app
        self.build_layers()
        self.built = True
        self.actor = app.session.game.seat
        self._begin()
        work, app.failures.carried_work = app.failures.carried_work, b""
        if work and app.session.turn is not None:
            self.ask()

    def build_layers(self) -> None:
        """Make the layers of the panel."""
        from pocket.tilegame.board import Board, Headline

        app = self.app
        height = app.art.line
        self.head = Headline(app)
        self.board = Board(app)
        pad = self.head.pad
        self.foot = strip.Strip(app, 0, app.h - height, app.w, strip.WOOD, strip.LEFT, height, pad)
        self.tiles = None  # (text, TileGrid) of a message with tiles
        self.group = displayio.Group()
        for layer in (self.head.group, self.board.group, self.foot.grid):
            self.group.append(layer)

    def drop_layers(self) -> None:
        """Free the layers, their code and their bodies of tiles while the picture stays on the
        panel; `group` is None until `build_layers`."""
        strip.clear_box(self)
        self.app.repaint_all()
        self.group = self.head = self.board = self.foot = self.tiles = None
        self.app.art.sheet(None)
        device.forget("pocket.tilegame.board")

    def carried_over(self) -> bytes:
        """Return b"?" while the solver looks for a hint: it starts again after a restart."""
        return b"?" if self.solver_asked and not self.person_move else b""

    def _carry_spots(self):
        """Give the sets of the game's table the spots they had when it was last shown."""
        session = self.app.session
        table = session.game.table
        seen, spots = session.seen or ([], b"")
        if session.seen is None or seen != table:
            from pocket.tilegame import board, changes

            session.remember_table(board.carried_spots(spots, changes.origins(seen, table)))

    # -- the parts

    def turn(self) -> None:
        """Begin or resume the turn of the game's seat (flow calls it), at the next tick: no frame
        may hold the game, whose code is freed during the turn, or what has just saved it."""
        self.leave()
        self.defer(self._begin)

    def _begin(self):
        app = self.app
        self._carry_spots()
        if self._is_new_viewer():
            self.sort_rack()
            self.watch(app.session.last, None, True)  # replay what the previous person did
        else:
            self.begin_turn()
        if app.notice:
            self.tell(app.take_notice(), strip.PAPER)

    def _is_new_viewer(self):
        """Return whether a person is to move who has not seen the previous person's play."""
        session = self.app.session
        last, seat = session.last, session.game.seat
        people = session.people
        has_played = last is not None and last.kind == "play" and last.seat != seat
        return has_played and not (people[last.seat][0] or people[seat][0])

    def begin_turn(self) -> None:
        """Start the part of the turn: a computer's thought, or the person's turn."""
        app = self.app
        session = app.session
        session.last = None
        self.leave()
        self.actor = session.game.seat
        if session.turn is None:
            app.ignore_keys_until_shown()
            if session.viewer is not None:
                self.sort_rack()
        if session.people[self.actor][0]:
            app.keep_only("tilegame.think")
            from pocket.tilegame.think import Thinking

            self.part = Thinking(self)
            self.show()
            # the thought says and paints nothing more: its memory is for the solver
            device.forget("pocket.ui.words")
            device.forget("pocket.ui.sheets")
        else:
            self._person_turn()
            self.paint()

    def watch(self, move: "Move", text: str | None = None, replay: bool = False) -> None:
        """Replay a move (tilegame.moves.Move); text: shown instead of its own text. replay: the
        turn that follows is that of the person who looks on."""
        self.leave()
        self.actor = move.seat
        self.app.keep_only("tilegame.watch")
        if self.group is None:
            self.build_layers()
        from pocket.tilegame.watch import Watch

        self.part = Watch(self, move, text, replay)
        self.show()

    def ask(self) -> None:
        """Search for a hint in place of the person's turn; continued in `_wait` at the next tick,
        when no frame of the key handler holds the turn's code any more."""
        self.person_move = None
        self.defer(self._wait)

    def _wait(self):
        """Continue `ask`, or `end_turn` of a move that needs the referee or a proof: free the
        turn's code, which memory does not hold beside theirs."""
        app = self.app
        session = app.session
        move = self.person_move[0] if self.person_move else ("hint",)
        if move[0] == "hint":
            session.turn.unpick()
        message = self.message
        self.leave()
        self.busy = self.solver_asked = True
        app.keep_only("tilegame.moves" if move[0] == "play" else "tilegame.think")
        from pocket.tilegame.waiting import Waiting

        self.part = Waiting(self, move)
        if move[0] != "play":
            device.forget("pocket.ui.words")
            self.say(message)
            device.forget("pocket.ui.sheets")

    def resume_turn(self) -> None:
        """Resume the person's turn, with the answer of a search for a hint. Parts `defer` this:
        no frame may hold the solver or the referee."""
        answer = self.part.answer
        self.leave()
        self._person_turn()
        if answer is not None:
            self.part.hint.take(answer)
        self.part.draw()

    def save_turn(self) -> None:
        """Save the running turn, and resume it. The turn defers this: no frame may hold its
        code."""
        message, cycle, hint = self.message, self.part.cycle, self.part.hint
        hint.part = None
        self.leave()
        try:
            from pocket.tilegame import keptturn

            keptturn.keep(self.app, False)
        except MemoryError:  # the next change is saved instead
            pass
        self._person_turn()
        part = hint.part = self.part
        part.cycle, part.hint, part.last_key_at = cycle, hint, self.app.last_press_at
        self.set_message(message)
        part.draw()

    def _person_turn(self):
        """Start the part of a person's turn, with a reserve of memory held meanwhile."""
        app = self.app
        needs_layout = not self.built  # else memory is laid out for the turn already
        if needs_layout:
            app.keep_only("tilegame.play")
        if self.group is None:
            self.build_layers()
        self.head.draw(self.actor)  # now: beside the code of a turn there is little room
        if needs_layout:
            app.hold_reserves()
        self.part = app.retry_without_reserve(self._make_person_turn)
        self.show_clock()
        if needs_layout:
            app.free_reserves()

    def _make_person_turn(self):
        self.detach_game()
        session = self.app.session
        if session.unfinished_turn:
            from pocket.tilegame import keptturn

            session.turn = keptturn.unpack(session.game, session.unfinished_turn)
            session.unfinished_turn = b""
        from pocket.tilegame.personturn import PersonTurn

        return PersonTurn(self)

    def detach_game(self) -> None:
        """Free the running game's code until the part ends; its data stay (DetachedGame). Not where
        memory is ample, nor in a lesson, which has a class of its own."""
        session = self.app.session
        if self.app.scarce and not session.lesson:
            session.game = DetachedGame(session.game)  # type: ignore[assignment] # in its place
            device.forget(_GAME)

    def close(self) -> None:
        """End the running part; another screen needs the whole game, a restart may not."""
        TableScreen.close(self)
        if not self.app.failures.close_failed:
            self.app.session.attach_game()

    def play(self, move: tuple) -> None:
        """Apply a computer's move and replay it."""
        app = self.app
        session = app.session
        self.leave()  # frees the solver first, so that long-lived objects lie low in the heap
        from pocket.tilegame import moves

        moves.apply_move(app, move)
        self.watch(session.last)

    def end_turn(self, move: tuple, unsure: bool = False) -> None:
        """End a person's turn with `move`, as moves.end_turn takes it; continued in `_wait` or
        `_make_move` at the next tick, when no frame of the key handler holds the turn's code any
        more. unsure: the solver must first prove that there is no play (KR-10)."""
        if self.box:
            strip.clear_box(self)
        self.person_move = move, self.part.points, bytes(self.part.turn.spots)
        self.defer(self._wait if unsure or move[0] == "play" else self._make_move)

    def decided(self, verdict: "Verdict | None") -> None:
        """Take the referee's verdict, or None after a proof; continued in `_make_move` at the next
        tick, when no frame of the referee or the solver holds their code any more."""
        if verdict:
            play = device.take_attributes(tiles.JudgedPlay(), verdict)
            self.person_move = (("play", play),) + self.person_move[1:]
        self.defer(self._make_move)

    def _make_move(self):
        """Apply the move that `end_turn` kept, beside which memory does not hold the code of the
        referee or the solver. Save it and go on; words and praise are on the panel before the save
        (`rest`). A refusal resumes the turn."""
        app = self.app
        move, points, spots = self.person_move
        self.person_move = None
        self.leave()
        if move[0] != "play":  # else `_wait` made room for both
            app.keep_only("tilegame.moves")
        from pocket.tilegame import moves

        applied, message, stamp = moves.end_turn(app, move, points, spots)
        del moves  # frees its code before that of the turn is loaded
        move = None
        if not applied:
            self._person_turn()
            self.part.show_refusal(message, stamp)
            return
        if message:
            self.watch(app.session.last, message)
            self.unsaved = True
            return
        if self.group is None:
            self.build_layers()
        if stamp:
            self.sort_rack()  # so that the rack under the stamp is in the player's order
            app.keep_only("tilegame.watch")
            from pocket.tilegame.ending import Stamp

            try:
                self.part = Stamp(self, stamp)
                self.show()
                self.unsaved = True
                return
            except MemoryError:
                pass
        self.continue_game()

    def continue_game(self) -> None:
        """Go on after a move was shown: with the next turn, or with the end of the round. Parts
        `defer` this: no frame may hold the part that showed it, with all its code."""
        self.leave()
        app = self.app
        session = app.session
        if session.game.phase == "turn" or session.lesson and not session.game.whole:
            device.forget("pocket.tilegame.watch")  # before what saves the game is loaded
            flow.advance(app, app.failures.kept)
            return
        flow.keep(app)
        move = session.last
        self.actor = move.seat
        app.keep_only("tilegame.watch")
        from pocket.tilegame.ending import Ending

        self.part = Ending(self, move)
        self.show()

    def leave(self) -> None:
        """End the running part, give the running game its code back, and forget what the part asked
        for."""
        if self.part is not None:
            self.part.close()
            self.built = False
        self.part = self.worker = self.deferred = None
        if isinstance(self.app.session.game, device.Detached):
            self.app.session.attach_game()
        self.busy = self.asks = self.tip = self.unsaved = self.solver_asked = False
        self.message = ""
        self.foot_due = self.tick_at = 0

    def key(self, button: int, kind: int) -> None:
        """Handle a button, unless the part is about to be replaced; a tip waits for its keys."""
        if self.deferred or self.tip and button not in (input.A, input.B, input.START):
            return
        if self.foot_due:
            self.foot_due = -1
        if button == input.START and kind == input.LONG:
            self.app.session.attach_game()  # the menu saves it
        TableScreen.key(self, button, kind)

    def rest(self, now: int) -> None:
        """Save a move that is on the panel: from here on it survives a power cut. Draw the foot
        line once no key has come for a while."""
        if self.unsaved:
            self.unsaved = False
            flow.save(self.app)
        if self.app.changed:
            return
        self.rested = not self.foot_due
        if self.foot_due < 0:
            self.foot_due = now + _REST_MS
        elif self.foot_due and now >= self.foot_due:
            self.draw_foot()

    # -- drawing

    def show(self) -> None:
        """Paint everything; unchanged cells cost nothing."""
        self.head.draw(self.actor)
        self.show_clock()
        self.paint()

    def paint(self, later: bool = False) -> None:
        """Paint table, rack and foot line; later: the foot line waits for a pause in keys."""
        self.board.draw(self.part)
        self.draw_foot(later)

    def sorted_rack(self, rack: bytes | bytearray, step: int = 0) -> bytearray:
        """Return the viewer's rack sorted; step 1 takes the next order first."""
        from pocket.tilegame import sorting

        app = self.app
        session = app.session
        if step:
            session.by_hand &= ~(1 << session.viewer)
        app.settings.sorting = (app.settings.sorting + step) % sorting.SORTS
        rack = sorting.sort_rack(rack, app.settings.sorting, session.game.rules)
        del sorting
        device.forget("pocket.tilegame.sorting")
        return rack

    def sort_rack(self, step: int = 0) -> None:
        """Sort the viewer's rack, unless the viewer has arranged it and step is 0."""
        session = self.app.session
        if step or not session.by_hand >> session.viewer & 1:
            rack = session.game.racks[session.viewer]
            rack[:] = self.sorted_rack(rack, step)

    # -- the head line

    def show_clock(self) -> None:
        """Show the clock of the turn in the head line, and whose turn it is on the rack's edge."""
        self.head.show_clock(self.part.clock())
        self.board.light(self.actor == self.app.session.viewer)

    # -- the foot line and boxes

    def draw_foot(self, later: bool = False) -> None:
        """Draw the message or, if there is none, what the keys do, with the part's `tail` at the
        right. A message that does not fit goes into a box over the table. later: anything but a
        question waits for a pause in keys."""
        self.app.changed = True
        self.rested = False
        self.foot_due = -1 if later and not self.asks else 0
        if self.foot_due:
            return
        board = self.board
        board.table.make_rows(board.used - board.top + 1)  # the next row, while no key is pending
        foot = self.foot
        tail = "" if self.asks else (self.part.tail() + " " + board.scroll_arrows()).strip(" ")
        font = self.app.art.letters
        measure = font.measure
        room = foot.w - 2 * foot.pad
        free_width = room - measure(tail) - measure("  ") if tail else room
        foot_ink = strip.QUESTION_INK if self.asks else strip.MESSAGE_INK
        keys = ""
        if self.asks:
            from pocket.ui.words import say

            keys = "  " + say(texts.PLAY_YES_NO)
        if self.message and font.line_width(self.message + keys) > room:
            self.note(self.message, strip.PAPER)
            self.message = ""
        text = (self.message + keys).lstrip(" ")
        if not text:
            foot_ink = strip.WOOD
            for word in self.part.words():
                longer = text + "   " + word if text else word
                if measure(longer) > free_width:
                    break
                text = longer
        elif font.line_width(text) > free_width:
            tail = ""
        if tail and not self.message and board.above + board.below:
            from pocket.ui.words import count

            longer = tail + " " + count(texts.PLAY_SETS, board.above + board.below)
            tail = longer if measure(text + "   " + longer) <= room else tail
        foot.say(text, foot_ink, tail)
        self._draw_tiles(self.message if not self.asks else "", foot_ink)

    def _draw_tiles(self, text, which):
        """Draw a message that names tiles over the foot line, with real tiles in it."""
        if self.tiles is not None and self.tiles[0] != text:
            self.group.remove(self.tiles[1])
            self.tiles = None
        if self.tiles is None and self.foot.font.line_width(text) > self.foot.font.measure(text):
            from pocket.ui import chips

            app = self.app
            try:
                grid = chips.line(app, self.foot, text, which)
            except MemoryError:
                return  # the foot line has the text
            self.tiles = (text, grid)
            self.lay(grid)

    def lay(self, layer: "Any") -> None:
        """Add a layer over the board, below a box."""
        self.group.insert(_BELOW_BOX, layer)

    def say(self, text: str) -> None:
        """Show a short message until the next key."""
        self.set_message(text)
        self.draw_foot()

    def set_message(self, text: str, asks: bool = False) -> None:
        """Set the message without drawing it; asks: A answers yes, B no."""
        self.message = text
        self.asks = asks
        self.tip = False

    def tell(self, text: str, which: int = strip.BAD) -> None:
        """Show a sentence of any length until the next key: in the foot line, else in a box."""
        foot = self.foot
        if foot.font.line_width(text) <= foot.w - 2 * foot.pad:
            strip.clear_box(self)
            self.say(text)
            if which == strip.BAD:
                self.app.sound.play("bad")
        else:
            self.note(text, which)

    def note(self, text: str, which: int = strip.PAPER) -> None:
        """Show a sentence in a box over the table until the next key."""
        app = self.app
        font = app.art.letters
        bottom = self.board.floor - 2
        height = bottom - app.art.line - 8
        edges = font.line_width(text) - font.measure(text)  # pixels, of the tiles in it
        letters = font
        if app.settings.get("large") and not edges:
            from pocket.ui import ground

            letters = ground.large_letters(app)
        lines = draw.wrap(text, app.w - 24 - edges, letters)
        if len(lines) * letters.height > height:  # use the full width, then the head line's place
            letters = font
            lines = draw.wrap(text, app.w - 12 - edges, font)
            bottom = max(bottom, len(lines) * font.height + 8)
        strip.show_box(self, lines, bottom, which, font=letters)
        if edges:
            from pocket.ui import chips

            chips.fill_box(self, which)

    def uncover(self, first: int, last: int) -> None:
        """Move the box off these rows of the table: above them, else below, else to the top."""
        board = self.board
        line = self.app.art.line
        table = board.table
        top = table.y + (first - board.top) * table.step
        below = table.y + (last - board.top) * table.step + table.h
        box = self.box.group
        if box.y < below:
            end = self.box.lines[-1]
            above = -min([layer.y for layer in box])  # pixels of a face over the box
            height = above + end.grid.y + end.h + 4
            fits = top < line + height and below + height <= self.app.h - line
            box.y = above + (below if fits else line)
