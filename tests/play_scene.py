"""Scenes for the play screen's tests: a game put into a wanted position on a simulated handheld."""

import functools
import random

import rules_help

from rules.tilegame import melds, tiles
from tools.person import laying, simulated
from tools.person.screen import perform

NAMES = ("ANN", "BOB", "CYD", "DINA")


def position(table, rack, opened=True, seats=2, game_id="RK", options=None, others=None, pool=None):
    """Return a Game in the first seat's turn: table (list of texts), rack (text), the rest dealt by
    seed.

    others: text of the next seat's rack. pool: how many tiles stay in the pool (the last seat
    holds the rest), None: all.
    """
    game = rules_help.begun(game_id, seats, 5, options)
    game.table = melds.read_table(rules_help.table(" | ".join(table)), game.rules)[0]
    racks = [rules_help.rack(text) for text in (rack, others) if text is not None]
    rest = list(range(52)) * 2 + [52] * game.rules["jokers"]
    for code in b"".join(game.table + racks):
        rest.remove(tiles.plain(code))
    random.Random(3).shuffle(rest)
    while len(racks) < seats:
        size = min(12, len(rest) // seats)
        racks.append(bytearray(rest[:size]))
        rest = rest[size:]
    if pool is not None:
        racks[-1] += bytearray(rest[pool:])
        rest = rest[:pool]
    game.racks = racks
    game.pool = bytearray(rest)
    game.opened = bytearray([1 if opened else 0] * seats)
    game.check()
    return game


def show(sim, game, levels=("", "easy", "normal", "hard"), viewer=0):
    """Put `game` on the handheld and its play screen on show."""
    from pocket.games import newgame

    app = sim.app
    people = [(levels[seat], NAMES[seat]) for seat in range(game.seats)]
    newgame.seat_people(app, game, people, "game")
    app.session.viewer = viewer
    app.go("tilegame.play")
    sim.wait(60)
    app.ignore_keys_until = False  # no key was mashed before
    return app


class Hands:
    """Presses the buttons of a simulated handheld for tests of its play screen, counting them.

    to_rack, to_table, to_place, reach: see tools/person/laying.py.
    """

    def __init__(self, sim):
        self.sim = sim
        self.presses = 0

    @property
    def screen(self):
        """The screen on show."""
        return self.sim.app.screen

    @property
    def hand(self):
        """The person's turn on it: where the cursor is."""
        return self.sim.app.screen.part

    @property
    def turn(self):
        """The turn being made, also while another screen is shown."""
        from pocket.tilegame import turn as turns

        turn = self.sim.app.session.turn
        return turns.resume(turn) if type(turn).__name__ == "Detached" else turn

    def press(self, *buttons, rest=0):
        """Press buttons, then let `rest` ms pass; first take away a tip, which swallows other
        keys than A."""
        if getattr(self.screen, "tip", False):
            self.sim.press("A")
        self.sim.press(*buttons, rest=rest)
        self.presses += len(buttons)

    def _perform(self, way, *args):
        look = functools.partial(simulated.look, self.sim)
        perform(way(look(), *args), look, lambda key: self.press(*key.buttons))

    to_rack = functools.partialmethod(_perform, laying.to_rack)
    to_table = functools.partialmethod(_perform, laying.to_table)
    to_place = functools.partialmethod(_perform, laying.to_place)
    reach = functools.partialmethod(_perform, laying.arrange)

    def rest(self):
        """Press nothing until the foot line has followed."""
        self.sim.wait(200)

    def take(self, *texts):
        """Pick up rack tiles by their text."""
        for text in texts:
            code = tiles.parse(text)
            for i in range(len(self.turn.rack)):
                if self.turn.rack[i] == code and not self.turn.rack_flags[i]:
                    self.to_rack(i)
                    self.press("A")
                    break
            else:
                raise AssertionError(text + " is not on the rack")
