"""Heap from its start to the last coin."""

from rules import errors
from rules.errors import RulesError
from rules.prng import Rng
from toyfamily import games

PHASES = ("start", "turn", "over")


class View:
    def __init__(self, game, seat):
        self.rules, self.seat, self.heap = game.rules, seat, game.heap


class Game:
    modules = ""
    screen = "toys.toyscreen"
    pieces = "coins"
    help = ()
    version = 1
    one_record = True
    coach = ""
    next_game = dealer = auto = None
    draws = history = b""
    stalled = 0
    round = 1

    def __init__(self, seats, seed, options=None):
        self.rules = games.rules_for("HP", options)
        errors.check_seats(self.rules, seats)
        self.options = dict(options or {})
        self.seats = seats
        self.note = b""
        self.rng = Rng(seed)
        self.deal_again(self.rng.below(seats), self.rng.state())

    def deal_again(self, starter, origin):
        self.origin = origin
        self.starter = self.seat = starter
        self.moves = bytearray()
        self.heap = 0
        self.phase = "start"
        self.events = []

    def apply(self, move):
        word = errors.check_move(move, {"go": 1, "add": 2})
        if word == "go" and self.phase == "start":
            self.phase = "turn"
        elif word != "add" or self.phase != "turn" or not 0 < move[1] < 4:
            return "HP-1", (errors.NOT_NOW,)
        else:
            self.heap += move[1]
            self.moves += ("%d " % move[1]).encode()
            self.events = [("add", self.seat, move[1])]
            if self.heap >= self.rules["goal"]:
                self.phase = "over"
            else:
                self.seat = (self.seat + 1) % self.seats
        return None

    @property
    def totals(self):
        return [int(self.phase == "over" and seat == self.seat) for seat in range(self.seats)]

    @property
    def rounds(self):
        return [self.totals] if self.phase == "over" else []

    @property
    def winners(self):
        return [self.seat]

    def winner(self):
        return self.winners

    def result(self):
        return self.totals

    def sheet(self):
        return [(1, points) for points in self.rounds]

    def view(self, seat):
        return View(self, seat)

    def check(self):
        if self.heap > self.rules["goal"] + 2:
            raise RulesError("The heap is too high.")

    def pack(self):
        head = (self.seats, self.seat, self.starter, PHASES.index(self.phase), self.heap)
        sizes = (self.rules["goal"], len(self.note), len(self.moves))
        return bytes(head + sizes) + self.origin + self.note + bytes(self.moves)


def new(game_id, seats, seed, options=None):
    return Game(seats, seed, options)


def unpack(data):
    goal, note, moves = data[5:8]
    game = Game(data[0], 0, {"goal": goal} if goal != 10 else None)
    game.deal_again(data[2], bytes(data[8:16]))
    game.seat, game.phase, game.heap = data[1], PHASES[data[3]], data[4]
    game.note = bytes(data[16 : 16 + note])
    game.moves = bytearray(data[16 + note : 16 + note + moves])
    return game
