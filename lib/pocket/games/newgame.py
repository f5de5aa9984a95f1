"""Begin and resume games: who sits where, and which games are saved."""

from pocket.app import device
from pocket.games.seatcounts import COUNTS
from pocket.made import texts
from pocket.ui import words

from rules import errors
from rules.base import RulesError
from rules.catalogue import LEVELS as COMPUTERS

if False:  # for type checkers
    from typing import Any

    from pocket.app.flow import App, Session

    from rules.family import Game

NAMES = ("ADA", "BO", "CY", "DEE", "EVE", "FLO")  # names of computers, by seat
STATION = "game.j"  # the save of a game of the journey; the station's number follows
_STATIONS = 30  # as in learn/goals.py, which is not loaded for this
_BY_ID = 255  # the first byte of a note in which levels are ids


def pack_people(people: list[tuple[str, str]]) -> bytes:
    """Return (level, name) pairs as bytes, for the note in a game's save."""
    out = bytearray((_BY_ID,))
    for seat in people:
        for text in seat:
            out.append(len(text.encode()))
            out += text.encode()
    return bytes(out)


def unpack_people(note: bytes, seats: int) -> tuple[list[tuple[str, str]], int]:
    """Read the pairs that `pack_people` wrote for `seats` seats; return them and their length in
    bytes. Raises ValueError if the note is damaged."""
    from rules.saved import Reader

    reader = Reader(note)
    is_known = reader.byte() == _BY_ID
    people = []
    for _ in range(seats):
        level = reader.block().decode()
        people.append((level, reader.block().decode()))
        is_known = is_known and (not level or level in COMPUTERS)
    if not is_known:
        raise RulesError(errors.SAVE_DAMAGED)
    return people, reader.place


def computer(level: str, seat: int) -> tuple[str, str]:
    """Return (level, name) of a computer at a seat. level: its level's id, or a character's
    name."""
    from rules import characters

    if level in characters.NAMES:
        return characters.level(level), level
    return level, NAMES[seat - 1]  # seat 0 is a person's, as a rule


def station(save_name: str) -> int | None:
    """Return the number, from 0, of the journey's station whose game has this save; else None."""
    for number in range(_STATIONS):
        if save_name == STATION + str(number):
            return number
    return None


def seed(app: "App") -> int:
    """Return a seed for a new game: POCKET_SEED if it is set, else a random number mixed with the
    clock."""
    import os

    try:
        named = os.getenv("POCKET_SEED")
        if named is not None:
            return int(named) & 0x3FFFFFFF
    except Exception:  # no such setting, or nonsense in it
        pass
    mixed = app.now()
    try:
        mixed ^= int.from_bytes(os.urandom(4), "little")
    except (AttributeError, NotImplementedError):
        pass
    return mixed & 0x3FFFFFFF


def start(
    app: "App",
    game_id: str,
    people: list[tuple[str, str]],
    options: dict | None,
    seed: int,
    save_name: str | None = None,
) -> None:
    """Start a game with these people and go to its first screen. save_name: by default that of
    the game. Raises RulesError."""
    from rules import catalogue, codes

    code, seed = codes.encode(game_id, codes.opponents(people), options, seed)
    del codes
    device.forget("rules.codes")  # the game needs its memory
    game = catalogue.new(game_id, len(people), seed, options)
    seat_people(app, game, people, save_name, None, code)
    app.enter()


def seat_people(app: "App", game: "Game", people: list[tuple[str, str]], *given: "Any") -> None:
    """Make a Session of people at a game and run it. given: further arguments of
    `make_session`."""
    make_running(app, make_session(app, game, people, *given))


def make_running(app: "App", session: "Session") -> None:
    """Make a Session the running one."""
    app.art.prepare(session.game)
    app.session = session


