"""Pack a tile game into bytes, restore it, and check its state."""

from rules import errors
from rules.base import RulesError
from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.tilegame.game import Game

_FORMAT = 2  # version of the save
_KINDS = 6  # number of kinds of turn in the history, numbered from 1 in game.py
_SCORE_OFFSET = 32768  # added to scores, which may be negative
_MAX_SIZE = 2000  # bytes; a save that would be longer leaves out the moves of the round


def unpack(data: bytes, game_class: "type[Game]", phases: tuple[str, ...]) -> "Game":
    """Return the game that `pack` wrote. game_class, phases: Game and PHASES of game.py, which
    imports this module. Raises RulesError if the data is invalid."""
    from rules.saved import Reader  # imported here, since writing a save does not need them
    from rules.tilegame import games

    reader = Reader(bytes(data))
    if reader.byte() != _FORMAT:
        raise RulesError(errors.SAVE_VERSION)
    try:
        game_id = reader.take(2).decode()
        seats = reader.byte()
        options = dict(games.defaults(game_id)["former_defaults"])
        options.update(_options(reader.block()))
        game = game_class(game_id, seats, None, options)
    except UnicodeError:
        raise RulesError(errors.SAVE_DAMAGED)
    game.rng.restore(reader.take(8))
    phase, game.seat, game.starter, game.passes, flags, game.redeals = reader.take(6)
    if phase >= len(phases) or max(game.seat, game.starter) >= seats:
        raise RulesError(errors.SAVE_DAMAGED)
    game.phase = phases[phase]
    game.stalled = bool(flags & 1)
    game.jokers_differ = bool(flags & 2)
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
            scores.append(reader.number() - _SCORE_OFFSET)
            game.totals[seat] += scores[seat]
        game.rounds.append(scores)
    game.origin, game.moves = reader.record()
    reader.check_end()
    draws, history = game.draws, game.history
    invalid_entries = [i for i in range(len(draws)) if draws[i] >= (JOKER + 1 if i % 2 else seats)]
    for i in range(0, len(history), 2):
        if history[i] & 15 >= seats or not 0 < history[i] >> 4 <= _KINDS:
            invalid_entries.append(i)
    if (
        invalid_entries
        or len(draws) % 2
        or len(history) % 2
        or len(game.opened) != seats
        or max(game.winners + [0]) >= seats
        or game.phase == "turn"
        and not min([len(codes) for codes in game.racks])
        or game.phase in ("round", "over")
        and not (game.winners and game.rounds)
    ):
        raise RulesError(errors.SAVE_DAMAGED)
    game.check()
    return game


def _options(data):
    """Return the house options from the bytes that `pack` wrote."""
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
    """Do what `Game.check` says."""
    from rules.tilegame import melds  # packing does not need it

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
    """Return the game's state as bytes: numbers, and blocks that each begin with their size."""
    options = ";".join(["%s=%s" % (name, game.options[name]) for name in sorted(game.options)])
    out = bytearray((_FORMAT,))
    out += game.rules["game"].encode()
    out.append(game.seats)
    out.append(len(options))
    out += options.encode() + game.rng.state()
    out += bytes(
        (
            phases.index(game.phase),
            game.seat,
            game.starter,
            game.passes,
            (1 if game.stalled else 0) | (2 if game.jokers_differ else 0),
            game.redeals,
        )
    )
    blocks: list = [bytes(game.winners), game.opened, game.note, game.draws, game.history]
    for block in blocks + [game.pool] + game.racks:
        out.append(len(block))
        out += block
    out.append(len(game.table))
    for codes in game.table:
        out.append(len(codes))
        out += codes
    out.append(len(game.rounds))
    for scores in game.rounds:
        for score in scores:
            out += (score + _SCORE_OFFSET).to_bytes(2, "little")
    moves = game.moves if len(out) + len(game.moves) < _MAX_SIZE else b"..."  # notation.CUT
    out += game.origin + len(moves).to_bytes(2, "little") + moves
    return bytes(out)
