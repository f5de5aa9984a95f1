"""Characters on the handheld: chosen by face, playing as they do, kept by name."""

import re

import play_scene
import pytest
from pocket.games import newgame
from pocket.saves import settingsfile
from pocket.tilegame import speech
from pocket.ui import face
from scenes import scenes
from screens_help import BOARDS, show, speak, to

from rules import catalogue, characters, stats
from tools.art import persons

LARGE, SMALL = "pajenicko_picopad", "tinycircuits_thumby_color"


def test_every_character_has_a_face_of_both_sizes_and_all_their_colours():
    assert [name.upper() for name in persons.PERSONS] == list(characters.NAMES)
    assert len(face._COLOURS) == len(persons.INKS)
    for name, data in persons.sheets().items():
        size, faces, data = data[0], 0, data[1:]
        while data:
            length = int.from_bytes(data[:2], "little")
            assert sum(1 + (run >> 4) for run in data[2 : 2 + length]) == size * size
            faces, data = faces + 1, data[2 + length :]
        assert faces == len(characters.NAMES) + (4 if name.startswith("heads") else 0)
    for size in persons.HEADS.values():
        assert list(persons.small(size))[:6] == list(characters.NAMES)


def test_the_file_of_the_faces_is_as_drawn():
    from pocket.app import device

    for name, drawn in persons.sheets().items():
        with open(device.asset(name), "rb") as file:
            assert file.read() == drawn, name


@pytest.mark.parametrize("board", BOARDS)
def test_a_character_is_chosen_by_face(scene, board):
    scene("board %s; pictures; go menus.gamesetup RK; to ADA" % board)
    seen = []
    for _ in range(len(catalogue.LEVELS) - 1 + len(characters.NAMES)):
        scene("RIGHT")
        shown = scene.screen.panel.pictures
        if shown:
            (shown,) = shown
            seen.append(scene.screen.list.text(scene.screen.list.chosen).strip())
            assert shown.y + shown.bitmap.height <= scene.app.h
            if board in (LARGE, SMALL) and seen[-1] in ("CLEO", "OTTO"):
                scene("wait 200; golden setup_@_" + seen[-1].lower())
    assert seen == list(characters.NAMES)
    scene("UP; check not screen.panel.pictures")


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


def test_who_thinks_has_the_habits(scene):
    told = set()
    setup(scene, "RK OTTO VERA")
    scene.settings.set_up("RK", ["OTTO", "VERA"], {"length": 200})
    newgame.play(scene.app, "RK")
    for _ in range(3000):
        view = getattr(getattr(scene.screen, "part", None), "view", None)
        if view:
            told.add((scene.session.people[view.seat][1], view.habits))
        if len(told) > 1:
            break
        scene.sim.press("A", rest=20)
    assert {(name, characters.habits(name, "tiles")) for name in ("OTTO", "VERA")} <= told


def test_settings_know_levels_persons_and_characters_and_no_others():
    kept = settingsfile.read(b"seats.RK=person,CLEO,hard")
    assert kept.seats("RK") == ["", "CLEO", "hard"] and not kept.unread
    assert settingsfile.read(b"seats.RK=person,CLEOPA").unread == ["seats.RK"]
    assert b"seats.RK=person,CLEO,hard" in settingsfile.dump(kept)


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_a_set_up_offers_who_plays_in_its_own_way_there(scene, game_id):
    """OTTO, "in no hurry to open", was offered in 8 Round Rummy, where nobody opens."""
    scene("go menus.gamesetup " + game_id)
    offered = set(characters.OFFERED[catalogue.pieces(game_id)])
    assert set(scene.screen._offered(1)) & set(characters.NAMES) == offered


# -- who sits where, and what they say


def setup(scene, text):
    """Set a game's seats, a person as `-`: `setup RK - CLEO easy`."""
    game_id, *seats = text.split()
    scene.settings.set_up(game_id, [seat.strip("-") for seat in seats], {})


def play(scene, game_id):
    """Begin the game as it is set up, and keep the settings."""
    settingsfile.save(scene.app)
    newgame.play(scene.app, game_id)
    scene.wait(100)


def people(scene, text):
    """Have these people: `- OTTO, hard CLEO`; habits are those of the characters."""
    wanted = [tuple(one.strip("- ").split()) for one in text.split(",")]
    there = [tuple(filter(None, one)) for one in scene.session.people]
    assert there == wanted, there
    habits = [characters.habits(one[1], scene.game.pieces) if one[1:] else b"" for one in wanted]
    assert scene.session.habits == habits


def seated(scene, text):
    """Have these seats in the form, a person as `-`."""
    assert scene.screen.seats == [seat.strip("-") for seat in text.split()], scene.screen.seats


