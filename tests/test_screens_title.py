"""The first screen: the language, the game cards, and the games that go on."""

import pytest
from pocket.app import device, flow
from pocket.games import newgame
from scenes import scenes
from screens_help import BOARDS

from rules import catalogue


def card(scene, game_id):
    """Have the card of this game on the screen."""
    assert scene.screen.game_id == game_id


def plays(scene, game_id):
    """Have a game of this kind running."""
    assert scene.game.rules["game"] == game_id


test_title = scenes(
    """
    The first start names the languages, and the one taken is kept: keys {SELECT} DE; SELECT;
        on settingsmenu; says Language English; RIGHT; says Deutsch; B; says Mehr; off; says Mehr;
        no {SELECT} DE; SELECT; says Deutsch; LEFT; says Language English; B; says Play
    Letters of another language are in memory only while it is spoken: SELECT; RIGHT; LEFT;
        check not app.art.letters.latin; RIGHT; check app.art.letters.latin;
        LEFT; check not app.art.letters.latin
    A language that is not on the drive is one sentence: board pimoroni_picosystem;
        saved language=xx; says The texts words/xx.bin are missing: copy the game again.;
        says Play; SELECT; says Language English
    The first start offers no game to continue: listed Play; listed Puzzle of the day;
        listed Journey; listed More; unlisted Continue; DOWN UP; keys {A} Five games to choose from
    The letters of the name are on the first screen:
        check [len(tiles) for _, tiles in screen.words] == [6, 5]
    A twice leads into a game of one round: A; on gamecards; says You, ADA: 1 round.;
        says About 10 minutes.; A; on startdraw; A; on play; plays RK;
        check game.seats == 2 and game.rules['length'] == 1 and game.rules['length_kind'] ==
          'rounds'
    A card says how its game was set up last: saved name1=ZOE seats.CR=phe CR.length=2; choose Play;
        card RK; LEFT; card ER; says ZOE, ADA.; LEFT; card KR; says ZOE, ADA: 1 round.; LEFT;
        card CR; says ZOE, ADA, BO: 2 rounds.; no About; A; on startdraw; plays CR;
        check game.seats == 3
    SELECT sets a game up, and what is left as it was is no set-up: choose Play; RIGHT; SELECT;
        on gamesetup; B; on gamecards; card RG; says About 10 minutes.; SELECT; to Players; RIGHT;
        B; says You, ADA, BO: 1 round.; no About
    Puzzles and rounds are reached from the first screen:
        for $line,$name in Last rounds, lastrounds | Your games, badges | Lessons, lesson;
        choose Puzzle of the day; on puzzles; B; on title; chosen Puzzle of the day;
        choose $line; on $name; B; chosen $line; B; on title; chosen More
    """,
    card,
    plays,
)

test_games_that_go_on = scenes(
    """
    Every game keeps its own save: saved seats.RK=pn seats.CR=pn; go menus.gamecards RK; A;
        on startdraw; go menus.gamecards CR; A; on startdraw; go menus.gamecards KR; A;
        on startdraw; off; says Kiran Rummy, round 1; choose Continue; on title; says Kiran;
        choose Rummikub; on startdraw; plays RK; check app.session.record == 'game.RK'
    Continue goes straight on where one game goes on: choose Play; A; go menus.title;
        choose Continue; on startdraw
    A kept game is offered by its name and goes on: choose Play; A; A; on play; off; seed 77;
        says Rummikub, round 1; A; on startdraw; A; on play|handover; check game.seats == 2
    A game is offered by its name and round: begin CR ANNA ADA/easy; menu; choose Save and leave;
        on title; says Classic Rummy Tiles, round 1
    A new game asks before it takes a kept one's place: go menus.gamesetup RK; START;
        on startdraw; off; go menus.gamesetup RK; START; on gamesetup;
        says of this kind will be replaced; B; on gamesetup; no will be replaced; START A;
        on startdraw
    A quick game replaces one of its own kind alone: for $again in RK | RG; go menus.gamecards RK;
        A; on startdraw; go menus.gamecards RG; A; on startdraw; go menus.gamecards KR; A;
        on startdraw; go menus.gamecards $again; A; says will be replaced; B; off; choose Continue;
        on title; listed Kiran Rummy; listed Rummy Gin; choose Rummikub; on startdraw; plays RK
    After no to a new game the card is shown again: go menus.gamecards RK; A; off;
        go menus.gamecards RK; remember; A; says will be replaced; B; on gamecards; unchanged
    """,
    card,
    plays,
)

UNDER_WAY = (  # (record, game, its name in the list)
    (device.QUICK, "RG", "Rummy Gin"),
    ("game.RK", "RK", "Rummikub"),
    ("game.j4", "CR", "Journey 5"),
    ("game.ER", "ER", "8 Round Rummy"),
    ("game.KR", "KR", "Kiran Rummy"),
)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("harm", [None, b"RK\1damaged", b"XX\1of no game"])
def test_continue_lists_every_kept_game_the_newest_first(scene, board, harm):
    """A save that makes no game is told, and the others go on."""
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
            assert scene.app.session.record == record  # of a damaged save: the one before it
            assert scene.game.rules["game"] == game_id


def test_a_kept_game_has_the_same_numbers_to_come(scene):
    from rules.tilegame import game as tile_game

    scene("choose Play; A; A; on play")
    kept = scene.game.pack()
    scene("off; seed 77; A; on startdraw; A; on play|handover")
    assert scene.game.rng.state() == tile_game.unpack(kept).rng.state()


def test_a_sixth_game_is_one_row_from_the_menu_to_the_score_sheet(scene, monkeypatch):
    """What the catalogue, the form, the referee, the saves and the score sheet do with the row,
    they do for every tile game."""
    from house_help import furnish

    from rules.tilegame import games

    sixth = {"game": "XX", "name": "Sixpence", "code": 5, "opening_points": 20, "hand": 8}
    sixth.update(joker_penalty=40, length=2)
    monkeypatch.setattr(games, "GAMES", games.GAMES + (sixth,))
    rows = catalogue._rows()
    known = {"_GAMES": rows, "ORDER": tuple([row[0] for row in rows])}
    furnish(monkeypatch, {"rules.tilegame.games": {"GAMES": games.GAMES}, "rules.catalogue": known})
    scene(
        "choose Play; LEFT LEFT; says Sixpence; SELECT; to Length; RIGHT; to Points to open;"
        "RIGHT START; on startdraw; says Sixpence, round 1;"
        "check game.rules['opening_points'] == 25; off; says Sixpence, round 1; choose Continue"
    )
    one = scene.game
    assert one.rules["name"] == "Sixpence" and len(one.racks[0]) == 8
    for _ in range(400):  # the person draws a tile every turn, until the computer is out
        name = scene.name()
        if name == "score":
            break
        asks = name == "startdraw" or name == "play" and scene.screen.asks
        scene.sim.press("A" if asks else "START", rest=400)
    scene.on("score")
    assert scene.game is one
    assert one.round == 1 and sum(one.totals) == 0 and max(one.totals) > 0
    scene("says %d; A; on startdraw" % max(one.totals))
    assert one.round == 2
