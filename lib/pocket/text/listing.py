"""A list one moves through with UP and DOWN: menus, forms, contents."""

from pocket.always import draw, input

if False:  # for type checkers
    from collections.abc import Callable, Sequence
    from typing import Any

    from pocket.text.panel import Panel

REST = 110  # ms without a key after which what takes long to paint follows


class Listing:
    """Rows `top` .. `top + height - 1` of a Panel showing `count` lines, one of them chosen.

    text(i) gives a line's text, value(i) what stands behind it, if anything does; skip(i) says
    whether the cursor passes over a line (a heading). columns: 2 where the lines go on beside.
    free: rows below it that stay empty; the lines stand further apart by them, or by `pitch`
    pixels. font: its letters, the panel's small ones where others have no room. A list without
    values lies in the middle of the display; on a large one its band fills the paper. The pointer
    moves with the key; the band behind the line, and what is told of it (explain(), if given),
    follow at rest.
    """

    hand: "Any"
    band: "Any"

    def __init__(
        self,
        panel: "Panel",
        top: int,
        height: int,
        count: int,
        text: "Callable[[int], str]",
        skip: "Any" = None,
        value: "Any" = None,
        columns: "Any" = 1,
        explain: "Any" = None,
        free: "Any" = 0,
        pitch: int = 0,
    ) -> None:
        self.panel = panel
        self.top = top
        self.height = height
        self.pitch = pitch or panel.spaced(height, free)
        self.font = panel.font if self.pitch > panel.font.high - 3 else panel.small
        self.room = min(count, height * columns)
        self.count = count
        self.text = text
        self.skip = skip
        self.value = value
        self.chosen = 0
        self.first = 0
        self.labels: list[Any] = [None] * 4  # names and values of a column, of the next
        self.shown = [""] * 4  # what each of them shows
        # all lines of a menu, said to measure it, until they are shown
        self.texts: list[str] | None = None
        self.explain = explain
        self.moved: int | None = None  # when the pointer moved, while the band lies behind
        self.place = (0, 0)  # of the band, when it has followed
        self.hand = self.band = None
        self.bands: tuple[
            Any, ...
        ] = ()  # one of them is `band`; a form has another for lines without a value
        panel.list = self
        if value:
            self._form(columns)
        else:
            self._menu(pitch)
        self.hand.hidden = True
        self.bands += (self.band,)
        for band in self.bands:
            band.hidden = True
        if skip and skip(0):
            self.move(1)

    # -- layout

    def _menu(self, pitch):
        """One column as wide as its longest line."""
        panel = self.panel
        self.texts = [self.text(i) for i in range(self.count)]
        gap = 2 * panel.unit
        self._fit(self.texts, panel.w - gap)
        self.wide = wide = max([self.font.measure(text) for text in self.texts])
        self.lefts = (max(panel.x + gap, (panel.app.w - wide) // 2),)
        self.hand, self.band = panel.pointer(
            panel.w if panel.full else wide + 7 + panel.unit, pitch
        )

    def _fit(self, texts, width):
        """Take small letters where one of the texts is too long for others."""
        for text in texts:
            if self.font.measure(text) > width:
                self.font = self.panel.small

    def _form(self, columns):
        """Names and values side by side; twice with two columns."""
        panel = self.panel
        self.ahead = 4 if panel.unit > 4 else 2  # pixels from the band's edge to its value
        gap = panel.unit + self.ahead - 2
        wide = panel.w // columns
        split = 6 - columns  # eighths for the names
        if panel.unit < 8 and self.font is not panel.small:
            names = [self.text(i) for i in range(self.count) if self.value(i)]
            self._fit(names, wide * split // 8 - 2)
            values = [self.value(i) or "" for i in range(self.count)]
            self._fit(values, wide * (8 - split) // 8 - gap)
        lefts, ends = [], []
        for column in range(columns):
            lefts.append(panel.x + column * wide + gap)
            ends.append(panel.x + column * wide + wide * split // 8 + gap)
        self.lefts, self.ends = tuple(lefts), tuple(ends)
        self.bands = (panel.band(wide * (4 + columns) // 8),)
        self.hand, self.band = panel.pointer(wide * (8 - split) // 8 - gap + 2 * self.ahead)

    def close(self) -> None:
        """Take the list away."""
        group = self.panel.group
        self.panel.list = None
        self.panel.take_away(-3, -2)
        group.remove(self.hand)
        for layer in self.bands + tuple(self.labels):
            if layer:
                group.remove(layer)

    # -- keys

    def key(self, button: int) -> bool:
        """Take UP and DOWN. Returns True when the cursor moved or could have."""
        if button == input.UP:
            self.move(-1)
        elif button == input.DOWN:
            self.move(1)
        else:
            if self.moved is not None:
                self.follow()
            return False
        if self._scrolled():
            self.draw(False)
        else:
            self._point()
        self.moved = self.panel.app.now()
        return True

    def move(self, step: int) -> None:
        """Go to the next line that can be chosen; round at the ends."""
        for _ in range(self.count):
            self.chosen = (self.chosen + step) % self.count
            if not (self.skip and self.skip(self.chosen)):
                break

    # -- drawing

    def start(self, chosen: int) -> None:
        """Show it for the first time, the cursor on that line."""
        self.chosen = chosen
        self.draw()

    def start_at(self, lines: "Sequence", line: "Any") -> None:
        """The same on `line`, one of `lines`; on the first where it is none of them."""
        self.start(lines.index(line) if line in lines else 0)

    def draw(self, follow: bool = True) -> None:
        """Show the lines around the chosen one; a list that is too long moves on by half. follow:
        the band goes there at once."""
        self._scrolled()
        last = self.first + self.room
        self._more(last)
        texts, self.texts = self.texts, None
        for column in range(len(self.lefts)):
            begin = self.first + column * self.height
            places = range(begin, min(begin + self.height, last))
            lines = [texts[i] if texts else self.text(i) for i in places]
            self._show(2 * column, lines)
            if self.value:
                self._show(2 * column + 1, [self.value(i) for i in places])
        self._point()
        if follow or self.band.hidden:
            self.follow()

    def _scrolled(self):
        """Bring the chosen line among those on show: True when others are there now."""
        first, room = self.first, self.room
        if not first <= self.chosen < first + room:
            self.first = max(0, min(self.chosen - room // 2, self.count - room))
        return self.first != first

    def follow(self) -> None:
        """The band and what is told follow the pointer."""
        self.moved = None
        band = self.bands[-1 if not self.value or self.value(self.chosen) else 0]
        if band is not self.band:
            self.band.hidden = True
            self.band = band
        if (band.x, band.y) != self.place:
            band.x, band.y = self.place
        if band.hidden:
            band.hidden = False
        if self.explain:
            self.explain()

    def tick(self, now: int) -> bool:
        """True when the band has followed and the display must be painted."""
        if self.moved is None or now - self.moved < REST:
            return False
        self.follow()
        return True

    def _more(self, last):
        """Signs on the paper's upper edge, and on its lower one or beside the last line: the list
        goes on above, or below line `last`."""
        panel = self.panel
        above = panel.font.ascent - 4  # blank rows above a sign
        below = panel.foot - panel.unit
        x = panel.x + panel.w - panel.font.measure(draw.DOWN)
        if not self.value and self.lefts[0] + self.wide < x:  # beside it there is room
            below = panel.row_y(self.top) + self.height * self.pitch - above
        for y, on, sign, name in (
            (panel.top, self.first > 0, draw.UP, -2),
            (below, last < self.count, draw.DOWN, -3),
        ):
            shown = [item for item in panel.said if item[0] == name]
            if on and not shown:
                panel.put(x, y + panel.unit // 2 - 2 - above, sign, name, draw.BAD)
            elif shown and not on:
                panel.take_away(name, name)

    def _show(self, which, lines):
        """Let a label show these lines, where it does not yet."""
        text = "\n".join([line or "" for line in lines])
        if text == self.shown[which]:
            return
        self.shown[which] = text
        panel = self.panel
        if self.labels[which]:
            panel.group.remove(self.labels[which])
        x = (self.ends if which & 1 else self.lefts)[which >> 1]
        y = panel.row_y(self.top)
        self.labels[which] = panel.label(x, y, text, panel.inks[0], None, self.font, self.pitch)

    def _point(self):
        column, row = divmod(self.chosen - self.first, self.height)
        panel = self.panel
        y = panel.row_y(self.top) + row * self.pitch
        hand = self.hand
        unit = panel.unit
        if self.value and self.value(self.chosen):
            x = self.ends[column] - self.ahead
        elif panel.full and not self.value:
            x = panel.x + panel.w % unit // 2
        else:
            x = self.lefts[column] - (2 if self.value else 4)
        self.place = (x, y + panel.above)
        hand.x = self.lefts[column] - unit - 2 - (0 if self.value else 4)
        hand.y = y + (panel.pitch - 2 * unit) // 2
        if hand.hidden:
            hand.hidden = False
