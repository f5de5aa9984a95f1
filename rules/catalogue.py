"""The games: the one door to all of them.

A family of games is a package of rules/ with four modules that are the same from outside: `games`
(its games as data), `game` (a running game), `players` (its computers) and `record` (its records).
rules/family.pyi is their interface, all that screens, records and commands ask of a game whose
family they do not know; a test compares (tests/test_screens_family.py).

Another game is a row in its family's GAMES, another family a package and a row in FAMILIES; no id
stands elsewhere.
"""

if False:  # for type checkers
    from rules import family as families

# In the menu's order: the package, what is played with.
FAMILIES = (("rules.tilegame", "tiles"), ("rules.eight", "cards"))
# The computers' levels, weakest first. Saves and records hold these ids, `choices` of assets/words
# names them, and the players of each family say who plays them (BY_LEVEL).
LEVELS = ("easy", "normal", "hard", "master")
OLD_LEVELS = ("easy", "normal", "hard", "master")  # as earlier saves number them
LATER_LEVELS: "tuple[str, ...]" = ()  # the others, in order of age


def _module(family, name):
    """Load a module of a family's package; nothing here keeps it."""
    # CPython imports the names of the list as modules, too, but not __name__, which is there.
    return __import__(family[0] + "." + name, None, None, ("__name__",))


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
    from rules.base import RulesError, shown

    raise RulesError("There is no game %s; the games are %s." % (shown(game_id), ", ".join(ORDER)))


def title(game_id: str) -> str:
    """Return a game's name. Raises RulesError for an unknown id, as all functions below do."""
    return _row(game_id)[1]


def pieces(game_id: str) -> str:
    """Return what a game is played with: "tiles" or "cards"."""
    return _row(game_id)[2][1]


def rules_of(game_id: str) -> "families.Rules":
    """Return the module of a game's rules as data."""
    return _module(_row(game_id)[2], "games")


def players(game_id: str) -> "families.Players":
    """Return the module of a game's computer players."""
    return _module(_row(game_id)[2], "players")


def record(game_id: "str | None") -> "families.Records":
    """Return the module that reads a game's records; None: of a game of the first family."""
    return _module(FAMILIES[0] if game_id is None else _row(game_id)[2], "record")


def rules_for(game_id: str, options: dict | None = None) -> dict:
    """Return a game's rules under house options: a dict of every field. Raises RulesError."""
    return rules_of(game_id).rules_for(game_id, options)


def usual(game_id: str, levels: "list[str]") -> dict:
    """Return a game's rules while no option is chosen: its own, but without a clock for one person
    alone against computers. levels: of each seat; "" is a person."""
    rules = rules_of(game_id).defaults(game_id)
    if "clock" in rules and levels.count("") == 1:
        rules["clock"] = 0
    return rules


def chosen(game_id: str, levels: "list[str]", options: dict) -> dict:
    """Add to `options`, the house options chosen for a game, what else differs from its rules: see
    `usual`. Returns `options`."""
    if usual(game_id, levels).get("clock") == 0:
        options.setdefault("clock", 0)
    return options


def short_options(game_id: str) -> dict:
    """Return the options of one round without a clock; none where a game has no rounds."""
    if "length" in rules_of(game_id).defaults(game_id):
        return {"length": 1, "clock": 0}
    return {}


def new(game_id: str, seats: int, seed: int, options: dict | None = None) -> "families.Game":
    """Make a new game at its start. Raises RulesError."""
    return _module(_row(game_id)[2], "game").new(game_id, seats, seed, options)


def load(game_id: str, data: bytes) -> "families.Game":
    """Restore the game that its `pack` wrote. Raises RulesError."""
    return _module(_row(game_id)[2], "game").unpack(data)
