"""The first screen: go on with the kept game, begin one, learn, read the rules, set things."""

from pocket import flow
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel

from rules import catalogue
from rules.errors import RulesError
from rules.tilegame import tiles

_KEYS = draw.UP + draw.DOWN + "choose  " + draw.KEY_A + "go"


class Screen(Base):
    """sentence: what to tell first, e.g. why a save cannot be taken up."""

    def __init__(self, app, sentence=""):
        self.app = app
        app.game = None
        app.turn = None
        app.lesson = None
        panel = self.panel = Panel(app, "", _KEYS)
        self.group = panel.group
        self.kept, why = app.store.load("game")
        if self.kept is not None and flow.describe(self.kept) is None:
            self.kept = None
        art = app.art
        art.fourth("orange")
        row = 1 if art.lines > 15 else 0
        wide = art.tile(True)[0]
        x = (app.w - 8 * wide) // 2
        panel.tiles(row, 3, x=x).line(0, 0, tiles.parse_set(["k7", "r7", "b7"]))
        panel.tiles(row, 4, x=x + 4 * wide).line(0, 0, tiles.parse_set(["o9", "o10", "*", "o12"]))
        panel.set(row + 3, "POCKET RUMMY", draw.HEAD, True)
        self.top = row + 5
        self._menu()
        notes = [note for note in [sentence, why, app.notice] + app.settings.notes if note]
        app.notice = ""
        app.settings.notes = []
        self._tell(notes[0] if notes else "")

    def _menu(self):
        self.lines = ["New game", "First lesson", "Rules", "Settings"]
        if self.kept is not None:
            self.lines.insert(0, "Continue")
        self.list = Listing(self.panel, self.top, len(self.lines), len(self.lines), self._text)
        self.list.draw()

    def _text(self, i):
        word = self.lines[i]
        return " " * ((self.panel.cols - 12) // 2) + word

    def _tell(self, sentence):
        """One sentence below the menu, or which game is kept."""
        panel = self.panel
        row = self.top + 5
        height = panel.lines - 1 - row
        if sentence:
            panel.say(row, height, sentence, draw.BAD)
            return
        panel.say(row, height, "")
        if self.kept is not None and self.list.at == 0:
            game_id, number = flow.describe(self.kept)
            text = "%s, round %d" % (catalogue.title(game_id), number)
            if len(text) > panel.cols:
                text = text.replace(", ", "\n")
            panel.say(row + 1, 2, text, draw.DIM, True)

    def key(self, button, kind):
        """UP and DOWN choose, A goes."""
        if self.list.key(button):
            self.app.sound.play("move")
            self._tell("")
        elif button in (input.A, input.START):
            self._go(self.lines[self.list.at])

    def _go(self, word):
        app = self.app
        app.sound.play("pick")
        if word == "Continue":
            self._continue()
        elif word == "New game":
            app.go("setup")
        elif word == "Rules":
            app.go("rulespages")
        elif word == "Settings":
            app.go("options")
        else:
            app.go("lesson")

    def _continue(self):
        """Take up the newest save that makes a game; what could not be taken up is told."""
        app = self.app
        why = ""
        older = 0
        while self.kept is not None:
            try:
                flow.restore(app, self.kept)
                if why:
                    app.notice = app.notice or why + " The save before it is used."
                return
            except RulesError as problem:
                why = why or str(problem)
            older += 1
            self.kept = app.store.load("game", older)[0]
        self.panel.clear(self.top)
        self._menu()
        self._tell(why)
        app.sound.play("bad")
