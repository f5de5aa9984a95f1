"""Lists that UP and DOWN move through (menus, forms, contents), and the sign of the battery."""

import bitmaptools
import displayio
from pocket.app import draw, input
from pocket.ui import sheets

if False:  # for type checkers
    from collections.abc import Callable, Sequence
    from typing import Any

    from pocket.app.flow import App
    from pocket.ui.panel import Panel


REST = 110  # ms without a key after which what takes long to paint follows


class Listing:
    """Show `count` lines in up to `rows` rows of a Panel from row `top` on, one of them chosen.

    text(i) returns a line's text, value(i) its value, if it has one; skip(i) whether the cursor
    passes over a line (a heading). column: lines in each of two columns, 0 for a single column.
    Rows that are left over spread the lines, unless `pitch` sets their distance in pixels. font:
    its letters, the panel's small ones where others have no room. A list without values lies in
    the middle of the display; on a large one its band fills the paper. The pointer moves with the
    key; the band behind the line and its explanation (explain(), if given) follow at rest.
    """

    hand: "Any"
    band: "Any"

    def __init__(
        self,
        panel: "Panel",
        top: int,
        rows: int,
        count: int,
        text: "Callable[[int], str]",
        skip: "Any" = None,
        value: "Any" = None,
        column: int = 0,
        explain: "Any" = None,
        pitch: int = 0,
    ) -> None:
        self.panel = panel
        self.top = top
        self.height = height = min(rows, column or count)
        self.pitch = pitch or panel.spaced(height, rows - height)
        self.font = panel.font if self.pitch > panel.font.high - 3 else panel.small
        columns = 2 if column else 1
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
        """Take UP and DOWN. Returns True for these."""
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
        app = self.panel.app
        self.moved = app.now()
        app.sound.play("move")
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


# -- the battery -----------------------------------------------------------------------------------

_LOOKS = 16
_NO_BATTERY = 1000  # below this many millivolts no battery is connected
_USB = 4400  # above this many no battery feeds the board
# A lithium cell at rest: millivolts, percent; straight between two of them.
_CURVE = ((3300, 0), (3600, 12), (3700, 30), (3800, 50), (3950, 75), (4120, 100))


def battery_millivolts(wired: tuple) -> int | None:
    """The battery's voltage, or None. wired: Profile.battery."""
    if not wired:
        return None
    try:
        import board
        from analogio import AnalogIn

        sensor = AnalogIn(getattr(board, wired[0]))
    except (AttributeError, ImportError, ValueError, RuntimeError):
        return None
    total = 0
    for _ in range(_LOOKS):
        total += sensor.value
    sensor.deinit()
    voltage = total // _LOOKS * wired[1] * 3300 // 65535
    return voltage if _NO_BATTERY < voltage < _USB else None


def battery_percent(voltage: int | None) -> int | None:
    """0 to 100 of a lithium cell's millivolts; None for None."""
    if voltage is None:
        return None
    if voltage <= _CURVE[0][0]:
        return 0
    for i in range(1, len(_CURVE)):
        low, share = _CURVE[i - 1]
        high, more = _CURVE[i]
        if voltage < high:
            return share + (voltage - low) * (more - share) // (high - low)
    return 100


_LOW_PERCENT = 15  # percent
_SIGN_WIDTH, _SIGN_HEIGHT = 11, 6  # of the sign, before it is scaled


def show_battery(app: "App", group: displayio.Group, y: int) -> None:
    """Put the sign into a group, at the right edge of the display from pixel y down; nothing where
    the board cannot tell."""
    full = battery_percent(battery_millivolts(app.battery))
    if full is None:
        return
    bitmap = displayio.Bitmap(_SIGN_WIDTH, _SIGN_HEIGHT, 3)
    inside = _SIGN_WIDTH - 5
    filled = (full * inside + 50) // 100
    right, below = _SIGN_WIDTH - 1, _SIGN_HEIGHT - 2
    fill = bitmaptools.fill_region
    fill(bitmap, 0, 0, right, _SIGN_HEIGHT, 1)
    fill(bitmap, 1, 1, right - 1, _SIGN_HEIGHT - 1, 0)
    fill(bitmap, right, 2, _SIGN_WIDTH, below, 1)
    fill(bitmap, 2, 2, 2 + max(filled, 1), below, 2)
    palette = sheets.palette((0, 0xFFE9A8, 0xFF4030 if full < _LOW_PERCENT else 0x8CE070))
    sign = displayio.Group(x=app.w - _SIGN_WIDTH - 3, y=y)
    if app.w >= 240:
        sign.x -= _SIGN_WIDTH
        sign.scale = 2
    sign.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    group.append(sign)
