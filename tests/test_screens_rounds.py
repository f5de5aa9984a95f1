"""Between the turns: draws for start, pairs, the hand-over, the menu, the score sheet."""

import re

import displayio
import pytest
from conftest import ROOT
from scenes import scenes
from screens_help import BOARDS, paper

from rules import catalogue
from rules.tilegame import game as tile_game
from rules.tilegame import players, tiles
from tools.device import wordtable

ANNA, ADA, BEN = ("", "ANNA"), ("easy", "ADA"), ("", "BEN")


def tile_rows(scene, count):
    """Have so many rows of tiles on the screen's cloth."""
    pictures = scene.screen.panel.pictures
    rows = len([layer for layer in pictures if isinstance(layer, displayio.Group)])
    assert rows == int(count), rows


def row(scene, text):
    """Have a row of the score sheet with these texts; `row last ...`: as the last one."""
    rows = [" ".join(text.strip() for text in row).strip() for row in zip(*scene.screen.table)]
    last = text.startswith("last ")
    assert text.removeprefix("last ") in (rows[-1:] if last else rows), rows


def viewer(scene, seat):
    """Show the rack of this seat, or of `nobody`."""
    assert str(scene.app.session.viewer) == seat.replace("nobody", "None")


def people(scene, first):
    """Have this person in the first seat, as (level, name)."""
    assert str(scene.session.people[0]) == first


def to_turn(scene, _=""):
    """Go on to the person's next turn."""
    while scene.name() != "play" or scene.session.turn is None:
        scene.sim.press("A", rest=600)


def remember_racks(scene, _):
    """Remember what the racks cost."""
    scene.costs = [tiles.weight(rack, 30) for rack in scene.game.racks]


def racks_noted(scene, _):
    """Tell what each rack cost."""
    for name, cost in zip(("ANNA", "ADA"), scene.costs):
        scene("says %s: %d" % (name, cost))


def stall(scene, _):
    """Empty the pool and let both pass."""
    scene.game.pool = bytearray()
    scene.game.apply(("pass",))
    scene.game.apply(("pass",))
    scene.put(scene.game, scene.session.people)


def stalled(scene, _):
    """Let the last round have ended with an empty pool."""
    scene.game.stalled = True
    scene.put(scene.game, scene.session.people)


def pairs(scene, text):
    """Deal a game of Kiran Rummy whose first seat, or second (a computer), holds three pairs:
    `pairs ANNA BEN`, `pairs ANNA ADA/easy shown` (the computer shows them), `… hidden`."""
    *names, end = text.split()
    computer = {"shown": True, "hidden": False}.get(end)
    names = names if computer is not None else [*names, end]

    def fits(game):
        if computer is None:
            return game.seat == 0
        return game.seat == 1 and players.redeal("easy", game.view(1)) is computer

    game = three_pairs(fits)
    scene.rack_dealt = bytes(game.racks[0])
    scene.put(game, [name.partition("/")[::-2] for name in names])


def three_pairs(fits):
    """A game of Kiran Rummy whose seat in turn holds three pairs, the first one that fits."""
    for seed in range(400):
        game = tile_game.Game("KR", 2, seed)
        game.apply(("go",))
        if game.phase == tile_game.REDEAL and fits(game):
            return game
    raise AssertionError("no such deal")


def dealt(scene, text):
    """Have been dealt `once`, or `again` with other tiles."""
    again = text == "again"
    assert (scene.game.redeals == 1) is again
    assert (sorted(scene.game.racks[0]) != sorted(scene.rack_dealt)) is again


def ended(scene, text):
    """Show the end of a game that was played so: `ended RK 210 -210 / -20 20 by ANNA BEN`."""
    game_id, _, rest = text.partition(" ")
    rounds, people = rest.split(" by ")
    scene("begin %s %s; rounds %s; over" % (game_id, people, rounds))


FOUR = "RK ANNA BEN CLEO DAN"
WORKED = "24 -5 -16 -3 / -6 -11 22 -5 / -32 -13 -2 47"  # RK-19

