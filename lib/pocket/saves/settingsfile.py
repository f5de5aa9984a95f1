"""Settings as lines "name=value": one bad line costs one field, which falls back."""

from pocket.app.device import MOST_SEATS, NAME_LENGTH, NAME_LETTERS
from pocket.saves import settingsfields

from rules import catalogue
from rules.base import RulesError

if False:  # for type checkers
    from pocket.app.device import Settings
    from pocket.app.flow import App


_PERSON = "person"  # at a seat; computers are there by their level, characters by name


def dump(kept: "Settings") -> bytes:
    """Return all settings as bytes."""
    lines = ["game=" + kept.game, "lessons=" + kept.lessons, "language=" + kept.language]
    if kept.stars:
        lines.append("stars=" + kept.stars)
    for field in settingsfields.FIELDS:
        lines.append("%s=%s" % (field[0], kept.values[field[0]]))
    for i in range(MOST_SEATS):
        lines.append("name%d=%s" % (i + 1, kept.names[i]))
    for game_id in catalogue.ORDER:
        if game_id in kept.levels:
            seats = [level or _PERSON for level in kept.levels[game_id]]
            lines.append("seats.%s=%s" % (game_id, ",".join(seats)))
        own = kept.chosen.get(game_id, {})
        for name in sorted(own):
            lines.append("%s.%s=%s" % (game_id, name, own[name]))
    return "\n".join(lines).encode()


def save(app: "App") -> None:
    """Save the settings. Leave a notice where that fails, unless the game's save has failed for the
    same reason."""
    app.settings.new = False
    why = app.store.save("set", dump(app.settings))
    if why != app.failures.unsaved:
        app.tell(why)


def read(payload: bytes | None) -> "Settings":
    """Return the Settings that `dump` wrote, new ones for None."""
    kept = settingsfields.fresh(catalogue.ORDER[0])
    kept.new = b"language=" not in (payload or b"")  # lessons may be kept before one is chosen
    try:
        text = (payload or b"").decode()
    except UnicodeError:
        kept.unread = True
        return kept
    for line in text.split("\n"):
        name, _, value = line.partition("=")
        if line and name not in settingsfields.FORMER and not _apply_line(kept, name, value):
            kept.unread = True
    for game_id in catalogue.ORDER:
        try:
            if game_id in kept.chosen:
                catalogue.rules_for(game_id, kept.chosen[game_id])
        except RulesError:
            kept.unread = True
            del kept.chosen[game_id]
    return kept


def _apply_line(settings, name, text):
    """Apply one line; return False if it is invalid, so that its setting keeps the default."""
    value = _value(text)
    for field in settingsfields.FIELDS:
        if field[0] == name:
            if type(value) is not type(field[1]) or value not in field[2]:  # True is not 1 here
                return False
            settings.set(name, value)
            return True
    if name == "game" and text in catalogue.ORDER:
        settings.game = text
    elif name == "lessons":
        for i in range(0, len(text) - 1, 2):
            lesson = text[i : i + 2]
            if lesson.isalpha() and lesson.isupper():
                settings.learn(lesson)
    elif name == "stars":
        for digit in text:
            if digit not in "0123":
                return False
        settings.stars = text
    elif name == "language":
        settings.language = (
            "".join([letter for letter in text.lower() if "a" <= letter <= "z"][:3]) or "en"
        )
    elif name[:4] == "name" and len(name) == 5 and "1" <= name[4] <= str(MOST_SEATS):
        number = int(name[4]) - 1
        clean = "".join([letter for letter in text.upper() if letter in NAME_LETTERS])[:NAME_LENGTH]
        if clean:
            settings.names[number] = clean
        return clean != "" and clean == text
    elif name[:6] == "seats." and name[6:] in catalogue.ORDER:
        from rules import characters

        seats = text.split(",")
        for i in range(len(seats)):
            if seats[i] == _PERSON:
                seats[i] = ""
            elif seats[i] not in catalogue.LEVELS and seats[i] not in characters.NAMES:
                return False
        rules = catalogue.rules_for(name[6:])
        if not rules["players_min"] <= len(seats) <= rules["players_max"]:
            return False
        settings.levels[name[6:]] = seats
    elif name[:2] in catalogue.ORDER and name[2:3] == ".":
        values = None
        for field in catalogue.rules_of(name[:2]).offered(name[:2]):
            if field[0] == name[3:]:
                values = field[1]
        from rules import choices

        if values is None or not choices.fits(value, values):
            return False
        settings.chosen.setdefault(name[:2], {})[name[3:]] = value
    else:
        return False
    return True


def _value(text):
    """Read a value: True, False, a whole number of at most 8 digits, or the text itself."""
    if text in ("True", "False"):
        return text == "True"
    for letter in text:
        if letter not in "0123456789":
            return text
    return int(text) if 0 < len(text) < 9 else text
