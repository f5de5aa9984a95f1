"""The games: the one door to all of them.

A family of games is a package of rules/ with three modules that are the same from outside:
    games    GAMES: a row (dict) a game, in menu order: "game" (its id, two capital letters),
             "name" and whatever else sets it apart; HELP: help files that all of them share;
             ids(), defaults(id), rules_for(id, options), offered(id)
    game     new(id, seats, seed, options), unpack(data): a game with `family`, `screen` (which of
             pocket.screens plays it), `round`, `apply`, `view`, `pack` ...
    players  choose(level, view, seed); redeal(level, view) where a game has that phase
On the desktop `requests` answers referee(request) and score(request) about it. A game more is a row
in its family's GAMES, a family more a package and a row in FAMILIES. No id stands anywhere else.
"""

# In the menu's order: the package, what is played with.
FAMILIES = (("rules.tilegame", "tiles"), ("rules.eight", "cards"))
LEVELS = ("easy", "normal", "hard", "master")  # of computers, weakest first; saves hold their place


def _module(family, name):
    """A module of a family's package, loaded now and kept by nobody."""
    return __import__(family[0] + "." + name, None, None, (name,))


def _rows():
    rows = []
    for family in FAMILIES:
        for row in _module(family, "games").GAMES:
            rows.append((row["game"], row["name"], family))
    return rows


_GAMES = _rows()  # (id, name, family)
ORDER = tuple([row[0] for row in _GAMES])  # the ids, as menus list them


def _row(game_id):
    for row in _GAMES:
        if row[0] == game_id:
            return row
    from rules.errors import RulesError, shown

    raise RulesError("There is no game %s; the games are %s." % (shown(game_id), ", ".join(ORDER)))


def title(game_id):
    """A game's name. Raises RulesError, as all that follow, for an id that is none."""
    return _row(game_id)[1]


def pieces(game_id):
    """What a game is played with: "tiles" or "cards"."""
    return _row(game_id)[2][1]


def rules_of(game_id):
    """The module of a game's rules as data: GAMES, HELP, defaults, rules_for, offered."""
    return _module(_row(game_id)[2], "games")


def players(game_id):
    """The module of a game's computer players: choose."""
    return _module(_row(game_id)[2], "players")


def requests(game_id):
    """The module that answers requests about a game (desktop): referee, score."""
    return _module(_row(game_id)[2], "requests")


def rules_for(game_id, options=None):
    """A game's rules under house options: a dict of every field. Raises RulesError."""
    return rules_of(game_id).rules_for(game_id, options)


def new(game_id, seats, seed, options=None):
    """A new game at its start. Raises RulesError."""
    return _module(_row(game_id)[2], "game").new(game_id, seats, seed, options)


def load(game_id, data):
    """The game that its `pack` wrote. Raises RulesError, one sentence."""
    return _module(_row(game_id)[2], "game").unpack(data)
