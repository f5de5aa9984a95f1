"""What the players chose: names, sound, light, pace, and each game's last set-up.

Kept as lines "name=value", so that one bad line costs one field: it falls back, a sentence says
so, and the rest is kept.
"""
from rules import games
from rules.tiles import RulesError

LEVELS = ("easy", "normal", "hard")
MOST_SEATS = 6  # 8 Round Rummy
NAME = 7  # longest name
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."

# name, default, allowed, what it is
FIELDS = (
    ("sound", 2, (0, 1, 2, 3), "Sound"),
    ("brightness", 4, (1, 2, 3, 4, 5), "Light"),
    ("speed", 2, (1, 2, 3), "Computers"),
    ("referee", "friendly", ("friendly", "strict"), "Referee"),
    ("confirm", True, (True, False), "Confirm draws"),
)

ORDER = games.TILE_GAMES + ("ER",)


def clean_name(text):
    """`text` as a name: its usable letters, at most NAME of them; "" when none is left."""
    out = ""
    for letter in text.upper():
        if letter in LETTERS and len(out) < NAME:
            out += letter
    return out


def check_options(game_id, options):
    """One sentence why these options together do not fit the game, or None."""
    try:
        if game_id == "ER":
            from rules import eight
            eight.rules_for(options)
        else:
            games.rules_for(game_id, options)
    except RulesError as problem:
        return str(problem)
    return None


def allowed(game_id, name):
    """The values option `name` may take in a game: a tuple, [low, high, step], or None."""
    if game_id == "ER":
        from rules import eight
        for field in eight.OPTIONS:
            if field[0] == name:
                return field[1]
        return None
    from rules import fields
    return fields.allowed(game_id, name)


def fits(value, values):
    """True when `value` is one of `values`: a tuple, or [low, high, step]."""
    if isinstance(values, list):
        return (isinstance(value, int) and not isinstance(value, bool)
                and values[0] <= value <= values[1])
    for one in values:
        if value == one and isinstance(value, bool) == isinstance(one, bool):
            return True
    return False


class Settings:
    """payload: what `dump` wrote, or None. `notes`: a sentence for each field that fell back."""

    def __init__(self, payload=None):
        self.notes = []
        self.names = ["P%d" % (i + 1) for i in range(MOST_SEATS)]
        self.game = ORDER[0]
        self.lessons = ""  # ids of games whose lesson was finished, two letters each
        self.values = {}
        self._seats = {}
        self._options = {}
        for field in FIELDS:
            self.values[field[0]] = field[1]
        if payload:
            self._read(payload)

    def get(self, name):
        """The value of a field of FIELDS."""
        return self.values[name]

    def set(self, name, value):
        """Set a field of FIELDS; a value it may not take is refused with False."""
        for field in FIELDS:
            if field[0] == name and fits(value, field[2]):
                self.values[name] = value
                return True
        return False

    def options(self, game_id):
        """The house options last chosen for a game: a dict (a copy)."""
        return dict(self._options.get(game_id, {}))

    def set_options(self, game_id, options):
        """Keep the house options of a game."""
        self._options[game_id] = dict(options)

    def seats(self, game_id):
        """Who sat at a game last: a list of levels, "" for a person. First: you and a computer."""
        return list(self._seats.get(game_id, ("", "normal")))

    def set_seats(self, game_id, levels):
        """Keep who sat at a game."""
        self._seats[game_id] = list(levels)

    # -- as bytes

    def dump(self):
        """All of it as bytes."""
        lines = ["game=" + self.game, "lessons=" + self.lessons]
        for field in FIELDS:
            lines.append("%s=%s" % (field[0], self.values[field[0]]))
        for i in range(MOST_SEATS):
            lines.append("name%d=%s" % (i + 1, self.names[i]))
        for game_id in ORDER:
            if game_id in self._seats:
                levels = [level[:1] or "p" for level in self._seats[game_id]]
                lines.append("seats.%s=%s" % (game_id, "".join(levels)))
            own = self._options.get(game_id, {})
            for name in sorted(own):
                lines.append("%s.%s=%s" % (game_id, name, own[name]))
        return "\n".join(lines).encode()

    def _read(self, payload):
        try:
            text = payload.decode()
        except UnicodeError:
            self.notes.append("The settings cannot be read; all are as new.")
            return
        for line in text.split("\n"):
            if line:
                name, _, value = line.partition("=")
                problem = self._line(name, value)
                if problem:
                    self.notes.append(problem)
        for game_id in ORDER:
            if self._options.get(game_id):
                problem = check_options(game_id, self._options[game_id])
                if problem:
                    self._options[game_id] = {}
                    self.notes.append(problem + " The options of this game are as new.")

    def _line(self, name, text):
        """Take one line in. Returns None, or the sentence why it fell back."""
        value = read_value(text)
        for field in FIELDS:
            if field[0] == name:
                if self.set(name, value):
                    return None
                return "%s cannot be %s; it is %s." % (field[3], _short(text), self.values[name])
        if name == "game" and text in ORDER:
            self.game = text
        elif name == "lessons":
            self.lessons = "".join([one for one in ORDER if one in text])
        elif name[:4] == "name" and name[4:].isdigit() and 1 <= int(name[4:]) <= MOST_SEATS:
            at = int(name[4:]) - 1
            clean = clean_name(text)
            if clean:
                self.names[at] = clean
            if clean != text or not clean:
                return "Name %d was not readable; it is %s." % (at + 1, self.names[at])
        elif name[:6] == "seats." and name[6:] in ORDER:
            levels = []
            for letter in text:
                if letter not in "penh":
                    return "The seats of %s are not readable; they are as new." % name[6:]
                levels.append(("", "easy", "normal", "hard")["penh".index(letter)])
            if not 2 <= len(levels) <= (MOST_SEATS if name[6:] == "ER" else 4):
                return "The seats of %s are not readable; they are as new." % name[6:]
            self._seats[name[6:]] = levels
        elif name[:2] in ORDER and name[2:3] == ".":
            values = allowed(name[:2], name[3:])
            if values is None:
                return "There is no option %s." % _short(name)
            if not fits(value, values):
                return "Option %s cannot be %s; it is as new." % (name, _short(text))
            self._options.setdefault(name[:2], {})[name[3:]] = value
        else:
            return "There is no setting %s." % _short(name)
        return None


def read_value(text):
    """A value from its text: True, False, a whole number, or the text itself."""
    if text in ("True", "False"):
        return text == "True"
    if text.isdigit() and len(text) < 9:
        return int(text)
    return text


def _short(text):
    return text if len(text) <= 16 else text[:16] + "..."
