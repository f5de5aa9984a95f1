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

_FIRST = ("length", "clock", "referee")  # options above the others
# Options that share one line, the values of that line, and the options that each value turns on.
_SETS = ("groups_only", "runs_only", "mixed_runs")
_KINDS = ("both", "groups", "runs", "mixed", "only_mixed")
_ON = ((), _SETS[:1], _SETS[1:2], _SETS[2:], _SETS[1:])


class Screen(PanelScreen):
    """A form: LEFT and RIGHT change a value, A opens the row of players or begins, START begins. It
    starts as the game was set up last. A code that is typed fills it with the game it stands for.

    pad: what takes the keys in place of the form: the row of players, or letters.
    offered: the values of each option. lines: of each line its text, or its option's name."""

    is_chosen = False  # whether A kept a player, who may be the one on offer

    def __init__(self, app, game_id: str) -> None:
        self.app = app
        self.pad: Any = None
        self.code = ""  # the code as last typed
        self.deal: int | None = None  # the code's deal, until the form is changed
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
        names = [row[0] for row in games.offered(game_id) if row[0] not in _SETS]
        self.offered = {row[0]: row[1] for row in games.offered(game_id)}
        if _SETS[0] in self.plain:
            names.append("sets")
            self.offered["sets"] = _KINDS
            self.plain["sets"] = _KINDS[0]
        self.lines: list[Any] = [texts.SETUP_GO, texts.SETUP_SEATS]
        self.lines += [name for name in _FIRST if name in names]
        self.lines += [name for name in names if name not in _FIRST]
        self.lines += [texts.SETUP_PLAIN, texts.CODES_TITLE]

    # -- the lines

    def _list(self, line):
        panel = self.panel
        panel.clear()
        panel.title(catalogue.title(self.game_id))
        count = len(self.lines)
        Listing(panel, count, self._text, self._value, self._explain, below=3, chosen=line)

    def _text(self, i):
        line = self.lines[i]
        return words.label(line) if line in self.offered else say(line)

    def names(self) -> list[str]:
        """Return the names of the players."""
        return newgame.shown_names(self.app, self.seats)

    def _value(self, i):
        line = self.lines[i]
        if line == texts.SETUP_SEATS:
            return str(len(self.seats))
        if line in self.offered:
            mark = "*" if self._is_changed(line) else ""
            return words.value(line, self.value(line)) + mark
        return ""

    def _is_changed(self, name):
        """Return whether neither the rules nor a quick game give an option this value."""
        quick = catalogue.short_options(self.game_id)
        return self.value(name) not in (self.plain[name], quick.get(name))

    def value(self, name: str) -> "Any":
        """Return an option's value in the form."""
        values = catalogue.usual_rules(self.game_id, self.seats)
        values.update(self.options)
        if name == "sets":
            return _KINDS[_ON.index(tuple([option for option in _SETS if values[option]]))]
        return values[name]

    def _explain(self):
        line = self.lines[self.list.chosen]
        if line == texts.SETUP_GO and self.deal is not None:
            self.tell(say(texts.CODES_END, self.code[:4] + " " + self.code[4:]))
        elif line in (texts.SETUP_GO, texts.SETUP_SEATS):
            text = ", ".join(self.names())
            if "clock" in self.plain:  # who plays decides it, unless the form does
                clock = words.value("clock", self.value("clock"))
                text = "%s: %s. %s" % (words.label("clock"), clock, text)
            self.tell(text)
        elif line in self.offered:
            self.tell(self._meaning(line))
        else:
            is_plain = line == texts.SETUP_PLAIN
            self.tell(say(texts.SETUP_PLAIN_HELP if is_plain else texts.CODES_ABOUT))
        self.panel.keys(say(texts.SETUP_KEYS if line in self.offered else texts.SETUP_KEYS_GO))

    def _meaning(self, name):
        """Return what an option means and, where it was changed, its value in the rules."""
        text = words.named(texts.MEANINGS, name) or ""
        if not self._is_changed(name):
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
        line = self.lines[self.list.chosen]
        if line == texts.SETUP_GO:
            self.start()
        elif line == texts.SETUP_PLAIN:
            self.deal = None
            self.options = {}
            self.list.show()
        elif line == texts.CODES_TITLE:
            self._type()
        else:
            self.change(1)

    def leave(self) -> None:
        """Save the form and go back to the game's card."""
        self._keep()
        self.app.go("menus.gamecards", self.game_id)

    def change(self, step: int) -> None:
        """Take another value, or say why the rules refuse it."""
        line = self.lines[self.list.chosen]
        if line == texts.SETUP_SEATS:
            from pocket.menus import seats

            self.pad = seats.Seats(self)
        elif line in self.offered:
            problem = self._set(line, step)
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

    def _set(self, name, step):
        """Give an option its next value. Return None, or why the rules refuse that."""
        options = dict(self.options)
        value = next_value(self.offered[name], self.value(name), step)
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
        self._open_pad(say(texts.SETTINGS_NAME, seat + 1), text, done)

    def _type(self, why=""):
        """Open the letters for a code; why: what was wrong with the one typed before."""
        from rules import codes

        self._open_pad(say(texts.CODES_TITLE), self.code, self._typed, codes.LETTERS, codes.SIZE)
        row = self.panel.lines - 3
        self.panel.say(row, 2, why or say(texts.CODES_ABOUT), draw.BAD if why else draw.DIM)

    def _open_pad(self, title, *pad):
        from pocket.menus import namepad

        self.panel.title(title)
        self.pad = namepad.NamePad(self.panel, *pad)

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
        is_new = self.is_chosen or form != newgame.set_up(app, self.game_id)[:2]
        if self.deal is None and is_new:
            app.settings.set_up(self.game_id, *form)
        settingsfile.save(app)

    def start(self) -> None:
        """Begin the game; first ask where that replaces one."""
        self._keep()
        record, replaces = newgame.replaces(self.app, self.game_id, self.deal is not None)
        game: tuple = ("play", self.game_id, record)
        if self.deal is not None:
            people = newgame.people_of(self.app, self.seats)
            game = ("start", self.game_id, people, self.options, self.deal)
        self.begin(replaces, "menus.title", *game)
