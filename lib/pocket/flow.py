"""Which screen comes next, and the running game in the save: the one place that decides both.

The screens of a turn apply their move and call `next`; everything else follows from the game's
own phase and from who sits at each seat.
"""

import gc

from rules.catalogue import LEVELS as COMPUTERS
from rules.errors import RulesError

QUICK = ("RK", "CR", "KR", "RG")  # the games that one round of makes sense in
LEVELS = ("",) + COMPUTERS  # "" is a person


def pack_people(people):
    """(level, name) pairs as bytes, for the note a game keeps in its save."""
    out = bytearray()
    for level, name in people:
        data = name.encode()
        out.append(LEVELS.index(level))
        out.append(len(data))
        out += data
    return bytes(out)


def unpack_people(note, seats):
    """The pairs `pack_people` wrote. Raises RulesError when they do not fit the seats."""
    people = []
    at = 0
    try:
        for _ in range(seats):
            size = note[at + 1]
            name = bytes(note[at + 2 : at + 2 + size]).decode()
            if len(name) < size:
                raise IndexError
            people.append((LEVELS[note[at]], name))
            at += 2 + size
    except (IndexError, UnicodeError):
        raise RulesError("The saved game does not say who plays.")
    return people


def make(game_id, seats, seed, options):
    """A new game of any kind. Raises RulesError."""
    if game_id == "ER":
        from rules.eight import game as eight

        return eight.EightGame(seats, seed, options)
    from rules.tilegame import game

    return game.Game(game_id, seats, seed, options)


def seed(app):
    """A seed for a new game: POCKET_SEED where it is set, else chance and the clock."""
    import os

    try:
        named = os.getenv("POCKET_SEED")
        if named:
            return int(named) & 0x3FFFFFFF
    except Exception:  # no such setting, or nonsense in it
        pass
    mixed = app.now() & 0xFFFF
    try:
        for byte in os.urandom(3):
            mixed = (mixed << 7 ^ mixed >> 9 ^ byte) & 0x3FFFFFFF
    except (AttributeError, NotImplementedError):
        pass
    return mixed


def begin(app, game_id, people, options, seed, record=None):
    """Start a game with these people and go to its first screen. record: the name it is kept by,
    else its game's own. Raises RulesError."""
    game = make(game_id, len(people), seed, options)
    game.note = pack_people(people)
    seat(app, game, people, record)
    next(app)


def seat(app, game, people, record=None):
    """Put people at a game and make it the running one. record: the name it is kept by."""
    app.game = game
    app.people = people
    app.lesson = None
    app.record = record or "game." + game.rules["game"]
    app.seen = None
    app.viewer = None
    app.turn = None
    persons = [i for i in range(len(people)) if not people[i][0]]
    app.persons = len(persons)
    if app.persons == 1:
        app.viewer = persons[0]


def title(game_id):
    """A game's name in menus."""
    if game_id == "ER":
        return "8 Round Rummy"
    from rules.tilegame import games

    return games.GAMES[game_id]["name"]


def describe(payload):
    """(game id, round) of a saved game, without loading it; None when it is of no known game."""
    if len(payload) < 4:
        return None
    from pocket import settings

    for game_id in settings.ORDER:
        if bytes(payload[:2]) == game_id.encode():
            return game_id, payload[2]
    return None


def kept(app):
    """[(record, game id, round)] of the games that are kept, the newest first; and what was lost,
    a sentence or None."""
    records, why = app.store.newest("game")
    found = []
    for record, payload in records:
        said = describe(payload)
        if said:
            found.append((record,) + said)
    return found, why


def take_up(app, record):
    """Take up the newest save of a record that makes a game; what could not be taken up is told.
    Returns None, or the sentence why there is none."""
    why = ""
    older = 0
    payload = app.store.load(record)[0]
    while payload is not None:
        try:
            restore(app, payload, record)
            if why:
                app.notice = app.notice or why + " The save before it is used."
            return None
        except RulesError as problem:
            why = why or str(problem)
        older += 1
        payload = app.store.load(record, older)[0]
    return why or "The save is gone."


def forget(app):
    """The running game is over: it is kept no more."""
    app.notice = app.store.forget(app.record) or ""


def quick(app):
    """One round against one computer. Raises RulesError."""
    kept = app.settings
    game_id = kept.game if kept.game in QUICK else QUICK[0]
    begin(app, game_id, [("", kept.names[0]), ("normal", "ADA")], {"length": 1}, seed(app), "game.q")


def restore(app, payload, record=None):
    """Take up a saved game and go where it stood. Raises RulesError, one sentence."""
    gc.collect()
    if bytes(payload[:2]) == b"ER":
        from rules.eight import game as room
    else:
        from rules.tilegame import game as room
    game = room.unpack(payload[3:])
    seat(app, game, unpack_people(game.note, game.seats), record)
    next(app)


def round_number(game):
    """The round being played or just over, from 1."""
    if game.rules["game"] == "ER":
        return game.round
    return len(game.rounds) + (0 if game.phase in ("round", "over") else 1)


def heading(app):
    """The game and the round, as far as a line holds them."""
    game = app.game
    text = "Lesson" if app.lesson else "Round %d" % round_number(game)
    name = title(game.rules["game"])
    if len(name) + 2 + len(text) <= app.art.cols:
        return name + ", " + text[:1].lower() + text[1:]
    return text


def save(app):
    """Keep the running game. A problem becomes `app.notice`, one sentence. Lessons are not kept."""
    if app.lesson:
        return
    game = app.game
    head = game.rules["game"].encode() + bytes((min(round_number(game), 255),))
    app.notice = app.store.save(app.record, head + game.pack(), True) or ""


def next(app):
    """Save, then show the screen the game's phase asks for. The turn that was built is over."""
    app.turn = None
    if app.lesson:
        if app.game.done:
            app.go("lesson", app.lesson[0], app.lesson[1], True)
        else:
            show(app)
        return
    save(app)
    if app.persons > 1 and app.people[app.game.seat][0]:
        app.viewer = None
    show(app)


def show(app):
    """The screen the game's phase asks for."""
    game = app.game
    if game.phase in ("round", "over"):
        app.go("score")
    elif game.phase != "turn":
        app.go("startdraw")
    elif app.persons > 1 and not app.people[game.seat][0] and app.viewer != game.seat:
        app.viewer = None
        app.go("handover")
    else:
        if not app.people[game.seat][0]:
            app.viewer = game.seat
        resume(app)


def resume(app):
    """The turn's own screen: what pause and the rules pages return to."""
    name = "eightscreen" if app.game.rules["game"] == "ER" else "play"
    running = app.screen
    if running is not None and running.name == name:
        running.turn()
    else:
        app.go(name)
