"""The rules of each game on the device: pages with pictures, rulings marked, options in force."""

from pocket import words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw, sheets
from pocket.ui.book import Book
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel

from rules import catalogue

_KEYS = draw.LEFT + draw.RIGHT + "page " + draw.KEY_SELECT + "index " + draw.KEY_B + "back"
_KEYS_LIST = draw.UP + draw.DOWN + "choose " + draw.KEY_A + "read " + draw.KEY_B + "back"
_BUTTONS = "The buttons"
_HELP = "help/%s.txt"


def in_force(game_id, rules):
    """The page of options in force, as a part of a Book."""
    games = catalogue.rules_of(game_id)
    plain = games.defaults(game_id)
    lines = ["# Options in force"]
    changed = 0
    for name, _, _, _ in games.offered(game_id):
        text = "%s: %s" % (words.label(name), words.value(name, rules[name]))
        if rules[name] != plain[name]:
            text += ", not %s" % words.value(name, plain[name])
            changed += 1
        lines.append("-" + text)
    lines.insert(1, "%d changed." % changed if changed else "All as the rules are written.")
    return ("\n".join(lines) + "\n").encode()


class Screen(Base):
    """game_id: whose rules, or None to choose. back: the screen to return to. options: begin
    with the page of options in force."""

    def __init__(self, app, game_id=None, back="title", options=False):
        self.app = app
        self.back = back
        self.book = None
        self.list = None
        self.chosen = game_id is None
        self.panel = Panel(app, "Rules", _KEYS_LIST)
        self.group = self.panel.group
        if game_id is None:
            self._games()
        else:
            self._open(game_id, app.game.rules if app.game else None)
            if options:
                for title, place in self.book.titles():
                    if title == "Options in force":
                        self._turn(place)

    def _games(self):
        """Choose a game."""
        panel = self.panel
        self.book = None
        panel.clear(1)
        panel.title("Rules")
        panel.keys(_KEYS_LIST)
        self.names = [catalogue.title(game_id) for game_id in catalogue.ORDER] + [_BUTTONS]
        self.list = Listing(panel, 3, len(self.names), len(self.names), self._name)
        self.list.draw()

    def _name(self, i):
        return "  " + self.names[i]

    def _open(self, game_id, rules=None):
        """The book of one game."""
        app = self.app
        parts = [sheets.asset(_HELP % game_id)]
        self.cards = False
        if game_id in catalogue.ORDER:
            if rules is None:
                rules = catalogue.rules_for(game_id, app.settings.options(game_id))
            parts.append(in_force(game_id, rules))
            for name in catalogue.rules_of(game_id).HELP:
                parts.append(sheets.asset(_HELP % name))
            self.cards = catalogue.pieces(game_id) == "cards"
        rules = rules or {}
        art = app.art
        art.fourth(rules.get("fourth", "orange"))
        picture = 4 if self.cards else (art.tile(True)[1] + art.ch) // art.ch
        self.book = Book(parts, rules, art.cols, art.lines - 3, picture)
        self.list = None
        self.before = []
        self._turn(self.book.start())

    def _turn(self, place):
        """Show the page at a place."""
        panel = self.panel
        panel.clear(1)
        try:
            title, items, after = self.book.page(place)
        except OSError:
            title, items, after = (
                "Rules",
                [(0, "This help text is missing."), (0, "Copy the game again.")],
                None,
            )
        self.place = place
        self.after = after
        panel.title(title)
        self.book.show(panel, items, self.cards)
        panel.keys(_KEYS)

    def _contents(self):
        """The list of the pages' titles."""
        panel = self.panel
        self.places = self.book.titles()
        panel.clear(1)
        panel.title("Index")
        panel.keys(_KEYS_LIST)
        height = min(len(self.places), panel.lines - 3)
        self.list = Listing(panel, 2, height, len(self.places), self._entry)
        self.list.draw()

    def _entry(self, i):
        return " " + self.places[i][0]

    def key(self, button, kind):
        """LEFT and RIGHT turn pages, SELECT lists them, B goes back."""
        app = self.app
        if self.list:
            if self.list.key(button):
                app.sound.play("move")
            elif button == input.A:
                at = self.list.at
                if self.book:
                    self.before.append(self.place)
                    self.list = None
                    self._turn(self.places[at][1])
                else:
                    self._open((catalogue.ORDER + ("keys",))[at])
            elif button == input.B:
                if self.book:
                    self.list = None
                    self._turn(self.place)
                else:
                    app.go(self.back)
        elif button in (input.RIGHT, input.DOWN, input.A):
            if self.after:
                self.before.append(self.place)
                self._turn(self.after)
            else:
                app.sound.play("bad")
        elif button in (input.LEFT, input.UP):
            if self.before:
                self._turn(self.before.pop())
            else:
                app.sound.play("bad")
        elif button == input.SELECT:
            self._contents()
        elif button in (input.B, input.START):
            if self.chosen:
                self._games()
            else:
                app.go(self.back)
