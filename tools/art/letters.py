"""Draws the sheets of letters.

The letters are X.Org's Helvetica for 75 dpi (tools/art/faces/*.bdf; assets/licenses.txt has its
licence), the signs our own. A sheet is one row of glyphs, 1 bit a pixel, as
pocket/app/draw.py reads it: behind the picture the rows above the base line (1 byte), how
many glyphs there are (1) and for each three bytes: its place in glyphs of its own width, its width,
and how far the next one is. Glyphs lie by width, so that such a place is a whole number. A face has
a sheet of the characters 1..127, one of LATIN, and one of the caps of NAMES: a board reads those it
needs.
"""

import os

from tools.art.drawing import DRAWINGS, Art, bmp, smooth

FACES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faces")
# Beyond ASCII: German, French, Spanish, Dutch, Portuguese, Turkish, their signs, and the blank at
# which no line is broken (French puts it before "?").
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×\u00a0"
# sheet, cell, face, face in the caps of keys, height of a line, rows below the base line
SHEETS = (
    ("body", "11x11", "helvR08", None, 11, 2),
    ("head", "13x13", "helvB10", None, 13, 3),
    ("body", "14x14", "helvR12", "helvB08", 14, 3),
    ("head", "18x18", "helvR14", "helvB08", 18, 4),  # of headings it is made bold
)
ROUND = (2, 5, 26, 30)  # signs that are smoothed where they are stretched
CAPS = {14: "A", 15: "B", 16: "STA", 17: "SEL"}
# Caps for boards that name their keys otherwise.
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\n "
WORDS = {"\n": "ENT", " ": "SPC"}  # of a keyboard: in the larger sheet alone


def read(name: str) -> dict[str, tuple]:
    """Return {character: (rows of dots as text, left, above the base line, step)} of a BDF file."""
    with open(os.path.join(FACES, name + ".bdf"), encoding="ascii") as stream:
        lines = stream.read().split("\n")
    shapes = {}
    code, step, box = 0, 0, [0]
    for i, line in enumerate(lines):
        words = line.split()
        if line.startswith("ENCODING"):
            code = int(words[1])
        elif line.startswith("DWIDTH"):
            step = int(words[1])
        elif line.startswith("BBX"):
            box = [int(word) for word in words[1:]]
        elif line == "BITMAP":
            wide, high, left, low = box
            rows = []
            for row in lines[i + 1 : i + 1 + high]:
                dots = bin(int(row, 16))[2:].zfill(4 * len(row))[:wide]
                rows.append(dots.replace("0", ".").replace("1", "#"))
            shapes[chr(code)] = rows, left, low + high, step
    for char, dots in DRAWINGS["ours"].get(name, {}).items():
        rows = dots.split("|")
        was, left, above, step = shapes[char]
        shapes[char] = rows, left, above, step + len(rows[0]) - len(was[0])
    if name == "helvR08":  # as a minus it stood off its number, close to the word before
        rows, left, above, step = shapes["-"]
        shapes["-"] = rows, left + 1, above, step
    shapes["\u00a0"] = shapes[" "]
    rows, left, above, step = shapes["ß"]
    spare = max(0, left - shapes["b"][1])  # the small face's own stands off as a capital does
    shapes["ß"] = rows, left - spare, above, step - spare
    rows, left, _above, step = shapes["i"]
    stem = rows[next(i for i, row in enumerate(rows) if "#" not in row) + 1 :]
    shapes["ı"] = stem, left, len(stem), step  # the small face's own touches the letter before it
    return shapes


def glyph(face: dict[str, tuple], char: str, high: int, below: int) -> tuple[Art, int]:
    """Return (Art, step) of a character in a line of `high` rows, `below` of them under the base
    line."""
    rows, left, above, step = face[char]
    rows = list(rows)
    if left < 0:  # it would reach below the letter before it
        left, step = 0, step - left
    while above > high - below:  # an accent on a capital: it moves down to its letter
        del rows[next((i for i, row in enumerate(rows) if "#" not in row), 0)]
        above -= 1
    wide = max([left + len(row) for row in rows] + [1])
    art = Art(max(1, wide), high)
    art.rows(left, high - below - above, rows, 1)
    return art, step


