"""Which screen comes next, and the running game in the save: the one place that decides both.

The screens of a turn apply their move and call `next`; everything else follows from the game's
own phase and from who sits at each seat.
"""


def forget(app):
    """The running game is over: it is kept no more."""
    app.notice = app.store.forget(app.record) or ""


def notice(app):
    """What is to be told, as a player reads it, or "": once."""
    said, app.notice = app.notice, ""
    if said:
        from pocket import sentences

        said = sentences.told(said)
    return said


def heading(app):
    """The game and the round, as far as a line holds them."""
    from pocket import words

    game = app.game
    name = game.rules["name"]
    within, alone = game.said[:2] if app.lesson else ("@values.in_round", "@values.round")
    number = 0 if app.lesson else game.round
    text = words.say(within, name, number)
    if app.art.letters.measure(text) * 10 <= app.w * 7:  # letters of headings are wider
        return text
    return words.say(alone, number)


def save(app):
    """Keep the running game. A problem becomes `app.notice`, one sentence. Lessons are not kept."""
    if app.lesson:
        return
    game = app.game
    game.note = app.sitting + bytes(app.counts)
    head = game.rules["game"].encode() + bytes((min(game.round, 255),))
    problem = app.store.save(app.record, head + game.pack(), True) or ""
    if problem != app.unsaved:  # told once; then there is a sign
        app.notice = app.unsaved = problem


def next(app, kept=False):
    """Save, then show the screen the game's phase asks for. The turn that was built is over. kept:
    the save there is leads here too."""
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
    if not kept:
        save(app)
    if app.persons > 1 and app.people[app.game.seat][0]:
        app.viewer = None
    show(app)


def show(app):
    """The screen the game's phase asks for."""
    game = app.game
    if game.phase in ("round", "over"):
        app.go("begin")
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
