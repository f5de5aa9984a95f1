"""Nothing to look at: the last screen is gone, its memory free, and a game is made or taken up, or
the record of its round is kept."""

from pocket.screen import Screen as Base

from rules.errors import RulesError


class Screen(Base):
    """what: the function that does so; it is called with the app and `args`, and goes to the next
    screen. back: the screen that is told why not."""

    def __init__(self, app, back, what, *args):
        try:
            why = what(app, *args)
        except RulesError as refused:
            why = str(refused)
        if why:
            app.go(back, why)
