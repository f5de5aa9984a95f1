"""The rules of each game: pages with pictures, an index of them, our rulings marked."""

from pocket.app import device, draw
from pocket.made import texts
from pocket.ui.book import Book
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """LEFT and RIGHT turn the pages, SELECT lists them.

    game_id: whose rules; None: first choose a game. back: the screen to return to, as App.go takes
    it.
    """

    after: "tuple | None"
    ahead: "tuple | None"

    def __init__(
        self,
        app,
        game_id: str | None = None,
        back: tuple = ("menus.title", texts.TITLE_RULES),
    ) -> None:
        self.app = app
        self.back = back
        self.book: Book | None = None
        self.chosen = game_id is None
        self.line = 0  # of the list of games
        self.after = self.ahead = None  # the place of the next page; that page, laid out at rest
        self.panel = Panel(app)
        if game_id is None:
            self._games()
        else:
            self._open(game_id, app.session.game.rules if app.session.game else None)

    def _games(self):
        from rules import catalogue

        self.book = None
        self.ids = catalogue.ORDER + ("keys",)
        names = [catalogue.title(game_id) for game_id in catalogue.ORDER]
        self._list(say(texts.TITLE_RULES), names + [say(texts.RULES_BUTTONS)], self.line)

    def _list(self, title, names, line):
        """Show a list to choose from, the cursor on `line`."""
        panel = self.panel
        panel.clear()
        panel.title(title)
        panel.keys(say(texts.TITLE_KEYS_BACK))
        top = 2 if len(names) < panel.lines - 4 else 1
        Listing(panel, len(names), lambda i: names[i], top=top)
        self.list.start(line)

    def _open(self, game_id, rules=None):
        """Open the book of one game. rules: of the running game."""
        app = self.app
        parts = [game_id, "turn"]
        pieces = ""
        shared: tuple = ()
        if rules:
            shared, pieces = app.session.game.help, app.session.game.pieces
        else:
            from rules import catalogue

            if game_id in catalogue.ORDER:
                kept = app.settings
                options = catalogue.add_clock(game_id, kept.seats(game_id), kept.options(game_id))
                rules = catalogue.rules_for(game_id, options)
                shared = catalogue.rules_of(game_id).HELP
                pieces = catalogue.pieces(game_id)
            del catalogue
            app.keep_only("text")  # which frees what the options were asked of
        if rules:
            parts = list(shared[:1]) + [game_id] + list(shared[1:])
        app.art.fourth(rules or {})
        self.book = Book(parts, rules or {}, self.panel, pieces)
        self.pages = []  # the places of all pages, as far as they are counted
        self.uncounted = self.book.start()
        self.before = []
        self._turn(self.uncounted)

    def _turn(self, place):
        panel = self.panel
        panel.clear()
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
        """Show the head line, with the page's number once all are counted."""
        number = ""
        if not self.uncounted and self.place in self.pages:
            number = "%d/%d" % (self.pages.index(self.place) + 1, len(self.pages))
        self.panel.title(self.title, number)

    def tick(self, now: int) -> bool:
        """Lay out the next page at rest; then all pages, one a tick, to count them."""
        if not self.book or self.list:
            return PanelScreen.tick(self, now)
        try:
            if self.after and self.ahead is None:
                self.ahead = ()  # in case that fails
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

    # -- keys

    def change(self, step: int) -> None:
        if self.list:
            return
        if step > 0 and self.after:
            self.before.append(self.place)
            self._turn(self.after)
        elif step < 0 and self.before:
            self._turn(self.before.pop())
        else:
            self.app.sound.play("bad")

    scroll = change

    def select(self) -> None:
        """List the pages by their titles."""
        if not self.list:
            self.places = self.book.titles()
            titles = [title for title, _ in self.places]
            line = len([0 for _, begin in self.places if begin[:2] <= self.place[:2]]) - 1
            self._list(say(texts.RULES_INDEX), titles, max(0, line))

    def choose(self) -> None:
        """Open the chosen book or page; on a page turn to the next one."""
        if not self.list:
            self.change(1)
        elif self.book:
            self.before.append(self.place)
            self._turn(self.places[self.list.chosen][1])
        else:
            self.line = self.list.chosen
            self._open(self.ids[self.line])

    def start(self) -> None:
        """START leaves a page."""
        if not self.list:
            self.leave()

    def leave(self) -> None:
        """Go back: from the index to the page, from a page to the games or where it began."""
        if self.list and self.book:
            self._turn(self.place)
        elif self.book and self.chosen:
            self._games()
        else:
            self.app.go(*self.back)
