"""Words of scenes (tests/scenes.py): words_table."""

import sys

import play_scene
from conftest import ROOT
from play_scene import position
from pocket.app import device as kept
from pocket.app import draw
from pocket.games import newgame, seatcounts
from pocket.made import texts
from screens_help import speak

from rules.tilegame import game as games
from rules.tilegame import tiles
from tools.device import wordtable
from tools.sim import standins

PLACES = {  # table : rack; `shut`: the person has not opened
    "opens": "shut : r10 b10 k10 o1 o4 k5 k7 b2",
    "poor": "shut : r10 b10 k9 o1 o4 k5 k7 b2",
    "adds": "r3 r4 r5 : r6 b10 k1",
    "splits": "r3 r4 r5 r6 r7 / b1 b2 b3 : b4 r5 k1",
    "takes": "b1 b2 b3 / r3 r4 r5 r6 : o6 b6 k1",
    "nothing": "r3 r4 r5 : b10 k1 o8",
}


def gaps(scene, text):
    """Have gaps on the rack in these places, of those where tiles stood."""
    shelf = scene.screen.board.rack
    shown = [grid[i] for grid in scene.screen.board.rack.faces for i in range(shelf.cols)]
    there = [i for i in range(len(scene.turn.start_rack)) if shown[i] == draw.FACE_NONE]
    assert there == [int(place) for place in text.split()], there


def gaps_at_end(scene, _=""):
    """Have a sorted rack: its tiles side by side, then gaps."""
    shelf, rack = scene.screen.board.rack, list(scene.turn.rack)
    shown = [grid[i] for grid in shelf.faces for i in range(shelf.cols)]
    assert shown[: len(rack)] == rack and set(shown[len(rack) :]) == {draw.FACE_NONE}


def reaches_table(scene, _):
    """Reach a tile on the table with UP."""
    for _ in range(4):
        scene.press("UP")
        if scene.part.where == 1:
            return
    raise AssertionError("not reached")


def quick_keys(scene, _):
    """Press three keys in a row; the tiles follow at once, the line of keys not yet."""
    before = scene.screen.foot.text
    scene.sim.down("A")
    scene.sim.wait(45)
    scene.sim.up("A")
    shelf = scene.screen.board.rack
    assert shelf.bodies[0][0] == draw.PICKED and scene.screen.foot.text == before
    scene.sim.press("RIGHT", "LEFT")
    assert scene.screen.foot.text == before


def endless():
    """Work without end."""
    while True:
        yield None


def ask(scene, _=""):
    """Hold SELECT, and wait for the hint."""
    scene("hold SELECT; until screen.worker is None and type(part).__name__ == 'PersonTurn'")


def drag(scene, keys):
    """Hold A and press these arrows meanwhile."""
    scene.sim.push("A")
    scene.wait(100)
    scene(keys)
    scene.sim.release("A")
    scene.wait(60)


def asks_long(scene, _):
    """Hold SELECT for a hint that takes without end."""
    work = scene.screen.work
    scene.screen.work = lambda worker: work(worker and endless())
    scene.sim.hold("SELECT", 700, rest=200)
    assert scene.screen.worker is not None


def hints(scene, count):
    """Have counted this many turns with a hint for the person."""
    assert seatcounts.Tally(scene.session, 0).hints == int(count)


def hinted(scene, count):
    """Count this many hints, each in a turn of its own."""
    scene.session.counts = bytearray(10)
    for _ in range(int(count)):
        seatcounts.hinted(scene.session)
        scene.session.hinted = False


def bodies(scene, text):
    """Show all tiles of the last set on this body of draw's."""
    assert set(scene.part.table()[2][-1]) == {getattr(draw, text)}


def own_sets(scene, _):
    """Show the table of the turn again, not the hint's."""
    assert scene.part.table()[0] is scene.turn.sets


def step(scene, number):
    """Have shown this many steps of a hint."""
    assert scene.part.hint.step == int(number)


def type_h(scene, _):
    """Type the letter of a keyboard that asks for a hint."""
    scene.sim.wait(100)
    standins.I2C.typed.append(ord("h"))
    scene.sim.wait(1500)


def slow_referee(scene, _):
    """Let the referee take 3,000 slices for a verdict."""
    judging = scene.game.judge_in_slices

    def slowly(table):
        for _ in range(3000):
            yield None
        return (yield from judging(table))

    scene.game.judge_in_slices = slowly


