"""The exact solver looks for a hint, in a person's turn, or for any play at all, which forbids to
pass (KR-10): a part of the play screen.

The turn that was built is kept as plain data meanwhile: its code and the solver's do not fit the
memory of a handheld together. The picture stays on the panel, though after a while what it was
painted from goes, too."""

from pocket.always import input
from pocket.tilegame import resting
from pocket.tilegame.board import Part

from rules.solver import search

if False:  # for type checkers
    from pocket.tilegame.personturn import Turn
    from pocket.tilegame.play import Screen

    from rules.solver.problem import Result


_LONG_MS = 500


class Asking(Part):
    """kept: what Turn.kept gave. cursor: where the cursor stood, given back to the Hand. move: what
    waits for the proof, "pass" and the like; "" for a hint. proved: the search, a proof or a hint,
    has come to its own end, instead of being stopped: only then is `move` made. Whether a hint is
    the best play stands in `answer`."""

    def __init__(self, screen: "Screen", kept: "Turn", cursor: tuple, move: str = "") -> None:
        Part.__init__(self, screen)
        sitting = self.app.sitting
        self.kept = kept
        self.cursor = cursor
        self.began = self.app.now()
        self.answer: tuple | None = None  # of a hint: (laid, sets, whether no play lays more)
        self.move = move
        self.proved = False
        game = sitting.game
        resting.rest(self.app)
        if move:
            screen.work(search.prove(sitting.game))
            return
        rack = game.racks[game.seat]
        opened = bool(game.opened[game.seat])
        least = game.least if sitting.lesson else 0
        screen.work(
            search.solve(game.rules, game.table, rack, opened, least=least, parted=game.parted)
        )

    def worked(self, result: "Result | None") -> None:
        """Take the solver's Result, or None at the end of a proof. Raises MemoryError where it ran
        out of memory and a restart of the VM may help."""
        if result and result.short and self.app.may_restart():
            raise MemoryError
        self.proved = True
        if result:
            sets = [bytes(codes) for codes in result.table]
            self.answer = (bytes(result.laid), sets, result.proved)
        self.screen.back_from_asking()

    def key(self, button: int, kind: int) -> None:
        """B stops it, unless time has run out."""
        if button == input.B and self.move != "timeout":
            self.screen.back_from_asking()

    def tick(self, now: int) -> bool:
        """Let the turn's clock run on; once it has run out, the hand deals with that."""
        app = self.app
        screen = self.screen
        lasts = now - self.began
        if lasts > _LONG_MS and screen.group and type(app.sitting.game) is resting.Resting:
            screen.unfurnish()
        clock = app.sitting.game.rules["clock"] * 60000
        if self.move != "timeout" and clock and app.sitting.used + lasts >= clock:
            screen.back_from_asking()
        return False

    def close(self) -> None:
        """Give the turn back to the hand."""
        app = self.app
        if self.kept is None:
            return
        turn, self.kept = self.kept, None
        app.sitting.used += app.now() - self.began
        app.sitting.turn = turn  # first: the rest may find no memory
        self.screen.work(None)
        app.room("tilegame.play")  # what has searched goes first
        resting.wake(app)
        self.screen.work(None)
        app.room("tilegame.play")  # what has searched goes first
        resting.wake(app)
