"""The handheld in the page: clock, buttons, drive, and the loop that runs the app.

worker.js calls `start`, then `turn` repeatedly, and `key`, `long` and `touch` for the player.
The board's modules are those of the simulator (tools/sim/standins.py); displayio and bitmaptools
are beside this file. spoken.py has the words on the display.
"""

import builtins
import io
import json
import os
import sys
import time

import deflate
import displayio
import host
import standins

if False:  # for type checkers
    from typing import Any

_WRAP = 1 << 29  # supervisor.ticks_ms wraps there
_FETCHED = "/brought.gz"
_ROUND = "page.review.coach"  # the screen of roundview.py
_OS_FUNCTIONS = "getcwd listdir stat statvfs"
_ERRORS = {44: 2, 20: 17, 54: 20, 51: 28, 69: 30}  # {Emscripten's number: that of boards}
_OWN = "pybadge"  # what the page's own display passes for, but for its keys: letters of a keyboard
_KEYBOARD = "UP=_U DOWN=_D LEFT=_L RIGHT=_R A=_A B=_B START=_E SELECT=_S"
_SMALL_NAME = 15, 24  # pixels of a letter's tile in the game's name
_STUB = 512  # bytes: a shorter file of words holds a language's own name alone
_ARROWS = ("UP", "DOWN", "LEFT", "RIGHT")
_MAX_BREATHE_MS = 5000  # after a key: then the cursor is still, as each picture wakes seven threads


class Ended(BaseException):
    """The program has ended or sleeps for ever; no `except Exception` of the program catches
    this."""


class Machine:
    """The part of tools.sim.machine.Sim that the stand-ins use.

    app: the running App. slept: milliseconds that it wants to sleep.
    """

    nvm = battery = None
    booting = False

    def __init__(self, profile: "Any", display: "Any", seed: "Any") -> None:
        self.display = display
        self.buttons = profile.buttons
        self.wires = dict(zip(profile.pins, profile.buttons))
        self.events = standins.EventQueue()
        self.faults = set()
        self.settings = {"POCKET_SEED": seed}
        self.down = set()
        self.pushed = {}  # {button as the page shows it: button that was pushed}
        self.app = None
        self.slept = 0

    def ticks_ms(self) -> int:
        """Return supervisor.ticks_ms."""
        return host.now() % _WRAP

    def sleep(self, seconds: float) -> None:
        """Record a time.sleep; the page's loop waits that long after the program's turn."""
        if self.app is None:
            raise Ended
        self.slept += max(1, int(seconds * 1000))

    def stop(self) -> None:
        """Restart the handheld: microcontroller.reset."""
        host.reset()
        raise Ended

    def report_held(self) -> None:
        """Queue an event for every button that is down: keypad.Keys.reset."""
        for button in self.down:
            if button in self.buttons:
                self.events.put(self.buttons.index(button), True, 0)

    def key(self, button: "Any", pressed: bool) -> None:
        """Push or release a button."""
        for name in self.wires:
            if self.wires[name] == button:
                self.pins[name].level = False if pressed else None
        if button in self.buttons and pressed != (button in self.down):
            self.events.put(self.buttons.index(button), pressed, 0)
        (self.down.add if pressed else self.down.discard)(button)


_machine = None


