"""Runs on the emulated board before the game and tells on the console what it measures.

Part of no build: the emulator compiles it together with one and puts it on the drive it boots, with
the constants below as it wants them. What it prints, a line each:
    probe free N                        N bytes are free for the game (after collection)
    screen NAME PHASE free N            a screen has come
    person GAME free N                  a person's turn begins
    thinks GAME SEATS LEVEL free N      a computer player begins ...
    thought GAME SEATS LEVEL MOVE ms N rack N table N pool N slice N
                                        ... and has moved; ms: time in the player itself; slice: the
                                        longest slice
    hint GAME ms N slice N              a hint for a person has been found
    proved GAME ms N slice N            ... or whether a seat may pass
    coached N ms N unsure N more N      the coach has looked at N turns; of these the search was
                                        cut short for unsure; more: tiles that had been possible
    laid N                              LAYS: so many tiles of it lie on the table now
    turns begin CRC CRC CRC             job "turns": what is kept of _KEPT, "none" where nothing is
    saved N NAME CRC WORDS              ... a record was saved in turn N; what is told of it
    verified CRC CRC CRC WORDS          job "verify" has loaded these saves
    jobs done                           /jobs.txt has no more lines
    @ LINES CHOSEN BUSY PERSON TURNED   KEYS: a key has been answered, or the screen works, or no
                                        more: its list, a person's move, held upside down
    = TEXT                              SEES: what the list's chosen line says
    = WHERE SET TILE ASKS OPENED RACK TAKEN SETS TAKEN GOOD SPOTS
                                        ... or of a person's turn the cursor, whether a question (1)
                                        or a tip (2) waits, in hex what lies where ("-": nothing)
    at ROUND MOVES LAID                 REFUSES: how far the running game is, and how many tiles
                                        of the rack a person's turn has laid

A job "over" lets those behind it wait until the first screen is there again.
"""

import gc

JOBS = False  # /jobs.txt says what to show and play
LAYS = False  # what a hint shows is laid by itself, for START to play
KEYS = False  # each key is answered
SEES = False  # ... and what is on show is told, for who looks before the next key
REFUSES = False  # allocations of the game are refused, none of what is done here
SEED = 7  # of the first game of job "turns"

gc.collect()
print("probe free", gc.mem_free())

import binascii  # only now: what is loaded from here on is the game's
import time

import supervisor
from pocket.always import app, flow  # what the game drops is asked for where it is used

_PLAYED = ("tilegame.play", "eight.eightscreen")  # where a worker is a computer player
_KEPT = ("game", "set", "stat")  # the records that turns save: each the first, each third the rest
# Places in _state: the screen, turn and worker seen last, by their id; the place in the jobs;
# whether it may go on; the screen's name; whether the next job waits for the first screen; when the
# coach began; when the last key came, the screen that was told of it, and whether that worked; how
# far the game is. The build puts these numbers where they are used.
_SCREEN, _TURN, _WORKER, _JOB, _MAY_GO_ON, _NAME, _WAITS = 0, 1, 2, 3, 4, 5, 6
_BEGAN, _KEY, _TOLD, _WORKED, _AT = 7, 8, 9, 10, 11
_state = [None, None, None, 0, True, "", False, 0, 0, 0, False, 0]

if REFUSES and JOBS:
    import alarm

    if supervisor.runtime.run_reason != supervisor.RunReason.STARTUP:  # the game has restarted
        _state[_JOB] = int.from_bytes(alarm.sleep_memory[:4], "little") - 1
        _state[_WAITS] = bool(alarm.sleep_memory[4])


def _keep_job():
    """Keep the place in the jobs where a restart of the VM leaves it."""
    alarm.sleep_memory[:5] = (_state[_JOB] + 1).to_bytes(4, "little") + bytes([_state[_WAITS]])


def _refusing(on):
    """Tell the emulator whether allocations may be refused from here on (refuser.mjs)."""
    if REFUSES:
        print(end="\x03" if on else "\x02")


def _free():
    gc.collect()
    return gc.mem_free()


