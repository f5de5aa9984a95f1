"""Set up a game: who plays, how long, the house options as the rules list them."""

from pocket.app import device, draw
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue
from rules.base import RulesError
from rules.choices import next_value

if False:  # for type checkers
    from typing import Any

_GO, _SEATS, _OPTION, _PLAIN, _CODE = 0, 1, 2, 3, 4
_FIRST = ("length", "clock", "referee")  # options above the others
# Options that share one line, the values of that line, and the options that each value turns on.
_SETS = ("groups_only", "runs_only", "mixed_runs")
_KINDS = ("both", "groups", "runs", "mixed", "only_mixed")
_ON = ((), _SETS[:1], _SETS[1:2], _SETS[2:], _SETS[1:])
# By kind of line: its text, its help, the line of keys.
_TEXTS = (
    (texts.SETUP_GO, texts.SETUP_GO_HELP, texts.SETUP_KEYS_GO),
    (texts.SETUP_SEATS, 0, texts.SETUP_KEYS_GO),
    (0, 0, texts.SETUP_KEYS),
    (texts.SETUP_PLAIN, texts.SETUP_PLAIN_HELP, texts.SETUP_KEYS_GO),
    (texts.CODES_TITLE, texts.CODES_ABOUT, texts.SETUP_KEYS_GO),
)


