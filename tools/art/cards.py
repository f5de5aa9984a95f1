"""Draws the sheets of 8 Round Rummy.

Cells are halves of cards. 0..6: upper halves with the numbers 1-7 in red, 7..13 in blue, 14 joker,
15 Reverse & New Hand, 16 a back; 17..19: lower halves with triangle, square, circle in red (full),
20..22 in blue (hollow), 23 joker, 24 Reverse & New Hand, 25 a back.
cards sheet: what is on these, a bit a pixel; bodies sheet: what they lie on, an upper and a lower
half of a card, the same of a back. lib/pocket/eight/cards.py gives them other colours where a card
is marked.
minis sheet: these as small as a letter; from 26 on the upper halves of what a goal asks for and no
more: the numbers 1-7 of no colour, triangle, square, circle in red, a square in blue; from 37 on
the lower ones; 48 nothing.
"""

from tools.art import drawing, mkassets
from tools.art.drawing import DRAWINGS, Art
from tools.art.mkassets import BLACK, BLUE, GREEN, IVORY, JOKER, RED, SHADE, WHITE, digits

# -- cards


def body(w: int, h: int, lower: bool, fill: int = IVORY, edge: int = SHADE) -> Art:
    """Return half a card: the upper one with its upper edge, the lower one with its lower edge."""
    art = Art(w, h)
    top, bottom = (0, h - 1) if lower else (1, h)
    art.rect(0, top, w - 1, bottom - top, edge)
    thick = 1 if w < 30 else 2
    art.rect(thick, top if lower else top + thick, w - 1 - 2 * thick, bottom - top - thick, fill)
    row = bottom - 1 if lower else top
    step = -1 if lower else 1
    round_by = (1,) if w < 30 else (2, 1)
    for j, wide in enumerate(round_by):
        for i in range(wide):
            for x in (i, w - 2 - i):
                art.dot(x, row + step * j, 0)
    if w >= 30:
        for x in (2, w - 4):  # the edge goes round the corner
            art.dot(x, row + 2 * step, edge)
    if fill == BLUE:  # the back: a lattice
        for y in range(top, bottom - 3) if lower else range(top + 3, bottom):
            deep = y + lower * h
            for x in range(3, w - 4):
                if (x + deep) % 4 == 0 or (x - deep) % 4 == 0:
                    art.dot(x, y, edge)
    return art


def inside(shape: int, x: float, y: float, size: float) -> bool:
    """Return whether a point lies in a triangle (0), square (1) or circle (2) of a box."""
    if shape == 0:
        return abs(x - size / 2) <= y / 2
    if shape == 1:
        return True
    return (x - size / 2) ** 2 + (y - size / 2) ** 2 <= size * size / 4


def draw_shape(art: Art, left: int, top: int, size: int, shape: int, ink: int, rim: int) -> None:
    """Draw a shape in a box. rim: pixels of the rim of a hollow shape, 0 for a full one."""
    steps = range(-rim, rim + 1)
    around = [(dx, dy) for dx in steps for dy in steps if dx * dx + dy * dy <= rim * rim]

    def within(x, y):
        return 0 <= x <= size and 0 <= y <= size and inside(shape, x, y, size)

    for j in range(size):
        for i in range(size):
            x, y = i + 0.5, j + 0.5
            if not inside(shape, x, y, size):
                continue
            if not rim or not all(within(x + dx, y + dy) for dx, dy in around):
                art.dot(left + i, top + j, ink)


