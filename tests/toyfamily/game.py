"""Heap from its start to the last coin."""

from rules import base, errors
from rules.base import Rng, RulesError
from toyfamily import games

PHASES = ("start", "turn", "round", "over")


class View:
    def __init__(self, game, seat):
        self.rules, self.seat, self.heap = game.rules, seat, game.heap


class Game:
    modules = ""
    screen = "toys.toyscreen"
    preload = "toyfamily.late "
    pieces = "coins"
    help = ()
    version = 1
    racks = ()
    coach = ""
    next_game = dealer = instant_winner = None
    draws = history = b""
    stalled = 0

    def __init__(self, game_id, seats, seed, options=None):
        self.rules = games.rules_for(game_id, options)
        base.check_seats(self.rules, seats)
        self.options = dict(options or {})
        self.seats = seats
        self.note = b""
        self.won = bytearray()  # the rounds, a seat each
        self.rng = Rng(seed)
        self.deal_again(self.rng.below(seats), self.rng.state())

    def deal_again(self, starter, origin):
        self.origin = origin
        self.rng.restore(origin)
        self.starter = self.seat = starter
        self.moves = bytearray()
        self.heap = 0
        self.phase = "start"
        self.events = []

    def apply(self, move):
        word = base.check_move(move, {"go": 1, "take": 2})
        if word == "go" and self.phase == "start":
            self.phase = "turn"
        elif word == "go" and self.phase == "round":
            self.deal_again(self.rng.below(self.seats), self.rng.state())
        elif word != "take" or self.phase != "turn" or not 0 < move[1] < 4:
            return "HP-1", (errors.NOT_NOW,)
        else:
            self.heap += move[1]
            self.moves += ("%d " % move[1]).encode()
            self.events = [("take", self.seat, move[1])]
            if self.heap >= self.rules["goal"]:
                self.won.append(self.seat)
                self.phase = "over" if len(self.won) == self.rules["rounds"] else "round"
            else:
                self.seat = (self.seat + 1) % self.seats
        return None

    @property
    def round(self):
        return len(self.won) + (self.phase in ("start", "turn"))

    @property
    def totals(self):
        return [self.won.count(seat) for seat in range(self.seats)]

    @property
    def rounds(self):
        return [[int(seat == best) for seat in range(self.seats)] for best in self.won]

    @property
    def winners(self):
        return list(self.won[-1:])

    def overall_winners(self):
        best = max(self.totals)
        return [seat for seat in range(self.seats) if self.totals[seat] == best]

    def result(self):
        return self.rounds[-1]

    def sheet(self):
        return [(i + 1, points) for i, points in enumerate(self.rounds)]

    def view(self, seat):
        return View(self, seat)

    def check(self):
        if self.heap > self.rules["goal"] + 2:
            raise RulesError("The heap is too high.")

    def pack(self):
        head = (self.seats, self.seat, self.starter, PHASES.index(self.phase), self.heap)
        sizes = (self.rules["goal"], len(self.note), len(self.moves), self.rules["rounds"])
        return bytes(head + sizes) + self.origin + self.note + bytes(self.moves + self.won)


def new(game_id, seats, seed, options=None):
    return Game(game_id, seats, seed, options)


def unpack(data):
    goal, note, moves, rounds = data[5:9]
    game = Game(games.ids()[rounds - 1], data[0], 0, {"goal": goal} if goal != 10 else None)
    game.deal_again(data[2], bytes(data[9:17]))
    game.seat, game.phase, game.heap = data[1], PHASES[data[3]], data[4]
    game.note = bytes(data[17 : 17 + note])
    game.moves = bytearray(data[17 + note : 17 + note + moves])
    game.won = bytearray(data[17 + note + moves :])
    return game
