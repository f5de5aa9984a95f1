"""A list that UP and DOWN move through: a menu, or a form, whose lines have values."""

from pocket.app import draw, input

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from pocket.ui.panel import Panel


_ABOVE, _BELOW = -2, -3  # names of the signs on the panel
REST = 110  # ms without a key after which the band and the explanation follow: both paint slowly


class Listing:
    """Show `count` lines on a Panel from row `top` on, line `chosen` under the cursor.

    text(i), value(i): what line i says; only a form has values, and "" for a line without one.
    explain(): shows what the chosen line means, as a rule by `tell`, in the last `below` rows.
    pitch: pixels from line to line; 0: rows that are left over spread the lines.

    A menu lies in the middle of the display; on a large one its band fills the paper. Small letters
    are taken where others have no room. The pointer moves with the key; the band and the
    explanation follow at rest.
    """

    pointer: "Any"
    band: "Any"

    def __init__(
        self,
        panel: "Panel",
        count: int,
        text: "Callable[[int], str]",
        value: "Any" = None,
        explain: "Any" = None,
        top: int = 1,
        below: int = 0,
        pitch: int = 0,
        chosen: int = 0,
    ) -> None:
        rows = panel.lines - 1 - top - below
        self.panel = panel
        self.top = top
        self.below = below
        self.height = min(rows, count)  # lines on show
        self.pitch = pitch or panel.pitch_for(self.height, rows - self.height)
        self.font = panel.font if self.pitch > panel.font.height - 3 else panel.small
        self.count = count
        self.text = text
        self.value = value
        self.explain = explain
        self.chosen = chosen
        self.first = 0  # the first line on show
        self.labels: list[Any] = [None, None]  # the labels of texts and of values
        self.shown = ["", ""]  # the text of each label
        # when the pointer moved; None once the band has followed it
        self.moved_at: int | None = None
        self.band_place = (0, 0)  # the band's position once it has followed
        # `band` is one of them; a form has another for lines without a value
        self.bands: tuple[Any, ...] = ()
        panel.list = self
        if value:
            self._form()
        else:
            self._menu(pitch)
        self.bands += (self.band,)
        for layer in self.bands + (self.pointer,):
            layer.hidden = True
        self.show()

    # -- layout

    def _menu(self, pitch):
        panel = self.panel
        texts = [self.text(i) for i in range(self.count)]
        gap = 2 * panel.unit
        self._fit(texts, panel.w - gap)
        self.width = width = max([self.font.measure(text) for text in texts])
        self.left = max(panel.x + gap, (panel.app.w - width) // 2)
        band = panel.w if panel.has_wide_band else width + 7 + panel.unit
        self.pointer, self.band = panel.pointer(band, pitch)

    def _form(self):
        panel = self.panel
        self.value_pad = 4 if panel.unit > 4 else 2  # pixels from the band's edge to its value
        gap = panel.unit + self.value_pad - 2
        split = panel.w * 5 // 8  # width of the texts
        rest = panel.w * 3 // 8 - gap
        if self.font is not panel.small:
            lines = range(self.count)
            self._fit([self.text(i) for i in lines if self.value(i)], split - 2)
            self._fit([self.value(i) for i in lines], rest)
        self.left = panel.x + gap
        self.end = self.left + split  # where values begin
        self.pointer, self.band = panel.pointer(rest + 2 * self.value_pad)
        self.bands = (panel.band(split),)  # below the pointer

    def _fit(self, texts, width):
        """Take small letters where one of the texts is wider than `width` in others."""
        for text in texts:
            if self.font.measure(text) > width:
                self.font = self.panel.small

    def close(self) -> None:
        """Remove the list."""
        self.panel.list = None
        self.panel.take_away(_BELOW, _ABOVE)
        for layer in self.bands + tuple(self.labels) + (self.pointer,):
            if layer:
                self.panel.group.remove(layer)

    # -- keys

    def key(self, button: int) -> bool:
        """Take UP and DOWN; at either end the list begins anew. Returns True for these."""
        if button not in (input.UP, input.DOWN):
            if self.moved_at is not None:
                self.follow()
            return False
        self.chosen = (self.chosen + (1 if button == input.DOWN else -1)) % self.count
        if self._scrolled():
            self.show(False)
        else:
            self._point()
        app = self.panel.app
        self.moved_at = app.now()
        app.sound.play("move")
        return True

    # -- drawing

    def show(self, follow: bool = True) -> None:
        """Show the lines around the chosen one. follow: the band moves there at once."""
        self._scrolled()
        last = self.first + self.height
        self._show_more(last)
        places = range(self.first, last)
        self._show(0, self.left, [self.text(i) for i in places])
        if self.value:
            self._show(1, self.end, [self.value(i) for i in places])
        self._point()
        if follow or self.band.hidden:
            self.follow()

    def _scrolled(self):
        """Bring the chosen line on show: half a list further. Returns whether others are now."""
        first = self.first
        if not first <= self.chosen < first + self.height:
            self.first = max(0, min(self.chosen - self.height // 2, self.count - self.height))
        return self.first != first

    def follow(self) -> None:
        """Move the band to the chosen line and explain that."""
        self.moved_at = None
        band = self.bands[-1 if not self.value or self.value(self.chosen) else 0]
        if band is not self.band:
            self.band.hidden = True
            self.band = band
        if (band.x, band.y) != self.band_place:
            band.x, band.y = self.band_place
        if band.hidden:
            band.hidden = False
        if self.explain:
            self.explain()

    def tick(self, now: int) -> bool:
        """Let the band follow at rest. Returns True when it has and the display must be painted."""
        if self.moved_at is None or now - self.moved_at < REST:
            return False
        self.follow()
        return True

    def _show_more(self, last):
        """Show signs for lines above, and below line `last`: inside the paper's upper edge or above
        it, and inside its lower one or beside the last line."""
        panel = self.panel
        above = panel.font.ascent - 4  # blank rows above a sign
        below = panel.foot - panel.unit - 3
        x = panel.x + panel.w - panel.font.measure(draw.DOWN)
        if not self.value and self.left + self.width < x:  # beside it there is room
            below = panel.row_y(self.top) + self.height * self.pitch - above
        # a form's widest values leave no room in a small paper: the sign lies beside the heading
        over = bool(self.value) and panel.unit < 8
        panel.take_away(_BELOW, _ABOVE)
        if last < self.count:
            y = below + panel.unit // 2 - 2 - above
            panel.put(_BELOW, x, y, draw.DOWN, panel.inks[draw.BAD])
        if self.first:
            ink = panel.cloth_ink() if over else panel.inks[draw.BAD]
            y = panel.top + (-9 if over else 3) + panel.unit // 2 - 2 - above
            panel.put(_ABOVE, x + panel.unit * over, y, draw.UP, ink)

    def _show(self, column, x, lines):
        """Show these lines as the label of texts (column 0) or of values, where they are new."""
        text = "\n".join(lines)
        if text == self.shown[column]:
            return
        self.shown[column] = text
        panel = self.panel
        if self.labels[column]:
            panel.group.remove(self.labels[column])
        y = panel.row_y(self.top)
        self.labels[column] = panel.put(
            None, x, y, text, panel.inks[0], self.font, None, 1, self.pitch
        )

    def _point(self):
        """Move the pointer to the chosen line."""
        panel = self.panel
        unit = panel.unit
        y = panel.row_y(self.top) + (self.chosen - self.first) * self.pitch
        if self.value:
            x = self.end - self.value_pad if self.value(self.chosen) else self.left - 2
        elif panel.has_wide_band:
            x = panel.x + panel.w % unit // 2
        else:
            x = self.left - 4
        smaller = panel.pitch - self.font.height  # pixels, of the list's letters
        self.band_place = (x, y + panel.band_offset - smaller // 2)
        self.pointer.x = self.left - unit - (unit // 4 if self.value else 6)
        self.pointer.y = y + (self.font.height - 2 * unit + 1) // 2
        if self.pointer.hidden:
            self.pointer.hidden = False
