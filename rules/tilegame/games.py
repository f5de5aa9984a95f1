"""The tile games as data: the default of each rule field, and what each game sets differently.

Code elsewhere branches on a field, never on a game's name. A new tile game is one row in GAMES, its
help text and its tests. The values that a field may take as a house option are listed in
rules/tilegame/options.py, which a game without options never loads.
"""

from rules.base import RulesError, clip

# The comment documents the field (a test compares it with docs/RULES.md): the clauses that need it,
# then what it means.
DEFAULTS = {
    "options": {},  # values of house options that only this game allows, by name
    "former_defaults": {},  # what a code or save without these options means
    "players_min": 2,  # fewest players
    "players_max": 4,  # most players
    "fourth": "orange",  # the fourth colour
    "hand": 14,  # RK-3, RG-2, CR-2, KR-2, KR-3: tiles dealt to each player
    "jokers": 2,  # KR-14: jokers in the pack
    "opening_points": 30,  # RK-4, RG-3, CR-4, KR-4: points that the opening meld needs
    "opening_joker": "face",  # RK-4, RG-3, KR-5: a joker counts its tile, `flat` 25, `none` nothing
    "opening_sets": "any",  # KR-4: `group`: only groups open
    "opening_several": False,  # KR-4: several groups may reach the points together
    "opening_build": False,  # RK-5, RG-4: the opening turn may also rearrange the table
    "joker_reuse": "two",  # RK-15, RG-9, KR-9: a freed joker's set: `two` rack tiles, `hand`, `any`
    "joker_layoff": True,  # RG-8: a rack joker may join a set on the table
    "joker_penalty": 30,  # RK-16, RG-10, CR-13, KR-11: what a joker costs on a rack
    "groups_only": False,  # KR-14: there are no runs
    "runs_only": False,  # KR-14: there are no groups
    "mixed_runs": False,  # KR-15: the tiles of a run may differ in colour
    "start": "high",  # RK-2, RG-1, CR-1, KR-1: the highest drawn tile starts, or the lowest (`low`)
    "start_rotates": False,  # RG-1: later games start one seat to the left
    "clock": 2,  # RK-10, RG-12, CR-8, KR-7: minutes a turn, 0 for no clock
    "timeout_draw": 1,  # RK-10, KR-7: tiles drawn when time runs out
    "timeout_moved_draw": 1,  # RK-11, KR-7: the same after table tiles were moved
    "failed_draw": 3,  # RK-11: tiles drawn after a failed rearrangement
    "referee": "friendly",  # RK-12: `strict`: a failed rearrangement costs tiles
    "length_kind": "rounds",  # RK-1, CR-3: `points` where `length` is above 9
    "length": 1,  # RK-1, CR-3, KR-13, RG-14: rounds of a game, or the points that end it
    "stop_on_empty": False,  # RG-11: the round ends with the pool
    "stall_score": "difference",  # RK-18, RG-11: a stalled round pays the difference, or `full`
    "forced_play": False,  # KR-10: with an empty pool, a seat that has a play must lay
    "redeal_pairs": 0,  # KR-2: equal pairs that allow a new deal
    "redeals_max": 9,  # new deals a round; three pairs come up once in some 40 deals
    "rounds_max": 99,  # a points game whose totals never reach its end stops here
    "call": "",  # RK-8, KR-11: what a player who goes out calls
    "all_won": False,  # KR-12: everyone is congratulated after a stalled round
    "open_clause": "RK-4",  # the clause of the opening points
    "build_clause": "RK-5",  # the clause of building in the opening turn
    "reuse_clause": "RK-15",  # the clause of a retrieved joker's use
    "retrieve_clause": "RK-13",  # the clause of retrieving a joker
    "draw_clause": "RK-7",  # the clause of drawing
    "clock_clause": "RK-10",  # the clause of the clock
}

# In menu order.
GAMES: tuple[dict, ...] = (
    {
        "game": "RK",
        "name": "Rummikub",
        "code": 0,
        "call": "Rummikub",
        "timeout_moved_draw": 3,
        "options": {"length": [1, 9, 1, 50, 500, 50]},
        "former_defaults": {"length": 200},  # RK-1: now one round, since a game to 200 takes hours
    },
    {
        "game": "RG",
        "name": "Rummy Gin",
        "code": 1,
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
        "options": {"stop_on_empty": (True, False)},
        "stall_score": "full",
        "open_clause": "RG-3",
        "reuse_clause": "RG-9",
        "retrieve_clause": "RG-9",
        "draw_clause": "RG-6",
        "clock_clause": "RG-12",
    },
    {
        "game": "CR",
        "name": "Classic Rummy Tiles",
        "code": 2,
        "fourth": "green",
        "length": 3,
        "open_clause": "CR-4",
        "build_clause": "CR-5",
        "reuse_clause": "CR-11",
        "retrieve_clause": "CR-10",
        "draw_clause": "CR-7",
        "clock_clause": "CR-8",
    },
    {
        "game": "KR",
        "name": "Kiran Rummy",
        "code": 3,
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
        "call": "Rummikub",
        "all_won": True,
        "open_clause": "KR-4",
        "reuse_clause": "KR-9",
        "retrieve_clause": "KR-9",
        "draw_clause": "KR-6",
        "clock_clause": "KR-7",
    },
)

COACH = "review.coach"  # the screen that reviews a record
LESSON = "pocket.learn.lessongame "  # the module that plays the turn of a lesson
HELP = ("sets", "turn")  # help files that all tile games share; the first comes first


def ids() -> tuple[str, ...]:
    """Return the ids of the tile games, in menu order."""
    return tuple([row["game"] for row in GAMES])


def defaults(game: str) -> dict:
    """Return the rules of `game` as written: a dict of every field. Raises RulesError."""
    rules = dict(DEFAULTS)
    for row in GAMES:
        if row["game"] == game:
            rules.update(row)
            return rules
    raise RulesError("There is no tile game %s; the games are %s." % (clip(game), ", ".join(ids())))


def offered(game: str) -> list[tuple]:
    """List the house options of `game`: (name, allowed values, clause) tuples."""
    from rules.tilegame import options

    return options.offered(defaults(game))


def rules_for(game: str, options: dict | None = None) -> dict:
    """Return the rules of `game` under house options.

    options: dict of option name to value, or None. Returns a dict of every field.
    Raises RulesError, one sentence, for an unknown game or option, a value out of range, or
    options that contradict each other.
    """
    rules = defaults(game)
    if options is None or options == {}:
        return rules
    from rules.tilegame import options as house

    return house.with_options(rules, options)
