"""The catalogue of all games: look up a game's family and call its modules.

A family of games is a package of rules/ with four modules of the same interface, rules/family.pyi:
`games` (the games as data), `game` (a running game), `players` (computer players) and `record`
(reading records). Screens, records and commands use no more than this interface if they do not know
the family; tests/test_screens_family.py compares the modules with it.

To add a game, add a row to its family's GAMES; to add a family, add a package and a row to
FAMILIES. No game id is written anywhere else.
"""

if False:  # for type checkers
    from rules import family as families

# (package, pieces that its games are played with), in menu order.
FAMILIES = (("rules.tilegame", "tiles"), ("rules.eight", "cards"))
# The ids of the computer players' levels, weakest first, as in saves and records. `choices` of
# assets/words has their names, BY_LEVEL of each family's players their players.
LEVELS = ("easy", "normal", "hard", "master")
OLD_LEVELS = ("easy", "normal", "hard", "master")  # in the order of their digits in game codes
LATER_LEVELS: "tuple[str, ...]" = ()  # levels added later, oldest first


def _module(family, name):
    """Return a module of a family's package, without keeping a reference to it."""
    # With a list of names, __import__ returns the inner module; every module has a __name__.
    return __import__(family[0] + "." + name, None, None, ("__name__",))


def _rows():
    rows = []
    for family in FAMILIES:
        for row in _module(family, "games").GAMES:
            rows.append((row["game"], row["name"], family))
    return rows


_GAMES = _rows()  # (id, name, family)
ORDER = tuple([row[0] for row in _GAMES])  # all ids in menu order


def _row(game_id):
    for row in _GAMES:
        if row[0] == game_id:
            return row
    from rules.base import RulesError, clip

    raise RulesError("There is no game %s; the games are %s." % (clip(game_id), ", ".join(ORDER)))


def title(game_id: str) -> str:
    """Return the name of a game. Like all functions below, raises RulesError for an unknown id."""
    return _row(game_id)[1]


def pieces(game_id: str) -> str:
    """Return the pieces of a game: "tiles" or "cards"."""
    return _row(game_id)[2][1]


def rules_of(game_id: str) -> "families.Rules":
    """Return the module of a game's rules as data."""
    return _module(_row(game_id)[2], "games")


def players(game_id: str) -> "families.Players":
    """Return the module of a game's computer players."""
    return _module(_row(game_id)[2], "players")


def record(game_id: "str | None") -> "families.Records":
    """Return the module that reads a game's records; None: of any game of the first family."""
    return _module(FAMILIES[0] if game_id is None else _row(game_id)[2], "record")


def rules_for(game_id: str, options: dict | None = None) -> dict:
    """Return the rules of a game under house options: a dict of every field. Raises RulesError."""
    return rules_of(game_id).rules_for(game_id, options)


def usual_rules(game_id: str, levels: "list[str]") -> dict:
    """Return the rules of a game without house options; for one person against computers it then
    has no clock. levels: the level of each seat, "" for a person."""
    rules = rules_of(game_id).defaults(game_id)
    if "clock" in rules and levels.count("") == 1:
        rules["clock"] = 0
    return rules


def add_clock(game_id: str, levels: "list[str]", options: dict) -> dict:
    """Return the chosen `options`, with the clock off if `usual_rules` have none."""
    if usual_rules(game_id, levels).get("clock") == 0:
        options.setdefault("clock", 0)
    return options


def short_options(game_id: str) -> dict:
    """Return the options for a game of one round without a clock; none if it has no rounds."""
    if "length" in rules_of(game_id).defaults(game_id):
        return {"length": 1, "clock": 0}
    return {}


def new(game_id: str, seats: int, seed: int, options: dict | None = None) -> "families.Game":
    """Make a new game at its start. Raises RulesError."""
    return _module(_row(game_id)[2], "game").new(game_id, seats, seed, options)


def load(game_id: str, data: bytes) -> "families.Game":
    """Restore the game that its `pack` wrote. Raises RulesError."""
    return _module(_row(game_id)[2], "game").unpack(data)
