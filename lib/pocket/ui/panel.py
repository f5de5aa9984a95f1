"""A screen of text: a heading on the cloth, a sheet of paper, a wooden line that says what keys do.

A line, and a column of a table, is adafruit_display_text's bitmap_label over our own letters: each
costs 1.3 KB and 4 ms, and a fifth of a millisecond a letter. A paragraph is a strip a line.

Keeps as text: pocket.ui.listing pocket.ui.book pocket.ui.grid pocket.menus.pad
adafruit_displayio_layout adafruit_ticks PAPER
"""

import displayio
from adafruit_display_text import bitmap_label
from pocket.app import draw
from pocket.app.flow import Screen
from pocket.ui import ground, sheets

from rules.tilegame import tiles

if False:  # for type checkers
    from typing import Any

    from pocket.app.draw import Letters
    from pocket.app.flow import App
    from pocket.ui.listing import Listing


# Colours of the inks on paper, on the cloth, and on the wood.
_INKS = (0x2A2018, 0x7C6848, 0x9A3A08, 0x2A2018, 0xB01020, 0x087028, 0x2A2018)
_CONTRAST = (0x000000, 0x303030, 0x0000B0, 0x000000, 0xC00000, 0x006000, 0x000000)
_ON_CLOTH = 0xFFE9A8
_INK_ON_WOOD = 0xFFF6DC
# Colours of the ground.
_MAT, _PAPER, _WOOD, BAND = 0, 4, 5, 8
_CELLS = {  # all of that colour
    _MAT: ground.MAT,
    _PAPER: ground.PAPER + 4,
    _WOOD: ground.WOOD,
    BAND: ground.BAND,
}


class Text(bitmap_label.Label):
    """The library's label without its running text; its two loops over letters are those of our own
    font, which take a quarter of the time."""

    _palette: displayio.Palette

    def update(self, force: bool = False) -> None:
        whole = self._palette
        if len(whole) > 2:  # one for outlines: with it a pixel takes two bits
            self._palette = sheets.palette((whole[0], whole[1]))
            if not whole.is_transparent(0):
                self._palette.make_opaque(0)
        self._set_text(self._full_text, self.scale)

    def _text_bounding_box(self, text, font):
        lines = text.split("\n")
        wide = 1 + max([font.measure(line) for line in lines])  # a last letter may hang over
        high = (len(lines) - 1) * self._pitch(font) + font.high
        return wide, high, 0, font.ascent, high, font.ascent

    def _place_text(self, bitmap, text, font, xposition, yposition, skip_index=0):
        pitch = self._pitch(font)
        for line in text.split("\n"):
            font.write(bitmap, xposition, yposition - font.ascent, line)
            yposition += pitch

    def _pitch(self, font):
        """Pixels from line to line."""
        return int(self._line_spacing * font.high + 0.5)


