"""Keys that were pressed before a screen was there do nothing on it."""

from scenes import scenes


def _queue(sim, keys):
    for button in keys:
        sim.down(button)
        sim.up(button)


def queue(scene, text):
    """Press and let go keys one after the other, before the device reads one: `queue B DOWN A`;
    `B*40` means 40 times; `+RIGHT` is held, `-RIGHT` let go."""
    for word in text.split():
        button, _, times = word.partition("*")
        if button[0] in "+-":
            (scene.sim.down if button[0] == "+" else scene.sim.up)(button[1:])
        else:
            _queue(scene.sim, [button] * int(times or 1))


def while_made(scene, text):
    """Queue keys while the next screen is made."""
    app = scene.app
    made = app.module

    def module(name):
        app.module = made
        queue(scene, text)
        scene.overflowed = scene.sim.events.overflowed
        return made(name)

    app.module = module


def untouched(scene, _):
    """Have no key heard by the person's turn."""
    scene.runs("PersonTurn")
    part = scene.part
    assert not part.turn.picked and (part.where, part.index) == (0, 0) and not part.keyed


def waits_for_a_key(scene, _):
    """Play until the computer's move lies on show and waits for a key."""
    for _ in range(60):
        part = getattr(scene.screen, "part", None)
        kind = type(part).__name__
        if kind == "Watch" and (
            part.until if scene.name() == "eightscreen" else part.steps is None and part.move.seat
        ):
            return
        scene.sim.press("START" if kind == "PersonTurn" else "A", rest=150)
        if kind in ("PersonTurn", "Turn"):
            scene.sim.wait(600)
            scene.sim.press("A", rest=20)
    raise AssertionError("no computer's move")


test_keys_queued = scenes(
    """
    given: table r3 r4 r5; rack r6 b7 b8; players ANNA ADA/easy; menu; on pause
    Behind the one that leaves they are for neither screen:
        for $keys in B DOWN DOWN A | B DOWN DOWN DOWN A | B UP B DOWN DOWN A; queue $keys;
        wait 300; on play; untouched
    Behind the one that opens a menu they choose nothing in it: queue DOWN A DOWN DOWN; wait 300;
        on score; B; queue DOWN DOWN A A A; wait 300; on settingsmenu;
        check screen.list.chosen == 0 and not app.keys.held(4)
    Pressed while a screen is made they are not for it: while_made A RIGHT A +RIGHT; B; wait 2000;
        on play; untouched; queue -RIGHT; RIGHT; check part.index == 1
    Too many while a screen is made leave no arrow held: while_made +RIGHT B*80 -RIGHT; B;
        wait 3000; on play; check scene.overflowed and part.index == 0; RIGHT; wait 3000;
        check part.index == 1
    """,
    queue,
    while_made,
    untouched,
)

test_at_the_table = scenes(
    """
    Behind the computer's move they are not for the turn:
        for $keys in A RIGHT A | LEFT A RIGHT A | A SELECT RIGHT A; begin RK ANNA ADA/easy;
        waits_for_a_key; queue $keys +RIGHT; wait 1500; untouched
    Nor at the card table: for $keys in A RIGHT A | LEFT A RIGHT A | A SELECT RIGHT A;
        begin ER ANNA ADA/easy; waits_for_a_key; queue $keys +RIGHT; wait 1500; runs Turn;
        check part.taking and part.index == 0 and game.taken == 255
    An arrow whose release is lost stops: table r3 r4 r5; rack r6 b7 b8 k1 k2 k3 k4;
        players ANNA ADA/easy; RIGHT; queue +RIGHT; wait 60; queue B*40 -RIGHT; wait 60;
        do scene.at = part.index; wait 5000; check part.index == scene.at
    """,
    queue,
    untouched,
    waits_for_a_key,
)
