"""8 Round Rummy as data: its row for the catalogue, its one option, its rules."""

from rules.base import RulesError, clip

GAMES: tuple[dict, ...] = (
    {"game": "ER", "name": "8 Round Rummy", "code": 4, "players_min": 2, "players_max": 6},
)

COACH = "review.cardcoach"  # the screen that reviews a record
LESSON = "pocket.eight.lessoneight "  # the module that plays the turn of a lesson
HELP = ()  # no help files besides the game's own

# name, allowed values, clause
OPTIONS = (("short", (False, True), "ER-12"),)


def offered(game_id: str) -> tuple[tuple, ...]:
    """List the options of a game: (name, allowed values, clause) tuples."""
    return OPTIONS


def defaults(game_id: str) -> dict:
    """Return the rules without options."""
    return rules_for(game_id)


def rules_for(game_id: str, options: dict | None = None) -> dict:
    """Return the rules of a game under options (ER-12). Raises RulesError."""
    from rules.eight import cards

    rules: dict = {"hand": cards.HAND, "short": False}
    for row in GAMES:
        if row["game"] == game_id:
            rules.update(row)
    if options is not None:
        if not isinstance(options, dict):
            raise RulesError("Options must be names with values.")
        for name in options:
            if name != "short":
                raise RulesError("%s has no option %s." % (rules["name"], clip(name)))
            if not isinstance(options[name], bool):
                raise RulesError(
                    "Option short cannot be %s; it is true or false." % clip(options[name])
                )
            rules[name] = options[name]
    rules["goals"] = cards.SHORT if rules["short"] else cards.ROUNDS
    return rules
