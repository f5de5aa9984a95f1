"""What a player reads: every text by its name, in the language that is set.

`say(texts.SCORE_SUM)` gives the text `sum` of section `score` of assets/words/. Such names are
numbers, the constants of a module that tools write (tools/device/made.py); each language is packed
into one file (tools/device/wordpack.py draws its format). A section is read when the first of its
texts is asked for, and stays in memory until `forget`.
"""

import binascii

from pocket.app import device
from pocket.made import texts

if False:  # for type checkers
    from typing import Any, BinaryIO

    from pocket.app.flow import App

ENGLISH = "en"
_PATH = "words/%s.bin"
_PAIRS, _BOOKS, _MARKS, _SECTIONS = 1, 2, 3, 4  # blocks of a file

_CHECKED = 128  # bytes that are checked at a time

_blocks: dict = {}  # number: what it holds; -1, -2 ...: marks of section 0, 1 ...
# Of each language that blocks are read of: what `_file` gives. Made anew for each block it would
# lie between long-lived objects and fragment the memory.
_files: dict = {}


def say(number: int, *values: object) -> str:
    """Return the text of that number, `values` in its places {0}, {1} ... Raises AssetError."""
    block = _block(_SECTIONS + (number >> 8))
    number &= 255  # within the section
    begin = 1 + block[0]
    for i in range(1, 1 + number):
        begin += block[i]
    text = decoded(block, begin, begin + block[1 + number])
    return text.format(*values) if values else text


def count(number: int, amount: int, *values: object) -> str:
    """Return a text that has one form for one thing and another for more: {0} is `amount`."""
    return say(number if amount == 1 else number + 1, amount, *values)


def person(name: str, seat: int) -> str:
    """Return the name of a person who plays alone: "You", where that is the seat's."""
    return say(texts.VALUES_YOU) if name == device.default_name(seat) else name


def notice_text(notice: tuple | str) -> str:
    """Return a notice as text. notice: (number of a text, values ...), where a value is a number,
    bytes of tile codes, text, or a notice itself; or text, which is returned as it is."""
    if isinstance(notice, str):
        return notice
    values = []
    for value in notice[1:]:
        if isinstance(value, (bytes, bytearray)):
            from pocket.app import draw

            value = " ".join([draw.tile_text(code) for code in value])
        elif isinstance(value, tuple):
            value = say(*value)
        values.append(value)
    return say(notice[0], *values)


def refusal_text(why: tuple) -> str:
    """Return in words why the rules refuse something, (reason, values ...); what a lesson asks for
    is in words already."""
    return why if isinstance(why, str) else notice_text((texts.REFUSED + why[0],) + tuple(why[1:]))


def named(section: int, name: str) -> str | None:
    """Return the text of a section by its name, or None."""
    place = section >> 8
    key = -1 - place
    if key not in _blocks:  # read the marks of its names, two bytes each: alike in all languages
        file, begin, _end = _find(ENGLISH, _MARKS)
        file.seek(begin + 2 * place)
        ends = file.read(4)
        first = ends[0] | ends[1] << 8
        file.seek(begin + first)
        _blocks[key] = file.read((ends[2] | ends[3] << 8) - first)
    marks = _blocks[key]
    mark = binascii.crc32(name.encode()) & 0xFFFF
    for i in range(0, len(marks), 2):
        if marks[i] | marks[i + 1] << 8 == mark:
            return say(section | i >> 1)
    return None


def forget() -> None:
    """Give the memory of all sections back."""
    _blocks.clear()
    for reading in _files.values():
        reading[0].close()
    _files.clear()


def languages() -> list[str]:
    """List the codes of the languages on the drive, English first."""
    import os

    codes = [file[:-4] for file in os.listdir(device.asset("words")) if file.endswith(".bin")]
    codes.sort(key=lambda code: (code != ENGLISH, code))
    return codes


def speak(app: "App", language: str) -> None:
    """Say everything in another language from now on. Keep in memory what `flow.check_files` shows
    once the game's files have changed. Raises AssetError."""
    device.language = language
    forget()
    app.files_replaced_text = say(texts.FAILED_RENEWED)


# -- the file --------------------------------------------------------------------------------------


def decoded(block: bytes, begin: int, end: int) -> str:
    """Return the text in bytes `begin` .. `end - 1` of a block. A byte from 128 on stands for a
    letter beyond ASCII or for two bytes in a row: see tools/device/wordpack.py."""
    pairs = _block(_PAIRS)
    out = bytearray()
    waiting: list = []  # second bytes of pairs whose first one is being spelled
    while begin < end or waiting:
        if waiting:
            code = waiting.pop()
        else:
            code = block[begin]
            begin += 1
        while code >= 128 + pairs[0]:
            waiting.append(pairs[2 * code - 254])
            code = pairs[2 * code - 255]
        if code < 128:
            out.append(code)
        else:
            out.extend(chr(pairs[2 * code - 255] << 8 | pairs[2 * code - 254]).encode())
    return out.decode()


