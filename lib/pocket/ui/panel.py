"""A screen of text rows with a head line, a body and one line of keys; tiles may lie on it."""

import displayio
from pocket.ui import draw

from rules.tilegame import tiles


class Panel:
    """`.group` is the screen's group; `.cols`, `.lines` how many letters and rows fit.

    Row 0 is the title, the last row says what the keys do.
    """

    NORMAL, DIM, HEAD, SELECT, BAD, GOOD = (
        draw.NORMAL,
        draw.DIM,
        draw.HEAD,
        draw.SELECT,
        draw.BAD,
        draw.GOOD,
    )

    def __init__(self, app, title="", keys=""):
        art = app.art
        self.app = app
        self.cols = art.cols
        self.lines = art.lines
        self.y = (app.h - art.lines * art.ch) // 2
        self.rows = draw.Rows(
            app, art.lines, art.cols, (app.w - art.cols * art.cw) // 2, self.y, edge=1
        )
        self.group = displayio.Group()
        if self.y:  # rows do not fill the height
            self.group.append(draw.ground(app, art.ink(draw.NORMAL)))
        self.group.append(self.rows.group)
        self.pictures = 0
        self.title(title)
        self.keys(keys)

    def title(self, text):
        """Set the head line."""
        self.rows.set(0, text, draw.HEAD, True)

    def keys(self, text):
        """Set the line of keys."""
        self.rows.set(self.lines - 1, text, draw.KEYS, True)

    def set(self, row, text, ink=draw.NORMAL, centre=False):
        """Show text in a row."""
        self.rows.set(row, text, ink, centre)

    def say(self, row, height, text, ink=draw.NORMAL, centre=False):
        """Show text over `height` rows, wrapped; what does not fit is left out. Returns the
        rows used."""
        lines = draw.wrap(text, self.cols) if text else []
        for i in range(height):
            if i < len(lines):
                self.rows.set(row + i, lines[i], ink, centre)
            else:
                self.rows.set(row + i, "", draw.NORMAL)
        return min(len(lines), height)

    def clear(self, row=1, end=None):
        """Blank rows from `row` to before `end` (the line of keys), and take tiles away."""
        self.drop_tiles()
        for i in range(row, self.lines - 1 if end is None else end):
            self.rows.set(i, "", draw.NORMAL)

    def more(self, row, on, down=False, col=-1):
        """A sign at a row's end: the list goes on above or below."""
        if on:
            self.rows.put(row, col % self.cols, draw.DOWN if down else draw.UP)

    def tiles(self, row, cols, big=True, high=2, x=None):
        """A row of `cols` tiles over text rows `row` .. `row + high - 1`: a draw.Tiles."""
        art = self.app.art
        width, height = art.tile(big)
        y = self.y + row * art.ch + (high * art.ch - height) // 2
        if x is None:
            x = (self.app.w - cols * width) // 2
        tiles = draw.Tiles(self.app, 1, cols, x, y, big)
        self.group.append(tiles.group)
        self.pictures += 1
        return tiles

    def picture(self, row, high, text):
        """Sets by their text ("r4 r5 * | k9 r9 b9"), centred over `high` rows; "+" stands between
        tiles as a letter."""
        art = self.app.art
        parts = text.split(" ")
        wide = art.tile(True)[0]
        gap = max(wide, 2 * art.cw)  # a letter's cell fits in wherever it begins
        x = (art.w - len(parts) * wide - parts.count("+") * (gap - wide)) // 2
        codes = []
        for word in parts + ["|"]:
            if word not in ("|", "+"):
                codes.append(tiles.parse(word))
                continue
            if codes:
                self.tiles(row, len(codes), True, high, x).line(0, 0, codes)
                x += len(codes) * wide
                codes = []
            if word == "+":
                column = (x - self.rows.group.x + art.cw - 1) // art.cw
                self.rows.put(row + high // 2, column, "+")
                x += gap
            else:
                x += wide

    def hand(self, row, high, text):
        """Cards of 8 Round Rummy by their text ("r^1 b#2 *"), centred over `high` rows."""
        from pocket.ui import cards

        from rules.eight import cards as eight_cards

        art = self.app.art
        codes = eight_cards.parse_hand(text.split(" "))
        x = (art.w - len(codes) * art.card[0]) // 2
        y = self.y + row * art.ch + (high * art.ch - 2 * art.card[1]) // 2
        shown = cards.Cards(self.app, len(codes), x, y)
        for i in range(len(codes)):
            shown.set(i, codes[i])
        self.group.append(shown.group)
        self.pictures += 1

    def drop_tiles(self):
        """Take all tiles away."""
        while self.pictures:
            self.group.pop()
            self.pictures -= 1
