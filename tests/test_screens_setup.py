"""What is set before a game: its form of players and options, names, and the settings."""

import pytest
from words_menus import form

from rules import catalogue, choices
from rules.tilegame import games, options


def test_every_option_of_every_game_stands_in_the_form(scene):
    for game_id in catalogue.ORDER:
        form(scene, game_id)
        shown = scene.screen
        offered = {field[0] for field in catalogue.rules_of(game_id).offered(game_id)}
        if "groups_only" in offered:  # one line of three options
            offered = offered - {"groups_only", "runs_only", "mixed_runs"} | {"sets"}
        there = [line for line in shown.lines if line in shown.offered]
        assert sorted(offered) == sorted(there)


def test_rk_1_the_length_goes_from_points_to_rounds_and_back():
    from pocket.ui import words

    values = options.allowed(games.rules_for("RK"), "length")
    seen = []
    length = 200
    while length not in seen:
        seen.append(length)
        assert choices.next_value(values, choices.next_value(values, length, -1), 1) == length
        length = choices.next_value(values, length, -1)
    assert seen == [200, 150, 100, 50] + list(range(9, 0, -1)) + [500, 450, 400, 350, 300, 250]
    for between, lower, higher in ((77, 50, 100), (480, 450, 500)):  # of a file or a request
        assert choices.next_value(values, between, 1) == higher
        assert choices.next_value(values, between, -1) == lower
    said = [words.value("length", one) for one in (50, 9, 1)]
    assert said == ["50 pts", "9 rounds", "1 round"]


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pajenicko_picopad"])
def test_the_widest_names_stay_in_their_places(scene, board):
    scene.board(board)
    scene.settings.names[:2] = "WWWWWWW", "ANNABEL"
    scene.settings.set_up("RK", ["", ""], {})
    form(scene, "RK")
    scene("choose Players; says ANNABEL: human; LEFT; says WWWWWWW: human")
    row, panel = scene.screen.pad, scene.screen.panel
    names = [label for at, _, label, _ in panel.shown_texts if at == 1]
    for label, (left, top) in zip(names, row.spots, strict=True):
        wide = max(strip.x + strip.bitmap.width for strip in label) * label.scale
        assert left <= label.x and label.x + wide <= left + row.size and label.y > top
