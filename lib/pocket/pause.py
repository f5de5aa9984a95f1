"""The menu in a game: go on, rules, options in force, settings, leave, give the game up."""
from pocket import draw, flow, input
from pocket.listing import Listing
from pocket.panel import Panel

_KEYS = draw.UP + draw.DOWN + "choose " + draw.KEY_A + "go " + draw.KEY_B + "back"
_KEYS_SURE = draw.KEY_A + "yes  " + draw.KEY_B + "no"
_LINES = ("Go on", "Rules", "Options in force", "Settings", "Save and leave", "Give the game up")
_HELP = ("", "How this game is played.", "The options this game is played by.",
         "Sound, light, pace, names.", "The game is kept. A turn not ended starts again.",
         "The game is not kept. No winner.")


class Screen:
    """START in a turn or at the hand-over comes here; B or "Go on" goes back."""

    def __init__(self, app):
        self.app = app
        self.sure = False
        panel = self.panel = Panel(app, "Pause", _KEYS)
        self.group = panel.group
        panel.set(1, flow.heading(app), draw.DIM, True)
        self.list = Listing(panel, 3, len(_LINES), len(_LINES), self._text)
        self.list.draw()

    def _text(self, i):
        return " " * ((self.panel.cols - 17) // 2) + _LINES[i]

    def key(self, button, kind):
        """UP and DOWN choose, A goes, B or START back to the game."""
        app = self.app
        panel = self.panel
        if self.sure:
            self.sure = False
            if button == input.A:
                app.notice = app.store.forget("game") or ""
                app.go("title")
                return
            panel.keys(_KEYS)
            panel.say(panel.lines - 4, 3, _HELP[self.list.at], draw.DIM)
        elif self.list.key(button):
            app.sound.play("move")
            panel.say(panel.lines - 4, 3, _HELP[self.list.at], draw.DIM)
        elif button in (input.B, input.START):
            flow.show(app)
        elif button == input.A:
            self._go(self.list.at)

    def _go(self, at):
        app = self.app
        if at == 0:
            flow.show(app)
        elif at in (1, 2):
            app.go("rulespages", app.game.rules["game"], "pause", at == 2)
        elif at == 3:
            app.go("options", "pause")
        elif at == 4:
            flow.save(app)
            app.go("title")
        else:
            self.sure = True
            self.panel.say(self.panel.lines - 4, 3, "Give this game up for good?", draw.BAD)
            self.panel.keys(_KEYS_SURE)

    def tick(self, now):
        """Nothing moves here."""
        return False

    def close(self):
        """Give back what only text screens use."""
        self.panel.forget()
