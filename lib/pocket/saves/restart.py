"""Restart the VM where memory runs out: keep what is under way, and go on there in the new one.

A soft reload gives the whole heap back in a fifth of a second, and the picture stays on the panel.
The record "again" holds what no other save does: the screen, the waiting notice, whose rack is on
show, a lesson's turn, the unfinished turn, and what the screen had worked out. It is a line of
JSON, then the bytes of the turn and of that work. The module is loaded only to leave and to resume.

Screens do not follow each other by such a restart: the end of a VM closes the file of saves, and
closing a file that was written rewrites its directory, on which the whole drive depends.

Keeps: GAMES MEMORY"""

import json

from pocket.app import device, flow
from pocket.made import texts
from pocket.saves.slots import UNFINISHED

from rules.base import RulesError

if False:  # for type checkers
    from typing import Any

    from pocket.app.flow import App


_ROOM = 1990  # bytes of a slot behind the record's head and name
_OWN = "saves.restart"
# Restarts in a row after which the first screen appears; before that the game's own screen.
_MAX_TRIES = 2


def leave(app: "App", name: str, whole: bool, planned: bool = False) -> None:
    """Keep what is under way and start the VM anew, which does not return.

    name: of the screen that ran out of memory, or that wants the whole heap. whole: no move of the
    running game is half made. planned: nothing has failed. Returns where it cannot be done: on a
    host without reload, where nothing can be saved, or where restarts have not helped. Then this VM
    goes on.
    """
    saves = app.store.state
    if device.restart is None or app.failures.restarts > _MAX_TRIES:
        return
    if keep(app, name, whole, planned):
        file = saves.pop("file", None)
        if file:  # the firmware would close it, painting its terminal while it writes the directory
            file.close()
        app.sound.close()
        device.restart()


def keep(app: "App", name: str, whole: bool, planned: bool) -> bool:
    """Save the game, and the state in the record UNFINISHED. The arguments are those of `leave`.
    Return False if either cannot be saved."""
    state: dict[str, Any]
    if name == _OWN:  # the saved state has not been restored yet
        state, rest = _read(app)
        state["tries"] += 1
        return _write(app, state, rest)
    session = app.session
    game: Any = session.game
    state = {"tries": -1 if planned else app.failures.restarts, "viewer": session.viewer}
    state["screen"] = (name,) + app.args
    state["notice"] = app.take_notice()
    app.tell(state["notice"])  # put it back, in case this VM goes on
    state["order"] = app.settings.sorting, app.settings.by_shape
    if game and session.lesson and game.done:
        state["screen"] = (game.leads,) + session.lesson
    elif game and session.lesson:
        state["lesson"] = session.lesson, game.rules["game"], game.task
    elif game:
        if whole:  # the last save may be as old as the draw for the first turn
            flow.save(app)
            if not app.failures.kept:
                return False
        if app.store.load(session.save_name) is None:
            return False
        state["game"] = session.save_name
        state["since"] = session.elapsed_ms, session.by_hand, list(session.counts)
    turn = b""
    if session.turn is not None:
        from pocket.tilegame import keptturn

        turn = keptturn.pack(session.turn)
    state["turn"] = len(turn)
    return _write(app, state, turn + app.failures.carried_work)


def _write(app, state, rest):
    data = json.dumps(state).encode() + b"\n"
    data += rest[: max(0, _ROOM - len(data))]
    return not app.store.save(UNFINISHED, data, True)


def _read(app):
    """Return (state, the bytes after it) from the record UNFINISHED. Raises ValueError if there is
    none."""
    data = app.store.load(UNFINISHED) or b""
    end = data.find(b"\n") + 1
    return json.loads(data[:end].decode()), data[end:]


class Screen(flow.Screen):
    """A blank screen, the first after a restart: resumes what was kept while the panel still shows
    the old picture."""

    def __init__(self, app: "App") -> None:
        app.failures.restarts = 1
        app.go("menus.title")  # where nothing else can be taken up
        try:
            _resume(app, *_read(app))
        except (ValueError, KeyError, IndexError, TypeError, OSError, RulesError):
            app.tell((texts.FAILED_MEMORY,))


def _resume(app, state, data):
    """Restore the game and show the screen that `state` names; after the second restart in a row
    the game's own screen, after more the first screen. data: bytes of the turn and of the work."""
    from pocket.games import newgame

    tries = app.failures.restarts = state["tries"] + 1
    app.failures.restarted = True
    app.tell(state["notice"])
    app.settings.sorting, app.settings.by_shape = state["order"]
    screen = state["screen"]
    size = state["turn"]
    turn = data[:size]
    app.failures.carried_work = data[size:]
    if tries > _MAX_TRIES:
        app.tell((texts.FAILED_MEMORY,))
        return
    if "lesson" in state:
        from pocket.learn import lesson

        which, game_id, task = state["lesson"]
        lesson.start_turn(app, game_id, task, tuple(which))
        session: Any = app.session
    elif "game" in state:
        record = state["game"]
        session = newgame.saved_session(app, app.store.load(record), record, False)
        session.elapsed_ms, session.by_hand, counts = state["since"]
        session.counts = bytearray(counts)
    else:  # a menu was shown: nothing is lost, so say nothing
        app.go(*screen)
        return
    if tries:
        app.tell((texts.FAILED_MEMORY,))
    newgame.make_running(app, session)
    app.failures.kept = "game" in state
    session.viewer = state["viewer"]
    if turn:
        from pocket.tilegame import keptturn

        session.turn = keptturn.unpack(session.game, turn)
    game_screen = session.game.screen
    if tries < 2 and screen[0] not in (game_screen, "games.makegame"):
        app.go(*screen)
    else:
        flow.show(app)
