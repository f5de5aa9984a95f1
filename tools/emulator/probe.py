"""Runs on the emulated board before the game and tells on the console what it measures.

Part of no build: the emulator compiles it together with one and puts it on the drive it boots, with
the constants below as it wants them. What it prints, a line each:
    probe free N                        N bytes are free for the game (after collection)
    screen NAME PHASE free N            a screen has come
    block N                             the largest block that could be had there
    person GAME free N                  a person's turn begins
    thinks GAME SEATS LEVEL free N      a computer player begins ...
    thought GAME SEATS LEVEL MOVE ms N rack N table N pool N low N slice N
                                        ... and has moved; ms: time in the player itself; low: least
                                        free bytes after a collection, slice: the longest slice
    hint GAME ms N low N slice N        a hint for a person has been found
    proved GAME ms N low N slice N      ... or whether a seat may pass
    laid N                              LAYS: so many tiles of it lie on the table now
    turns begin CRC, saved N CRC        the turns of job "turns"
    verified CRC SENTENCE               job "verify" has loaded this save
    jobs done                           /jobs.txt has no more lines
"""

import gc

HEAP_KB = 0  # so much is left to the game; 0: all there is
DEEP = False  # collect again and again while a computer thinks
BLOCKS = False  # try for the largest block at each screen
JOBS = False  # /jobs.txt says what to show and play
LAYS = False  # what a hint shows is laid by itself, for START to play

gc.collect()
_ballast = []
if HEAP_KB:
    while gc.mem_free() > HEAP_KB * 1024 + 1100:
        _ballast.append(bytearray(1024))
        gc.collect()
print("probe free", gc.mem_free())

import binascii  # only now: what is loaded from here on is the game's
import time

import supervisor
from pocket import app, flow  # what the game drops is asked for where it is used

_PLAYED = ("play", "eightscreen")  # the screens a worker of which is a computer player's
# Screen, turn and worker seen last; place in jobs; may go on; name of the screen seen last.
_state = [None, None, None, 0, True, ""]


def _free():
    gc.collect()
    return gc.mem_free()


def _ms(since):
    return (supervisor.ticks_ms() - since) & 0x1FFFFFFF


def _largest():
    """The largest bytearray that can be had, to 256 bytes: as the self-test tells it, whose module
    would be measured, too."""
    low = 0
    high = _free()
    while high - low > 256:
        size = (low + high) // 2
        try:
            bytearray(size)
            low = size
        except MemoryError:
            high = size
    gc.collect()
    return low


def _watch(running, worker):
    """A player's generator `worker`, watched; yields what it yields."""
    game = running.game
    name = game.rules["game"]
    level = running.people[game.seat][0]
    seat = game.seat
    low = _free()
    print("thinks %s %d %s free %d" % (name, game.seats, level, low))
    took = longest = steps = 0
    before = low
    while True:
        began = supervisor.ticks_ms()
        try:
            move = next(worker)
        except StopIteration:  # a proof that a seat may pass, not a move
            print("proved %s ms %d low %d slice %d" % (name, took, low, longest))
            return
        slice_ms = _ms(began)
        took += slice_ms
        longest = max(longest, slice_ms)
        steps += 1
        if DEEP and steps % 8 == 0:
            gc.collect()
        free = gc.mem_free()
        if free > before or DEEP and steps % 8 == 0:  # a collection has been
            if free < low:
                free = _free()  # without the garbage made since
            low = min(low, free)
        before = free
        if move is not None and not level:
            print("hint %s ms %d low %d slice %d" % (name, took, low, longest))
            moves = [move]
            move = worker = game = None
            yield moves.pop()  # or the solver would stay with it
            return
        elif move is not None:
            if game.family == "eight":
                sizes = len(game.hands[seat]), 0, len(game.pile)
            else:
                sizes = len(game.racks[seat]), sum([len(row) for row in game.table]), len(game.pool)
            print(
                "thought %s %d %s %s ms %d rack %d table %d pool %d low %d slice %d"
                % ((name, game.seats, level, move[0], took) + sizes + (low, longest))
            )
            _state[4] = True
            worker = game = None  # what it thought with is the game's to give back
        yield move


def _look(running):
    """Tell what is new since the last look."""
    screen = running.screen
    if screen is None:
        return
    try:
        worker = screen.worker
    except AttributeError:
        worker = None
    if worker is None:
        _state[2] = None  # a generator's own memory still names what it worked with
    elif worker is not _state[2] and running._name in _PLAYED:
        screen.worker = _state[2] = _watch(running, worker)


def _thinks(running):
    """True while the worker of the screen on show is a computer player's, or a proof's."""
    return running._name in _PLAYED and running.screen.worker is not None


