"""The tile games as data: one table of rule fields, and what each game sets differently.

Code anywhere else branches on a field, never on a game's name. A new tile game is one entry in
GAMES, its help text and its tests.
"""
from rules.tiles import RulesError

# name, default, allowed values, clause, what it means (shown in the set-up form).
# allowed: a tuple of values, or (lowest, highest, step) as a list.
FIELDS = (
    ("name", "", None, "", "Name in menus"),
    ("players_max", 4, None, "", "Most players"),
    ("fourth", "orange", None, "", "The fourth colour"),
    ("hand", 14, None, "RK-3", "Tiles dealt to each player"),
    ("jokers", 2, (2, 1, 0), "KR-14", "Jokers in the pack"),
    ("opening_points", 30, [0, 60, 5], "RK-4", "Points needed to open"),
    ("opening_joker", "face", None, "RK-4", "What a joker counts in the opening"),
    ("opening_sets", "any", None, "KR-4", "Which sets open"),
    ("opening_several", False, (False, True), "KR-4", "Several groups may open"),
    ("opening_build", False, (False, True), "RK-5", "Build in the opening turn"),
    ("joker_reuse", "two", None, "RK-15", "How a retrieved joker is used again"),
    ("joker_layoff", True, None, "RG-8", "A rack joker may join a set on the table"),
    ("joker_penalty", 30, None, "RK-16", "What a joker costs on a rack"),
    ("groups_only", False, (False, True), "KR-14", "Only groups, no runs"),
    ("runs_only", False, (False, True), "KR-14", "Only runs, no groups"),
    ("mixed_runs", False, (False, True), "KR-15", "Runs of mixed colours"),
    ("start", "high", None, "RK-2", "Which drawn tile starts"),
    ("start_rotates", False, None, "RG-1", "Later games start one seat to the left"),
    ("clock", 2, (0, 1, 2, 3, 4, 5), "RK-10", "Minutes a turn, 0 for none"),
    ("timeout_draw", 1, None, "RK-10", "Tiles drawn when time runs out"),
    ("timeout_moved_draw", 1, None, "RK-11", "The same with table tiles moved"),
    ("failed_draw", 3, None, "RK-11", "Tiles drawn after a failed rearrangement"),
    ("referee", "friendly", ("friendly", "strict"), "RK-12", "Referee"),
    ("length_kind", "rounds", None, "RK-1", "What ends the game"),
    ("length", 1, [1, 9, 1], "CR-3", "Rounds, or points that end the game"),
    ("stop_on_empty", False, None, "RG-11", "The round ends with the pool"),
    ("stall_score", "difference", None, "RK-18", "How a stalled round is scored"),
    ("forced_play", False, None, "KR-10", "Empty pool: who can play must"),
    ("redeal_pairs", 0, None, "KR-2", "Equal pairs that allow a new deal"),
    ("piles", False, None, "KR-3", "The pool is shown as piles of seven"),
    ("say_opening", "RK-4", None, "", "The clause of the opening points"),
    ("say_build", "RK-5", None, "", "The clause of building in the opening turn"),
    ("say_reuse", "RK-15", None, "", "The clause of a retrieved joker's use"),
    ("say_retrieve", "RK-13", None, "", "The clause of retrieving a joker"),
    ("say_draw", "RK-7", None, "", "The clause of drawing"),
    ("say_clock", "RK-10", None, "", "The clause of the clock"),
)

