"""Game codes: eight letters name a game of one person against computers, with its opponents, house
options and deal.

A code is seven digits to base 32 and a check digit, which finds one wrong letter and two exchanged
ones. The seven are one number: it begins as the number of the deal, which is the seed of
the game's random numbers, and for each of `_mixed_radix`, from the last to the first, is multiplied
by the radix and the digit is added. Options that differ from `_plain` leave less room for deals:
with fewer than FEWEST a game has no code.

What came later leaves earlier codes as they are: games say their number, levels and values of
options stand in order of age. The first values of a game's options are counted by as many as they
were; a code with a later one begins with _WIDE, and all are counted by _MOST_VALUES.
"""

from rules import catalogue, characters, choices, errors
from rules.base import RulesError

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # I and 1, O and 0 look alike
SIZE = 8
FEWEST = 16  # deals
_DEAL_BITS = 24
# Room for this many games, opponents, and levels among them; fewer options than this may differ.
# All codes depend on these.
_MOST_GAMES, _MOST_OPPONENTS, _MOST_LEVELS, _MOST_OPTIONS = 8, 16, 8, 4
_WIDE, _MOST_VALUES = 7, 96  # the former stands where a game's number does, and goes before it
_LEVELS = catalogue.OLD_LEVELS + catalogue.LATER_LEVELS
_OPPONENTS = _LEVELS + ("",) * (_MOST_LEVELS - len(_LEVELS)) + characters.NAMES


def _pop(number, radix):
    """Divide the number in a list of one by `radix`, in place; returns the remainder."""
    number[0], rest = divmod(number[0], radix)
    return rest


def _check(digits):
    """Return the check digit: the sum of the seven in GF(32), each times another power of two."""
    check = 0
    for digit in digits:
        check = (check ^ digit) << 1
        if check > 31:
            check ^= 37
    return check


def _others(game_id, plain):
    """Return ([(option, value)] of every value that is not the one in `plain`, by age; how many of
    them are not later ones)."""
    later = plain.get("later", [])
    pairs = []
    for name, values, _ in catalogue.rules_of(game_id).offered(game_id):
        for value in choices.every(values):
            if value != plain[name] and (name, value) not in later:
                pairs.append((name, value))
    return pairs + later, len(pairs)


def _plain(game_id, levels):
    """Return the rules that a code without options means; see `earlier` of the game's row."""
    plain = catalogue.usual(game_id, levels)
    plain.update(plain.get("earlier", {}))
    return plain


def _mixed_radix(game_id, levels, options):
    """Return [(radix, digit)] of all but the deal; None if no code can hold the game."""
    plain = _plain(game_id, levels)
    values = catalogue.rules_of(game_id).defaults(game_id)
    values.update(options or {})
    parts = [(_MOST_GAMES, values["code"]), (values["players_max"] - 1, len(levels) - 2)]
    for level in levels[1:]:
        if not level or level not in _OPPONENTS:
            return None
        parts.append((_MOST_OPPONENTS, _OPPONENTS.index(level)))
    others, radix = _others(game_id, plain)
    differ = [i for i, pair in enumerate(others) if values[pair[0]] == pair[1]]
    chosen = [name for name in values if values[name] != plain.get(name)]
    if levels[0] or len(differ) != len(chosen) or len(differ) >= _MOST_OPTIONS:
        return None
    if differ and differ[-1] >= radix:
        radix = _MOST_VALUES
        parts.insert(0, (_MOST_GAMES, _WIDE))
    return parts + [(_MOST_OPTIONS, len(differ))] + [(radix, i) for i in differ]


def _digits(deal, parts):
    """Return the seven digits, or None if the number needs more."""
    for radix, value in reversed(parts):
        deal = deal * radix + value
    if deal >> 5 * (SIZE - 1):
        return None
    return [deal >> 5 * i & 31 for i in range(SIZE - 1)]


def opponents(people: list) -> list:
    """Return who plays at each seat, from its (level, name): "" for a person, the name of a
    character, the level of any other computer."""
    return [name if level and name in characters.NAMES else level for level, name in people]


def encode(game_id: str, levels: list, options: dict | None, seed: int) -> tuple[str, int]:
    """Return (code, number of its deal) for a new game with seed `seed`, or ("", `seed`) if no code
    can hold the game.

    levels: of each seat, as `opponents` has them. options: house options that are chosen, as
    catalogue.new takes them.
    """
    parts = _mixed_radix(game_id, levels, options)
    deals = (1 << _DEAL_BITS) - 1
    while parts and deals >= FEWEST - 1:
        if _digits(deals, parts):  # so any less fits, too
            digits = _digits(seed & deals, parts)
            digits.append(_check(digits))
            return "".join([LETTERS[digit] for digit in digits]), seed & deals
        deals >>= 1
    return "", seed


def decode(text: str) -> tuple[str, list, dict, int]:
    """Return (game id, levels, options, seed) of a code, as `encode` takes them. Raises RulesError
    for any other text."""
    digits = [LETTERS.find(letter) for letter in text]
    number = [0]
    for digit in reversed(digits[:-1]):
        number[0] = number[0] << 5 | digit
    try:
        if len(digits) != SIZE or min(digits) < 0 or _check(digits[:-1]) != digits[-1]:
            raise IndexError
        place = _pop(number, _MOST_GAMES)
        wide = place == _WIDE and _MOST_VALUES
        if wide:
            place = _pop(number, _MOST_GAMES)
        for game_id in catalogue.ORDER:
            rules = catalogue.rules_of(game_id)
            own = rules.defaults(game_id)
            if own["code"] == place:
                break
        else:
            raise IndexError
        levels = [""]
        for _ in range(_pop(number, own["players_max"] - 1) + 1):
            levels.append(_OPPONENTS[_pop(number, _MOST_OPPONENTS)])
        plain = _plain(game_id, levels)
        options = {name: plain[name] for name in plain if plain[name] != own[name]}
        others, radix = _others(game_id, plain)
        for _ in range(_pop(number, _MOST_OPTIONS)):
            name, value = others[_pop(number, wide or radix)]
            options[name] = value
        rules.rules_for(game_id, options)
        if encode(game_id, levels, options, number[0])[0] != text:
            raise IndexError
    except (IndexError, RulesError):
        raise RulesError(errors.NO_CODE)
    return game_id, levels, options, number[0]
