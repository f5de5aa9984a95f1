"""Nothing to look at: the last screen is gone, its memory free, and a game is made or taken up."""

from pocket.screen import Screen as Base

from rules.errors import RulesError


class Screen(Base):
    """what: flow's function that makes the game; it is called with the app and `args`, and goes to
    the game's first screen. back: the screen that is told why not."""

    def __init__(self, app, back, what, *args):
        try:
            why = what(app, *args)
        except RulesError as refused:
            why = str(refused)
        if why:
            app.go(back, why)
