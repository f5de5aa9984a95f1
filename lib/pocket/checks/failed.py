"""Recover from a failure: go on from the last good state, with a note about it.

That state is the running game, unless half a move is made or it is not whole; the unfinished turn
is as it was before the last key. Else it is the save. Without either, or if the same position fails
twice, the first screen follows, and the note says what is lost. If the recovery or the first screen
fails, a sentence is shown until reset. Loaded only when something fails.

Keeps: -"""

import binascii

import displayio
from pocket.app import device, draw, flow
from pocket.app.flow import Screen as Base
from pocket.app.version import VERSION
from pocket.made import texts

if False:  # for type checkers
    from busdisplay import BusDisplay
    from pocket.app.flow import App


_LONGEST = 1500  # bytes of the save of traces
_WAIT_MS = 700  # keys pressed earlier were not meant for the note


def mend(app: "App", name: str, problem: Exception, was_busy: bool) -> None:
    """Recover from `problem`, raised while the screen `name` was shown or being made. was_busy:
    whether that screen was computing. Raise `problem` again if there is no way out: it came from
    this module's own screen, or repeatedly from the title."""
    session = app.session
    failures = app.failures
    failures.close_failed = False
    if name == "checks.failed":
        raise problem
    session.attach_game()
    if isinstance(problem, MemoryError):
        from pocket.saves import restart

        restart.leave(app, name, not session.game or _is_whole(app))  # returns if it cannot
    position = _position_code(app, name)
    failed_before = position in failures.failed_places
    if failed_before and name == "menus.title":
        raise problem
    save_trace(app, name, problem)
    failures.carried_work = b""
    failures.failed_places.append(position)
    game = session.game
    way_out = _choose_way_out(app, failed_before)
    failures.moves_before = -1
    if type(session.turn) is not device.Detached:  # the turn could not be closed
        session.turn = None
    if way_out == texts.FAILED_MENU:
        failures.thinking_failed = False
    elif game.phase == "turn" and (was_busy or session.people[game.seat][0]):
        failures.thinking_failed = True
    app.go("checks.failed", way_out, type(problem).__name__ == "AssetError" and str(problem))


def _choose_way_out(app, failed_before):
    """Return the text that says where the game goes on, FAILED_TURN ... in texts. Save what can be
    saved before the first screen. failed_before: whether this position has failed already."""
    session = app.session
    if not session.game:
        return texts.FAILED_MENU
    if not _is_whole(app):
        has_save = not failed_before and app.store.load(session.save_name)
        return texts.FAILED_SAVE if has_save else texts.FAILED_MENU
    if failed_before:
        try:
            flow.keep(app)
        except Exception:  # this position fails again
            pass
        return texts.FAILED_MENU
    is_kept = session.turn is None or type(session.turn) is device.Detached
    return texts.FAILED_TURN if is_kept else texts.FAILED_AGAIN


def _position_code(app, name):
    """Compute a number for the screen `name` and the position it showed."""
    data = name.encode()
    try:
        data += app.session.game.pack()
        for codes in app.session.turn.sets:
            data += codes
    except Exception:  # no game, a damaged one, or no turn
        pass
    return binascii.crc32(data)


def _is_whole(app):
    """Return whether the running game is sound and no move is half made. Where no save could
    replace it, it need only be sound, and a lesson not even that."""
    game = app.session.game
    failures = app.failures
    if app.session.lesson:  # no save has it
        return True
    try:
        game.check()
    except Exception:
        return False
    if failures.moves_before < 0 or failures.unsaved:
        return True
    moves = game.moves  # a move changes it before all else
    return len(moves) == failures.moves_before and moves[-1:] != b"."


def save_trace(app: "App", name: str, problem: Exception) -> None:
    """Keep the trace of an exception in the save "trace", before older ones. app: None if there is
    none yet."""
    try:
        import traceback

        report = VERSION + " " + name + "\n" + "".join(traceback.format_exception(problem))
        store = app.store
        store.save("trace", (report.encode() + (store.load("trace") or b""))[:_LONGEST])
    except Exception as worse:  # no store yet, or no memory
        print(worse)


class Screen(Base):
    """A note that something failed; any key continues. way_out: the text that says where the game
    goes on (`_choose_way_out`). why: a sentence in place of the usual one, or False."""

    def __init__(self, app: "App", way_out: int, why: str) -> None:
        from pocket.ui import words

        self.app = app
        self.way_out = way_out
        self.opens = app.now() + _WAIT_MS
        self.text = why or words.say(texts.FAILED_WRONG, words.say(way_out))
        if way_out == texts.FAILED_MENU and app.session.game and not app.session.lesson:
            self.text += " " + words.say(
                texts.PAUSE_LEAVE_HELP if app.failures.kept else texts.FAILED_LOST
            )
        self.group = draw.note(app.w, app.h, self.text, app.art.letters)

    def key(self, button: int, kind: int) -> None:
        app = self.app
        session = app.session
        if app.now() < self.opens:
            return
        if self.way_out == texts.FAILED_MENU:
            app.go("menus.title")
        elif self.way_out == texts.FAILED_SAVE:
            app.go("games.makegame", "menus.title", "resume", session.save_name)
        else:
            session.hide()  # the hand-over asks who holds the device
            flow.show(app)


def say(display: "BusDisplay | None", problem: Exception) -> bool:
    """Print a sentence about an exception and show it on the display, if there is one: on a note,
    or on the terminal if the letters cannot be read. Needs nothing of the app. Return whether it is
    on show."""
    if type(problem).__name__ in ("BoardError", "AssetError"):
        words = str(problem)
    else:
        words = "Something went wrong: %s %s." % (type(problem).__name__, problem)
        if isinstance(problem, MemoryError):
            words = "The game ran out of memory."
        words += " The game is kept as of the last turn. Switch off and on to go on."
    print(words)
    if display is None:
        return False
    device.light(display, 1)
    try:
        large = min(display.width, display.height) >= 240
        font = draw.Letters("body18x18.bmp" if large else "body11x11.bmp")
        display.root_group = draw.note(display.width, display.height, words, font)
    except device.AssetError:
        display.root_group = displayio.CIRCUITPYTHON_TERMINAL
    display.refresh()
    return True