class Screen(PanelScreen):
    """A form: LEFT and RIGHT change a value, A opens the row of players or begins, START begins. It
    starts as the game was set up last. A code that is typed fills it with the game it stands for.

    pad: what takes the keys in place of the form: the row of players, or letters.
    lines: (kind, row of `offered` for an option) of each line."""

    def __init__(self, app, game_id: str) -> None:
        self.app = app
        self.pad: Any = None
        self.code = ""  # the code as last typed
        self.deal: int | None = None  # the code's deal, until the form is changed
        self.record = ""  # the name of the save for the new game
        self.panel = Panel(app)
        levels, options, _ = newgame.set_up(app, game_id)
        self._fill(game_id, levels, options)
        self._list(0)

    def _fill(self, game_id, levels, options):
        """Fill the form with a game and how it is set up."""
        self.game_id = game_id
        self.seats = levels
        self.options = options
        games = catalogue.rules_of(game_id)
        self.plain = games.defaults(game_id)
        offered = [row for row in games.offered(game_id) if row[0] not in _SETS]
        if _SETS[0] in self.plain:
            offered.append(("sets", _KINDS))
            self.plain["sets"] = _KINDS[0]
        order = [row for name in _FIRST for row in offered if row[0] == name]
        order += [row for row in offered if row[0] not in _FIRST]
        self.lines: list[tuple] = [(_GO, None), (_SEATS, None)]
        self.lines += [(_OPTION, row) for row in order]
        self.lines += [(_PLAIN, None), (_CODE, None)]

    # -- the lines

    def _list(self, line):
        self.panel.clear()
        self.panel.title(catalogue.title(self.game_id))
        Listing(self.panel, len(self.lines), self._text, self._value, self._explain, below=3)
        self.list.start(line)

    def _text(self, i):
        kind, option = self.lines[i]
        return words.label(option[0]) if kind == _OPTION else say(_TEXTS[kind][0])

    def name_of(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        if self.seats[seat]:
            return newgame.computer(self.seats[seat], seat)[1]
        name = self.app.settings.names[seat]
        return words.person(name, seat) if self.seats.count("") == 1 else name

    def _value(self, i):
        kind, option = self.lines[i]
        if kind == _SEATS:
            return str(len(self.seats))
        if kind == _OPTION:
            name = option[0]
            mark = "" if self.value(name) == self.plain[name] else "!"
            return words.value(name, self.value(name)) + mark
        return ""

    def value(self, name: str) -> "Any":
        """Return an option's value in the form."""
        values = catalogue.usual_rules(self.game_id, self.seats)
        values.update(self.options)
        if name == "sets":
            return _KINDS[_ON.index(tuple([option for option in _SETS if values[option]]))]
        return values[name]

    def _explain(self):
        kind, option = self.lines[self.list.chosen]
        if kind == _SEATS:
            text = ", ".join([self.name_of(seat) for seat in range(len(self.seats))])
            if "clock" in self.plain:  # who plays decides it, unless the form does
                clock = words.value("clock", self.value("clock"))
                text = "%s: %s. %s" % (words.label("clock"), clock, text)
            self.tell(text)
        elif kind == _OPTION:
            self.tell(self._meaning(option[0]))
        elif kind == _GO and self.deal is not None:
            self.tell(say(texts.CODES_END, self.code[:4] + " " + self.code[4:]))
        else:
            self.tell(say(_TEXTS[kind][1]))
        self.panel.keys(say(_TEXTS[kind][2]))

    def _meaning(self, name):
        """Return what an option means and, where it was changed, its value in the rules."""
        text = words.named(texts.MEANINGS, name) or ""
        if self.value(name) == self.plain[name]:
            return text
        plain = say(texts.SETUP_ELSE, words.value(name, self.plain[name]))
        plain = plain.replace("..", ".")  # a German value may end with a full stop
        text = (text + " " + plain).strip()
        return text if self.panel.rows_of(text) <= 3 else plain

    # -- keys

    def key(self, button: int, kind: int) -> None:
        """Pass the key to `pad`, if it covers the form."""
        if self.pad:
            self.pad.key(button)
        else:
            PanelScreen.key(self, button, kind)

    answered_no = _explain

    def choose(self) -> None:
        """Begin, open the row of players or the letters of a code, or take the next value."""
        kind, _ = self.lines[self.list.chosen]
        if kind == _GO:
            self.start()
        elif kind == _PLAIN:
            self.deal = None
            self.options = {}
            self.list.show()
        elif kind == _CODE:
            self._type()
        else:
            self.change(1)

    def leave(self) -> None:
        """Save the form and go back to the game's card."""
        self._keep()
        self.app.go("menus.gamecards", self.game_id)

    def change(self, step: int) -> None:
        """Take another value, or say why the rules refuse it."""
        kind, option = self.lines[self.list.chosen]
        if kind == _SEATS:
            from pocket.menus import seats

            self.pad = seats.Seats(self)
        elif kind == _OPTION:
            problem = self._set(option, step)
            self.app.sound.play("bad" if problem else "move")
            self.list.show()
            if problem:
                self.tell(problem, draw.BAD)
            else:
                self.deal = None

    def close_pad(self) -> None:
        """Show the form again in place of the row of players."""
        self.pad = None
        self._list(1)

    def _set(self, option, step):
        """Give an option its next value. Return None, or why the rules refuse that."""
        name = option[0]
        options = dict(self.options)
        value = next_value(option[1], self.value(name), step)
        values = [(name, value)]
        if name == "sets":
            on = _ON[_KINDS.index(value)]
            values = [(switch, switch in on) for switch in _SETS]
        usual = catalogue.usual_rules(self.game_id, self.seats)
        for name, value in values:
            options[name] = value
            if value == usual[name]:
                del options[name]
        try:
            catalogue.rules_for(self.game_id, options)
        except RulesError as problem:
            return words.refusal_text(problem.args)
        self.options = options
        return None

    def write_name(self, seat: int) -> None:
        """Open the letters for the name of the person at a seat, in place of the row of players."""
        row = self.pad
        names = self.app.settings.names

        def done(text):
            names[seat] = text or names[seat]
            self.pad = row
            row.draw()

        text = "" if names[seat] == device.default_name(seat) else names[seat]
        pad = text, done, device.NAME_LETTERS, device.NAME_LENGTH
        self._open_pad(say(texts.SETTINGS_NAME, seat + 1), *pad)

    def _type(self, why=""):
        """Open the letters for a code; why: what was wrong with the one typed before."""
        from rules import codes

        pad = self.code, self._typed, codes.LETTERS, codes.SIZE, False
        self._open_pad(say(texts.CODES_TITLE), *pad)
        row = self.panel.lines - 3
        self.panel.say(row, 2, why or say(texts.CODES_ABOUT), draw.BAD if why else draw.DIM)

    def _open_pad(self, title, *pad):
        from pocket.menus import namepad

        self.panel.title(title)
        self.pad = namepad.NamePad(self.panel, 1, *pad)

    def _typed(self, text):
        """Fill the form with the game of a code, or say why there is none; "": no code."""
        from rules import codes

        self.pad = None
        self.code = text
        if text:
            try:
                game_id, levels, options, self.deal = codes.decode(text)
            except RulesError as problem:
                self.app.sound.play("bad")
                short = len(text) < codes.SIZE
                self._type(say(texts.CODES_ABOUT) if short else words.refusal_text(problem.args))
                return
            self._fill(game_id, list(levels), dict(options))
        self._list(0 if text else len(self.lines) - 1)

    def _keep(self):
        """Save the form, unless it shows the game of a code, and the names."""
        from pocket.saves import settingsfile

        app = self.app
        app.settings.game = self.game_id
        form = self.seats, self.options
        if self.deal is None and form != newgame.set_up(app, self.game_id)[:2]:
            app.settings.set_up(self.game_id, *form)
        settingsfile.save(app)

    def start(self) -> None:
        """Begin the game; first ask where that replaces one."""
        self._keep()
        coded = self.deal is not None
        self.record, replaces = newgame.replaces(self.app, self.game_id, coded)
        if replaces:
            self.ask(texts.CARDS_SURE, self._play)
        else:
            self._play()

    def _play(self):
        game: tuple = ("play", self.game_id, self.record)
        if self.deal is not None:
            people = newgame.people_of(self.app, self.seats)
            game = ("start", self.game_id, people, self.options, self.deal)
        self.app.go("games.makegame", "menus.title", *game)