def make_session(
    app: "App",
    game: "Game",
    people: list[tuple[str, str]],
    save_name: str | None = None,
    lesson: "Any" = None,
    code: str = "",
    counts: bytearray | None = None,
) -> "Session":
    """Return a new Session for `people` playing `game`. save_name: by default the game's. lesson,
    code: see Session. counts: those of a round under way (see seatcounts), None for a new round."""
    from pocket.app.flow import Session

    session = Session(game, people)
    session.packed_people = pack_people(people)
    from rules import characters

    session.habits = [
        characters.habits(name, game.pieces) if level else b"" for level, name in people
    ]
    session.save_name = save_name or "game." + game.rules["game"]
    session.lesson = lesson
    session.code = code
    session.counts = counts or bytearray(COUNTS * game.seats)
    humans = [i for i in range(len(people)) if not people[i][0]]
    session.humans = len(humans)
    if len(humans) == 1:  # journey stations and "You" apply only then
        player = session.viewer = humans[0]
        session.station = station(session.save_name)
        if people[player][1] == device.default_name(player):
            session.you = player
            session.people[player] = ("", words.say(texts.VALUES_YOU))
    return session


def summary(payload: bytes) -> tuple[str, int] | None:
    """Read (game id, round) of a saved game without loading it; None if there is no such game."""
    from pocket.saves import storage

    if len(payload) > storage.HEAD:
        from rules import catalogue

        game_id, number, _, _ = storage.read_head(payload)
        if game_id in catalogue.ORDER:
            return game_id, number
    return None


def kept_games(app: "App") -> tuple[list[tuple[str, str, int]], tuple | str | None, tuple]:
    """Return the saved games, newest first, as (save_name, game id, round); a notice of what was
    lost (words.notice_text), or None; and (sorting, by_shape), how rack and hand were sorted."""
    from pocket.saves import savefile, storage

    records, why = savefile.newest(app.store, "game")
    games = []
    order = storage.read_head(records[0][1])[2:] if records else (0, False)
    for save_name, payload in records:
        known = summary(payload)
        if known:
            games.append((save_name,) + known)
        elif len(payload) > storage.HEAD:
            why = why or words.refusal_text((errors.SAVE_UNKNOWN,))
    return games, why, order


def called(save: tuple[str, str, int], whole: bool = True) -> str:
    """Return how the menu names a game of `kept_games`. whole: with its round, or with the game of
    a station."""
    from rules import catalogue

    save_name, game_id, number = save
    name = catalogue.title(game_id)
    place = station(save_name)
    if place is None:
        return words.say(texts.VALUES_IN_ROUND, name, number) if whole else name
    text = "%s %d" % (words.say(texts.TITLE_JOURNEY), place + 1)
    return text + ", " + name if whole else text


def resume_newest(app: "App", save_name: str) -> None:
    """Resume the newest save of this name that can be read, with a notice of those that cannot."""
    why = ""
    older = 0
    while True:
        payload = app.store.load(save_name, older)
        if payload is None:
            break
        try:
            make_running(app, saved_session(app, payload, save_name))
            app.enter(not older)
            if why:
                app.tell((texts.SAVES_OLDER, why))
            return
        except RulesError as problem:
            why = why or why_unreadable(problem)
        older += 1
    app.tell(why)
    app.go("menus.title", "", save_name)


def why_unreadable(problem: RulesError) -> str:
    """Return the sentence why a save cannot be read."""
    reason = problem.args[0]
    return words.refusal_text((errors.SAVE_DAMAGED if isinstance(reason, str) else reason,))


def is_set_up(app: "App", game_id: str) -> bool:
    """Return whether the player has ever set up a game of this kind."""
    return game_id in app.settings.seat_plans or game_id in app.settings.chosen


