"""Draw the sheets of letters.

The letters lie in tools/art/faces/*.bdf: those of small displays are X.Org's Helvetica for 75 dpi
(assets/licenses.txt has its licence), those of large ones our own, as the signs are. A sheet is one
row of glyphs, one bit a pixel, as pocket/app/draw.py reads it, without the upper rows that none of
them uses. The picture is followed by a byte with the rows of the line above its base, a byte with
the number of glyphs, and three arrays with a byte per glyph: the advances to the next letter, the
widths, and the places (in multiples of the width). Glyphs lie by width, so that places are whole
numbers. A face has a sheet of the characters 1 to 127, one of LATIN, and one of the caps of NAMES:
a board reads those that it needs.
"""

import os

from tools.art.drawing import DRAWINGS, Art, bmp

FACES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faces")
# The letters beyond ASCII of German, French, Spanish, Dutch, Portuguese and Turkish, their signs,
# and the no-break space (French puts it before "?").
LATIN = "ÄÖÜäöüßÀÂÆÇÈÉÊËÎÏÔŒÙÛŸàâæçèéêëîïôœùûÿÁÍÓÚÑáíóúñ¡¿ªºÃÕãõĞİŞğış«»„“”‘’–…€·×\u00a0"
# sheet, cell, face, whether keys have letters of narrow.bdf, height of a line, rows below the base
SHEETS = (
    ("body", "11x11", "helvR08", False, 11, 2),
    ("head", "13x13", "helvB10", False, 13, 3),
    ("body", "18x18", "narrow", True, 18, 3),
    ("head", "20x20", "tall", True, 20, 3),
)
CLOSE = 3  # the small sign that needs no blank behind it: blue's dots
CAPS = {14: "A", 15: "B", 16: "STA", 17: "SEL"}
# Caps for boards that name their keys otherwise.
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\n "
WORDS = {"\n": "ENT", " ": "SPC"}  # of a keyboard: in the larger sheet alone


def read(name: str) -> dict[str, tuple]:
    """Return {character: (rows of dots as text, left margin, height above the baseline, advance)}
    of a BDF file, with our own changes."""
    with open(os.path.join(FACES, name + ".bdf"), encoding="ascii") as stream:
        lines = stream.read().split("\n")
    shapes = {}
    code, advance, box = 0, 0, [0]
    for i, line in enumerate(lines):
        words = line.split()
        if line.startswith("ENCODING"):
            code = int(words[1])
        elif line.startswith("DWIDTH"):
            advance = int(words[1])
        elif line.startswith("BBX"):
            box = [int(word) for word in words[1:]]
        elif line == "BITMAP":
            width, height, left, bottom = box
            rows = []
            for row in lines[i + 1 : i + 1 + height]:
                dots = bin(int(row, 16))[2:].zfill(4 * len(row))[:width]
                rows.append(dots.replace("0", ".").replace("1", "#"))
            shapes[chr(code)] = rows, left, bottom + height, advance
    for char, dots in DRAWINGS["ours"].get(name, {}).items():
        rows = dots.split("|")
        old_rows, left, above, advance = shapes[char]
        shapes[char] = rows, left, above, advance + len(rows[0]) - len(old_rows[0])
    if name == "helvR08":  # move the minus towards its number, away from the word before it
        rows, left, above, advance = shapes["-"]
        shapes["-"] = rows, left + 1, above, advance
        for char, (rows, left, above, advance) in shapes.items():
            if char.isalpha() and left == 2:  # of some capitals: it made gaps within words
                shapes[char] = rows, 1, above, advance - 1
    shapes["\u00a0"] = shapes[" "]
    rows, left, above, advance = shapes["ß"]
    excess = max(0, left - shapes["b"][1])  # one face gives it the margin of a capital
    shapes["ß"] = rows, left - excess, above, advance - excess
    rows, left, _above, advance = shapes["i"]
    stem = rows[next(i for i, row in enumerate(rows) if "#" not in row) + 1 :]
    shapes["ı"] = stem, left, len(stem), advance  # in one face its own shape touches the next
    return shapes


def draw_glyph(face: dict[str, tuple], char: str, height: int, below: int) -> tuple[Art, int]:
    """Return (Art, advance) of a character in a line of `height` rows, `below` of them under the
    base line."""
    rows, left, above, advance = face[char]
    rows = list(rows)
    if left < 0:  # it would overlap the letter before it
        left, advance = 0, advance - left
    while above > height - below:  # move the accent of a capital down to its letter
        del rows[next((i for i, row in enumerate(rows) if "#" not in row), 0)]
        above -= 1
    width = max([left + len(row) for row in rows] + [1])
    art = Art(max(1, width), height)
    art.rows(left, height - below - above, rows, 1)
    return art, advance