def turn_of(scene, text):
    """Be in the turn of a character, behind a history in hexadecimal digits, with other tiles on
    its rack behind `/`: `turn_of CLEO 6006 / r6 r2`; behind `//` in the person's own turn."""
    words, slash, rack = re.fullmatch("([^/]*)(/*)(.*)", text).groups()
    name, history = words.split()
    racks = ["k13 k11 b1", "k1 r12 b9 o4"]
    if slash:
        racks[len(slash) == 1] = rack
    game = play_scene.position(["r3 r4 r5", "k9 b9 o9"], racks[0], others=racks[1])
    game.seat = int(slash != "//")
    game.history = bytearray.fromhex(history)
    scene.sim  # noqa: B018
    scene.show_game(game, [("", "P1"), (characters.level(name), name)])


def speaks(scene, text):
    """Let a character say this: `speaks CLEO: So you dare.`; without one: nobody says anything."""
    for _ in range(400 if text else 150):
        if scene.boxed().partition(": ")[0] in characters.NAMES + ("BO",):
            break
        scene.sim.wait(20)
    assert scene.boxed() == text
    scene.sim.wait(40)  # until it is painted


def moment(scene, text):
    """Choose this moment for a character behind a history, with that many tiles on its rack:
    `moment own 1001 6103 4`."""
    wanted, *turns, many = text.split()
    game = play_scene.position(["r3 r4 r5"], "k13 k11 b1", others="k1 r12 b9 o4 o5")
    game.racks[1][:] = game.racks[1][: int(many)]
    game.history = bytearray.fromhex("".join(turns))
    assert speech.begun(game, 1, 0) == wanted.strip("-")


def above(scene, _):
    """Have the box below the first row of the table: the tiles that were laid are seen."""
    table, box = scene.screen.board.table, scene.screen.box.group
    assert box.y + min(layer.y for layer in box) >= table.y + table.step


def plain(scene, _):
    """Let a plain computer sit in the character's place."""
    scene.session.people[1] = ("hard", "BO")
    scene.session.habits = [b"", b""]


def win(scene, _):
    """Lay the last tile of the person's rack."""
    from pocket.tilegame import moves

    from rules.tilegame import melds, tiles

    table = list(scene.game.table)
    table[0] = melds.add(table[0], tiles.parse("r6"), scene.game.rules)
    assert moves.apply_move(scene.app, ("play", table)) is None
    scene.screen.onward()


def met(scene, text):
    """Have counted these rounds with characters: played and won of each, from LOU on."""
    kept = stats.Stats(scene.app.store.load("stat")[0])
    assert " ".join(map(str, kept.met)) == text


test_characters = scenes(
    """
    One character sits at one seat: setup RK - CLEO MAX; go menus.gamesetup RK; to MAX; RIGHT;
        seated - CLEO OTTO; LEFT LEFT; seated - CLEO ROSA
    They sit down by name with level and habits; a person of that name plays as a person does:
        setup RK - CLEO easy; do settings.names.__setitem__(0, 'OTTO'); play RK;
        people - OTTO, hard CLEO, easy BO
    They are there again after power-off: setup ER - CLEO; play ER; off;
        check settings.seats('ER') == ['', 'CLEO']; wait 1500; A; wait 300; people - You, hard CLEO
    One speaks when you have opened: for $board in pajenicko_picopad | tinycircuits_thumby_color;
        board $board; pictures; turn_of CLEO 6006; speaks CLEO: So you dare.;
        golden speech_@_opens; wait 3000; box; seat 0
    One speaks when stuck for the third time, not before or after:
        for $turns,$said in 10012101, | 1001210110012101, OTTO: The tide will turn. |
          100121011001210110012101, ; turn_of OTTO $turns1001 / k1 r12 b11 o4; speaks $said; seat 0
    Its moments are the person's opening and its own, its last tile, and three turns without a play:
        moment opens 6003 2101 4; moment own 1003 6103 4; moment own 6003 6103 4;
        moment last 1001 1101 1; moment - 1001 2101 1; moment - 1001 1101 2;
        moment stuck 2101 2001 2101 2001 3100 4; moment - 2101 1001 1101 2101 1001 2101 4
    Any key hurries what is said: turn_of CLEO 6006; speaks CLEO: So you dare.; B; box; seat 0
    One speaks when it goes out, then the ribbon follows:
        for $board in pajenicko_picopad | tinycircuits_thumby_color; board $board; pictures;
        turn_of ROSA 1001 / r6 r2; speaks ROSA: My, that's all of them!; above; golden speech_@_out;
        wait 4000; check part.word == 'RUMMIKUB!'; A; wait 2000; met 0 0 1 0
    One speaks when you win: turn_of VERA 1001 // r6; win; speaks VERA: Interesting. Again.
    A plain computer says nothing: turn_of CLEO 6006; plain; speaks
    """,
    setup,
    play,
    people,
    seated,
    turn_of,
    speaks,
    moment,
    above,
    plain,
    win,
    met,
)
