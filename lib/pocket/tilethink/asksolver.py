"""The exact solver looks for a hint, in a person's turn, or for any play at all, which forbids to
pass (KR-10): a part of the play screen.

The turn that was built is kept as plain data meanwhile: its code and the solver's do not fit the
memory of a handheld together. What lies on the panel stays there.
"""

from pocket.always import input
from pocket.tilegame.board import Part
from pocket.tilethink import resting

from rules.solver import search


class Asking(Part):
    """kept: what Turn.kept gave. cursor: where the cursor stood, given back to the Hand. move: what
    waits for the proof, "pass" and the like; proved: it is made."""

    def __init__(self, screen, kept, cursor, move=""):
        Part.__init__(self, screen)
        self.kept = kept
        self.cursor = cursor
        self.began = self.app.now()
        self.answer = None  # (laid, sets, proved)
        self.move = move
        self.proved = False
        game = self.app.game
        resting.rest(self.app)
        if move:
            screen.work(search.prove(self.app.game))
            return
        rack = game.racks[game.seat]
        opened = bool(game.opened[game.seat])
        least = game.least if self.app.lesson else 0
        screen.work(
            search.solve(game.rules, game.table, rack, opened, least=least, parted=game.parted)
        )

    def worked(self, result):
        """The solver's Result; None: the proof is made."""
        self.proved = True
        if result:
            sets = [bytes(codes) for codes in result.table]
            self.answer = (bytes(result.laid), sets, result.proved)
        self.screen.back_from_asking()

    def key(self, button, kind):
        """B stops it, unless time has run out."""
        if button == input.B and self.move != "timeout":
            self.screen.back_from_asking()

    def tick(self, now):
        """The turn's clock runs on; when it has run out the hand sees to that."""
        rules = self.app.game.rules
        if (
            self.move != "timeout"
            and rules["clock"]
            and self.kept.used + now - self.began >= rules["clock"] * 60000
        ):
            self.screen.back_from_asking()
        return False

    def sets(self):
        """The table that was built."""
        return self.kept.sets

    def spots(self):
        """Where it lies."""
        return self.kept.spots

    def rack(self):
        """What is left of the rack."""
        return self.kept.rack

    def close(self):
        """The turn is the hand's again."""
        app = self.app
        if self.kept is None:
            return
        kept, self.kept = self.kept, None
        self.screen.work(None)
        app.room("tilegame.play")  # what has searched goes first
        resting.wake(app)
        kept.used += app.now() - self.began
        app.turn = kept