def set_up(app: "App", game_id: str) -> tuple[list[str], dict, str]:
    """Return how a game was set up last: (levels as `people_of` takes them, options, save_name).

    If it never was, it is a quick game: one round without a clock against a character, each time
    another one: an easy one until the player has seen the tips, then one of a level that the player
    has reached."""
    from rules import catalogue, characters

    kept = app.settings
    save_name = "game." + game_id
    if is_set_up(app, game_id):
        return kept.seats(game_id), kept.options(game_id), save_name
    options = catalogue.short_options(game_id)
    options.pop("clock", None)  # `catalogue.add_clock` decides it by who plays
    # Easy and normal are open; another level after a win against the one below or above that.
    wins = [kept.learned("W" + level[0].upper()) for level in COMPUTERS]
    reached = [level for i, level in enumerate(COMPUTERS) if i < 2 or any(wins[i - 1 :])]
    if not kept.learned("QG"):
        reached = ["easy"]
    names = characters.OFFERED.get(catalogue.pieces(game_id), ())
    if len(names) < 2:
        names = COMPUTERS
    names = [name for name in names if (characters.level(name) or name) in reached]
    if kept.rival < 0:
        kept.rival = seed(app)
    return ["", names[kept.rival % len(names)]], options, device.QUICK if options else save_name


def replaces(app: "App", game_id: str, coded: bool = False) -> tuple[str, bool]:
    """Return (save_name for a new game, whether it replaces a game under way).

    The game is as it was set up last; coded: as a code says. A quick game does not replace one of
    another kind."""
    own = "game." + game_id
    save_name = own if coded else set_up(app, game_id)[2]
    kept = {save[0]: save[1] for save in kept_games(app)[0]}
    if save_name == device.QUICK and kept.get(save_name, game_id) != game_id:
        save_name = own
    return save_name, save_name in kept


def play(app: "App", game_id: str, save_name: str) -> None:
    """Begin a game as it was set up last. save_name: from `replaces`. Raises RulesError."""
    from rules import catalogue

    levels, options, _ = set_up(app, game_id)
    options = catalogue.add_clock(game_id, levels, options)
    app.settings.rival += 1
    start(app, game_id, people_of(app, levels), options, seed(app), save_name)


def people_of(app: "App", levels: list[str]) -> list[tuple[str, str]]:
    """Return the people of a new game, (level, name) of each seat. levels: "" for a person, a
    level's id, a character's name."""
    names = app.settings.names
    return [computer(levels[i], i) if levels[i] else ("", names[i]) for i in range(len(levels))]


def shown_names(app: "App", levels: list[str]) -> list[str]:
    """Return how the menus name these people."""
    names = [name for _, name in people_of(app, levels)]
    if levels.count("") == 1:
        place = levels.index("")
        names[place] = words.person(names[place], place)
    return names


def saved_session(
    app: "App", payload: bytes, save_name: str | None = None, has_turn: bool = True
) -> "Session":
    """Make the Session of a saved game. has_turn: its unfinished turn may have been saved, too.
    Raises RulesError if the bytes are not a valid save."""
    from pocket.saves import savefile, slots, storage

    from rules import catalogue

    try:
        head = summary(payload)
        if head is None:
            raise RulesError(errors.SAVE_UNKNOWN)
        game: Any = catalogue.load(head[0], payload[storage.HEAD :])
        people, size = unpack_people(game.note, game.seats)
        counts_size = COUNTS * game.seats
        counts, code, layout = storage.read_note(game.note[size:], counts_size)
        session = make_session(app, game, people, save_name, None, code, counts)
        if game.phase in ("round", "over"):
            session.celebrated = game.round
        if len(layout) > 2:  # see storage.pack
            session.elapsed_ms = storage.CLOCK_MS * layout[1]
            session.by_hand = layout[2]
        mark = savefile.turn_mark(payload)
        unfinished = has_turn and app.store.load(slots.UNFINISHED) or b""
        if unfinished[: len(mark)] == mark:  # else it is the turn of another save
            session.elapsed_ms = storage.CLOCK_MS * unfinished[len(mark)]
            session.by_hand = unfinished[len(mark) + 1]
            session.unfinished_turn = unfinished[len(mark) + 2 :]
        session.saved_ms = session.elapsed_ms
        spots = layout[3:]
        if game.pieces == "tiles" and 0 < 3 * len(game.table) == len(spots):
            session.remember_table(spots)
    except RulesError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise RulesError(errors.SAVE_DAMAGED)
    return session
