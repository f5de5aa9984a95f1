"""Between the turns: draws for start, pairs, the hand-over, the menu, the score sheet."""

import re

import pytest
from conftest import ROOT
from house_help import with_english
from screens_help import ENDS, paper
from words_games import row, to_turn

from rules import catalogue
from rules.tilegame import game as tile_game
from tools.device import wordtable

ANNA, ADA, BEN = ("", "ANNA"), ("easy", "ADA"), ("", "BEN")

FOUR = "RK ANNA BEN CLEO DAN"
WORKED = "24 -5 -16 -3 / -6 -11 22 -5 / -32 -13 -2 47"  # RK-19


def test_t_11_rg_1_the_draws_for_start_are_shown(scene):
    game = tile_game.Game("RG", 3, 1)
    people = [ANNA, ADA, BEN]
    scene.put(game, people)
    scene("says The lowest tile starts; says %s starts.; wait 3000" % people[game.starter][1])
    rows = scene.screen.rows
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
    scene("SELECT; says ANNA wins")
    game.instant_winner = 2
    scene.put(game, people)
    scene("SELECT; says CLEO wins round 8 without a joker!")
    scene("says CLEO wins; START; on startdraw")
    scene("says deals.")


@pytest.mark.parametrize("board", ENDS)
@pytest.mark.parametrize("large", [False, True])
def test_the_bands_of_the_score_sheet_lie_behind_their_lines(scene, board, large):
    scene("board %s; setting large=%s; begin RK ANNA BEN; rounds -30 30 / -18 18" % (board, large))
    scene("go rounds.score (menus.pause)")
    shown = scene.screen
    for band, above in zip(shown.bands, (0, 3)):
        top = shown.panel.pictures[-1].y + 1 + above * (shown.bands[1].y - shown.bands[0].y) / 3
        high = getattr(band, "height", 1) * getattr(band, "tile_height", 1)
        assert abs(band.y + high / 2 - (top + shown.panel.pitch / 2)) <= 1.5


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_sentences_of_an_end_fit_four_rows_of_the_smallest_display(language):
    table = with_english(ROOT, language)["score"]

    def text(key, *values):
        said = table[key]
        return (said if isinstance(said, str) else said[0]).format(*values)

    name = "ANNABEL"
    rounds = [text("out_call", name, "Rummikub"), text("you_call", "Rummikub")]
    rounds += [text("stalled", 0, name), text("you_low"), text("auto", name)]
    panel = paper(128, 128)
    for ended in rounds:
        assert panel.rows_of(ended + "\n" + text("all_won")) <= 4, ended


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_menu_does_not_say_that_nothing_is_kept_of_a_game_given_up(language):
    told = with_english(ROOT, language)["pause"]["give_up_help"]
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
    """With the smaller tiles that a fuller table needed, too."""
    people = [ANNA, ("hard", "ADA"), ("hard", "BO")]
    scene.put(catalogue.new("RK", 3, 11, {"opening_points": 0}), people)
    sizes = set()
    while True:
        to_turn(scene)
        sizes.add(scene.screen.board.table.w)
        if len(sizes) > 1 and len(scene.game.table) >= 6:
            break
        scene.sim.press("START", "A", "A", rest=600)

    def layout():
        turn = scene.session.turn
        return [bytes(codes) for codes in turn.sets], bytes(turn.spots), scene.screen.board.shape

    before = layout()
    scene("off; choose Continue")
    to_turn(scene)
    assert layout() == before
