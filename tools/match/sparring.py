"""Sparring partners for `match`, on the desktop only: players against which levels are measured.

A partner for the tile games is a generator like a level's (rules/tilegame/players): it returns a
table, b"" or None. A partner for 8 Round Rummy returns a move.
"""

from typing import Any

from rules import base, catalogue, characters
from rules.base import Rng
from rules.eight import cards
from rules.eight import players as eight_players
from rules.tilegame import players
from rules.tilegame.players import master, searches
from rules.tilegame.players.searches import first_legal
from rules.tilegame.tiles import JOKER
from tools.match import miser

if False:  # for type checkers
    from rules.base import Slices
    from rules.tilegame.players import Play


def greedy(view: Any, seed: int) -> "Slices[Play]":
    """Open as soon as possible, always play the most tiles."""
    view.work = None
    return (yield from searches.best_play(view))


def drawer(view: Any, seed: int) -> "Slices[Play]":
    """Only draw."""
    return base.wrap(b"")


def late(view: Any, seed: int) -> "Slices[Play]":
    """Open with an empty pool or more than 20 tiles, then play as greedy."""
    if not view.opened[view.seat] and view.pool and len(view.rack) <= 20:
        return base.wrap(b"")
    return greedy(view, seed)


def patient(view: Any, seed: int) -> "Slices[Play]":
    """Make only plays of half the rack or more, until a rival is close or the pool ends."""
    few = searches.fewest_tiles(view)
    before = sum([len(codes) for codes in view.table])
    view.work = None
    tables: list[Any] = yield from searches.best_plays(view)
    if tables and tables[0] and view.opened[view.seat] and view.pool > view.seats and few > 4:
        laid = sum([len(codes) for codes in tables[0]]) - before
        tables = tables[:1] if 2 * laid >= len(view.rack) else [b""]
    return (yield from first_legal(view, tables))


def keeper(view: Any, seed: int) -> "Slices[Play]":
    """Play as greedy, but keep the jokers until they let it go out or a rival is close."""
    view.work = None
    fewest_tiles = searches.fewest_tiles(view)
    jokers = view.rack.count(bytes((JOKER,)))
    if jokers and view.pool and fewest_tiles > 3 and len(view.rack) > 3 * jokers:
        result = yield from searches.solve(
            view, view.table, searches.without_jokers(view.rack), bool(view.opened[view.seat])
        )
        if result.tiles < len(view.rack) - jokers - 1:
            return (yield from first_legal(view, [result.table if result.tiles else b""]))
    return (yield from searches.best_play(view))


def single(view: Any, seed: int) -> "Slices[Play]":
    """Open with few tiles, then play one tile a turn, the most expensive that fits a table set."""
    if not view.opened[view.seat]:
        table = yield from searches.small_opening(view)
        return (yield from first_legal(view, [table]))
    table = yield from master.add_one_tile(view)
    return table or (yield from searches.best_play(view))  # no tile fits: try new sets


def mixed(view: Any, seed: int) -> "Slices[Play]":
    """Play as one of the others, drawn by chance each turn."""
    return _MIX[Rng(seed).below(len(_MIX))](view, seed)


_MIX = (greedy, patient, keeper, single, drawer)
PARTNERS = {
    partner.__name__: partner for partner in (greedy, patient, late, keeper, single, drawer, mixed)
} | {"miser": miser.play}


# -- 8 Round Rummy ---------------------------------------------------------------------------------


def piler(view: Any, seed: int) -> "Slices[tuple]":
    """Never take a discard, else play as normal."""
    if view.taken == cards.NONE:
        return base.wrap(("take", "pile"))
    return eight_players.choose("normal", view, seed)


def picker(view: Any, seed: int) -> "Slices[tuple]":
    """Take every discard, else play as normal."""
    if view.taken == cards.NONE:
        return base.wrap(("take", "discard" if view.can_pick else "pile"))
    return eight_players.choose("normal", view, seed)


def mixed_cards(view: Any, seed: int) -> "Slices[tuple]":
    """Play as one of the others, drawn by chance each turn."""
    names = ("easy", "normal", "hard", "piler", "picker")
    return choose(names[Rng(seed).below(len(names))], view, seed)


def _as_moves(partner):
    return lambda view, seed: players.choose_or_fall_back(partner(view, seed), view)


# By the pieces of a game.
_BY_PIECES = {
    "tiles": {name: _as_moves(partner) for name, partner in PARTNERS.items()},
    "cards": {"piler": piler, "picker": picker, "mixed": mixed_cards},
}


def find_unknown(game_id: str, name: str) -> str | None:
    """Return a sentence if a game has no player of this name, else None."""
    partners = tuple(_BY_PIECES.get(catalogue.pieces(game_id), {}))
    known = catalogue.LEVELS + partners + characters.NAMES
    if name in known:
        return None
    return "There is no player %s in %s; there are %s." % (name, game_id, ", ".join(known))


def choose(name: str, view: Any, seed: int) -> "Slices[tuple]":
    """Return the generator of a move by a level, a character or a partner."""
    game_id = view.rules["game"]
    pieces = catalogue.pieces(game_id)
    partners = _BY_PIECES.get(pieces, {})
    if name in partners:
        return partners[name](view, seed)
    if name in characters.NAMES:
        habits = characters.habits(name, pieces)
        return catalogue.players(game_id).choose(characters.level(name), view, seed, habits)
    return catalogue.players(game_id).choose(name, view, seed)
