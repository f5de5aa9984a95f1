"""House options: which fields of rules/tilegame/games.py a player may set, their values and their
meaning.

KR-14, KR-15 and the clocks are offered for all four tile games; RK-5, RK-12, RG-11 to RG-13, KR-4
and the lengths besides.
"""

from rules.errors import RulesError
from rules.tilegame import games

_SWITCH = (False, True)

# name, allowed values, clause, what it means (shown in the set-up form).
# allowed: a tuple of values, or ranges, each lowest, highest and step, in one list.
OPTIONS = (
    ("jokers", (2, 1, 0), "KR-14", "Jokers in the pack"),
    ("opening_points", [0, 60, 5], "RK-4", "Points needed to open"),
    ("opening_several", _SWITCH, "KR-4", "Several groups may open"),
    ("opening_build", _SWITCH, "RK-5", "Build in the opening turn"),
    ("groups_only", _SWITCH, "KR-14", "Only groups, no runs"),
    ("runs_only", _SWITCH, "KR-14", "Only runs, no groups"),
    ("mixed_runs", _SWITCH, "KR-15", "Runs of mixed colours"),
    ("clock", (0, 1, 2, 3, 4, 5), "RK-10", "Minutes a turn, 0 for none"),
    ("referee", ("friendly", "strict"), "RK-12", "Referee"),
    ("length", [1, 9, 1], "CR-3", "Rounds, or points that end the game"),
    ("stop_on_empty", None, "RG-11", "The game ends with the pool"),
)

# Options a game offers beyond, or other than, the shared ones.
_ALLOWED = {
    "RK": {"length": [1, 9, 1, 50, 500, 50]},
    "RG": {"stop_on_empty": (True, False)},
}


def allowed(game, name):
    """The values option `name` may take in `game`: a tuple, a list [low, high, step, ...], or None.

    None: the field is no option of this game.
    """
    own = _ALLOWED.get(game)
    if own and name in own:
        return own[name]
    for field in OPTIONS:
        if field[0] == name:
            if name == "opening_several" and games.GAMES[game].get("opening_sets") != "group":
                return None
            return field[1]
    return None


def option_names(game):
    """The names of the options `game` offers, in the order of OPTIONS."""
    return [field[0] for field in OPTIONS if allowed(game, field[0]) is not None]


def meaning(name):
    """The words the set-up form shows for a field."""
    for field in OPTIONS:
        if field[0] == name:
            return field[3]
    raise RulesError("There is no option %s." % name)


def with_options(rules, options):
    """`rules` (a dict from games.defaults) with house options set; checked whole. See
    games.rules_for."""
    if not isinstance(options, dict):
        raise RulesError("Options must be names with values.")
    for name in options:
        values = allowed(rules["game"], name)
        if values is None:
            raise RulesError("%s has no option %s." % (rules["name"], name))
        value = options[name]
        if name == "jokers" and isinstance(value, bool):
            value = 2 if value else 0
        if not fits(value, values):
            raise RulesError("Option %s cannot be %s; it is %s." % (name, value, _say(values)))
        rules[name] = value
        if name == "length":
            rules["length_kind"] = "points" if value > games.MOST_ROUNDS else "rounds"
    problem = contradiction(rules)
    if problem:
        raise RulesError(problem)
    return rules


def fits(value, values):
    """True when `value` is one of `values`: a tuple, or [low, high, step, ...]."""
    if isinstance(values, list):
        for i in range(0, len(values), 3):
            if type(value) is int and values[i] <= value <= values[i + 1]:
                return True
        return False
    for one in values:
        if value == one and type(value) is type(one):
            return True
    return False


def _say(values):
    if isinstance(values, list):
        return " or ".join(
            ["%d to %d" % (values[i], values[i + 1]) for i in range(0, len(values), 3)]
        )
    return " or ".join([str(one) for one in values])


def contradiction(rules):
    """Why these rules cannot be played, as one sentence, or None."""
    if rules["groups_only"] and rules["runs_only"]:
        return "Only groups and only runs together leave no set to lay."
    if rules["groups_only"] and rules["mixed_runs"]:
        return "Runs of mixed colours cannot be used when only groups are allowed."
    if rules["opening_sets"] == "group" and not rules["opening_several"]:
        most = 91 if rules["runs_only"] else 52  # a run of 1 to 13; four 13s
        if rules["opening_points"] > most:
            return "One group is worth %d points at most, so nobody could open with %d." % (
                most,
                rules["opening_points"],
            )
    return None


def options_of(rules):
    """The options in force that differ from the game as written: a list of (name, value)."""
    plain = games.defaults(rules["game"])
    return [
        (name, rules[name]) for name in option_names(rules["game"]) if rules[name] != plain[name]
    ]
