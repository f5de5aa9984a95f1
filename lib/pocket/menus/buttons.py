"""The board's own buttons: press one, it lights up and says what it does."""

from pocket.app import input
from pocket.made import texts
from pocket.menus.pad import Pad
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """B pressed twice leads back."""

    def __init__(self, app) -> None:
        self.app = app
        self.last: int | None = None  # the button pressed last
        keys = say(texts.BUTTONS_KEYS)
        self.panel = Panel(app, say(texts.TITLE_BUTTONS), keys, table=app.w < 240)
        self.pad = Pad(self.panel)
        text = say(texts.BUTTONS_PRESS)
        if app.keys.no_select:
            text += " " + say(texts.BUTTONS_PRESS_HELD)
        self.pad.say(text)

    def key(self, button: int, kind: int) -> None:
        """Light the button up and say what it does; B once more leaves."""
        app = self.app
        last, self.last = self.last, button
        if button == last == input.B:
            app.go("menus.title", texts.TITLE_BUTTONS)
            return
        lit = input.START if button == input.SELECT and app.keys.no_select else button
        if lit not in self.pad.signs:
            return
        app.sound.play("pick")
        self.pad.light(lit)
        text = say(texts.BUTTONS_KEY1 + button)
        if button == input.START:
            text += " " + say(texts.PLAY_HOLD_MENU, app.keys.menu_key)
        elif button == input.SELECT:
            text += " " + say(texts.PLAY_HOLD_HINT, app.keys.hint_key)
        self.pad.say(text)
