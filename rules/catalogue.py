"""The games: the one door to all of them.

A family of games is a package of rules/ with modules that are the same from outside:

games     GAMES: a row (dict) a game, in menu order: "game" (its id, two capital letters), "name",
          "code" (its number in rules/codes.py: 0 to 6, no other game's), "players_min",
          "players_max", "later" where its options have values that came after its first codes (a
          list of (option, value), the oldest first), and whatever else sets it apart; HELP: help
          files that all share; COACH: as a game's `coach`; LESSON: the module of lib/pocket whose
          LessonGame(id, told) is a turn of a lesson (lesson.py), a blank behind it;
          ids(), defaults(id), rules_for(id, options), offered(id)
game      new(id, seats, seed, options), unpack(data): a game, see below
players   BY_LEVEL; choose(level, view, seed, habits); redeal(level, view) where a game has that
          phase
record    how its records are read: VERSION, names(), GAP, RACKS (with deal), SOLVED, dealt(record),
          PARTS

Another game is a row in its family's GAMES, another family a package and a row in FAMILIES; no id
stands elsewhere. This is all that screens, records and commands ask of a game whose family they do
not know; its screen and players know the rest (a test compares: tests/test_screens_family.py).

rules       a dict: what its row and its options say; with "clock": minutes a turn, 0 for none
options     the house options given: {name: value}
seats       how many play
phase       "start" (("go",) begins), "turn", "over"; "round" between rounds, each of which is
            recorded and counted by itself, else the game is; "redeal" where tiles may be dealt
            anew; others are its own, and its screen shows them
seat        whose turn it is
starter     who began
dealer      who deals the cards, a seat; None: nobody
draws       for the start, (seat, tile) flattened; b"" where nobody draws
round       the number of the running round, from 1
apply       make a move: None, or (clause, why), and nothing has changed
events      what the last move did: tuples (word, seat, detail); a list
history     the last turns, two bytes each: kind << 4 | seat, number (tilegame.game); b"": not told
view        of a seat: all that its computer player may see
rounds      points of each seat, a row for each finished round
totals      points of each seat so far
winners     seats that have won the round that is over
winner      the same of the game, called
stalled     rounds that nobody won, a number; of a game by rounds, whether the last is one
racks       the tiles each seat has left; its sheet then shows them, scores that add up to zero, and
            by "length_kind", "length", "call" and "all_won" of `rules` what ends and wins it;
            (): points alone
sheet       rows of the score sheet, called: (label, points of each seat)
version     of its record, from 1
origin      eight bytes that it, or the round, was dealt from
moves       its record so far, packed (docs/RECORDS.md); None: of a save without one
result      called: what its record ends with, and statistics count, points of each seat
coach       the screen that goes through its record, or ""
next_game   the move that begins the next game, where it follows from this one; None
note        bytes of the app's own, kept in saves
pack        called: bytes for `unpack`
check       prove it whole, or raise RulesError
modules     what its code is made of: modules that stay while it runs, a blank between them
screen      which of lib/pocket plays it
preload     modules that a turn there wants, a blank after each: loaded behind the menu in a game
pieces      what it is played with, as FAMILIES says
help        help files beside its own: the first comes before that, the others behind

Only some are asked for what follows, and a lesson's turn for more (Lesson in rules/family.pyi):

auto        where there are no racks: who has won at once, a seat; None
table       where its screen keeps what was `seen` of it: its sets
opened      where a station of the journey asks to open: by seat, whether it has
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


def chosen(game_id: str, levels: "list[str]", options: dict) -> dict:
    """`options`, the house options that were chosen for a game, with what else differs from its
    rules: see `usual`."""
    if usual(game_id, levels).get("clock") == 0:
        options.setdefault("clock", 0)
    return options


def short_options(game_id: str) -> dict:
    """The options of one round without a clock; none where a game is not played by rounds."""
    if "length" in rules_of(game_id).defaults(game_id):
        return {"length": 1, "clock": 0}
    return {}


def new(game_id: str, seats: int, seed: int, options: dict | None = None) -> "families.Game":
    """A new game at its start. Raises RulesError."""
    return _module(_row(game_id)[2], "game").new(game_id, seats, seed, options)


def load(game_id: str, data: bytes) -> "families.Game":
    """The game that its `pack` wrote. Raises RulesError."""
    return _module(_row(game_id)[2], "game").unpack(data)
