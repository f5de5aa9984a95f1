"""Heap on show: A puts three coins there."""

from pocket.app import flow, input
from pocket.app.flow import Screen as Base
from pocket.games import seatcounts
from pocket.ui.panel import Panel

from rules import catalogue
from rules.base import finish


class Screen(Base):
    name = "toys.toyscreen"

    def __init__(self, app):
        self.app = app
        self.panel = Panel(app, "Heap")
        self.group = self.panel.group
        self.turn()

    def turn(self):
        self.panel.clear()
        self.panel.say(2, 1, "coins %d" % self.app.session.game.heap)

    def key(self, button, kind):
        if button == input.A and not self.app.session.people[self.app.session.game.seat][0]:
            self._make(("take", 3))
        elif button == input.START:
            self.app.go("menus.pause")

    def tick(self, now):
        game = self.app.session.game
        level = self.app.session.people[game.seat][0]
        if level:
            move = finish(catalogue.players("HP").choose(level, game.view(game.seat), 0))
            self._make(move)
        return Base.tick(self, now)

    def _make(self, move):
        seatcounts.played(self.app.session, self.app.session.game.seat, move[1])
        assert flow.apply_move(self.app, move) is None
        flow.advance(self.app)
