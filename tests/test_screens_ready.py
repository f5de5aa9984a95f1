"""What is made ready at rest: the game that goes on from the first screen, the next page."""

import sys

import saves_help
from scenes import scenes

from rules import catalogue
from tools.emulator import positions


def kept(scene, text):
    """Have a quick game kept: 75 tiles on the table and a person to move; `spoiled`: its bytes are
    damaged; `first`: of its first turn."""
    payload = positions.reached("RK", 4, 75)
    if text == "spoiled":
        payload = payload[:40] + bytes(30)
    if text == "first":
        from pocket.games import newgame, seatcounts

        game = catalogue.new("RK", 2, 3)
        game.apply(("go",))
        people = newgame.pack_people([("", "ANNA"), ("easy", "BO")])
        game.note = people + bytes(seatcounts.none(2))
        payload = b"RK\1" + game.pack()
    assert saves_help.store(scene.folder).save("game.q", payload) is None
    if not text:
        scene.sim  # noqa: B018  switched on
        sys.modules.pop("rules.tilegame.restore", None)


def loaded(scene, name):
    """Have this module in memory, or not: `loaded rules.tilegame.game no`."""
    name, _, no = name.partition(" ")
    assert (name in sys.modules) is not bool(no)


def records(scene, text=""):
    """Remember the records on the drive; `same`, `changed`: they are, or not, as then."""
    now = saves_help.records(scene.folder)
    if text:
        assert (now == scene.records) is (text == "same")
    scene.records = now


def takes_up(scene, _):
    """Go on with the game that was made ready, not another."""
    ready = scene.screen.ready
    assert ready.game.pieces == "tiles" and scene.session.game is None
    scene("choose Continue; on play")
    assert scene.session is ready


def large_tiles(scene, _):
    """Have large tiles only as long as a new set has room."""
    board = scene.screen.board
    cols, most, _ = board._room(True)
    held = (cols + 1) // 4 * most
    for sets, small in ((held - 1, False), (held, True)):
        board.shape = None
        board.fit([bytes((0, 1, 2))] * sets, bytearray(b"\xff\xff\x00" * 99))
        assert scene.session.small is small


test_made_ready = scenes(
    """
    The game that goes on is made at rest and not kept anew: kept; wait 1200;
        loaded rules.tilegame.restore no; records; takes_up; records same;
        check app.failures.kept and session.record == 'game.q'; wait 700; START A; wait 600; A;
        records changed
    A key before that takes the game up as well: kept; check screen.ready is None;
        choose Continue; on play; check sum(map(len, game.table)) >= 75
    Other lines have the memory of the game that was ready: kept; wait 1200; check screen.ready;
        DOWN; wait 1200; check screen.ready is None; loaded rules.tilegame.game no; choose More; B;
        choose Continue; on play
    What is spoiled stops nobody: kept spoiled; wait 1200; on title; check screen.ready is None;
        well; choose Continue; on title; says damaged
    Nor does a want of memory: kept; breaks pocket.games.newgame unpack_people MemoryError;
        wait 1200; on title; check screen.ready is None; well; mend; choose Continue; on play
    Large tiles lie only where a new set has room: board pajenicko_picopad; kept first;
        choose Continue; A; large_tiles
    """,
    kept,
    loaded,
    records,
    takes_up,
    large_tiles,
)
