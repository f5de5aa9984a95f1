"""A tile game as bytes and back, and the check that it is whole. Loaded for these alone."""

from rules import errors
from rules.errors import RulesError
from rules.tilegame import games, tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.tilegame.game import Game

_FORMAT = 2  # 1: without the record of the round
_KINDS = 6  # of turns in the history, numbered from 1 in game.py
_LONGEST = 2000  # bytes of a save; of a longer one the record of the round is left out


def unpack(data: bytes, make: "type[Game]", phases: tuple[str, ...]) -> "Game":
    """The game that `pack` wrote, see game.unpack. make: the class Game; phases: all of them."""
    from rules.saved import Reader  # a save is written without it

    reader = Reader(bytes(data))
    version = reader.byte()
    if version not in (1, _FORMAT):
        raise RulesError(errors.SAVE_VERSION)
    try:
        game_id = reader.take(2).decode()
        seats = reader.byte()
        options = dict(games.defaults(game_id)["earlier"])
        options.update(_options(reader.block()))
        game = make(game_id, seats, 0, options)
    except UnicodeError:
        raise RulesError(errors.SAVE_DAMAGED)
    game.rng.restore(reader.take(8))
    phase, game.seat, game.starter, game.passes, flags, game.redeals = reader.take(6)
    if phase >= len(phases) or max(game.seat, game.starter) >= seats:
        raise RulesError(errors.SAVE_DAMAGED)
    game.phase = phases[phase]
    game.stalled = bool(flags & 1)
    game.parted = bool(flags & 2)
    game.winners = list(reader.block())
    game.opened = reader.block()
    game.note = bytes(reader.block())
    game.draws = bytes(reader.block())
    game.history = reader.block()
    game.pool = reader.block()
    game.racks = [reader.block() for _ in range(seats)]
    game.table = [bytes(reader.block()) for _ in range(reader.byte())]
    game.rounds = []
    game.totals = [0] * seats
    for _ in range(reader.byte()):
        scores = []
        for seat in range(seats):
            scores.append(reader.number() - 32768)
            game.totals[seat] += scores[seat]
        game.rounds.append(scores)
    game.origin = game.moves = None
    if version > 1:
        game.origin, game.moves = reader.record()
    reader.end()
    if len(game.opened) != seats:
        raise RulesError(errors.SAVE_DAMAGED)
    fewest = min([len(codes) for codes in game.racks])
    if max(game.winners + [0]) >= seats or game.phase == "turn" and not fewest:
        raise RulesError(errors.SAVE_DAMAGED)
    if game.phase in ("round", "over") and not (game.winners and game.rounds):
        raise RulesError(errors.SAVE_DAMAGED)
    _check_pairs(game.draws, seats, game.history)
    game.check()
    return game


def _check_pairs(draws, seats, history):
    """Refuse draws and turns of seats that the game does not have, of unknown tiles and kinds."""
    if len(draws) % 2 or len(history) % 2:
        raise RulesError(errors.SAVE_DAMAGED)
    for i in range(0, len(draws), 2):
        if draws[i] >= seats or draws[i + 1] > JOKER:
            raise RulesError(errors.SAVE_DAMAGED)
    for i in range(0, len(history), 2):
        if history[i] & 15 >= seats or not 0 < history[i] >> 4 <= _KINDS:
            raise RulesError(errors.SAVE_DAMAGED)


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


def check(game: "Game") -> None:
    """See `Game.check`."""
    from rules.tilegame import melds  # a save needs none

    used = tiles.table_counts(game.table)
    for codes in game.racks + [game.pool]:
        if codes and max(codes) > JOKER:
            raise RulesError(errors.SAVE_DAMAGED)
        count = tiles.counts(codes)
        for code in range(53):
            used[code] += count[code]
    for code in range(53):
        if used[code] != (2 if code < JOKER else game.rules["jokers"]):
            raise RulesError("There are %d tiles %s in the game." % (used[code], tiles.text(code)))
    for codes in game.table:
        if codes not in [way[1] for way in melds.readings(codes, game.rules)]:
            raise RulesError("The table holds an illegal set.")
    if sum(game.totals) or [scores for scores in game.rounds if sum(scores)]:
        raise RulesError("The scores do not add up to zero.")


def pack(game: "Game", phases: tuple[str, ...]) -> bytes:
    """See `Game.pack`. phases: all of them."""
    options = ";".join(["%s=%s" % (name, game.options[name]) for name in sorted(game.options)])
    out = bytearray((1 if game.moves is None else _FORMAT,))
    out += game.rules["game"].encode()
    out.append(game.seats)
    _put(out, options.encode())
    out += game.rng.state()
    out += bytes(
        (
            phases.index(game.phase),
            game.seat,
            game.starter,
            game.passes,
            (1 if game.stalled else 0) | (2 if game.parted else 0),
            game.redeals,
        )
    )
    _put(out, bytes(game.winners))
    _put(out, game.opened)
    _put(out, game.note)
    _put(out, game.draws)
    _put(out, game.history)
    _put(out, game.pool)
    for rack in game.racks:
        _put(out, rack)
    out.append(len(game.table))
    for codes in game.table:
        _put(out, codes)
    out.append(len(game.rounds))
    for scores in game.rounds:
        for score in scores:
            out.append((score + 32768) & 255)
            out.append((score + 32768) >> 8)
    if game.moves is not None:
        moves = game.moves if len(out) + len(game.moves) < _LONGEST else b"..."
        out += game.origin
        out.append(len(moves) & 255)
        out.append(len(moves) >> 8)
        out += moves
    return bytes(out)


def _put(out, data):
    out.append(len(data))
    out += data
