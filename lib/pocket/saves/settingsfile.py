"""Save settings as lines "name=value". A bad line resets only its own field."""

from pocket.app.device import MOST_SEATS, NAME_LENGTH, NAME_LETTERS, Settings
from pocket.saves.settingsfields import FIELDS, FORMER

from rules import catalogue
from rules.base import RulesError

if False:  # for type checkers
    from pocket.app.flow import App


_PERSON = "person"  # who sits at a seat; else a computer's level, or a character's name


def dump(settings: "Settings") -> bytes:
    """Return all settings as bytes."""
    lines = [
        "game=" + settings.game,
        "lessons=" + settings.lessons,
        "language=" + settings.language,
    ]
    if settings.stars:
        lines.append("stars=" + settings.stars)
    for field in FIELDS:
        lines.append("%s=%s" % (field[0], settings.values[field[0]]))
    for i in range(MOST_SEATS):
        lines.append("name%d=%s" % (i + 1, settings.names[i]))
    for game_id in catalogue.ORDER:
        if game_id in settings.seat_plans:
            seats = [level or _PERSON for level in settings.seat_plans[game_id]]
            lines.append("seats.%s=%s" % (game_id, ",".join(seats)))
        own = settings.chosen.get(game_id, {})
        for name in sorted(own):
            lines.append("%s.%s=%s" % (game_id, name, own[name]))
    return "\n".join(lines).encode()


def save(app: "App") -> None:
    """Save the settings. If that fails, leave a notice, unless the save of the game has failed for
    the same reason."""
    app.settings.new = False
    why = app.store.save("set", dump(app.settings))
    if why != app.failures.unsaved:
        app.tell(why)


def read(payload: bytes | None) -> "Settings":
    """Read the Settings that `dump` wrote; None: return new ones."""
    settings = Settings(catalogue.ORDER[0])
    for field in FIELDS:
        settings.values[field[0]] = field[1]
    payload = payload or b""
    settings.new = b"language=" not in payload  # `Store.append` may have saved lessons before
    try:
        text = payload.decode()
    except UnicodeError:
        settings.unread = True
        return settings
    for line in text.split("\n"):
        name, _, value = line.partition("=")
        if line and name not in FORMER and not _apply_line(settings, name, value):
            settings.unread = True
    for game_id in catalogue.ORDER:
        try:
            if game_id in settings.chosen:
                catalogue.rules_for(game_id, settings.chosen[game_id])
        except RulesError:
            settings.unread = True
            del settings.chosen[game_id]
    return settings


def _apply_line(settings, name, text):
    """Apply one line; return False if it is invalid. An invalid setting keeps its default; unknown
    characters are left out of a name."""
    value = _value(text)
    for field in FIELDS:
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
        if text.strip("0123"):
            return False
        settings.stars = text
    elif name == "language":
        letters = [letter for letter in text.lower() if "a" <= letter <= "z"]
        settings.language = "".join(letters[:3]) or "en"
    elif name[:4] == "name" and len(name) == 5 and "1" <= name[4] <= str(MOST_SEATS):
        clean = "".join([letter for letter in text.upper() if letter in NAME_LETTERS])[:NAME_LENGTH]
        if clean:
            settings.names[int(name[4]) - 1] = clean
        return clean != "" and clean == text
    elif name[:6] == "seats." and name[6:] in catalogue.ORDER:
        from rules import characters

        known = (_PERSON,) + catalogue.LEVELS + characters.NAMES
        seats = text.split(",")
        rules = catalogue.rules_for(name[6:])
        fits = rules["players_min"] <= len(seats) <= rules["players_max"]
        if not fits or [seat for seat in seats if seat not in known]:
            return False
        seats = ["" if seat == _PERSON else seat for seat in seats]
        settings.seat_plans[name[6:]] = seats
    elif name[:2] in catalogue.ORDER and name[2:3] == ".":
        offered = {field[0]: field[1] for field in catalogue.rules_of(name[:2]).offered(name[:2])}
        from rules import choices

        if name[3:] not in offered or not choices.fits(value, offered[name[3:]]):
            return False
        settings.chosen.setdefault(name[:2], {})[name[3:]] = value
    else:
        return False
    return True


def _value(text):
    """Read a value: True, False, a whole number of at most 8 digits, or the text itself."""
    if text in ("True", "False"):
        return text == "True"
    return int(text) if 0 < len(text) < 9 and not text.strip("0123456789") else text
