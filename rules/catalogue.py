"""The games: the one door to all of them.

A family of games is a package of rules/ with four modules that are the same from outside:
    games    GAMES: a row (dict) a game, in menu order: "game" (its id, two capital letters),
             "name", "code" (its number in rules/codes.py: 0 to 6, no other game's), "later" where
             its options have values that came after its first codes (a list of (option, value),
             the oldest first), and whatever else sets it apart; HELP: help files that all share;
             COACH: the screen that goes through a record, or "";
             ids(), defaults(id), rules_for(id, options), offered(id)
    game     new(id, seats, seed, options), unpack(data): a game as rules.tilegame.game.Game is one:
             `modules`, `screen` (which of lib/pocket plays it), `one_record`, `result`, `sheet` ...
    players  BY_LEVEL; choose(level, view, seed); redeal(level, view) where a game has that phase
    record   how its records are read: names, GAP, RACKS (with deal), SOLVED, begin, PARTS
On the desktop `requests` answers referee(request) and score(request) about it. Another game is a
row in its family's GAMES, another family a package and a row in FAMILIES; no id stands elsewhere.
"""

from rules import parts

if False:  # for type checkers
    from rules import family as families

# In the menu's order: the package, what is played with.
FAMILIES = (("rules.tilegame", "tiles"),) + ((("rules.eight", "cards"),) if parts.CARDS else ())
# The computers' levels, weakest first. Saves and records hold these ids, `choices` of assets/words
# names them, and the players of each family say who plays them (BY_LEVEL).
LEVELS = ("easy", "normal", "hard", "master")
OLD_LEVELS = ("easy", "normal", "hard", "master")  # as earlier saves number them
LATER_LEVELS: "tuple[str, ...]" = ()  # the others, in order of age


def _module(family, name):
    """A module of a family's package, loaded now; nothing here keeps it."""
    # A desktop looks for what is asked of a package as a module, too: __name__ is there.
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
    from rules.errors import RulesError, shown

    raise RulesError("There is no game %s; the games are %s." % (shown(game_id), ", ".join(ORDER)))


def title(game_id: str) -> str:
    """A game's name. Raises RulesError for an id that does not exist, as all functions below do."""
    return _row(game_id)[1]


def pieces(game_id: str) -> str:
    """What a game is played with: "tiles" or "cards"."""
    return _row(game_id)[2][1]


def rules_of(game_id: str) -> "families.Rules":
    """The module of a game's rules as data: GAMES, HELP, defaults, rules_for, offered."""
    return _module(_row(game_id)[2], "games")


def players(game_id: str) -> "families.Players":
    """The module of a game's computer players: choose."""
    return _module(_row(game_id)[2], "players")


def record(game_id: "str | None") -> "families.Records":
    """The module that reads a game's records; None: of a game of the first family."""
    return _module(FAMILIES[0] if game_id is None else _row(game_id)[2], "record")


def requests(game_id: str) -> "families.Requests":
    """The module that answers requests about a game (desktop): referee, score."""
    return _module(_row(game_id)[2], "requests")


def rules_for(game_id: str, options: dict | None = None) -> dict:
    """A game's rules under house options: a dict of every field. Raises RulesError."""
    return rules_of(game_id).rules_for(game_id, options)


def usual(game_id: str, levels: "list[str]") -> dict:
    """A game's rules while no option is chosen: its own, but without a clock for one person alone
    against computers. levels: of each seat; "" is a person."""
    rules = rules_of(game_id).defaults(game_id)
    if "clock" in rules and levels.count("") == 1:
        rules["clock"] = 0
    return rules


def short_options(game_id: str) -> dict:
    """The options of one round without a clock; none where a game is not played by rounds."""
    for field in rules_of(game_id).offered(game_id):
        if field[0] == "length":
            return {"length": 1, "clock": 0}
    return {}


def new(game_id: str, seats: int, seed: int, options: dict | None = None) -> "families.Game":
    """A new game at its start. Raises RulesError."""
    return _module(_row(game_id)[2], "game").new(game_id, seats, seed, options)


def load(game_id: str, data: bytes) -> "families.Game":
    """The game that its `pack` wrote. Raises RulesError."""
    return _module(_row(game_id)[2], "game").unpack(data)
