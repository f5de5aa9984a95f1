"""Words of scenes (tests/scenes.py): words_effects."""

import sys

from play_scene import position
from pocket.app import draw, flow
from pocket.games import newgame

from rules import catalogue
from rules.eight import game as eight
from rules.tilegame import game as tile_game
from rules.tilegame import tiles

PEOPLE = [("", "P1"), ("hard", "BO"), ("easy", "CLEO"), ("easy", "DEE")]
LAID = "r3 r4 r5", "k1 k2 k3 b5 b6 b7 o1 k9"


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
    there = scene.part.word if type(scene.part).__name__ == "Stamp" else ""
    assert there == text, there


def whole_ribbon(scene, _):
    """Have all of the ribbon on show."""
    ribbon = scene.part.ribbon
    assert len(ribbon.group) == len(ribbon.columns)
    scene.ribbon, scene.layers = ribbon, len(scene.screen.group)


def ribbon_gone(scene, _):
    """Have the ribbon gone from the screen."""
    assert scene.ribbon.group not in scene.screen.group
    assert len(scene.screen.group) == scene.layers - 1


def _frames(scene, ms, name=None, key=None):
    """Return the pixels of every frame of that time, which begins with a key, while part `name` of
    the play screen runs."""
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
    assert len(frames) > 4 and max(frames) <= two
    ends_round(scene, "")
    scene.sim.wait(10)
    assert max(_frames(scene, 400)) <= own


def lit_tiles(scene, number):
    """Have that many tiles of the round's last play lit."""
    shades = b"".join(bytes(row) for row in scene.part.table()[2])
    assert shades.count(draw.OWN) == int(number)


def flies(scene, _):
    """Draw a tile, and see it fly to its place on the rack, in few pixels."""
    scene.press("START", "A")
    game, watch, layers = scene.game, scene.part, len(scene.screen.group)
    assert len(watch.rack()[0]) == 3 and len(game.racks[0]) == 4
    frames = _frames(scene, 100)
    assert watch.flight.faces[0][0] == game.racks[0][3]
    scene("golden effects_@_draw; wait 300")
    assert watch.flight is None and len(watch.rack()[0]) == 4
    shelf = scene.screen.board.rack
    assert shelf.faces[0][3] == game.racks[0][3]
    assert len(scene.screen.group) == layers - 1
    assert len(frames) > 1 and max(frames) <= 4 * shelf.w * (shelf.h + draw.shadow(shelf.h))


def start(scene, text):
    """Show the first screen of a game for this many seats: `start RK 4`."""
    game_id, seats = text.split()
    newgame.seat_people(scene.app, catalogue.new(game_id, int(seats), 12), PEOPLE[: int(seats)])
    flow.advance(scene.app)
    scene.sim.wait(60)
    scene.on("startdraw")


def all_drawn(scene, _):
    """Show every draw for the start turned up, the first player's lit."""
    game, shown = scene.game, scene.screen
    assert not shown.to_land
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
    flow.advance(scene.app)
    scene.sim.wait(4500)
    panel, shown = scene.screen.panel, scene.screen
    above = panel.font.ascent - 2  # no accents
    places = []  # left, top, right and bottom of each thing
    for row, _, label, said in panel.shown_texts:
        if 0 < row < 8 and said:
            y = label.y
            places.append((label.x, y - above, label.x + panel.font.measure(said) - 1, y))
    rows = [(row.x, row.y, row.cols * row.w) for row in shown.rows]
    if rows:
        rows.append(shown.pool_corner + (shown.rows[0].w * 5,))  # the pool
    for x, y, wide in rows:
        places.append((x, y, x + wide, y + shown.rows[0].h))
    places.append((0, shown.ribbon.group.y, scene.app.w, panel.foot))
    assert len(places) >= seats + 1 + len(rows) and bool(rows) is (game_id != "ER")
    for i, (left, top, right, bottom) in enumerate(places):
        assert 0 <= left and right <= scene.app.w and bottom <= panel.foot
        for other in places[:i]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def whole_names(scene, seats):
    """Show each name at the deal whole, or with a sign that it is not."""
    seats = int(seats)
    for name in ("WWWWWWW", "MMMMMMM", "ANNABEL"):
        newgame.seat_people(scene.app, catalogue.new("ER", seats, 12), [("", name)] * seats)
        flow.advance(scene.app)
        scene.sim.wait(60)
        shown = [said for row, _, _, said in scene.screen.panel.shown_texts if row == 1]
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


def game_won(scene, text):
    """Show what follows the end of a game with these totals, or of 8 Round Rummy: `game_won ER`."""
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
    flow.advance(scene.app)
    scene.sim.wait(60)


def lost(scene, text):
    """Show what follows a round that ROSA has won: `lost r3 r4 r5 with r2 k1`, the table, the
    person's rack."""
    table, _, rack = text.partition(" with ")
    game = position([table], rack, others="b12")
    game.apply(("draw",))
    game.racks[1][:] = b""
    game.winners, game.phase = [1], "round"
    people = [("", "ANN"), ("easy", "ROSA")]
    game.note = newgame.pack_people(people)
    newgame.seat_people(scene.app, game, people, "game")
    game.racks[0][:] = bytes(tiles.parse_set(rack.split()))
    cost = sum(tiles.number_of(code) for code in game.racks[0])
    game.rounds = [[-cost, cost]]
    scene.app.go("rounds.podium")
    scene.sim.wait(60)


def won_by(scene, text):
    """Win a round with a last tile, and see the podium: `won_by r6 on r3 r4 r5`."""
    lays(scene, "%s from %s" % (text, text.split()[0]))
    for _ in range(40):
        if scene.name() == "podium":
            break
        scene.sim.wait(200)
        scene.sim.press("A")


def ribbon(scene, text):
    """Have this on the ribbon."""
    assert scene.screen.text == text


def big(scene, text):
    """Have this as the big number."""
    assert scene.screen.shown_value == int(text), scene.screen.shown_value


def nearly(scene, text):
    """Show this text about a play that was nearly possible; without one: none."""
    assert " ".join(line.text for line in scene.screen.comment).strip() == text
