"""Which screen comes next, and the running game in the save: the one place that decides both.

The screens of a turn apply their move and call `next`; everything else follows from the game's
own phase and from who sits at each seat.
"""

from pocket.made import texts


class Mishaps:
    """What is kept for the case that something fails (alone/failed.py).

    began: while a move is made, how long the game's record was before; else -1. kept: the newest
    save is of the turn that runs. closing: what is closed now has failed. idle: what thought about
    this turn has failed: until the next move a computer plays plainly and no hint is looked for.
    places: marks of the screens and positions that have failed.
    """

    def __init__(self):
        self.began = -1
        self.kept = self.closing = self.idle = False
        self.places = []


def forget(app):
    """The running game is over: it is kept no more."""
    app.notice = app.store.forget(app.record) or ""


def notice(app):
    """What is to be told, as a player reads it, or "": once."""
    said, app.notice = app.notice, ""
    if said:
        from pocket.ui import words

        said = words.told(said)
    return said


def heading(app):
    """The game and the round, as far as a line holds them."""
    from pocket.ui import words

    game = app.game
    name = game.rules["name"]
    within, alone = game.said[:2] if app.lesson else (texts.VALUES_IN_ROUND, texts.VALUES_ROUND)
    number = 0 if app.lesson else game.round
    text = words.say(within, name, number)
    if app.art.letters.measure(text) * 10 <= app.w * 7:  # letters of headings are wider
        return text
    return words.say(alone, number)


def make(app, move):
    """Make a move of the running game (its `apply`): None, or why not: (clause, why). With it
    a turn that was built is over."""
    game = app.game
    mishaps = app.mishaps
    mishaps.began = len(game.moves or b"")
    why = game.apply(move)
    mishaps.began = -1
    if why is None:
        mishaps.idle = False
        app.turn = None
    return why


def save(app):
    """Keep the running game. A problem becomes `app.notice`. Lessons are not kept."""
    if app.lesson:
        return
    app.mishaps.kept = False
    game = app.game
    game.note = app.sitting + bytes(app.counts) + app.code.encode()
    head = game.rules["game"].encode() + bytes((min(game.round, 255),))
    problem = app.store.save(app.record, head + game.pack(), True) or ""
    app.mishaps.kept = not problem
    if problem != app.unsaved:  # told once; then there is a sign
        app.notice = app.unsaved = problem


def next(app, kept=False):
    """Save, then show the screen the game's phase asks for. The turn that was built is over. kept:
    the save there is leads here too."""
    app.turn = None
    if app.lesson:
        show(app)
        return
    if app.game.phase == "start":
        app.counts = bytearray(len(app.counts))
        app.known = {}
        for number in range(app.game.seats):
            app.known[number] = []
    if not kept:
        save(app)
    if app.persons > 1 and app.people[app.game.seat][0]:
        app.viewer = None
    show(app)


def show(app):
    """The screen the game's phase asks for; behind a lesson's turn what it leads to."""
    game = app.game
    if app.lesson and game.done:
        app.go(game.leads, *app.lesson)
    elif game.phase in ("round", "over"):
        app.go("alone.makegame")
    elif game.phase != "turn":
        app.go("between.startdraw")
    elif app.persons > 1 and not app.people[game.seat][0] and app.viewer != game.seat:
        app.viewer = None
        app.go("between.handover")
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
