"""The first screen: the language, the game cards, and the games that go on."""

import pytest
from pocket.app import device, flow
from pocket.games import newgame
from screens_help import BOARDS

from rules import catalogue

UNDER_WAY = (  # (record, game, its name in the list)
    (device.QUICK, "RG", "Rummy Gin"),
    ("game.RK", "RK", "Rummikub"),
    ("game.j4", "CR", "Journey 5"),
    ("game.ER", "ER", "8 Round Rummy"),
    ("game.KR", "KR", "Kiran Rummy"),
)


@pytest.mark.parametrize(
    "board, harm",
    [
        (BOARDS[1], None),
        (BOARDS[3], None),
        (BOARDS[0], b"RK\1damaged"),
        (BOARDS[2], b"XX\1no game"),
    ],
)
def test_continue_lists_every_kept_game_the_newest_first(scene, board, harm):
    """A save that makes no game is announced, and the others go on."""
    scene.board(board)
    for record, game_id, _ in UNDER_WAY:
        newgame.start(scene.app, game_id, [("", "ANNA"), ("easy", "ADA")], {}, 5, record)
        flow.save(scene.app)
    if harm:
        scene.app.store.save("game.RK", harm)
    scene.off()
    reads = not harm or harm[:2] == b"RK"
    if not reads:
        scene("says is from a game that is not here.; DOWN UP")
    scene("choose Continue")
    names = [name for record, _, name in UNDER_WAY[::-1] if reads or record != "game.RK"]
    if harm and reads:
        names.remove("Rummikub")
        names.insert(0, "Rummikub")
    entries = scene.screen.list
    assert [entries.text(i)[: len(name)] for i, name in enumerate(names)] == names
    scene("B; on title")
    for record, game_id, name in UNDER_WAY:
        if record != "game.RK" or reads:
            scene("go menus.title; choose Continue; choose " + name)
            scene.sim.wait(600)
            assert scene.app.session.save_name == record  # of a damaged save: the one before it
            assert scene.game.rules["game"] == game_id


def test_a_kept_game_has_the_same_numbers_to_come(scene):
    from rules.tilegame import game as tile_game

    scene("choose Play; A; A; on play")
    kept = scene.game.pack()
    scene("off; seed 77; A; on startdraw; A; on play|handover")
    assert scene.game.rng.state() == tile_game.unpack(kept).rng.state()


@pytest.fixture
def sixth(monkeypatch):
    """A sixth game, which is one row of the catalogue."""
    from house_help import furnish

    from rules.tilegame import games

    row = {"game": "XX", "name": "Sixpence", "code": 5, "opening_points": 20, "hand": 8}
    row.update(joker_penalty=40, length=2)
    monkeypatch.setattr(games, "GAMES", games.GAMES + (row,))
    rows = catalogue._rows()
    known = {"_GAMES": rows, "ORDER": tuple([row[0] for row in rows])}
    furnish(monkeypatch, {"rules.tilegame.games": {"GAMES": games.GAMES}, "rules.catalogue": known})


def test_a_sixth_game_is_one_row_from_the_menu_to_the_score_sheet(sixth, scene):
    """Catalogue, form, referee, saves and score sheet treat every tile game alike."""
    scene(
        "choose Play; LEFT LEFT; says Sixpence; SELECT; to Length; RIGHT; to Points to open;"
        "RIGHT START; on startdraw; says Sixpence, round 1;"
        "check game.rules['opening_points'] == 25; off; says Sixpence, round 1; choose Continue"
    )
    one = scene.game
    assert one.rules["name"] == "Sixpence" and len(one.racks[0]) == 8
    one.racks[0] += one.pool[8:]  # the pool is nearly empty
    del one.pool[8:]
    scene("draw_until_the_end")
    assert scene.game is one
    assert one.round == 1 and sum(one.totals) == 0 and max(one.totals) > 0
    scene("says %d; A; on startdraw" % max(one.totals))
    assert one.round == 2
