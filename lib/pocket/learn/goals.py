"""The stations of the journey: their goals, games and stars.

A line of assets/journey.txt is a station: its goal; a number (tiles in one turn, the grade of
puzzles); the points with which a win earns the last star; the game, or a lesson's id; characters;
house options. The stars of lessons and puzzles follow from their progress; all others are a digit
per station in the settings. A station's game is saved as newgame.STATION and its number.
"""

from pocket.app import device

if False:  # for type checkers
    from pocket.app.flow import App
    from pocket.tilegame.moves import Move


STATIONS = 30
SOLVE = 3  # puzzles for each star


def station(number: int) -> list[str]:
    """Read a station's line, a list of words. Raises OSError."""
    with open(device.asset("journey.txt"), "rb") as file:
        for _ in range(number + 1):
            line = file.readline()
    return line.decode().split()


def options(words: list[str]) -> dict:
    """Return the house options of a station, with the shortest length its game has."""
    from rules import catalogue

    chosen = catalogue.short_options(words[3])
    for word in words[4:]:
        name, _, value = word.partition("=")
        if value:
            chosen[name] = value == "True" or int(value)
    return chosen


def characters(words: list[str]) -> list[str]:
    """List the names of a station's characters."""
    return [word for word in words[4:] if "=" not in word]


def describe(words: list[str], rules: dict | None = None) -> tuple:
    """Return (a station's goal, how its stars are earned), two sentences; the second is "" for
    lessons and puzzles. rules: of its game, if that is running."""
    from pocket.made import texts
    from pocket.ui.words import joined, say

    kind = words[0]
    if kind == "puzzles":
        counts = ", ".join([str(SOLVE * stars) for stars in (1, 2, 3)])
        return say(texts.JOURNEY_PUZZLES, counts, words[1]), ""
    if kind == "lesson":
        return say(texts.JOURNEY_LESSON), ""
    if kind == "win":
        more = say(texts.JOURNEY_MORE, words[2])
        return say(texts.JOURNEY_WIN, joined(characters(words))), more
    more = say(texts.JOURNEY_MORE_WIN)
    if kind == "tiles":
        return say(texts.JOURNEY_TILES, words[1]), more
    if not rules:
        from rules import catalogue

        rules = catalogue.rules_for(words[3], options(words))
    return say(texts.JOURNEY_OPEN, rules["opening_points"]), more


def describe_current(app: "App") -> tuple:
    """Return goal and stars of the running game's station; see `describe`."""
    words = station(app.session.station)
    return describe(words, app.session.game.rules if _is_station_game(app, words) else None)


def _is_station_game(app, words):
    """Return whether the running game is the station's: a save of that name may hold another."""
    return app.session.game.rules["game"] == words[3]


def under_way(app: "App") -> int | None:
    """Return the number of the station whose game is saved: of one at most."""
    from pocket.games import newgame

    for save in newgame.kept_games(app)[0]:
        number = newgame.station(save[0])
        if number is not None:
            return number
    return None


def start(app: "App", number: int, saved: int | None = None) -> None:
    """Begin a station's game, or resume it if it is `saved` (under_way). Raises RulesError."""
    from pocket.games import newgame

    words = station(number)
    mine = newgame.STATION + str(number)
    if number == saved:
        newgame.resume_newest(app, mine)
        return
    if saved is not None:
        app.tell(app.store.forget(newgame.STATION + str(saved)))
    people = newgame.people_of(app, [""] + characters(words))
    newgame.start(app, words[3], people, options(words), newgame.seed(app), mine)


def reward_round(app: "App") -> None:
    """Save the stars of a station's finished round, if they are more than before: one for the goal,
    and with it one for no hint and one for a win or, where the goal is a win, for its points."""
    from pocket.games import seatcounts
    from pocket.saves import settingsfile

    session = app.session
    game = session.game
    words = station(session.station)
    if not _is_station_game(app, words):
        return
    seat = session.viewer
    counts = seatcounts.Tally(session, seat)
    has_won = seat in game.winners
    if words[0] == "win":
        met = has_won
        more = game.result()[seat] >= int(words[2])
    else:
        met = game.opened[seat] if words[0] == "open" else counts.best >= int(words[1])
        more = has_won
    if met and _raise_stars(app.settings, session.station, 1 + (not counts.hints) + more):
        settingsfile.save(app)


def reward_goal(app: "App", move: "Move") -> str:
    """Save a star as soon as a person's play meets the station's goal. Returns a sentence about it,
    or "". The game goes on."""
    from pocket.made import texts
    from pocket.ui.words import say

    number = app.session.station
    words = station(number)
    kind = words[0]
    is_met = kind == "open" and move.opens or kind == "tiles" and len(move.laid) >= int(words[1])
    if not (is_met and _is_station_game(app, words)):
        return ""
    if _raise_stars(app.settings, number, 1):
        app.store.append("set", b"\nstars=" + app.settings.stars.encode())
    return say(texts.JOURNEY_MET)


def _raise_stars(settings, number, stars):
    """Raise a station's stars to this number. Returns False if it has as many already."""
    kept = settings.stars
    kept += "0" * (number + 1 - len(kept))
    if stars <= int(kept[number]):
        return False
    settings.stars = kept[:number] + str(stars) + kept[number + 1 :]
    return True
