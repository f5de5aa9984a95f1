"""The handheld in the page: its clock, its buttons, its drive, and the loop that runs the app.

What the worker calls: `start`, then `turn` again and again; `key` and `tap` when somebody plays.
The board's modules are those of the simulator (tools/sim/standins.py); displayio, vectorio and
bitmaptools are beside this file. With a simulated clock, which tests ask for, time passes as in
the simulator: where the program sleeps or asks for the time.
"""

import builtins
import os
import sys
import time

import deflate
import host
import standins

if False:  # for type checkers
    from typing import Any

_WRAP = 1 << 29  # supervisor.ticks_ms wraps there
_PRESS = 40  # simulated milliseconds a press lasts, and the pause after it
_SAVES = "/rummy.sav"
_BROUGHT = "/brought.gz"
_SHORT = 1900  # bytes: a record as text that a place for saves holds
_ASKED = "stat listdir remove rename mkdir rmdir statvfs"
_ERRORS = {44: 2, 20: 17, 54: 20, 51: 28, 69: 30}  # Emscripten counts otherwise
_STUB = 512  # bytes: a shorter file of words holds a language's own name alone


class Ended(BaseException):
    """The program has ended, or sleeps for ever: no `except Exception` of it holds this."""


class Machine:
    """What the stand-ins ask of the handheld, see tools.sim.machine.Sim. app: the running App.
    slept: milliseconds that it wants to sleep. ms: of the simulated clock, or None."""

    nvm = battery = None
    booting = False

    def __init__(self, profile: "Any", display: "Any", seed: "Any", simulated: bool) -> None:
        self.display = display
        self.buttons = profile.buttons
        self.wires = dict(zip(profile.pins, profile.buttons))
        self.events = standins.EventQueue()
        self.faults = set()
        self.settings = {"POCKET_SEED": seed}
        self.down = set()
        self.pushed = {}  # for a button that is held as the page shows it: which of these
        self.app = None
        self.slept = 0
        self.ms = 0 if simulated else None

    def ticks_ms(self) -> int:
        """Return supervisor.ticks_ms."""
        if self.ms is None:
            return host.now() % _WRAP
        self.ms += 1
        return self.ms % _WRAP

    def sleep(self, seconds: float) -> None:
        """Note how long time.sleep was to take: the loop makes up for it after the program's
        turn."""
        if self.app is None:
            raise Ended
        ms = max(1, int(seconds * 1000))
        self.slept += ms
        if self.ms is not None:
            self.ms += ms

    def stop(self) -> None:
        """Restart the page: microcontroller.reset."""
        host.reset()
        raise Ended

    def tell_down(self) -> None:
        """Put an event for every button that is down: keypad.Keys.reset."""
        for button in self.down:
            if button in self.buttons:
                self.events.put(self.buttons.index(button), True, 0)

    def key(self, button: "Any", pressed: bool) -> None:
        """A button goes down, or up."""
        for name in self.wires:
            if self.wires[name] == button:
                self.pins[name].level = False if pressed else None
        if button in self.buttons and pressed != (button in self.down):
            self.events.put(self.buttons.index(button), pressed, 0)
        (self.down.add if pressed else self.down.discard)(button)


class _Over:
    """A module with some members of its own in front of another's."""

    def __init__(self, module, **members):
        self._module = module
        for name, value in members.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        return getattr(self._module, name)


_machine = None


