"""What celebrates: stamps, tiles that hop at a win, the podium; off where that is chosen."""

import sys

from pocket.app import draw, flow
from pocket.games import newgame
from scenes import scenes

from rules import catalogue
from rules.eight import game as eight
from rules.tilegame import game as tile_game
from rules.tilegame import tiles

PEOPLE = [("", "P1"), ("hard", "BO"), ("easy", "CLEO"), ("easy", "DEE")]
LAID = "r3 r4 r5", "k1 k2 k3 b5 b6 b7 o1 k9"


# -- words of the cases


def opened(scene, keys):
    """Press keys, then open with 66 points."""
    scene("table; rack r10 b10 k10 o12 k12 r12 o1 k5 b2; others k13 b12 o9; unopened")
    scene(keys or "wait 1")
    scene("on_rack r10; hold A; SELECT; on_rack o12; hold A; SELECT")
    scene.press("START")


def lays(scene, text):
    """Lay tiles of a rack, `|` between the puts: `lays k1 k2 k3 | b5 b6 b7`; from another
    table and rack: `lays r6 on r3 r4 r5 from r6`."""
    laid, _, rest = text.partition(" on ")
    table, _, rack = rest.partition(" from ")
    scene(
        "table %s; rack %s; others k13 b12 o9; options clock=0"
        % (table or LAID[0], rack or LAID[1])
    )
    for put in laid.split(" | "):
        scene("take %s; SELECT" % put)
    scene.press("START")


def moves(scene, text):
    """Move tiles to a new group: `moves k6 r6 b6 from r3 r4 r5 r6 / b3 b4 b5 b6`."""
    goal, _, table = text.partition(" from ")
    scene("table %s / k9 k10 k11; rack k6 k1 b1; others k13 b12 o9; options clock=0" % table)
    scene._hands().reach([bytes(tiles.parse_set(goal.split()))])
    scene.press("START")


def stamp(scene, text):
    """Have this stamped, or nothing."""
    there = scene.part.text if type(scene.part).__name__ == "Stamp" else ""
    assert there == text, there


def whole_ribbon(scene, _):
    """Have all of the ribbon on show."""
    ribbon = scene.part.ribbon
    assert len(ribbon.group) == len(ribbon.columns)
    scene.ribbon, scene.layers = ribbon, len(scene.screen.group)


def ribbon_gone(scene, _):
    """Have the ribbon gone from the screen."""
    assert len(scene.ribbon.group) == 0 and scene.ribbon.group not in scene.screen.group
    assert len(scene.screen.group) == scene.layers - 1


def by_number(scene, _):
    """Have the rack sorted by number."""
    numbers = [tiles.number_of(code) for code in scene.game.racks[0]]
    assert numbers == sorted(numbers) and len(set(numbers)) > 1


def _frames(scene, ms, name=None, key=None):
    """The pixels of every frame of that time, which begins with a key, while part `name` of the
    play screen runs."""
    frames = []
    refresh = scene.sim.display.refresh

    def record(**options):
        if refresh(**options) and (name is None or type(scene.part).__name__ == name):
            frames.append(scene.sim.display.paints)

    scene.sim.display.refresh = record
    try:
        if key:
            scene.sim.press(key)
        scene.sim.wait(ms)
    finally:
        scene.sim.display.refresh = refresh
    return frames


def ends_round(scene, _):
    """Lay the last tile of the round."""
    lays(scene, "r6 on r3 r4 r5 from r6")
    scene.runs("Ending")


def without(scene, text):
    """Have no memory for this function of a module from now on."""
    module, name = text.split()

    def full(*_args):
        raise MemoryError

    setattr(sys.modules[module], name, full)


def gold(scene, won):
    """Have the word over the round on gold, or not."""
    scene.part.won = won == "yes"
    scene.sim.wait(1200)
    shades = scene.part.ribbon.columns[0].pixel_shader
    red, green, blue = ((shades[4] >> shift) & 255 for shift in (16, 8, 0))
    assert (red - blue > 100) == (won == "yes") and red + green + blue > 450