def thinks(scene, _=""):
    """Let the second seat, a computer, think without end."""
    scene.game.seat = 1
    scene.session.turn = None
    scene.screen.begin_turn()
    scene.screen.worker = endless()
    scene.sim.wait(60)


def cursor_at(scene, text):
    """Have the cursor at a row and column: `rack 0 1`, `table 0 1`; `nowhere`: it is hidden."""
    board = scene.screen.board
    grid, thick = board.cursor.grid, board.cursor.thick
    if grid.hidden:
        assert text == "nowhere"
        return
    there = []
    for name, part in (("rack", board.rack), ("table", board.table)):
        row, col = (grid.y + thick - part.y) // part.h, (grid.x + thick - part.x) // part.w
        if 0 <= row < part.rows and 0 <= col < part.cols:
            there.append("%s %d %d" % (name, row, col))
    assert text in there, there


def mine(scene, text):
    """Have a rack that begins with these tiles."""
    there = tiles.set_text(scene.game.racks[0])
    assert there[: len(text.split())] == text.split(), there


def moment(scene, text, record=kept.QUICK, game_id="RK", rest=2000, **more):
    """Show a position of a quick game, by its name in PLACES or as TABLE : RACK, until a tip would
    have come: `moment adds`, `moment r3 r4 r5 : k1`."""
    table, _, rack = PLACES.get(text, text).partition(" : ")
    opened = table != "shut"
    sets = [one.strip(" ") for one in table.split("/")] if opened else []
    game = play_scene.position(sets, rack, opened, game_id=game_id, **more)
    scene("go menus.title")
    newgame.seat_people(scene.app, game, [("", "ANN"), ("easy", "BOB")], record)
    scene.session.viewer = 0
    scene.app.go("tilegame.play")
    scene.sim.wait(60)
    scene.app.ignore_keys_until = False
    screen, told = scene.screen, []
    screen.note = lambda text, which=0, note=screen.note: (told.append(text), note(text))
    scene.sim.wait(rest // 2)
    assert told == []  # not at once
    scene.sim.wait(rest // 2)
    scene.told_tip = told[0] if told else None


def kiran_moment(scene, text):
    """Show a position of Kiran Rummy."""
    moment(scene, text, game_id="KR")


def usual_moment(scene, text):
    """Show a position of a game that is no quick one."""
    moment(scene, text, record="game.RK")


def tip(scene, text):
    """Have a tip with this text."""
    assert text in (scene.told_tip or ""), scene.told_tip
    assert scene.screen.box is not None


def no_tip(scene, text=""):
    """Have no tip, or none with this text."""
    assert scene.told_tip is None or text and text not in scene.told_tip, scene.told_tip


def points_at(scene, text):
    """Have the cursor on this tile, and shown there."""
    part, board = scene.part, scene.screen.board
    if part.where:
        assert tiles.text(part.turn.sets[part.index][part.tile]) == text
        grid, (row, col) = board.table, part._cell()
    else:
        assert tiles.text(part.turn.rack[part.index]) == text
        cell = part.turn.cells[part.index]
        grid, row, col = board.rack, cell // board.rack.cols, cell % board.rack.cols
    place = board.cursor.grid.x, board.cursor.grid.y
    board.put_cursor(grid, row, col)
    assert place == (board.cursor.grid.x, board.cursor.grid.y)


def stays(scene, _):
    """Have a tip that no other key takes away; the cursor stays where it is."""
    place = scene.part.where, scene.part.index
    for key in ("LEFT", "RIGHT", "UP", "DOWN", "SELECT"):
        scene.sim.press(key)
        assert scene.screen.box is not None and place == (scene.part.where, scene.part.index)


def box_beside_the_set(scene, place):
    """Leave the set free that the tip speaks of, in every language: `below` others, or `above`."""
    runs = ["%s1 %s2 %s3 %s4 %s5 %s6 %s7 %s8" % ((colour,) * 8) for colour in "bko"]
    which = len(runs) if place == "below" else 0
    runs.insert(which, "r3 r4 r5 r6 r7 r8")
    for language in wordtable.languages(ROOT):
        scene.settings.lessons = ""
        speak(language)
        moment(scene, " / ".join(runs) + " : r9 k12")
        assert scene.told_tip
        shown, table = scene.screen, scene.screen.board.table
        top = table.y + (shown.part.turn.spots[3 * which] - shown.board.top) * table.step
        box, last = shown.box.group.y, shown.box.lines[-1]
        end = box + last.grid.y + last.h
        assert top + table.h <= box or end <= top
        assert end <= shown.board.rack.y  # the tip speaks of tiles there, too


def tip_is_whole(scene, language):
    """Show all of a tip in a language, above the rack that it speaks of."""
    speak(language)
    moment(scene, "shut : r10 b10 k10 o1 o4 k5 k7 b2 k1")
    box = scene.screen.box
    assert scene.boxed() == scene.told_tip and box.group.y >= 0
    assert box.group.y + box.lines[-1].grid.y + box.lines[-1].h <= scene.screen.board.rack.y
    assert not scene.screen.asks and scene.screen.foot.text.startswith(draw.KEY_A)


def names_end(scene, text):
    """Name the key that ends a turn with this many tiles in the pool, in every language."""
    pool, name = text.split()
    for language in wordtable.languages(ROOT):
        speak(language)
        moment(scene, "shut : b10 k1 o8", rest=400, pool=int(pool))
        foot = scene.screen.foot
        said = sys.modules["pocket.ui.words"].say(getattr(texts, name))
        assert said in foot.text and foot.tail == "0/30", language


def first_games(scene, text):
    """Begin quick games; in the first turn of each wait this many ms: against an easy character
    until a turn of one was seen."""
    levels = []
    for wait in text.split():
        scene("off; choose Play; A")
        levels.append(scene.session.people[1][0])
        assert scene.game.rules["clock"] == 0 and scene.session.save_name == kept.QUICK
        while scene.name() != "play" or scene.game.seat:
            scene.sim.press("A", rest=600)
        scene.sim.wait(int(wait))
        scene.app.store.forget(kept.QUICK)
    assert levels[:3] == ["easy"] * 3 and levels[3] != "easy", levels  # another one by chance


def rack_kept(scene, _):
    """Have tiles and rows of the rack as `scene.rack` says."""
    shelf = scene.screen.board.rack
    assert (shelf.w, shelf.h, shelf.rows) == scene.rack


def on_show(scene, text):
    """Show these sets, in any order."""
    assert _on_show(scene) == sorted(one.strip() for one in text.split("/")), _on_show(scene)


def _on_show(scene):
    sets = scene.part.table()[0]
    return sorted(" ".join(tiles.set_text(codes)) for codes in sets if len(codes))


def lit(scene, name):
    """Have this name on a pill in the head line."""
    assert [text.split()[0] for text, _, lit in scene.screen.head.labels if lit] == [name]


def _bodies(scene):
    sets, _, shades = scene.part.table()
    pairs = zip(sets, shades)
    return {tiles.text(c): body for codes, row in pairs for c, body in zip(codes, row)}


def new(scene, text=""):
    """Mark these tiles of the table as new, no others."""
    there = [tile for tile, body in _bodies(scene).items() if body == draw.MARKED]
    assert sorted(there) == sorted(text.split()), there


def new_on_rack(scene, count):
    """Mark this many tiles of the rack as new."""
    there = lambda: list(scene.part.rack()[2] or ()).count(draw.MARKED)  # noqa: E731
    scene._until(lambda: there() == int(count), there)


def chord(scene, button):
    """Hold an arrow and press START."""
    scene.sim.down(button)
    scene.sim.press("START")
    scene.sim.up(button)
    scene.sim.wait(1500)


def saved_turn(scene, seat):
    """Have this seat in turn in the save, and the table of now."""
    kept = games.unpack(scene.app.store.load("game")[3:])
    assert (kept.seat, sorted(kept.table)) == (int(seat), sorted(scene.game.table))


def two_sit(scene, text):
    """Sit down with ANNA and BEN, in ANNA's turn: `sits r3 r4 r5 & her rack & his`."""
    table, mine, others = text.split(" & ")
    game = position([table], mine, others=others, options={"clock": 0})
    scene.put(game, [("", "ANNA"), ("", "BEN")])
    scene("wait 800; A; wait 600; on play")


def remembered(scene, text):
    """Remember where the tiles of the table lie on the panel; `same`: they still lie there."""
    board, part = scene.screen.board, scene.part
    sets, spots, _ = part.table()
    there = {
        bytes(sets[i]): (
            board.table.x + spots[3 * i + 1] * board.table.w,
            board.table.y + spots[3 * i] * board.table.step,
            board.table.w,
        )
        for i in range(len(sets))
    }
    assert not text or there == scene.there
    scene.there = there


def shows_rack(scene, text):
    """Show a rack of these tiles, in this order."""
    assert tiles.set_text(scene.part.rack()[0]) == text.split(), tiles.set_text(
        scene.part.rack()[0]
    )
