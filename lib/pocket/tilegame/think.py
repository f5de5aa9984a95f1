"""A computer thinks: meanwhile the person looks round, sorts the rack, opens the menu.

A part of the play screen; it keeps the computer's move for pocket.tilegame.watch to show.

Keeps: BOARD SOLVER pocket.tilegame.asksolver pocket.tilegame.resting rules.tilegame.players
rules.tilegame.view

Keeps as proof: BOARD SOLVER pocket.tilegame.resting
"""

from pocket.always import input
from pocket.made import texts
from pocket.tilegame import resting
from pocket.tilegame.board import Part

from rules import slices

if False:  # for type checkers
    from pocket.tilegame.play import Screen


class Thinking(Part):
    """The turn of a computer. view: what it sees. look: the cell the person looks at, counted over
    the table's rows and on over the rack's; -1 before the first key."""

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        app = self.app
        sitting = app.sitting
        game = sitting.game
        level, name = sitting.people[game.seat]
        self.look = -1
        screen.board.fit(game.table, sitting.seen[1], len(self.rack()))
        # a seed of what is public: the same game goes the same way again
        seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
        self.view = game.view(game.seat)
        from rules.tilegame import players  # who plays goes before a proof

        if not app.mishaps.idle:
            worker = players.choose(level, self.view, seed, sitting.habits[game.seat])
        elif game.pool:
            worker = slices.done(("draw",))
        else:
            worker = players.playing((), self.view)
        screen.work(worker)
        resting.rest(app)
        from pocket.ui.words import say  # it leaves before the thought begins

        screen.line(say(texts.PLAY_THINKS, name))

    def worked(self, move: tuple | None) -> tuple | None:
        """Take the computer's move, or after a proof None, for a pass; returns what Screen.play is
        given. Before a pass that is only allowed without a play (KR-10) the solver proves that
        there is none. Raises MemoryError where the thought ran out of memory and a restart of the
        VM may help."""
        app = self.app
        if self.view.short and app.may_restart():
            raise MemoryError
        if move is None:
            move = ("pass",)
        elif move[0] == "pass" and self.view.stuck:
            app.sitting.game.playable = False  # the player has proved what the game would ask for
        elif move[0] == "pass" and self.view.must_play and app.sitting.game.playable is None:
            app.room("proof")
            from rules.solver import search

            self.screen.work(search.prove(app.sitting.game))
            return None
        view = self.view
        return move, view.reason, view.about

    def close(self) -> None:
        """The thought is over: the game's own code comes back, once the solver's has gone."""
        app = self.app
        self.screen.work(None)
        self.view = None
        app.room("tilegame.watch")
        resting.wake(app)

    def key(self, button: int, kind: int) -> None:
        """The d-pad looks round, SELECT sorts, B opens the menu."""
        screen = self.screen
        if button <= input.RIGHT:
            self._look(button)
        elif kind == input.PRESS:
            if button == input.B:
                self.app.go("menus.pause")
            elif button == input.SELECT and self.app.sitting.viewer is not None:
                screen.sort_rack(1)
                screen.board.draw_rack(self)

    def _look(self, button):
        """One cell on, from the table's rows to the rack's."""
        board = self.screen.board
        cols = board.table.cols
        rows = board.used or 1
        most = (rows + board.shelf.rows) * cols
        look = rows * cols
        if self.look >= 0:
            look = (self.look + (-cols, cols, -1, 1)[button]) % most  # UP, DOWN, LEFT, RIGHT
        self.look = look
        top = board.top
        if look // cols < rows:
            board.bring(look // cols)
        if board.top != top:
            board.draw(self)
        else:
            self.point()

    def point(self) -> None:
        """The cursor where `look` is, if that is on show."""
        board = self.screen.board
        cols = board.table.cols
        rows = board.used or 1
        row = self.look // cols
        across = self.look % cols
        if row < 0:
            board.cursor.hide()
        elif row >= rows:
            board.aim(board.shelf, row - rows, across // board.times)
        else:
            board.aim(board.table, row, across)
