"""The font of cells and the game's own signs, drawn at any size.

FONT has five columns of a 6x8 cell, lowest bit at the top.
"""

from tools.art.drawing import Art, smooth

FONT = """
20 00 00 00 00 00|! 00 00 5F 00 00|" 00 03 00 03 00|# 14 7F 14 7F 14|$ 24 2A 7F 2A 12
% 63 13 08 64 63|& 36 49 55 22 50|' 00 00 03 00 00|( 00 1C 22 41 00|) 00 41 22 1C 00
* 14 08 3E 08 14|+ 08 08 3E 08 08|, 00 80 60 00 00|- 08 08 08 08 08|. 00 60 60 00 00
/ 60 10 08 04 03|0 3E 51 49 45 3E|1 00 42 7F 40 00|2 42 61 51 49 46|3 22 41 49 49 36
4 18 14 12 7F 10|5 27 45 45 45 39|6 3E 49 49 49 32|7 01 71 09 05 03|8 36 49 49 49 36
9 26 49 49 49 3E|: 00 36 36 00 00|; 00 80 6C 00 00|< 08 14 22 41 00|= 14 14 14 14 14
> 00 41 22 14 08|? 02 01 59 09 06|@ 3E 41 5D 55 5E|A 7E 11 11 11 7E|B 7F 49 49 49 36
C 3E 41 41 41 22|D 7F 41 41 41 3E|E 7F 49 49 49 41|F 7F 09 09 09 01|G 3E 41 49 49 7A
H 7F 08 08 08 7F|I 00 41 7F 41 00|J 30 40 40 40 3F|K 7F 08 14 22 41|L 7F 40 40 40 40
M 7F 02 0C 02 7F|N 7F 04 08 10 7F|O 3E 41 41 41 3E|P 7F 09 09 09 06|Q 3E 41 51 21 5E
R 7F 09 19 29 46|S 26 49 49 49 32|T 01 01 7F 01 01|U 3F 40 40 40 3F|V 1F 20 40 20 1F
W 3F 40 30 40 3F|X 63 14 08 14 63|Y 07 08 70 08 07|Z 61 51 49 45 43|[ 00 7F 41 41 00
\\ 03 04 08 10 60|] 00 41 41 7F 00|^ 04 02 01 02 04|_ 80 80 80 80 80|` 00 01 02 00 00
a 20 54 54 54 78|b 7F 48 44 44 38|c 38 44 44 44 28|d 38 44 44 48 7F|e 38 54 54 54 18
f 08 7E 09 01 02|g 18 A4 A4 A4 7C|h 7F 08 04 04 78|i 00 44 7D 40 00|j 40 80 84 7D 00
k 7F 10 28 44 00|l 00 41 7F 40 00|m 7C 04 18 04 78|n 7C 08 04 04 78|o 38 44 44 44 38
p FC 28 24 24 18|q 18 24 24 28 FC|r 7C 08 04 04 08|s 48 54 54 54 24|t 04 3F 44 44 20
u 3C 40 40 20 7C|v 1C 20 40 20 1C|w 3C 40 30 40 3C|x 44 28 10 28 44|y 1C A0 A0 A0 7C
z 44 64 54 4C 44|{ 00 08 36 41 41|7C 00 00 7F 00 00|} 41 41 36 08 00|~ 08 04 08 10 08
"""

