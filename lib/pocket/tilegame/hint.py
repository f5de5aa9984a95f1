"""Give a hint in a person's turn: ask for it, say it step by step, lay it out on the table.

The solver finds it while the turn's code is out of memory: what `ask` begins goes on in waiting.py.
"""

from pocket.app import draw, input
from pocket.made import texts
from pocket.tilegame import board, changes
from pocket.ui.words import count, say

if False:  # for type checkers
    from pocket.tilegame.personturn import PersonTurn


class Hint:
    """The hint of a PersonTurn, the best play of the exact solver.

    step: what is shown: 1 how many tiles can be laid, 2 which, in a puzzle with which sets of the
    table, 3 where; 0 nothing. laid: codes from the rack, None before there is an answer. sets,
    spots, shades: the table with them (pocket.tilegame.board). proved: no play lays more.
    """

    step = 0
    laid: bytes | None = None
    sets: "list[bytes]"
    spots: bytearray
    shades: "list[bytearray]"
    proved = False

    def __init__(self, part: "PersonTurn") -> None:
        self.part = part

    def is_for_puzzle(self) -> bool:
        """Return whether the turn is a puzzle, in which all tiles of the rack can be laid."""
        session = self.part.app.session
        return bool(session.lesson and session.game.least)

    def ask(self) -> None:
        """Say the next step; before the first one let the solver search, if a hint is allowed."""
        part = self.part
        if self.laid is not None:
            self.tell()
            return
        from pocket.ui import hints

        why = hints.refused(part.app)
        if why:
            part.screen.tell(say(why, part.app.keys.hint_key))
        else:
            part.screen.say(say(texts.PLAY_HINT_THINKS))
            part.screen.ask()

    def take(self, answer: tuple) -> None:
        """Take the solver's answer, (laid, sets, proved), and say the first step."""
        session = self.part.app.session
        table = session.game.table
        self.laid, self.sets, self.proved = answer
        from_sets = changes.origins(table, self.sets)
        self.spots = board.carried_spots(self.part.turn.start_spots, from_sets)
        self.shades = changes.shade_changes(table, self.sets, self.laid, from_sets)
        self.tell()

    def tell(self) -> None:
        """Say the next step. It counts as a hint unless there is no play."""
        part = self.part
        number = len(self.laid)
        if not number:
            self.step = 1
            why = texts.PLAY_HINT_DRAW if part.app.session.game.pool else texts.PLAY_HINT_PASS
            if not self.proved:
                why = texts.PLAY_HINT_UNSURE
            elif part.turn.sets != part.turn.before:
                why = texts.PLAY_HINT_BACK  # START would be refused
            part.screen.set_message(say(why))
            return
        shown = self.step
        self.step = min(shown + 1, 3)
        # marks on the rack cannot say that tiles of the turn go back
        keeps = set(self.left_cells()) <= set(part.turn.cells)
        is_given_up = part.app.session.solution == 2
        if self.step == 1 and self.is_for_puzzle():  # all tiles can be laid
            self.step = 3 if is_given_up else 2
        elif self.step == 2 and not keeps:
            self.step = 3
        if self.step > 1:
            where = texts.PLAY_HINT_WHERE if is_given_up else texts.PLAY_HINT_PLAY
            text = say(texts.PLAY_HINT_WHICH if self.step == 2 else where)
        elif not self.proved:
            text = say(texts.PLAY_HINT_LEAST, number)
        elif part.turn.laid and keeps:
            text = say(texts.COACH_OF, part.turn.laid, number) + "."
        else:
            text = count(texts.PLAY_HINT_COUNT, number)
        if 3 in (shown, self.step):
            part.lay_out()
        from pocket.ui import hints

        text = hints.counted(part.app, text)
        if self.step < 3 and (self.step == 1 or self.is_for_puzzle()):  # say what comes next
            more = texts.PLAY_HOLD_MORE if self.step == 1 else texts.PLAY_HOLD_ALL
            text += "  " + say(more, part.app.keys.hint_key)
        part.screen.set_message(text)

    def hide(self, button: int, kind: int) -> bool:
        """Take the hint off the screen for any key but that of its next step. Returns whether the
        key has done its work by that."""
        shown = self.step
        if not shown or button == input.SELECT and kind == input.LONG:
            return False
        # DOWN may be the first key of the chord for the next step
        goes_on = button == input.SELECT or button == input.DOWN and self.part.app.keys.no_select
        self.step = shown if goes_on else 0
        if shown == 3:
            (self.tell if goes_on else self.part.lay_out)()
        return shown == 3

    def left_cells(self) -> bytes:
        """Return the cells of the rack's tiles that the hint leaves there; those of the turn that
        it does not lay are back."""
        turn = self.part.turn
        return bytes(turn.left_cells(self.laid, turn.cells))

    def first_set(self) -> int:
        """Return the index of the first set with a laid tile."""
        return [draw.OWN in bytes(row) for row in self.shades].index(True)
