"""Type a game's code: what the code says is shown, then the same game begins."""

from pocket.app import draw, input
from pocket.games import newgame
from pocket.made import texts
from pocket.menus.namepad import NamePad
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue, codes
from rules.base import RulesError


class Screen(PanelScreen):
    """First letters are typed; then A begins the game, and B leads back to the letters."""

    back = ("menus.title", texts.CODES_TITLE)
    pad: "NamePad | None"

    def __init__(self, app) -> None:
        self.app = app
        self.text = ""  # typed before
        self.panel = Panel(app)
        self._write(say(texts.CODES_ABOUT))

    def _write(self, text, ink=draw.DIM):
        """Type the code; below the letters: what to type, or why what was typed is no code."""
        self.panel.title(say(texts.CODES_TITLE))
        letters = codes.LETTERS
        self.pad = NamePad(self.panel, 1, self.text, self._typed, letters, codes.SIZE, False)
        self.tell(text, ink)

    def tell(self, text: str, ink: int = draw.DIM) -> None:
        """Show text below the letters."""
        self.ink = ink
        self.panel.say(self.panel.lines - 3, 2, text, ink)

    def _typed(self, text):
        """Show the game of a code, or say that it is none."""
        self.pad = None
        self.text = text
        if not text:
            self.app.go(*self.back)
            return
        try:
            self.game = codes.decode(text)
        except RulesError as problem:
            self.app.sound.play("bad")
            short = len(text) < codes.SIZE
            self._write(say(texts.CODES_ABOUT) if short else words.refused(problem.args), draw.BAD)
            return
        game_id, levels, options, _ = self.game
        panel = self.panel
        panel.clear()
        panel.title(catalogue.title(game_id))
        panel.say(1, 1, text[:4] + " " + text[4:], draw.HEAD, True)
        lines = []
        for seat in range(1, len(levels)):
            level, name = newgame.computer(levels[seat], seat)
            lines.append(name + ": " + words.named(texts.CHOICES, level))
        usual = catalogue.usual(game_id, levels)
        for name in options:
            if options[name] != usual[name]:
                lines.append(words.label(name) + ": " + words.value(name, options[name]))
        row = 2 + panel.say(2, panel.lines - 3, "\n".join(lines))
        if "game." + game_id in [save[0] for save in newgame.kept_games(self.app)[0]]:
            panel.say(row, panel.lines - 1 - row, say(texts.CARDS_SURE), draw.BAD)
        panel.keys(say(texts.SETUP_KEYS_GO))

    def key(self, button: int, kind: int) -> None:
        """While the code is typed its letters take the keys."""
        if not self.pad:
            PanelScreen.key(self, button, kind)
            return
        if self.ink == draw.BAD and button in (input.A, input.B):  # a letter more, or less
            self.tell(say(texts.CODES_ABOUT))
        self.pad.key(button)

    def choose(self) -> None:
        """Begin the game."""
        self.app.sound.play("pick")
        game_id, levels, options, deal = self.game
        people = newgame.people_of(self.app, levels)
        game = (game_id, people, options, deal)
        self.app.go("games.makegame", "menus.title", "start", *game)

    def leave(self) -> None:
        """Type again."""
        self._write(say(texts.CODES_ABOUT))
