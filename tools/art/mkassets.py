"""Draws the sheets of tiles, and what else lies in assets/ as a picture.

Everything is drawn from the data in this folder and the device's own colours: the same files always
give the same bytes. Two tile sizes for each size class. Small sizes are pixel art by hand; larger
ones are drawn anew from strokes.

faces sheet (1 bit a pixel, each cell of one ink, which sheets.py gives it): 0..51 faces of the
tiles by kind, 52 a joker's star, 53..65 numbers in the joker's ink (a joker not decided yet), 66
nothing, 67 cloth. Faces leave out the rows above and below that none of them uses: draw.py has
their top.
tiles sheet (4 bits a pixel): the bodies that lie under faces, each with the rows of its shadow.
The cards of 8 Round Rummy are drawn by tools/art/cards.py.
"""

import os
from collections.abc import Sequence
from typing import Any

from tools.art.drawing import DRAWINGS, Art, bmp, inside, sine, stroke
from tools.device.parsed import constant
from tools.place import ROOT

# -- tile numbers ---------------------------------------------------------------------------------


def digits(art: str) -> list[list[str]]:
    """Return digits drawn side by side as lists of rows."""
    return [list(rows) for rows in zip(*[row.split() for row in art.strip().split("\n")])]


def value(module: str, name: str) -> Any:
    """Return what lib/pocket/<module> gives to `name`: the device has the one table of colours."""
    with open(os.path.join(ROOT, "lib", "pocket", *module.split("/")), encoding="utf-8") as source:
        return constant(source.read(), name)


# Palette: 0 is the cloth under bodies and see-through in faces. The program recolours 0 and 4.
CLOTH = value("app/draw.py", "CLOTH_COLOUR")
PALETTE = (CLOTH,) + value("hardware/sizes.py", "_BODY_COLOURS")
BLACK, RED, BLUE, FOURTH, JOKER, IVORY, SHADE = 1, 2, 3, 4, 5, 6, 7
OWN, MOVED, PICK, BAD, WHITE, GREEN, WILD, SHADOW = 8, 9, 10, 11, 12, 13, 14, 15
# WILD lies under a joker that stands for a tile

# What sizes.py's palettes of faces have at the same places, and the cloth.
FACE_CLOTH = 8
# cloth, plain, laid this turn, moved, picked, wrong, new since last, the place for a new set
BODIES = (
    (0, 0),
    (IVORY, 0),
    (OWN, GREEN),
    (MOVED, BLUE),
    (PICK, BLACK),
    (BAD, RED),
    (IVORY, GREEN),
    (0, SHADE),
)