def start(board: str, width: int, height: int, seed: str, language: str, resume: bool) -> bool:
    """Switch on a handheld; return True when its first screen is ready to show.

    board: id in lib/pocket/hardware/boards.py, for its keys; "" for the page's own display. width,
    height: of the display. seed: text or "". language: a code, or "" for the one in the settings.
    resume: whether to continue from the screen saved as "again". host.calm: whether the cursor is
    steady. host.fingers: whether the player has no keyboard.
    """
    global _machine
    from pocket.hardware import boards

    if not board:
        row = boards.BOARDS[_OWN]
        boards.BOARDS[_OWN] = row[:1] + (_KEYBOARD,) + row[2:]
    profile = boards.profile(board or _OWN)
    _machine = machine = Machine(profile, displayio.Display(width, height), seed or None)
    machine.display.before = lambda: labels.update(machine.app, not board, host.fingers)
    _install(machine, profile, resume)
    import labels
    from pocket.app import draw, flow
    from pocket.hardware import powerup

    powerup.anchor = lambda allocate, heap_size: None  # against a fault of CircuitPython's heap
    board_app = flow.App
    max_ms = 0 if host.calm else _MAX_BREATHE_MS
    breathe = draw.breathe
    draw.breathe = lambda palette, ms: breathe(palette, ms if ms < max_ms else 0)

    class PageApp(board_app):
        """An App whose loop the page runs, and which knows the page's own screen, _ROUND."""

        def run(self):
            flow.App = board_app
            machine.app = self
            if not board:  # a finger does not hit smaller tiles
                self.art.steps = tuple(step for step in self.art.steps if step[0] or step[1] > 1)
                if not host.fingers:  # as the buttons beside the picture
                    self.keys.menu_key, self.keys.hint_key = "M", "H"
            if language:
                set_language(language)
            self.show_first()

        def module(self, name):
            if name == _ROUND:
                import roundview

                return roundview
            module = board_app.module(self, name)
            if name == "menus.title" and not board:
                _fit_title(module)
            return module

        def light(self, dim=0):
            """Leave the light on, as a page has no battery to save."""
            if not dim:
                board_app.light(self)

    flow.App = PageApp
    try:
        with open("/code.py") as file:
            exec(file.read(), {"__name__": "__main__", "__file__": "/code.py"})
    except Ended:
        return False  # the program has shown why it failed, and sleeps for ever
    finally:
        flow.App = board_app
    return True


def _fit_title(title):
    """Leave the board's buttons out of the first screen; keep the name clear of narrow edges."""
    more = title.texts.TITLE_MORE
    if isinstance(title._MENUS[more], list):
        return  # done
    title._MENUS[more] = [line for line in title._MENUS[more] if line[2] != "menus.buttons"]
    draw_name = title.Screen._draw_name

    def draw_small(screen):
        art = screen.app.art
        large, art.large = art.large, _SMALL_NAME if art.w < 12 * art.large[0] + 2 else art.large
        bottom = draw_name(screen)
        art.large = large
        return bottom

    title.Screen._draw_name = draw_small


def _install(machine, profile, resume):
    """Replace the modules that the program imports by the board's, and open files as a board
    does."""
    made = standins.modules(machine, profile)
    board = made["supervisor"]
    board.RunReason = standins.Members(SUPERVISOR_RELOAD=True)
    board.runtime.run_reason = resume
    made["time"] = standins.Members(sleep=machine.sleep, localtime=time.localtime)
    functions = {name: _with_board_errors(getattr(os, name)) for name in _OS_FUNCTIONS.split()}
    made["os"] = standins.Members(sync=host.sync, getenv=machine.settings.get, **functions)
    made["board"].DISPLAY = machine.display
    made["vectorio"] = standins.Members(Rectangle=displayio.Rectangle)
    made["traceback"] = standins.Members(
        format_exception=_traceback, print_exception=sys.print_exception
    )
    sys.modules.update(made)
    standins.AudioOut.on_sound = host.hear
    open_file = _with_board_errors(builtins.open)

    def open_here(path, mode="r", *more):
        """Open a file of this drive; fetch a language when it is first read."""
        if "/words/" in path and "r" in mode and os.stat(path)[6] < _STUB:
            _fetch_language(open_file, path)
        return open_file(path, mode)  # `more` is about buffering, which the browser does

    builtins.open = open_here


def _traceback(problem):
    """Return the lines of a traceback."""
    out = io.StringIO()
    sys.print_exception(problem, out)
    return [out.getvalue()]


def _with_board_errors(function):
    """Return `function` with OSErrors that have the numbers of boards."""

    def call(*given):
        try:
            return function(*given)
        except OSError as error:
            raise OSError(_ERRORS.get(error.errno, error.errno))

    return call


