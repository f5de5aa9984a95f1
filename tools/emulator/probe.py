"""Measure the game on the emulated board, from before its start, and report on the console.

No build contains this module: the emulator compiles it with a build, sets the constants below and
puts it on the drive that it boots. Each report is a line:
    probe free N                        bytes free for the game, after a collection
    screen NAME PHASE free N            a screen is on show
    person GAME free N                  a person's turn begins
    thinks GAME SEATS LEVEL free N      a computer player begins to think; no LEVEL: a search for
                                        a person's hint, or whether a seat may pass
    thought GAME SEATS LEVEL MOVE ms N rack N table N pool N slice N
                                        the computer has moved; ms: in the player itself; slice:
                                        the longest slice
    hint GAME ms N slice N              a hint for a person is found
    proved GAME ms N slice N            whether a seat may pass is known
    coached N ms N unsure N more N      the coach has searched N turns; unsure: cut short; more:
                                        tiles that could have been laid
    kept: NAME=CRC ...                  job "kept": CRC32 of the newest record of each name
    jobs done                           /jobs.txt has no more lines
    @ LINES CHOSEN BUSY PERSON TURNED   KEYS: a key is answered, or work has begun or ended: lines
                                        of the list, a person is to move, held upside down
    = TEXT                              SEES: the list's chosen line
    = WHERE SET TILE PROMPT OPENED RACK TAKEN SETS TAKEN GOOD SPOTS
                                        SEES, in a person's turn: the cursor, whether a question
                                        (1) or a tip (2) waits, then bytes in hex ("-": none)

The job "await_title" delays the jobs after it until the first screen is on show.
"""

import gc

JOBS = False  # do the jobs in /jobs.txt
KEYS = False  # answer each key
SEES = False  # report the list or turn on show with the answer
REFUSES = False  # the emulator refuses allocations of the game, but none of this module

gc.collect()
print("probe free", gc.mem_free())

import binascii  # only now: modules loaded from here on are the game's
import sys

import supervisor
from pocket.app import flow  # modules that the game drops are imported where they are used

_PLAYED = ("tilegame.play", "eight.eightscreen")  # where a worker is a computer player
# Indices of _state: the last screen, turn and worker, by their id; the offset in the jobs; whether
# the next job may begin; the screen's name; whether the next job waits for the first screen; when
# the coach began; the last key answered, the screen it was answered for, and whether that worked.
# The build inlines these numbers.
_SCREEN, _TURN, _WORKER, _JOB, _MAY_CONTINUE, _NAME, _AWAITS_TITLE = 0, 1, 2, 3, 4, 5, 6
_BEGAN, _KEY, _ANSWERED, _WORKED = 7, 8, 9, 10
_DIGITS = b"0123456789abcdef"
_piece = bytearray(48)
_state = [None, None, None, 0, False, "", False, 0, 0, 0, False]

if JOBS:
    import alarm

    if supervisor.runtime.run_reason != supervisor.RunReason.STARTUP:  # the VM has restarted
        _state[_JOB] = int.from_bytes(alarm.sleep_memory[:4], "little") - 1
        _state[_AWAITS_TITLE] = bool(alarm.sleep_memory[4])


def _save_job_offset():
    """Keep the offset in the jobs where it outlives a restart of the VM."""
    alarm.sleep_memory[:5] = (_state[_JOB] + 1).to_bytes(4, "little") + bytes(
        [_state[_AWAITS_TITLE]]
    )


def _allow_refusals(on):
    """Tell the emulator whether allocations may be refused from now on (machine.py)."""
    if REFUSES:
        print(end="\x03" if on else "\x02")


def _free():
    gc.collect()
    return gc.mem_free()


def _ms(since):
    return (supervisor.ticks_ms() - since) & 0x1FFFFFFF