def _ms(since):
    return (supervisor.ticks_ms() - since) & 0x1FFFFFFF


def _watch(running, worker):
    """A player's generator `worker`, watched; returns what it returns."""
    game = running.sitting.game
    name = game.rules["game"]
    level = running.sitting.people[game.seat][0]
    seat = game.seat
    print("thinks %s %d %s free %d" % (name, game.seats, level, _free()))
    took = longest = 0
    while True:
        began = supervisor.ticks_ms()
        over = False
        move = None
        _refusing(True)
        try:
            next(worker)
        except StopIteration as end:
            over = True
            move = end.value
        _refusing(False)
        slice_ms = _ms(began)
        took += slice_ms
        longest = max(longest, slice_ms)
        if over and (move is None or not level):  # of a proof that a seat may pass there is no move
            _state[_WORKER] = None
            said = "proved" if move is None else "hint"
            print("%s %s ms %d slice %d" % (said, name, took, longest))
            _state[_MAY_GO_ON] = move is not None
            worker = game = None
            _refusing(True)
            return move
        if over:
            if game.racks:
                sizes = len(game.racks[seat]), sum([len(row) for row in game.table]), len(game.pool)
            else:
                sizes = len(game.hands[seat]), 0, len(game.pile)
            print(
                "thought %s %d %s %s ms %d rack %d table %d pool %d slice %d"
                % ((name, game.seats, level, move[0], took) + sizes + (longest,))
            )
            _state[_MAY_GO_ON] = True
            _state[_WORKER] = None
            worker = game = None  # what it thought with is the game's to give back
            _refusing(True)
            return move
        yield None


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
        _state[_WORKER] = None  # a generator's own memory still names what it worked with
    elif id(worker) != _state[_WORKER] and running.name in _PLAYED:
        screen.worker = _watch(running, worker)
        _state[_WORKER] = id(
            screen.worker
        )  # not the worker: broken off, its memory is to come back


def _thinks(running):
    """True while the worker of the screen on show is a computer player's, or a proof's."""
    return running.name in _PLAYED and running.screen.worker is not None


def _tell(running):
    # A new screen often lies where the last one did: its number alone does not tell them apart.
    if running.screen is not None and (
        id(running.screen) != _state[_SCREEN] or running.name != _state[_NAME]
    ):
        _state[_SCREEN] = id(running.screen)  # not the screen: its memory is to come back
        _state[_NAME] = running.name
        phase = running.sitting.game.phase if running.sitting.game else "-"
        print("screen %s %s free %d" % (running.name, phase, _free()))
        _state[_MAY_GO_ON] = not _thinks(running)
    if id(running.sitting.turn) != _state[_TURN]:
        _state[_TURN] = id(running.sitting.turn)
        part = running.screen.part if running.name == "tilegame.play" else None
        if running.sitting.turn is not None and hasattr(part, "hint"):  # else it is judged
            print("person %s free %d" % (running.sitting.game.rules["game"], _free()))
            if LAYS:
                _lay(part)


def _lay(hand):
    """Put what a hint shows into the turn of a person's `hand`, as buttons would in many steps."""
    hint, turn = hand.hint, hand.turn
    if hint is None or not hint.laid:
        return
    turn.sets = [bytearray(codes) for codes in hint.sets]
    turn.flags = [bytearray(len(codes)) for codes in hint.sets]
    turn.good = bytearray([1] * len(turn.sets))
    turn.spots = bytearray(hint.spots)
    rack = list(turn.start_rack)  # whatever lies on the table by now
    for code in hint.laid:
        rack.remove(code)
    turn.rack = bytearray(rack)
    turn.rack_flags = bytearray(len(rack))
    turn.cells = bytearray(range(len(rack)))
    turn.laid = len(hint.laid)
    turn.picked = 0
    turn.log = []  # its steps were of what lay there before, as were cursor and marks
    hand.where = hand.index = 0  # the rack's first tile
    hand.fresh = hand.gap = hand.cycle = turn.base = None
    hand.screen.board.fit(turn.sets, turn.spots)
    print("laid", turn.laid)


