"""What the rules raise, why they refuse something, and what every kind of game refuses.

The rules have no words for a player. A reason is a number from here, with its values: numbers, or
bytes of tile codes. The texts go by the reasons' names, in this order (section "refused" of
assets/words/); whoever shows a refusal fills the values in.
"""

(
    JOKER_GONE,
    TILE_GONE,
    TILE_MORE,
    NONE_LAID,
    LOOSE,
    GROUPS_ONLY,
    RUNS_ONLY,
    TWICE,
    LACKS,
    NO_SET,
    RACK_ALONE,
    OTHERS_STAY,
    TABLE_STAYS,
    JOKER_OPENS,
    FEW_POINTS,
    FEW_IN_GROUP,
    NONE_OPENS,
    JOKER_CHANGED,
    JOKER_MOVED,
    JOKERS_EQUAL,
    NOT_FROM_RACK,
    JOKER_NEEDS_TWO,
    JOKER_LAID_OFF,
    JOKER_TAKEN_OFF,
    FEW_PAIRS,
    POOL_EMPTY,
    POOL_LEFT,
    MUST_LAY,
    NO_PENALTY,
    NOT_NOW,
    PILE_EMPTY,
    DISCARDS_EMPTY,
    CARD_TAKEN,
    NO_PICK_UP,
    TAKE_FIRST,
    NOT_HELD,
    NO_SETS,
    NO_MIXED,
    TOO_DEAR,
    SAVE_DAMAGED,
    SAVE_VERSION,
    SAVE_UNKNOWN,
    PACK_DAMAGED,
    PACK_UNKNOWN,
    PACK_VERSION,
    NO_CODE,
) = range(46)


class RulesError(ValueError):
    """Input that cannot be right. args: a reason and its values, if a player may see it; else one
    clear sentence for users of the commands, then the values of its %s and %d. A value may itself
    be such a tuple."""


def word(value: object) -> str:
    """A value of a request as its sender wrote it: true, null, the rest as Python has it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown(value: object) -> str:
    """A value as a sentence names it: on one line, cut short if long."""
    text = " ".join(word(value).split())
    return text[:20] + "..." if len(text) > 20 else text


def check_move(move: tuple | list, sizes: dict[str, int]) -> str:
    """The word of a move, its first part; dict `sizes` says how many parts a word has. Raises
    RulesError."""
    word = move[0] if isinstance(move, (tuple, list)) and move else None
    if not isinstance(word, str) or len(move) != sizes.get(word, len(move)):
        raise RulesError("A move is a word and what belongs to it.")
    return word


def check_seats(rules: dict, seats: object) -> None:
    """Refuse a number of seats that a game is not for. Raises RulesError."""
    least, most = rules["players_min"], rules["players_max"]
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        raise RulesError("%s is for %d to %d players." % (rules["name"], least, most))