def book(name: str) -> "tuple[BinaryIO, int, int]":
    """Return (open file, begin, end) of a help text, which lies between these bytes, whole; the
    file is also read by others. Raises AssetError."""
    names = _block(_BOOKS).decode().split("\n")
    if name not in names[:-1]:
        raise device.AssetError("There is no help text %s." % name)
    last = len(names) - 1 - names.index(name)  # counted from the end
    return _find(device.language, -last)


def _block(number):
    """Return the bytes of a block. Raises AssetError where English fails, too."""
    # the pairs first: all texts are in the language, or none
    for wanted in (_PAIRS, number):
        if wanted not in _blocks:
            file, begin, end = _find(ENGLISH if wanted == _BOOKS else device.language, wanted)
            file.seek(begin)
            _blocks[wanted] = file.read(end - begin)
    return _blocks[number]


def _file(language):
    """Return (open file, number of blocks, buffer for checking them). Raises AssetError."""
    try:
        file = open(device.asset(_PATH % language), "rb")
    except OSError:
        raise _wrong(language, "missing")
    head = file.read(9)
    why = "damaged"
    if len(head) == 9 and head[:4] == b"PRW9":
        if (head[4] | head[5] << 8 | head[6] << 16 | (head[7] & 63) << 24) == texts.FITS:
            return file, head[8], bytearray(_CHECKED)
        why = "from another version"
    file.close()
    raise _wrong(language, why)


def _find(language, number):
    """Return (file, begin, end) of a block, counted from the last if `number` is negative. Switch
    to English where the language fails. The file stays open until `forget`. Raises AssetError where
    English fails, too."""
    while True:
        try:
            if language not in _files:
                _files[language] = _file(language)
            file, blocks, piece = _files[language]
            file.seek(9 + 2 * (number if number >= 0 else blocks + number))
            ends = file.read(4)
            if len(ends) == 4:
                begin = ends[0] | ends[1] << 8
                end = (ends[2] | ends[3] << 8) - 3
                if _whole(file, begin, end, piece):
                    return file, begin, end
            raise _wrong(language, "damaged")
        except device.AssetError as problem:
            if language == ENGLISH:
                raise
            device.language = ENGLISH
            device.trouble = str(problem)  # the screens say why
            _blocks.clear()
            language = ENGLISH


def _wrong(language, why):
    path = _PATH % language
    return device.AssetError("The texts %s are %s: copy the game again." % (path, why))


def _whole(file, begin, end, piece):
    """Return whether the checksum after these bytes of a file matches them."""
    file.seek(begin)
    crc = 0
    while begin < end:
        if end - begin < len(piece):
            piece = memoryview(piece)[: end - begin]
        size = file.readinto(piece)
        if size < len(piece):
            return False
        crc = binascii.crc32(piece, crc)
        begin += size
    return begin == end and file.read(3) == crc.to_bytes(4, "little")[:3]


# -- options, scores and names ---------------------------------------------------------------------


def label(name: str) -> str:
    """Return an option's name in words: "opening_points" -> "Points to open"."""
    return named(texts.OPTIONS, name) or name.replace("_", " ")


def value(name: str, chosen: "Any") -> str:
    """Return an option's value in words."""
    if chosen is True:
        return say(texts.VALUES_YES)
    if chosen is False:
        return say(texts.VALUES_NO)
    if name == "clock":
        return count(texts.VALUES_MINUTES, chosen) if chosen else say(texts.VALUES_NO_CLOCK)
    if name == "length":
        from rules import choices

        if chosen > choices.MOST_ROUNDS:
            return say(texts.VALUES_POINTS, chosen)
        return count(texts.VALUES_ROUNDS, chosen)
    if isinstance(chosen, str):
        return named(texts.CHOICES, chosen) or chosen
    return str(chosen)


def signed(number: int) -> str:
    """Return a score with its sign: +24, -5, 0."""
    return "+%d" % number if number > 0 else str(number)


def heading(app: "App") -> str:
    """Return the game and the round, or a puzzle's name."""
    game = app.session.game
    if app.session.lesson:
        if game.ends == texts.PAUSE_END_PUZZLE:
            return say(texts.PUZZLES_WHICH, *game.which)
        return say(texts.VALUES_IN_LESSON, game.rules["name"])
    return say(texts.VALUES_IN_ROUND, game.rules["name"], game.round)


def joined(names: list[str]) -> str:
    """Join names: "ANNA", "ANNA and BOB", "ANNA, BOB and CY"."""
    if len(names) < 2:
        return "".join(names)
    return say(texts.VALUES_AND, ", ".join(names[:-1]), names[-1])
