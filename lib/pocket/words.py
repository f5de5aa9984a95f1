"""Words the screens share: wrapping, and options as a person reads them."""

_UNITS = {"clock": " min", "opening_points": " points"}


def wrap(text, cols):
    """`text` as lines of at most `cols` letters, broken at blanks where it can be."""
    lines = []
    line = ""
    for word in text.split(" "):
        while True:
            room = cols - len(line) - (1 if line else 0)
            if len(word) <= room:
                line = line + " " + word if line else word
                break
            if line:
                lines.append(line)
                line = ""
            else:  # one word longer than a line
                lines.append(word[:cols])
                word = word[cols:]
    if line or not lines:
        lines.append(line)
    return lines


def label(name):
    """An option's name as words: "opening_points" -> "Opening points"."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def value(name, one, kind=""):
    """An option's value as words. kind: the game's length_kind, "points" or "rounds"."""
    if one is True:
        return "yes"
    if one is False:
        return "no"
    if name == "clock" and not one:
        return "none"
    if name == "length" and kind:
        return "%d %s" % (one, kind if one != 1 else kind[:-1])
    return str(one) + _UNITS.get(name, "")


def clock(minutes):
    """What a game's clock means, as a sentence."""
    if not minutes:
        return "There is no clock."
    return "You have %d minute%s a turn." % (minutes, "" if minutes == 1 else "s")


def signed(number):
    """A score with its sign: +24, -5, 0."""
    return "+%d" % number if number > 0 else str(number)


def joined(names):
    """Names as words: "ANNA", "ANNA and BOB", "ANNA, BOB and CY"."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
