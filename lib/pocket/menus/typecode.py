"""The same game as somebody else: its code is typed, what it says is shown, and the game begins."""

from pocket.app import draw, input
from pocket.games import newgame
from pocket.made import texts
from pocket.menus.namepad import NamePad
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue, codes
from rules.errors import RulesError


class Screen(PanelScreen):
    """text: what was typed before."""

    def __init__(self, app, text: str = "") -> None:
        self.app = app
        self.text = text
        self.panel = Panel(app)
        self._write()

    def _write(self, problem=""):
        """Type the code. problem: why what was typed is none."""
        panel = self.panel
        panel.title(say(texts.CODES_TITLE))
        self.pad = NamePad(panel, 1, self.text, self._typed, codes.LETTERS, codes.SIZE, False)
        self._tell(problem)

    def _tell(self, problem=""):
        """Below the letters: a problem, or what to type."""
        panel = self.panel
        self.problem = problem
        ink = draw.BAD if problem else draw.DIM
        panel.say(panel.lines - 3, 2, problem or say(texts.CODES_ABOUT), ink)

    def _typed(self, text):
        """All is typed: show the game, or say that it is none."""
        self.pad = None
        self.text = text
        if not text:
            self._leave()
            return
        try:
            self.game = codes.decode(text)
        except RulesError as problem:
            self.app.sound.play("bad")
            short = len(text) < codes.SIZE
            self._write(say(texts.CODES_ABOUT) if short else words.refused(problem.args))
            return
        game_id, levels, options, _ = self.game
        panel = self.panel
        panel.clear(1)
        panel.title(catalogue.title(game_id))
        panel.set(1, text[:4] + " " + text[4:], draw.HEAD, True)
        said = []
        for seat in range(1, len(levels)):
            level, name = newgame.computer(levels[seat], seat)
            said.append(name + ": " + words.named(texts.CHOICES, level))
        usual = catalogue.usual(game_id, levels)
        for name in options:
            if options[name] != usual[name]:
                said.append(words.label(name) + ": " + words.value(name, options[name]))
        row = 2 + panel.say(2, panel.lines - 3, "\n".join(said))
        if "game." + game_id in [save[0] for save in newgame.kept_games(self.app)[0]]:
            panel.say(row, panel.lines - 1 - row, say(texts.CARDS_SURE), draw.BAD)
        panel.keys(say(texts.SETUP_KEYS_GO))

    def key(self, button: int, kind: int) -> None:
        """Letters first; then A begins the game, B goes back to them."""
        app = self.app
        if self.pad:
            if self.problem and button in (input.A, input.B):  # another letter, or one less
                self._tell()
            self.pad.key(button)
        elif button in (input.A, input.START):
            app.sound.play("pick")
            game_id, levels, options, deal = self.game
            people = newgame.people_of(app, levels)
            game = (game_id, people, options, deal)
            app.go("games.makegame", "menus.title", "start", *game)
        elif button == input.B:
            self._write()

    def _leave(self):
        self.app.go("menus.title", texts.CODES_TITLE)