test_a_round_begins = scenes(
    """
    Three pairs may be dealt again [KR-2]: pairs ANNA ADA/easy; says You hold these pairs; A;
        dealt again
    Pairs are asked about after the hand-over [KR-2]: pairs ANNA BEN; A A B; on handover;
        tile_rows 0; wait 700; A A; wait 600; check screen.asked;
        says dealt again; B; dealt once
    A person's three pairs are shown to the others before the new deal [KR-2]: pairs ANNA BEN;
        wait 700; A; wait 600; says Show three of them; A; says ANNA shows three pairs:;
        tile_rows 3; dealt once; B; dealt once; A; dealt again; on handover
    A computer shows its pairs [KR-2]: pairs ANNA ADA/easy shown; says ADA shows three pairs; A;
        check game.redeals == 1
    A computer keeps quiet about its pairs [KR-2]: pairs ANNA ADA/easy hidden;
        check game.redeals == 0 and game.phase == 'turn'
    No tile is shown before the person says who it is: begin RK ANNA BEN; on handover;
        says Pass to; tile_rows 0; viewer nobody; A; on handover; wait 700; A; wait 700; on play;
        check session.viewer == game.seat; START A; wait 100; A; on handover; says drew 1;
        viewer nobody
    The menu at the hand-over leads back to it: begin RK ANNA BEN; START; on pause; B;
        on handover; viewer nobody
    """,
    pairs,
    dealt,
    tile_rows,
    viewer,
)

test_the_menu = scenes(
    """
    Giving up asks, then drops the game: begin RK ANNA BEN; menu; choose Give up the game;
        says for good?; B; on pause; no for good?; wait 600; A A; on pause; wait 600; A; on title;
        unlisted Continue
    All racks are shown behind a game that one person gave up: for $board in boards; board $board;
        begin RK ANNA ADA/easy; remember_racks; menu; choose Give up the game; wait 600; A;
        on scoreracks; says What was left; racks_noted; A; on title; unlisted Continue
    Racks of several persons are not shown when they give up: for $board in boards; board $board;
        begin RK ANNA BOB; menu; choose Give up the game; wait 600; A; on title; unlisted Continue
    A game given up is among the last rounds, in part: choose Play; A; to_turn; START A A;
        to_turn; menu; choose Give up the game; wait 600; A; wait 60; go review.lastrounds;
        says (in part)
    The rules in the menu are those in force: begin RK ANNA BEN opening_points=45 jokers=0;
        menu; choose Rules; pages and 0 jokers; pages 45 points
    """,
    remember_racks,
    racks_noted,
    to_turn,
)

