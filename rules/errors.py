"""The errors of the rules: why a move or an input is refused, by number.

The rules hold no words for a player. A refusal is a reason from here with its values, numbers or
bytes of tile codes. assets/words has a text for each reason, by its name and in this order (section
"refused"); the screen or command that shows a refusal fills the values in.
"""

# Sets and what a turn lays.
JOKER_GONE, TILE_GONE, TILE_MORE, NONE_LAID, LOOSE, GROUPS_ONLY, RUNS_ONLY, TWICE = range(8)
LACKS, NO_SET = range(8, 10)
# The opening.
RACK_ALONE, OTHERS_STAY, TABLE_STAYS, JOKER_OPENS, FEW_POINTS = range(10, 15)
FEW_IN_GROUP, NONE_OPENS = range(15, 17)
# Jokers.
JOKER_CHANGED, JOKER_MOVED, JOKERS_EQUAL, NOT_FROM_RACK, JOKER_NEEDS_TWO = range(17, 22)
JOKER_LAID_OFF, JOKER_TAKEN_OFF = range(22, 24)
# Turns without a play.
FEW_PAIRS, POOL_EMPTY, POOL_LEFT, MUST_LAY, NO_PENALTY, NOT_NOW = range(24, 30)
# Cards.
PILE_EMPTY, DISCARDS_EMPTY, CARD_TAKEN, NO_PICK_UP, TAKE_FIRST, NOT_HELD = range(30, 36)
# House options, saves, puzzles, game codes.
NO_SETS, NO_MIXED, TOO_DEAR, SAVE_DAMAGED, SAVE_VERSION, SAVE_UNKNOWN = range(36, 42)
PACK_DAMAGED, PACK_UNKNOWN, PACK_VERSION, NO_CODE = range(42, 46)


class RulesError(ValueError):
    """Input that cannot be right.

    args: a reason and its values where a player may see it; else one sentence for users of the
    commands, then the values of its %s and %d. A value may itself be such a tuple.
    """


def word(value: object) -> str:
    """Return a value as JSON writes it: true, null, the rest as Python does."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown(value: object) -> str:
    """Return a value for a sentence: on one line, cut short if long."""
    text = " ".join(word(value).split())
    return text[:20] + "..." if len(text) > 20 else text


def check_move(move: tuple | list, sizes: dict[str, int]) -> str:
    """Return the word of a move, its first part. sizes: how many parts a word has. Raises
    RulesError for what is no move."""
    word = move[0] if isinstance(move, (tuple, list)) and move else None
    if not isinstance(word, str) or len(move) != sizes.get(word, len(move)):
        raise RulesError("A move is a word and what belongs to it.")
    return word


def check_seats(rules: dict, seats: object) -> None:
    """Refuse a number of seats that a game is not for. Raises RulesError."""
    least, most = rules["players_min"], rules["players_max"]
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        raise RulesError("%s is for %d to %d players." % (rules["name"], least, most))
