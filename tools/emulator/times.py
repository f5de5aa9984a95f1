"""`emulate --times`: how long the firmware takes from a key to the last byte sent to the panel."""

import os
from argparse import Namespace
from collections.abc import Callable

from rules.tilegame import game, games
from tools import columns
from tools.emulator import EmulatorError, consoles, heaptable, positions, session
from tools.emulator.paintings import FRAME_GAP, clusters, is_clock

_SHARE = 0.1  # of the display: a painting of less is no new screen (a clock, a cursor)
_SETTLE = 450  # ms of quiet after which a key has had its effect
_REST = 1000  # ms without one that end the play
_OVER = 4000  # ms without one that end the looking
_WATCH = 60000  # ms at most
_IDLE = (_SETTLE, 3000)  # and after which it has none: a key, a key that asks for a screen
# kind: budget in emulated ms (issue 12)
BUDGETS = {"start": 3000, "quick": 1500, "screen": 600, "cursor": 30, "tile": 100, "edit": 80}

_THOUGHTS = (
    "game -4, seats 5, level -7, moves 6, mean ms 8, p90 8, longest 8, slice 8, lowest 7, piece 7, "
    "errors 7"
)
LONG = "held "  # before a button: long enough to have its second meaning
_HOLD_MS = 590  # pocket.always.input calls a key long after 600
# what happens, button, kind; on a drive without saves, the person to begin
STEPS = (
    ("title: cursor down", "DOWN", "cursor"),
    ("title: cursor up", "UP", "cursor"),
    ("title: cursor down", "DOWN", "cursor"),
    ("title to games", "A", "screen"),
    ("games: cursor", "DOWN", "cursor"),
    ("games to set-up", "A", "screen"),
    ("set-up: cursor", "DOWN", "cursor"),
    ("set-up: cursor", "UP", "cursor"),
    ("set-up to games", "B", "screen"),
    ("games to title", "B", "screen"),
    ("title: cursor up", "UP", "cursor"),
    ("title to start draw", "A", "screen"),
    ("start draw to play", "A", "screen"),
    ("rack: cursor right", "RIGHT", "cursor"),
    ("rack: cursor right", "RIGHT", "cursor"),
    ("rack: cursor left", "LEFT", "cursor"),
    ("take a tile", "A", "tile"),
    ("take a second", "A", "tile"),
    ("take a third", "A", "tile"),
    ("rack to table", "UP", "cursor"),
    ("put three tiles down", "A", "tile"),
    ("undo", "B", "edit"),
    ("sort", "SELECT", "edit"),
    ("sort", "SELECT", "edit"),
    ("play to menu", LONG + "START", "screen"),
    ("menu: cursor", "DOWN", "cursor"),
    ("menu: cursor", "DOWN", "cursor"),
    ("menu to rules", "A", "screen"),
    ("rules: next page", "A", "screen"),
    ("rules: next page", "DOWN", "other"),
    ("rules to menu", "B", "screen"),
    ("menu to play", "B", "screen"),
    ("draw a tile?", "START", "other"),
    ("yes", "A", "other"),
)
# ... and in a game that is kept, with 75 tiles on the table
FULL_STEPS = (
    ("full table: title to play", "A", "screen"),
    ("full table: play to menu", LONG + "START", "screen"),
    ("menu: cursor", "DOWN", "cursor"),
    ("full table: menu to scores", "A", "screen"),
    ("full table: scores to menu", "B", "screen"),
    ("full table: menu to play", "B", "screen"),
)


def effect(
    areas: list, pressed: float, size: tuple[int, int], screen: bool
) -> tuple[float, int, int] | None:
    """What a key did: (ms to the last byte, bytes, areas), or None when it painted nothing.

    screen: a new screen was asked for; painted is what comes up to the last large painting. Else it
    is the first painting: a second of the clock is none, nor what follows at rest.
    """
    areas = [area for area in areas if not is_clock(area, size)]
    paintings = clusters(areas)
    if screen:
        large = [
            i for i, painting in enumerate(paintings) if painting[2] >= _SHARE * size[0] * size[1]
        ]
        paintings = paintings[: large[-1] + 1] if large else paintings
    else:
        paintings = paintings[:1]
    if not paintings:
        return None
    return (
        round(paintings[-1][1] - pressed, 1),
        sum(painting[2] for painting in paintings) * 2,
        sum(painting[3] for painting in paintings),
    )


def first_seed() -> int:
    """A seed with which the first seat of a quick game begins."""
    for seed in range(1, 100):
        made = game.Game(games.ids()[0], 2, seed)
        if made.starter == 0:
            return seed
    raise ValueError("No seed lets the first seat begin.")


def full_table() -> bytes:
    """The save of a game with 75 tiles on the table, a person to move."""
    return positions.tile_game(games.ids()[0], ["person"] + ["hard"] * 3, "full", 2)


