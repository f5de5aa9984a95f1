"""All games under way, the newest first: Continue leads here where there are several."""

from pocket.app import draw, input
from pocket.games import newgame
from pocket.made import texts
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """A goes on with the chosen game, B leads back."""

    def __init__(self, app) -> None:
        self.app = app
        panel = self.panel = Panel(app, say(texts.TITLE_CONTINUE), say(texts.TITLE_KEYS_BACK))
        self.kept = newgame.kept_games(app)[0]
        count = len(self.kept)
        self.list = Listing(panel, 1, panel.lines - 4, count, self._text, explain=self._tell)
        self.list.start(0)

    def _text(self, i):
        return newgame.called(self.kept[i], False)

    def _tell(self):
        panel = self.panel
        said = newgame.called(self.kept[self.list.chosen])
        panel.set(panel.lines - 2, said, draw.DIM, True)

    def key(self, button: int, kind: int) -> None:
        """UP and DOWN choose, A goes on, B leads back."""
        app = self.app
        if self.list.key(button):
            return
        if button == input.B:
            app.go("menus.title", texts.TITLE_CONTINUE)
        elif button in (input.A, input.START):
            app.sound.play("pick")
            record = self.kept[self.list.chosen][0]
            app.go("games.makegame", "menus.title", "resume", record)