def lower_shape(w: int, h: int, shape: int, ink: int, hollow: bool) -> Art:
    """Return a lower half with a shape, full or hollow: the second sign of the colour."""
    art = body(w, h, True)
    size = h - (5 if w < 30 else 7)
    rim = 2 if w < 30 else 3 if w < 40 else 4
    draw_shape(art, (w - 1 - size) // 2, 1, size, shape, ink, rim if hollow else 0)
    return art


def any_shape(w: int, h: int) -> Art:
    """Return a joker's lower half: every shape."""
    art = body(w, h, True)
    size = 4 if w < 30 else 7 if w < 40 else 9
    gap = 1 if w < 40 else 2
    left = (w - 1 - 3 * size - 2 * gap) // 2
    for shape in range(3):
        draw_shape(art, left + shape * (size + gap), 3 * h // 14, size, shape, JOKER, 0)
    return art


def arrow(w: int, h: int, upper: bool) -> Art:
    """Return Reverse & New Hand: an arrow to the left above, one to the right below."""
    art = body(w, h, not upper)
    size = h * 2 // 5
    length = w - 7
    middle = h * 3 // 5 if upper else h * 2 // 5
    thick = max(1, size // 3)
    for i in range(length):
        x = 3 + i if upper else w - 5 - i
        if i < size:
            reach = i * size // (size + 1)
            art.rect(x, middle - reach, 1, 2 * reach + 1, GREEN)
        else:
            art.rect(x, middle - thick // 2, 1, thick, GREEN)
    return art


def cells(w: int, h: int) -> list[Art]:
    """Return the cells of a cards sheet, upper and lower halves of w x h."""
    out = []
    high = h - (4 if w < 30 else 5)
    wide = high * 2 // 3
    pen = 2 if w < 30 else 2.8 if w < 40 else 3.6
    for ink in (RED, BLUE):
        for value in range(1, 8):
            art = body(w, h, False)
            drawing.stroke(art, (w - 1 - wide) // 2, 4, wide, high, value, pen, ink)
            out.append(art)
    star = Art(w, h + 2)
    mkassets.star(star)
    art = body(w, h, False)
    drop = 1 if w < 30 else 3
    art.over(0, drop, star)
    out += [art, arrow(w, h, True), body(w, h, False, BLUE, WHITE)]
    for ink, hollow in ((RED, False), (BLUE, True)):
        for shape in range(3):
            out.append(lower_shape(w, h, shape, ink, hollow))
    return out + [any_shape(w, h), arrow(w, h, False), body(w, h, True, BLUE, WHITE)]


# -- cards as small as a letter

MINIS = {18: (9, 7), 30: (12, 8), 40: (12, 8)}  # a card's width: the cell of half a mini


def mini_body(w: int, h: int, lower: bool, fill: int = WHITE, edge: int = SHADE) -> Art:
    """Return half a mini's body: a column at the right stays free, below a row."""
    art = Art(w, h)
    top, bottom = (0, h - 1) if lower else (0, h)
    art.rect(0, top, w - 1, bottom - top, edge)
    art.rect(1, top if lower else 1, w - 3, bottom - top - 1, fill)
    row = bottom - 1 if lower else 0
    for x in (0, w - 2):
        art.dot(x, row, 0)
    return art


def mini_back(w: int, h: int, lower: bool) -> Art:
    """Return half a mini's back."""
    art = mini_body(w, h, lower, BLUE, WHITE)
    for y in range(h):
        for x in range(2, w - 3):
            if (x + y + lower * h) % 2 == 0 and art.px[y * w + x] == BLUE:
                art.dot(x, y, WHITE)
    return art


def mini(w: int, h: int, lower: bool, rows: list[str], ink: int, drop: int = 0) -> Art:
    """Return half a mini with dots on it, in the middle; drop: rows further down."""
    art = mini_body(w, h, lower)
    top = 1 if lower else h - len(rows)
    art.rows((w - 1 - len(rows[0])) // 2, top + drop, rows, ink)
    return art


def minis(w: int, h: int) -> list[Art]:
    """Return the cells of a minis sheet."""
    drawn = DRAWINGS["minis"]
    numbers, shapes = digits(drawn["numbers"]), digits(drawn["shapes%d" % w])
    left = ["..#....", ".######", "..#...."] if w > 9 else ["..#..", ".####", "..#.."]
    right = [row[::-1] for row in left]
    out = [mini(w, h, False, rows, ink) for ink in (RED, BLUE) for rows in numbers]
    out += [
        mini(w, h, False, drawn["star%d" % w].split("|"), JOKER),
        mini(w, h, False, left, GREEN, -1),
    ]
    out.append(mini_back(w, h, False))
    out += [mini(w, h, True, rows, RED if i < 3 else BLUE) for i, rows in enumerate(shapes)]
    out += [mini(w, h, True, ["#.#.#"] * 2, JOKER, 1), mini(w, h, True, right, GREEN, 1)]
    out.append(mini_back(w, h, True))
    asked = [(rows, BLACK) for rows in numbers]
    asked += [(rows, RED) for rows in shapes[:3]] + [(shapes[4], BLUE)]
    for half in (False, True):  # over both halves
        for rows, ink in asked:
            art = mini_body(w, h, half)
            top = (2 * h - 1 - len(rows)) // 2 - (h if half else 0)
            art.rows((w - 1 - len(rows[0])) // 2, top, rows, ink)
            out.append(art)
    return out + [Art(w, h)]


# -- files


# The ink of each cell of a cards sheet; 0: nothing but its body.
INKS = bytes((RED,) * 7 + (BLUE,) * 7 + (JOKER, GREEN, 0))
INKS += bytes((RED,) * 3 + (BLUE,) * 3 + (JOKER, GREEN, 0))


BODIES = bytes([0] * 16 + [2] + [1] * 8 + [3])  # the cell of a bodies sheet that each lies on


def bodies(w: int, h: int) -> list[Art]:
    """Return the cells of a bodies sheet."""
    return [body(w, h, half, *ink) for ink in ((), (BLUE, WHITE)) for half in (False, True)]


def signs(w: int, h: int) -> list[Art]:
    """Return the cells of a cards sheet without their bodies."""
    below = bodies(w, h)
    out = []
    for number, cell in enumerate(cells(w, h)):
        sign = Art(w, h)
        blank = below[BODIES[number]].px
        sign.px = bytearray(dot if dot != blank[i] else 0 for i, dot in enumerate(cell.px))
        out.append(sign)
    return out


def sheets() -> dict[str, bytes]:
    """Return every file of assets/ this program draws: name -> bytes."""
    out = {}
    for _small, _large, (w, h), area in mkassets.CLASSES:
        name = "%dx%d.bmp" % (w, h)
        out["cards" + name] = mkassets.faces_file(signs(w, h), INKS, 0, h, area)
        out["bodies" + name] = mkassets.bodies_file(bodies(w, h))
        out["minis" + name] = mkassets.bodies_file(minis(*MINIS[w]))
    return out
