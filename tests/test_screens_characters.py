"""Characters on the handheld: chosen by face, playing as they do, kept by name."""

import golden_help
import play_scene
import pytest
from pocket.games import newgame
from pocket.saves import settingsfile
from pocket.ui import face
from screens_help import BOARDS, SIZES, handheld, show, speak, to

from rules import catalogue, characters, stats
from tools.art import persons

LARGE, SMALL = "pajenicko_picopad", "tinycircuits_thumby_color"


def test_every_character_has_a_face_of_both_sizes_and_all_their_colours():
    assert [name.upper() for name in persons.PERSONS] == list(characters.NAMES)
    assert len(face._COLOURS) == len(persons.INKS)
    for data in persons.sheets().values():
        size, faces, data = data[0], 0, data[1:]
        while data:
            length = int.from_bytes(data[:2], "little")
            assert sum(1 + (run >> 4) for run in data[2 : 2 + length]) == size * size
            faces, data = faces + 1, data[2 + length :]
        assert faces == len(characters.NAMES)


def test_the_file_of_the_faces_is_as_drawn():
    from pocket.app import device

    for name, drawn in persons.sheets().items():
        with open(device.asset(name), "rb") as file:
            assert file.read() == drawn, name


@pytest.mark.parametrize("board", BOARDS)
def test_a_character_is_chosen_by_face(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        show(sim, "menus.gamesetup", "RK", rest=100)
        to(sim, "  ADA")
        seen = []
        for _ in range(len(catalogue.LEVELS) - 1 + len(characters.NAMES)):
            sim.press("RIGHT")
            shown = sim.app.screen.panel.pictures
            if shown:
                (shown,) = shown
                seen.append(sim.app.screen.list.text(sim.app.screen.list.chosen).strip())
                assert shown.y + shown.bitmap.height <= sim.app.h
                if board in (LARGE, SMALL) and seen[-1] in ("CLEO", "OTTO"):
                    sim.wait(200)
                    golden_help.check(sim, "setup_%s_%s" % (SIZES[board], seen[-1].lower()))
        assert seen == list(characters.NAMES)
        sim.press("UP")
        assert not sim.app.screen.panel.pictures


@pytest.mark.long
@pytest.mark.parametrize("board", [SMALL, "pybadge"])
def test_what_a_character_does_stays_on_the_paper_in_large_letters(language, sim):
    """Its third line lay over the paper's edge and the line of keys."""
    speak(language)
    sim.app.settings.set("large", True)
    for name in characters.NAMES:
        sim.app.settings.set_up("RK", ["", name], {})
        show(sim, "menus.gamesetup", "RK", rest=100)
        panel = sim.app.screen.panel
        to(sim, "  " + name)
        sim.wait(100)
        told = [label for row, _, label, _ in panel.said if 1 <= row < panel.lines - 1]
        ends = [label.y + strip.y + strip.bitmap.height for label in told for strip in label]
        assert ends and max(ends) <= panel.foot, name


def test_one_character_sits_at_one_seat(sim):
    sim.app.settings.set_up("RK", ["", "CLEO", "MAX"], {})
    show(sim, "menus.gamesetup", "RK", rest=100)
    to(sim, "  MAX")
    sim.press("RIGHT")
    assert sim.app.screen.seats == ["", "CLEO", "OTTO"]
    sim.press("LEFT")
    sim.press("LEFT")
    assert sim.app.screen.seats == ["", "CLEO", "ROSA"]


def test_a_character_sits_down_by_its_name_with_its_level_and_habits(sim):
    sim.app.settings.set_up("RK", ["", "CLEO", "easy"], {})
    sim.app.settings.names[0] = "OTTO"  # a person of that name plays as a person does
    newgame.play(sim.app, "RK")
    sim.app.step()
    assert sim.app.session.people == [("", "OTTO"), ("hard", "CLEO"), ("easy", "BO")]
    assert sim.app.session.habits == [b"", characters.habits("CLEO", "tiles"), b""]


def test_a_character_is_there_again_after_power_off(tmp_path):
    with handheld(tmp_path) as sim:
        sim.app.settings.set_up("ER", ["", "CLEO"], {})
        settingsfile.save(sim.app)
        newgame.play(sim.app, "ER")
        sim.wait(100)
    with handheld(tmp_path) as sim:
        assert sim.app.settings.seats("ER") == ["", "CLEO"]
        sim.wait(1500)
        sim.press("A", rest=300)
        assert sim.app.session.people[1] == ("hard", "CLEO")
        assert sim.app.session.habits[1] == characters.habits("CLEO", "cards")


def test_settings_know_levels_persons_and_characters_and_no_others():
    kept = settingsfile.read(b"seats.RK=person,CLEO,hard")
    assert kept.seats("RK") == ["", "CLEO", "hard"] and not kept.unread
    assert settingsfile.read(b"seats.RK=person,CLEOPA").unread == ["seats.RK"]
    assert b"seats.RK=person,CLEO,hard" in settingsfile.dump(kept)


def test_who_thinks_has_the_habits(tmp_path):
    told = set()
    with handheld(tmp_path) as sim:
        sim.app.settings.set_up("RK", ["OTTO", "VERA"], {"length": 200})
        newgame.play(sim.app, "RK")
        sim.wait(300)
        for _ in range(3000):
            if len(told) > 1:
                break
            part = getattr(sim.app.screen, "part", None)
            view = getattr(part, "view", None)
            if view:
                told.add((sim.app.session.people[view.seat][1], view.habits))
            sim.press("A", rest=20)
    assert {(name, characters.habits(name, "tiles")) for name in ("OTTO", "VERA")} <= told


def said(sim):
    """What stands in the box over the table; "" without one."""
    box = sim.app.screen.box
    return " ".join(line.text for line in box.lines) if box else ""


def until_said(sim, name, tries=400):
    """Wait, at most so many frames, for what that one says."""
    for _ in range(tries):
        if said(sim).startswith(name + ": "):
            sim.wait(40)  # until it is painted
            return said(sim)[len(name) + 2 :]
        sim.wait(20)
    return ""


def scene(sim, name, history=b"", rack="k1 r12 b9 o4", seat=1, own="k13 k11 b1"):
    """The turn of a character of two seats, or of the person, the table set by hand."""
    game = play_scene.position(["r3 r4 r5", "k9 b9 o9"], own, others=rack)
    game.opened = bytearray(2 * b"\1")
    game.seat = seat
    game.history = bytearray(history)
    people = [("", "P1"), (characters.level(name), name)]
    newgame.seat_people(sim.app, game, people, "game")
    sim.app.session.viewer = 0
    show(sim, "tilegame.play", rest=60)
    return game


OPENED, DREW, PLAYED = 0x60, 0x20, 0x10


@pytest.mark.parametrize("board", (LARGE, SMALL))
def test_a_character_speaks_when_you_have_opened(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        scene(sim, "CLEO", bytes((OPENED, 6)))
        assert until_said(sim, "CLEO") == "So you dare."
        golden_help.check(sim, "speech_%s_opens" % SIZES[board])
        sim.wait(3000)
        assert sim.app.screen.box is None and sim.app.session.game.seat == 0


def test_it_speaks_when_it_is_stuck_for_the_third_time_and_not_the_fourth(tmp_path):
    idle = bytes((PLAYED, 1, DREW | 1, 1))
    for turns, wanted in ((1, ""), (2, "The tide will turn."), (3, "")):
        with handheld(tmp_path / str(turns)) as sim:
            scene(sim, "OTTO", idle * turns + bytes((PLAYED, 1)), rack="k1 r12 b11 o4")
            assert until_said(sim, "OTTO", 200) == wanted
            assert sim.app.session.game.seat == 0


def test_what_is_said_is_hurried_by_any_key(sim):
    scene(sim, "CLEO", bytes((OPENED, 6)))
    assert until_said(sim, "CLEO")
    sim.press("B", rest=40)
    assert sim.app.screen.box is None and sim.app.session.game.seat == 0


@pytest.mark.parametrize("board", (LARGE, SMALL))
def test_it_speaks_when_it_goes_out(tmp_path, board):
    with handheld(tmp_path, board, blind=False) as sim:
        scene(sim, "ROSA", rack="r6 r2")
        assert until_said(sim, "ROSA") == "My, that's all of them!"
        table = sim.app.screen.board.table
        box = sim.app.screen.box.group
        top = box.y + min(layer.y for layer in box)
        assert top >= table.y + table.step  # the tiles it laid are seen
        golden_help.check(sim, "speech_%s_out" % SIZES[board])
        sim.wait(4000)  # then the ribbon, the counters
        assert sim.app.screen.part.word == "RUMMIKUB!"
        sim.press("A", rest=2000)
        kept = stats.Stats(sim.app.store.load("stat")[0])
        assert kept.met == [0, 0, 1, 0]  # LOU, ROSA: played, won


def test_it_speaks_when_you_win(tmp_path):
    from pocket.tilegame import moves

    from rules.tilegame import melds, tiles

    with handheld(tmp_path) as sim:
        game = scene(sim, "VERA", seat=0, own="r6")
        table = list(game.table)
        table[0] = melds.add(table[0], tiles.parse("r6"), game.rules)
        assert moves.apply_move(sim.app, ("play", table)) is None
        sim.app.screen.onward()
        assert until_said(sim, "VERA") == "Interesting. Again."


def test_nobody_speaks_for_a_plain_computer(sim):
    scene(sim, "CLEO", bytes((OPENED, 6)))
    sim.app.session.people[1] = ("hard", "BO")
    sim.app.session.habits = [b"", b""]
    assert until_said(sim, "BO", 150) == ""


def test_the_set_up_of_a_card_game_offers_who_plays_in_its_own_way_there(sim):
    """OTTO, "in no hurry to open", was offered in 8 Round Rummy, where nobody opens."""
    from rules import catalogue, characters

    for game_id in catalogue.ORDER:
        show(sim, "menus.gamesetup", game_id)
        form = sim.app.screen
        offered = characters.OFFERED[catalogue.pieces(game_id)]
        assert set(form._offered(1)) & set(characters.NAMES) == set(offered), game_id