def start(board: str, seed: str, language: str, elsewhere: bool, simulated: bool) -> bool:
    """Switch on a handheld: `board` is an id of lib/pocket/hardware/boards.py, `seed` text or "".
    language: what is said where nobody has chosen yet, a code. elsewhere: another page has the
    drive. Returns True once the first screen is to be shown."""
    global _machine
    from displayio import Display
    from pocket.hardware import boards

    profile = boards.profile(board)
    display = Display(profile.width, profile.height)
    _machine = machine = Machine(profile, display, seed or None, simulated)
    if elsewhere:
        machine.faults.update(("read-only", "usb"))
    _lay_saves()
    _install(machine, profile)
    from pocket.app import flow

    board_app = flow.App

    class Here(board_app):
        """The App, whose turns the page takes. It finds the page's own screens, too."""

        def run(self):
            flow.App = board_app
            machine.app = self
            if self.settings.new and language:
                from pocket.ui import words

                if language in words.languages():
                    self.settings.language = language
                    words.speak(language)
            self.show_first()

        def module(self, name):
            if not name.startswith("page."):
                return board_app.module(self, name)
            import roundview

            return roundview.SCREENS[name]

    flow.App = Here
    try:
        with open("/code.py") as file:
            exec(file.read(), {"__name__": "__main__", "__file__": "/code.py"})
    except Ended:
        return False  # it says why, and sleeps for ever
    finally:
        flow.App = board_app
    return True


def _lay_saves():
    """Write the empty file of saves if there is none, as it comes on a board's drive."""
    if _SAVES[1:] in os.listdir("/"):
        return
    from pocket.saves import savefile
    from pocket.saves.slots import SLOTS, STRIDE

    slot = savefile.EMPTY + bytes(STRIDE - len(savefile.EMPTY))
    with open(_SAVES, "wb") as file:
        file.write(bytes(2 * STRIDE) + slot * SLOTS)


def _install(machine, profile):
    """Let the program find the board's modules, and its drive."""
    made = standins.modules(machine, profile)
    del made["alarm"]  # a page does not sleep
    made["time"] = _Over(time, sleep=machine.sleep, monotonic=lambda: machine.ticks_ms() / 1000)
    changing = {name: _numbered(getattr(os, name)) for name in _ASKED.split()}
    made["os"] = _Over(os, sync=host.sync, getenv=machine.settings.get, **changing)
    sys.modules.update(made)
    standins.AudioOut.hear = host.hear
    opened = _numbered(builtins.open)

    def open_here(path, mode="r", *more):
        """Open a file of this drive. Another page may hold it; words are fetched when they are
        read."""
        if "r" not in mode or "+" in mode:
            if "read-only" in machine.faults:
                raise OSError(30)
        elif "/words/" in path and os.stat(path)[6] < _STUB:
            _bring(opened, path)
        return opened(path, mode)  # buffering is the browser's

    builtins.open = open_here


def _numbered(function):
    """Return `function`, whose errors have the numbers that boards know."""

    def call(*given):
        try:
            return function(*given)
        except OSError as error:
            raise OSError(_ERRORS.get(error.errno, error.errno))

    return call


def _bring(opened, path):
    """Load a language, of which only its own name is here. Raises OSError."""
    name = path.rsplit("/", 1)[1][:-4]
    try:
        host.bring("words-%s.gz" % name, _BROUGHT)
    except Exception:  # whatever the browser says
        raise OSError(5)
    with opened(_BROUGHT, "rb") as file:
        pack = deflate.DeflateIO(file, deflate.GZIP).read()
    os.remove(_BROUGHT)
    with opened(path, "wb") as file:
        file.write(pack[pack.find(b"\n") + 1 :])


def turn() -> int:
    """Run one turn of the app's loop. Returns the milliseconds until the next, or -1 at its end."""
    machine = _machine
    machine.slept = 0
    try:
        machine.app.go_on()
    except Ended:
        return -1
    except Exception as problem:
        _failed(problem)
        return -1
    return machine.slept


def _failed(problem):
    """Show the sentence of a failure that cannot be mended."""
    from pocket.app import start

    app, _machine.app = _machine.app, None  # it sleeps for ever behind the sentence
    try:
        start.failed(app.display, problem, app)
    except Ended:
        pass


