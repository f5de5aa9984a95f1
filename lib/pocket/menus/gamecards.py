"""The games, a card each: a picture, a sentence, how long it takes, and the ways into it."""

from pocket.app import device, draw
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import pictures, words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue


def _known(game_id):
    """(minutes, picture) of a game from assets/cards.txt, "" for a game that is not there."""
    try:
        with open(device.asset("cards.txt")) as file:
            for line in file:
                if line[:2] == game_id:
                    minutes, _, picture = line[3:].strip().partition(" ")
                    return minutes, picture
    except OSError:
        pass
    return "", ""


class Screen(PanelScreen):
    """LEFT and RIGHT turn the cards. game_id: the card to begin with. way: the text of the line."""

    back = ("menus.title", texts.TITLE_GAMES)
    preload = "rules.choices "  # of the set-up

    def __init__(self, app, game_id: str | None = None, way: int = 0) -> None:
        self.app = app
        self.panel = Panel(app, "", say(texts.CARDS_KEYS))
        self.kept = newgame.kept_games(app)[0]  # (record, game id, round)
        self.y = self.panel.y
        self._card(game_id or app.settings.game, way)

    def _card(self, game_id, way=0):
        """Show one game, the cursor on the line of text `way`."""
        panel = self.panel
        self.game_id = self.app.settings.game = game_id
        panel.clear()
        panel.y = self.y
        order = catalogue.ORDER
        panel.title(catalogue.title(game_id), "%d/%d" % (order.index(game_id) + 1, len(order)))
        self.own = [
            save
            for save in self.kept
            if save[1] == game_id and save[0] != device.QUICK and newgame.station(save[0]) is None
        ]
        self.ways = [texts.CARDS_PLAY, texts.CARDS_SETUP, texts.TITLE_RULES]
        if self.own:
            self.ways.insert(0, texts.CARDS_CONTINUE)
        count = len(self.ways)
        minutes, picture = _known(game_id)
        text = time = ""  # of a game that is not known
        if minutes:
            text = words.named(texts.GAMES, game_id)
            time = text + " " + say(texts.CARDS_TIME, minutes)
        row = self._picture(game_id, picture, panel.lines - 2 - panel.rows_of(time) - count)
        if minutes:
            room = panel.lines - 1 - count - row
            row += panel.say(row, room, time if panel.rows_of(time) <= room else text)
        top = max(row, panel.lines - 1 - count)
        if panel.full and top == row:  # the band touches no words
            panel.y += 3
        Listing(panel, count, self._text, top=top, below=panel.lines - 1 - top - count)
        self.list.start_at(self.ways, way)

    def _picture(self, game_id, picture, room):
        """Show the pieces, in `room` rows if possible. Returns the row below."""
        panel = self.panel
        self.app.art.fourth(catalogue.rules_for(game_id))
        rows = picture.split(" / ")
        if not picture:
            return 1
        pieces = catalogue.pieces(game_id)
        each = pictures.height(panel, pieces) + pictures.BETWEEN
        if panel.rows_for(len(rows) * each, 1) > room:
            rows = rows[:1]
            if panel.unit < 8 and panel.font is not panel.small:  # the words take all there is
                return 1
        high = panel.rows_for(len(rows) * each - pictures.BETWEEN, 1)
        pictures.show(panel, 1, high, " / ".join(rows), pieces)
        return 1 + high

    def _text(self, i):
        return say(self.ways[i], self.own and self.own[0][2])

    def change(self, step: int) -> None:
        """Turn to the next card, the cursor on the same line; where that begins a game, on the line
        that begins the next one."""
        self.app.sound.play("pick")
        way = self.ways[self.list.chosen]
        order = catalogue.ORDER
        place = (order.index(self.game_id) + step) % len(order)
        self._card(order[place], way if way in (texts.CARDS_SETUP, texts.TITLE_RULES) else 0)

    def choose(self) -> None:
        """Go the chosen way."""
        app = self.app
        app.sound.play("pick")
        way = self.ways[self.list.chosen]
        if way == texts.CARDS_CONTINUE:
            app.go("games.makegame", "menus.title", "resume", self.own[0][0])
        elif way == texts.CARDS_SETUP:
            app.go("menus.gamesetup", self.game_id)
        elif way == texts.TITLE_RULES:
            app.go("menus.rulespages", self.game_id, ("menus.gamecards", self.game_id, way))
        elif self.own:
            self.ask(texts.CARDS_SURE, self._play)
        else:
            self._play()

    def tell(self, text: str, ink: int = draw.DIM) -> None:
        """Ask on the empty paper."""
        self.panel.clear()
        self.panel.say(2, 6, text, ink)

    def answered_no(self) -> None:
        """Show the card again."""
        self.panel.keys(say(texts.CARDS_KEYS))
        self._card(self.game_id)

    def _play(self):
        """Begin a game as it was set up last."""
        self.app.go("games.makegame", "menus.title", "play", self.game_id)
