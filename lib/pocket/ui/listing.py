"""A list one moves through with UP and DOWN: menus, forms, contents."""

from pocket.hardware import input


class Listing:
    """Rows `top` .. `top + height - 1` of a Panel showing `count` lines, one of them chosen.

    text(i) gives a line's text, padded or cut to the panel's width by the panel; skip(i) says
    whether the cursor passes over a line (a heading).
    """

    def __init__(self, panel, top, height, count, text, skip=None):
        self.panel = panel
        self.top = top
        self.height = height
        self.count = count
        self.text = text
        self.skip = skip
        self.at = 0
        self.first = 0
        if skip and skip(0):
            self.move(1)

    def key(self, button):
        """Take UP and DOWN. Returns True when the cursor moved or could have."""
        if button == input.UP:
            self.move(-1)
        elif button == input.DOWN:
            self.move(1)
        else:
            return False
        self.draw()
        return True

    def move(self, step):
        """Go to the next line that can be chosen; round at the ends."""
        for _ in range(self.count):
            self.at = (self.at + step) % self.count
            if not (self.skip and self.skip(self.at)):
                break

    def draw(self):
        """Show the lines around the chosen one."""
        if self.at < self.first:
            self.first = self.at
            if self.skip and self.first and self.skip(self.first - 1):
                self.first -= 1  # the heading above
        elif self.at >= self.first + self.height:
            self.first = self.at - self.height + 1
        self.first = max(0, min(self.first, self.count - self.height))
        panel = self.panel
        for i in range(self.height):
            at = self.first + i
            if at >= self.count:
                panel.set(self.top + i, "")
            elif self.skip and self.skip(at):
                panel.set(self.top + i, self.text(at), panel.HEAD)
            else:
                panel.set(
                    self.top + i, self.text(at), panel.SELECT if at == self.at else panel.NORMAL
                )
        panel.more(self.top, self.first > 0)
        panel.more(self.top + self.height - 1, self.first + self.height < self.count, True)
