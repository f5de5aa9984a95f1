"""Which screen comes next, and the running game in the save: the one place that decides both.

The screens of a turn apply their move and call `next`; everything else follows from the game's
own phase and from who sits at each seat.
"""

import gc

from rules.catalogue import LEVELS as COMPUTERS
from rules.errors import RulesError

QUICK = "game.q"  # the record of a quick game
NAMES = ("ADA", "BO", "CY", "DEE", "EVE", "FLO")  # of computers, by seat
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


# What is counted for each seat in a round, in the note of a save too.
_TURNS, _HINTS, _BEST, _SECONDS, _COUNTS = 0, 1, 2, 3, 5


class Tally:
    """What one seat did in a round: turns, hints (turns with one), best (most tiles of one play),
    seconds (a person's, in turns)."""

    def __init__(self, counts):
        self.turns = counts[_TURNS]
        self.hints = counts[_HINTS]
        self.best = counts[_BEST]
        self.seconds = counts[_SECONDS] | counts[_SECONDS + 1] << 8


def tally(app, seat):
    """The Tally of a seat in the round that runs, or has just ended."""
    return Tally(app.counts[seat * _COUNTS : seat * _COUNTS + _COUNTS])


def _count(app, seat, what, value):
    app.counts[seat * _COUNTS + what] = max(0, min(255, value))


def hints(app):
    """How many turns of the person to move have had a hint in this round."""
    return tally(app, app.game.seat).hints


def hinted(app):
    """The person to move has had a hint."""
    _count(app, app.game.seat, _HINTS, hints(app) + 1)