class Paper:
    """Cloth, a sheet of paper and the wooden line below, and what is laid there: labels, cloth for
    tiles, tiles. `.group` is the screen's group.

    x, y, w: the paper's place for text in pixels, in `.lines` rows. pitch: pixels from row to row.
    font: its letters; small: those of the line of keys. paper: False leaves the cloth free (the
    first screen). table: it is laid out for the small letters; others are larger where the display
    is, and with "Large text".
    """

    def __init__(self, app: "App", paper: bool, table: bool) -> None:
        art = app.art
        self.app = app
        self.small = art.letters
        self.unit = unit = art.unit[0]
        self.font = self._letters(table)
        self.pitch = self.font.high
        self.top = 3 * unit
        self.foot = app.h - (2 if unit > 4 else 3) * unit
        self.x = unit + unit // 4
        self.w = app.w - 2 * self.x
        self.lines = (self.foot - self.top - 4) // self.pitch + 2
        self.y = self.top + (self.foot - self.top - (self.lines - 2) * self.pitch) // 2
        self.group = displayio.Group()
        cells = displayio.Bitmap(16 * unit, unit, 256)  # a byte a pixel is painted soonest
        self.sheet = sheets.load("ground%dx%d.bmp" % art.unit, cells)
        self.colours = sheets.ground_palette(art)
        self.inside = None  # the paper within its edge
        self._lay_ground(paper)
        self.pictures: list = []
        self.mats: list[tuple[int, int]] = []  # (upper pixel, pixel below) of cloth on the paper

    def _letters(self, table):
        """Return the letters of the paper; table: the small ones."""
        app = self.app
        large = self.unit > 4 or app.settings.get("large")
        if table or not large or self.small.high >= app.art.head[1]:
            return self.small
        app.letters_reserve = None  # the large letters need its memory
        return ground.large_letters(app)

    def _lay_ground(self, paper):
        unit = self.unit
        wide, high = self.app.w // unit, self.app.h // unit
        foot = self.foot // unit
        wood = self._plain(0, self.foot + 1, self.app.w, self.app.h, _WOOD)
        if not paper:
            self.ground = self._cells(wide, high, ground.CLOTH)
            for x in range(wide):
                self.ground[x, foot] = ground.WOOD_EDGE
            layers = (self.ground, wood)
        else:  # what lies below the paper would be asked for each pixel
            above = self._cells(wide, 4, ground.CLOTH)
            below = self._cells(wide, 2, ground.WOOD_EDGE, 0, self.foot - unit)
            for x in range(wide):
                side = min(x, 1) + (x == wide - 1)
                above[x, 3] = ground.PAPER + side
                below[x, 0] = ground.PAPER + 6 + side
            layers = (
                above,
                below,
                self._cells(1, foot - 5, ground.PAPER + 3, 0, 4 * unit),
                self._cells(1, foot - 5, ground.PAPER + 5, (wide - 1) * unit, 4 * unit),
                wood,
                self._paper(3, foot, 0, wide),
            )
        for layer in layers:
            self.group.append(layer)
        self.under = len(layers)

    def _cells(self, wide, high, cell, x=0, y=0):
        """A layer of cells of the ground, all alike, from pixel x, y on."""
        unit = self.unit
        return displayio.TileGrid(
            self.sheet,
            pixel_shader=self.colours,
            width=wide,
            height=high,
            tile_width=unit,
            tile_height=unit,
            default_tile=cell,
            x=x,
            y=y,
        )

    def _plain(self, left, top, right, bottom, colour):
        """A layer of one colour over the ground from pixel `left`, `top` to before `right`,
        `bottom`: painted in half the time that cells take, where the firmware can."""
        unit = self.unit
        if draw.vectorio:
            return draw.vectorio.Rectangle(
                pixel_shader=self.colours,
                color_index=colour,  # type: ignore[call-arg] # not among Blinka's types
                width=right - left,
                height=bottom - top,
                x=left,
                y=top,
            )
        wide, high = (right - left) // unit, (bottom - top) // unit
        return self._cells(wide, high, _CELLS[colour], left, bottom - high * unit)

    def lay_paper(self, top: int, bottom: int, left: int, right: int) -> None:
        """Lay paper from row `top` of the ground's cells to before row `bottom`, columns likewise,
        in place of what lies there. For a panel without."""
        ground.lay_paper(self.ground, top, bottom, left, right)
        if self.inside:
            self.group.remove(self.inside)
        else:
            self.under += 1
        self.inside = self._paper(top, bottom, left, right)
        self.group.insert(2, self.inside)

    def _paper(self, top, bottom, left, right):
        """The paper within its edge, which lies in these cells."""
        unit = self.unit
        edge = unit // 2 if draw.vectorio else unit  # half of the outer cells is plain paper
        return self._plain(
            left * unit + edge,
            top * unit + edge,
            right * unit - edge,
            bottom * unit - max(edge, unit // 2 + 1),
            _PAPER,
        )

    def label(
        self,
        x: int,
        y: int,
        text: str,
        colour: int,
        on: int | None = None,
        font: "Letters | None" = None,
        pitch: int = 0,
    ) -> "Any":
        """A label whose upper left corner lies at pixel x, y; it is on show. Of several lines it is
        a Group of strips: late in a session memory has no piece for all in one. on: where it lies
        on one colour, the number of that in `colours`: what lies below need not be painted there.
        font: letters, where they are not the panel's. pitch: pixels from line to line, where those
        are not the font's."""
        font = font or self.font
        below = None if on is None else self.colours[on]
        y += font.ascent
        lines = text.split("\n")
        if len(lines) < 2:
            made = Text(
                font,
                text=text,
                color=colour,
                background_color=below,
                line_spacing=1,
                base_alignment=True,
                x=x,
                y=y,
            )
        else:
            made = displayio.Group(x=x, y=y)
            palette = sheets.palette((below or 0, colour))
            if on is not None:
                palette.make_opaque(0)
            top = -font.ascent
            for line in lines:
                _strips(made, font, palette, line, top)
                top += pitch or font.high
        if on:  # paper or wood: below the band that shows a line
            self.lay_below(made)
        else:
            self.group.append(made)
        return made

    def lay_below(self, layer: "Any") -> None:
        """Show a layer on the ground, below the band and all that comes later."""
        self.group.insert(self.under, layer)
        self.under += 1

    def row_y(self, row: int) -> int:
        """The upper pixel of a row."""
        return self.y + (row - 1) * self.pitch

    def on_cloth(self) -> int:
        """The colour of text on the cloth."""
        return 0xFFFFFF if self.app.art.contrast else _ON_CLOTH

    def mat(self, row: int, high: int, edge: bool = True) -> tuple[int, int]:
        """Cloth over rows `row` .. `row + high - 1`; edge: False where it covers the paper's, too.
        Returns (upper pixel, height) for tiles."""
        unit = self.unit
        y, tall = self._cloth(row, high)
        end = y + tall
        for above, below in self.mats:
            if above <= y and end <= below:
                return y, tall
        right = self.app.w // unit - edge
        self.block(edge * unit, y, right * unit, end)
        self.mats.append((y, end))
        return y, tall

    def block(self, left: int, top: int, right: int, bottom: int, colour: int = _MAT) -> None:
        """Cloth, or what has another of `colours`, from pixel `left`, `top` to before `right`,
        `bottom`, by its cells where the firmware knows no rectangles. It goes with the tiles."""
        self.show(self._plain(left, top, right, bottom, colour))

    def bar(self, row: int, left: int, wide: int, done: int, goal: int) -> None:
        """A bar of `wide` pixels in a row, dark as far as `done` of `goal`; the rest is paper."""
        y = self.row_y(row) + self.pitch // 4
        high = self.pitch // 2
        edge = 1 if draw.vectorio else 0
        self.block(left, y, left + wide, y + high)
        full = (wide - 2) * done // goal
        if full < wide - 2:
            right = left + wide - edge
            self.block(left + edge + full, y + edge, right, y + high - edge, _PAPER)

    def show(self, layer: "Any") -> None:
        """Show what goes with the tiles."""
        self.group.append(layer)
        self.pictures.append(layer)

    def rows_for(self, height: int, row: int | None = None) -> int:
        """How many rows cloth for something `height` pixels high takes, from `row` or from any."""
        high = (height + 2 * (self.unit - 1) + self.pitch - 1) // self.pitch
        while row is not None and self._cloth(row, high - 1)[1] >= height:
            high -= 1
        return high

    def _cloth(self, row, high):
        """(upper pixel, height) of cloth over rows `row` .. `row + high - 1`, but for its rim."""
        unit = self.unit
        rim, cell = (unit // 4, 1) if draw.vectorio else (0, unit)
        end = (self.row_y(row) + high * self.pitch - rim) // cell * cell
        y = max((self.row_y(row) + rim + cell - 1) // cell * cell, self.top + unit)
        return y, min(end, self.foot - unit) - y

    def lay_tiles(self, cols: int, x: int, y: int, big: bool) -> draw.Tiles:
        """A row of `cols` tiles at a pixel, on cloth that lies there: a draw.Tiles."""
        shown = draw.Tiles(self.app, 1, cols, x, y, big)
        self.show(shown.group)
        return shown

    def note(self, x: int, y: int, text: str) -> None:
        """Text on cloth, at a pixel; it goes with the tiles."""
        self.pictures.append(self.label(x, y, text, self.on_cloth(), _MAT))

    def drop_tiles(self) -> None:
        """Take all tiles away, and the cloth below them."""
        for layer in self.pictures:
            self.group.remove(layer)
        self.pictures = []
        self.mats = []


class Panel(Paper):
    """Row 0 is the heading, the last the line of keys, those between them lie on the paper. list:
    the Listing on it. full: its band goes from edge to edge. Others set list (Listing), full and y
    (the first screens)."""

    def __init__(
        self, app: "App", title: str = "", keys: str = "", paper: bool = True, table: bool = False
    ) -> None:
        Paper.__init__(self, app, paper, table)
        self.inks = _CONTRAST if app.art.contrast else _INKS
        self.said: list[list] = []  # [row, rows, label, text] of every text on show
        self.full = paper and self.unit > 4
        self.list: Listing | None = None
        self.title(title)
        self.keys(keys)

    def take_away(self, first: int, last: int) -> None:
        """Take away the texts that begin in rows `first` .. `last`."""
        left = []
        for item in self.said:
            if first <= item[0] <= last:
                place = self.group.index(item[2])
                if place < self.under:
                    self.under -= 1
                self.group.pop(place)
            else:
                left.append(item)
        self.said = left

    def title(self, text: str, right: str = "") -> None:
        """Set the head line; right: a short text at its end, as a page's number."""
        self.take_away(0, 0)
        if text:
            end = self.app.w
            if right:
                end = self.x + self.w - self.small.measure(right) - 2 * self.unit + 4
            try:
                shown = self.app.retry_without_reserve(self._heading, text, end)
            except MemoryError:  # late in a long game
                shown = None
            if shown:
                self.said.append([0, 1, shown, text])
            else:
                self._small((min(self.app.w, end) - self.small.measure(text)) // 2, text)
        if right:
            self._small(self.x + self.w - self.small.measure(right), right)

    def _small(self, x, text):
        """Show a text in the body's letters in the head line."""
        y = (self.top - self.small.high) // 2 + 1
        label = self.label(max(self.x, x), y, text, self.on_cloth(), font=self.small)
        self.said.append([0, 1, label, text])

    def _heading(self, text, end):
        """Show a text in large letters in the middle of the head line or before pixel `end`.
        Returns its TileGrid, None where there is no room for it."""
        font = self.font
        here = font.high == self.app.art.head[1]
        glyphs = (font.plain, font.table) if here else None
        strip = ground.heading_bitmap(self.app.art.head, text, glyphs)
        if strip.width > end - self.x + 2 * self.unit - 5:
            return None
        x = max(self.x, min((self.app.w - strip.width) // 2, end - strip.width))
        y = (self.top - strip.height + 1) // 2
        palette = sheets.palette((0, self.on_cloth()))
        shown = displayio.TileGrid(strip, pixel_shader=palette, x=x, y=y)
        self.group.append(shown)
        return shown

    def keys(self, text: str) -> None:
        """Set the line of keys."""
        row = self.lines - 1
        if [item[3] for item in self.said if item[0] == row] == [text]:
            return
        self.take_away(row, row)
        if text:
            font = self.small
            y = self.foot + (self.app.h - self.foot - font.high) // 2 + (self.unit > 4)
            shown = self._spread(text)
            x = max(1, (self.app.w - font.measure(shown)) // 2)
            y = min(y, self.app.h - font.high)
            on = _WOOD if self.unit > 4 and y > self.foot else None  # below the wood's edge
            label = self.label(x, y, shown, _INK_ON_WOOD, on, font=font)
            self.said.append([row, 1, label, text])

    def _spread(self, text):
        """A line of keys with a blank behind each key, and up to three between what they do, as far
        as there is room."""
        parts = []  # what each key does, behind its signs
        for word in text.split(" "):
            key = 0
            while key < len(word) and draw.LEFT <= word[key] <= draw.KEY_SELECT:
                key += 1
            if key < len(word) and key:
                word = word[:key] + " " + word[key:]
            if key or not parts:
                parts.append(word)
            else:
                parts[-1] += " " + word
        parts = [part.rstrip() for part in parts]
        for gap in ("   ", "  ", " "):
            wide = gap.join(parts)
            if self.small.measure(wide) <= self.w:
                break
        return wide

    def spaced(self, count: int, free: int) -> int:
        """The pixels from line to line of `count` lines below which `free` rows stay empty."""
        return min(
            self.pitch + self.unit * (2 if self.unit < 8 else 4) // 4,
            self.pitch * (count + free) // max(1, count),
        )

    def footnote(self, text: str, bad: bool = False) -> None:
        """One or two lines on the cloth above the line of keys, for the first screen; in small
        letters what is too long for one in others. bad: it covers what has no room beside it."""
        self.take_away(-1, -1)
        self.drop_tiles()
        wide = self.w if bad else self.app.w - 1
        font = self.font if self.font.measure(text) <= wide else self.small
        lines = draw.wrap(text, wide, font)[: 2 if bad else 1] if text else []
        if bad:  # over what lies there, no line of a list by half
            top = self.foot - 4 - len(lines) * font.high
            pitch = self.list.pitch if self.list else 1
            cut = (top - self.y) % pitch
            if cut < pitch - 3:
                top -= cut
            self.block(0, top, self.app.w, self.foot)
        for i in range(len(lines)):
            y = self.foot - 2 - (len(lines) - i) * font.high
            x = max(0, (self.app.w - font.measure(lines[i])) // 2)
            colour = 0xFFB0A0 if bad else self.on_cloth()
            label = self.label(x, y, lines[i], colour, font=font)
            self.said.append([-1, 1, label, lines[i]])

    def set(self, row: int, text: str, ink: int = draw.NORMAL, centre: bool = False) -> None:
        """Show one line of text in a row."""
        self.take_away(row, row)
        if text:
            self._say(row, 1, text, self.inks[ink], centre)

    def _say(self, row, high, text, colour, centre, font=None):
        x = self.x
        if centre:
            x = max(0, (self.app.w - self.font.measure(text)) // 2)
        y = self.row_y(row)
        edge = y + high * self.pitch >= self.foot - self.unit // 4  # of the paper, seen between
        label = self.label(x, y, text, colour, None if edge else _PAPER, font)
        self.said.append([row, high, label, text])

    def say(self, row: int, height: int, text: str, ink: int = draw.NORMAL) -> int:
        """Show text from a row on, wrapped; what does not fit in `height` rows is written in small
        letters, and of what does not fit then the rest is left out. Returns the rows used."""
        self.take_away(row, row + height - 1)
        lines = draw.wrap(text, self.w, self.font) if text else []
        if len(lines) > height and self.small is not self.font:
            lines = draw.wrap(text, self.w, self.small)
            lines = lines[: height * self.pitch // self.small.high]
            self._say(row, height, "\n".join(lines), self.inks[ink], False, self.small)
            return height
        lines = lines[:height]
        if lines:
            self.lay(row, lines, ink)
        return len(lines)

    def put(
        self,
        x: int,
        y: int,
        text: str,
        row: int,
        ink: int = draw.NORMAL,
        font: "Letters | None" = None,
    ) -> "Any":
        """Show text at a pixel; it goes when row `row` is cleared. Returns its label."""
        label = self.label(x, y, text, self.inks[ink], font=font)
        self.said.append([row, 1, label, text])
        return label

    def lay(self, row: int, lines: list[str], ink: int = draw.NORMAL) -> None:
        """Show lines as they are, from a row on."""
        self._say(row, len(lines), "\n".join(lines), self.inks[ink], False)

    def rows_of(self, text: str) -> int:
        """How many rows a text takes."""
        return len(draw.wrap(text, self.w, self.font))

    def clear(self, row: int) -> None:
        """Take away what row `row` and those below it say, but the line of keys, and all tiles."""
        if row == 1:
            self.app.repaint_all()
        self.drop_tiles()
        self.take_away(row, self.lines - 2)

    # -- tiles and cards

    def height(self, pieces: str) -> int:
        """How many pixels high a picture of a game's pieces is (catalogue.pieces)."""
        art = self.app.art
        return 2 * art.card[1] if pieces == "cards" else art.large[1]

    def ready(self, pieces: str) -> None:
        """Read what pictures of a game's pieces are painted from, while memory is in one piece."""
        try:
            self.app.read_sheet(draw.CARDS if pieces == "cards" else draw.BIG)
        except MemoryError:  # the words come without them
            pass

    def picture(self, row: int, high: int, text: str, pieces: str) -> None:
        """A game's pieces by their text, centred over `high` rows; of a third kind, none."""
        try:
            if pieces == "cards":
                self.hand(row, high, text)
            elif pieces == "tiles":
                y, height = self.mat(row, high)
                self.sets(y + (height - self.app.art.large[1]) // 2, text)
        except MemoryError:  # free, but in small pieces: the words beside it say as much
            pass

    def sets(self, y: int, text: str) -> None:
        """Sets by their text ("r4 r5 * | k9 r9 b9*") from pixel y down, in the middle of cloth that
        lies there; "b9*" is a joker that stands for b9, "+" stands between tiles as a letter."""
        art = self.app.art
        parts = text.split(" ")
        wide, high = art.large
        x = (art.w - len(parts) * wide) // 2
        codes = []
        for word in parts + ["|"]:
            if word not in ("|", "+"):
                code = tiles.parse(word.rstrip("*") or word)
                if code < tiles.JOKER and word[-1] == "*":
                    code = tiles.joker_as(tiles.number_of(code), tiles.mask_of(code))
                codes.append(code)
                continue
            if codes:
                self.lay_tiles(len(codes), x, y, True).line(0, 0, codes)
                x += len(codes) * wide
                codes = []
            if word == "+":
                middle = x + (wide - self.font.measure("+")) // 2
                self.note(middle, y + (high - self.pitch) // 2, "+")
            x += wide

    def hand(self, row: int, high: int, text: str) -> None:
        """Cards of 8 Round Rummy by their text ("r^1 b#2 *"), centred over `high` rows."""
        from pocket.eight import cards

        from rules.eight import cards as eight_cards

        art = self.app.art
        codes = eight_cards.parse_hand(text.split(" "))
        wide = len(codes) * art.card[0]
        x = (art.w - wide) // 2
        y, height = self.mat(row, high, wide <= art.w - 2 * self.unit)
        shown = cards.Cards(self.app, len(codes), x, y + (height - 2 * art.card[1]) // 2)
        for i in range(len(codes)):
            shown.set(i, codes[i])
        self.show(shown.group)

    def pointer(self, wide: int, pitch: int = 0) -> tuple[displayio.TileGrid, displayio.TileGrid]:
        """(pointer, band) of a list: two TileGrids below all text. wide, pitch: see `band`."""
        hand = self._cells(1, 2, ground.POINTER)
        if self.full:  # the band lies below it
            hand.pixel_shader = clear = sheets.palette(self.colours)
            clear.make_opaque(0)
            clear.make_transparent(_PAPER)
        hand[0, 1] = ground.POINTER + 1
        band = self.band(wide, pitch)
        self.group.insert(self.under + 1, hand)
        return hand, band

    def band(self, wide: int, pitch: int = 0) -> displayio.TileGrid:
        """A band `wide` pixels wide and a row high, below all text. pitch: pixels from line to
        line, where that is less."""
        unit = self.unit
        wide = max(1, wide // unit) * unit
        large = self.font.high > self.app.art.body[1]
        if (large or pitch) and draw.vectorio:
            high = self.pitch + (2 if large else -2)
            high = min(pitch or high, high)
            self.above = (self.pitch - high) // 2  # where it begins, from its line on
            band = self._plain(0, 0, wide, high, BAND)
        else:
            self.above = (self.pitch - 2 * unit) // 2
            band = self._cells(wide // unit, (self.pitch + unit - 1) // unit, ground.BAND)
        self.group.insert(self.under, band)
        return band


class PanelScreen(Screen):
    """A screen of text: its constructor makes `panel`."""

    @property
    def group(self) -> displayio.Group:
        """What is on show."""
        return self.panel.group

    def tick(self, now: int) -> bool:
        """Let the list's band follow at rest. Returns True when the display must be painted."""
        shown = self.panel.list
        return shown is not None and shown.tick(now)


def _strips(made, font, palette, line, y):
    """Append a line's strip to the Group `made`, or where memory has no piece for that those of its
    parts. Raises MemoryError where there is none for a word."""
    x = 0
    while line:
        part = line
        strip = None
        while strip is None:
            try:
                strip = displayio.Bitmap(1 + font.measure(part), font.high, 2)
            except MemoryError:
                end = part.rfind(" ", 0, len(part) // 2 + 1) + 1
                if not end:
                    raise
                part = part[:end]
        made.append(displayio.TileGrid(strip, pixel_shader=palette, x=x, y=y))
        x += font.write(strip, 0, 0, part)
        line = line[len(part) :]