def _run_timed(app, worker):
    """Run `worker`, a player's generator, in slices; print its timings and return its result."""
    game = app.session.game
    name = game.rules["game"]
    level = app.session.people[game.seat][0]
    seat = game.seat
    print("thinks %s %d %s free %d" % (name, game.seats, level, _free()))
    total_ms = longest_ms = 0
    while True:
        start_ms = supervisor.ticks_ms()
        finished = False
        move = None
        _allow_refusals(True)
        try:
            next(worker)
        except StopIteration as end:
            finished = True
            move = end.value
        _allow_refusals(False)
        slice_ms = _ms(start_ms)
        total_ms += slice_ms
        longest_ms = max(longest_ms, slice_ms)
        if finished:
            if not level or move is None:  # a hint has no level, a proof no move
                kind = "proved" if move is None else "hint"
                print("%s %s ms %d slice %d" % (kind, name, total_ms, longest_ms))
            else:
                if game.racks:
                    on_table = sum([len(row) for row in game.table])
                    sizes = len(game.racks[seat]), on_table, len(game.pool)
                else:
                    sizes = len(game.hands[seat]), 0, len(game.pile)
                print(
                    "thought %s %d %s %s ms %d rack %d table %d pool %d slice %d"
                    % ((name, game.seats, level, move[0], total_ms) + sizes + (longest_ms,))
                )
            _state[_MAY_CONTINUE] = move is not None
            _state[_WORKER] = None
            worker = game = None  # free the player's memory for the game
            _allow_refusals(True)
            return move
        yield None


def _watch_worker(app):
    """Wrap the screen's worker if it is new."""
    screen = app.screen
    if screen is None:
        return
    try:
        worker = screen.worker
    except AttributeError:
        worker = None
    if worker is None:
        _state[_WORKER] = None  # a generator's own memory still names what it worked with
    elif id(worker) != _state[_WORKER] and app.name in _PLAYED:
        screen.worker = _run_timed(app, worker)
        _state[_WORKER] = id(screen.worker)  # not the worker: broken off, its memory must be freed


def _report_screen(app):
    """Report a new screen and the beginning of a person's turn."""
    # A new screen often lies where the last one did, with the same id.
    if app.screen is not None and (id(app.screen) != _state[_SCREEN] or app.name != _state[_NAME]):
        _state[_SCREEN] = id(app.screen)  # not the screen: its memory must be freed
        _state[_NAME] = app.name
        phase = app.session.game.phase if app.session.game else "-"
        print("screen %s %s free %d" % (app.name, phase, _free()))
        _state[_MAY_CONTINUE] = app.name not in _PLAYED or app.screen.worker is None
    if id(app.session.turn) != _state[_TURN]:
        _state[_TURN] = id(app.session.turn)
        part = app.screen.part if app.name == "tilegame.play" else None
        if app.session.turn is not None and hasattr(part, "hint"):  # else it is judged
            print("person %s free %d" % (app.session.game.rules["game"], _free()))


def _report_coach(app):
    """Time the coach, and report when it is done."""
    screen = app.screen
    if not screen.busy:
        if _state[_BEGAN]:
            turns = [screen.kept(i) for i in range(len(screen.turns))]
            unsure = sum([not turn.is_proved for turn in turns])
            more = sum([turn.missed for turn in turns])
            figures = (len(screen.turns), _ms(_state[_BEGAN]), unsure, more)
            print("coached %d ms %d unsure %d more %d" % figures)
            _state[_MAY_CONTINUE] = True
        _state[_BEGAN] = 0
        return
    _state[_BEGAN] = _state[_BEGAN] or supervisor.ticks_ms() or 1
    _state[_MAY_CONTINUE] = False


def _begin_game(app, words):
    from pocket.games import newgame

    app.settings.values["hints"] = "free"
    app.settings.sorting = 0  # sets first is a module more: each game begins alike
    people = list(zip(words[2].replace("person", "").split(","), "ABCD"))
    options = {}
    for word in words[4:]:
        option, _, value = word.partition("=")
        options[option] = value == "true" if value in ("true", "false") else value
        if value.isdigit():
            options[option] = int(value)
    app.close_screen()
    app.keep_only("menus.title")  # in play a game starts from menus, never from another game
    newgame.start(app, words[1], people, options, int(words[3]))