def key(button: "Any", pressed: bool) -> None:
    """A button goes down, or up, as the page shows it: the picture of a handheld that is held
    upside down stands upright, and the arrow of its other side is meant."""
    machine = _machine
    pushed = machine.pushed.pop(button, button)
    if pressed:
        arrows = ("UP", "DOWN", "LEFT", "RIGHT")
        if machine.app and machine.app.keys.turned and button in arrows:
            pushed = arrows[arrows.index(button) ^ 1]
        machine.pushed[button] = pushed
    machine.key(pushed, pressed)


def wait(ms: int) -> None:
    """Let so many milliseconds of the simulated clock pass."""
    end = _machine.ms + ms
    while _machine.ms < end and turn() >= 0:
        pass


def press(button: "Any", ms: int = _PRESS) -> None:
    """Hold a button for so long, on the simulated clock."""
    key(button, True)
    wait(ms)
    key(button, False)
    wait(_PRESS)


def heard() -> bool:
    """Return whether every key is heard: none may have been mashed (App.settle)."""
    return not _machine.app.ignore_keys_until


def tap(x: int, y: int) -> None:
    """Handle a touch of pixel x, y."""
    import touch

    touch.tap(_machine.app, x, y)


def good(path: str) -> str:
    """Return "" where the file at `path` is one of saved games, else why not: a sentence."""
    from pocket.saves import storage
    from pocket.saves.slots import SLOTS, STRIDE

    size = os.stat(path)[6]
    store = storage.Store({"path": path, "nvm": None})
    kept = [slot for slot in store.slots() if slot[2] is not None]
    if size % 512 or not 4 * STRIDE < size <= (SLOTS + 2) * STRIDE or not kept:
        return "This is no rummy.sav of Pocket Rummy."
    return ""


def look(text: str) -> str:
    """Show the round whose record is `text`. Returns "", or why it cannot be shown."""
    from pocket.saves import roundsfile

    from rules.errors import RulesError
    from rules.record import notation, reader

    app = _machine.app
    data = text.strip().encode() + b"\n"
    try:
        record = reader.Record(data)
        game = reader.check(record)
        if len(data) > _SHORT:  # as the game itself would have kept it
            data = notation.packed(game, record.people)
    except RulesError as why:
        return _refused(why.args)
    except (ValueError, IndexError, KeyError):
        return "This is no record of a round."
    why = roundsfile.save(app.store, data)
    if why:
        return "This round's record is too long to be looked at here."
    app.go("page." + game.coach, 0, 0, ("menus.title",))
    return ""


def _refused(why):
    """Return why a record is refused, a RulesError's args: a sentence; what the rules say about a
    play is in the language that is spoken."""
    from pocket.ui import words

    if not isinstance(why[0], str):
        return words.refused(why)
    values = [_refused(value) if isinstance(value, tuple) else value for value in why[1:]]
    return why[0] % tuple(values) if values else why[0]


_told = None, ""  # the screen and line a record was asked for, and that record


def record() -> str:
    """Return the record of the round that is on show, as text: of a score sheet, of the line that
    is chosen among the last rounds; "" elsewhere."""
    global _told
    app = _machine.app
    screen = app.screen
    shown = _round(app, screen) if screen is not None else None
    if shown is None:
        _told = None, ""
    elif _told[0] != (screen, shown):
        from pocket.saves import roundsfile

        from rules.errors import RulesError
        from rules.record import notation

        try:
            text = notation.expand(roundsfile.one_of(app, shown))
        except RulesError:
            text = ""  # it is not kept
        _told = (screen, shown), text
    return _told[1]


def _round(app, screen):
    """Return which round a screen shows, as roundsfile.one_of counts them; None: it shows none."""
    if app.name == "rounds.score" and not screen.back:
        return 0 if app.session.game.coach else None
    if app.name == "review.lastrounds" and screen.list is not None:
        return screen.list.chosen
    return None


# What the display says, for who cannot see it: signs among the letters (pocket.app.draw), and
# _REVERSE, are for the page to say in words.
_REVERSE = "\x1f"
_TURNS = ("review.cardturns", "page.turns")