GAMES = {
    "RK": {
        "name": "Rummikub",
        "timeout_moved_draw": 3,
        "length_kind": "points",
        "length": 200,
    },
    "RG": {
        "name": "Rummy Gin",
        "fourth": "yellow",
        "opening_points": 50,
        "opening_joker": "flat",
        "opening_build": True,
        "joker_reuse": "hand",
        "joker_layoff": False,
        "joker_penalty": 25,
        "start": "low",
        "start_rotates": True,
        "clock": 0,
        "stop_on_empty": True,
        "stall_score": "full",
        "say_opening": "RG-3",
        "say_reuse": "RG-9",
        "say_retrieve": "RG-9",
        "say_draw": "RG-6",
        "say_clock": "RG-12",
    },
    "CR": {
        "name": "Classic Rummy Tiles",
        "fourth": "green",
        "length": 3,
        "say_opening": "CR-4",
        "say_build": "CR-5",
        "say_reuse": "CR-11",
        "say_retrieve": "CR-10",
        "say_draw": "CR-7",
        "say_clock": "CR-8",
    },
    "KR": {
        "name": "Kiran Rummy",
        "fourth": "yellow",
        "opening_joker": "none",
        "opening_sets": "group",
        "joker_reuse": "any",
        "joker_penalty": 50,
        "clock": 1,
        "timeout_draw": 3,
        "timeout_moved_draw": 3,
        "length": 2,
        "forced_play": True,
        "redeal_pairs": 3,
        "piles": True,
        "say_opening": "KR-4",
        "say_reuse": "KR-9",
        "say_retrieve": "KR-9",
        "say_draw": "KR-6",
        "say_clock": "KR-7",
    },
}

TILE_GAMES = ("RK", "RG", "CR", "KR")  # menu order; dict order is not kept on a board

# Options a game offers beyond, or other than, the shared ones.
_ALLOWED = {
    "RK": {"length": [50, 500, 50]},
    "RG": {"stop_on_empty": (True, False)},
}


def allowed(game, name):
    """The values option `name` may take in `game`: a tuple, a list [low, high, step], or None.

    None: the field is no option of this game.
    """
    own = _ALLOWED.get(game)
    if own and name in own:
        return own[name]
    for field in FIELDS:
        if field[0] == name:
            if name == "opening_several" and GAMES[game].get("opening_sets") != "group":
                return None
            return field[2]
    return None


def option_names(game):
    """The names of the options `game` offers, in the order of FIELDS."""
    return [field[0] for field in FIELDS if allowed(game, field[0]) is not None]


def meaning(name):
    """The words the set-up form shows for a field."""
    for field in FIELDS:
        if field[0] == name:
            return field[4]
    raise RulesError("There is no option %s." % name)


def defaults(game):
    """The rules of `game` as written: a dict of every field. Raises RulesError."""
    if game not in GAMES:
        raise RulesError("There is no tile game %s; the games are %s."
                         % (game, ", ".join(TILE_GAMES)))
    rules = {"game": game}
    for field in FIELDS:
        rules[field[0]] = field[1]
    rules.update(GAMES[game])
    return rules


def rules_for(game, options=None):
    """The rules of `game` under house options (KR-14, KR-15, RG-11 to RG-13, RK-5, RK-12).

    options: dict of option name to value, or None. Returns a dict of every field.
    Raises RulesError, one sentence, for an unknown game or option, a value out of range, or
    options that contradict each other.
    """
    rules = defaults(game)
    if options is None:
        return rules
    if not isinstance(options, dict):
        raise RulesError("Options must be names with values.")
    for name in options:
        values = allowed(game, name)
        if values is None:
            raise RulesError("%s has no option %s." % (rules["name"], name))
        value = options[name]
        if name == "jokers" and isinstance(value, bool):
            value = 2 if value else 0
        if not _fits(value, values):
            raise RulesError("Option %s cannot be %s; it is %s." % (name, value, _say(values)))
        rules[name] = value
    problem = contradiction(rules)
    if problem:
        raise RulesError(problem)
    return rules


def _fits(value, values):
    if isinstance(values, list):
        return (isinstance(value, int) and not isinstance(value, bool)
                and values[0] <= value <= values[1])
    for one in values:
        if value == one and isinstance(value, bool) == isinstance(one, bool):
            return True
    return False


def _say(values):
    if isinstance(values, list):
        return "%d to %d" % (values[0], values[1])
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
            return ("One group is worth %d points at most, so nobody could open with %d."
                    % (most, rules["opening_points"]))
    return None


def options_of(rules):
    """The options in force that differ from the game as written: a list of (name, value)."""
    plain = defaults(rules["game"])
    return [(name, rules[name]) for name in option_names(rules["game"])
            if rules[name] != plain[name]]
