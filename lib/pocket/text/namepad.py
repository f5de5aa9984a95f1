"""Write a name: letters in a field, A takes one, B takes the last one back."""

from pocket.always import draw, input, settings
from pocket.ui import words

WIDE = 10


class NamePad:
    """Shown on rows `top` .. of a Panel. `done(text)` is called with the name at the end."""

    def __init__(self, panel, top, text, done):
        self.panel = panel
        self.top = top
        self.text = text
        self.done = done
        self.fresh = True  # the first letter begins a new name
        self.letter = 0
        self.lines = (len(settings.LETTERS) + WIDE - 1) // WIDE
        self.twice = panel.lines > 12  # room for every second row
        panel.clear(1)
        panel.keys(words.say("@settings.keys_pad"))
        self.cell = panel.w // (WIDE + 1)
        self.left = (panel.app.w - WIDE * self.cell) // 2
        self.band = panel.pointer(self.cell)
        self.band[0].hidden = True
        wide = panel.font.measure("M")
        for column in range(WIDE):  # one label for all letters of a column
            letters = ""
            for i in range(column, len(settings.LETTERS), WIDE):
                letters += "\n\n" if letters and self.twice else "\n" if letters else ""
                letters += settings.LETTERS[i]
            x = self.left + column * self.cell + (self.cell - wide) // 2
            panel.put(x, self._y(0), letters, top + 2)
        self.draw()

    def _y(self, line):
        return self.panel.row_y(self.top + 2) + line * self.panel.pitch * (2 if self.twice else 1)

    def draw(self):
        """Show the name, and the band behind the chosen letter."""
        panel = self.panel
        panel.set(self.top, self.text + "_" * (settings.NAME - len(self.text)), draw.HEAD, True)
        band = self.band[1]
        band.x = self.left + self.letter % WIDE * self.cell
        band.y = self._y(self.letter // WIDE) - 1

    def key(self, button):
        """Take a button."""
        count = len(settings.LETTERS)
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
            if len(self.text) < settings.NAME:
                self.text += settings.LETTERS[self.letter]
            self.fresh = False
        elif button == input.B:
            self.text = self.text[:-1]
            self.fresh = False
        elif button == input.START:
            for grid in self.band:
                self.panel.group.remove(grid)
            self.done(self.text)
            return
        self.draw()