def draw_sign(code: int, height: int, below: int) -> tuple[Art, int]:
    """Return (Art, advance) of one of our own signs, in a line as `draw_glyph` has it."""
    table, above = ("large", 14) if height > 13 else ("small", 7)
    dots = DRAWINGS["signs"][table][str(code)].split("|")
    art = Art(len(dots[0]), height)
    art.rows(0, height - below - above, dots, 1)
    close = table == "small" and code == CLOSE
    return art, art.w + (0 if close else 1)


def draw_cap(word: str, letters: dict, height: int, below: int, capital: int) -> tuple[Art, int]:
    """Return (Art, advance) of a key: a filled cap that leaves out the letters of `word`.

    letters: the shapes of a face (`read`), or None for the smallest caps, whose letters have 3 by 5
    dots. height: of the line. below: its rows under the baseline. capital: height of neighbouring
    capitals, on which the cap is centred.
    """
    if letters is None and word in DRAWINGS["broad"]:
        dots = DRAWINGS["broad"][word].split("|")
        label = Art(len(dots[0]), len(dots))
        label.rows(0, 0, dots, 1)
    elif letters is None:
        label = Art(4 * len(word) - 1, 5)
        for i, letter in enumerate(word):
            dots = DRAWINGS["caps"]["tiny"][5 * NAMES.index(letter) :][:5]
            label.rows(4 * i, 0, [format(int(row), "03b").replace("1", "#") for row in dots], 1)
    else:
        shapes = [letters[letter] for letter in word]
        width = sum(shape[3] for shape in shapes) - 1
        cap_height = max(len(shape[0]) for shape in shapes)
        label = Art(width, cap_height)
        x = 0
        for rows, left, _above, advance in shapes:
            label.rows(x + left, cap_height - len(rows), rows, 1)
            x += advance
    left = int(letters is None)  # the tiny letters' space character is too narrow before a cap
    width = 7 if letters is None and len(word) == 1 else label.w + 4
    art = Art(left + width, height)
    cap_height = 9 if letters is None else label.h + 2
    top = height - below - (capital + cap_height) // 2
    art.rect(left, top, width, cap_height, 1)
    for x in (left, art.w - 1):
        for y in (top, top + cap_height - 1):
            art.dot(x, y, 0)
    for i, dot in enumerate(label.px):
        if dot:
            x, y = i % label.w, i // label.w
            art.dot(left + (width - label.w) // 2 + x, top + (cap_height - label.h) // 2 + y, 0)
    return art, art.w + 1 - left


def plain(face: dict[str, tuple], letters: dict, height: int, below: int) -> list[tuple[Art, int]]:
    """Return [(Art, advance)] of the characters 1..127."""
    drawn = []
    capital = len(face["H"][0])
    for code in range(1, 128):
        if code in CAPS:
            drawn.append(draw_cap(CAPS[code], letters, height, below, capital))
        elif str(code) in DRAWINGS["signs"]["small"]:
            drawn.append(draw_sign(code, height, below))
        elif chr(code) in face:
            drawn.append(draw_glyph(face, chr(code), height, below))
        else:
            drawn.append((Art(1, height), 1))
    return drawn


def sheet(glyphs: list[tuple[Art, int]], height: int, below: int) -> bytes:
    """Return the file of a sheet of glyphs. glyphs: [(Art, advance)]."""
    places = [0] * len(glyphs)
    left = 0
    rest = {art.w for art, _step in glyphs}
    while rest:  # next the widths that leave few columns empty; places of 1 and 2 must be low
        width = min(rest, key=lambda width: (width > 2, -left % width, -width))
        rest.remove(width)
        left = -(-left // width) * width
        for i, (art, _step) in enumerate(glyphs):
            if art.w == width:
                places[i] = left // width
                left += width
    blank = min(art.px.index(1) // art.w for art, _step in glyphs if any(art.px))
    strip = Art(-(-left // 32) * 32, height - blank)
    for place, (art, _step) in zip(places, glyphs):
        strip.paste(place * art.w, -blank, art)
    table = bytes([height - below, len(glyphs)] + [step for _art, step in glyphs])
    table += bytes([art.w for art, _step in glyphs] + places)
    return bmp(strip, 1, (0x000000, 0xFFFFFF)) + table


def sheets() -> dict[str, bytes]:
    """Return {name in assets/: bytes} of every sheet."""
    out = {}
    for kind, size, face_name, has_caps, height, below in SHEETS:
        face = read(face_name)
        letters = read("narrow") if has_caps else None
        strips = {
            "": plain(face, letters, height, below),
            "latin": [draw_glyph(face, char, height, below) for char in LATIN],
        }
        if kind == "body":
            capital = len(face["H"][0])
            words = [WORDS.get(name, name) for name in NAMES if letters or name not in WORDS]
            strips["keys"] = [draw_cap(word, letters, height, below, capital) for word in words]
        for part, glyphs in strips.items():
            out["%s%s%s.bmp" % (kind, part, size)] = sheet(glyphs, height, below)
    return out
