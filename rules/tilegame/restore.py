"""Reading a saved tile game back: the other half of `Game.pack`, loaded only for "continue"."""
from rules.tilegame import game
from rules.tilegame.tiles import RulesError


class _Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, size):
        if self.at + size > len(self.data):
            raise RulesError("The saved game is cut short.")
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return self.take(1)[0]

    def block(self):
        return bytearray(self.take(self.byte()))


def unpack(data):
    """The Game that `Game.pack` wrote. Raises RulesError, one sentence, for anything else."""
    reader = _Reader(bytes(data))
    if reader.byte() != game.FORMAT:
        raise RulesError("The saved game is of another version.")
    try:
        game_id = reader.take(2).decode()
        seats = reader.byte()
        options = _options(reader.block())
        one = game.Game(game_id, seats, 0, options)
    except UnicodeError:
        raise RulesError("The saved game is damaged.")
    one.rng.restore(reader.take(8))
    phase, one.seat, one.starter, one.passes, flags, one.redeals = reader.take(6)
    if phase >= len(game.PHASES) or max(one.seat, one.starter) >= seats:
        raise RulesError("The saved game is damaged.")
    one.phase = game.PHASES[phase]
    one.stalled = bool(flags & 1)
    one.parted = bool(flags & 2)
    one.winners = list(reader.block())
    one.opened = reader.block()
    one.note = bytes(reader.block())
    one.draws = bytes(reader.block())
    one.history = reader.block()
    one.pool = reader.block()
    one.racks = [reader.block() for _ in range(seats)]
    one.table = [bytes(reader.block()) for _ in range(reader.byte())]
    one.rounds = []
    one.totals = [0] * seats
    for _ in range(reader.byte()):
        scores = []
        for seat in range(seats):
            low = reader.byte()
            scores.append((low | reader.byte() << 8) - 32768)
            one.totals[seat] += scores[seat]
        one.rounds.append(scores)
    if len(one.opened) != seats or reader.at != len(reader.data):
        raise RulesError("The saved game is damaged.")
    one.check()
    return one


def _options(data):
    """The options written by `pack`: a dict, or RulesError."""
    options = {}
    for pair in data.decode().split(";") if data else []:
        name, _, text = pair.partition("=")
        if text in ("True", "False"):
            options[name] = text == "True"
        else:
            try:
                options[name] = int(text)
            except ValueError:
                options[name] = text
    return options
