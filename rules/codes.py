"""The code of a game of one person against computers: eight letters say which game it is, against
whom, with which house options and which tiles.

A code is seven digits to base 32 and one that checks them: with one letter wrong, or two exchanged,
it is refused. The seven are one number: it begins as the number of the deal, which is the seed of
the game's random numbers, and for each of `_parts`, from the last to the first, is multiplied by
the number of choices and the choice is added. Options that differ from what a person gets who
chooses nothing (catalogue.usual) leave less room for deals: with fewer than FEWEST a game has no
code.
"""

from rules import catalogue, characters, choices, errors
from rules.errors import RulesError

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # I and 1, O and 0 look alike
SIZE = 8
FEWEST = 16  # deals
_MOST = 24  # bits of a deal's number
# Room for this many games, opponents, and levels among them; fewer options than this may differ.
# All codes depend on these.
_GAMES, _OPPONENTS, _LEVELS, _OPTIONS = 8, 16, 8, 4
# Levels that came later stand after the first ones, or earlier codes would mean others.
_LATER = tuple([level for level in catalogue.LEVELS if level not in catalogue.OLD_LEVELS])
_NO = ("",) * (_LEVELS - len(catalogue.LEVELS))
_WHO = catalogue.OLD_LEVELS + _LATER + _NO + characters.NAMES


def _pop(number, radix):
    """Divide the number that a list holds by `radix`; returns the rest."""
    number[0], rest = divmod(number[0], radix)
    return rest


def _check(digits):
    """The eighth digit: the seven in the field of 32 elements, each times another power of two."""
    check = 0
    for digit in digits:
        check = (check ^ digit) << 1
        if check > 31:
            check ^= 37
    return check


def _others(game_id, plain):
    """[(option, value)] of every value that is not the one in `plain`."""
    pairs = []
    for field in catalogue.rules_of(game_id).offered(game_id):
        for value in choices.every(field[1]):
            if value != plain[field[0]]:
                pairs.append((field[0], value))
    return pairs


def _parts(game_id, levels, options):
    """[(number of choices, the choice)] of all but the deal; None if a code cannot hold it."""
    rules = catalogue.rules_of(game_id)
    plain = catalogue.usual(game_id, levels)
    values = rules.defaults(game_id)
    most = values["players_max"]
    values.update(options or {})
    parts = [(_GAMES, catalogue.ORDER.index(game_id)), (most - 1, len(levels) - 2)]
    for level in levels[1:]:
        if not level or level not in _WHO:
            return None
        parts.append((_OPPONENTS, _WHO.index(level)))
    others = _others(game_id, plain)
    differ = [i for i in range(len(others)) if values[others[i][0]] == others[i][1]]
    names = [field[0] for field in rules.offered(game_id)]
    if levels[0] or len(differ) != len([name for name in names if values[name] != plain[name]]):
        return None
    if len(differ) >= _OPTIONS:
        return None
    return parts + [(_OPTIONS, len(differ))] + [(len(others), i) for i in differ]


def _digits(deal, parts):
    """The seven digits, or None where they are too few."""
    for i in range(len(parts) - 1, -1, -1):
        radix, value = parts[i]
        deal = deal * radix + value
    if deal >> 5 * (SIZE - 1):
        return None
    return [deal >> 5 * i & 31 for i in range(SIZE - 1)]


def opponents(people: list) -> list:
    """Who plays at each seat, from its (level, name): "" a person, a character by its name, any
    other computer by its level's id."""
    return [name if level and name in characters.NAMES else level for level, name in people]


def encode(game_id: str, levels: list, options: dict | None, seed: int) -> tuple[str, int]:
    """(code, number of its deal) for a new game that is to have seed `seed`; ("", `seed`) if the
    game can have no code.

    levels: of each seat, as `opponents` has them. options: house options that are chosen, as
    catalogue.new takes them.
    """
    parts = _parts(game_id, levels, options)
    deals = (1 << _MOST) - 1
    while parts and deals >= FEWEST - 1:
        if _digits(deals, parts):  # so any less fits, too
            digits = _digits(seed & deals, parts)
            digits.append(_check(digits))
            return "".join([LETTERS[digit] for digit in digits]), seed & deals
        deals >>= 1
    return "", seed


def decode(text: str) -> tuple[str, list, dict, int]:
    """(game id, levels, options, seed) of a code, as `encode` takes them. Raises RulesError for
    anything else."""
    digits = [LETTERS.find(letter) for letter in text]
    if len(digits) != SIZE or min(digits) < 0 or _check(digits[:-1]) != digits[-1]:
        raise RulesError(errors.NO_CODE)
    number = [0]
    for digit in reversed(digits[:-1]):
        number[0] = number[0] << 5 | digit
    try:
        game_id = catalogue.ORDER[_pop(number, _GAMES)]
        rules = catalogue.rules_of(game_id)
        levels = [""]
        for _ in range(_pop(number, rules.defaults(game_id)["players_max"] - 1) + 1):
            levels.append(_WHO[_pop(number, _OPPONENTS)])
        plain = catalogue.usual(game_id, levels)
        own = rules.defaults(game_id)
        names = [field[0] for field in rules.offered(game_id)]
        options = {name: plain[name] for name in names if plain[name] != own[name]}
        others = _others(game_id, plain)
        for _ in range(_pop(number, _OPTIONS)):
            name, value = others[_pop(number, len(others))]
            options[name] = value
        rules.rules_for(game_id, options)
    except (IndexError, RulesError):
        raise RulesError(errors.NO_CODE)
    deal = number[0]
    if encode(game_id, levels, options, deal)[0] != text:
        raise RulesError(errors.NO_CODE)
    return game_id, levels, options, deal
