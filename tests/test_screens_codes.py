"""The code of a game on the screens: shown at its end, typed at another's start."""

import golden_help
import pytest
from pocket.app import draw
from screens_help import BOARDS, SIZES, choose, handheld, page, put, screen, show

from rules import catalogue, codes
from rules.tilegame import game as tile_game

THREE = ["", "normal", "hard"]
QUICK = {"length": 1, "clock": 0}
CODE = codes.encode(catalogue.ORDER[0], THREE, QUICK, 77)[0]


def typed(sim, text):
    """Write a text on the pad, letter by letter."""
    show(sim, "menus.typecode", rest=60)
    for letter in text:
        sim.app.screen.pad.letter = codes.LETTERS.index(letter)
        sim.press("A")


def tiles_of(game):
    """What a game was dealt."""
    return [bytes(rack) for rack in game.racks], bytes(game.pool), game.draws, game.starter


def end(sim):
    """The running game is over, and its sheet on show."""
    game = sim.app.session.game
    if game.phase == "start":
        game.apply(("go",))
    game.rounds = [[9] + [-9] + [0] * (game.seats - 2)]
    game.totals = list(game.rounds[0])
    game.winners = [0]
    game.racks[0] = bytearray()
    game.phase = "over"
    show(sim, "rounds.score", rest=100)


def spaced(code):
    return "Code: " + code[:4] + " " + code[4:]


def test_the_code_at_a_game_s_end_gives_another_handheld_the_same_tiles(tmp_path):
    with handheld(tmp_path / "one", seed=987654321) as sim:
        choose(sim, "Quick game", rest=100)
        dealt = tiles_of(sim.app.session.game)
        code = sim.app.session.code
        people = sim.app.session.people
        end(sim)
        assert spaced(code) in page(sim)
    with handheld(tmp_path / "two", BOARDS[1], seed=1) as sim:
        typed(sim, code)
        sim.press("A")  # the sign behind the letters
        assert "easy" in page(sim)
        sim.press("A", rest=200)
        assert screen(sim) == "startdraw" and tiles_of(sim.app.session.game) == dealt
        assert sim.app.session.people == people  # the opponent's name, too
        assert sim.app.session.game.rules["length"] == 1
        assert sim.app.session.game.rules["clock"] == 0
        end(sim)
        assert spaced(code) in page(sim)


def test_a_character_sits_where_the_code_says(sim):
    code = codes.encode("CR", ["", "CLEO", "easy"], {"clock": 0}, 3)[0]
    typed(sim, code)
    sim.press("A")
    assert "CLEO: hard BO: easy" in page(sim)
    sim.press("A", rest=200)
    assert sim.app.session.people[1:] == [("hard", "CLEO"), ("easy", "BO")]
    assert sim.app.session.code == code
    assert sim.app.session.habits[1] and not sim.app.session.habits[2]


def test_a_code_is_kept_with_its_game(tmp_path):
    with handheld(tmp_path) as sim:
        typed(sim, CODE)
        sim.press("START", "A", rest=200)
        sim.press("A", rest=300)
    with handheld(tmp_path, seed=8) as sim:
        choose(sim, "Continue", rest=200)
        assert sim.app.session.code == CODE and len(sim.app.session.people) == 3
        show(sim, "rounds.score", ("menus.pause",), rest=100)  # looked at in the middle of a round
        assert spaced(CODE) in page(sim)


def test_a_save_from_before_there_were_codes_goes_on(tmp_path):
    with handheld(tmp_path) as sim:
        game = tile_game.Game("CR", 2, 5)
        put(sim, game, [("", "ANNA"), ("easy", "ADA")])
        assert sim.app.session.code == ""
    with handheld(tmp_path) as sim:
        choose(sim, "Continue", rest=200)
        assert sim.app.session.code == "" and len(sim.app.session.game.racks) == 2
        end(sim)
        assert "Code" not in page(sim)


