"""The first lesson of each game: a page says what to do, a prepared turn lets the player do it.

assets/help/en/lesson_XX.txt is a Book whose pages carry lines of their own: "@rack", "@table",
"@opened", "@lay tiles" or "@draw", "@hint"; for 8 Round Rummy "@hand", "@top", "@pile", "@round",
"@take", "@drop". A page without them is only read.
"""

from pocket import flow, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw, sheets
from pocket.ui.book import Book
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel

from rules import catalogue

# A step that was made is praised, in turn.
_PRAISE = ("@lesson.praise0", "@lesson.praise1", "@lesson.praise2", "@lesson.praise3")


def path(game_id):
    """The lesson's text file."""
    return sheets.asset("help/en/lesson_%s.txt" % game_id)


def orders(file, offset):
    """The "@" lines of the page that begins at `offset`: a dict of word to text."""
    file.seek(offset)
    out = {}
    file.readline()
    while True:
        line = file.readline()
        if not line or line[:2] == b"# ":
            return out
        if line[:1] == b"@":
            word, _, text = line[1:].decode().strip().partition(" ")
            out[word] = text


def prepare(game_id, asked):
    """The game of one turn for a page's orders."""
    if "hand" in asked:
        from pocket.screens.lessoneight import LessonEight

        return LessonEight(asked)
    from pocket.screens.lessongame import LessonGame

    return LessonGame(
        game_id,
        asked["rack"],
        asked.get("table", ""),
        "opened" in asked,
        "draw" if "draw" in asked else asked["lay"],
        asked["hint"],
    )


class Screen(Base):
    """Without a game: choose one. With a game and a place in its Book: that page."""

    def __init__(self, app, game_id=None, place=None, praise=False):
        self.app = app
        self.game_id = game_id
        self.list = None
        self.praise = praise
        app.turn = None
        app.lesson = None
        self.panel = Panel(app)
        self.group = self.panel.group
        if game_id is None:
            self._choose()
        else:
            self._open(game_id, place)

    def _choose(self):
        self.app.game = None
        panel = self.panel
        panel.clear(1)
        panel.title(words.say("@lesson.title"))
        panel.keys(words.say("@lesson.keys_list"))
        self.list = Listing(panel, 2, len(catalogue.ORDER), len(catalogue.ORDER), self._name)
        self.list.draw()
        panel.say(panel.lines - 3, 2, words.say("@lesson.about"), draw.DIM)

    def _name(self, i):
        game_id = catalogue.ORDER[i]
        done = " " + draw.RIGHT_SIGN if game_id in self.app.settings.lessons else ""
        return catalogue.title(game_id) + done

    def _open(self, game_id, place):
        app = self.app
        self.game_id = game_id
        if self.list:
            self.list.close()
        self.list = None
        rules = catalogue.rules_for(game_id)
        app.art.fourth(rules.get("fourth", "orange"))
        self.book = Book([path(game_id)], rules, self.panel, catalogue.pieces(game_id) == "cards")
        self._turn(place or self.book.start())

    def _turn(self, place):
        """Show the page at a place."""
        panel = self.panel
        panel.clear(1)
        try:
            title, items, after = self.book.page(place)
            if not place[2] and not place[3]:  # a page of its own, not the rest of one
                with open(path(self.game_id), "rb") as file:
                    self.asked = orders(file, place[1])
        except OSError:
            panel.say(2, 4, words.say("@lesson.missing"), draw.BAD)
            self.asked = {}
            title, items, after = words.say("@lesson.title"), [], None
        self.after = after
        self.rest = after is not None and after[3] != ""
        panel.title(title)
        self.book.show(items)
        if self.asked and not self.rest:
            panel.keys(words.say("@lesson.keys_try"))
        else:
            panel.keys(words.say("@lesson.keys_read"))
        if self.praise:
            self.praise = False
            number = place[1] % len(_PRAISE)
            panel.keys(words.say("@lesson.keys_praise", words.say(_PRAISE[number])))
            self.app.sound.play("win")

    def tick(self, now):
        """What follows the pointer of the list."""
        return self.panel.tick(now)

    def key(self, button, kind):
        """A goes on or into the turn, SELECT skips it, B ends the lesson."""
        app = self.app
        if self.list:
            if self.list.key(button):
                app.sound.play("move")
            elif button == input.A:
                self._open(catalogue.ORDER[self.list.at], None)
            elif button == input.B:
                app.go("title")
        elif button == input.B:
            self._choose()
        elif button == input.A and self.asked and not self.rest:
            self._try()
        elif button in (input.A, input.SELECT):
            self._next(button == input.SELECT)

    def _next(self, skip):
        """The next page; a skipped page's rest is skipped too."""
        while skip and self.rest:
            _, _, self.after = self.book.page(self.after)
            self.rest = self.after is not None and self.after[3] != ""
        if self.after is None:
            self._end()
        else:
            self._turn(self.after)

    def _try(self):
        """Into the prepared turn; flow comes back here when it has been made."""
        app = self.app
        people = [("", app.settings.names[0]), ("easy", "ADA")]
        game = prepare(self.game_id, self.asked)
        game.note = flow.pack_people(people)
        flow.seat(app, game, people)
        app.lesson = (self.game_id, self.after)
        app.viewer = 0
        app.notice = self.asked["hint"]
        flow.show(app)

    def _end(self):
        app = self.app
        if self.game_id not in app.settings.lessons:
            app.settings.lessons += self.game_id
            app.notice = flow.keep_settings(app)
        app.sound.play("win")
        app.go("title")
