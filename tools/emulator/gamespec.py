"""A game as --game takes it: "RK hard,person 7 jokers=1"."""

import re

from rules import catalogue
from rules.base import RulesError
from tools import jsonl, refusals
from tools.emulator import EmulatorError

EXAMPLE = catalogue.ORDER[0] + " hard,person 7"


def parse(text: str) -> tuple[str, list[str], int, dict]:
    """(game id, players, seed, options) of "RK hard,person 7 jokers=1". Raises EmulatorError."""
    words = text.split()
    players = words[1].split(",") if len(words) > 1 else []
    try:
        options = dict(jsonl.option_of(word) for word in words[3:])
        known = bool(words) and words[0] in catalogue.ORDER
        catalogue.rules_for(words[0], options) if known else None
    except RulesError as problem:
        raise EmulatorError("--game %s: %s" % (text, refusals.sentence(problem)))
    if not (
        known
        and len(words) > 2
        and re.fullmatch("[0-9]{1,9}", words[2])
        and 2 <= len(players) <= 4
        and all(player in catalogue.LEVELS + ("person",) for player in players)
    ):
        raise EmulatorError(
            '--game takes a game, who plays and a seed, such as "%s"; '
            "'%s' is none." % (EXAMPLE, text)
        )
    return words[0], players, int(words[2]), options


def job(spec: str) -> str:
    """The probe's job that begins this game. Raises EmulatorError."""
    game_id, players, seed, options = parse(spec)
    words = ["%s=%s" % (name, option_text(options[name])) for name in options]
    return " ".join(["begin", game_id, ",".join(players), str(seed)] + words) + "\n"


def option_text(value: object) -> str:
    """A house option's value as --game and the probe read it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