def _coach(running):
    """Measure the coach at work, and tell when it is done."""
    screen = running.screen
    if not screen.busy:
        if _state[_BEGAN]:
            unsure = sum([not turn.sure for turn in screen.turns])
            more = sum([turn.more for turn in screen.turns])
            told = (len(screen.turns), _ms(_state[_BEGAN]), unsure, more)
            print("coached %d ms %d unsure %d more %d" % told)
            _state[_MAY_GO_ON] = True
        _state[_BEGAN] = 0
        return
    _state[_BEGAN] = _state[_BEGAN] or supervisor.ticks_ms() or 1
    _state[_MAY_GO_ON] = False


def _begin_game(running, words):
    from pocket.games import newgame

    if LAYS:
        running.settings.values["hints"] = "free"
        running.settings.sorting = 0  # sets first is a module more: each game begins alike
    people = list(zip(words[2].replace("person", "").split(","), "ABCD"))
    options = {}
    for word in words[4:]:
        option, _, value = word.partition("=")
        options[option] = value == "true" if value in ("true", "false") else value
        if value.isdigit():
            options[option] = int(value)
    running.close_screen()  # in play a game starts from a screen of text, never from another
    newgame.start(running, words[1], people, options, int(words[3]))


def _next_job(running):
    if _state[_JOB] < 0:
        return
    with open("/jobs.txt") as file:
        file.seek(_state[_JOB])
        line = file.readline()
    _state[_JOB] += len(line)
    words = line.split()
    what = words[0] if words else ""
    if not words:
        print("jobs done")
        _state[_JOB] = -1
    _state[_WAITS] = what == "over"
    if REFUSES:
        _keep_job()
    if not words:
        return
    print("job", line.strip())
    if what == "go":
        running.go(words[1], *[int(word) if word.isdigit() else word for word in words[2:]])
    elif what == "resume":
        flow.show(running)
    elif what == "hint":
        running.screen.ask()
    elif what == "begin":
        _begin_game(running, words)
    elif what == "over":
        return
    elif what == "turns":
        _play_turns(running, int(words[1]))
        _state[_MAY_GO_ON] = True
        return
    elif what == "verify":
        from pocket.games import newgame

        payload, lost = running.store.load("game")
        print("verified", _marks(running), "a loss is told" if lost else "")
        if payload:
            newgame.resume_saved(running, payload)
    else:  # position FILE, think FILE
        running.close_screen()
        running.room("alone.makegame")  # what has thought before goes
        from pocket.games import newgame

        with open(words[1], "rb") as file:
            payload = file.read()
        newgame.resume_saved(running, payload)
    _state[_MAY_GO_ON] = False
    _state[_SCREEN] = None


def _mark(running, name):
    """The CRC32 of the newest record of that name, or "none"."""
    payload = running.store.load(name)[0]
    return "none" if payload is None else str(binascii.crc32(payload))


def _marks(running):
    return " ".join([_mark(running, name) for name in _KEPT])


def _save(running, number):
    """Save turn `number` and tell it; in each third turn settings and statistics, too."""
    from pocket.jobs import settingsfile, statisticsfile

    from rules import catalogue

    flow.save(running)
    _saved(running, number, "game", running.notice)
    if number % 3 == 1:
        running.settings.names[0] = "T%d" % number
        told = running.store.save("set", settingsfile.dump(running.settings))
        _saved(running, number, "set", told or "")
        kept = statisticsfile.statistics(running)
        kept.row(catalogue.ORDER[0], catalogue.LEVELS[0])[2] += 1
        _saved(running, number, "stat", running.store.save("stat", kept.dump()) or "")


def _saved(running, number, name, told):
    if number > 0:
        print("saved", number, name, _mark(running, name), told)


