"""Write a name or a code with letters on a panel."""

import displayio
from pocket.app import device, draw, input
from pocket.made import texts
from pocket.ui import sheets, words

if False:  # for type checkers
    from collections.abc import Callable

    from pocket.ui.panel import Panel

COLUMNS = 10


class NamePad:
    """A grid of letters: A adds the chosen one, B erases the last one. START, A on the sign behind
    the letters, or B with nothing written calls `on_done(text)`.

    text: what is written so far. letters: those to choose from. max_length: of the text. is_code: a
    code is written; else a name, which the first letter typed replaces."""

    def __init__(
        self,
        panel: "Panel",
        text: str,
        on_done: "Callable[[str], None]",
        letters: str = device.NAME_LETTERS,
        max_length: int = device.NAME_LENGTH,
    ) -> None:
        self.panel = panel
        self.text = text
        self.on_done = on_done
        self.letters = letters
        self.max_length = max_length
        self.is_code = max_length > device.NAME_LENGTH
        self.replaces_text = not self.is_code
        self.letter = 0
        lines = (len(letters) + COLUMNS) // COLUMNS  # letters and the end sign
        self.row_step = 2 if panel.lines > 12 else 1  # the panel's rows for a line of letters
        self.first_row = 3 if panel.lines > 9 else 2  # the panel's row of the first letters
        panel.clear()
        self.cell = panel.w // (COLUMNS + 1)
        self.left = (panel.app.w - COLUMNS * self.cell) // 2
        self.band = panel.band(self.cell)
        font = panel.font
        palette = sheets.palette((0, panel.inks[draw.NORMAL]))
        letter_rows = displayio.Group(x=self.left, y=self.row_y(0))
        for line in range(lines):  # one bitmap per row, since late in a game memory is short
            row_bitmap = displayio.Bitmap(COLUMNS * self.cell, font.height, 2)
            for column in range(min(COLUMNS, len(letters) - COLUMNS * line)):
                letter = letters[COLUMNS * line + column]
                margin = max(0, self.cell - font.measure(letter)) // 2  # W may be wider
                font.write(row_bitmap, max(0, self.cell * column + margin), 0, letter)
            y = self.row_y(line) - self.row_y(0)
            letter_rows.append(displayio.TileGrid(row_bitmap, pixel_shader=palette, y=y))
        panel.group.append(letter_rows)
        panel.shown_texts.append([self.first_row, 1, letter_rows, letters])
        margin = (self.cell - font.measure(draw.RIGHT_SIGN)) // 2
        x = self.left + len(letters) % COLUMNS * self.cell + margin
        y = self.row_y(lines - 1)
        panel.put(self.first_row, x, y, draw.RIGHT_SIGN, panel.inks[draw.GOOD])
        self.draw()

    def row_y(self, line: int) -> int:
        """Return the upper pixel of a line of letters."""
        return self.panel.row_y(self.first_row) + line * self.row_step * self.panel.pitch

    def draw(self) -> None:
        """Show the text, and the band behind the chosen letter."""
        panel = self.panel
        keys = words.say(texts.SETTINGS_KEYS_PAD if self.text else texts.SETTINGS_KEYS_NAME)
        if self.text and self.letter == len(self.letters):  # the sign: what START does
            _, erases, ends = keys.split("  ")
            keys = draw.KEY_A + ends + "  " + erases
        panel.keys(keys)
        shown = self.text + "_" * (self.max_length - len(self.text))
        if self.is_code:  # in two halves
            shown = shown[:4] + " " + shown[4:]
        panel.say(1, 1, shown, draw.HEAD, True)
        self.band.x = self.left + self.letter % COLUMNS * self.cell
        self.band.y = self.row_y(self.letter // COLUMNS) - 1

    def key(self, button: int) -> None:
        """Choose a letter, add or erase one, or end."""
        count = len(self.letters) + 1  # the sign that ends the input comes last
        if button == input.START or (
            not self.text if button == input.B else button == input.A and self.letter == count - 1
        ):
            self.panel.group.remove(self.band)
            self.on_done(self.text)
            return
        if button <= input.DOWN:
            column = self.letter % COLUMNS
            rows = (count - column + COLUMNS - 1) // COLUMNS  # rows of this column
            row = self.letter // COLUMNS + (1 if button == input.DOWN else -1)
            self.letter = row % rows * COLUMNS + column
        elif button <= input.RIGHT:
            self.letter = (self.letter + (1 if button == input.RIGHT else -1)) % count
        elif button == input.A:
            if self.replaces_text:
                self.text = ""
            if len(self.text) < self.max_length:
                self.text += self.letters[self.letter]
            if len(self.text) == self.max_length:
                self.letter = count - 1
            self.replaces_text = False
        elif button == input.B:
            self.text = self.text[:-1]
            self.replaces_text = False
        self.draw()
