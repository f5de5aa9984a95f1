"""Define the settings, a row each: values, texts and effect."""

from pocket.app import draw
from pocket.made import texts

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

# Settings of earlier versions, which are ignored in old files.
FORMER = ("referee", "confirm", "effects", "repeat", "reasons")


def apply(app: "App", name: str = "") -> None:
    """Put the setting `name` into effect, or with "" all of them. Raises AssetError."""
    for row in FIELDS:
        if row[4] and name in ("", row[0]):
            row[4](app)
