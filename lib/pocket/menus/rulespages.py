"""Show the rules of a game: pages with pictures."""

from pocket.made import texts
from pocket.ui.book import FIRST, Book
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say


class Screen(PanelScreen):
    """LEFT and RIGHT turn the pages.

    game_id: whose rules; None: first choose a game. back: the screen to return to, as App.go takes
    it.
    """

    back = ("menus.title", texts.TITLE_RULES)

    def __init__(self, app, game_id: str | None = None, back: tuple = ()) -> None:
        self.app = app
        self.back = back or self.back
        self.book: Book | None = None
        self.lists_games = game_id is None
        self.line = 0  # line in the list of games
        self.panel = Panel(app)
        if game_id is None:
            self._games()
        else:
            self._open(game_id)

    def _games(self):
        """List the games to choose from."""
        from rules import catalogue

        self.book = None
        self.ids = catalogue.ORDER + ("keys",)
        names = [catalogue.title(game_id) for game_id in catalogue.ORDER]
        names.append(say(texts.RULES_BUTTONS))
        panel = self.panel
        panel.clear()
        panel.title(say(texts.TITLE_RULES))
        panel.keys(say(texts.TITLE_KEYS_BACK))
        top = 2 if len(names) < panel.lines - 4 else 1
        Listing(panel, len(names), lambda i: names[i], top=top, chosen=self.line)

    def _open(self, game_id):
        """Open the book of the running game, or of another one."""
        app = self.app
        game = None if self.lists_games else app.session.game
        parts, pieces, rules = [game_id, "turn"], "", {}
        if game:
            rules, shared, pieces = game.rules, game.help, game.pieces
        else:
            from rules import catalogue

            if game_id in catalogue.ORDER:
                kept = app.settings
                options = catalogue.add_clock(game_id, kept.seats(game_id), kept.options(game_id))
                rules = catalogue.rules_for(game_id, options)
                shared = catalogue.rules_of(game_id).HELP
                pieces = catalogue.pieces(game_id)
            del catalogue
            app.keep_only("text")  # frees the game whose options were read
        if rules:
            parts = list(shared[:1]) + [game_id] + list(shared[1:])
        app.art.set_fourth_colour(rules)
        self.book = Book(parts, rules, self.panel, pieces)
        self.pages = [FIRST]  # the places of the pages, as far as they are counted
        self.is_counted = False
        self.number = 0  # number of the page on show
        self.next_page = None  # that page, laid out at rest
        self._turn(0)

    def _lay_out(self, number):
        """Lay out a page, and note where the next one begins. Return (title, items)."""
        title, items, after = self.book.page(self.pages[number])
        if number + 1 == len(self.pages):
            if after:
                self.pages.append(after)
            else:
                self.is_counted = True
        return title, items

    def _turn(self, number):
        """Show a page."""
        panel = self.panel
        panel.clear()
        page = self.next_page if number == self.number + 1 else None
        self.title, items = page or self._lay_out(number)
        self.number = number
        self.next_page = None
        self._show_number()
        self.book.show(items)
        panel.keys(say(texts.RULES_KEYS))

    def _show_number(self):
        """Show the heading, with the page's number once all are counted."""
        number = "%d/%d" % (self.number + 1, len(self.pages)) if self.is_counted else ""
        self.panel.title(self.title, number)

    def tick(self, now: int) -> bool:
        """Lay out the next page at rest; then all pages, one a tick, to count them."""
        if self.list:
            return PanelScreen.tick(self, now)
        was_counted = self.is_counted
        if self.next_page is None and self.number + 1 < len(self.pages):
            self.next_page = self._lay_out(self.number + 1)
        elif not was_counted:
            self._lay_out(len(self.pages) - 1)
        if was_counted == self.is_counted:
            return False
        self._show_number()
        return True

    def change(self, step: int) -> None:
        if self.list:
            return
        number = self.number + step
        if 0 <= number < len(self.pages):
            self._turn(number)
        else:
            self.app.sound.play("bad")

    scroll = change

    def choose(self) -> None:
        """Open the chosen book; on a page turn to the next one."""
        if self.list:
            self.line = self.list.chosen
            self._open(self.ids[self.line])
        else:
            self.change(1)

    def start(self) -> None:
        """START leaves a page."""
        if not self.list:
            self.leave()

    def leave(self) -> None:
        """Go back: from a page to the games or where it began."""
        if self.book and self.lists_games:
            self._games()
        else:
            self.app.go(*self.back)