def _tell(running):
    # A new screen often lies where the last one did: its number alone does not tell them apart.
    if running.screen is not None and (
        id(running.screen) != _state[0] or running._name != _state[5]
    ):
        _state[0] = id(running.screen)  # not the screen: its memory is to come back
        _state[5] = running._name
        phase = running.game.phase if running.game else "-"
        print("screen %s %s free %d" % (running._name, phase, _free()))
        _state[4] = not _thinks(running)
        if BLOCKS and _state[4]:  # what it tries in vain must not count for a player
            print("block", _largest())
    if id(running.turn) != _state[1]:
        _state[1] = id(running.turn)
        if running.turn is not None and running._name == "play":
            print("person %s free %d" % (running.game.rules["game"], _free()))
            if BLOCKS:
                print("block", _largest())
            if LAYS:
                _lay(running.screen.part)


def _lay(hand):
    """Put what a hint shows into the turn of a person's `hand`, as buttons would in many steps."""
    hint, turn = hand.hint, hand.turn
    if hint is None or not hint.laid:
        return
    turn.sets = [bytearray(codes) for codes in hint.sets]
    turn.flags = [bytearray(len(codes)) for codes in hint.sets]
    turn.good = bytearray([1] * len(turn.sets))
    turn.spots = bytearray(hint.spots)
    rack = list(turn.rack)
    for code in hint.laid:
        rack.remove(code)
    turn.rack = bytearray(rack)
    turn.rack_flags = bytearray(len(rack))
    turn.cells = bytearray(range(len(rack)))
    turn.laid = len(hint.laid)
    print("laid", turn.laid)


def _next_job(running):
    if _state[3] < 0:
        return
    with open("/jobs.txt") as file:
        file.seek(_state[3])
        line = file.readline()
    _state[3] += len(line)
    words = line.split()
    if not words:
        print("jobs done")
        _state[3] = -1
        return
    print("job", line.strip())
    what = words[0]
    if what == "go":
        running.go(words[1], *[int(word) if word.isdigit() else word for word in words[2:]])
    elif what == "resume":
        flow.resume(running)
    elif what == "begin":
        from pocket import newgame

        if LAYS:
            running.settings.values["hints"] = "free"
        people = []
        for level in words[2].split(","):
            people.append((level if level != "person" else "", "ABCD"[len(people)]))
        running.drop()  # in play a game is begun from a screen of text, never from another game
        newgame.begin(running, words[1], people, {}, int(words[3]))
    elif what == "turns":
        _play_turns(running, int(words[1]))
        _state[4] = True
        return
    elif what == "verify":
        from pocket import newgame

        payload, sentence = running.store.load("game")
        print("verified", "none" if payload is None else binascii.crc32(payload), sentence or "")
        if payload:
            newgame.restore(running, payload)
    else:  # position FILE, think FILE
        from pocket import newgame

        with open(words[1], "rb") as file:
            payload = file.read()
        running.drop()
        newgame.restore(running, payload)
    _state[4] = False
    _state[0] = None


def _play_turns(running, many):
    """Play `many` turns between computers without a screen, each saved as the game saves it."""
    from pocket import newgame, rooms

    running.drop()
    rooms.enter(running, "begin")  # a screen of text leaves no room for players
    from rules import catalogue

    game_id = catalogue.ORDER[0]
    players = catalogue.players(game_id)

    people = [("easy", "A"), ("easy", "B")]
    game = None
    saved = -2  # two saves before those that count: whatever is made once is there
    while saved < many:
        if game is None or game.phase == "over":
            game = catalogue.new(game_id, 2, 7 + max(saved, 0))
            game.note = newgame.pack_people(people)
            newgame.seat(running, game, people, "game")
        if game.phase == "turn":
            move = None
            for move in players.choose("easy", game.view(game.seat), saved + 2):
                pass
            game.apply(move)
        else:
            game.apply(("go",))
        if saved == 0:
            print("turns begin", binascii.crc32(running.store.load("game")[0]))
            time.sleep(0.2)
        flow.save(running)
        saved += 1
        if saved > 0:
            payload = running.store.load("game")[0]
            print("saved", saved, binascii.crc32(payload), running.notice)
    running.game = None
    running.go("title")


def _step(running):
    running.old_step()
    _look(running)
    _tell(running)
    if JOBS and _state[4] and running._next is None:
        _next_job(running)


def _switch(running):
    running.old_switch()
    _look(running)


# Called as methods: the collector reads the C stack, too. The frame of a function that calls only
# plain functions still names there whose method ran in its place before: the screen that has just
# gone, with all its code.
app.App.old_step = app.App.step
app.App.old_switch = app.App._switch
app.App.step = _step
app.App._switch = _switch