test_the_score_sheet = scenes(
    """
    Rounds, totals and the check that they add up [T-14]: for $board in boards; board $board;
        begin $FOUR; rounds $WORKED; on score; row 1 +24 -5 -16 -3; row 2 -6 -11 +22 -5;
        row 3 -32 -13 -2 +47; row last Sum -14 -29 +4 +39; no add up
    Rows that do not add up are told [T-14]: begin $FOUR; rounds 24 -5 -16 -3 / -6 -11 22 -4;
        says Round 2 does not add up!
    A single round has no sum: ended RK 210 -210 by ANNA BEN; row last 1 +210 -210;
        ended RK 210 -210 / -20 20 by ANNA BEN; row last Sum +190 -190
    A long sheet begins at the newest round: begin $FOUR; rounds $EIGHT;
        check '24' in screen.table[0]; check '1' not in screen.table[0]; UP*24;
        check '1' in screen.table[0] and '24' not in screen.table[0]; DOWN*30;
        check '24' in screen.table[0] and '1' not in screen.table[0]
    The sheet is seen in the first round: for $id in ER | RG | RK | CR | KR;
        begin $id ANNA BO/easy; go rounds.score (menus.pause); on score; says ANNA; B; on pause
    The racks that are left, then the next round: begin RK ANNA BEN; rounds 50 -50;
        do scene.remembered = lines()[0]; SELECT; says ANNA: no tile left; says BEN:;
        heading What was left; SELECT; says ANNA goes out; check lines()[0] == scene.remembered;
        A; on startdraw; says round 2
    Who goes out calls it [RK-8, KR-11]:
        for $id,$said in RK, ANNA goes out: Rummikub! | KR, out: Rummikub! | CR, ANNA goes out. |
          RG, ANNA goes out.; begin $id ANNA ADA/easy; rounds 50 -50; says $said
    A stalled round says who is lowest: begin RK ANNA ADA/easy; stall; says The pool is empty:;
        says fewest points left
    All are congratulated when Kiran Rummy stalls at the end [KR-12]: ended KR 5 -5 by ANNA BEN;
        says ANNA wins the game!; no You all won!; stalled; says ANNA wins the game!;
        says You all won!
    Classic Rummy congratulates the winner alone: ended CR 5 -5 by ANNA BEN; stalled;
        says ANNA wins the game!; no You all won!
    The end names the winner and drops the save: ended RK 210 -210 by ANNA BEN;
        says ANNA wins the game!; A; on title; unlisted Continue
    Who won the round and who won the game are two sentences [RK-19]:
        for $other,$name in BEN, BEN | ADA/easy, ADA; ended RK 230 -230 / -20 20 by ANNA $other;
        says $name goes out: Rummikub! ANNA wins the game!
    Equal totals share the win: ended CR 10 -20 10 by ANNA BEN CLEO;
        says ANNA and CLEO share the win.
    Once more begins the same game with the same people: ended KR 60 -60 by ANNA ADA/easy;
        do scene.rules = dict(game.rules); START; on startdraw;
        check dict(game.rules) == scene.rules;
        check session.people == [('', 'ANNA'), ('easy', 'ADA')] and game.totals == [0, 0]
    Who plays alone without a name is You in any language: seed 7; choose Play; A;
        says You start.; people ('', 'You'); check b'P1' in session.note;
        go menus.settingsmenu 0 (menus.pause); RIGHT; wait 60; people ('', 'Du'); speak en;
        ended KR 60 -60 by P1 ADA/easy; says You go out: Rummikub!; START; on startdraw;
        people ('', 'You'); check b'P1' in session.note
    A written name stays, and two persons have their own: ended KR 60 -60 by ANNA ADA/easy;
        people ('', 'ANNA'); check session.you is None; ended KR 60 -60 by P1 P2;
        people ('', 'P1'); check session.you is None
    """.replace("$FOUR", FOUR)
    .replace("$WORKED", WORKED)
    .replace("$EIGHT", " / ".join([WORKED] * 8)),
    row,
    ended,
    stall,
    stalled,
    people,
)


def test_t_11_rg_1_the_draws_for_start_are_shown(scene):
    game = tile_game.Game("RG", 3, 1)
    people = [ANNA, ADA, BEN]
    scene.put(game, people)
    scene("says The lowest tile starts; says %s starts.; wait 3000" % people[game.starter][1])
    rows = scene.screen.scene.rows
    assert [row.faces[0][0] for row in rows] == [game.draws[2 * i + 1] for i in range(3)]
    game.rounds = [[0, 0, 0]]
    game._new_round()
    scene.put(game, people)
    scene("says one seat to the left")


def test_er_8_er_10_er_11_the_cards_have_their_rounds_on_the_sheet(scene):
    from rules.eight import game as eight

    game = eight.EightGame(3, 1)
    game.won = bytearray([0, 1, 0, 2, 1, 0, 2, 0])
    game.round = 8
    game.phase = eight.OVER
    people = [ANNA, ADA, ("", "CLEO")]
    scene.put(game, people)
    scene.on("score")
    for text in ("8 8 - -", "4 - - 4", "Sum 18 7 11"):
        row(scene, text)
    scene("says ANNA wins the game!")
    game.auto = 2
    scene.put(game, people)
    scene("says CLEO wins round 8 without a joker!; says CLEO wins the game!; START; on startdraw")
    scene("says deals.")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("large", [False, True])
def test_the_bands_of_the_score_sheet_lie_behind_their_lines(scene, board, large):
    scene("board %s; setting large=%s; begin RK ANNA BEN; rounds -30 30 / -18 18" % (board, large))
    scene("go rounds.score (menus.pause)")
    shown = scene.screen
    for band, above in zip(shown.bands, (0, 3)):
        top = shown.grid.y + 1 + above * (shown.bands[1].y - shown.bands[0].y) / 3
        high = getattr(band, "height", 1) * getattr(band, "tile_height", 1)
        assert abs(band.y + high / 2 - (top + shown.panel.pitch / 2)) <= 1.5