def _fetch_language(open_file, path):
    """Load a language from the server in place of the stub at `path`. Raises OSError."""
    try:
        host.bring(path.rsplit("/", 1)[1][:-4], _FETCHED)
    except Exception:  # any error of the browser
        raise OSError(5)
    with open_file(_FETCHED, "rb") as file:
        pack = deflate.DeflateIO(file, deflate.GZIP).read()
    os.remove(_FETCHED)
    with open_file(path, "wb") as file:
        file.write(pack[pack.find(b"\n") + 1 :])


def turn() -> int:
    """Run one turn of the app's loop; return the milliseconds until the next, or -1 at its end."""
    machine = _machine
    machine.slept = 0
    try:
        machine.app.go_on()
    except Ended:
        return -1
    except Exception as problem:
        _show_failure(problem)
        return -1
    screen = machine.app.screen
    return 0 if screen and screen.worker is not None else machine.slept


def _show_failure(problem):
    """Show the sentence about a failure from which the game cannot recover."""
    from pocket.app import start

    app, _machine.app = _machine.app, None  # it sleeps for ever after the sentence
    try:
        start.failed(app.display, problem, app)
    except Ended:
        pass


def key(button: "Any", pressed: bool) -> None:
    """Push or release a button as the page shows it: the opposite arrow if the handheld is turned
    upside down, whose picture the page shows upright.
    """
    machine = _machine
    pushed = machine.pushed.pop(button, button)
    if pressed:
        if button in ("START", "SELECT"):  # they count in a tip, as a touch does
            touch("close_tip", -1)
        if machine.app and machine.app.keys.is_rotated and button in _ARROWS:
            pushed = _ARROWS[_ARROWS.index(button) ^ 1]
        machine.pushed[button] = pushed
    machine.key(pushed, pressed)


def long(button: "Any") -> None:
    """Handle a long press: START opens the menu, SELECT gives a hint."""
    from pocket.app import input

    app = _machine.app
    if app.next is None and input.NAMES.index(button) in app.screen.long_keys:
        app.press(input.NAMES.index(button), input.LONG)


def touch(what: str, *place: int) -> str:
    """Call function `what` of touch.py for a touch of the display; return the numbers that it
    returns, separated by spaces, or ""."""
    import touch

    app = _machine.app
    if app is None or app.screen is None or app.next is not None:
        return ""
    return " ".join([str(number) for number in getattr(touch, what)(app, *place) or ()])


def keep() -> bool:
    """Save the screen and an unfinished turn for the next start. Return False to be asked again."""
    app = _machine.app
    if app is None or app.screen is None or app.screen.busy or app.next is not None:
        return False  # the game itself has saved the last move
    from pocket.saves import restart

    app.args = app.screen.again() or app.args
    if app.session.turn is not None:
        app.session.turn.before_key = None  # the steps of the last key are done
        app.session.turn.is_saved = True
    if app.name != _ROUND and restart.keep(app, app.name, True, True):
        host.resume()
    return True


def set_language(code: str) -> None:
    """Set and save the language, and show the current screen in it."""
    from pocket.made import texts
    from pocket.saves import settingsfile
    from pocket.ui import words

    app = _machine.app
    if code == app.settings.language and not app.settings.new or code not in words.languages():
        return
    app.settings.language = code
    words.speak(app, code)
    if app.session.you is not None:
        app.session.people[app.session.you] = ("", words.say(texts.VALUES_YOU))
    settingsfile.save(app)
    if app.screen is not None:
        app.go(app.name, *(app.screen.again() or app.args))


def contents(path: str) -> str:
    """Return the ids of the games in a file of saves, separated by spaces, "-" if it has only
    settings, or "" if it is no file of saves."""
    from pocket.saves import storage
    from pocket.saves.slots import SLOTS, STRIDE

    size = os.stat(path)[6]
    store = storage.Store({"path": path, "nvm": None})
    names = {slot[2] for slot in store.slots() if slot[2]}
    if size % 512 or not 4 * STRIDE < size <= (SLOTS + 2) * STRIDE or not names:
        return ""
    games = [store.load(name) for name in sorted(names) if name.startswith("game")]
    return " ".join([game[:2].decode() for game in games if game]) or "-"


