"""What the rules raise, and what every kind of game refuses."""


class RulesError(ValueError):
    """Input that cannot be right; str() is one clear sentence."""


def word(value):
    """A value of a request as its sender wrote it: true, null, the rest as Python has it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown(value):
    """A value as a sentence names it: on one line, what is long cut short."""
    text = " ".join(word(value).split())
    return text[:20] + "..." if len(text) > 20 else text


def check_move(move, sizes):
    """The word of a move: the first of as many parts as dict `sizes` says. Raises RulesError."""
    word = move[0] if isinstance(move, (tuple, list)) and move else None
    if not isinstance(word, str) or len(move) != sizes.get(word, len(move)):
        raise RulesError("A move is a word and what belongs to it.")
    return word


def check_seats(rules, seats):
    """Refuse a number of seats that a game is not for. Raises RulesError."""
    least, most = rules["players_min"], rules["players_max"]
    if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
        raise RulesError("%s is for %d to %d players." % (rules["name"], least, most))
