"""What is set before a game: its form of players and options, names, and the settings."""

import pytest
from scenes import scenes

from rules import catalogue, choices
from rules.tilegame import games, options


def form(scene, game_id):
    """Show the form of a game."""
    scene("go menus.gamesetup " + (game_id or "RK"))


def value(scene, text):
    """Have an option of this value in the form: `value opening_points 50`."""
    name, wanted = text.split()
    assert str(scene.screen.value(name)) == wanted


def seated(scene, text):
    """Have these players in the form: their levels, a person as `-`."""
    assert [level or "-" for level in scene.screen.seats] == text.split()


def named(scene, text):
    """Have this name of the first person in the settings."""
    assert scene.settings.names[0] == text


test_the_form = scenes(
    """
    Options that contradict each other are refused where they are set: form; to Groups only;
        RIGHT; to Runs only; RIGHT;
        says Only groups and only runs together leave no set to lay.; value runs_only False;
        START; on startdraw; check game.rules['groups_only'] and not game.rules['runs_only']
    An opening nobody could reach is refused: form KR; to Points to open; RIGHT*5;
        value opening_points 50; says nobody could open with 55; to Several groups; RIGHT;
        to Points to open; RIGHT RIGHT; value opening_points 60
    Seats, levels and options are kept for each game: form CR; to Players; RIGHT RIGHT; to ADA;
        RIGHT; to BO; LEFT; to Clock; RIGHT START; on startdraw; check game.rules['clock'] == 1;
        check [level for level, _ in app.session.people] == ['', 'normal', 'easy', 'normal']; off;
        choose Play; SELECT; on gamesetup; check screen.game_id == 'CR';
        value clock 1; seated - normal easy normal; form RG; check screen.options == {'length': 1};
        seated - easy
    A form that is left without a game is kept: form KR; to Players; RIGHT; to You; A A START B;
        on gamecards; off; named A; check len(settings.seats('KR')) == 3
    All options go back to the written rules: form; to Jokers; RIGHT; says Jokers 1!;
        to Official rules; A; check screen.options == {}
    8 Round Rummy seats two to six: form ER; to Players; LEFT; check len(screen.seats) == 6;
        RIGHT; check len(screen.seats) == 2
    A changed option tells what the rules have, however small the screen:
        board tinycircuits_thumby_color; form; to Referee; RIGHT; says In the rules: friendly.
    The length of Rummikub is one round, and points where it says so [RK-1]: form;
        says Length 1 round; do screen.options.update(length=200); do screen._list(0);
        says Length 200 pts!; START; on startdraw;
        check game.rules['length_kind'] == 'points' and game.rules['length'] == 200
    The referee stands in the form alone: form; listed Referee; go menus.title; choose Settings;
        unlisted Referee
    """,
    form,
    value,
    seated,
    named,
)

test_names = scenes(
    """
    A name is written letter by letter and kept: form; to You; do scene.remembered = lines()[0];
        A; heading Name 1; A RIGHT*3 DOWN A A B START; named AN; says AN human;
        check lines()[0] == scene.remembered; START; off; named AN
    The sign behind the letters ends a name: form; choose You; says \x12; A RIGHT A LEFT;
        keys {A} letter; LEFT; keys {A}{START} done {B} erase; A; check screen.pad is None;
        named AB
    B leaves a name with nothing to erase: form; choose You; keys back; B; on gamesetup;
        check screen.pad is None; named P1
    B erases, then leaves, and the old name is kept: saved name1=ZOE; form; choose ZOE;
        keys erase; B*3; check screen.pad.text == ''; keys back; B; check screen.pad is None;
        named ZOE
    """,
    form,
    named,
)

test_settings = scenes(
    """
    Settings are kept: choose Settings; to Sound; RIGHT; to Brightness; LEFT;
        check abs(sim.display.brightness - 0.6) < 0.01; B; on title; off;
        check settings.get('sound') == 3; check settings.get('brightness') == 3
    Settings that make no sense are told, and the others are kept: saved sound=9 name1=ZOE;
        says Sound cannot be read and was reset.; named ZOE
    """,
    named,
)


def test_every_option_of_every_game_stands_in_the_form(scene):
    for game_id in catalogue.ORDER:
        form(scene, game_id)
        shown = scene.screen
        offered = [field[0] for field in catalogue.rules_of(game_id).offered(game_id)]
        there = [shown.table[place][0] for kind, place in shown.lines if kind == 3]
        assert sorted(offered) == sorted(there)


def test_rk_1_the_length_goes_from_points_to_rounds_and_back():
    from pocket.ui import words

    values = options.allowed(games.rules_for("RK"), "length")
    seen = []
    length = 200
    while length not in seen:
        seen.append(length)
        assert choices.after(values, choices.after(values, length, -1), 1) == length
        length = choices.after(values, length, -1)
    assert seen == [200, 150, 100, 50] + list(range(9, 0, -1)) + [500, 450, 400, 350, 300, 250]
    for between, lower, higher in ((77, 50, 100), (480, 450, 500)):  # of a file or a request
        assert choices.after(values, between, 1) == higher
        assert choices.after(values, between, -1) == lower
    said = [words.value("length", one) for one in (50, 9, 1)]
    assert said == ["50 pts", "9 rounds", "1 round"]


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pajenicko_picopad"])
def test_the_widest_names_stay_within_the_paper_and_before_what_plays(scene, board):
    scene.board(board)
    scene.settings.names[:2] = "WWWWWWW", "ANNABEL"
    scene.settings.set_up("RK", ["", ""], {})
    form(scene, "RK")
    shown = scene.screen.list
    seats = [i for i in range(shown.count) if shown.value(i) == "human"]
    for i in seats:
        assert shown.left + shown.font.measure(shown.text(i)) < shown.end
    assert shown.text(seats[1]).strip() == "ANNABEL"


test_the_keys_held_for_menu_and_hint_are_named_as_the_board_has_them = scenes(
    """
    given:
        for $board,$menu,$hint,$next in pybadge, {START}, {SELECT}, SELECT | deshipu_ugame_s3,
          {UP}+{START}, {DOWN}+{START}, hold START; board $board
    In the lesson of the buttons: choose Your buttons; START; says $menu held: the menu.; $next;
        says $hint held: hint
    In the settings: choose Settings; to Hints; says Hold $hint on your turn.
    In the rules: go menus.rulespages keys; pages $hint held gives a hint;
        pages $menu held: the menu
    At the table: table r3 r4 r5; rack k1 k2 b9; B;
        told Nothing to take back. $menu held: the menu.
    """,
)