def test_without_memory_for_a_table_the_sums_are_said(scene, monkeypatch):
    from pocket.ui import ground

    scene("begin %s; rounds %s" % (FOUR, WORKED))
    game = scene.game
    from pocket.rounds import score  # as it is loaded now

    def full(*args, **given):
        raise MemoryError

    monkeypatch.setattr(score, "Text", full)
    monkeypatch.setattr(ground, "heading_bitmap", full)
    scene.screen._sheet()
    scene("says ANNA -14; says BEN -29; says DAN +39; says wins; A")
    assert scene.name() != "score" and scene.game is game


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_sentences_of_an_end_fit_four_rows_of_the_smallest_display(language):
    table = wordtable.shown(ROOT, language)["score"]

    def text(key, *values):
        said = table[key]
        return (said if isinstance(said, str) else said[0]).format(*values)

    name = "ANNABEL"
    rounds = [text("out_call", name, "Rummikub"), text("you_call", "Rummikub")]
    rounds += [text("stalled", 0, name), text("you_low"), text("auto", name)]
    games = [text("share", name + " & CLEO"), text("winner_person", name), text("you_game")]
    games += [text("winner", name) + " " + text("all_won")]
    panel = paper(128, 128)
    for ended in rounds:
        for won in games:
            assert panel.rows_of(ended + "\n" + won) <= 4, ended + " " + won


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_menu_does_not_say_that_nothing_is_kept_of_a_game_given_up(language):
    told = wordtable.shown(ROOT, language)["pause"]["give_up_help"]
    assert not re.search(r"kept|\bweg\b|guarda|gardé|salv|kayded", told, re.I), told


# -- kept over power off


def test_the_order_chosen_last_is_there_again_after_power_off(scene):
    """Of a rack, and of a hand of cards."""
    for game_id, order in (("RK", (1, False)), ("ER", (1, True))):
        scene.put(catalogue.new(game_id, 2, 7), [ANNA, ADA])
        while scene.name() not in ("play", "eightscreen") or scene.game.seat:
            scene.sim.press("A", rest=600)
        scene.sim.press("SELECT", rest=200)

        def held(game_id=game_id):
            tile_game = game_id == "RK"
            return bytes(scene.session.turn.rack if tile_game else scene.game.hands[0][:7])

        before = held()
        scene("menu; choose Save and leave; off; choose Continue; wait 600")
        if scene.name() == "title":  # the newest first
            scene.sim.press("A", rest=600)
        assert (scene.settings.sorting, scene.settings.by_shape) == order
        assert held() == before


@pytest.mark.parametrize(
    "end", ["START A A; to_turn", "menu; choose Give up the game; wait 600; A"]
)
def test_a_new_game_is_sorted_as_the_last_one_was(scene, end):
    scene.words["to_turn"] = to_turn
    scene("choose Play; A; to_turn; SELECT; %s; off; choose Play; A; to_turn" % end)
    rack = scene.session.turn.rack
    assert list(rack) == sorted(rack, key=lambda code: (code == 52, code % 13, code))


def test_the_sets_lie_where_they_lay_before_power_off(scene):
    """With the small tiles that a fuller table needed, too."""
    people = [ANNA, ("hard", "ADA"), ("hard", "BO")]
    scene.put(catalogue.new("RK", 3, 11, {"opening_points": 0}), people)
    sizes = set()
    while True:
        to_turn(scene)
        sizes.add(scene.session.small)
        if len(sizes) == 2 and len(scene.game.table) >= 9:
            break
        scene.sim.press("START", "A", "A", rest=600)

    def lie():
        turn = scene.session.turn
        return [bytes(codes) for codes in turn.sets], bytes(turn.spots), scene.session.small

    before = lie()
    scene("off; choose Continue")
    to_turn(scene)
    assert lie() == before and before[2]