def spent(app, seat, ms):
    """A person's turn took so long."""
    total = min(65535, tally(app, seat).seconds + ms // 1000)
    _count(app, seat, _SECONDS, total & 255)
    _count(app, seat, _SECONDS + 1, total >> 8)


class Move:
    """A move of a tile game that was made, as it is told and shown.

    seat: whose. word: "play", "draw", "pass", "timeout" or "fail". before, spots: the table until
    then and where it lay (table.layout). laid: codes from the rack. opens: it is the opening meld.
    drew: how many tiles.
    """

    def __init__(self, seat, word, before, spots, laid, opens, drew):
        self.seat = seat
        self.word = word
        self.before = before
        self.spots = spots
        self.laid = laid
        self.opens = opens
        self.drew = drew


def move(app, what):
    """Make a move of the running tile game (Game.apply) and keep what is told of it as `app.last`.
    Returns None, or why not: (clause, sentence)."""
    game = app.game
    seat = game.seat
    before = list(game.table)
    spots = bytes(app.seen[1])
    opened = game.opened[seat]
    held = len(game.racks[seat])
    why = game.apply(what)
    if why is not None:
        return why
    laid = game.events[0][2] if what[0] == "play" else b""
    drew = bytes(game.racks[seat][held:]) if what[0] != "play" else b""
    if not app.people[seat][0]:
        app.drawn[seat] = drew
    app.last = Move(seat, what[0], before, spots, laid, not opened, len(drew))
    played(app, seat, len(laid))
    return None


def played(app, seat, laid=0):
    """A seat's turn is over; so many tiles were laid."""
    counts = tally(app, seat)
    _count(app, seat, _TURNS, counts.turns + 1)
    _count(app, seat, _BEST, max(counts.best, laid))


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
    from rules import catalogue

    game = catalogue.new(game_id, len(people), seed, options)
    game.note = pack_people(people)
    seat(app, game, people, record)
    app.enter()


def seat(app, game, people, record=None):
    """Put people at a game and make it the running one. record: the name it is kept by."""
    app.game = game
    app.people = people
    app.lesson = None
    app.record = record or "game." + game.rules["game"]
    app.seen = None
    app.last = None
    app.drawn = {}
    app.known = {}
    app.counts = bytearray(_COUNTS * game.seats)
    app.art.fourth(game.rules.get("fourth", "orange"))
    app.viewer = None
    app.turn = None
    persons = [i for i in range(len(people)) if not people[i][0]]
    app.persons = len(persons)
    if app.persons == 1:
        app.viewer = persons[0]


def describe(payload):
    """(game id, round) of a saved game, without loading it; None when it is of no known game."""
    if len(payload) < 4:
        return None
    from rules import catalogue

    for game_id in catalogue.ORDER:
        if bytes(payload[:2]) == game_id.encode():
            return game_id, payload[2]
    return None


def kept(app):
    """[(record, game id, round)] of the games that are kept, the newest first; and what was lost,
    a sentence or None."""
    from pocket.hardware import savefile

    records, why = savefile.newest(app.store, "game")
    found = []
    for record, payload in records:
        said = describe(payload)
        if said:
            found.append((record,) + said)
    return found, why


def take_up(app, record):
    """Take up the newest save of a record that makes a game; what could not be taken up is told."""
    why = ""
    older = 0
    payload = app.store.load(record)[0]
    while payload is not None:
        try:
            restore(app, payload, record)
            if why:
                app.notice = app.notice or why + " The save before it is used."
            return
        except RulesError as problem:
            why = why or str(problem)
        older += 1
        payload = app.store.load(record, older)[0]
    app.go("title", why, record)


def forget(app):
    """The running game is over: it is kept no more."""
    app.notice = app.store.forget(app.record) or ""


def quick(app):
    """One round against one computer, of the game played last if it can be so short."""
    from rules import catalogue

    kept = app.settings
    for game_id in (kept.game,) + catalogue.ORDER:
        for field in catalogue.rules_of(game_id).offered(game_id):
            if field[0] == "length":
                people = [("", kept.names[0]), ("normal", NAMES[0])]
                begin(app, game_id, people, {"length": 1}, seed(app), QUICK)
                return


def play(app, game_id):
    """Begin a game with the people and options chosen for it last. Raises RulesError."""
    kept = app.settings
    people = []
    levels = kept.seats(game_id)
    for i in range(len(levels)):
        people.append((levels[i], NAMES[i] if levels[i] else kept.names[i]))
    begin(app, game_id, people, kept.options(game_id), seed(app))


def restore(app, payload, record=None):
    """Take up a saved game and go where it stood. Raises RulesError, one sentence."""
    gc.collect()
    known = describe(payload)
    if known is None:
        raise RulesError("The saved game is of no game that is known here.")
    from rules import catalogue

    game = catalogue.load(known[0], payload[3:])
    people = unpack_people(game.note, game.seats)
    counts = game.note[len(pack_people(people)) :]
    seat(app, game, people, record)
    if len(counts) == len(app.counts):
        app.counts = bytearray(counts)
    app.enter()


def heading(app):
    """The game and the round, as far as a line holds them."""
    game = app.game
    text = "Lesson" if app.lesson else "Round %d" % game.round
    name = game.rules["name"]
    if len(name) + 2 + len(text) <= app.art.cols:
        return name + ", " + text[:1].lower() + text[1:]
    return text


def save(app):
    """Keep the running game. A problem becomes `app.notice`, one sentence. Lessons are not kept."""
    if app.lesson:
        return
    game = app.game
    game.note = pack_people(app.people) + bytes(app.counts)
    head = game.rules["game"].encode() + bytes((min(game.round, 255),))
    problem = app.store.save(app.record, head + game.pack(), True) or ""
    if problem != app.unsaved:  # told once; then there is a sign
        app.notice = app.unsaved = problem


def keep_settings(app):
    """Keep the settings. Returns "", or why that failed, one sentence."""
    from pocket import settingsfile

    return app.store.save("set", settingsfile.dump(app.settings)) or ""


def next(app):
    """Save, then show the screen the game's phase asks for. The turn that was built is over."""
    app.turn = None
    if app.lesson:
        if app.game.done:
            app.go(app.game.leads, *app.lesson)
        else:
            show(app)
        return
    if app.game.phase == "start":
        app.counts = bytearray(len(app.counts))
        app.known = {}
        for number in range(app.game.seats):
            app.known[number] = []
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
    name = app.game.screen
    running = app.screen
    if running is not None and running.name == name:
        running.turn()
    else:
        app.go(name)
