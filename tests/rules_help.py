"""Short forms the rules tests share: positions from text, verdicts, games set up at a moment."""

import re

from rules.tilegame import deal, game, games, melds, tiles
from tools.refusals import sentence
from tools.soak import positions


def rack(text):
    """Tile texts as a bytearray of codes."""
    return bytearray(tiles.parse_set(text.split()))


def codes(text, *jokers):
    """Return a set of tile texts with table jokers, (number, mask) each, at its end."""
    return bytes(rack(text)) + bytes(tiles.joker_as(*one) for one in jokers)


def table(text):
    """ "r3 r4 r5 | k9 r9 b9" as a list of sets."""
    return [bytes(rack(part)) for part in text.split("|")] if text.strip() else []


def position(game_id, before, own, opened=True, parted=False, **options):
    """Return a Position of `soak` from texts; a table joker is what it may be, or as said:
    "[bo8]"."""
    rules = games.rules_for(game_id, options)
    sets = [[positions.code(token) for token in row.split()] for row in before.split("|") if row]
    on = melds.read_table([bytes(row) for row in sets], rules)[0]
    return positions.Position(game_id, options, positions.tokens(on), own.split(), opened, parted)


def check_each(rows, check, name_of=str):
    """Call check(row) for every row; fail with the names of all rows that are wrong."""
    wrong = []
    for row in rows:
        try:
            check(row)
        except Exception as problem:
            wrong.append("%s: %s: %s" % (name_of(row), type(problem).__name__, problem))
    assert not wrong, "\n".join(wrong)


def said(refused):
    """Return a refusal (clause, why), or None, as it is; its clause is an id, and it makes a
    sentence."""
    if refused:
        told = sentence(refused[1])
        assert re.fullmatch("[A-Z]{1,2}-[0-9]+", refused[0]), refused
        assert re.fullmatch(r"([A-Z]|[krbo][0-9]|\*)[^\n]*[a-z0-9*][^\n]*\.", told), told
        assert told != told.upper() and not re.search("[%{}]", told), told
    return refused


def begun(game_id, seats, seed, options):
    """Return a game in the first turn, which is seat 0's; one of Rummikub is of several rounds."""
    if game_id == "RK":
        options = {"length": 200, **(options or {})}
    one = game.Game(game_id, seats, seed, options)
    one.apply(("go",))
    while one.phase == game.REDEAL:
        one.apply(("redeal", False))
    one.seat = 0
    return one


def tile_position(game_id, racks, on_table="", opened=None, pool=None, **options):
    """Return a game in its first turn, with seat 0 to move. racks, on_table: texts.

    pool: texts for an exact pool (the pack then need not be whole), or None for all tiles left.
    """
    game = begun(game_id, len(racks), 1, options)
    game.starter = 0
    game.racks = [rack(text) for text in racks]
    game.table = melds.read_table(table(on_table), game.rules)[0]
    game.opened = bytearray(opened if opened else [1] * len(racks))
    if pool is None:
        remaining = deal.full_pack(game.rules["jokers"])
        for codes in game.racks + game.table:
            for code in codes:
                remaining.remove(tiles.plain(code))
        game.pool = remaining
        game.check()
    else:
        game.pool = rack(pool)
    apply_move = game.apply
    game.apply = lambda move: said(apply_move(move))
    return game


def untouched(before, after):
    """Return how many sets of table `before` lie in table `after`, jokers as any."""
    left = [tiles.counts(codes) for codes in after]
    count = 0
    for codes in before:
        if tiles.counts(codes) in left:
            left.remove(tiles.counts(codes))
            count += 1
    return count


def answered(work):
    """Return (the answer of a generator of slices, what it yielded)."""
    pauses = []
    try:
        while True:
            pauses.append(next(work))
    except StopIteration as end:
        return end.value, pauses