def keys(args: Namespace, tell: Callable = lambda row: None) -> list[dict]:
    """[{what, kind, ms, bytes, areas, budget}]: power-on, the firmware's part of it and the game's,
    then every step; then those of a game with a full table. tell(row): called with each."""
    rows = []
    seed = first_seed() if args.seed is None else args.seed
    args = session.options(**{**vars(args), "seed": seed})

    def note(what, kind, effect):
        row = {"what": what, "kind": kind, "budget": BUDGETS.get(kind)}
        row.update(zip(("ms", "bytes", "areas"), effect or (None, 0, 0)))
        rows.append(row)
        tell(row)

    with session.set_up(args, None) as board:
        board.boot()
        areas = board.painted()
        title, code = round(board.last, 1), consoles.code_ms(board.console) or 0.0
        note("power-on to title", "start", (title, board.bytes, len(areas)))
        note("the firmware, to code.py", "other", (code, 0, 0))
        note("code.py to title", "other", (round(title - code, 1), board.bytes, len(areas)))
        _press(args, board, STEPS, note)
        first = ("title to start draw", "start draw to play")
        quick = [row for row in rows if row["what"] in first]
        ms, *more = (sum(row[n] or 0 for row in quick) for n in ("ms", "bytes", "areas"))
        note("title to first tile, in all", "quick", (round(ms, 1), *more))
    with session.set_up(args, None, files=positions.kept(full_table())) as board:
        board.boot()
        board.painted()
        _press(args, board, FULL_STEPS, note)
    return rows


def _press(args, board, steps, note):
    """Take the steps, and note the effect of each; --shots has a picture of it, too."""
    for number, (what, button, kind) in enumerate(steps, 1):
        pressed = board.ms
        board.mark()
        if button.startswith(LONG):
            board.down(button[len(LONG) :])
            board.wait(_HOLD_MS)
            pressed = board.ms
            board.mark()
            board.wait(50)
            board.up(button[len(LONG) :])
        else:
            board.press(button)
        board.quiet(_SETTLE, _IDLE[kind == "screen"], 20000)
        note(what, kind, effect(board.painted(), pressed, board.size, kind == "screen"))
        if args.shots and args.shots != "shots":
            os.makedirs(args.shots, exist_ok=True)
            name = "%02d-%s.png" % (number, "".join(c if c.isalnum() else "-" for c in what))
            board.shot(os.path.join(args.shots, name))


def shown_turn(args: Namespace) -> dict:
    """A computer's turn before a person's eyes, taken up from a save: {frames, ms, median, longest,
    paint, bytes, most}.

    ms: from the play's first frame to its last. median, longest: ms from frame to frame. paint: the
    longest ms of painting one. bytes: of all frames; most: of one. Raises EmulatorError.
    """
    payload = positions.tile_game(games.ids()[0], ["hard", "person"], "rack30", 1)
    areas = []
    with session.set_up(args, None, files=positions.kept(payload)) as board:
        board.boot()
        board.painted()
        board.press("A")
        while board.ms < _WATCH and not rests(areas, board.ms):
            board.wait(500)
            areas += [area for area in board.painted() if not is_clock(area, board.size)]
        return frames(areas, board.size)


def rests(areas: list, ms: float) -> bool:
    """True when nothing was painted for so long, but the cursor, which breathes in one place."""
    new = [area for i, area in enumerate(areas) if not i or area[2:] != areas[i - 1][2:]]
    return bool(new) and ms - new[-1][1] > _OVER


def frames(areas: list, size: tuple[int, int]) -> dict:
    """What `shown_turn` tells: of the first three frames or more without a rest between them that
    come behind the last whole screen."""
    plays = [[]]
    for painting in clusters(areas, FRAME_GAP):
        if painting[2] > size[0] * size[1] * 9 // 10:
            plays = [[]]
            continue
        if plays[-1] and painting[0] - plays[-1][-1][1] > _REST:
            plays.append([])
        plays[-1].append(painting)
    plays = [play for play in plays if len(play) > 2]
    if not plays:
        raise EmulatorError("No computer's turn was shown.")
    paintings = plays[0]
    steps = [after[0] - before[0] for before, after in zip(paintings, paintings[1:])]
    return {
        "frames": len(paintings),
        "ms": round(paintings[-1][1] - paintings[0][0]),
        "median": round(consoles.share(steps, 0.5)),
        "longest": round(max(steps)),
        "paint": round(max(end - begin for begin, end, _, _ in paintings)),
        "bytes": 2 * sum(painting[2] for painting in paintings),
        "most": 2 * max(painting[2] for painting in paintings),
    }


def measure(args: Namespace, tell: Callable | None = None) -> dict:
    """Keys, a computer's turn and thinking as plain values. With `tell` each is printed as soon
    as it is measured, and `text` has no more than the last of them."""

    def show(line):
        if tell:
            print(line, flush=True)

    show(_key_lines([])[0])
    report: dict = {"keys": keys(args, lambda row: show(_key_lines([row])[1]))}
    report["turn"] = shown_turn(args)
    show("\n" + turn_text(report["turn"]))
    report["thoughts"] = heaptable.think(args, (1, 2), tell)[0]
    return report


def text(report: dict) -> str:
    """What is measured last, for a person: how long each level thinks, and what was refused."""
    lines = ["", "thinking, ms from painting to painting"]
    lines += columns.table(_THOUGHTS, consoles.by_player(report["thoughts"]))
    return "\n".join(lines)


def turn_text(turn: dict) -> str:
    """A computer's turn as one line."""
    return (
        "a computer's turn: %(frames)d frames in %(ms)d ms, one every %(median)d ms (longest "
        "%(longest)d), painted in %(paint)d ms at most; %(bytes)d bytes, %(most)d at most" % turn
    )


def _key_lines(rows):
    """The head of the table of keys, and a line for each of its rows."""
    cells = []
    for row in rows:
        ms, budget = row["ms"], row["budget"] or ""
        over = "  over" if budget and ms and ms > budget else ""
        told = "-" if ms is None else ms
        cells.append((row["what"], told, row["bytes"], row["areas"], "%8s%s" % (budget, over)))
    return columns.table(" -28, ms 9, bytes 9, areas 6, budget 8", cells)
