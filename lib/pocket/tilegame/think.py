"""Let a computer choose its move; meanwhile the person can scroll the table, sort the rack or open
the menu.

Keeps: BOARD SOLVER pocket.tilegame.solving pocket.tilegame.waiting
rules.tilegame.players rules.tilegame.view

Keeps as proof: BOARD SOLVER pocket.tilegame.solving
"""

from pocket.app import input
from pocket.made import texts
from pocket.tilegame.solving import Solving

from rules import base

if False:  # for type checkers
    from pocket.tilegame.play import Screen


class Thinking(Solving):
    """The part of a computer's turn. view: what its seat may see."""

    def __init__(self, screen: "Screen") -> None:
        Solving.__init__(self, screen)
        app = self.app
        session = app.session
        game = session.game
        level, name = session.people[game.seat]
        self.lay_out()
        # seeded by public facts only, so that a replayed game takes the same course
        seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
        self.view = game.view(game.seat)
        from rules.tilegame import players  # imported late: a proof runs without it

        if not app.failures.thinking_failed:
            worker = players.choose(level, self.view, seed, session.habits[game.seat])
        elif game.pool:
            worker = base.wrap(("draw",))
        else:
            worker = players.choose_or_fall_back((), self.view)
        screen.work(worker)
        screen.detach_game()
        from pocket.ui.words import say  # freed before the solver is loaded

        screen.set_message(say(texts.PLAY_THINKS, name))

    def worked(self, move: tuple | None) -> None:
        """Take the computer's move, or None after a proof, which means a pass; continued in
        `Screen.play` at the next tick, when no frame holds the solver. Where the rules allow a pass
        only without a play (KR-10), the solver looks for one first. Raises MemoryError where the
        search ran out of memory and a restart of the VM may help."""
        app = self.app
        view = self.view
        if view.failed_searches and app.may_restart():
            raise MemoryError
        if move is None:
            move = ("pass",)
        elif move[0] == "pass" and view.stuck:
            app.session.game.playable = False  # the player has proved it already
        elif move[0] == "pass" and view.must_play and app.session.game.playable is None:
            app.keep_only("proof")
            from rules.solver import search

            self.screen.work(search.prove(app.session.game))
            return
        self.screen.defer(self.screen.play, move)

    def close(self) -> None:
        """Free the solver."""
        app = self.app
        self.screen.work(None)
        self.view = None
        app.keep_only("tilegame.watch")

    def key(self, button: int, kind: int) -> None:
        """Scroll with UP and DOWN, sort with SELECT, open the menu with B."""
        screen = self.screen
        if button == input.B:
            if kind == input.PRESS:
                self.app.go("menus.pause")
        elif screen.group is None:
            return
        elif button <= input.DOWN:
            screen.board.scroll(self, 1 if button == input.DOWN else -1)
        elif kind == input.PRESS:
            if button == input.SELECT and self.app.session.viewer is not None:
                screen.sort_rack(1)
                screen.board.draw_rack(self)
