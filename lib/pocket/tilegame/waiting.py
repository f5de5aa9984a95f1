"""Wait in a person's turn: for a hint, for a proof that there is no play (KR-10), for the referee.

The turn is plain data meanwhile, because its code does not fit the memory of a handheld beside the
solver's or the referee's.
"""

from pocket.app import device, input
from pocket.tilegame.solving import Solving

if False:  # for type checkers
    from typing import Any

    from pocket.tilegame.play import Screen


# What judges a play.
_JUDGE = (
    "pocket.tilegame.waiting pocket.tilegame.solving rules.tilegame.referee rules.tilegame.newsets "
    "rules.tilegame.opening rules.tilegame.racksets"
)


class Waiting(Solving):
    """The part that works for the person.

    kind: of the move to be judged ("play") or to be proved (such as "pass"), or "hint". answer: a
    hint's (laid codes, sets, whether no play lays more), or None.
    """

    timed = True

    def __init__(self, screen: "Screen", move: tuple) -> None:
        Solving.__init__(self, screen)
        session = self.app.session
        self.answer: tuple | None = None
        self.kind = move[0]
        game = session.game
        if self.kind == "play":
            screen.work(game.judge_in_slices(move[1]))
            return
        from rules.solver import search

        screen.detach_game()
        if self.kind != "hint":
            screen.work(search.prove(session.game))
            return
        position = game.rules, game.table, game.racks[game.seat], bool(game.opened[game.seat])
        least = game.least if session.lesson else 0
        screen.work(search.solve(*position, min_tiles=least, jokers_differ=game.jokers_differ))

    def worked(self, result: "Any") -> None:
        """Take the solver's Result, None after a proof, or the referee's Verdict. Raises
        MemoryError where the solver ran out of memory and a restart of the VM may help."""
        if self.kind != "hint":
            self.screen.decided(result)
            return
        if result.out_of_memory and self.app.may_restart():
            raise MemoryError
        sets = [bytes(codes) for codes in result.table]
        self.answer = (bytes(result.laid), sets, result.proved)
        self.screen.defer(self.screen.resume_turn)

    def key(self, button: int, kind: int) -> None:
        """Resume the turn with B, unless its time has run out."""
        if button == input.B and self.kind != "timeout":
            self.screen.defer(self.screen.resume_turn)

    def tick(self, now: int) -> bool:
        """Run the clock; resume the turn when its time runs out."""
        self.charge(now)
        if not self.clock() and self.kind != "timeout":
            self.screen.defer(self.screen.resume_turn)
        head = self.screen.head
        ticked = self.kind == "play" and head is not None and head.show_clock(self.clock())
        return Solving.tick(self, now) or ticked

    def close(self) -> None:
        """Free the solver, or the referee."""
        self.charge(self.app.time)
        if self.kind == "play":  # beside it the move would leave a PyBadge less than 24 KB
            device.forget(*_JUDGE.split())
        else:
            self.screen.work(None)
            self.app.keep_only("tilegame.play")
