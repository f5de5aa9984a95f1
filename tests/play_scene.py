"""Scenes for the play screen's tests: a game put into a wanted position on a simulated handheld."""

import random

from rules.tilegame import game as games
from rules.tilegame import melds, tiles
from tools.sim import Sim
from tools.soak import person
from tools.soak.person import missing, ring, shorter_way

NAMES = ("ANN", "BOB", "CYD", "DINA")


def position(table, rack, opened=True, seats=2, game_id="RK", options=None, others=None, pool=None):
    """A Game in the first seat's turn: table (list of texts), rack (text), the rest dealt by seed.

    others: text of the next seat's rack. pool: how many tiles stay in the pool (the last seat
    holds the rest), None: all.
    """
    game = games.Game(game_id, seats, 5, options)
    game.apply(("go",))
    while game.phase != "turn":
        game.apply(("redeal", False))
    rest = list(range(52)) * 2 + [52] * game.rules["jokers"]
    sets = melds.read_table([tiles.parse_set(words.split()) for words in table], game.rules)[0]
    for codes in sets:
        for code in codes:
            rest.remove(tiles.plain(code))
    racks = [bytearray(tiles.parse_set(rack.split()))]
    if others is not None:
        racks.append(bytearray(tiles.parse_set(others.split())))
    for codes in racks:
        for code in codes:
            rest.remove(code)
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
    game.table = sets
    game.seat = 0
    game.opened = bytearray([1 if opened else 0] * seats)
    game.check()
    return game


def show(sim, game, levels=("", "easy", "normal", "hard"), viewer=0):
    """Put `game` on the handheld and its play screen on show."""
    from pocket.games import newgame

    app = sim.app
    people = [(levels[seat], NAMES[seat]) for seat in range(game.seats)]
    newgame.seat(app, game, people, "game")
    app.sitting.viewer = viewer
    app.go("tilegame.play")
    sim.wait(60)
    app._deaf = False  # nobody has mashed a key
    return app


def start(save_dir, board="pybadge", blind=True):
    """A simulated handheld that has reached its first screen."""
    sim = Sim(board=board, seed=1, save_dir=str(save_dir), blind=blind)
    sim.__enter__()
    sim.wait(200)
    return sim


class Hands:
    """Reads the play screen and presses buttons, counting them."""

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
        from pocket.tileturn import turn as turns

        turn = self.sim.app.sitting.turn
        return turns.again(turn) if type(turn).__name__ == "Bare" else turn

    def press(self, *buttons):
        """Press buttons."""
        for button in buttons:
            self.sim.press(button)
            self.presses += 1

    def rest(self):
        """Press nothing until the foot line has followed."""
        self.sim.wait(200)

    def to_rack(self, at):
        """Move the cursor to rack tile `at`."""
        for _ in range(40):
            if self.hand.where == 0:
                break
            self.press("DOWN")
        assert self.hand.where == 0
        count = len(self.turn.rack)
        for _ in range(count + 3):
            if self.hand.index == at:
                return
            self.press(shorter_way(self.hand.index, at, count))
        raise AssertionError("rack tile %d is not reached" % at)

    def to_table(self, which, tile):
        """Move the cursor to a table tile."""
        for _ in range(4):
            if self.hand.where != 0:
                break
            self.press("UP")
        assert self.hand.where != 0
        way = "RIGHT"
        if self.hand.where == 1:
            places = ring(self.turn)
            here = places.index((self.hand.index, self.hand.tile))
            way = shorter_way(here, places.index((which, tile)), len(places))
        for _ in range(400):
            if self.hand.where == 1 and (self.hand.index, self.hand.tile) == (which, tile):
                return
            self.press(way)
        raise AssertionError("tile %d of set %d is not reached" % (tile, which))

    def to_place(self):
        """Move the cursor to the place for a new set."""
        for _ in range(400):
            if self.hand.where == 2:
                return
            self.press("UP" if self.hand.where == 0 else "RIGHT")
        raise AssertionError("the place for a new set is not reached")

    def take(self, *texts):
        """Take rack tiles by their text."""
        for text in texts:
            code = tiles.parse(text)
            for i in range(len(self.turn.rack)):
                if self.turn.rack[i] == code and not self.turn.rack_flags[i]:
                    self.to_rack(i)
                    self.press("A")
                    break
            else:
                raise AssertionError(text + " is not on the rack")

    def reach(self, target):
        """Make the table `target` set by set, as a person could."""
        while True:
            goal, done = missing(self.turn, target)
            if goal is None:
                return
            for code in goal:
                self._take_one(code, done)
            self.to_place()
            ways = max(1, self.turn.readings())
            for _ in range(ways):
                self.press("SELECT")
                laid = self.turn.sets[self.laid_set(goal)]
                if melds.same_set(bytes(laid), goal):
                    break
            else:
                raise AssertionError("no reading is " + " ".join(tiles.set_text(goal)))

    def laid_set(self, goal):
        """The last set of the table: what was laid just now."""
        return len(self.turn.sets) - 1

    def _take_one(self, code, done):
        which, tile = place_of(self.turn, code, done)
        if which is None:
            self.to_rack(tile)
        else:
            self.to_table(which, tile)
        self.press("A")


def place_of(turn, code, done):
    """person.place_of of a tile that there is."""
    place = person.place_of(turn, code, done)
    assert place, "no tile " + tiles.text(code)
    return place