def test_a_game_of_two_persons_shows_no_code(sim):
    sim.app.settings.set_up("CR", ["", ""], {})

    show(sim, "games.makegame", "menus.title", "play", "CR")
    end(sim)
    assert sim.app.session.code == "" and "Code" not in page(sim)


def test_a_typo_is_one_sentence_and_the_letters_stay(sim):
    typed(sim, CODE[:7] + ("B" if CODE[7] == "A" else "A"))
    sim.press("A")
    assert "Not a valid code: check each letter." in page(sim)
    assert sim.app.screen.pad.text[:7] == CODE[:7]
    sim.press("B")
    assert "Not a valid code" not in page(sim)
    sim.app.screen.pad.letter = codes.LETTERS.index(CODE[7])
    sim.press("A", "A")
    assert sim.app.screen.pad is None and "BO: hard" in page(sim)


def test_a_code_that_is_not_finished_is_no_game(sim):
    typed(sim, CODE[:5])
    assert CODE[:4] + " " + CODE[4] + "___" in page(sim)  # two halves, as the sheet shows it
    sim.press("START")
    assert "Eight letters" in page(sim) and "Not a valid code" not in page(sim)
    assert sim.app.screen.ink == draw.BAD
    sim.app.screen.pad.letter = codes.LETTERS.index(CODE[5])
    sim.press("A")
    assert sim.app.screen.ink == draw.DIM  # not while further letters are typed


def test_b_with_nothing_typed_leaves_and_b_at_the_game_goes_back_to_the_letters(sim):
    choose(sim, "More")
    choose(sim, "Type a code", rest=100)
    assert screen(sim) == "typecode"
    sim.press("B", rest=100)
    assert screen(sim) == "title" and sim.app.screen.list.text(sim.app.screen.list.chosen) == (
        "Type a code"
    )
    typed(sim, CODE)
    sim.press("A")
    assert sim.app.screen.pad is None
    sim.press("B")
    assert sim.app.screen.pad.text == CODE


def test_a_game_that_is_kept_is_told_before_a_code_takes_its_place(sim):
    typed(sim, CODE)
    sim.press("A")
    assert "will be replaced" not in page(sim)
    sim.press("A", rest=200)
    typed(sim, CODE)
    sim.press("A")
    assert "A saved game of this kind will be replaced." in page(sim)


def test_the_next_game_of_the_same_people_has_a_code_of_its_own(tmp_path):
    with handheld(tmp_path, seed=None) as sim:
        typed(sim, CODE)
        sim.press("A", "A", rest=200)
        end(sim)
        sim.press("START", rest=300)
        assert screen(sim) == "startdraw" and sim.app.session.code not in ("", CODE)
        assert codes.decode(sim.app.session.code)[:3] == codes.decode(CODE)[:3]


def test_cards_dealt_again_by_the_same_game_have_no_code(sim):
    code = codes.encode("ER", ["", "easy"], {}, 4)[0]
    typed(sim, code)
    sim.press("A", "A", rest=300)
    assert sim.app.session.code == code and sim.app.session.game.next_game
    sim.app.session.game.phase = "over"
    show(sim, "rounds.score", rest=100)
    assert spaced(code) in page(sim)
    sim.press("START", rest=300)
    assert sim.app.session.code == ""


def test_play_begins_with_the_game_of_a_code(tmp_path):
    with handheld(tmp_path, code=CODE) as sim:
        sim.wait(300)
        assert screen(sim) == "startdraw" and sim.app.session.code == CODE
        assert [level for level, _ in sim.app.session.people] == THREE


@pytest.mark.parametrize("board", sorted(SIZES))
def test_the_code_as_it_looks(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        typed(sim, CODE[:7] + ("B" if CODE[7] == "A" else "A"))
        sim.press("A", rest=300)
        golden_help.check(sim, "codes_%s_typo" % SIZES[board])
        typed(sim, CODE)
        sim.press("A", rest=300)
        golden_help.check(sim, "codes_%s_game" % SIZES[board])
        sim.press("A", rest=200)
        end(sim)
        sim.wait(300)
        golden_help.check(sim, "codes_%s_end" % SIZES[board])
