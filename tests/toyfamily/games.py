"""Heap as data."""

from rules.base import RulesError, clip

GAMES = (
    {
        "game": "HP",
        "name": "Heap",
        "players_min": 2,
        "players_max": 3,
        "goal": 10,
        "rounds": 1,
        "code": 5,
    },
    {
        "game": "HR",
        "name": "Two Heaps",
        "players_min": 2,
        "players_max": 3,
        "goal": 10,
        "rounds": 2,
        "code": 6,
    },
)
COACH = ""
LESSON = "pocket.toys.toylesson "
HELP = ()
OPTIONS = (("goal", [4, 40, 1], "HP-1"),)


def ids():
    return ("HP", "HR")


def offered(game_id):
    return OPTIONS


def defaults(game_id):
    return rules_for(game_id)


def rules_for(game_id, options=None):
    rules = dict(GAMES[ids().index(game_id)])
    for name in options or {}:
        if name != "goal":
            raise RulesError("Heap has no option %s." % clip(name))
        rules[name] = options[name]
    return rules
