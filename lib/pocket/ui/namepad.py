"""Write a name: letters in a field, A takes one, B takes the last one back."""

from pocket import settings
from pocket.hardware import input
from pocket.ui import draw

WIDE = 10


class NamePad:
    """Shown on rows `top` .. of a Panel. `done(text)` is called with the name at the end."""

    def __init__(self, panel, top, text, done):
        self.panel = panel
        self.top = top
        self.text = text
        self.done = done
        self.fresh = True  # the first letter begins a new name
        self.at = 0
        self.lines = (len(settings.LETTERS) + WIDE - 1) // WIDE
        panel.clear(1)
        panel.keys(draw.KEY_A + "letter " + draw.KEY_B + "erase " + draw.KEY_START + "done")
        self.draw()

    def draw(self):
        """Show the name and the letters, the chosen one in brackets."""
        panel = self.panel
        panel.set(self.top, self.text + "_" * (settings.NAME - len(self.text)), draw.HEAD, True)
        for line in range(self.lines):
            text = ""
            here = line * WIDE
            for i in range(here, min(here + WIDE, len(settings.LETTERS))):
                text += "[" if i == self.at else "]" if i == self.at + 1 and i > here else " "
                text += settings.LETTERS[i]
            end = min(here + WIDE, len(settings.LETTERS))
            text += "]" if self.at == end - 1 else " "
            text += " " * (2 * WIDE + 1 - len(text))
            panel.set(self.top + 2 + line, text, draw.NORMAL, True)

    def key(self, button):
        """Take a button."""
        count = len(settings.LETTERS)
        if button == input.LEFT:
            self.at = (self.at - 1) % count
        elif button == input.RIGHT:
            self.at = (self.at + 1) % count
        elif button == input.DOWN:
            self.at = self.at + WIDE if self.at + WIDE < count else self.at % WIDE
        elif button == input.UP:
            self.at -= WIDE
            while self.at < 0:
                self.at += self.lines * WIDE
            while self.at >= count:
                self.at -= WIDE
        elif button == input.A:
            if self.fresh:
                self.text = ""
            if len(self.text) < settings.NAME:
                self.text += settings.LETTERS[self.at]
            self.fresh = False
        elif button == input.B:
            self.text = self.text[:-1]
            self.fresh = False
        elif button == input.START:
            self.done(self.text)
            return
        self.draw()