def said() -> str:
    """Return what the screen on show says: its heading, the line that is chosen or all it tells,
    and at last what the keys do."""
    import touch

    app = _machine.app
    screen = app.screen
    if screen is None:
        return ""
    if touch.writes(screen):
        parts = _writing(screen.panel, screen.pad)
    elif app.name in _TURNS and screen.turns:
        parts = _card_turn(screen)
    elif screen.panel is not None:
        parts = _panel(screen.panel)
    else:
        parts = _board(screen)
    if screen.box is not None:
        parts.insert(0, " ".join(line.text for line in screen.box.lines))
    return ". ".join(part for part in parts if part).replace("\n", " ")


def _writing(panel, pad):
    """Return Letters to write with: what is written, and the letter that is chosen."""
    rows = sorted(panel.said, key=lambda item: item[0])
    letter = (pad.letters + "\x12")[pad.letter]
    return [rows[0][3], pad.text, letter, rows[-1][3]]


def _panel(panel):
    rows = sorted(panel.said, key=lambda item: item[0])
    foot = panel.lines - 1
    listing = panel.list
    if listing is None:
        return [item[3] for item in rows]
    line = listing.text(listing.chosen) or ""
    if listing.value:
        line += ": %s" % (listing.value(listing.chosen) or "")
    ends = [item[3] for item in rows if item[0] in (-1, foot - 1, foot)]
    return [item[3] for item in rows if item[0] == 0] + [line] + ends


_CARD = {"r": "\x02", "b": "\x03", "^": "\x7f", "#": "\x1d", "o": "\x1e", "*": "\x05"}
# Cards in the texts of review.cardturns: the red shapes are filled, and look like other signs.
_SIGNS = {"\x02": "\x02\x7f", "\x01": "\x02\x1d", "\x1a": "\x02\x1e", "\x06": _REVERSE, "\x07": ""}
_SIGNS.update({"\x7f": "\x03\x7f", "\x1d": "\x03\x1d", "\x1e": "\x03\x1e"})


def _spoken(code):
    """Return a card of 8 Round Rummy."""
    from rules.eight import cards

    if code == cards.REVERSE:
        return _REVERSE
    return "".join(_CARD.get(letter, letter) for letter in cards.text(code))


def _card_turn(screen):
    """Return a turn of review.cardturns: its heading, the hand, what is told of it, the keys."""
    rows = [item[3] for item in sorted(screen.panel.said, key=lambda item: item[0])]
    what = ["".join(_SIGNS.get(letter, letter) for letter in text) for text in rows[1:-1]]
    hand = " ".join(_spoken(code) for code in screen.turns[screen.index][3])
    return rows[:1] + [hand] + what + rows[-1:]


def _card(turn):
    """Return the card under the cursor of a person's turn at the card table; "" elsewhere, and of
    the pile, whose cards lie face down."""
    if not hasattr(turn, "taking"):
        return ""
    from pocket.eight.cards import TOP

    game = turn.app.session.game
    if not turn.taking:
        return _spoken(game.hands[game.seat][turn.index])
    return _spoken(game.discards[-1]) if turn.index == TOP and game.discards else ""


def _board(screen):
    parts = []
    table = getattr(screen, "table", None)
    if table is not None:  # cards
        return [table.page.message, _card(screen.part), table.keys_line.text]
    hand = getattr(screen, "part", None)
    if hand is not None and hasattr(hand, "gap"):
        from pocket.app import draw

        where, index, tile = hand.cursor()
        turn = hand.turn
        if where == 0 and index < len(turn.rack):
            parts.append(draw.tile_text(turn.rack[index]))
        elif where == 1:
            parts.append(" ".join(draw.tile_text(code) for code in turn.sets[index]))
    for name in ("head", "line", "foot"):
        strip = getattr(screen, name, None)
        if hasattr(strip, "text"):
            parts.append(strip.text + (" " + strip.tail if strip.tail else ""))
    return parts
