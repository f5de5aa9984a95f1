"""Game codes: eight letters encode a game of one person against computers: its opponents, house
options and deal.

A code is seven digits to base 32 and a check digit, which detects one wrong letter or two exchanged
ones. The seven digits are one number in a mixed radix: start with the number of the deal, which is
the seed of the game's Rng; then, for each (radix, digit) of `_mixed_radix` from the last to the
first, multiply by the radix and add the digit. Each option that differs from `_base_rules` leaves
room for fewer deals; a game with fewer than FEWEST has no code.

Old codes stay valid when games, levels or options are added: each game has a fixed number, and
levels and option values are listed in order of age. The radix of option values is the number of
values in the first version. A code with a newer value starts with the digit _ESCAPE instead of the
game's number, which follows, and its radix is _MAX_VALUES.
"""

from rules import catalogue, characters, choices, errors
from rules.base import RulesError

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # I and 1, O and 0 look alike
SIZE = 8
FEWEST = 16  # minimum number of deals
_DEAL_BITS = 24
# The radix of games, of opponents, of levels among the opponents, and of the number of options that
# differ. All codes depend on these values.
_MAX_GAMES, _MAX_OPPONENTS, _MAX_LEVELS, _MAX_OPTIONS = 8, 16, 8, 4
_ESCAPE, _MAX_VALUES = 7, 96  # see the head
_LEVELS = catalogue.OLD_LEVELS + catalogue.LATER_LEVELS
_OPPONENTS = _LEVELS + ("",) * (_MAX_LEVELS - len(_LEVELS)) + characters.NAMES


def _pop(number, radix):
    """Divide number[0] by `radix` in place; return the remainder."""
    number[0], remainder = divmod(number[0], radix)
    return remainder


def _check_digit(digits):
    """Return the check digit: the sum in GF(32) of the digits, each times another power of two."""
    check = 0
    for digit in digits:
        check = (check ^ digit) << 1
        if check > 31:
            check ^= 37
    return check


def _other_option_values(game_id, base_rules):
    """Return (the (option, value) pairs that differ from `base_rules`, oldest first; how many of
    them the first version had)."""
    later = base_rules.get("later", [])
    pairs = []
    for name, values, _ in catalogue.rules_of(game_id).offered(game_id):
        for value in choices.list_values(values):
            if value != base_rules[name] and (name, value) not in later:
                pairs.append((name, value))
    return pairs + later, len(pairs)


def _base_rules(game_id, levels):
    """Return the rules that a code without options stands for (`former_defaults` in games.py)."""
    rules = catalogue.usual_rules(game_id, levels)
    rules.update(rules.get("former_defaults", {}))
    return rules


def _mixed_radix(game_id, levels, options):
    """List the (radix, digit) pairs for all but the deal, or None if no code can hold the game."""
    base_rules = _base_rules(game_id, levels)
    values = catalogue.rules_of(game_id).defaults(game_id)
    values.update(options or {})
    parts = [(_MAX_GAMES, values["code"]), (values["players_max"] - 1, len(levels) - 2)]
    for level in levels[1:]:
        if not level or level not in _OPPONENTS:
            return None
        parts.append((_MAX_OPPONENTS, _OPPONENTS.index(level)))
    option_values, radix = _other_option_values(game_id, base_rules)
    differing = [i for i, pair in enumerate(option_values) if values[pair[0]] == pair[1]]
    chosen = [name for name in values if values[name] != base_rules.get(name)]
    if levels[0] or len(differing) != len(chosen) or len(differing) >= _MAX_OPTIONS:
        return None
    if differing and differing[-1] >= radix:
        radix = _MAX_VALUES
        parts.insert(0, (_MAX_GAMES, _ESCAPE))
    return parts + [(_MAX_OPTIONS, len(differing))] + [(radix, i) for i in differing]


def _digits(deal, parts):
    """Return the seven digits, or None if the number needs more."""
    for radix, value in reversed(parts):
        deal = deal * radix + value
    if deal >> 5 * (SIZE - 1):
        return None
    return [deal >> 5 * i & 31 for i in range(SIZE - 1)]


def opponents(people: list) -> list:
    """Return the player at each seat: "" for a person, the name of a character, or the level of
    another computer player. people: (level, name) of each seat."""
    return [name if level and name in characters.NAMES else level for level, name in people]


def encode(game_id: str, levels: list, options: dict | None, seed: int) -> tuple[str, int]:
    """Return (code, the seed it stands for) of a new game; ("", `seed`) if no code can hold it.
    levels: from `opponents`. options: the chosen house options, as for catalogue.new. seed: only
    its low bits, as many as fit, are used."""
    parts = _mixed_radix(game_id, levels, options)
    deals = (1 << _DEAL_BITS) - 1
    while parts and deals >= FEWEST - 1:
        if _digits(deals, parts):  # if the highest number fits, all others do
            digits = _digits(seed & deals, parts)
            digits.append(_check_digit(digits))
            return "".join([LETTERS[digit] for digit in digits]), seed & deals
        deals >>= 1
    return "", seed


def decode(text: str) -> tuple[str, list, dict, int]:
    """Return (game id, levels, options, seed) of a code. Raises RulesError if it is invalid."""
    digits = [LETTERS.find(letter) for letter in text]
    number = [0]  # what is still to be read, in a list so that `_pop` can change it
    for digit in reversed(digits[:-1]):
        number[0] = number[0] << 5 | digit
    try:
        if len(digits) != SIZE or min(digits) < 0 or _check_digit(digits[:-1]) != digits[-1]:
            raise IndexError
        game_number = _pop(number, _MAX_GAMES)
        has_newer_value = game_number == _ESCAPE
        if has_newer_value:
            game_number = _pop(number, _MAX_GAMES)
        for game_id in catalogue.ORDER:
            rules = catalogue.rules_of(game_id)
            defaults = rules.defaults(game_id)
            if defaults["code"] == game_number:
                break
        else:
            raise IndexError
        levels = [""]
        for _ in range(_pop(number, defaults["players_max"] - 1) + 1):
            levels.append(_OPPONENTS[_pop(number, _MAX_OPPONENTS)])
        base = _base_rules(game_id, levels)
        options = {name: base[name] for name in base if base[name] != defaults[name]}
        option_values, radix = _other_option_values(game_id, base)
        if has_newer_value:
            radix = _MAX_VALUES
        for _ in range(_pop(number, _MAX_OPTIONS)):
            name, value = option_values[_pop(number, radix)]
            options[name] = value
        rules.rules_for(game_id, options)
        if encode(game_id, levels, options, number[0])[0] != text:
            raise IndexError
    except (IndexError, RulesError):
        raise RulesError(errors.INVALID_CODE)
    return game_id, levels, options, number[0]
