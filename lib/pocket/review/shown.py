"""Show the coach's turns on the play screen's board: table with the changes marked, rack, words.

The coach loads this when the solver, which needs the memory, is done."""

from pocket.app import draw
from pocket.made import texts
from pocket.tilegame import board, changes, sorting
from pocket.tilegame.board import Part
from pocket.ui import strip, words

if False:  # for type checkers
    from typing import Any

    from pocket.review.coach import KeptTurn, Screen


class TurnDisplay(Part):
    """The table and rack of a KeptTurn on the board, with the played tiles marked.

    is_first: tiles may become larger than those on show."""

    def __init__(self, screen: "Any", turn: "KeptTurn", is_better: bool, is_first: bool) -> None:
        Part.__init__(self, screen)
        before = turn.before()
        after = turn.best() if is_better else turn.after()
        laid = turn.new_tiles(after)
        rest = list(turn.rack())
        for code in laid:
            rest.remove(code)
        order = self.app.settings.sorting
        self.rest_of_rack = sorting.sort_rack(bytes(rest), order, screen.rules)
        self.sets, self.spots = self.app.session.seen or ((), b"")
        self._carry(before)
        screen.board.fit(before, self.spots, len(turn.rack()), is_first)
        self.shades: list[bytearray] | None = None
        if laid:
            self._carry(after)
            screen.board.fit(after, self.spots)
            self.shades = changes.shade_changes(before, after, laid)

    def _carry(self, sets):
        """Show another table: sets that stay keep their places."""
        self.spots = board.carried_spots(self.spots, changes.origins(self.sets, sets))
        self.sets = sets

    def table(self) -> tuple:
        return self.sets, self.spots, self.shades

    def rack(self) -> tuple:
        return self.rest_of_rack, None, bytes((draw.PLAIN,)) * len(self.rest_of_rack)


def begin(screen: "Screen") -> None:
    """Show the turn that missed the most tiles; tell if memory ran out before the last turn."""
    turns = screen.turns
    missed = [screen.kept(i).missed for i in range(len(turns))]
    if turns:
        screen.worst_index = screen.index = missed.index(max(missed))
        show_turn(screen)
    else:
        screen.head.say("")
        screen.foot.say(words.say(texts.SCORE_KEYS_BACK))
    text, ink = "", strip.BAD
    if screen.is_incomplete:
        text = words.say(texts.COACH_CUT)
    elif not turns:
        text = words.say(texts.COACH_NONE if screen.rules else texts.COACH_UNREAD)
    elif not max(missed):
        text, ink = words.count(texts.COACH_GOOD, len(turns)), strip.PAPER
    if text:
        app = screen.app
        bottom = screen.board.floor - 2 if screen.board else app.h - app.art.line
        strip.show_box(screen, draw.wrap(text, app.w - 24, app.art.letters), bottom, ink)


def show_turn(screen: "Screen") -> None:
    """Show the turn at the screen's index: the person's play, or the better one."""
    app = screen.app
    if screen.board is None:
        app.art.set_fourth_colour(screen.rules)
        screen.board = board.Board(app)
        screen.group[0] = screen.board.group
    turn = screen.kept(screen.index)
    if turn.missed:  # the better play needs the most room: its size of tiles is that of both
        TurnDisplay(screen, turn, True, True)
    part = screen.part = TurnDisplay(screen, turn, screen.shows_better, not turn.missed)
    screen.board.scroll_to_changes(part.spots, part.shades)
    screen.board.draw(part)
    screen.board.cursor.hide()
    show_words(screen)


def show_words(screen: "Screen") -> None:
    """Say what was played and what was possible, what the keys do, and where the table goes on."""
    app = screen.app
    turn = screen.kept(screen.index)
    played = len(turn.new_tiles(turn.after()))
    has_other_person = len(screen.names) > 1
    measure = app.art.letters.measure
    width = app.w - 4
    head = words.say(
        texts.COACH_TURN_OF if has_other_person else texts.COACH_TURN,
        screen.index + 1,
        len(screen.turns),
        screen.names[screen.person],
    )
    if turn.missed:
        head += "  " + words.say(texts.COACH_YOURS if screen.shows_better else texts.COACH_BETTER)
    possible = str(played + turn.missed)
    ink = strip.MESSAGE_INK if played or turn.missed else strip.WOOD
    if turn.missed:
        text_id = texts.COACH_POSSIBLE
        if screen.index == screen.worst_index:
            text_id = texts.COACH_COSTLIEST
            ink = strip.QUESTION_INK
    else:
        text_id = texts.COACH_LAID if played else texts.COACH_NONE_FIT
    if not turn.is_proved:
        text_id = texts.COACH_AT_LEAST if turn.missed else texts.COACH_UNSURE
        possible = possible + "+" if turn.missed else "?"
    text = words.say(text_id, played, played + turn.missed)
    if has_other_person:
        other = "  " + words.say(texts.COACH_OTHER, screen.names[screen.next_person()])
        key = measure(draw.KEY_B) + 4
        space = width if measure(head) < width - key else width - key
        if measure(text + other) >= space:
            text = words.say(texts.COACH_OF, played, possible)
        text += other
    back = words.say(texts.SCORE_KEYS_BACK)
    arrows = screen.board.scroll_arrows()
    arrows += " " * bool(arrows)
    # Put the back key at the end of the head line or, if that is full, of the foot line; if neither
    # has room for its text, show the key alone.
    for tail, in_foot in ((back, 0), (back, 1), (draw.KEY_B, 0), (draw.KEY_B, 1)):
        tail = arrows + tail
        if measure(text if in_foot else head) < width - measure(tail) - 4:
            break
    screen.head.say(head, None, "" if in_foot else tail)
    screen.foot.say(text, ink, tail if in_foot else "")