def _do_next_job(app):
    """Do the job on the next line of /jobs.txt."""
    if _state[_JOB] < 0:
        return
    with open("/jobs.txt") as file:
        file.seek(_state[_JOB])
        line = file.readline()
    _state[_JOB] += len(line)
    words = line.split()
    job = words[0] if words else ""
    if not words:
        print("jobs done")
        _state[_JOB] = -1
    _state[_AWAITS_TITLE] = job == "await_title"
    _save_job_offset()
    if not words:
        return
    print("job", line.strip())
    if job == "go":
        app.go(words[1], *[int(word) if word.isdigit() else word for word in words[2:]])
    elif job == "resume":
        flow.show(app)
    elif job == "hint":
        app.screen.ask()
    elif job == "begin":
        _begin_game(app, words)
    elif job == "await_title":
        return
    elif job == "kept":
        store = app.store
        names = sorted({slot[2] for slot in store.slots() if slot[2]})
        print("kept:", *["%s=%d" % (name, binascii.crc32(store.load(name))) for name in names])
    else:  # position FILE
        app.close_screen()
        app.keep_only("games.makegame")  # unload what earlier searches used
        from pocket.games import newgame

        with open(words[1], "rb") as file:
            newgame.make_running(app, newgame.saved_session(app, file.read()))
        app.enter()
    _state[_MAY_CONTINUE] = False
    _state[_SCREEN] = None


def _report_answer(app):
    """Report the screen on show, once for each key and each change of `busy`."""
    screen = app.screen
    if app.next is not None or screen is None:
        return
    busy = screen.busy or screen.worker is not None
    if (
        _state[_KEY] == app.last_press_at
        and _state[_ANSWERED] == id(screen)
        and _state[_WORKED] == busy
    ):
        return
    _state[_KEY] = app.last_press_at
    _state[_ANSWERED] = id(screen)
    _state[_WORKED] = busy
    try:
        shown = screen.list
    except AttributeError:
        shown = None
    game = app.session.game
    person = game is not None and game.phase == "turn" and not app.session.people[game.seat][0]
    count = shown.count if shown else 0
    chosen = shown.chosen if shown else 0
    if SEES:
        _report_line(app, shown)
    print("@ %d %d %d %d %d" % (count, chosen, busy, person, app.keys.is_rotated))


def _hex(data):
    """Print bytes in hex, in pieces from a buffer of this module's: a whole line would need 600
    bytes, for which the game may have no memory left."""
    end = 0
    for value in data:
        _piece[end] = _DIGITS[value >> 4]
        _piece[end + 1] = _DIGITS[value & 15]
        end += 2
        if end == len(_piece):
            sys.stdout.write(_piece)
            end = 0
    if end:
        sys.stdout.write(memoryview(_piece)[:end])
    elif not data:
        sys.stdout.write("-")


def _hex_parts(parts):
    """Print several bytes in hex, separated by commas."""
    sys.stdout.write(" ")
    first = True
    for part in parts:
        if not first:
            sys.stdout.write(",")
        first = False
        _hex(part)
    if first:
        sys.stdout.write("-")


def _report_line(app, shown):
    """Report the list's chosen line, or the state of a person's turn."""
    if shown:
        print("=", shown.text(shown.chosen))
        return
    try:
        part = app.screen.part
        turn = app.session.turn
        prompt = 2 if app.screen.tip else app.screen.asks
        figures = (part.where, part.index, part.tile, prompt, turn.opened)
    except AttributeError:  # no person's turn
        return
    print("= %d %d %d %d %d" % figures, end=" ")
    _hex(turn.rack)
    sys.stdout.write(" ")
    _hex(turn.rack_flags)
    _hex_parts(turn.sets)
    _hex_parts(turn.flags)
    for data in (turn.good, turn.spots):
        sys.stdout.write(" ")
        _hex(data)
    print()


def _step(app):
    app.old_step()
    _allow_refusals(False)
    _watch_worker(app)
    _report_screen(app)
    if KEYS:
        _report_answer(app)
    if app.name == "coach":
        _report_coach(app)
    else:
        _state[_BEGAN] = 0  # broken off
    if JOBS and _state[_MAY_CONTINUE] and app.next is None:
        if not _state[_AWAITS_TITLE] or app.name == "title":
            _do_next_job(app)
    _allow_refusals(True)


def _switch(app):
    app.old_switch()
    _allow_refusals(False)
    _watch_worker(app)
    _allow_refusals(True)


def _close(app):
    _state[_WORKER] = None  # or a thought that is broken off would lie beside the next screen
    app.old_close()


# Called as methods, for the collector reads the C stack, too: the frame of a function that calls
# only plain functions still holds the object whose method ran there before, such as the last screen
# with all its code.
flow.App.old_step = flow.App.step
flow.App.old_switch = flow.App._switch
flow.App.old_close = flow.App.close_screen
flow.App.step = _step
flow.App._switch = _switch
flow.App.close_screen = _close
