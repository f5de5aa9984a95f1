"""Write a name or a code: A adds the chosen letter, B erases the last one. A on the sign behind the
letters, or START, ends it; so does B with nothing written."""

import displayio
from pocket.app import device, draw, input
from pocket.made import texts
from pocket.ui import sheets, words

if False:  # for type checkers
    from collections.abc import Callable

    from pocket.ui.panel import Panel

WIDE = 10


class NamePad:
    """Shown on a Panel from row `top` on. text: written so far. letters: to choose from. most: the
    longest text. fresh: the first letter replaces the text. At the end it calls `done(text)`."""

    def __init__(
        self,
        panel: "Panel",
        top: int,
        text: str,
        done: "Callable[[str], None]",
        letters: str,
        most: int,
        fresh: bool = True,
    ) -> None:
        self.panel = panel
        self.top = top
        self.text = text
        self.done = done
        self.letters = letters
        self.most = most
        self.fresh = fresh
        self.letter = 0
        self.lines = (len(letters) + WIDE) // WIDE  # with the sign for the end
        self.spread = panel.lines > 12  # whether letters are in every second row
        self.first = top + (2 if panel.lines > 9 else 1)  # first row of letters
        panel.clear()
        self.cell = panel.w // (WIDE + 1)
        self.left = (panel.app.w - WIDE * self.cell) // 2
        self.band = panel.pointer(self.cell)
        self.band[0].hidden = True
        font = panel.font
        margin = (self.cell - font.measure("M")) // 2
        palette = sheets.palette((0, panel.inks[draw.NORMAL]))
        shown = displayio.Group(x=self.left, y=self.row_y(0))
        for line in range(self.lines):  # one bitmap per row, since late in a game memory is short
            row_bitmap = displayio.Bitmap(WIDE * self.cell, font.height, 2)
            for column in range(min(WIDE, len(letters) - WIDE * line)):
                letter = letters[WIDE * line + column]
                font.write(row_bitmap, self.cell * column + margin, 0, letter)
            y = self.row_y(line) - self.row_y(0)
            shown.append(displayio.TileGrid(row_bitmap, pixel_shader=palette, y=y))
        panel.group.append(shown)
        panel.shown_texts.append([self.first, 1, shown, letters])
        x = self.left + len(letters) % WIDE * self.cell + margin
        y = self.row_y(self.lines - 1)
        panel.put(self.first, x, y, draw.RIGHT_SIGN, panel.inks[draw.GOOD])
        self.draw()

    def row_y(self, line: int) -> int:
        """Return the upper pixel of a line of letters."""
        return self.panel.row_y(self.first) + line * self.panel.pitch * (2 if self.spread else 1)

    def draw(self) -> None:
        """Show the text, and the band behind the chosen letter."""
        panel = self.panel
        keys = words.say(texts.SETTINGS_KEYS_PAD if self.text else texts.SETTINGS_KEYS_NAME)
        if self.text and self.letter == len(self.letters):  # the sign: what START does
            _, erases, ends = keys.split("  ")
            keys = draw.KEY_A + ends + "  " + erases
        panel.keys(keys)
        shown = self.text + "_" * (self.most - len(self.text))
        if self.most > device.NAME_LENGTH:  # a code, in two halves as it is shown
            shown = shown[:4] + " " + shown[4:]
        panel.say(self.top, 1, shown, draw.HEAD, True)
        band = self.band[1]
        band.x = self.left + self.letter % WIDE * self.cell
        band.y = self.row_y(self.letter // WIDE) - 1

    def key(self, button: int) -> None:
        count = len(self.letters) + 1  # the sign that ends the input comes last
        if button == input.START or (
            not self.text if button == input.B else button == input.A and self.letter == count - 1
        ):
            for grid in self.band:
                self.panel.group.remove(grid)
            self.done(self.text)
            return
        if button == input.LEFT:
            self.letter = (self.letter - 1) % count
        elif button == input.RIGHT:
            self.letter = (self.letter + 1) % count
        elif button == input.DOWN:
            self.letter = self.letter + WIDE if self.letter + WIDE < count else self.letter % WIDE
        elif button == input.UP:
            self.letter -= WIDE
            while self.letter < 0:
                self.letter += self.lines * WIDE
            while self.letter >= count:
                self.letter -= WIDE
        elif button == input.A:
            if self.fresh:
                self.text = ""
            if len(self.text) < self.most:
                self.text += self.letters[self.letter]
            if len(self.text) == self.most:
                self.letter = count - 1
            self.fresh = False
        elif button == input.B:
            self.text = self.text[:-1]
            self.fresh = False
        self.draw()