def _play_turns(running, many):
    """Play `many` turns between computers without a screen, each saved as the game saves it."""
    from pocket.games import newgame
    from pocket.jobs import memory

    running.close_screen()
    memory.enter(running, "alone.makegame")  # a screen of text leaves no room for players
    from rules import catalogue
    from rules.slices import finish

    game_id = catalogue.ORDER[0]
    people = [("easy", "A"), ("easy", "B")]
    game = None
    saved = -2  # two saves before those that count: whatever is made once is there
    while saved < many:
        if game is None or game.phase == "over":
            game = catalogue.new(game_id, 2, SEED + max(saved, 0))
            game.note = newgame.pack_people(people)
            newgame.seat_people(running, game, people, "game")
        if game.phase == "turn":
            players = catalogue.players(game_id)
            move = finish(players.choose("easy", game.view(game.seat), saved + 2))
            game.apply(move)
            del players  # who has played leaves room for what saves
            memory.enter(running, "alone.makegame")
        else:
            game.apply(("go",))
        if saved == 0:
            print("turns begin", _marks(running))
            time.sleep(0.2)
        saved += 1
        _save(running, saved)
    running.go("menus.title")


def _answer(running):
    """Tell what is on show, as far as somebody asks who presses any key next."""
    screen = running.screen
    if running.next is not None or screen is None:
        return
    busy = screen.busy or screen.worker is not None
    if _state[_KEY] == running.pressed and _state[_TOLD] == id(screen) and _state[_WORKED] == busy:
        return
    _state[_KEY] = running.pressed
    _state[_TOLD] = id(screen)
    _state[_WORKED] = busy
    try:
        shown = screen.list
    except AttributeError:
        shown = None
    game = running.sitting.game
    person = game is not None and game.phase == "turn" and not running.sitting.people[game.seat][0]
    count = shown.count if shown else 0
    chosen = shown.chosen if shown else 0
    if SEES:
        _see(running, shown)
    print("@ %d %d %d %d %d" % (count, chosen, busy, person, running.keys.turned))


def _hex(data):
    return binascii.hexlify(data).decode() or "-"


def _see(running, shown):
    """Tell what the list's line says, or how a person's turn stands."""
    if shown:
        print("=", shown.text(shown.chosen))
        return
    try:
        hand = running.screen.part
        turn = running.sitting.turn
        told = [_hex(turn.rack), _hex(turn.rack_flags)]
        for parts in (turn.sets, turn.flags):
            told.append(",".join([_hex(part) for part in parts]) or "-")
        told += [_hex(turn.good), _hex(turn.spots)]
        asks = 2 if running.screen.tip else running.screen.asks
        cursor = (hand.where, hand.index, hand.tile, asks, turn.opened)
        print("=", "%d %d %d %d %d" % cursor, " ".join(told))
    except AttributeError:  # nobody's turn
        pass


def _tell_place(running):
    """Tell how far the running game is, where that is new."""
    try:
        game = running.sitting.game
        turn = running.sitting.turn
        laid = turn.laid if turn else 0
        place = (game.round << 12 | len(game.moves or b"")) << 8 | laid
    except AttributeError:  # no game
        return
    if place != _state[_AT]:
        _state[_AT] = place
        print("at %d %d %d" % (place >> 20, place >> 8 & 4095, laid))


def _step(running):
    running.old_step()
    _refusing(False)
    if REFUSES:
        _tell_place(running)
    _look(running)
    _tell(running)
    if KEYS:
        _answer(running)
    if running.name == "coach":
        _coach(running)
    else:
        _state[_BEGAN] = 0  # broken off
    if JOBS and _state[_MAY_GO_ON] and running.next is None:
        if not _state[_WAITS] or running.name == "title":
            _next_job(running)
    _refusing(True)


def _switch(running):
    running.old_switch()
    _refusing(False)
    _look(running)
    _refusing(True)


def _close(running):
    _state[_WORKER] = None  # or a thought that is broken off would lie beside the next screen
    running.old_close()


# Called as methods: the collector reads the C stack, too. The frame of a function that calls only
# plain functions still names there whose method ran in its place before: the screen that has just
# gone, with all its code.
app.App.old_step = app.App.step
app.App.old_switch = app.App._switch
app.App.old_close = app.App.close_screen
app.App.step = _step
app.App._switch = _switch
app.App.close_screen = _close