def small_frames(scene, _):
    """Paint no frame larger than the table's own while something is celebrated."""
    scene("table r3 r4 r5 r6 / k7 r7 b7; rack k1 k2; others k6 b6 k12; options clock=0; to_move 1")
    scene("players ANN BOB/normal; watched")
    own = max(_frames(scene, 1500))
    opened(scene, "")
    scene.sim.wait(20)  # what was laid is no longer green
    wide, high = scene.app.art.large
    two = 2 * wide * (high + draw.shadow(high))
    assert two < own
    frames = _frames(scene, 2200, "Stamp")
    assert len(frames) > 12 and max(frames) <= two
    opened(scene, "")
    scene.sim.wait(600)
    frames = _frames(scene, 200, "Stamp", "A")  # hurried, too
    assert len(frames) > 5 and max(frames) <= two
    ends_round(scene, "")
    scene.sim.wait(10)
    hops = _frames(scene, 100)
    assert len(hops) >= 3 and max(hops) <= own


def _table(scene):
    """The upper quarter of the picture."""
    picture = scene.sim.image().convert("RGB")
    return picture.crop((0, 0, picture.width, picture.height // 4)).tobytes()


def hops(scene, _):
    """See the tile of a round's last play land where it lay, hurried or not."""
    last = "lays r6 on r3 r4 r5 from r6; "
    scene("setting speed=3; " + last + "wait 3000")
    after = _table(scene)
    scene(last + "wait 3000")
    assert _table(scene) == after
    scene("setting speed=2; " + last + "wait 110; check not part.tile.group.hidden")
    scene("golden effects_@_hop; B; wait 2940")  # in the air: it lands
    assert _table(scene) == after


test_effects = scenes(
    """
    What deserves a stamp gets one: opened; stamp Opened: 66!
    Many tiles do: lays k1 k2 k3 | b5 b6 b7; stamp 6 tiles!
    Few do not: lays k1 k2 k3; stamp
    Many sets that are moved do: moves k6 r6 b6 o6 from r3 r4 r5 r6 / b3 b4 b5 b6 / o3 o4 o5 o6;
        stamp 3 sets moved!
    Two do not: moves k6 r6 b6 from r3 r4 r5 r6 / b3 b4 b5 b6; stamp
    A set that only grew gave nothing away:
        lays k7 | r9 | b12 | o4 on k4 k5 k6 / r6 r7 r8 / b9 b10 b11 / o1 o2 o3 from k7 r9 b12 o4 k1;
        stamp
    The move is saved while its stamp is on show: lays k1 k2 k3 | b5 b6 b7; stamp 6 tiles!; seat 1;
        check app.failures.kept
    Without memory for its stamp a move is saved and the game goes on:
        breaks pocket.ui.ribbon Ribbon.__init__ MemoryError 1; lays k1 k2 k3 | b5 b6 b7; broke 1;
        on play
    A stamp goes by itself and the game goes on: opened; wait 800; runs Stamp; whole_ribbon;
        wait 1600; check type(part).__name__ != 'Stamp'; ribbon_gone
    Behind a stamp the rack stays sorted as it was: opened SELECT; stamp Opened: 66!; by_number
    Any key hurries a stamp and does nothing else: for $key in A | B | START | LEFT; opened;
        do scene.record = len(game.history); wait 100; $key; wait 200; on play;
        check type(part).__name__ in ('Thinking', 'Watch');
        check len(game.history) <= scene.record + 2
    The menu over a stamp keeps the move: opened; hold START; on pause|play; B; wait 2500; on play;
        check game.opened[0] and part is not None
    A round whose word finds no memory, no 2 KB of 36 in one piece, ends on its score sheet:
        for $key in A | wait 1; ends_round; without pocket.tilegame.ending Ribbon; $key;
        wait 3000; on score; check game.phase != 'turn'
    A word without memory for large letters is said in others: ends_round;
        without pocket.ui.ground heading_bitmap; wait 1200; whole_ribbon;
        check len(scene.ribbon.columns) > 4
    The word over a round is on gold only for who won: for $won in yes | no; ends_round; gold $won
    No frame is larger than the table's own: for $board in boards; board $board; small_frames
    The tile that hops lands where it lay: for $board in boards; board $board; pictures; hops
    Pictures of stamps: for $board in boards; board $board; pictures; opened; wait 700;
        golden effects_@_opened; moves k6 r6 b6 o6 from r3 r4 r5 r6 / b3 b4 b5 b6 / o3 o4 o5 o6;
        wait 900; golden effects_@_moved
    """,
    *(opened, lays, moves, stamp, whole_ribbon, ribbon_gone, by_number, ends_round, without, gold),
    *(small_frames, hops),
)


# -- from the pool ---------------------------------------------------------------------------------


def flies(scene, _):
    """Draw a tile, and see it fly to its place on the rack, in few pixels."""
    scene.press("START", "A")
    game, watch, layers = scene.game, scene.part, len(scene.screen.group)
    assert len(watch.rack()) == 3 and len(game.racks[0]) == 4
    frames = _frames(scene, 100)
    assert watch.flight.tile.faces[0][0] == game.racks[0][3]
    scene("golden effects_@_draw; wait 300")
    assert watch.flight is None and len(watch.rack()) == 4
    assert scene.screen.board.shelf.faces[0][3] == game.racks[0][3]
    assert len(scene.screen.group) == layers - 1
    wide, high = scene.app.art.large
    assert len(frames) > 1 and max(frames) <= 4 * wide * (high + draw.shadow(high))


def flies_face_down(scene, _):
    """See a tile fly face down to the lit name."""
    flight = scene.part.flight
    assert flight.tile.faces[0][0] == draw.FACE_NONE
    assert flight.goal[0] == [x for text, x, lit in scene.screen.head.said if lit][0]


test_drawn = scenes(
    """
    given: table r3 r4 r5; rack k1 k5 k9; others k13 b12 o9; options clock=0; players ANN BOB/easy
    A tile that is drawn flies to its place on the rack: for $board in boards; board $board;
        pictures; flies
    The tile a computer draws flies face down: START A; runs Thinking; watched;
        check session.last.word == 'draw' and session.last.seat == 1; wait 60; flies_face_down
    A key ends a flight and goes on: START A; watched;
        do scene.before = part, part.flight.group; do sim.press('A', rest=30);
        check part is not scene.before[0] and scene.before[1] not in screen.group
    Nothing flies at the quick pace: setting speed=3; START A; watched; check len(part.rack()) == 4;
        wait 60; check part.flight is None
    """,
    flies,
    flies_face_down,
)


# -- the draws for the start -----------------------------------------------------------------------


def start(scene, text):
    """Show the first screen of a game for this many seats: `start RK 4`."""
    game_id, seats = text.split()
    newgame.seat_people(scene.app, catalogue.new(game_id, int(seats), 12), PEOPLE[: int(seats)])
    flow.next(scene.app)
    scene.sim.wait(60)
    scene.on("startdraw")


def all_drawn(scene, _):
    """Show every draw for the start turned up, the first player's lit."""
    game, shown = scene.game, scene.screen.scene
    assert not shown.coming
    for seat in range(game.seats):
        row = shown.rows[seat]
        drawn = [game.draws[i + 1] for i in range(0, len(game.draws), 2) if game.draws[i] == seat]
        assert [row.faces[0][i] for i in range(len(drawn))] == drawn
        lit = [row.bodies[0][i] == draw.OWN for i in range(len(drawn))]
        assert lit == [seat == game.starter] * len(drawn)
    assert shown.ribbon.group in scene.screen.group
    assert len(shown.ribbon.group) == len(shown.ribbon.columns)


def nothing_covered(scene, text):
    """Deal a game for this many seats with wide names, and show nothing over anything else."""
    game_id, seats = text.split()
    seats = int(seats)
    people = [("", "WWWWWWW")] + [("hard", "MMMMMMM")] * (seats - 1)
    newgame.seat_people(scene.app, catalogue.new(game_id, seats, 12), people)
    flow.next(scene.app)
    scene.sim.wait(4500)
    panel, shown = scene.screen.panel, scene.screen.scene
    above = panel.font.ascent - 2  # no accents
    places = []  # left, top, right and bottom of each thing
    for row, _, label, said in panel.said:
        if 0 < row < 8 and said:
            y = label.y
            places.append((label.x, y - above, label.x + panel.font.measure(said) - 1, y))
    pool = shown.start + (shown.rows[0].w * (1 if game_id == "ER" else 5),)
    high = (shown.minis.h << shown.big) if game_id == "ER" else shown.rows[0].h
    for x, y, wide in [(row.x, row.y, row.cols * row.w) for row in shown.rows] + [pool]:
        places.append((x, y, x + wide, y + high))
    places.append((0, shown.ribbon.group.y, scene.app.w, panel.foot))
    assert len(places) >= 2 * seats + 3
    for i, (left, top, right, bottom) in enumerate(places):
        assert 0 <= left and right <= scene.app.w and bottom <= panel.foot
        for other in places[:i]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def whole_names(scene, seats):
    """Show each name at the deal whole, or with a sign that it is not."""
    seats = int(seats)
    for name in ("WWWWWWW", "MMMMMMM", "ANNABEL"):
        newgame.seat_people(scene.app, catalogue.new("ER", seats, 12), [("", name)] * seats)
        flow.next(scene.app)
        scene.sim.wait(60)
        shown = [said for row, _, _, said in scene.screen.panel.said if row == 1]
        assert len(shown) == seats
        if name == "ANNABEL" or seats < 6 or scene.app.w > 160:
            assert set(shown) == {name}
        else:
            assert all(said == name or said.endswith("...") for said in shown)


def small_steps(scene, text):
    """Paint no more than a part of the display at once, this share of it: `small_steps 16 4500`."""
    share, ms = map(int, text.split())
    scene.frames = _frames(scene, ms)
    scene.frames = scene.frames[1:] if share == 16 else scene.frames  # behind the screen itself
    whole = scene.app.w * scene.app.h
    assert not scene.frames or max(scene.frames) * share < whole


test_start = scenes(
    """
    Every draw for the start is turned up [T-11]: for $seats in 2 | 3 | 4;
        for $pace,$moves in 2, True | 3, False; setting speed=$pace; start RK $seats;
        check bool(screen.scene.coming) == $moves; wait 4500; all_drawn
    Where cards are dealt each seat has some: start ER 3; check screen.scene.coming; wait 4500;
        check not screen.scene.coming and len(screen.scene.rows) == 3
    A at once begins the game: start RK 4; check screen.scene.coming; A; on play;
        check game.phase == 'turn'
    Nothing at the deal lies over anything else: for $board in boards;
        for $game in ER 2 | ER 3 | ER 4 | ER 5 | ER 6 | CR 4; board $board; nothing_covered $game
    A name at the deal is whole or shows that it is not: for $board in boards;
        for $seats in 2 | 3 | 5 | 6; board $board; whole_names $seats
    Pictures of the draws: for $board in boards; board $board; pictures;
        start RK 2; small_steps 16 4500; golden effects_@_begin2;
        start CR 4; small_steps 16 4500; golden effects_@_begin4;
        start ER 3; small_steps 16 4500; golden effects_@_begin3
    """,
    *(start, all_drawn, nothing_covered, whole_names, small_steps),
)


# -- the podium ------------------------------------------------------------------------------------


def won(scene, text):
    """Show what follows the end of a game with these totals, or of 8 Round Rummy: `won ER`."""
    if text == "ER":
        game = eight.EightGame(4, 1)
        game.won = bytearray([0, 1, 0, 2, 1, 3, 0, 0])
        game.round = 8
    else:
        totals = [int(total) for total in text.split()]
        game = tile_game.Game("RK", len(totals), 12)
        game.totals = totals
        game.winners = [0]
    game.phase = "over"
    game.note = newgame.pack_people(PEOPLE[: game.seats])
    newgame.seat_people(scene.app, game, PEOPLE[: game.seats])
    flow.next(scene.app)
    scene.sim.wait(60)


def columns(scene, text):
    """Build columns of this many tiles; the last is the winner's joker."""
    tall = [column.rows for column in dict.fromkeys(item[0] for item in scene.screen.coming)]
    assert " ".join(map(str, tall)) == text


test_podium = scenes(
    """
    A person who wins the game sees it, then the sheet: won 56 -116 16 44; on podium; wait 3000;
        columns 4 1 2 3 1; A; on score; check screen.over
    A computer that wins gets none: won 10 56 -30 -36; on score
    A win that is shared has a joker each: won 30 30 -30 -30;
        check len(screen.jokers) == 2 and screen.best == [0, 1]
    A key builds it at once, the next goes on: won 56 -116; do sim.press('B');
        check screen.laid == len(screen.coming); on podium; B; on score
    8 Round Rummy has one: won ER; on podium
    Pictures: for $board in boards; board $board; pictures; won 56 -116 16 44; small_steps 20 3000;
        check len(scene.frames) > 30; golden effects_@_podium
    """,
    won,
    columns,
    small_steps,
)