# The game's own signs, eight rows of six (drawn to the cell's edge where lines join).
SIGNS = {
    1: "......|......|.####.|.####.|.####.|.####.|......|......",  # black: a bar, here a block
    2: "......|..#...|..#...|.###..|.###..|#####.|......|......",  # red: a triangle
    3: ".......|.......|.......|#..#..#|#..#..#|.......|.......|.......",  # blue: three dots
    4: "......|......|......|#.#.#.|.#.#..|......|......|......",  # fourth: a zigzag
    5: "..#...|..#...|#####.|.###..|.###..|##.##.|#...#.|......",  # joker
    6: "...#..|..##..|.###..|####..|.###..|..##..|...#..|......",  # left
    7: ".#....|.##...|.###..|.####.|.###..|.##...|.#....|......",  # right
    8: "......|..#...|..#...|.###..|.###..|#####.|#####.|......",  # up
    11: "......|#####.|#####.|.###..|.###..|..#...|..#...|......",  # down
    12: "..###.|..#.#.|###.#.|#.#.#.|#.###.|#.#...|###...|......",  # pool: two tiles
    13: "#####.|#...#.|.#.#..|..#...|.#.#..|#####.|#####.|......",  # clock
    18: "......|....#.|...##.|#.##..|###...|.#....|......|......",  # right, done
    19: "......|##.##.|.###..|..#...|.###..|##.##.|......|......",  # wrong
    20: "......|......|......|######|......|......|......|......",  # lines
    21: "..#...|..#...|..#...|..#...|..#...|..#...|..#...|..#...",
    22: "......|......|......|..####|..#...|..#...|..#...|..#...",
    23: "......|......|......|###...|..#...|..#...|..#...|..#...",
    24: "..#...|..#...|..#...|..####|......|......|......|......",
    25: "..#...|..#...|..#...|###...|......|......|......|......",
    26: "......|......|..##..|.####.|.####.|..##..|......|......",  # point
    27: "..#...|.###..|#.#.#.|..#...|..#...|..#...|.###..|......",  # start of turn
    28: "######|######|######|######|######|######|######|######",  # full
    29: "......|.####.|.#..#.|.#..#.|.#..#.|.####.|......|......",  # square
    30: "......|.###..|#...#.|#...#.|#...#.|.###..|......|......",  # circle
    31: "..#...|.##.#.|###..#|###..#|###..#|.##.#.|..#...|......",  # sound
    127: "......|..#...|..#...|..#...|.#.#..|.#.#..|#####.|......",  # triangle, open
}

# Buttons as caps, three bits a row: A, B, START, SELECT. lib/pocket/hardware/powerup.py draws
# others alike.
CAPS = {14: "25755", 15: "65656", 16: "46764", 17: "70707"}


def font_cell(code, w, h, glyphs):
    """One character at any cell size: the 6x8 design's dots joined by strokes of a 2-pixel pen."""
    art = Art(w, h)
    if code in CAPS:
        cap(art, CAPS[code])
        return art
    dots = glyphs.get(code, set())
    if w == 6:
        for x, y in dots:
            art.dot(x, y, 1)
        return art
    if code in SIGNS:  # blocks: every dot a rectangle, so that lines join
        for x, y in dots:
            left, right = x * w // 6, (x + 1) * w // 6
            top, bottom = y * h // 8, (y + 1) * h // 8
            art.rect(left, top, right - left, bottom - top, 1)
        if code in (2, 8, 11, 6, 7, 26, 30, 5):
            smooth(art)
        return art
    pen_w, pen_h = (2, 2) if w >= 12 else (2, 1)
    step_x = 2 if w >= 12 else 1.5
    step_y = 2 if h >= 16 else 1.5
    top = 0 if h >= 16 else 0
    for x, y in dots:
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1), (1, -1)):
            if (x + dx, y + dy) not in dots:
                continue
            if dx and dy and ((x + dx, y) in dots or (x, y + dy) in dots):
                continue  # joined around the corner already
            for k in range(7):
                px = int((x + dx * k / 6) * step_x + 0.5)
                py = top + int((y + dy * k / 6) * step_y + 0.5)
                art.rect(px, py, pen_w, pen_h, 1)
    return art


def cap(art, sign):
    """A button's cap with a sign of 3 by 5 dots in it, a digit of 0 to 7 for each row."""
    size = 1 if art.w < 9 else 2
    rim = 1 if art.w < 12 else 2
    wide, high = 3 * size + 2 * rim, 5 * size + 2 * rim
    top = (art.h - high) // 2
    art.rect(0, top, wide, high, 1)
    for x in (0, wide - 1):
        for y in (0, high - 1):
            art.dot(x, top + y, 0)
    for y in range(5):
        for x in range(3):
            if int(sign[y]) >> (2 - x) & 1:
                art.rect(rim + x * size, top + rim + y * size, size, size, 0)


def glyphs():
    """The dots of every character: code -> set of (x, y)."""
    out = {}
    for item in FONT.replace("\n", "|").split("|"):
        if item:
            name, columns = item.split(" ", 1)
            code = ord(name) if len(name) == 1 else int(name, 16)
            out[code] = {
                (x, y)
                for x, bits in enumerate(bytes.fromhex(columns))
                for y in range(8)
                if bits >> y & 1
            }
    for code in SIGNS:
        out[code] = {
            (x, y)
            for y, row in enumerate(SIGNS[code].split("|"))
            for x in range(6)
            if row[x] == "#"
        }
    return out
