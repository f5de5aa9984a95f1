"""Set a game up: who plays, how long, the house options. Made from the rules' data."""

from pocket.app import device, draw
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue, characters
from rules.base import RulesError
from rules.choices import after

if False:  # for type checkers
    from typing import Any

    from pocket.menus.namepad import NamePad

_GO, _SEATS, _SEAT, _OPTION, _MORE, _PLAIN = 0, 1, 2, 3, 4, 5
_FIRST = ("length", "clock", "referee")  # options on the first page
# of each kind of line: its text, its help, the line of keys
_TEXTS = (
    (texts.SETUP_GO, texts.SETUP_GO_HELP, texts.SETUP_KEYS_GO),
    (texts.SETUP_SEATS, texts.SETUP_SEATS_HELP, texts.SETUP_KEYS),
    (0, texts.SETUP_SEAT_HELP, texts.SETUP_KEYS),
    (0, 0, texts.SETUP_KEYS),
    (texts.SETUP_MORE, texts.SETUP_MORE_HELP, texts.SETUP_KEYS_GO),
    (texts.SETUP_PLAIN, texts.SETUP_PLAIN_HELP, texts.SETUP_KEYS_GO),
)


class Screen(PanelScreen):
    """LEFT and RIGHT change a value, A names a person or begins, START begins. What was chosen last
    for the game is offered again."""

    def __init__(self, app, game_id: str) -> None:
        self.app = app
        self.pad: NamePad | None = None
        self.more = False  # the page of house options is on show
        self.panel = Panel(app, catalogue.title(game_id))
        self.game_id = game_id
        games = catalogue.rules_of(game_id)
        self.plain = games.defaults(game_id)
        self.options = app.settings.options(game_id)
        self.seats = app.settings.seats(game_id)
        self.table = games.offered(game_id)
        self._list(0)

    # -- the lines

    def _lines(self):
        """Return [(kind, seat or place in `table`)] of the page on show."""
        order = [field[0] for field in self.table]
        if self.more:
            lines: list[tuple] = [(_OPTION, i) for i in range(len(order)) if order[i] not in _FIRST]
            return lines + [(_PLAIN, None)]
        lines = [(_GO, None), (_SEATS, None)]
        lines += [(_SEAT, i) for i in range(len(self.seats))]
        shown = [(_OPTION, order.index(name)) for name in _FIRST if name in order]
        return lines + shown + [(_MORE, None)] * (len(shown) < len(order))

    def _list(self, line):
        self.panel.clear()
        self.lines = self._lines()
        Listing(self.panel, len(self.lines), self._text, self._value, self._explain, below=3)
        self.list.start(line)

    def _text(self, i):
        kind, place = self.lines[i]
        if kind == _OPTION:
            return words.label(self.table[place][0])
        if kind != _SEAT:
            return say(_TEXTS[kind][0])
        name = self.app.settings.names[place]
        if self.seats[place]:
            name = newgame.computer(self.seats[place], place)[1]
        elif self.seats.count("") == 1:
            name = words.person(name, place)
        return "  " + name

    def _value(self, i):
        kind, place = self.lines[i]
        if kind == _SEATS:
            return str(len(self.seats))
        if kind == _SEAT:
            seat = self.seats[place]
            level = newgame.computer(seat, place)[0] if seat else "person"
            return words.named(texts.CHOICES, level)
        if kind == _OPTION:
            name = self.table[place][0]
            mark = "" if self.value(name) == self.plain[name] else "!"
            return words.value(name, self.value(name)) + mark
        return ""

    def value(self, name: str) -> "Any":
        """An option's value in the form."""
        return self.options.get(name, catalogue.usual(self.game_id, self.seats)[name])

    def _explain(self):
        kind, place = self.lines[self.list.chosen]
        keys = _TEXTS[kind][2]
        if kind == _OPTION:
            self.tell(self._meaning(self.table[place][0]))
        else:
            self.tell(say(_TEXTS[kind][1], self.plain["players_min"], self.plain["players_max"]))
        if kind == _SEAT:
            from pocket.ui import face

            face.beside(self.panel, self.seats[place])
            if not self.seats[place]:
                keys = texts.SETUP_KEYS_NAME
        self.panel.keys(say(keys))

    def _meaning(self, name):
        """What an option means and, where it was changed, what it is in the rules."""
        text = words.named(texts.MEANINGS, name) or ""
        if self.value(name) == self.plain[name]:
            return text
        plain = say(texts.SETUP_ELSE, words.value(name, self.plain[name]))
        plain = plain.replace("..", ".")  # German values are shortened
        text = (text + " " + plain).strip()
        return text if self.panel.rows_of(text) <= 3 else plain

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """While a name is written its letters take the keys."""
        if self.pad:
            self.pad.key(button)
        else:
            PanelScreen.key(self, button, kind)

    answered_no = _explain

    def choose(self) -> None:
        """A begins, turns the page, names a person, or takes the next value."""
        kind, place = self.lines[self.list.chosen]
        if kind == _GO:
            self.start()
        elif kind == _MORE:
            self._page(True)
        elif kind == _PLAIN:
            self.options = {}
            self.list.show()
        elif kind == _SEAT and not self.seats[place]:
            self._write(place)
        else:
            self.change(1)

    def leave(self) -> None:
        """B leads from the house options to the first page, from there to the game's card."""
        if self.more:
            self._page(False)
        else:
            self._keep()
            self.app.go("menus.gamecards", self.game_id, texts.CARDS_SETUP)

    def _page(self, more):
        """Turn to the house options, or back."""
        self.app.sound.play("pick")
        self.more = more
        self._list(0 if more else self._lines().index((_MORE, None)))

    def change(self, step: int) -> None:
        """Take another value; a contradiction between options is refused, and why is said."""
        kind, place = self.lines[self.list.chosen]
        problem = None
        if kind == _SEATS:
            least, most = self.plain["players_min"], self.plain["players_max"]
            count = (len(self.seats) - least + step) % (most - least + 1) + least
            self.seats = self.seats[:count] + ["normal"] * (count - len(self.seats))
            self._list(self.list.chosen)
        elif kind == _SEAT:
            self.seats[place] = after(self._offered(place), self.seats[place], step)
        elif kind == _OPTION:
            problem = self._set(self.table[place], step)
        else:
            return
        self.app.sound.play("bad" if problem else "move")
        self.list.show()
        if problem:
            self.tell(problem, draw.BAD)

    def _offered(self, place):
        """Who may sit at a place: a person, a computer, a character who sits nowhere else."""
        names = characters.OFFERED.get(catalogue.pieces(self.game_id), ())
        here = self.seats[place]
        free = [name for name in names if name == here or name not in self.seats]
        return newgame.LEVELS + tuple(free)

    def _set(self, field, step):
        """Change an option. Returns None, or why the rules refuse that."""
        name = field[0]
        options = dict(self.options)
        value = after(field[1], self.value(name), step)
        if value == catalogue.usual(self.game_id, self.seats)[name]:
            options.pop(name, None)
        else:
            options[name] = value
        try:
            catalogue.rules_for(self.game_id, options)
        except RulesError as problem:
            return words.refused(problem.args)
        self.options = options
        return None

    def _write(self, seat):
        """Write a person's name."""
        from pocket.menus import namepad

        here = self.list.chosen
        names = self.app.settings.names

        def done(text):
            names[seat] = text or names[seat]
            self.pad = None
            self.panel.title(catalogue.title(self.game_id))
            self._list(here)

        self.panel.title(say(texts.SETTINGS_NAME, seat + 1))
        text = "" if names[seat] == device.unnamed(seat) else names[seat]
        letters, most = device.NAME_LETTERS, device.NAME_LENGTH
        self.pad = namepad.NamePad(self.panel, 2, text, done, letters, most)

    def _keep(self):
        """Keep the form for the next time, and the names."""
        from pocket.saves import settingsfile

        app = self.app
        app.settings.game = self.game_id
        app.settings.set_up(self.game_id, self.seats, self.options)
        settingsfile.save(app)

    def start(self) -> None:
        """Begin the game; first ask where that replaces one."""
        self._keep()
        own = "game." + self.game_id
        if own in [save[0] for save in newgame.kept_games(self.app)[0]]:
            self.ask(texts.CARDS_SURE, self._play)
        else:
            self._play()

    def _play(self):
        self.app.go("games.makegame", "menus.title", "play", self.game_id)
