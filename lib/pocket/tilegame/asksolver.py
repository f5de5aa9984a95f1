"""Ask the exact solver during a person's turn: for a hint, or for a proof that there is no play,
without which no player may pass (KR-10).

The turn is kept as plain data meanwhile, because its code and the solver's do not fit the memory of
a handheld together.
"""

from pocket.app import input
from pocket.tilegame.solving import Solving

from rules.solver import search

if False:  # for type checkers
    from pocket.tilegame.personturn import Turn
    from pocket.tilegame.play import Screen

    from rules.solver.problem import Result


class Asking(Solving):
    """The part that asks.

    kept: the turn, as Turn.kept gives it. cursor: the cursor of PersonTurn, given back to it.
    move: what waits for the proof, such as "pass"; "" for a hint. proved: the search ended by
    itself, so that `move` may be made. answer: a hint's (laid codes, sets, whether no play lays
    more), or None.
    """

    def __init__(self, screen: "Screen", kept: "Turn", cursor: tuple, move: str = "") -> None:
        Solving.__init__(self, screen)
        session = self.app.session
        self.kept = kept
        self.cursor = cursor
        self.began = self.app.now()
        self.answer: tuple | None = None
        self.move = move
        self.proved = False
        game = session.game
        screen.detach_game()
        if move:
            screen.work(search.prove(session.game))
            return
        rack = game.racks[game.seat]
        opened = bool(game.opened[game.seat])
        least = game.least if session.lesson else 0
        screen.work(
            search.solve(game.rules, game.table, rack, opened, least=least, parted=game.parted)
        )

    def worked(self, result: "Result | None") -> None:
        """Take the solver's Result, or None after a proof. Raises MemoryError where the solver ran
        out of memory and a restart of the VM may help."""
        if result and result.short and self.app.may_restart():
            raise MemoryError
        self.proved = True
        if result:
            sets = [bytes(codes) for codes in result.table]
            self.answer = (bytes(result.laid), sets, result.proved)
        self.screen.take_turn_up()

    def key(self, button: int, kind: int) -> None:
        """Stop with B, unless the turn's time has run out."""
        if button == input.B and self.move != "timeout":
            self.screen.take_turn_up()

    def tick(self, now: int) -> bool:
        """Resume the turn when its time runs out."""
        app = self.app
        lasts = now - self.began
        clock = app.session.game.rules["clock"] * 60000
        if self.move != "timeout" and clock and app.session.used + lasts >= clock:
            self.screen.take_turn_up()
            return False
        return Solving.tick(self, now)

    def close(self) -> None:
        """Give the turn back."""
        app = self.app
        if self.kept is None:
            return
        turn, self.kept = self.kept, None
        app.session.used += app.now() - self.began
        app.session.turn = turn  # first, because the rest may run out of memory
        self.screen.work(None)
        app.keep_only("tilegame.play")  # frees the solver first
