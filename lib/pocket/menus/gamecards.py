"""Show the games, a card each: a picture, a sentence, and the set-up."""

from pocket.app import device, draw
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import pictures
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import named, say, value

from rules import catalogue


def _read_card(game_id):
    """Read (minutes, picture) of a game from assets/cards.txt; "" for what is not there."""
    with open(device.asset("cards.txt")) as file:
        for line in file:
            if line[:2] == game_id:
                minutes, _, picture = line[3:].strip().partition(" ")
                return minutes, picture
    return "", ""


class Screen(PanelScreen):
    """LEFT and RIGHT turn the cards, A begins a game as it was set up last, SELECT sets it up,
    START begins the lesson of a new one.

    game_id: the card to begin with. at_once: begin its game. is_new: a lesson is offered."""

    is_new = False
    back = ("menus.title", texts.TITLE_PLAY)
    preload = "rules.choices "  # modules of the set-up

    def __init__(self, app, game_id: str | None = None, at_once: bool = False) -> None:
        self.app = app
        self.panel = Panel(app)
        self.game_id = game_id or app.settings.game
        if at_once:
            self.choose()
        else:
            self._card(self.game_id)

    def _card(self, game_id):
        panel = self.panel
        self.game_id = self.app.settings.game = game_id
        panel.clear()
        order = catalogue.ORDER
        place = draw.LEFT + draw.RIGHT + " %d/%d" % (order.index(game_id) + 1, len(order))
        panel.title(catalogue.title(game_id), place)
        minutes, picture = _read_card(game_id)
        about = self._set_up() + "."
        is_set_up = newgame.is_set_up(self.app, game_id)
        self.is_new = not (is_set_up or self.app.settings.learned(game_id))
        if minutes and not is_set_up:
            about += " " + say(texts.CARDS_TIME, minutes)
            about += "\n" + say(texts.CARDS_LESSON) if self.is_new else ""
        text = named(texts.GAMES, game_id) if minutes else ""
        end = panel.lines - 1 - panel.rows_of(about)
        row = self._picture(game_id, picture, end - 1 - panel.rows_of(text))
        panel.say(row, end - row, text)
        panel.say(end, panel.lines - 1 - end, about, draw.GOOD)
        panel.keys(say(texts.CARDS_KEYS))

    def _set_up(self):
        """Return who plays and how long, as it was set up last."""
        levels, options, _ = newgame.set_up(self.app, self.game_id)
        names = newgame.shown_names(self.app, levels)
        if not newgame.is_set_up(self.app, self.game_id):
            level = newgame.computer(levels[1], 1)[0]
            names[1] += " (%s)" % named(texts.CHOICES, level)
        text = ", ".join(names)
        rules = catalogue.usual_rules(self.game_id, levels)
        length = options.get("length", rules.get("length"))
        return text if length is None else text + ": " + value("length", length)

    def _picture(self, game_id, picture, room):
        """Show a picture of the pieces, in `room` rows if possible. Return the row below it."""
        panel = self.panel
        self.app.art.set_fourth_colour(catalogue.rules_for(game_id))
        rows = picture.split(" / ")
        if not picture:
            return 1
        pieces = catalogue.pieces(game_id)
        each = pictures.height(panel, pieces) + pictures.BETWEEN
        if pictures.rows_for(panel, len(rows) * each, 1) > room:
            rows = rows[:1]
            if panel.unit < 8 and panel.font is not panel.small:  # the words need all rows
                return 1
        height = pictures.rows_for(panel, len(rows) * each - pictures.BETWEEN, 1)
        pictures.show(panel, 1, height, " / ".join(rows), pieces)
        return 1 + height

    def change(self, step: int) -> None:
        self.app.sound.play("pick")
        order = catalogue.ORDER
        self._card(order[(order.index(self.game_id) + step) % len(order)])

    def choose(self) -> None:
        """Begin a game; first ask if it replaces one."""
        self.app.sound.play("pick")
        record, replaces = newgame.replaces(self.app, self.game_id)
        self.begin(replaces, "menus.title", "play", self.game_id, record)

    def start(self) -> None:
        """Begin the lesson of a new game, or the game."""
        if self.is_new:
            self.app.go("learn.lesson", self.game_id, 0)
        else:
            self.choose()

    def select(self) -> None:
        self.app.go("menus.gamesetup", self.game_id)

    def tell(self, text: str, ink: int = draw.DIM) -> None:
        """Show a question in place of the card."""
        self.panel.clear()
        self.panel.title(catalogue.title(self.game_id))
        self.panel.say(2, 6, text, ink)

    def answered_no(self) -> None:
        self._card(self.game_id)
