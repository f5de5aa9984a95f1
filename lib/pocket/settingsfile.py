"""Settings as lines "name=value": one bad line costs one field, which falls back with a
sentence."""

from pocket import fields, settings

from rules import catalogue
from rules.errors import RulesError

_LEVELS = ("",) + catalogue.LEVELS  # "" is a person


def dump(kept):
    """All settings as bytes."""
    lines = ["game=" + kept.game, "lessons=" + kept.lessons, "language=" + kept.language]
    for field in fields.FIELDS:
        lines.append("%s=%s" % (field[0], kept.values[field[0]]))
    for i in range(settings.MOST_SEATS):
        lines.append("name%d=%s" % (i + 1, kept.names[i]))
    for game_id in catalogue.ORDER:
        if game_id in kept.levels:
            levels = [level[:1] or "p" for level in kept.levels[game_id]]
            lines.append("seats.%s=%s" % (game_id, "".join(levels)))
        own = kept.chosen.get(game_id, {})
        for name in sorted(own):
            lines.append("%s.%s=%s" % (game_id, name, own[name]))
    return "\n".join(lines).encode()


def keep(app):
    """Keep the settings on the drive. Returns "", or why that failed, one sentence."""
    app.settings.new = False
    return app.store.save("set", dump(app.settings)) or ""


def read(payload):
    """The Settings that `dump` wrote, or new ones for None; what falls back leaves a sentence in
    their `notes`."""
    kept = settings.Settings(catalogue.ORDER[0])
    kept.new = not payload
    try:
        text = (payload or b"").decode()
    except UnicodeError:
        kept.notes.append("The settings cannot be read; all are as new.")
        return kept
    for line in text.split("\n"):
        if line:
            name, _, value = line.partition("=")
            problem = _line(kept, name, value)
            if problem:
                kept.notes.append(problem)
    for game_id in catalogue.ORDER:
        try:
            if game_id in kept.chosen:
                catalogue.rules_for(game_id, kept.chosen[game_id])
        except RulesError as problem:
            kept.chosen[game_id] = {}
            kept.notes.append("%s The options of this game are as new." % problem)
    return kept


def _line(kept, name, text):
    """Take one line in. Returns None, or the sentence why it fell back."""
    value = read_value(text)
    for field in fields.FIELDS:
        if field[0] == name:
            if kept.set(name, value):
                return None
            return "%s cannot be %s; it is %s." % (field[3], _short(text), kept.values[name])
    if name == "game" and text in catalogue.ORDER:
        kept.game = text
    elif name == "lessons":
        for i in range(0, len(text) - 1, 2):
            lesson = text[i : i + 2]
            if lesson.isalpha() and lesson.isupper() and not kept.learned(lesson):
                kept.lessons += lesson
    elif name == "language":
        kept.language = (
            "".join([letter for letter in text.lower() if "a" <= letter <= "z"][:3]) or "en"
        )
    elif name[:4] == "name" and len(name) == 5 and "1" <= name[4] <= str(settings.MOST_SEATS):
        number = int(name[4]) - 1
        clean = clean_name(text)
        if clean:
            kept.names[number] = clean
        if clean != text or not clean:
            return "Name %d was not readable; it is %s." % (number + 1, kept.names[number])
    elif name[:6] == "seats." and name[6:] in catalogue.ORDER:
        letters = "p" + "".join([level[0] for level in _LEVELS[1:]])
        levels = []
        for letter in text:
            if letter not in letters:
                return "The seats of %s are not readable; they are as new." % name[6:]
            levels.append(_LEVELS[letters.index(letter)])
        rules = catalogue.rules_for(name[6:])
        if not rules["players_min"] <= len(levels) <= rules["players_max"]:
            return "The seats of %s are not readable; they are as new." % name[6:]
        kept.levels[name[6:]] = levels
    elif name[:2] in catalogue.ORDER and name[2:3] == ".":
        values = None
        for field in catalogue.rules_of(name[:2]).offered(name[:2]):
            if field[0] == name[3:]:
                values = field[1]
        if values is None:
            return "There is no option %s." % _short(name)
        from rules import choices

        if not choices.fits(value, values):
            return "Option %s cannot be %s; it is as new." % (name, _short(text))
        kept.chosen.setdefault(name[:2], {})[name[3:]] = value
    else:
        return "There is no setting %s." % _short(name)
    return None


def clean_name(text):
    """`text` as a name: its usable letters, at most NAME of them; "" when none is left."""
    out = ""
    for letter in text.upper():
        if letter in settings.LETTERS and len(out) < settings.NAME:
            out += letter
    return out


def read_value(text):
    """A value from its text: True, False, a whole number, or the text itself."""
    if text in ("True", "False"):
        return text == "True"
    for letter in text:
        if letter not in "0123456789":
            return text
    return int(text) if 0 < len(text) < 9 else text


def _short(text):
    return text if len(text) <= 16 else text[:16] + "..."
