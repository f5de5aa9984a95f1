"""The settings: a row each with its values, texts and effect; saved as lines "name=value". A bad
line resets only its own field."""

from pocket.app import draw
from pocket.app.device import MOST_SEATS, NAME_LENGTH, NAME_LETTERS, Settings
from pocket.made import texts

from rules.base import RulesError

if False:  # for type checkers
    from pocket.app.flow import App


def _brightness(app):
    if not app.dim:  # else the display is dark until its first picture
        app.light()


def _sound(app):
    app.sound.set_volume(app.settings.get("sound"))


def _cloth(app):
    art = app.art
    cloth = app.settings.get("cloth")
    colour = (draw.CLOTH_COLOUR, 0x143C68, 0x5C1A2C, 0x000000)[cloth]  # green, blue, red, black
    art.contrast = cloth == 3
    art.cloth[0] = art.face[8] = art.plain[0] = art.plain[8] = colour
    art.cloth[draw.SHADOW] = draw.shade(colour)
    art.inks.clear()


def _distinct(app):
    game = app.session.game
    app.art.distinct = app.settings.get("distinct")
    app.art.set_fourth_colour(game.rules if game else {})


def _large(app):
    session = app.session
    session.seen = None  # lay the sets out again, in tiles of another size
    if session.turn:
        session.turn.size = None
        session.turn.spots = bytearray(b"\xff\xff\0" * len(session.turn.sets))


def _turned(app):
    turned = app.settings.get("turned")
    if turned != app.keys.is_rotated:
        app.keys.rotate(turned)
        app.display.rotation = (app.display.rotation + 180) % 360


# name; default; allowed values; the section of texts that names them, 0: words.value does; the
# function that puts the setting into effect, or None; whether it changes the look of every screen.
# [fields] and [field_help] of assets/words have each name's label and help.
FIELDS = (
    ("sound", 2, (0, 1, 2, 3), texts.LOUDNESS, _sound, False),
    ("brightness", 4, (1, 2, 3, 4, 5), 0, _brightness, False),
    ("cloth", 0, (0, 1, 2, 3), texts.CLOTHS, _cloth, True),
    ("distinct", False, (True, False), 0, _distinct, False),
    ("speed", 2, (1, 2, 3), texts.PACE, None, False),
    ("hints", "some", ("none", "some", "free"), 0, None, False),
    ("large", False, (True, False), 0, _large, True),
    ("turned", False, (True, False), 0, _turned, False),
)


def apply(app: "App", name: str = "") -> None:
    """Put the setting `name` into effect, or with "" all of them. Raises AssetError."""
    for row in FIELDS:
        if row[4] and name in ("", row[0]):
            row[4](app)


# -- the file --------------------------------------------------------------------------------------

_PERSON = "person"  # who sits at a seat; else a computer's level, or a character's name


def dump(settings: "Settings") -> bytes:
    """Return all settings as bytes."""
    from rules import catalogue

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
    from rules import catalogue

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
        if line and not _apply_line(settings, name, value):
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
    from rules import catalogue

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