def look(text: str) -> str:
    """Show the round whose record is `text`; return "", or why it cannot be shown."""
    from pocket.saves import roundsfile

    from rules.base import RulesError
    from rules.record import notation, reader

    app = _machine.app
    data = text.strip().encode() + b"\n"
    try:
        record = reader.Record(data)
        game = reader.check(record)
        # Treat all seats as persons, as the coach shows only their turns.
        people = [("", record.name(seat)) for seat in range(len(record.people))]
        data = notation.packed(game, people)
    except RulesError as why:
        return _refusal_text(why.args)
    except Exception:  # any error that a damaged text causes
        return "This is no record of a round."
    if roundsfile.save(app.store, data):
        return "This round's record is too long to be looked at here."
    app.go(_ROUND if game.pieces == "tiles" else game.coach, 0, 0, ("menus.title",))
    return ""


def _refusal_text(why):
    """Return the sentence for a RulesError's args `why`, in the current language if the rules
    refused a play."""
    from pocket.ui import words

    if not isinstance(why[0], str):
        return words.refusal_text(why)
    values = [_refusal_text(value) if isinstance(value, tuple) else value for value in why[1:]]
    return why[0] % tuple(values) if values else why[0]


def deal(code: str) -> str:
    """Begin the game of a code (rules/codes.py); return "", or why it is refused."""
    from pocket.games import newgame

    from rules import codes
    from rules.base import RulesError

    app = _machine.app
    try:
        game_id, levels, options, deal = codes.decode(code)
    except (RulesError, ValueError):
        return "This link names no game."
    people = newgame.people_of(app, levels)
    app.go("games.makegame", "menus.title", "start", game_id, people, options, deal)
    return ""


def puzzle(text: str) -> str:
    """Begin the puzzle of that number in the pack, from 0; return "", or why it is refused."""
    from rules.base import RulesError

    app = _machine.app
    app.go("learn.puzzles", 1)
    turn()
    screen = app.screen
    try:
        number = int(text)
        grade = screen.pack.grade(number)[0] if number >= 0 else 0
    except (ValueError, RulesError):
        grade = 0
    if not grade:
        app.go("menus.title")
        return "This link names no game."
    screen.chosen[grade] = number
    screen.list.chosen = grade
    screen.choose()
    return ""


def whole(what: str) -> str:
    """Return all tiles of the "table" or "rack" in a turn, "" elsewhere."""
    import spoken

    return spoken.whole(_machine.app, what)


def news() -> str:
    """Return, in JSON, the words of the screen (`parts`), whether START held opens the menu, a turn
    or the title's first line is on show and there is a game to go on with, what the buttons do, the
    record that it shows as text, what `_shared` returns, and the language."""
    import labels
    import spoken
    from pocket.app import input
    from touch import current_turn_part

    app = _machine.app
    screen = None if app.next else app.screen
    menu = screen and input.START in screen.long_keys and not getattr(screen, "tip", False)
    title = screen and app.name == "menus.title" and not screen.menu and not screen.list.chosen
    size = len(labels.short)
    parts = [
        labels.full + part[size:] if size and part[:size] == labels.short else part
        for part in spoken.parts(app)
    ]
    news = {"parts": parts, "turn": bool(screen and current_turn_part(app)), "menu": bool(menu)}
    news.update(title=bool(title), goes=bool(getattr(screen, "kept", True)))
    news["record"] = spoken.record(app)
    news["link"], news["tiles"] = _shared(app.session)
    return json.dumps(dict(news, keys=labels.keys, language=app.settings.language))


def _shared(session):
    """Return the part of a link that deals the same tiles, the running game's code (rules/codes.py)
    or the puzzle's number, or ""; and how many tiles the rack has before the turn, or 0."""
    game = session.game
    tiles = len(game.racks[session.viewer or 0]) if game and game.racks else 0
    if game and session.code:
        return "deal=" + session.code, tiles
    task = getattr(game, "task", None)
    return "puzzle=%d" % session.lesson[1] if task and "which" in task else "", tiles
