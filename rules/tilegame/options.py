"""House options: the fields of rules/tilegame/games.py that a player may set, and their values.

KR-14, KR-15 and the clocks are offered for all four tile games; RK-5, RK-12, RG-11 to RG-13, KR-4
and the lengths besides.
"""

from rules import choices, errors
from rules.base import RulesError, clip

_SWITCH = (False, True)

# name, allowed values, clause.
# allowed values: see rules.choices; None: only games that list it in rules["options"] have it.
OPTIONS = (
    ("jokers", (2, 1, 0), "KR-14"),
    ("opening_points", [0, 60, 5], "RK-4"),  # RG-13: 25, KR-14, KR-15
    ("opening_several", _SWITCH, "KR-4"),
    ("opening_build", _SWITCH, "RK-5"),
    ("groups_only", _SWITCH, "KR-14"),
    ("runs_only", _SWITCH, "KR-14"),
    ("mixed_runs", _SWITCH, "KR-15"),
    ("clock", (0, 1, 2, 3, 4, 5), "RK-10"),
    ("referee", ("friendly", "strict"), "RK-12"),
    ("length", [1, choices.MOST_ROUNDS, 1], "CR-3"),  # or points (RK-1, CR-3, KR-13, RG-14)
    ("stop_on_empty", None, "RG-11"),
)


def allowed(rules: dict, name: str) -> tuple | list | None:
    """Return the allowed values of option `name`; None if the game does not have it."""
    if name in rules["options"]:
        return rules["options"][name]
    if name == "opening_several" and rules["opening_sets"] != "group":
        return None
    for field in OPTIONS:
        if field[0] == name:
            return field[1]
    return None


def offered(rules: dict) -> list[tuple]:
    """List the options of a game: (name, allowed values, clause) tuples."""
    table = []
    for name, _, clause in OPTIONS:
        values = allowed(rules, name)
        if values is not None:
            table.append((name, values, clause))
    return table


def with_options(rules: dict, options: dict) -> dict:
    """Set house options in `rules`, a dict from games.defaults, and return it. Raises RulesError
    for an unknown option, a value that is not allowed, or rules that cannot be played."""
    if not isinstance(options, dict):
        raise RulesError("Options must be names with values.")
    for name in options:
        values = allowed(rules, name)
        if values is None:
            raise RulesError("%s has no option %s." % (rules["name"], clip(name)))
        value = options[name]
        if name == "jokers" and isinstance(value, bool):
            value = 2 if value else 0
        if not choices.fits(value, values):
            shown_value = clip(value)
            if isinstance(value, str):
                shown_value = '"%s"' % shown_value  # the text "30" is not the number 30
            raise RulesError(
                "Option %s cannot be %s; it is %s." % (name, shown_value, choices.describe(values))
            )
        rules[name] = value
        if name == "length":
            rules["length_kind"] = "points" if value > choices.MOST_ROUNDS else "rounds"
    _check(rules)
    return rules


def _check(rules):
    """Raise RulesError for rules that cannot be played."""
    if rules["groups_only"] and rules["runs_only"]:
        raise RulesError(errors.NO_SETS)
    if rules["groups_only"] and rules["mixed_runs"]:
        raise RulesError(errors.NO_MIXED)
    if rules["opening_sets"] == "group" and not rules["opening_several"]:
        max_points = 91 if rules["runs_only"] else 52  # points of the run 1 to 13; of four 13s
        if rules["opening_points"] > max_points:
            raise RulesError(errors.TOO_DEAR, max_points, rules["opening_points"])
