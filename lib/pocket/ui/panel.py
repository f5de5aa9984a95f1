"""A screen of text: a heading on the cloth, a sheet of paper, a wooden line that names the keys.

A text is a Group of strips, one bitmap a line.

Keeps as text: pocket.ui.listing pocket.ui.book pocket.ui.pictures PAPER
"""

import displayio
from pocket.app import draw, input
from pocket.app.flow import Screen
from pocket.made import texts
from pocket.ui import ground, sheets, words

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from pocket.app.draw import Letters
    from pocket.app.flow import App
    from pocket.ui.listing import Listing


# Colours of the inks (draw.NORMAL ...) on paper, and of the texts on the cloth and on the wood.
_INKS = (0x2A2018, 0x7C6848, 0x9A3A08, 0x2A2018, 0xB01020, 0x087028, 0x2A2018)
_CONTRAST = (0x000000, 0x303030, 0x0000B0, 0x000000, 0xC00000, 0x006000, 0x000000)
_ON_CLOTH = 0xFFE9A8
_ON_WOOD = 0xFFF6DC
# Colours of the ground.
MAT, PAPER, _WOOD, BAND = 0, 4, 5, 8


class Panel:
    """Cloth, a sheet of paper and the wooden line, and on them texts in rows: row 0 is the heading,
    the last the line of keys, the others lie on the paper. `.group` is the screen's.

    paper: False leaves the cloth free (the first screen). table: lay out for small letters; else
    they are large with "Large text". x, y, w: the paper's place for text
    in pixels, in `.lines` rows; pitch: pixels from row to row. font: letters of the paper; small:
    those of the line of keys. shown_texts: [row, rows, label, text] of every text on show; rows
    below 0 are names. pictures: layers that `drop_tiles` removes. list: the Listing on it.
    has_wide_band: its band reaches from edge to edge. Others set list (Listing), has_wide_band and
    y (title).
    """

    def __init__(
        self, app: "App", title: str = "", keys: str = "", paper: bool = True, table: bool = False
    ) -> None:
        art = app.art
        self.app = app
        self.small = art.letters
        self.unit = unit = art.unit[0]
        self.font = self._letters(table)
        self.pitch = self.font.height
        self.top = 3 * unit
        self.foot = app.h - 3 * unit
        self.x = unit + unit // 4
        self.w = app.w - 2 * self.x
        self.lines = (self.foot - self.top - 4) // self.pitch + 2
        self.y = self.top + (self.foot - self.top - (self.lines - 2) * self.pitch) // 2
        self.group = displayio.Group()
        cells = displayio.Bitmap(16 * unit, unit, 256)  # a byte a pixel is painted soonest
        self.sheet, _ = sheets.load("ground%dx%d.bmp" % art.unit, cells)
        self.colours = sheets.ground_palette(art)
        self.pictures: list = []
        columns, foot = app.w // unit, self.foot // unit
        self.ground = self._cells(columns, app.h // unit, ground.CLOTH)
        for x in range(columns):
            self.ground[x, foot] = ground.WOOD_EDGE
        self.group.append(self.ground)
        self.group.append(draw.rectangle(self.colours, _WOOD, 0, self.foot + 1, app.w, app.h))
        self.under = 2  # layers below the band of a list
        self.inside = None  # the paper within its edge
        if paper:
            self.draw_paper(3, foot, 0, columns)
        self.inks = _CONTRAST if art.contrast else _INKS
        self.shown_texts: list[list] = []
        self.has_wide_band = paper and unit > 4
        self.list: Listing | None = None
        self.title(title)
        self.keys(keys)

    def _letters(self, table):
        app = self.app
        if table or not app.settings.get("large"):
            return self.small
        app.letters_reserve = None  # the large letters need its memory
        return ground.large_letters(app)

    def _cells(self, columns, rows, cell, x=0, y=0):
        """Make a layer of equal cells of the ground from pixel x, y on."""
        size = self.unit, self.unit
        return draw.cells(self.sheet, self.colours, columns, rows, size, cell, x, y)

    def draw_paper(self, top: int, bottom: int, left: int, right: int) -> None:
        """Lay the paper, in place of an earlier one, from row `top` of the ground's cells to before
        row `bottom`, columns likewise."""
        unit = self.unit
        edge = unit // 2  # half of the outer cells is plain paper
        ground.draw_paper(self.ground, top, bottom, left, right, True)
        if self.inside:
            self.group.remove(self.inside)
        else:
            self.under += 1
        right, bottom = right * unit - edge, bottom * unit - edge - 1
        self.inside = draw.rectangle(
            self.colours, PAPER, left * unit + edge, top * unit + edge, right, bottom
        )
        self.group.insert(2, self.inside)

    def lay_below(self, layer: "Any") -> None:
        """Show a layer on the ground, below the band and all later layers."""
        self.group.insert(self.under, layer)
        self.under += 1

    def row_y(self, row: int) -> int:
        """Return the upper pixel of a row."""
        return self.y + (row - 1) * self.pitch

    def cloth_ink(self) -> int:
        """Return the colour of text on the cloth."""
        return 0xFFFFFF if self.app.art.contrast else _ON_CLOTH

    # -- layers that `drop_tiles` removes

    def show(self, layer: "Any") -> None:
        """Show a layer until `drop_tiles`."""
        self.group.append(layer)
        self.pictures.append(layer)

    def drop_tiles(self) -> None:
        """Remove all tiles, and the cloth below them."""
        for layer in self.pictures:
            self.group.remove(layer)
        self.pictures = []

    def cover(self, left: int, top: int, right: int, bottom: int, colour: int = MAT) -> None:
        """Cover pixels with cloth, or with another colour of the ground."""
        self.show(draw.rectangle(self.colours, colour, left, top, right, bottom))

    # -- texts

    def put(
        self,
        row: int | None,
        x: int,
        y: int,
        text: str,
        colour: int,
        font: "Letters | None" = None,
        background_colour: int | None = None,
        rows: int = 1,
        pitch: int = 0,
    ) -> displayio.Group:
        """Show lines of text until `take_away(row)`; row None: the caller removes them. x, y: the
        upper left corner in pixels. background_colour: the number of the ground's colour (MAT ...)
        if that is uniform; the text is then opaque. rows: how many rows the text takes. pitch:
        pixels from line to line, 0 for the font's. Each line is a strip of its own, for memory may
        have no free block large enough for all."""
        font = font or self.font
        lines = displayio.Group(x=x, y=y + font.ascent)
        palette = sheets.palette((0, colour))
        if background_colour is not None:
            palette[0] = self.colours[background_colour]
            palette.make_opaque(0)
        top = -font.ascent
        for line in text.split("\n"):
            if line:
                strip = displayio.Bitmap(1 + font.measure(line), font.height, 2)
                font.write(strip, 0, 0, line)
                lines.append(displayio.TileGrid(strip, pixel_shader=palette, y=top))
            top += pitch or font.height
        if background_colour:  # on paper or wood the text lies below a list's band
            self.lay_below(lines)
        else:
            self.group.append(lines)
        if row is not None:
            self.shown_texts.append([row, rows, lines, text])
        return lines

    def take_away(self, first: int, last: int) -> None:
        """Remove the texts that begin in rows `first` .. `last`."""
        left = []
        for item in self.shown_texts:
            if first <= item[0] <= last:
                place = self.group.index(item[2])
                if place < self.under:
                    self.under -= 1
                self.group.pop(place)
            else:
                left.append(item)
        self.shown_texts = left

    def clear(self) -> None:
        """Remove the list, all tiles and texts but for the heading and the line of keys."""
        self.app.repaint_all()
        if self.list:
            self.list.close()
        self.drop_tiles()
        self.take_away(1, self.lines - 2)

    # -- heading and keys

    def title(self, text: str, right: str = "") -> None:
        """Set the heading; right: a short text at the end of its line, as a page's number."""
        self.take_away(0, 0)
        small = self.small
        y = (self.top - small.height) // 2 + 1
        end = self.app.w
        if right:
            x = self.x + self.w - small.measure(right)
            end = x - 2 * self.unit + 4
        if text:
            try:
                shown = self.app.retry_without_reserve(self._heading, text, end)
            except MemoryError:  # late in a long game
                shown = None
            if shown:
                self.shown_texts.append([0, 1, shown, text])
            else:
                left = (min(self.app.w, end) - small.measure(text)) // 2
                self.put(0, max(self.x, left), y, text, self.cloth_ink(), small)
        if right:
            self.put(0, x, y, right, self.cloth_ink(), small)

    def _heading(self, text, end):
        """Show a text in large letters in the middle of the head line or before pixel `end`.
        Returns its TileGrid, None where it is too wide."""
        letters = self.font
        if self.unit < 8 and letters is self.small:
            letters = None
            self.app.letters_reserve = None  # the sheet of large letters needs its memory
        strip = ground.heading_bitmap(self.app.art, text, letters)
        if strip.width > end - self.x + 2 * self.unit - 5:
            return None
        x = max(1, min((self.app.w - strip.width) // 2, end - strip.width))
        y = (self.top - strip.height + 1) // 2
        palette = sheets.palette((0, self.cloth_ink()))
        shown = displayio.TileGrid(strip, pixel_shader=palette, x=x, y=y)
        self.group.append(shown)
        return shown

    def keys(self, text: str) -> None:
        """Set the line of keys."""
        row = self.lines - 1
        if [item[3] for item in self.shown_texts if item[0] == row] == [text]:
            return
        self.take_away(row, row)
        if text:
            font = self.small
            shown = self._spread(text)
            x = max(1, (self.app.w - font.measure(shown)) // 2)
            y = self.foot + (self.app.h - self.foot - font.height) // 2 + (self.unit > 4)
            y = min(y, self.app.h - font.height)
            on = _WOOD if self.unit > 4 and y > self.foot else None  # below the wood's edge
            self.put(row, x, y, shown, _ON_WOOD, font, on)
            self.shown_texts[-1][3] = text

    def _spread(self, text):
        """Return a line of keys with a blank after each key, and up to three between their
        meanings, as far as they fit."""
        for gap in ("   ", "  ", " "):
            line = ""
            was_key = False
            for letter in text:
                is_key = draw.LEFT <= letter <= draw.KEY_SELECT
                if is_key and line[-1:] == " ":
                    line = line.rstrip(" ") + gap
                elif was_key and not is_key and letter != " ":
                    line += " "
                line += letter
                was_key = is_key
            if self.small.measure(line) <= self.w:
                break
        return line

    # -- rows of text

    def pitch_for(self, count: int, free: int) -> int:
        """Return the pixels from line to line of `count` lines below which `free` rows stay
        empty."""
        return min(
            self.pitch + self.unit * (2 if self.unit < 8 else 4) // 4,
            self.pitch * (count + free) // max(1, count),
        )

    def rows_of(self, text: str) -> int:
        """Return the rows that a text takes."""
        return len(draw.wrap(text, self.w, self.font))

    def say(
        self, row: int, height: int, text: str, ink: int = draw.NORMAL, centre: bool = False
    ) -> int:
        """Show text from a row on, wrapped, in at most `height` rows: in small letters where others
        need more, and then cut. Returns the rows used."""
        self.take_away(row, row + height - 1)
        font = self.font
        lines = draw.wrap(text, self.w, font) if text else []
        used = min(len(lines), height)
        if len(lines) > height and self.small is not font:
            font = self.small
            lines = draw.wrap(text, self.w, font)
            centre = centre and height == 1
            height = height * self.pitch // font.height
        if centre:
            for i in range(used):
                x = max(0, (self.app.w - font.measure(lines[i])) // 2)
                self._say(row + i, 1, lines[i], ink, font, x)
        elif used:
            self._say(row, used, "\n".join(lines[:height]), ink, font, self.x)
        return used

    def lay(self, row: int, lines: list[str], ink: int = draw.NORMAL) -> None:
        """Show lines as they are, from a row on."""
        self._say(row, len(lines), "\n".join(lines), ink, self.font, self.x)

    def _say(self, row, rows, text, ink, font, x):
        y = self.row_y(row)
        # over the paper's edge the ground must be seen between the letters
        is_over_edge = y + rows * self.pitch >= self.foot - self.unit // 4
        self.put(row, x, y, text, self.inks[ink], font, None if is_over_edge else PAPER, rows)

    # -- what shows the chosen line of a list

    def pointer(self, width: int, pitch: int = 0) -> tuple[displayio.TileGrid, displayio.TileGrid]:
        """Make (pointer, band), below all text. width, pitch: see `band`."""
        hand = self._cells(1, 2, ground.POINTER)
        if self.has_wide_band:  # the band lies below it
            hand.pixel_shader = clear = sheets.palette(self.colours)
            clear.make_opaque(0)
            clear.make_transparent(PAPER)
        hand[0, 1] = ground.POINTER + 1
        band = self.band(width, pitch)
        self.group.insert(self.under + 1, hand)
        return hand, band

    def band(self, width: int, pitch: int = 0) -> displayio.TileGrid:
        """Make a band `width` pixels wide and a row high, below all text. pitch: pixels from line
        to line, where that is less. Sets `band_offset`: pixels from the top of the line to the
        band."""
        unit = self.unit
        width = max(1, width // unit) * unit
        is_tall = unit > 4 or self.font is not self.small
        if is_tall or pitch:
            height = self.pitch + (2 if is_tall else -2)
            height = min(pitch or height, height)
            self.band_offset = (self.pitch - height) // 2
            band = draw.rectangle(self.colours, BAND, 0, 0, width, height)
        else:
            self.band_offset = (self.pitch - 2 * unit) // 2
            band = self._cells(width // unit, (self.pitch + unit - 1) // unit, ground.BAND)
        self.group.insert(self.under, band)
        return band


class PanelScreen(Screen):
    """A screen of text: its constructor makes `panel`. Keys call its methods; the list on its
    panel takes UP and DOWN before them.

    back: the screen that B leads to, as App.go takes it. tell_rows: the rows above the line of keys
    in which a screen without a list explains things. asks: what A calls while a question is on
    show, (function, arguments). resumes: the screen's first argument is the line to begin with.
    """

    back: tuple = ()
    tell_rows = 0
    asks: tuple | None = None
    resumes = False

    @property
    def group(self) -> displayio.Group:
        """Return the panel's group."""
        return self.panel.group

    @property
    def list(self) -> "Any":
        """Return the Listing on the panel, or None."""
        return self.panel.list

    def tick(self, now: int) -> bool:
        """Let the list's band follow at rest. Returns True when the display must be painted."""
        return self.list is not None and self.list.tick(now)

    def again(self) -> tuple | None:
        """Return the arguments of this screen with the cursor where it is."""
        return (self.list.chosen,) + self.app.args[1:] if self.resumes and self.list else None

    def key(self, button: int, kind: int) -> None:
        """Answer the question, move in the list, or call the key's method."""
        if self.asks:
            (agreed, args), self.asks = self.asks, None
            if button == input.A:
                agreed(*args)
            else:
                self.answered_no()
        elif self.list and self.list.key(button):
            return
        elif button <= input.DOWN:
            self.scroll(1 if button == input.DOWN else -1)
        elif button <= input.RIGHT:
            self.change(1 if button == input.RIGHT else -1)
        else:
            (self.choose, self.leave, self.start, self.select)[button - input.A]()

    def ask(self, text: int, agreed: "Callable", *args: "Any") -> None:
        """Ask a question, a text's number: A calls agreed(*args), any other key nothing."""
        self.asks = agreed, args
        self.tell(words.say(text), draw.BAD)
        self.panel.keys(words.say(texts.CARDS_KEYS_SURE))

    def begin(self, replaces: bool, *game: "Any") -> None:
        """Begin a game; first ask where that replaces one. game: arguments of games.makegame."""
        if replaces:
            self.ask(texts.CARDS_SURE, self.app.go, "games.makegame", *game)
        else:
            self.app.go("games.makegame", *game)

    def tell(self, text: str, ink: int = draw.DIM) -> None:
        """Explain the chosen line, or ask a question, above the line of keys."""
        rows = self.tell_rows or self.list.below
        centre = not (self.tell_rows or self.list.value)
        self.panel.say(self.panel.lines - 1 - rows, rows, text, ink, centre)

    def answered_no(self) -> None:
        """Show again what the question has covered."""
        self.panel.keys(words.say(texts.TITLE_KEYS_BACK))
        self.list.follow()

    def fail(self, text: str, ink: int = draw.BAD) -> None:
        """Show why there is nothing to choose from; B leads back."""
        self.panel.say(2, 4, text, ink)
        self.panel.keys(words.say(texts.SCORE_KEYS_BACK))

    def choose(self) -> None:
        """Answer A."""

    def start(self) -> None:
        """Answer START."""
        self.choose()

    def leave(self) -> None:
        """Answer B: go back."""
        if self.back:
            self.app.go(*self.back)

    def select(self) -> None:
        """Answer SELECT."""

    def change(self, step: int) -> None:
        """Answer RIGHT, or LEFT: 1 or -1."""

    def scroll(self, step: int) -> None:
        """Answer DOWN, or UP, without a list: 1 or -1."""
