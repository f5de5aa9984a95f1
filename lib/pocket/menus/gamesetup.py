"""Set a game up: who plays, how long, the house options. Made from the rules' data."""

from pocket.app import device, draw, input
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue
from rules.choices import after
from rules.errors import RulesError

if False:  # for type checkers
    from typing import Any

    from pocket.menus.namepad import NamePad

_GO, _SEATS, _SEAT, _OPTION, _MORE, _PLAIN = 0, 1, 2, 3, 4, 5
_FIRST = ("length", "clock", "referee")  # what stands on the first page
# of each kind of line: its text, its help, the line of keys
_TEXTS = (
    (texts.SETUP_GO, texts.SETUP_GO_HELP, texts.SETUP_KEYS_GO),
    (texts.SETUP_SEATS, texts.SETUP_SEATS_HELP, texts.SETUP_KEYS),
    (None, texts.SETUP_SEAT_HELP, texts.SETUP_KEYS),
    (None, None, texts.SETUP_KEYS),
    (texts.SETUP_MORE, texts.SETUP_MORE_HELP, texts.SETUP_KEYS_GO),
    (texts.SETUP_PLAIN, texts.SETUP_PLAIN_HELP, texts.SETUP_KEYS_GO),
)


class Screen(PanelScreen):
    """The set-up form of one game; what was chosen last for it is offered again."""

    def __init__(self, app, game_id: str) -> None:
        self.app = app
        self.pad: NamePad | None = None
        self.sure = False
        self.list: Listing | None = None
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
        """Return [(kind, number)] of the page on show, and the lines of a column if it has two."""
        order = [field[0] for field in self.table]
        if self.more:
            lines: list[tuple] = [(_OPTION, i) for i in range(len(order)) if order[i] not in _FIRST]
            return lines + [(_PLAIN, None)], 0
        lines = [(_GO, None), (_SEATS, None)]
        seats = [(_SEAT, i) for i in range(len(self.seats))]
        rest = [(_OPTION, order.index(name)) for name in _FIRST if name in order]
        if len(rest) < len(order):
            rest.append((_MORE, None))
        if self.app.w >= 320:  # the seats stand beside the rest
            height = max(len(lines) + len(rest), len(seats))
            lines += rest
            lines += [(None, None)] * (height - len(lines))
            return lines + seats, height
        return lines + seats + rest, 0

    def _list(self, line):
        panel = self.panel
        if self.list:
            self.list.close()
        panel.clear(1)
        self.lines, column = self._lines()
        self.list = Listing(
            panel,
            1,
            panel.lines - 5,
            len(self.lines),
            self._text,
            self._empty,
            self._value,
            column,
            self._help,
        )
        self.list.start(line)

    def _empty(self, i):
        return self.lines[i][0] is None

    def _text(self, i):
        kind, place = self.lines[i]
        if kind is None:
            return ""
        if kind == _SEAT:
            name = self.app.settings.names[place]
            if self.seats[place]:
                name = newgame.computer(self.seats[place], place)[1]
            elif self.seats.count("") == 1:
                name = words.person(name, place)
            if self.app.w < 320:
                return "  " + name
            return self.panel.font.cut(name, self.panel.w // 4 - 4)
        if kind == _OPTION:
            return words.label(self.table[place][0])
        return say(_TEXTS[kind][0])

    def _value(self, i):
        kind, place = self.lines[i]
        if kind == _SEATS:
            return str(len(self.seats))
        if kind == _SEAT:
            seat = self.seats[place]
            return words.named(
                texts.CHOICES, newgame.computer(seat, place)[0] if seat else "person"
            )
        if kind == _OPTION:
            name = self.table[place][0]
            mark = "" if self.value(name) == self.plain[name] else "!"
            return words.value(name, self.value(name)) + mark
        return ""

    def value(self, name: str) -> "Any":
        """An option's value as it stands in the form."""
        return self.options.get(name, catalogue.usual(self.game_id, self.seats)[name])

    def _help(self, problem=None):
        """Lines about the row under the cursor, or why a change was refused."""
        panel = self.panel
        kind, place = self.lines[self.list.chosen]
        keys = say(_TEXTS[kind][2])
        if kind == _OPTION:
            name = self.table[place][0]
            text = words.named(texts.MEANINGS, name) or ""
            if self.value(name) != self.plain[name]:
                plain = say(texts.SETUP_ELSE, words.value(name, self.plain[name]))
                plain = plain.replace("..", ".")  # German values are shortened
                text = (text + " " + plain).strip()
                if panel.rows_of(text) > 3:
                    text = plain
        else:
            text = say(_TEXTS[kind][1], self.plain["players_min"], self.plain["players_max"])
            if kind in (_GO, _MORE) and len(self.list.lefts) > 1:
                keys = draw.RIGHT + " " + say(texts.SETUP_SEATS) + "  " + keys
            if kind == _SEAT and not self.seats[place]:
                keys = say(texts.SETUP_KEYS_NAME)
        self._say(problem or text, draw.BAD if problem else draw.DIM)
        if kind == _SEAT:
            from pocket.ui import face

            face.beside(panel, self.seats[place])
        panel.keys(keys)

    def _say(self, text, ink):
        panel = self.panel
        panel.clear(panel.lines - 4)
        panel.say(panel.lines - 4, 3, text, ink)

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """LEFT and RIGHT change, or lead to the players beside, A names or begins, START begins, B
        goes back."""
        app = self.app
        if self.pad:
            self.pad.key(button)
        elif self.sure:
            self.sure = False
            if button == input.A:
                self._begin(True)
            else:
                self._help()
        elif self.list.key(button):
            return
        elif button in (input.LEFT, input.RIGHT):
            self._change(1 if button == input.RIGHT else -1)
        elif button == input.START:
            self._begin(False)
        elif button == input.B:
            if self.more:
                self._page(False)
            else:
                self._keep()
                app.go("menus.gamecards", self.game_id, texts.CARDS_SETUP)
        elif button == input.A:
            self._choose()

    def _choose(self):
        """A on a line."""
        kind, place = self.lines[self.list.chosen]
        if kind == _GO:
            self._begin(False)
        elif kind == _MORE:
            self._page(True)
        elif kind == _PLAIN:
            self.options = {}
            self.list.draw()
        elif kind == _SEAT and not self.seats[place]:
            self._write(place)
        else:
            self._change(1)

    def _page(self, more):
        """Turn to the house options, or back."""
        self.app.sound.play("pick")
        self.more = more
        self._list(0 if more else self._lines()[0].index((_MORE, None)))

    def _change(self, step):
        kind, place = self.lines[self.list.chosen]
        problem = None
        if kind == _SEATS:
            least, most = self.plain["players_min"], self.plain["players_max"]
            count = (len(self.seats) - least + step) % (most - least + 1) + least
            self.seats = self.seats[:count] + ["normal"] * (count - len(self.seats))
            self._list(self.list.chosen)
        elif kind == _SEAT:
            self._sit(place, step)
        elif kind == _OPTION:
            problem = self._set(self.table[place], step)
        elif len(self.list.lefts) > 1:  # the players stand beside
            self.list.start(min(self.list.chosen + self.list.height, len(self.lines) - 1))
        else:
            return
        self.app.sound.play("bad" if problem else "move")
        self.list.draw()
        if problem:
            self._help(problem)

    def _sit(self, place, step):
        """Somebody else sits down: a person, a computer, a character who sits nowhere yet."""
        all_ = newgame.LEVELS
        own = self.seats[place]
        from rules import characters

        names = characters.OFFERED.get(catalogue.pieces(self.game_id), ())
        all_ += tuple([name for name in names if name == own or name not in self.seats])
        self.seats[place] = after(all_, own, step)

    def _set(self, field, step):
        """Change an option; a contradiction is refused here, with its reason."""
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
        from pocket.menus import namepad

        here = self.list.chosen
        names = self.app.settings.names

        def done(text):
            names[seat] = text or names[seat]
            self.pad = None
            self.panel.title(catalogue.title(self.game_id))
            self._list(here)

        self.list.close()
        self.list = None
        self.panel.clear(1)
        self.panel.title(say(texts.SETTINGS_NAME, seat + 1))
        text = "" if names[seat] == device.unnamed(seat) else names[seat]
        letters, most = device.NAME_LETTERS, device.NAME_LENGTH
        self.pad = namepad.NamePad(self.panel, 2, text, done, letters, most)

    def _keep(self):
        """Remember the form for the next time, and the names."""
        from pocket.saves import settingsfile

        app = self.app
        app.settings.game = self.game_id
        app.settings.set_up(self.game_id, self.seats, self.options)
        settingsfile.save(app)

    def _begin(self, sure):
        app = self.app
        if not sure:
            self._keep()
            for record, game_id, _ in newgame.kept_games(app)[0]:
                if record == "game." + self.game_id:
                    self.sure = True
                    self._say(say(texts.CARDS_SURE), draw.BAD)
                    self.panel.keys(say(texts.CARDS_KEYS_SURE))
                    return
        app.go("games.makegame", "menus.title", "play", self.game_id)
