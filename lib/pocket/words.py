"""Words the screens share: options and scores as a person reads them."""

_UNITS = {"clock": " min"}


def label(name):
    """An option's name as words: "opening_points" -> "Opening points"."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def value(name, one):
    """An option's value as words."""
    if one is True:
        return "yes"
    if one is False:
        return "no"
    if name == "clock" and not one:
        return "none"
    if name == "length":
        from rules.tilegame import options

        return "%d %s" % (
            one,
            "points" if one > options.MOST_ROUNDS else "rounds" if one > 1 else "round",
        )
    return str(one) + _UNITS.get(name, "")


def clock(minutes):
    """What a game's clock means, as a sentence."""
    if not minutes:
        return "There is no clock."
    return "You have %d minute%s a turn." % (minutes, "" if minutes == 1 else "s")


def ending(rules):
    """What ends a game, as a sentence."""
    if rules["length_kind"] == "points":
        return "The game ends after the round in which somebody has %d points." % rules["length"]
    return "The game is over after %s." % value("length", rules["length"])


def signed(number):
    """A score with its sign: +24, -5, 0."""
    return "+%d" % number if number > 0 else str(number)


def joined(names):
    """Names as words: "ANNA", "ANNA and BOB", "ANNA, BOB and CY"."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
