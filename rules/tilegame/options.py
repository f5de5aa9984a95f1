"""House options: which fields of rules/tilegame/games.py a player may set, their values and their
meaning.

KR-14, KR-15 and the clocks are offered for all four tile games; RK-5, RK-12, RG-11 to RG-13, KR-4
and the lengths besides.
"""

from rules import choices
from rules.errors import RulesError, shown

MOST_ROUNDS = 9  # a length up to here is rounds, above it points (RK-1, CR-3, KR-13, RG-14)

_SWITCH = (False, True)

# name, allowed values, clause, what it means (shown in the set-up form).
# allowed: see rules.choices; None: only where rules["options"] has it.
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
    ("length", [1, MOST_ROUNDS, 1], "CR-3", "Rounds, or points that end the game"),
    ("stop_on_empty", None, "RG-11", "The game ends with the pool"),
)


def allowed(rules, name):
    """The values option `name` may take (see rules.choices); None: the game has no such option."""
    if name in rules["options"]:
        return rules["options"][name]
    if name == "opening_several" and rules["opening_sets"] != "group":
        return None
    for field in OPTIONS:
        if field[0] == name:
            return field[1]
    return None


def offered(rules):
    """The options of a game as data: (name, allowed values, clause, meaning) tuples."""
    table = []
    for name, _, clause, meaning in OPTIONS:
        values = allowed(rules, name)
        if values is not None:
            table.append((name, values, clause, meaning))
    return table


def with_options(rules, options):
    """`rules` (a dict from games.defaults) with house options set; checked whole. See
    games.rules_for."""
    if not isinstance(options, dict):
        raise RulesError("Options must be names with values.")
    for name in options:
        values = allowed(rules, name)
        if values is None:
            raise RulesError("%s has no option %s." % (rules["name"], shown(name)))
        value = options[name]
        if name == "jokers" and isinstance(value, bool):
            value = 2 if value else 0
        if not choices.fits(value, values):
            named = shown(value)
            if isinstance(value, str):
                named = '"%s"' % named  # "30" is no 30
            raise RulesError(
                "Option %s cannot be %s; it is %s." % (name, named, choices.said(values))
            )
        rules[name] = value
        if name == "length":
            rules["length_kind"] = "points" if value > MOST_ROUNDS else "rounds"
    problem = contradiction(rules)
    if problem:
        raise RulesError(problem)
    return rules


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