def number(art: Art, value: int, ink: int) -> None:
    """Draw the number of a tile in the upper part of its cell."""
    w, h = art.w, art.h
    if h in (11, 14):
        wide = digits(DRAWINGS["tiles"]["wide6" if h == 11 else "wide8"])
        if value < 10:
            art.rows((w - 1 - 5) // 2, 2, wide[value], ink)
        else:
            ones = wide if h == 14 else digits(DRAWINGS["tiles"]["narrow6"])
            rows = ones[value - 10]
            stem = 1 if h == 11 else 2
            left = 2 if value == 11 else 1
            for x in (left, left + stem + 2) if value == 11 else (left,):
                art.rect(x, 2, stem, len(rows), ink)
                if left == 2:  # else there is no room for a flag
                    art.dot(x - 1, 3, ink)
            if value != 11:
                art.rows(left + stem + 1, 2, rows, ink)
        return
    top, high, pen, wide, stem = {
        18: (3, 10, 2, 6, 2),
        24: (3, 15, 2.4, 8, 2.6),
        20: (3, 11, 2.2, 8, 2.4),
        26: (3, 16, 2.8, 10, 3),
    }[h]
    if value < 10:
        stroke(art, (w - 1 - wide) // 2, top, wide, high, value, pen, ink)
        return
    gap = 1 if w < 16 else 2
    thin = int(stem)
    if value == 11:
        gap = 1 if w < 15 else 2
        left = (w - 1 - 2 * (thin + 2) - gap) // 2 + 2
        _one(art, left, top, thin, high, 2, ink)
        _one(art, left + thin + gap + 2, top, thin, high, 2, ink)
        return
    both = wide - (1 if w < 16 else 2)
    left = (w - thin - gap - both + 1) // 2
    _one(art, left, top, thin, high, 1, ink)
    stroke(art, left + thin + gap, top, both, high, value - 10, pen, ink)


def _one(art, x, top, wide, high, flag, ink):
    """Draw a thin 1 with its flag. wide: pixels."""
    art.rect(x, top, wide, high, ink)
    art.dot(x - 1, top + 1, ink)
    art.rect(x - flag, top + 2, flag, flag, ink)


def mark(art: Art, colour: int, ink: int) -> None:
    """Draw the sign of a colour below its number."""
    rows = DRAWINGS["marks"][str(art.h)][colour].split("|")
    bottom = art.h - {11: 0, 14: 1}.get(art.h, 2)
    art.rows((art.w - len(rows[0])) // 2, bottom - len(rows), rows, ink)


def star(art: Art) -> None:
    """Draw a joker's face: a star with a smile."""
    w, h = art.w, art.h
    small = DRAWINGS["stars"].get(str(h))
    if small and w < 12:
        rows = small.split("|")
        art.rows((w - 1 - len(rows[0])) // 2, 3, rows, JOKER)
        return
    cx, cy, reach = (w - 1) / 2, (h - 1) / 2 + 0.3, (w - 3) / 2
    points = []
    for i in range(10):
        far = reach if i % 2 == 0 else reach * 0.45
        points.append(
            (cx + far * sine(36 * i // 5 * 5) / 1000, cy - far * sine(36 * i // 5 * 5 + 90) / 1000)
        )
    for y in range(h):
        for x in range(w):
            if inside(points, x, y):
                art.dot(x, y, JOKER)
    eye = 1 if w < 20 else 2  # holes: the body shows
    art.rect(int(cx) - eye, int(cy) - eye, eye, eye, 0)
    art.rect(int(cx) + 1, int(cy) - eye, eye, eye, 0)
    art.rect(int(cx) - eye, int(cy) + eye, 2 * eye + 1, 1, 0)


def body(w: int, h: int, fill: int, sign: int | None, joker: bool) -> Art:
    """Draw what lies under a face: one cell with cloth above it, an edge at its right and below."""
    art = Art(w, h)
    if not fill:
        if sign:  # the place for a new set: a broken frame
            for x in range(1, w - 2):
                if x % 4 < 2:
                    art.dot(x, 1, sign)
                    art.dot(x, h - 1, sign)
            for y in range(1, h):
                if y % 4 < 2:
                    art.dot(1, y, sign)
                    art.dot(w - 2, y, sign)
        return art
    if joker and fill == IVORY:
        fill = WILD
    art.rect(0, 1, w - 1, h - 1, fill)
    art.rect(w - 1, 1, 1, h - 1, SHADE)
    if h > 11:
        art.rect(0, h - 1, w, 1, SHADE)
    if w >= 12:
        for x, y in ((0, 1), (w - 1, 1), (0, h - 1), (w - 1, h - 1)):
            art.dot(x, y, 0)
    if h < 18:
        small_signs(art, fill, sign, joker)
        return art
    if joker or fill == PICK:  # a frame
        ink = BLACK if fill == PICK else JOKER
        for y in (1, h - 1):
            art.rect(0, y, w, 1, ink)
        for x in (0, w - 1):
            art.rect(x, 1, 1, h - 1, ink)
        if w < 15:  # the flag of a 1 stands in its gap
            art.rect(0, 3, 1, 5, fill)
    for x in range(w - 1):  # along the top; below it a row is free above the number
        if sign == RED and x % 4 < 2 or sign == BLUE and x % 3 < 2 or fill == OWN:
            art.rect(x, 0, 1, 2, sign)
    if fill in (IVORY, WILD) and sign:  # a corner: along the top, down the right side
        art.rect(0, 0, w, 1, OWN)  # on the dark cloth
        art.rect(0, 1, w, 1, sign)
        art.rect(w - 1, 2, 1, h - 2, sign)
    if joker:  # the right corner is folded
        for y, wide in enumerate((w // 2, w // 2 - 1) + (1,) * (h // 3)):
            art.rect(w - wide, y, wide, 1, JOKER)
    return art


def small_signs(art: Art, fill: int, sign: int | None, joker: bool) -> None:
    """What tells the bodies of small tiles apart: above the tile, since within it each row and
    column between the number, the mark and the edge is needed to read them."""
    w, h = art.w, art.h
    for x in range(w - 1):
        if fill == PICK:
            art.dot(x, 0, BLACK)
        elif sign == RED:  # a saw
            art.dot(x, 0, RED if x % 4 < 2 else 0)
        elif sign == BLUE:
            art.dot(x, 0, BLUE if x % 3 < 2 else 0)
        elif fill == OWN:
            art.dot(x, 0, GREEN)
    if fill == PICK:
        art.rect(0, h - 1, w, 1, BLACK)
    if fill in (IVORY, WILD) and sign:  # a corner: along the top, down the right side
        art.rect(0, 0, w, 1, OWN)
        art.rect(w - 1, 1, 1, h - 1, sign)
    if joker:  # the right corner is folded
        for y, wide in enumerate((5, 1, 1, 1)):
            art.rect(w - wide, y, wide, 1, JOKER)


def face_rows(h: int) -> tuple[int, int]:
    """Return the rows of a tile cell that faces use: (first, how many)."""
    top = 2 if h < 18 else 3
    return top, {11: 9, 14: 11, 18: 13, 20: 15, 24: 19, 26: 21}[h]


def tile_faces(w: int, h: int) -> list[Art]:
    """Return the cells of a faces sheet, as high as a tile; only `face_rows` of them hold
    anything."""
    cells = []
    for kind in range(52):
        art = Art(w, h)
        number(art, kind % 13 + 1, kind // 13 + 1)
        mark(art, kind // 13, kind // 13 + 1)
        cells.append(art)
    art = Art(w, h)
    star(art)
    cells.append(art)
    for value in range(1, 14):
        art = Art(w, h)
        number(art, value, JOKER)
        cells.append(art)
    top, high = face_rows(h)
    for art in cells:
        if any(art.px[: top * w]) or any(art.px[(top + high) * w :]):
            raise ValueError("a face of %dx%d does not lie in its rows" % (w, h))
    cells.append(Art(w, h))
    cloth = Art(w, h)
    cloth.rect(0, top, w, high, FACE_CLOTH)
    cells.append(cloth)
    return cells


def shadow(h: int) -> int:
    """Return rows of shadow under a tile of that height, as lib/pocket/app/draw.py has them."""
    return h // 8 if h > 11 else 0


def tile_bodies(w: int, h: int) -> list[Art]:
    """Return the cells of a tiles sheet, with the shadow under each tile: a joker lies neither on
    the cloth alone nor on a place; the last is the cloth right of a set, where its shadow ends."""
    cloth, *lying, place = [body(w, h, fill, sign, False) for fill, sign in BODIES]
    lying += [body(w, h, fill, sign, True) for fill, sign in BODIES[1:-1]]
    high = shadow(h)
    edge = Art(w, h)
    wide = (high + 1) // 2
    edge.rect(0, 4, wide, h - 4, SHADOW)
    edge = shaded(edge, 0)
    edge.rect(0, h, wide - 1, high, SHADOW)
    return [shaded(cloth, 0)] + [shaded(cell) for cell in lying] + [shaded(place, 0), edge]


def shaded(cell: Art, ink: int = SHADOW) -> Art:
    """Return a cell with the rows of its shadow below it."""
    high = shadow(cell.h)
    art = Art(cell.w, cell.h + high)
    art.paste(0, 0, cell)
    art.rect(0, cell.h, cell.w, high, ink)
    return art


# -- files ----------------------------------------------------------------------------------------


# for people who look at the file: lib/pocket/ui/panel.py has the colours in use
GROUND = (CLOTH, 0x15544A, 0x05251D, 0xD8C89C, 0xFBF1D6, 0x6B4423, 0x8A5C34, 0xC01828, 0xFFD86B)
# as lib/pocket/app/draw.py and cards.py have them
TILE_INKS = bytes(
    [BLACK] * 13 + [RED] * 13 + [BLUE] * 13 + [FOURTH] * 13 + [JOKER] * 14 + [0, FACE_CLOTH]
)
# of each display class: small tile, large tile, half a card, the sheet that holds the faces of one
# of them; a TileGrid wants whole cells across and down for each of the three
CLASSES = (
    ((8, 11), (10, 14), (18, 14), (360, 28)),
    ((12, 18), (15, 24), (30, 21), (360, 63)),
    ((16, 20), (20, 26), (40, 28), (400, 84)),
)


def ground_cells(unit: int) -> list[Art]:
    """Return what text rooms lie on: cloth, nine pieces of paper, wood's edge, wood, plain
    cloth, the two halves of the pointer, the band behind a chosen line. Colours:
    lib/pocket/ui/panel.py."""
    dots, shadow, edge, paper, wood, grain, red, gold = range(1, 9)
    cloth = Art(unit, unit)
    if unit > 4:
        for x, y in ((1, 1), (5, 5)):
            cloth.dot(x, y, dots)
    cells = [cloth]
    rim = unit // 2 - 1 or 1  # cloth left of the paper
    side = 3 * unit
    sheet = Art(side, side)
    for y in range(3):
        for x in range(3):
            sheet.paste(x * unit, y * unit, cloth)
    round_by = unit // 2
    for y in range(side):
        for x in range(side):
            for ink, shift in ((shadow, 1 + unit // 8), (edge, 0), (paper, -1)):
                low = rim if ink != paper else rim + 1
                high = side - 1 - rim - (0 if ink != paper else 1)
                top = (1 if unit > 4 else 0) + (ink == paper)
                bottom = side - 2 - (1 if unit > 4 else 0) - (ink == paper)
                i, j = x - (shift if ink == shadow else 0), y - (shift if ink == shadow else 0)
                if not (low <= i <= high and top <= j <= bottom):
                    continue
                reach = max(0, round_by - (ink == paper))
                dx = max(low + reach - i, i - (high - reach), 0)
                dy = max(top + reach - j, j - (bottom - reach), 0)
                if dx * dx + dy * dy <= reach * reach + reach // 2:
                    sheet.dot(x, y, ink)
    cells += [
        sheet.cut(x, y, unit, unit) for y in range(0, side, unit) for x in range(0, side, unit)
    ]
    board = Art(unit, unit, wood)
    board.rect(0, 0, unit, 1, grain)
    cells += [board, Art(unit, unit, wood), Art(unit, unit)]
    pointer = Art(unit, 2 * unit, paper)
    middle = unit - 1
    for x in range(unit - unit // 8):
        reach = (unit - 1 - x) * (unit - 2) // unit if unit > 4 else unit - 1 - x
        pointer.rect(x, middle - reach, 1, 2 * reach + 1, red)
    cells += [pointer.cut(0, top, unit, unit) for top in (0, unit)]
    return cells + [Art(unit, unit, gold)]


def icon() -> Art:
    """Return what launchers show: a short run with a joker, on the cloth, with a wooden rack
    below."""
    art = Art(64, 64)
    faces, bodies = tile_faces(20, 26), tile_bodies(20, 26)
    for x, y, face, body in ((2, 18, 17, 1), (22, 12, 52, 7), (42, 18, 19, 1)):
        for layer in (bodies[body], faces[face]):
            art.over(x, y, layer.cut(0, 0, 20, 26))
    art.rect(0, 50, 64, 3, SHADE)
    art.rect(0, 53, 64, 3, BLACK)
    return art


def badges() -> Art:
    """Return the pictures of the badges, drawn by hand (badges.png), 16x16 each in the order of
    rules/stats.py; the last is blank."""
    from PIL import Image  # the lint measures letters without it

    with Image.open(os.path.join(ROOT, "tools", "art", "badges.png")) as picture:
        art = Art(*picture.size)
        art.px = bytearray(dot == 0 for dot in picture.convert("L").tobytes())
    return art


def mask(cell: Art, ink: int, top: int, high: int) -> Art:
    """Return `high` rows of a cell of one ink, as ones; none below the cell. Raises ValueError for
    another ink."""
    if set(cell.px) - {0, ink}:
        raise ValueError("a face has another ink than %d" % ink)
    art = Art(cell.w, high)
    rows = [1 if dot else 0 for dot in cell.px[top * cell.w : (top + high) * cell.w]]
    art.px = bytearray(rows + [0] * (high * cell.w - len(rows)))
    return art


def on_sheet(cells: list[Art], width: int, height: int) -> Art:
    """Return cells row by row on a sheet. Raises ValueError where they do not fit, or leave a rest
    of one."""
    w, h = cells[0].w, cells[0].h
    if width % w or height % h or len(cells) > width // w * (height // h):
        raise ValueError(
            "%d cells of %dx%d do not fit a sheet of %dx%d." % (len(cells), w, h, width, height)
        )
    sheet = Art(width, height)
    for i, cell in enumerate(cells):
        sheet.paste(i % (width // w) * w, i // (width // w) * h, cell)
    return sheet


def faces_file(
    cells: list[Art], inks: Sequence[int], top: int, high: int, size: tuple[int, int]
) -> bytes:
    """Return a sheet of cells of one ink each, 1 bit a pixel, without the blank rows at its end."""
    masks = [mask(cell, ink, top, high) for cell, ink in zip(cells, inks)]
    sheet = on_sheet(masks, *size)
    sheet.h = -(-len(sheet.px.rstrip(b"\0")) // sheet.w)
    return bmp(sheet, 1, (0x000000, 0xFFFFFF))


def bodies_file(cells: list[Art]) -> bytes:
    """Return a sheet of cells in one row, 4 bits a pixel."""
    return bmp(on_sheet(cells, len(cells) * cells[0].w, cells[0].h), 4, PALETTE)


def sheets() -> dict[str, bytes]:
    """Return every file of assets/ this program draws: name -> bytes."""
    out = {"icon.bmp": bmp(icon(), 4, PALETTE, upper_first=False)}  # for launchers
    out["badges.bmp"] = bmp(badges(), 1, (0xFFFFFF, 0x000000))
    for unit in (4, 8):
        cells = ground_cells(unit)
        file = bmp(on_sheet(cells, len(cells) * unit, unit), 4, GROUND)
        out["ground%dx%d.bmp" % (unit, unit)] = file
    for small, large, card, faces in CLASSES:
        for size in (small, large):
            name = "%dx%d.bmp" % size
            top, high = face_rows(size[1])[0], 14 if card[1] == 14 else 21
            out["faces" + name] = faces_file(tile_faces(*size), TILE_INKS, top, high, faces)
            out["tiles" + name] = bodies_file(tile_bodies(*size))
    return out
