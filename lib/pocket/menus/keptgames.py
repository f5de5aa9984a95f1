"""List the games under way, the newest first; Continue leads here where there are several."""

from pocket.games import newgame
from pocket.made import texts
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """A continues the chosen game."""

    back = ("menus.title", texts.TITLE_CONTINUE)

    def __init__(self, app) -> None:
        self.app = app
        self.panel = Panel(app, say(texts.TITLE_CONTINUE), say(texts.TITLE_KEYS_BACK))
        self.kept = newgame.kept_games(app)[0]
        Listing(self.panel, len(self.kept), self._text, None, self._explain, below=1)
        self.list.start(0)

    def _text(self, i):
        return newgame.called(self.kept[i], False)

    def _explain(self):
        self.tell(newgame.called(self.kept[self.list.chosen]))

    def choose(self) -> None:
        """Continue the game."""
        self.app.sound.play("pick")
        record = self.kept[self.list.chosen][0]
        self.app.go("games.makegame", "menus.title", "resume", record)