def sign(code: int, high: int, below: int) -> tuple[Art, int]:
    """Return (Art, step) of one of our own signs, which stands on the base line."""
    number = str(code)
    if number in DRAWINGS["arrows"]:
        dots = DRAWINGS["arrows"][number].split("|")
        art = Art(len(dots[0]), high)
        art.rows(0, high - below - (7 if high < 14 else 8), dots, 1)
        return art, art.w + 1
    drawn = DRAWINGS.get({14: "body", 18: "head"}.get(high, ""), {})
    if number in drawn:
        dots = drawn[number].split("|")
        art = Art(9 if high == 14 else 12, high)
        art.rows(0, high - below - len(dots) - (code == 26), dots, 1)
        return art, art.w + 1
    dots = DRAWINGS["signs"][number].split("|")
    if high < 14:
        art = Art(len(dots[0]), high)
        art.rows(0, high - below - 7, dots, 1)
        return art, 7
    width, tall = (9, 12) if high < 18 else (12, 16)
    cell = Art(width, tall)
    for y, row in enumerate(dots):  # every dot a rectangle, so that lines join
        for x, dot in enumerate(row):
            left, right = x * width // 6, (x + 1) * width // 6
            top, bottom = y * tall // 8, (y + 1) * tall // 8
            cell.rect(left, top, right - left, bottom - top, int(dot == "#"))
    if code in ROUND:
        smooth(cell)
    art = Art(width, high)
    art.paste(0, high - below - tall * 7 // 8, cell)
    return art, width + 1


def cap(word: str, letters: dict, high: int, below: int, beside: int) -> tuple[Art, int]:
    """Return (Art, step) of a key: a full cap with the word left out of it, centred beside capitals
    that are `beside` rows high."""
    if word in DRAWINGS["broad"]:
        dots = DRAWINGS["broad"][word].split("|")
        inner = Art(len(dots[0]), len(dots))
        inner.rows(0, 0, dots, 1)
    elif letters is None:
        inner = Art(4 * len(word) - 1, 5)
        for i, letter in enumerate(word):
            dots = DRAWINGS["caps"]["tiny"][5 * NAMES.index(letter) :][:5]
            inner.rows(4 * i, 0, [format(int(row), "03b").replace("1", "#") for row in dots], 1)
    else:
        shapes = [letters[letter] for letter in word]
        wide = sum(shape[3] for shape in shapes) - 1
        tall = max(len(shape[0]) for shape in shapes)
        inner = Art(wide, tall)
        x = 0
        for rows, left, _above, step in shapes:
            inner.rows(x + left, tall - len(rows), rows, 1)
            x += step
    left = int(letters is None)  # a small blank is narrow before a cap, behind it are letters' own
    wide = 7 if letters is None and len(word) == 1 else inner.w + 4
    art = Art(left + wide, high)
    tall = 9 if letters is None else inner.h + 4
    top = high - below - (beside + tall) // 2
    art.rect(left, top, wide, tall, 1)
    for x in (left, art.w - 1):
        for y in (top, top + tall - 1):
            art.dot(x, y, 0)
    art.over(left + (wide - inner.w) // 2, top + (tall - inner.h) // 2, inner, 0)
    return art, art.w + 1 - left


def plain(face: dict[str, tuple], letters: dict, high: int, below: int) -> list[tuple[Art, int]]:
    """Return [(Art, step)] of the characters 1..127."""
    drawn = []
    beside = len(face["H"][0])
    for code in range(1, 128):
        if code in CAPS:
            drawn.append(cap(CAPS[code], letters, high, below, beside))
        elif str(code) in {**DRAWINGS["signs"], **DRAWINGS["arrows"]}:
            drawn.append(sign(code, high, below))
        elif chr(code) in face:
            drawn.append(glyph(face, chr(code), high, below))
        else:
            drawn.append((Art(1, high), 1))
    return drawn


def sheet(made: list[tuple[Art, int]], high: int, below: int) -> bytes:
    """Return the file of one sheet. made: [(Art, step)]."""
    places = [0] * len(made)
    left = 0
    for width in sorted({art.w for art, _step in made}):
        left = -(-left // width) * width
        for i, (art, _step) in enumerate(made):
            if art.w == width:
                places[i] = left // width
                left += width
    strip = Art(-(-left // 32) * 32, high)
    for place, (art, _step) in zip(places, made):
        strip.paste(place * art.w, 0, art)
    table = bytes((high - below, len(made)))
    for place, (art, step) in zip(places, made):
        table += bytes((place, art.w, step))
    return bmp(strip, 1, (0x000000, 0xFFFFFF)) + table


def title(unit: int) -> bytes:
    """Return the sheet of the first screen's letters, in order, for displays with cells of `unit`
    pixels: cells of 10x13 dots in the small heading's letters, or of 11x15, drawn by hand."""
    face = read("helvB10")
    strip = Art(128, 13 if unit == 4 else 15)
    for i, letter in enumerate("POCKETRUMMY"):
        if unit == 4:
            art, step = glyph(face, letter, 13, 3)
            strip.paste(10 * i + (11 - step) // 2, 0, art)
        else:
            strip.rows(11 * i, 0, DRAWINGS["title"][letter].split("|"), 1)
    return bmp(strip, 1, (0x000000, 0xFFFFFF))


def sheets() -> dict[str, bytes]:
    """Return {name in assets/: bytes} of every sheet."""
    out = {"title%dx%d.bmp" % (unit, unit): title(unit) for unit in (4, 8)}
    for kind, size, face_name, cap_name, high, below in SHEETS:
        face = read(face_name)
        letters = read(cap_name) if cap_name else None
        strips = {
            "": plain(face, letters, high, below),
            "latin": [glyph(face, char, high, below) for char in LATIN],
        }
        if kind == "body":
            beside = len(face["H"][0])
            words = [WORDS.get(name, name) for name in NAMES if letters or name not in WORDS]
            strips["keys"] = [cap(word, letters, high, below, beside) for word in words]
        for part, made in strips.items():
            out["%s%s%s.bmp" % (kind, part, size)] = sheet(made, high, below)
    return out
