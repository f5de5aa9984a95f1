"""A lesson's turn becomes the running game, in a room of its own: beside the lesson's page there is
no room for it."""

from pocket.always import assets
from pocket.games import newgame

from rules import catalogue

if False:  # for type checkers
    from pocket.always.app import App

    from rules.family import Running

# What a lesson that is missing or damaged raises.
BROKEN = (OSError, ValueError, KeyError, assets.AssetError)
DAMAGED = -1  # in place of a turn's number: its page or position is


def prepare(game_id: str, told: dict[str, str]) -> "Running":
    """The game of one turn for what a page asks (lesson.asked), by the rules of a game. Raises one
    of BROKEN."""
    game_id = told.get("game", game_id)
    name = catalogue.rules_of(game_id).LESSON.strip()
    return __import__(name, None, None, ("__name__",)).LessonGame(game_id, told)


def to_turn(app: "App", game_id: str, told: dict[str, str], lesson: tuple) -> None:
    """Go to the turn of a page; lesson: Sitting.lesson. Where it is damaged the lesson says so."""
    people = [("", app.settings.names[0]), ("easy", newgame.NAMES[0])]
    try:
        game = prepare(game_id, told)
    except BROKEN:
        app.go("learn.lesson", lesson[0], DAMAGED, *lesson[2:])
        return
    newgame.seat_people(app, game, people, lesson=lesson)
    app.enter()
