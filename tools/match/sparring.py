"""Sparring partners for `match`, on the desktop only: each a way to play, in a few lines.

A partner is a generator like a level's (rules/tilegame/players): None, or tables, the best first.
"""

from rules import catalogue
from rules.catalogue import LEVELS
from rules.eight import cards
from rules.eight import players as eight_players
from rules.prng import Rng
from rules.tilegame import players
from rules.tilegame.players import asking
from rules.tilegame.players.master import with_one_more
from rules.tilegame.tiles import JOKER, number_of


def greedy(view, seed):
    """Opens as soon as it can, always lays the most tiles."""
    view.work = None
    yield from asking.best(view)


def drawer(view, seed):
    """Only draws."""
    yield b""


def late(view, seed):
    """Opens with an empty pool or more than 20 tiles, then greedy."""
    if not view.opened[view.seat] and view.pool and len(view.rack) <= 20:
        yield b""
        return
    yield from greedy(view, seed)


def patient(view, seed):
    """Lays only plays of half its rack or more, until somebody is close or the pool ends."""
    few = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    before = sum([len(codes) for codes in view.table])
    for table in greedy(view, seed):
        if table and view.opened[view.seat] and view.pool > view.seats and few > 4:
            laid = sum([len(codes) for codes in table]) - before
            yield table if 2 * laid >= len(view.rack) else b""
            return
        yield table


def keeper(view, seed):
    """Greedy, but keeps its jokers until they let it go out or somebody is close."""
    view.work = None
    few = min([view.counts[i] for i in range(view.seats) if i != view.seat])
    jokers = view.rack.count(bytes((JOKER,)))
    if jokers and view.pool and few > 3 and len(view.rack) > 3 * jokers:
        for result in asking.ask(
            view, view.table, asking.without_jokers(view.rack), bool(view.opened[view.seat])
        ):
            if result is None:
                yield None
        if result.tiles < len(view.rack) - jokers - 1:
            yield result.table if result.tiles else b""
            return
    yield from asking.best(view)


def single(view, seed):
    """Opens small, then lays one tile a turn, the dearest that fits a standing set."""
    if not view.opened[view.seat]:
        for table in asking.small_opening(view):
            yield table
        return
    for code in sorted(set(view.rack), key=lambda code: -number_of(code)):
        if code < JOKER:
            for table in with_one_more(view, code):
                if table is not False:
                    yield table
    for table in asking.best(view):  # nothing fits: sets of its own
        yield table


def mixed(view, seed):
    """A way to play by chance, turn by turn."""
    yield from _MIX[Rng(seed).below(len(_MIX))](view, seed)


def holder(view, seed):
    """The strongest player before master."""
    from tools.match import holder as module

    return module.tables(view, seed)


_MIX = (greedy, patient, keeper, single, drawer)

PARTNERS = {
    "greedy": greedy,
    "holder": holder,
    "patient": patient,
    "late": late,
    "keeper": keeper,
    "single": single,
    "drawer": drawer,
    "mixed": mixed,
}


def known(game_id):
    """The names a seat may have in a game: the levels, then the partners."""
    return LEVELS + tuple(CARDS if catalogue.pieces(game_id) == "cards" else PARTNERS)


def split(name):
    """("master", {"IDEA": 0}) of "master-IDEA": a level without an idea, for measuring.

    "master-IDEA=4": with another value of it.
    """
    level, *without = name.split("-")
    return level, {idea.split("=")[0]: int(idea.partition("=")[2] or 0) for idea in without}


def unknown(game_id, name):
    """None, or the sentence that says what is wrong with a seat's name."""
    try:
        level, without = split(name)
    except ValueError:
        return "An idea's parameter is a number: %s." % name
    if level not in known(game_id):
        return "There is no player %s in %s; there are %s." % (
            name,
            game_id,
            ", ".join(known(game_id)),
        )
    ideas = _ideas(game_id, level)
    for idea in without:
        if idea not in ideas:
            return "%s has no idea %s; it has %s." % (
                level,
                idea,
                ", ".join(sorted(ideas)) or "none",
            )
    return None


def _ideas(game_id, level):
    """The ideas of a level, name to parameter: a dict the level itself looks at."""
    cards_played = catalogue.pieces(game_id) == "cards"
    if cards_played and level in ("hard", "master"):
        from rules.eight import players as module
    elif not cards_played and level == "master":
        from rules.tilegame.players import master as module
    else:
        return {}
    return module.IDEAS


def _without(game_id, level, without, moves):
    """Run a move generator to its end with some ideas switched off; yields what it yields."""
    ideas = _ideas(game_id, level)
    kept = dict(ideas)
    ideas.update(without)
    try:
        said = list(moves)
    finally:
        ideas.update(kept)
    return iter(said)


def choose(name, view, seed):
    """`players.choose` for levels and partners; see `split`."""
    level, without = split(name)
    if level in PARTNERS:
        return players.playing(PARTNERS[level](view, seed), view)
    moves = players.choose(level, view, seed)
    return _without(view.rules["game"], level, without, moves) if without else moves


# -- 8 Round Rummy ---------------------------------------------------------------------------------


def piler(view, seed):
    """Never takes a discard, else normal."""
    if view.taken == cards.NONE:
        return iter([("take", "pile")])
    return eight_players.choose("normal", view, seed)


def picker(view, seed):
    """Takes every discard it can, else normal."""
    if view.taken == cards.NONE:
        return iter([("take", "discard" if view.can_pick else "pile")])
    return eight_players.choose("normal", view, seed)


def mixed_cards(view, seed):
    """A way to play by chance, turn by turn."""
    names = ("easy", "normal", "hard", "piler", "picker")
    return choose_cards(names[Rng(seed).below(len(names))], view, seed)


CARDS = {"piler": piler, "picker": picker, "mixed": mixed_cards}


def choose_cards(name, view, seed):
    """The moves of a level or a partner in 8 Round Rummy; see `split`."""
    level, without = split(name)
    if level in CARDS:
        return CARDS[level](view, seed)
    moves = eight_players.choose(level, view, seed)
    return _without(view.rules["game"], level, without, moves) if without else moves
