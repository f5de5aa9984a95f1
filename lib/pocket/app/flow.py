"""Which screen comes next, and the running game in the save: the one place that decides both.

The screens of a turn apply their move and call `next`; everything else follows from the game's
own phase and from who sits at each seat."""

if False:  # for type checkers
    from typing import Any

    from pocket.app.app import App


class Failures:
    """What is kept for the case that something fails (checks/failed.py).

    began: while a move is made, how long the game's record was before; else -1. kept: the newest
    save has the last move. unsaved: why the last one was not written, or "". closing: what
    is closed now has failed. idle: what thought about this turn has failed: until the next move a
    computer plays plainly and no hint is looked for. places: marks of the screens and positions
    that have failed. restarts: of the VM for want of memory, one upon the other. anew: there was
    one since the last key or move. work: bytes of `Screen.carried_over` that it carries over.
    Others set all of it.
    """

    def __init__(self) -> None:
        self.began = -1
        self.kept = self.closing = self.idle = False
        self.unsaved: tuple | str = ""
        self.places: list = []
        self.restarts = 0
        self.anew = False
        self.work = b""

    def progress(self) -> None:
        """Something was done: a restart from here on is the first one."""
        self.restarts = 0
        self.anew = False

    def saved(self, why: tuple | str) -> bool:
        """A save was written (""), or not, and why. True if that is news."""
        self.kept = not why
        new = why != self.unsaved
        self.unsaved = why
        return new


def forget(app: "App") -> None:
    """The running game is over: drop its save."""
    from pocket.saves import storage

    session = app.session
    left = storage.head(session.game, app.settings)
    app.tell(app.store.forget(session.record, left))


def notice(app: "App") -> str:
    """The notice that is to be told, as a player reads it, or "": once."""
    said: Any = app.take_notice()
    if said:
        from pocket.ui import words

        said = words.told(said)
    return said


def apply_move(app: "App", move: tuple) -> tuple | None:
    """Make a move of the running game by its `apply`, which ends a turn that was being built.
    Returns None, or why not: (clause, why)."""
    game = app.session.game
    failures = app.failures
    failures.began = len(game.moves or b"")
    why = game.apply(move)
    failures.began = -1
    if why is None:
        failures.kept = failures.idle = False
        failures.progress()
        app.session.turn = None
        app.session.used = app.session.saved = 0
    return why


def save(app: "App") -> None:
    """Keep the running game. A problem is told once; then there is a sign. Lessons are not kept."""
    session = app.session
    if session.lesson:
        return
    app.failures.kept = False
    session.saved = session.used
    from pocket.saves import storage

    payload = storage.pack(session, app.settings)
    problem = app.store.save(session.record, payload, True) or ""
    if app.failures.saved(problem):
        app.tell(problem)


def keep(app: "App") -> None:
    """Save the running game, unless its newest save has the last move."""
    if not app.failures.kept:
        save(app)


def next(app: "App", kept: bool = False) -> None:
    """Save, then show the screen the game's phase asks for. The turn that was being built is over.
    kept: the newest save leads here already, so there is no need to save."""
    session = app.session
    session.turn = None
    if session.lesson:
        show(app)
        return
    app.failures.kept = kept
    if session.game.phase == "start":
        session.begin_round()
    if not kept:
        save(app)
    show(app)


def show(app: "App") -> None:
    """Show the screen the game's phase asks for; after a lesson's turn, the one that leads to."""
    session = app.session
    game = session.game
    if session.viewer != game.seat:
        session.hide()  # that turn is over, also where the menu was opened over its last picture
    if session.lesson and game.done:
        app.go(game.leads, *session.lesson)
    elif game.phase in ("round", "over"):
        app.go("games.makegame")
    elif session.hidden() and game.phase != "start":
        app.go("rounds.handover")  # no other way leads to another person's tiles
    elif game.phase in ("start", "redeal"):
        app.go("rounds.startdraw")
    elif app.screen is not None and app.screen.name == game.screen:
        app.screen.turn()
    else:
        app.go(game.screen)
