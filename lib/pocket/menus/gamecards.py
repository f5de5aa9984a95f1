"""The games, a card each: a picture, a sentence, how long it takes, and the ways into it."""

from pocket.app import device, draw, input
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue

if False:  # for type checkers
    from typing import Any


_CONTINUE, _PLAY, _SETUP, _RULES = 0, 1, 2, 3
_BETWEEN = 6  # pixels between two rows of tiles
_WAYS = (texts.CARDS_CONTINUE, texts.CARDS_PLAY, texts.CARDS_SETUP, texts.TITLE_RULES)


def _known(game_id):
    """What assets/cards.txt says of a game, "" where nothing: minutes; what one plays with."""
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
    """game_id: the card to begin with. way: the text of the line, one of _WAYS."""

    preload = "rules.choices "  # of the set-up

    def __init__(self, app, game_id: str | None = None, way: str = "") -> None:
        self.app = app
        self.panel = Panel(app, "", say(texts.CARDS_KEYS))
        self.kept = newgame.kept_games(app)[0]  # (record, game id, round)
        self.list: Any = None
        self.sure = False
        self.y = self.panel.y
        self._card(game_id or app.settings.game, way)

    def _card(self, game_id, way=""):
        """Show one game, the cursor on the line of text `way`."""
        app = self.app
        panel = self.panel
        self.game_id = game_id
        app.settings.game = game_id
        if self.list:
            self.list.close()
        panel.clear(1)
        panel.y = self.y
        order = catalogue.ORDER
        panel.title(catalogue.title(game_id), "%d/%d" % (order.index(game_id) + 1, len(order)))
        mine = [save for save in self.kept if save[1] == game_id and save[0] != device.QUICK]
        self.own = [save for save in mine if newgame.station(save[0]) is None]
        self.ways = [_PLAY, _SETUP, _RULES]
        if self.own:
            self.ways.insert(0, _CONTINUE)
        minutes, picture = _known(game_id)
        text = time = ""  # of a game that is not known
        if minutes:
            text = words.named(texts.GAMES, game_id)
            time = text + " " + say(texts.CARDS_TIME, minutes)
        row = self._picture(
            game_id, picture, panel.lines - 2 - panel.rows_of(time) - len(self.ways)
        )
        if minutes:
            room = panel.lines - 1 - len(self.ways) - row
            row += panel.say(row, room, time if panel.rows_of(time) <= room else text)
        top = max(row, panel.lines - 1 - len(self.ways))
        if panel.full and top == row:  # the band touches no words
            panel.y += 3
        self.list = Listing(panel, top, len(self.ways), len(self.ways), self._text)
        self.list.start_at([_WAYS[kind] for kind in self.ways], way)

    def _picture(self, game_id, picture, room):
        """What one plays with, in `room` rows if it can be: returns the row below."""
        panel = self.panel
        rules = catalogue.rules_for(game_id)
        self.app.art.fourth(rules)
        rows = picture.split(" / ")
        if not picture:
            return 1
        pieces = catalogue.pieces(game_id)
        each = panel.height(pieces) + _BETWEEN
        if panel.rows_for(len(rows) * each, 1) > room:
            rows = rows[:1]
            if panel.unit < 8 and panel.font is not panel.small:  # the words take all there is
                return 1
        if len(rows) == 1:
            high = panel.rows_for(panel.height(pieces), 1)
            panel.picture(1, high, rows[0], pieces)
            return 1 + high
        high = panel.rows_for(len(rows) * each - _BETWEEN, 1)
        y, room = panel.mat(1, high)
        y += (room + _BETWEEN - len(rows) * each) // 2
        for text in rows:
            panel.sets(y, text)
            y += each
        return 1 + high

    def _text(self, i):
        way = self.ways[i]
        if way == _CONTINUE:
            return say(_WAYS[way], self.own[0][2])
        return say(_WAYS[way])

    def key(self, button: int, kind: int) -> None:
        """LEFT and RIGHT turn the cards, UP and DOWN choose, A goes."""
        app = self.app
        order = catalogue.ORDER
        if self.sure:
            self.sure = False
            if button == input.A:
                self._play()
            else:
                self.panel.keys(say(texts.CARDS_KEYS))
                self._card(self.game_id)
        elif self.list.key(button):
            return
        elif button in (input.LEFT, input.RIGHT):
            app.sound.play("pick")
            step = 1 if button == input.RIGHT else -1
            way = self.ways[self.list.chosen]
            way = _WAYS[way] if way > _PLAY else ""  # what begins a game: what the next card has
            self._card(order[(order.index(self.game_id) + step) % len(order)], way)
        elif button == input.B:
            app.go("menus.title", texts.TITLE_GAMES)
        elif button in (input.A, input.START):
            self._go(self.ways[self.list.chosen])

    def _go(self, way):
        app = self.app
        app.sound.play("pick")
        if way == _CONTINUE:
            app.go("games.makegame", "menus.title", "resume", self.own[0][0])
        elif way == _SETUP:
            app.go("menus.gamesetup", self.game_id)
        elif way == _RULES:
            app.go(
                "menus.rulespages",
                self.game_id,
                ("menus.gamecards", self.game_id, texts.TITLE_RULES),
            )
        elif self.own:
            self.sure = True
            self.panel.clear(1)
            self.list.close()
            self.list = None
            self.panel.say(2, 6, say(texts.CARDS_SURE), draw.BAD)
            self.panel.keys(say(texts.CARDS_KEYS_SURE))
        else:
            self._play()

    def _play(self):
        """A game as last time."""
        self.app.go("games.makegame", "menus.title", "play", self.game_id)
