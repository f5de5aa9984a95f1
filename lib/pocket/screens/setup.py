"""Set a game up: which one, who plays, how long, the house options. Made from the rules' data."""

import gc

from pocket import flow, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel

from rules import catalogue
from rules.choices import after
from rules.errors import RulesError

COMPUTERS = ("ADA", "BO", "CY", "DEE", "EVE", "FLO")
_KEYS = draw.LEFT + draw.RIGHT + "set " + draw.KEY_START + "begin " + draw.KEY_B + "back"
_KEYS_GO = draw.KEY_A + "begin " + draw.UP + draw.DOWN + "choose " + draw.KEY_B + "back"
_KEYS_NAME = draw.LEFT + draw.RIGHT + "set " + draw.KEY_A + "name " + draw.KEY_START + "begin"
_KEYS_SURE = draw.KEY_A + "yes  " + draw.KEY_B + "no"
_GO, _GAME, _SEATS, _SEAT, _HEAD, _OPTION, _PLAIN = 0, 1, 2, 3, 4, 5, 6
_FIRST = ("length", "clock", "referee")  # what stands above the house options


class Screen(Base):
    """The set-up form; what was chosen last for a game is offered again."""

    def __init__(self, app):
        self.app = app
        self.pad = None
        self.sure = False
        self.panel = Panel(app, "New game", _KEYS_GO)
        self.group = self.panel.group
        self._game(app.settings.game)
        self._list(0)

    # -- what is set

    def _game(self, game_id):
        """Take up a game with what was last chosen for it."""
        self.game_id = game_id
        games = catalogue.rules_of(game_id)
        self.plain = games.defaults(game_id)
        self.options = self.app.settings.options(game_id)
        if "referee" in self.plain and "referee" not in self.options:
            if self.app.settings.get("referee") != self.plain["referee"]:
                self.options["referee"] = self.app.settings.get("referee")
        self.seats = self.app.settings.seats(game_id)
        self.table = games.offered(game_id)
        order = [field[0] for field in self.table]
        self.rows = [(_GO, None), (_GAME, None), (_SEATS, None)]
        for i in range(len(self.seats)):
            self.rows.append((_SEAT, i))
        for name in _FIRST:
            if name in order:
                self.rows.append((_OPTION, order.index(name)))
        rest = [i for i in range(len(order)) if order[i] not in _FIRST]
        if rest:
            self.rows.append((_HEAD, None))
            for i in rest:
                self.rows.append((_OPTION, i))
        self.rows.append((_PLAIN, None))

    def value(self, name):
        """An option's value as it stands in the form."""
        return self.options.get(name, self.plain[name])

    def _list(self, at):
        panel = self.panel
        panel.clear(1)
        self.list = Listing(panel, 1, panel.lines - 5, len(self.rows), self._text, self._heading)
        self.list.at = at
        self.list.draw()
        self._help()

    def _heading(self, i):
        return self.rows[i][0] == _HEAD

    def _text(self, i):
        kind, at = self.rows[i]
        cols = self.panel.cols
        if kind == _GO:
            return "Begin the game"
        if kind == _HEAD:
            return "House options"
        if kind == _PLAIN:
            return "All options as written"
        if kind == _GAME:
            label, value = "Game", catalogue.title(self.game_id)
        elif kind == _SEATS:
            label, value = "Players", str(len(self.seats))
        elif kind == _SEAT:
            level = self.seats[at]
            label = "%d %s" % (at + 1, COMPUTERS[at] if level else self.app.settings.names[at])
            if not level:
                value = "person"
            else:
                value = ("computer " if cols > 24 else "comp. ") + level
        else:
            name = self.table[at][0]
            label = words.label(name)
            value = words.value(name, self.value(name))
            if self.value(name) != self.plain[name]:
                value = "*" + value
        if i == self.list.at:
            value = draw.LEFT + value + draw.RIGHT
        else:
            value += " "
        room = cols - 1 - len(value)
        if len(label) > room - 1:
            label = "" if kind == _GAME else label[: max(0, room - 1)]
        return label + " " * (room - len(label)) + value

    def _help(self, problem=""):
        """Two lines about the row under the cursor, or why a change was refused."""
        panel = self.panel
        kind, at = self.rows[self.list.at]
        keys = _KEYS
        text = ""
        if kind == _GO:
            keys = _KEYS_GO
            text = "As last time, or change what you like below."
        elif kind == _GAME:
            text = "The rules of every game are in the first menu."
        elif kind == _SEATS:
            text = "%d to %d seats, persons and computers." % (
                self.plain["players_min"],
                self.plain["players_max"],
            )
        elif kind == _SEAT:
            text = "A person, or a computer: easy, normal, hard."
            if not self.seats[at]:
                keys = _KEYS_NAME
        elif kind == _PLAIN:
            text = "A: forget every change marked *."
        else:
            name, _, _, meaning = self.table[at]
            text = "%s. As written: %s." % (meaning, words.value(name, self.plain[name]))
        if problem:
            high = max(3, len(draw.wrap(problem, panel.cols)))  # over the list, at need
            panel.say(panel.lines - 1 - high, high, problem, panel.BAD)
        else:
            panel.say(panel.lines - 4, 3, text, panel.DIM)
        panel.keys(keys)

    # -- keys

    def key(self, button, kind):
        """LEFT and RIGHT change, A names or begins, START begins, B goes back."""
        app = self.app
        if self.pad:
            self.pad.key(button)
            return
        if self.sure:
            self.sure = False
            if button in (input.A, input.START):
                self._begin(True)
            else:
                self._help()
            return
        if self.list.key(button):
            app.sound.play("move")
            self._help()
        elif button == input.LEFT:
            self._change(-1)
        elif button == input.RIGHT:
            self._change(1)
        elif button == input.START:
            self._begin(False)
        elif button == input.B:
            self._keep()
            app.go("title")
        elif button == input.A:
            what, at = self.rows[self.list.at]
            if what == _GO:
                self._begin(False)
            elif what == _PLAIN:
                self.options = {}
                self.list.draw()
            elif what == _SEAT and not self.seats[at]:
                self._write(at)
            else:
                self._change(1)

    def _change(self, step):
        what, at = self.rows[self.list.at]
        here = self.list.at
        problem = None
        if what == _GAME:
            self._keep()
            order = catalogue.ORDER
            self._game(order[(order.index(self.game_id) + step) % len(order)])
            self._list(here)
            return
        if what == _SEATS:
            count = len(self.seats) + step
            if count > self.plain["players_max"]:
                count = self.plain["players_min"]
            elif count < self.plain["players_min"]:
                count = self.plain["players_max"]
            self.seats = self.seats[:count] + ["normal"] * (count - len(self.seats))
            self.app.settings.set_seats(self.game_id, self.seats)
            self._keep()
            self._game(self.game_id)
            self._list(here)
            return
        if what == _SEAT:
            self.seats[at] = after(flow.LEVELS, self.seats[at], step)
        elif what == _OPTION:
            problem = self._set(self.table[at], step)
        else:
            return
        if problem:
            self.app.sound.play("bad")
        else:
            self.app.sound.play("move")
        self.list.draw()
        self._help(problem)

    def _set(self, field, step):
        """Change an option; a contradiction is refused here, with its reason."""
        name = field[0]
        options = dict(self.options)
        value = after(field[1], self.value(name), step)
        if value == self.plain[name]:
            options.pop(name, None)
        else:
            options[name] = value
        try:
            catalogue.rules_for(self.game_id, options)
        except RulesError as problem:
            return str(problem)
        self.options = options
        return None

    def _write(self, at):
        from pocket.ui.namepad import NamePad

        names = self.app.settings.names

        def done(text):
            if text:
                names[at] = text
            self.pad = None
            self._list(3 + at)

        self.pad = NamePad(self.panel, 2, names[at], done)

    def _keep(self):
        """Remember the form for the next time."""
        kept = self.app.settings
        kept.game = self.game_id
        kept.set_seats(self.game_id, self.seats)
        kept.set_options(self.game_id, self.options)

    def _begin(self, sure):
        app = self.app
        if not sure and app.store.load("game")[0] is not None:
            self.sure = True
            self.panel.say(
                self.panel.lines - 4, 3, "This ends the game that is kept. Begin?", self.panel.BAD
            )
            self.panel.keys(_KEYS_SURE)
            return
        self._keep()
        problem = flow.keep_settings(app)
        people = []
        for i in range(len(self.seats)):
            level = self.seats[i]
            people.append((level, COMPUTERS[i] if level else app.settings.names[i]))
        options = self.options
        self.table = self.rows = None
        gc.collect()
        try:
            flow.begin(app, self.game_id, people, options, flow.seed(app))
        except RulesError as refused:
            self._game(self.game_id)
            self._list(0)
            self._help(str(refused))
            return
        if problem:
            app.notice = problem
