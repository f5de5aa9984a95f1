"""Sparring partners for `match`, on the desktop only: each a way to play, in a few lines.

A partner is a generator like a level's (rules/tilegame/players): it returns a table, b"" or None.
"""

import re
from typing import Any

from rules import catalogue, characters, slices
from rules.eight import cards
from rules.eight import players as eight_players
from rules.prng import Rng
from rules.tilegame import players
from rules.tilegame.players import master, searches
from rules.tilegame.players.basics import first_legal, legal
from rules.tilegame.tiles import JOKER, number_of
from tools.match import holder

if False:  # for type checkers
    from rules.slices import Slices
    from rules.tilegame.players import Play


def greedy(view: Any, seed: int) -> "Slices[Play]":
    """Opens as soon as it can, always lays the most tiles."""
    view.work = None
    return (yield from searches.best(view))


def drawer(view: Any, seed: int) -> "Slices[Play]":
    """Only draws."""
    return slices.done(b"")


def late(view: Any, seed: int) -> "Slices[Play]":
    """Opens with an empty pool or more than 20 tiles, then greedy."""
    if not view.opened[view.seat] and view.pool and len(view.rack) <= 20:
        return slices.done(b"")
    return greedy(view, seed)


def patient(view: Any, seed: int) -> "Slices[Play]":
    """Lays only plays of half its rack or more, until somebody is close or the pool ends."""
    few = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    before = sum([len(codes) for codes in view.table])
    view.work = None
    tables: list[Any] = yield from searches.plays(view)
    if tables and tables[0] and view.opened[view.seat] and view.pool > view.seats and few > 4:
        laid = sum([len(codes) for codes in tables[0]]) - before
        tables = tables[:1] if 2 * laid >= len(view.rack) else [b""]
    return (yield from first_legal(view, tables))


def keeper(view: Any, seed: int) -> "Slices[Play]":
    """Greedy, but keeps its jokers until they let it go out or somebody is close."""
    view.work = None
    few = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    jokers = view.rack.count(bytes((JOKER,)))
    if jokers and view.pool and few > 3 and len(view.rack) > 3 * jokers:
        result = yield from searches.ask(
            view, view.table, searches.without_jokers(view.rack), bool(view.opened[view.seat])
        )
        if result.tiles < len(view.rack) - jokers - 1:
            return (yield from first_legal(view, [result.table if result.tiles else b""]))
    return (yield from searches.best(view))


def single(view: Any, seed: int) -> "Slices[Play]":
    """Opens small, then lays one tile a turn, the dearest that fits a standing set."""
    if not view.opened[view.seat]:
        table = yield from searches.small_opening(view)
        return (yield from first_legal(view, [table]))
    for code in sorted(set(view.rack), key=lambda code: -number_of(code)):
        if code < JOKER:
            table = yield from master.with_one_more(view, code)
            if table and (yield from legal(view, table)):
                return table
    return (yield from searches.best(view))  # nothing fits: sets of its own


def mixed(view: Any, seed: int) -> "Slices[Play]":
    """A way to play by chance, turn by turn."""
    return _MIX[Rng(seed).below(len(_MIX))](view, seed)


_MIX = (greedy, patient, keeper, single, drawer)

PARTNERS = {"greedy": greedy, "holder": holder.play, "patient": patient, "late": late}
PARTNERS |= {"keeper": keeper, "single": single, "drawer": drawer, "mixed": mixed}


def known(game_id: str) -> tuple[str, ...]:
    """The names a seat may have in a game: the levels, the partners, the characters."""
    partners = tuple(_BY_PIECES.get(catalogue.pieces(game_id), {}))
    return catalogue.LEVELS + partners + characters.NAMES


def split(name: str) -> tuple[str, dict]:
    """("master", {"IDEA": 0}) of "master-IDEA": a level without an idea, for measuring.

    "master-IDEA=4": with another value of it. Raises ValueError for what is no number.
    """
    level, *without = name.split("-")
    ideas = {}
    for idea in without:
        idea, _, value = idea.partition("=")
        if not re.fullmatch("[0-9]{0,6}", value):
            raise ValueError(value)
        ideas[idea] = int(value or 0)
    return level, ideas


def unknown(game_id: str, name: str) -> str | None:
    """None, or the sentence that says what is wrong with a seat's name."""
    try:
        level, without = split(name)
    except ValueError:
        return "An idea's parameter is a number: %s." % name
    if level not in known(game_id):
        others = ", ".join(known(game_id))
        return "There is no player %s in %s; there are %s." % (name, game_id, others)
    ideas = _ideas(game_id, level)
    for idea in without:
        if idea not in ideas:
            others = ", ".join(sorted(ideas)) or "none"
            return "%s has no idea %s; it has %s." % (level, idea, others)
    return None


def _ideas(game_id, level):
    """The ideas of a level, name to parameter: a dict the level itself looks at."""
    return _IDEAS.get((catalogue.pieces(game_id), level), {})


def _without(game_id, level, without, moves):
    """Run a generator to its end with some ideas switched off; its move, as a generator."""
    ideas = _ideas(game_id, level)
    kept = dict(ideas)
    ideas.update(without)
    try:
        move = slices.finish(moves)
    finally:
        ideas.update(kept)
    return slices.done(move)


def choose(name: str, view: Any, seed: int) -> "Slices[tuple]":
    """The moves of a level, as its family's `choose` gives them, or of a partner; see `split`."""
    level, without = split(name)
    game_id = view.rules["game"]
    partners = _BY_PIECES.get(catalogue.pieces(game_id), {})
    if level in partners:
        return partners[level](view, seed)
    if level in characters.NAMES:
        habits = characters.habits(level, catalogue.pieces(game_id))
        level = characters.level(level)
        return catalogue.players(game_id).choose(level, view, seed, habits)
    moves = catalogue.players(game_id).choose(level, view, seed)
    return _without(game_id, level, without, moves) if without else moves


# -- 8 Round Rummy ---------------------------------------------------------------------------------


def piler(view: Any, seed: int) -> "Slices[tuple]":
    """Never takes a discard, else normal."""
    if view.taken == cards.NONE:
        return slices.done(("take", "pile"))
    return eight_players.choose("normal", view, seed)


def picker(view: Any, seed: int) -> "Slices[tuple]":
    """Takes every discard it can, else normal."""
    if view.taken == cards.NONE:
        return slices.done(("take", "discard" if view.can_pick else "pile"))
    return eight_players.choose("normal", view, seed)


def mixed_cards(view: Any, seed: int) -> "Slices[tuple]":
    """A way to play by chance, turn by turn."""
    names = ("easy", "normal", "hard", "piler", "picker")
    return choose(names[Rng(seed).below(len(names))], view, seed)


CARDS = {"piler": piler, "picker": picker, "mixed": mixed_cards}


def _playing(partner):
    """A partner's tables as moves."""
    return lambda view, seed: players.playing(partner(view, seed), view)


# By what a game is played with: partners, and the ideas of levels, that the level itself looks at.
_BY_PIECES = {"tiles": {name: _playing(PARTNERS[name]) for name in PARTNERS}, "cards": CARDS}
_IDEAS = {
    ("tiles", "master"): master.IDEAS,
    ("cards", "hard"): eight_players.IDEAS,
    ("cards", "master"): eight_players.IDEAS,
}
