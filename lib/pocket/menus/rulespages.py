"""The rules of each game on the device: pages with pictures, rulings marked, options in force."""

from pocket.app import device, draw, input
from pocket.made import texts
from pocket.ui import words
from pocket.ui.book import TEXT, Book
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


def in_force(game_id: str, rules: dict) -> list[tuple]:
    """The lines of the page of options in force, for a Book."""
    from rules import catalogue

    games = catalogue.rules_of(game_id)
    plain = games.defaults(game_id)
    lines = []
    changed = 0
    for name, _, _ in games.offered(game_id):
        text = "%s: %s" % (words.label(name), words.value(name, rules[name]))
        if rules[name] != plain[name]:
            text = say(texts.RULES_INSTEAD, text, words.value(name, plain[name]))
            changed += 1
        lines.append((TEXT, "-" + text))
    said = words.count(texts.RULES_CHANGED, changed) if changed else say(texts.RULES_PLAIN)
    lines.insert(0, (TEXT, said))
    return lines


class Screen(PanelScreen):
    """game_id: whose rules, or None to choose. back: the screen to return to, as App.go takes it.
    begin: "options" for the page of options in force, "hints" for the game's hints, which its text
    ends with."""

    after: "tuple | None"
    ahead: "tuple | None"

    def __init__(
        self,
        app,
        game_id: str | None = None,
        back: tuple = ("menus.title", texts.TITLE_RULES),
        begin: str = "",
    ) -> None:
        self.app = app
        self.back = back
        self.begin = begin
        self.book: Book | None = None
        self.list: Listing | None = None
        self.chosen = game_id is None
        self.line = 0  # of the list of games
        self.after = self.ahead = None  # the place of the next page; that page, laid out at rest
        self.panel = Panel(app)
        if game_id is None:
            self._games()
        else:
            self._open(game_id, app.session.game.rules if app.session.game else None)

    def _games(self):
        """Choose a game."""
        from rules import catalogue

        self.book = None
        self.ids = catalogue.ORDER
        names = [catalogue.title(game_id) for game_id in catalogue.ORDER]
        title = texts.TITLE_HINTS
        if self.begin != "hints":
            title = texts.TITLE_RULES
            self.ids += ("keys",)
            names.append(say(texts.RULES_BUTTONS))
        self._choose(say(title), names, self.line)

    def _choose(self, title, names, line):
        """Show a list to choose from, the cursor on `line`."""
        panel = self.panel
        self._clear()
        panel.title(title)
        panel.keys(say(texts.TITLE_KEYS_BACK))
        top = 2 if len(names) < panel.lines - 4 else 1
        self.list = Listing(panel, top, panel.lines - 1 - top, len(names), lambda i: names[i])
        self.list.start(line)

    def _clear(self):
        if self.list:
            self.list.close()
        self.list = None
        self.panel.clear(1)

    def _open(self, game_id, rules=None):
        """The book of one game."""
        app = self.app
        parts = [game_id]
        pieces = ""
        if rules:
            shared, pieces = app.session.game.help, app.session.game.pieces
        else:
            from rules import catalogue

            shared = ()
            if game_id in catalogue.ORDER:
                kept = app.settings
                options = catalogue.chosen(game_id, kept.seats(game_id), kept.options(game_id))
                rules = catalogue.rules_for(game_id, options)
                shared = catalogue.rules_of(game_id).HELP
                pieces = catalogue.pieces(game_id)
            del catalogue
            app.room("text")  # what the options were asked of is needed no more
        if rules:
            parts = list(shared[:1]) + parts + list(shared[1:])
            parts.append((say(texts.PAUSE_OPTIONS), lambda: in_force(game_id, rules)))
        rules = rules or {}
        app.art.fourth(rules)
        self.book = Book(parts, rules, self.panel, pieces)
        self.pages = []  # the places of all pages, as far as they are counted
        self.uncounted = place = self.book.start()
        self.before = []
        if self.begin:  # the last page of the game's own text, or of all
            last = len(parts) - 1 if self.begin == "options" else parts.index(game_id)
            for _, begin in self.book.titles():
                if begin[0] == last:
                    place = begin
        self._turn(place)

    def _turn(self, place):
        """Show the page at a place."""
        panel = self.panel
        self._clear()
        try:
            ahead = self.ahead and place is self.after
            title, items, after = self.ahead if ahead else self.book.page(place)
        except device.AssetError:
            title, items, after = say(texts.TITLE_RULES), [], None
            panel.say(1, 4, say(texts.RULES_MISSING), draw.BAD)
        self.place = place
        self.after = after
        self.ahead = None
        self.title = title
        self._number()
        self.book.show(items)
        panel.keys(say(texts.RULES_KEYS))

    def _number(self):
        """The head line; the page's number when all are counted."""
        number = ""
        if not self.uncounted and self.place in self.pages:
            number = "%d/%d" % (self.pages.index(self.place) + 1, len(self.pages))
        self.panel.title(self.title, number)

    def tick(self, now: int) -> bool:
        """Beside a page that is on show the next one is laid out, and then, one at a time, all of
        them, to be counted."""
        if not self.book or self.list:
            return PanelScreen.tick(self, now)
        try:
            if self.after and self.ahead is None:
                self.ahead = ()  # as long as there is none
                self.ahead = self.book.page(self.after)
                return False
            if not self.uncounted:
                return False
            self.pages.append(self.uncounted)
            self.uncounted = self.book.page(self.uncounted)[2]
        except device.AssetError:
            self.pages = []
            self.uncounted = None
        if self.uncounted:
            return False
        self._number()
        return True

    def _contents(self):
        """The list of the pages' titles."""
        self.places = self.book.titles()
        titles = [title for title, _ in self.places]
        line = len([0 for _, begin in self.places if begin[:2] <= self.place[:2]]) - 1
        self._choose(say(texts.RULES_INDEX), titles, max(0, line))

    def key(self, button: int, kind: int) -> None:
        """LEFT and RIGHT turn pages, SELECT lists them, B goes back."""
        app = self.app
        if self.list:
            if self.list.key(button):
                return
            if button == input.A:
                line = self.list.chosen
                if self.book:
                    self.before.append(self.place)
                    self._turn(self.places[line][1])
                else:
                    self.line = line
                    self._open(self.ids[line])
            elif button == input.B:
                if self.book:
                    self._turn(self.place)
                else:
                    app.go(*self.back)
        elif button in (input.RIGHT, input.DOWN, input.A) and self.after:
            self.before.append(self.place)
            self._turn(self.after)
        elif button in (input.LEFT, input.UP) and self.before:
            self._turn(self.before.pop())
        elif button == input.SELECT:
            self._contents()
        elif button in (input.B, input.START):
            if self.chosen:
                self._games()
            else:
                app.go(*self.back)
        else:  # there is no such page
            app.sound.play("bad")
