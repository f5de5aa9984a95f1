"""What a player reads: every text by its name, in the language that is set.

`say("@score.sum")` gives the text `sum` of section `score` of assets/words/. The build puts
numbers in place of such names (tools/device/wordtable.py, which also says how the packed file
looks). A section is read when its first text is asked for, and stays until the next room.
"""

from pocket import settings
from pocket.ui import sheets

ENGLISH = "en"

_blocks = {}  # section -> its bytes


def say(number, *values):
    """The text of that number, `values` in its places {0}, {1} ..."""
    block = _block(number >> 8)
    at = 1 + 2 * (number & 255)
    text = block[_short(block, at) : _short(block, at + 2)].decode()
    return text.format(*values) if values else text


def count(number, many, *values):
    """As `say`, for a text with one form for one thing and another for more: {0} is `many`."""
    return say(number if many == 1 else number + 1, many, *values)


def named(section, name):
    """The text of a section that is known by name while the program runs, or None."""
    block = _block(section >> 8)
    mark = name.encode() + b"="
    for i in range(block[0]):
        begin = _short(block, 1 + 2 * i)
        if block[begin : begin + len(mark)] == mark:
            return block[begin + len(mark) : _short(block, 3 + 2 * i)].decode()
    return None


def forget():
    """Give the memory of all sections back."""
    _blocks.clear()


def _short(block, at):
    return block[at] | block[at + 1] << 8


def _block(section):
    """A section's bytes. Raises AssetError."""
    if section not in _blocks:
        try:
            _blocks[section] = _read(settings.language, section)
        except sheets.AssetError as problem:
            if settings.language == ENGLISH:
                raise
            settings.language = ENGLISH
            settings.trouble = str(problem)
            _blocks[section] = _read(ENGLISH, section)
    return _blocks[section]


def _read(language, section):
    name = "words/%s.bin" % language
    try:
        with open(sheets.asset(name), "rb") as file:
            head = file.read(9)
            file.seek(9 + 3 * section)
            ends = file.read(6)
            if len(ends) < 6 or head[:4] != b"PRW1" or section >= head[8]:
                raise sheets.AssetError("The texts %s are damaged: copy the game again." % name)
            fits = head[4] | head[5] << 8 | head[6] << 16 | (head[7] & 63) << 24
            if fits != _FITS:
                raise sheets.AssetError(
                    "The texts %s are of another version: copy the game again." % name
                )
            begin = ends[0] | ends[1] << 8 | ends[2] << 16
            size = (ends[3] | ends[4] << 8 | ends[5] << 16) - begin
            file.seek(begin)
            block = file.read(size)
            if not _whole(block, size):
                raise sheets.AssetError("The texts %s are damaged: copy the game again." % name)
    except OSError:
        raise sheets.AssetError("The texts %s are missing: copy the game again." % name)
    return block


def _whole(block, size):
    """True when every text of a section lies in it and is UTF-8."""
    if len(block) < size or size < 3:
        return False
    at = 1 + 2 * (block[0] + 1)
    for i in range(block[0] + 1):
        if len(block) < 3 + 2 * i or not at <= _short(block, 1 + 2 * i) <= size:
            return False
        at = _short(block, 1 + 2 * i)
    try:
        block[1 + 2 * (block[0] + 1) :].decode()
    except UnicodeError:
        return False
    return at == size


_FITS = "@@"  # the table of names this program is made for

# -- options, scores and names ---------------------------------------------------------------------


def label(name):
    """An option's name as words: "opening_points" -> "Points to open"."""
    return named("@options", name) or name.replace("_", " ")


def value(name, chosen):
    """An option's value as words."""
    if chosen is True:
        return say("@values.yes")
    if chosen is False:
        return say("@values.no")
    if name == "clock":
        return count("@values.minutes", chosen) if chosen else say("@values.no_clock")
    if name == "length":
        from rules.tilegame import options

        if chosen > options.MOST_ROUNDS:
            return say("@values.points", chosen)
        return count("@values.rounds", chosen)
    if isinstance(chosen, str):
        return named("@choices", chosen) or chosen
    return str(chosen)


def clock(minutes):
    """What a game's clock means, as a sentence."""
    if not minutes:
        return say("@values.clock_none")
    return count("@values.clock", minutes)


def ending(rules):
    """What ends a game, as a sentence."""
    if rules["length_kind"] == "points":
        return say("@values.ends_points", rules["length"])
    return say("@values.ends_rounds", value("length", rules["length"]))


def signed(number):
    """A score with its sign: +24, -5, 0."""
    return "+%d" % number if number > 0 else str(number)


def joined(names):
    """Names as words: "ANNA", "ANNA and BOB", "ANNA, BOB and CY"."""
    if len(names) < 2:
        return "".join(names)
    return say("@values.and", ", ".join(names[:-1]), names[-1])
