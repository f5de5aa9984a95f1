"""What the screen tests share: a simulated handheld, its lines of text, games put on show."""

from tools.sim import Sim

BOARDS = ("pybadge", "tinycircuits_thumby_color", "pimoroni_picosystem", "pajenicko_picopad")


def handheld(folder, board="pybadge", seed=5, **more):
    """A simulated board with its saves in `folder`, at the first screen; without a picture, unless
    `blind` is False."""
    return Sim(board, seed=seed, save_dir=str(folder), **{"blind": True, **more})


def lines(sim):
    """The rows of text on show."""
    rows = sim.app.screen.panel.rows
    return [rows.text(i) for i in range(len(rows.grids))]


def page(sim):
    """All text on show, as one line."""
    return " ".join(" ".join(lines(sim)).split())


def screen(sim):
    """The name of the screen on show."""
    return type(sim.app.screen).__module__.rsplit(".", 1)[-1]


def to(sim, label):
    """Go down a list to the line that begins with `label`."""
    shown = sim.app.screen.list
    for _ in range(shown.count + 1):
        if shown.text(shown.at).strip(" \x12").startswith(label):
            return
        sim.press("DOWN")
        shown = sim.app.screen.list
    raise AssertionError("there is no line " + label)


def choose(sim, label):
    """Go to a line and press A."""
    to(sim, label)
    sim.press("A")
    sim.wait(50)


def put(sim, game, people, show=None):
    """Make a game the running one and show the screen its phase asks for, or `show`."""
    from pocket import flow

    game.note = flow.pack_people(people)
    flow.seat(sim.app, game, people)
    if show:
        sim.app.go(*show)
    else:
        flow.next(sim.app)
    sim.wait(60)
