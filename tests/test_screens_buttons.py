"""The screens around the play screen, driven by buttons on the simulated handheld."""

import importlib
import re
import sys

import displayio
import play_scene
import pytest
import saves_help
from house_help import furnish
from pocket.always import draw, flow, settings
from pocket.games import newgame, slots
from screens_help import (
    BOARDS,
    choose,
    handheld,
    lines,
    listed,
    page,
    paper,
    put,
    screen,
    show,
    speak,
    to,
)

from rules import catalogue, choices
from rules.tilegame import game as tile_game
from rules.tilegame import games, options, players, tiles
from tools.device import wordtable
from tools.place import ROOT
from tools.sim import SimError

ANNA, BEN, CLEO, DAN = ("", "ANNA"), ("", "BEN"), ("", "CLEO"), ("", "DAN")
ADA = ("easy", "ADA")


def begin(sim, rounds=None, game_id="RK", people=(ANNA, BEN), **options):
    """Put a game on show that has played `rounds`; the last score sheet is due."""
    one = tile_game.Game(game_id, len(people), 3, options)
    one.apply(("go",))
    while one.phase == tile_game.REDEAL:
        one.apply(("redeal", False))
    if rounds:
        one.rounds = [list(scores) for scores in rounds]
        one.totals = [sum(column) for column in zip(*rounds)]
        one.phase = tile_game.ROUND
        one.winners = [rounds[-1].index(max(rounds[-1]))]
        one.racks[one.winners[0]] = bytearray()
    put(sim, one, list(people))
    return one


def quick(sim):
    """From the first screen into a quick game's start draw."""
    choose(sim, "Quick game", rest=100)


def form(sim, game_id="RK"):
    """The set-up form of a game is on show."""
    show(sim, "menus.gamesetup", game_id, rest=100)


def more(sim, label):
    """Go to a line of the form's second page."""
    if not sim.app.screen.more:
        choose(sim, "More options")
    to(sim, label)


# -- title, continue


def language_named(sim, name):
    """Go to a language by its own name and take it."""
    for _ in range(9):
        if sim.app.screen.names[sim.app.screen.list.chosen] == name:
            break
        sim.press("DOWN")
    sim.press("A", rest=60)


def test_the_first_start_offers_the_languages_and_what_is_taken_stays(tmp_path):
    with handheld(tmp_path) as sim:
        sim.press("SELECT", rest=60)
        assert screen(sim) == "language"
        assert sim.app.screen.names[0] == "English"
        language_named(sim, "Deutsch")
        assert screen(sim) == "title" and sim.app.settings.language == "de"
        assert not lines(sim)[-1].startswith("\x11")
    with handheld(tmp_path) as sim:
        assert sim.app.settings.language == "de"
        sim.press("SELECT", rest=60)
        language_named(sim, "English")
        assert "Quick game" in page(sim)


def test_the_language_changes_at_once_in_the_settings(sim):
    choose(sim, "Settings")
    assert "Language English" in page(sim)
    sim.press("RIGHT", rest=60)
    assert screen(sim) == "settingsmenu" and "Deutsch" in page(sim)
    sim.press("LEFT", rest=60)
    assert "Language English" in page(sim)


@pytest.mark.parametrize("language", ["English", "Deutsch"])
def test_letters_of_other_languages_go_again_where_english_is_spoken(sim, language):
    """They stayed behind the list of languages: 1.7 KB less for all games of a sitting."""
    letters = sim.app.art.letters
    assert letters.latin is None
    sim.press("SELECT", rest=60)
    assert letters.latin
    language_named(sim, language)
    assert screen(sim) == "title" and (letters.latin is None) is (language == "English")


def test_settings_find_the_memory_to_be_kept_in(monkeypatch, sim):
    """Behind hundreds of keys PicoPad had no 2,048 bytes in one piece, and the game failed."""
    choose(sim, "Settings")
    shown, pieces = sim.app.screen, []
    assert len(shown.reserve) >= slots.SLOT
    twice = sim.app.twice
    monkeypatch.setattr(
        sim.app, "twice", lambda *words: (pieces.append(shown.reserve), twice(*words))[1]
    )
    sim.press("B", rest=60)
    assert screen(sim) == "title" and pieces and pieces[0] is None


def test_a_language_that_is_not_on_the_drive_is_one_sentence(tmp_path):
    with handheld(tmp_path) as sim:
        sim.app.settings.language = "xx"
        from pocket.jobs import settingsfile

        settingsfile.save(sim.app)
    with handheld(tmp_path, board="pimoroni_picosystem") as sim:
        assert "The texts words/xx.bin are missing: copy the game again." in page(sim)
        assert "Quick game" in page(sim)
        sim.press("SELECT", rest=60)
        assert sim.app.screen.names[sim.app.screen.list.chosen] == "English"


def test_first_start_offers_no_save_and_says_what_to_press(sim):
    shown = [line.strip() for line in lines(sim)]
    assert len(sim.app.screen.letters) == len("POCKETRUMMY")
    for word in ("Quick game", "Games", "Learn", "More"):
        assert word in shown
    assert "Continue" not in shown
    assert shown[-1].startswith("\x11  DE")  # the languages, until a key is pressed
    sim.press("DOWN", "UP", rest=200)
    assert lines(sim)[-1] == "\x0e Rummikub, 1 round"


def test_two_presses_of_a_lead_from_the_title_into_a_game(sim):
    sim.press("A", rest=100)
    assert screen(sim) == "startdraw"
    sim.press("A", rest=100)
    assert screen(sim) == "play"
    assert sim.app.sitting.game.rules["game"] == "RK" and sim.app.sitting.game.seats == 2
    assert sim.app.sitting.game.rules["length"] == 1
    assert sim.app.sitting.game.rules["length_kind"] == "rounds"


@pytest.mark.parametrize("chosen, played", [("KR", "Kiran Rummy"), ("ER", "Rummikub")])
def test_the_line_of_the_quick_game_names_the_game_it_begins(sim, chosen, played):
    """A card game has no single round, so the first tile game stands in for it."""
    show(sim, "menus.gamecards", chosen)
    sim.press("B", rest=100)
    to(sim, "Games")
    sim.press("UP", rest=200)
    assert lines(sim)[-1] == "\x0e %s, 1 round" % played
    sim.press("A", rest=100)
    assert catalogue.title(sim.app.sitting.game.rules["game"]) == played


def test_the_cursor_keeps_its_line_from_card_to_card(sim):
    show(sim, "menus.gamecards", "RK")
    for label in ("Players and options", "Rules", "Play"):
        to(sim, label)
        sim.press("RIGHT", rest=100)
        assert sim.app.screen.list.text(sim.app.screen.list.chosen) == label


def test_on_a_wide_display_right_leads_to_the_players_beside(tmp_path):
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        form(sim, "KR")
        for label, seat in (("Begin", 0), ("More options", 1)):
            to(sim, label)
            sim.wait(200)
            assert lines(sim)[-1].startswith("\x07 Players")
            sim.press("RIGHT", rest=200)
            shown = sim.app.screen
            assert shown.lines[shown.list.chosen] == (2, seat)
        assert sim.app.screen.seats == ["", "normal"]
        sim.press("RIGHT")
        assert sim.app.screen.seats != ["", "normal"]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("large", [False, True])
def test_the_bands_of_the_score_sheet_lie_behind_their_lines(sim, large):
    sim.app.settings.set("large", large)
    begin(sim, [[-30, 30], [-18, 18]])
    show(sim, "between.score", ("menus.pause",), rest=100)
    shown = sim.app.screen
    for band, above in zip(shown.bands, (0, 3)):
        lines = shown.grid.y + 1 + above * (shown.bands[1].y - shown.bands[0].y) / 3
        high = getattr(band, "height", 1) * getattr(band, "tile_height", 1)
        assert abs(band.y + high / 2 - (lines + shown.panel.pitch / 2)) <= 1.5


def test_every_game_keeps_its_own_save(tmp_path):
    with handheld(tmp_path) as sim:
        for game_id in ("RK", "CR"):
            form(sim, game_id)
            sim.press("START", rest=100)
            assert screen(sim) == "startdraw"
        show(sim, "menus.title", rest=100)
        quick(sim)
    with handheld(tmp_path) as sim:
        assert "Quick game, Classic Rummy Tiles" in page(
            sim
        )  # the quick game, which is of that kind
        choose(sim, "Games")
        for game_id, kept in (("CR", True), ("KR", False), ("ER", False), ("RK", True)):
            assert sim.app.screen.game_id == game_id
            assert ("Continue, round 1" in page(sim)) is kept
            sim.press("RIGHT")
        sim.press("LEFT")
        choose(sim, "Continue", rest=100)
        assert sim.app.sitting.game.rules["game"] == "RK"
        assert sim.app.sitting.record == "game.RK"


UNDER_WAY = (  # (record, game, what the list calls it)
    (settings.QUICK, "RK", "Quick game"),
    ("game.RK", "RK", "Rummikub"),
    ("game.j4", "CR", "Journey 5"),
    ("game.ER", "ER", "8 Round Rummy"),
    ("game.KR", "KR", "Kiran Rummy"),
)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("harm", [None, b"RK\1damaged", b"XX\1of no game"])
def test_continue_lists_every_game_under_way_the_newest_first(tmp_path, board, harm):
    """A quick game could not be reached once another game was begun. A save that makes no game is
    told, and the others go on."""
    with handheld(tmp_path, board) as sim:
        for record, game_id, _ in UNDER_WAY:
            people = [("", "ANNA"), ("easy", "ADA")]
            newgame.start(sim.app, game_id, people, {}, 5, record)
            flow.save(sim.app)
        if harm:
            sim.app.store.save("game.RK", harm)
    with handheld(tmp_path, board) as sim:
        reads = not harm or harm[:2] == b"RK"
        if not reads:
            assert "is from a game that is not here." in page(sim)
            sim.press("DOWN", "UP")
        choose(sim, "Continue", rest=200)
        names = [name for record, _, name in UNDER_WAY[::-1] if reads or record != "game.RK"]
        if harm and reads:
            names.remove("Rummikub")
            names.insert(0, "Rummikub")
        entries = sim.app.screen.list
        assert [entries.text(i) for i in range(len(names))] == names
        sim.press("B")
        assert screen(sim) == "title" and "Kiran" in page(sim) or harm
        for record, game_id, name in UNDER_WAY:
            show(sim, "menus.title", rest=100)
            choose(sim, "Continue", rest=200)
            if record != "game.RK" or reads:
                to(sim, name)
                sim.press("A", rest=600)
                assert sim.app.sitting.record == record  # a damaged save: the one before it
                assert sim.app.sitting.game.rules["game"] == game_id


def test_with_one_game_under_way_continue_goes_straight_on(sim):
    quick(sim)
    show(sim, "menus.title", rest=100)
    choose(sim, "Continue", rest=600)
    assert screen(sim) == "startdraw"


def test_a_kept_game_is_offered_with_its_name_and_round_and_goes_on(tmp_path):
    with handheld(tmp_path) as sim:
        quick(sim)
        sim.press("A", rest=300)
        kept = sim.app.sitting.game.pack()
    with handheld(tmp_path, seed=77) as sim:
        assert "Continue" in page(sim)
        assert "Quick game, Rummikub" in page(sim)
        sim.press("A", rest=100)
        assert screen(sim) == "startdraw"  # nothing was done since
        sim.press("A", rest=100)
        assert screen(sim) in ("play", "handover")
        assert sim.app.sitting.game.seats == 2
        assert sim.app.sitting.game.rng.state() == tile_game.unpack(kept).rng.state()


def test_a_new_game_over_a_kept_one_asks_first(tmp_path):
    with handheld(tmp_path) as sim:
        form(sim)
        sim.press("START", rest=100)
    with handheld(tmp_path) as sim:
        form(sim)
        sim.press("START")
        assert screen(sim) == "gamesetup" and "of this kind will be replaced" in page(sim)
        sim.press("B", rest=60)
        assert screen(sim) == "gamesetup" and "will be replaced" not in page(sim)
        sim.press("START", "A", rest=100)
        assert screen(sim) == "startdraw"


def test_after_no_to_a_new_game_the_keys_of_the_card_are_told_again(tmp_path):
    with handheld(tmp_path) as sim:
        begin(sim)
    with handheld(tmp_path) as sim:
        sim.app.go("menus.gamecards", "RK")
        sim.wait(60)
        told = page(sim)
        choose(sim, "Play")
        assert "will be replaced" in page(sim)
        sim.press("B")
        sim.wait(60)
        assert screen(sim) == "gamecards" and page(sim) == told


def test_without_a_game_the_options_are_those_it_would_begin_with(tmp_path):
    """The set-up says that there is no clock against computers; the rules said two minutes."""
    with handheld(tmp_path) as sim:
        sim.app.go("menus.rulespages", "RK", ("menus.title",), "options")
        sim.wait(60)
        assert "Clock: none, not 2 minutes" in page(sim)


# -- saves that are bad, drives that refuse


def kept_game(tmp_path):
    """A quick game that was saved twice: at its start, and after a turn."""
    with handheld(tmp_path) as sim:
        quick(sim)
        sim.press("A", rest=700)
        sim.press("START", "A", rest=100)
    return saves_help.newest(tmp_path, "game.q")


def test_half_a_save_is_told_and_the_one_before_it_goes_on(tmp_path):
    slot = kept_game(tmp_path)
    saves_help.overwrite(tmp_path, slot, b"\xff" * 1948, 100)
    with handheld(tmp_path) as sim:
        assert "The last save is damaged. The one before it is used." in page(sim)
        choose(sim, "Continue")
        assert screen(sim) in ("startdraw", "play")


def test_what_is_to_be_told_beside_a_lost_save_is_told_too(tmp_path):
    slot = kept_game(tmp_path)
    saves_help.overwrite(tmp_path, slot, b"\xff" * 1948, 100)
    with handheld(tmp_path) as sim:
        sim.app.tell("Not saved: the drive is full.")
        sim.app.settings.unread = ("language",)
        show(sim, "menus.title", rest=100)
        told = []
        for _ in range(4):
            told.append([line for line in page(sim).split("\n") if "." in line])
            sim.press("DOWN", rest=200)
        told = [" ".join(lines) for lines in told]
        assert "the drive is full." in told[0] and "damaged" not in told[0]
        assert "The last save is damaged." in told[1] and "full" not in told[1]
        assert "Language" in told[2] and "save" not in told[2]
        assert "damaged" not in told[3] and "Language" not in told[3]


def test_all_saves_bad_is_told_and_a_new_game_can_begin(tmp_path):
    kept_game(tmp_path)
    for slot in saves_help.records(tmp_path):
        saves_help.flip(tmp_path, slot, 40)
    with handheld(tmp_path) as sim:
        assert "The last save is damaged." in page(sim)
        assert "Continue" not in page(sim)
        quick(sim)
        assert screen(sim) == "startdraw"


def test_a_game_kept_by_an_earlier_version_goes_on(tmp_path):
    kept_game(tmp_path)
    payload = saves_help.store(tmp_path).load("game.q")[0]
    (tmp_path / "rummy.sav").unlink()
    (tmp_path / "rummy_game.b").write_bytes(saves_help.version_1(payload, 3))
    with handheld(tmp_path) as sim:
        choose(sim, "Continue")
        assert screen(sim) == "play"
    assert saves_help.records(tmp_path)[2][1:] == ("game", payload)


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        (b"clock=0;length=1", b"jokers=7", "The save is damaged."),
        (b"clock=0;length=1", b"pockets=2", "The save is damaged."),
        (
            b"clock=0;length=1",
            b"groups_only=True;runs_only=True",
            "Only groups and only runs together leave no set to lay.",
        ),
    ],
)
def test_a_save_from_other_options_is_refused_when_it_is_taken_up(tmp_path, old, new, sentence):
    kept_game(tmp_path)
    saves = saves_help.store(tmp_path)
    payload = saves.load("game.q")[0]
    at = 3 + 4  # game and round; then the game's format, its id, its seats
    assert payload[at] == len(old)
    spoiled = payload[:at] + bytes((len(new),)) + new + payload[at + 1 + len(old) :]
    for _ in range(slots.SLOTS):
        saves.save("game.q", spoiled)
    with handheld(tmp_path) as sim:
        assert "Continue" in page(sim)
        choose(sim, "Continue")
        assert screen(sim) == "title"
        assert sentence in page(sim)
        assert "Continue" not in page(sim)


def test_a_save_that_makes_no_game_is_told_and_the_one_before_it_goes_on(tmp_path):
    """Its checksum is right: only taking it up shows that it cannot be restored."""
    with handheld(tmp_path) as sim:
        quick(sim)
    saves = saves_help.store(tmp_path)
    payload = saves.load("game.q")[0]
    assert saves.save("game.q", payload[:-1]) is None
    assert saves.save("game.q", payload[:-2]) is None
    with handheld(tmp_path) as sim:
        choose(sim, "Continue")
        assert screen(sim) == "startdraw"
        assert "The save is damaged. The save before it is used." in page(sim)
        assert b"RK\x01" + sim.app.sitting.game.pack() == payload
    assert saves_help.store(tmp_path).load("game.q") == (payload, None)


def test_power_lost_in_the_middle_of_a_save_costs_one_turn_at_most(tmp_path):
    with handheld(tmp_path) as sim:
        begin(sim, people=(ANNA, ADA))
        before = sim.app.sitting.game.pack()
        sim.faults.add("power")
        sim.app.sitting.game.apply(("draw",))
        from pocket.always import flow

        after = sim.app.sitting.game.pack()
        sim.app.screen.tick = lambda now: flow.next(sim.app)
        with pytest.raises(SimError):
            sim.wait(500)
    with handheld(tmp_path) as sim:
        assert "The last save is damaged. The one before it is used." in page(sim)
        choose(sim, "Continue")
        assert before != after and sim.app.sitting.game.pack() == before


@pytest.mark.parametrize(
    "faults, words",
    [
        (("full",), "Not saved: the drive is full."),
        (("read-only", "usb"), "Not saved: the computer holds the drive"),
    ],
)
def test_a_drive_that_refuses_is_told_and_play_goes_on(tmp_path, faults, words):
    with handheld(tmp_path, faults=faults) as sim:
        quick(sim)
        assert screen(sim) == "startdraw"
        assert words in page(sim)
        sim.press("A", rest=100)
        assert screen(sim) == "play"


def test_who_leaves_a_game_that_no_drive_takes_is_told_before_and_after(tmp_path):
    with handheld(tmp_path, faults=("full",)) as sim:
        quick(sim)
        show(sim, "menus.pause", rest=50)
        to(sim, "Save and leave")
        sim.wait(300)
        assert "The game cannot be kept." in page(sim) and "The game is kept." not in page(sim)
        sim.press("A", rest=100)
        assert screen(sim) == "title" and "Not saved: the drive is full." in page(sim)
        assert not listed(sim, "Continue")


def test_a_read_only_drive_is_taken_over_where_no_computer_holds_it(tmp_path):
    with handheld(tmp_path, faults=("read-only",)) as sim:
        quick(sim)
        assert "Not saved" not in page(sim)
    assert (tmp_path / "rummy.sav").exists()


def test_chip_memory_keeps_the_game_where_the_drive_cannot(tmp_path):
    chip = b"\xff" * 4096
    with handheld(tmp_path, faults=("read-only", "usb"), nvm=chip) as sim:
        quick(sim)
        chip = bytes(sim.nvm)
    with handheld(tmp_path, faults=("read-only", "usb"), nvm=chip) as sim:
        assert "Quick game, Rummikub" in page(sim)


def test_settings_that_make_no_sense_are_told_and_the_rest_is_kept(tmp_path):
    saves_help.store(tmp_path).save("set", b"sound=9\nname1=ZOE")
    with handheld(tmp_path) as sim:
        assert "Sound cannot be read and was reset." in page(sim)
        assert sim.app.settings.names[0] == "ZOE"


# -- set-up


def test_every_option_of_every_game_stands_in_the_form(sim):
    for game_id in catalogue.ORDER:
        form(sim, game_id)
        shown = sim.app.screen
        offered = [field[0] for field in catalogue.rules_of(game_id).offered(game_id)]
        there = [shown.table[place][0] for kind, place in shown.lines if kind == 3]
        if len(there) < len(offered):
            choose(sim, "More options")
            there += [shown.table[place][0] for kind, place in shown.lines if kind == 3]
        assert sorted(offered) == sorted(there)


@pytest.mark.parametrize("board", BOARDS)
def test_b_out_of_the_house_options_leads_to_the_line_that_led_there(sim):
    form(sim)
    choose(sim, "More options")
    sim.press("DOWN", "B")
    shown = sim.app.screen
    assert not shown.more and shown.list.text(shown.list.chosen) == "More options"


def test_rk_1_the_length_goes_from_points_to_rounds_and_back(tmp_path):
    from pocket.ui import words

    values = options.allowed(games.rules_for("RK"), "length")
    seen = []
    value = 200
    while value not in seen:
        seen.append(value)
        assert choices.after(values, choices.after(values, value, -1), 1) == value
        value = choices.after(values, value, -1)
    assert seen == [200, 150, 100, 50] + list(range(9, 0, -1)) + [500, 450, 400, 350, 300, 250]
    assert [words.value("length", one) for one in (50, 9, 1)] == [
        "50 pts",
        "9 rounds",
        "1 round",
    ]
    with handheld(tmp_path) as sim:
        form(sim)
        assert "Length 1 round " in page(sim)  # the default
        sim.app.screen.options = {"length": 200}
        sim.app.screen._list(0)
        assert "Length 200 pts!" in page(sim)
        sim.press("START", rest=100)
        assert sim.app.sitting.game.rules["length_kind"] == "points"
        assert sim.app.sitting.game.rules["length"] == 200


def test_options_that_contradict_each_other_are_refused_where_they_are_set(sim):
    form(sim)
    more(sim, "Groups only")
    sim.press("RIGHT")
    more(sim, "Runs only")
    sim.press("RIGHT")
    assert "Only groups and only runs together leave no set to lay." in page(sim)
    assert sim.app.screen.value("runs_only") is False
    sim.press("START", rest=100)
    assert screen(sim) == "startdraw"
    assert sim.app.sitting.game.rules["groups_only"]
    assert not sim.app.sitting.game.rules["runs_only"]


def test_an_opening_nobody_could_reach_is_refused(sim):
    form(sim, "KR")
    more(sim, "Points to open")
    sim.press(*["RIGHT"] * 5)
    assert sim.app.screen.value("opening_points") == 50
    assert "nobody could open with 55" in page(sim)
    to(sim, "Several groups")
    sim.press("RIGHT")
    to(sim, "Points to open")
    sim.press("RIGHT", "RIGHT")
    assert sim.app.screen.value("opening_points") == 60


def test_seats_levels_and_options_are_remembered_for_each_game(tmp_path):
    with handheld(tmp_path) as sim:
        form(sim, "CR")
        to(sim, "Players")
        sim.press("RIGHT", "RIGHT")
        to(sim, "  ADA")
        sim.press("RIGHT")
        to(sim, "  BO")
        sim.press("LEFT")
        to(sim, "Clock")
        sim.press("RIGHT")
        sim.press("START", rest=100)
        assert [level for level, _ in sim.app.sitting.people] == ["", "hard", "easy", "normal"]
        assert sim.app.sitting.game.rules["game"] == "CR"
        assert sim.app.sitting.game.rules["clock"] == 1
    with handheld(tmp_path) as sim:
        choose(sim, "Games")
        choose(sim, "Players and", rest=100)
        shown = sim.app.screen
        assert shown.game_id == "CR" and shown.value("clock") == 1
        assert shown.seats == ["", "hard", "easy", "normal"]
        form(sim, "RG")
        assert sim.app.screen.options == {}
        assert sim.app.screen.seats == ["", "normal"]


def test_all_options_go_back_to_what_is_written(sim):
    form(sim)
    more(sim, "Jokers")
    sim.press("RIGHT")
    assert "Jokers 1!" in page(sim)
    more(sim, "As in the rules")
    sim.press("A")
    assert sim.app.screen.options == {}


def test_eight_round_rummy_seats_two_to_six(sim):
    form(sim, "ER")
    to(sim, "Players")
    sim.press("LEFT")
    assert len(sim.app.screen.seats) == 6
    sim.press("RIGHT")
    assert len(sim.app.screen.seats) == 2


def test_a_name_is_written_with_the_letters_and_kept(tmp_path):
    with handheld(tmp_path) as sim:
        form(sim)
        to(sim, "  You")
        heading = lines(sim)[0]
        sim.press("A")
        assert lines(sim)[0] == "Name 1"
        sim.press("A", "RIGHT", "RIGHT", "RIGHT", "DOWN", "A", "A", "B", "START")
        assert sim.app.settings.names[0] == "AN"
        assert "AN person" in page(sim) and lines(sim)[0] == heading
        sim.press("START", rest=100)
    with handheld(tmp_path) as sim:
        assert sim.app.settings.names[0] == "AN"


def write(sim):
    """Go to the first person's line of a set-up and press A; returns the NamePad."""
    form(sim)
    shown = sim.app.screen
    while not shown._text(shown.list.chosen).endswith(("You", sim.app.settings.names[0])):
        sim.press("DOWN")
    sim.press("A")
    return sim.app.screen.pad


def test_a_name_ends_on_the_sign_behind_the_letters(sim):
    write(sim)
    assert draw.RIGHT_SIGN in page(sim)
    sim.press("A", "RIGHT", "A", "LEFT")  # A, B, back to A
    assert lines(sim)[-1].startswith(draw.KEY_A + " letter")
    sim.press("LEFT")  # to the sign
    assert lines(sim)[-1] == "%s%s done  %s erase" % (draw.KEY_A, draw.KEY_START, draw.KEY_B)
    sim.press("A")
    assert sim.app.screen.pad is None and sim.app.settings.names[0] == "AB"


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pajenicko_picopad"])
def test_the_widest_names_stay_within_the_paper_and_before_what_plays(sim):
    """On 320 pixels they ran over "person" beside them."""
    app = sim.app
    app.settings.names[:2] = "WWWWWWW", "ANNABEL"
    app.settings.set_up("RK", ["", ""], {})
    app.go("menus.gamesetup", "RK")
    sim.wait(100)
    shown = app.screen.list
    seats = [i for i in range(shown.count) if shown.value(i) == "person"]
    column = len(shown.lefts) - 1
    for i in seats:
        assert shown.lefts[column] + shown.font.measure(shown.text(i)) < shown.ends[column]
    assert shown.text(seats[1]).strip() == "ANNABEL"


def test_the_letters_of_a_name_take_a_strip_a_line(tmp_path, monkeypatch):
    """With one for each letter a PicoPad had less than 10 KB left over a table of 75 tiles."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        form(sim)
        to(sim, "You")
        import displayio

        made = []
        whole = displayio.Bitmap

        def counted(*args):
            made.append(args)
            return whole(*args)

        monkeypatch.setattr(displayio, "Bitmap", counted)
        sim.press("A")
        pad = sim.app.screen.pad
        assert len([size for size in made if size[0] == 10 * pad.cell]) == pad.lines


@pytest.mark.parametrize("was", ["P1", "ZOE"])
def test_b_leaves_a_name_with_nothing_to_erase_and_the_old_one_stays(sim, was):
    sim.app.settings.names[0] = was
    pad = write(sim)
    erased = "ZOE" if was == "ZOE" else ""
    for left in range(len(erased), 0, -1):
        assert pad.text == erased[:left] and "erase" in lines(sim)[-1]
        sim.press("B")
    assert sim.app.screen.pad is pad and pad.text == ""
    assert "erase" not in lines(sim)[-1] and "back" in lines(sim)[-1]
    sim.press("B")
    assert sim.app.screen.pad is None and screen(sim) == "gamesetup"
    assert sim.app.settings.names[0] == was


def test_a_form_that_is_left_is_kept_without_a_game(tmp_path):
    with handheld(tmp_path) as sim:
        form(sim, "KR")
        to(sim, "Players")
        sim.press("RIGHT")
        to(sim, "  You")
        sim.press("A", "A", "START", "B", rest=60)
        assert screen(sim) == "gamecards"
    with handheld(tmp_path) as sim:
        assert sim.app.settings.names[0] == "A" and len(sim.app.settings.seats("KR")) == 3


def test_the_referee_stands_in_the_set_up_alone(sim):
    choose(sim, "Settings")
    assert not listed(sim, "Referee")
    sim.press("B", rest=60)
    form(sim)
    assert listed(sim, "Referee")


def test_an_option_that_was_changed_tells_what_the_rules_have_however_small_the_screen(tmp_path):
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        form(sim)
        to(sim, "Referee")
        sim.press("RIGHT", rest=400)
        assert "In the rules: friendly." in page(sim)


@pytest.mark.parametrize(
    "board, menu, hint",
    [
        ("pybadge", draw.KEY_START, draw.KEY_SELECT),
        ("deshipu_ugame_s3", draw.UP + "+" + draw.KEY_START, draw.DOWN + "+" + draw.KEY_START),
    ],
)
def test_what_is_held_for_menu_and_hint_is_named_as_the_board_has_it(tmp_path, board, menu, hint):
    """Without a SELECT, START held stands for that; no screen told what opens the menu there, and
    the settings named the wrong key for a hint."""

    def said():
        texts = [text for *_, text in sim.app.screen.panel.said]
        return " ".join(texts).replace("\n", " ")

    with handheld(tmp_path, board) as sim:
        choose(sim, "Your buttons")
        sim.press("START")
        assert menu + " held: the menu." in said()
        if sim.app.keys.no_select:
            sim.hold("START", 700)
        else:
            sim.press("SELECT")
        assert hint + " held: hint" in said()
        sim.press("B", "B", rest=60)
        sim.press("B", rest=60)
        choose(sim, "Settings")
        to(sim, "Hints")
        sim.wait(400)
        assert "In your turn, hold %s." % hint in said()
        show(sim, "menus.rulespages", "keys", rest=100)
        read = said()
        for _ in range(3):
            sim.press("RIGHT", rest=100)
            read += " " + said()
        assert hint + " held gives a hint" in read and menu + " held: the menu" in read
        play_scene.show(sim, play_scene.position(["r3 r4 r5"], "k1 k2 b9"))
        sim.press("B", rest=300)
        shown = sim.app.screen
        told = shown.message or " ".join(line.text.rstrip() for line in shown.box.lines)
        assert told == "Nothing to take back. %s held: the menu." % menu
        sim.press("RIGHT", rest=300)
        if sim.app.w > 200:
            assert hint + " held: hint" in shown.foot.text


def test_settings_are_kept(tmp_path):
    with handheld(tmp_path) as sim:
        choose(sim, "Settings")
        to(sim, "Sound")
        sim.press("RIGHT")
        to(sim, "Light")
        sim.press("LEFT")
        assert abs(sim.display.brightness - 0.6) < 0.01
        sim.press("B", rest=60)
        assert screen(sim) == "title"
    with handheld(tmp_path) as sim:
        kept = sim.app.settings
        assert kept.get("sound") == 3 and kept.get("brightness") == 3


# -- the start of a round, hand-over


def tiles_shown(sim):
    """How many rows of tiles lie on the screen's cloth."""
    from adafruit_display_text import bitmap_label

    shown = [layer for layer in sim.app.screen.panel.pictures if isinstance(layer, displayio.Group)]
    return len([group for group in shown if not isinstance(group, bitmap_label.Label)])


def test_the_draws_for_start_are_shown_t_11(sim):
    one = tile_game.Game("RG", 3, 1)
    put(sim, one, [ANNA, ADA, BEN])
    assert "The lowest tile starts" in page(sim)
    name = [ANNA, ADA, BEN][one.starter][1]
    assert name + " starts." in page(sim)
    sim.wait(3000)
    rows = sim.app.screen.scene.rows
    assert [row.faces[0][0] for row in rows] == [one.draws[2 * i + 1] for i in range(3)]
    one.rounds = [[0, 0, 0]]
    one._new_round()  # RG-1: no draw, the start moves on
    put(sim, one, [ANNA, ADA, BEN])
    assert "one seat to the left" in page(sim)


def test_hand_over_shows_no_tile_until_the_person_says_so(sim):
    one = begin(sim)
    name = [ANNA, BEN][one.seat][1]
    assert screen(sim) == "handover"
    assert "Pass to " + name in page(sim)
    assert tiles_shown(sim) == 0 and sim.app.sitting.viewer is None
    sim.press("A")  # too soon: it may be the last press of the one before
    assert screen(sim) == "handover"
    sim.wait(700)
    sim.press("A", rest=700)
    assert screen(sim) == "play" and sim.app.sitting.viewer == one.seat
    sim.press("START", "A", rest=100)  # draw
    sim.press("A", rest=100)
    assert screen(sim) == "handover"
    other = [ANNA, BEN][one.seat][1]
    assert other != name and "Pass to " + other in page(sim)
    assert name + " drew 1" in page(sim)
    assert sim.app.sitting.viewer is None


def test_the_menu_at_the_hand_over_comes_back_to_it(sim):
    begin(sim)
    sim.press("START", rest=60)
    assert screen(sim) == "pause"
    sim.press("B", rest=60)
    assert screen(sim) == "handover" and sim.app.sitting.viewer is None


def three_pairs(seat_is):
    for seed in range(400):
        one = tile_game.Game("KR", 2, seed)
        one.apply(("go",))
        if one.phase == tile_game.REDEAL and seat_is(one):
            return one
    raise AssertionError("no such deal")


def test_three_pairs_are_asked_about_after_the_hand_over_kr_2(sim):
    one = three_pairs(lambda one: True)
    rack = bytes(one.racks[one.seat])
    put(sim, one, [ANNA, BEN])
    sim.press("A", "A", "B", rest=100)  # whoever saw the draws for start has mashed them
    assert screen(sim) == "handover" and tiles_shown(sim) == 0
    sim.wait(700)
    sim.press("A", "A", rest=600)  # the second one is no answer
    assert tiles_shown(sim) >= 3 and sim.app.screen.asked and not sim.app.screen.shown
    assert "dealt again" in page(sim)
    seat = one.seat
    sim.press("B", rest=100)
    assert bytes(one.racks[seat]) == rack


def test_three_pairs_may_be_dealt_again_kr_2(sim):
    one = three_pairs(lambda one: one.seat == 0)
    rack = bytes(one.racks[0])
    put(sim, one, [ANNA, ADA])
    assert "You hold these pairs" in page(sim)
    sim.press("A", rest=100)
    assert one.redeals == 1 and bytes(one.racks[0]) != rack


def test_kr_2_a_persons_three_pairs_are_shown_to_the_others_before_the_new_deal(sim):
    one = three_pairs(lambda one: one.seat == 0)
    rack = bytes(one.racks[0])
    put(sim, one, [ANNA, BEN])
    sim.wait(700)
    sim.press("A", rest=600)  # the device is handed over
    assert "Show three of them" in page(sim)
    sim.press("A")
    assert "ANNA shows three pairs:" in page(sim) and tiles_shown(sim) == 3
    assert one.redeals == 0 and bytes(one.racks[0]) == rack
    sim.press("B")
    assert one.redeals == 0  # shown is shown
    sim.press("A", rest=100)
    assert one.redeals == 1 and bytes(one.racks[0]) != rack
    assert screen(sim) == "handover"  # all have looked at the pairs


def test_a_computer_shows_its_pairs_or_keeps_quiet_kr_2(sim):
    one = three_pairs(lambda one: one.seat == 1 and players.redeal(ADA[0], one.view(1)))
    put(sim, one, [ANNA, ADA])
    assert "ADA shows three pairs" in page(sim)
    sim.press("A", rest=100)
    assert one.redeals == 1
    one = three_pairs(lambda one: one.seat == 1 and not players.redeal(ADA[0], one.view(1)))
    put(sim, one, [ANNA, ADA])
    assert one.redeals == 0 and one.phase == tile_game.TURN


# -- pause


def test_the_order_chosen_last_is_there_again_after_power_off(tmp_path):
    """Of a rack, and of a hand of cards."""
    orders = []
    for game_id in ("RK", "ER"):
        with handheld(tmp_path) as sim:
            people = [("", "ANNA"), ("easy", "ADA")]
            put(sim, catalogue.new(game_id, 2, 7), people)
            while screen(sim) not in ("play", "eightscreen") or sim.app.sitting.game.seat:
                sim.press("A", rest=600)
            sim.press("SELECT", rest=200)
            orders.append((sim.app.settings.sorting, sim.app.settings.by_shape))
            game = sim.app.sitting.game
            held = bytes(sim.app.sitting.turn.rack if game_id == "RK" else game.hands[0][:7])
            show(sim, "menus.pause", rest=60)
            choose(sim, "Save and leave")
        with handheld(tmp_path) as sim:
            choose(sim, "Continue", rest=600)
            if screen(sim) == "keptgames":  # the newest first
                sim.press("A", rest=600)
            assert (sim.app.settings.sorting, sim.app.settings.by_shape) == orders[-1]
            game = sim.app.sitting.game
            again = sim.app.sitting.turn.rack if game_id == "RK" else game.hands[0][:7]
            assert bytes(again) == held
    assert orders == [(1, False), (1, True)]


@pytest.mark.parametrize("end", ["off", "given up"])
def test_a_new_game_is_sorted_as_the_last_one_was(tmp_path, end):
    with handheld(tmp_path) as sim:
        to_hand(sim)
        sim.press("SELECT")
        assert sim.app.settings.sorting == 1
        if end == "off":  # an order is kept with the turn it was chosen in
            sim.press("START", "A", "A")
            to_hand(sim)
        else:
            show(sim, "menus.pause", rest=60)
            choose(sim, "Give up the game", rest=600)
            sim.press("A", rest=60)
    with handheld(tmp_path) as sim:
        to(sim, "Quick game")
        to_hand(sim)
        rack = sim.app.sitting.turn.rack
        assert list(rack) == sorted(rack, key=lambda code: (code == 52, code % 13, code))


NOT_KEPT = r"kept|\bweg\b|guarda|gardé|salv|kayded"  # in any language


def test_what_is_given_up_is_said_as_it_is(tmp_path):
    """The menu said "Nothing is kept"; the round stands among the last rounds, in part."""
    with handheld(tmp_path) as sim:
        to_hand(sim)
        sim.press("START", "A", "A")
        to_hand(sim)
        sim.app.go("menus.pause")
        sim.wait(60)
        to(sim, "Give up the game")
        for language in wordtable.languages(ROOT):
            told = wordtable.shown(ROOT, language)["pause"]["give_up_help"]
            assert not re.search(NOT_KEPT, told, re.I), told
        sim.press("A")
        sim.wait(600)
        sim.press("A")
        sim.wait(60)
        sim.app.go("review.lastrounds")
        sim.wait(60)
        assert "(in part)" in page(sim)


def to_hand(sim):
    """On to the person's next turn."""
    while screen(sim) != "play" or sim.app.sitting.turn is None:
        sim.press("A", rest=600)


def test_the_sets_lie_where_they_lay_before_power_off(tmp_path):
    """They were laid anew, in the order of the table; with the large tiles again, too, where a
    fuller table had needed small ones."""
    with handheld(tmp_path) as sim:
        people = [("", "ANNA"), ("hard", "ADA"), ("hard", "BO")]
        put(sim, catalogue.new("RK", 3, 11, {"opening_points": 0}), people)
        sizes = set()
        while len(sizes) < 2 or len(sim.app.sitting.game.table) < 9:
            to_hand(sim)
            sizes.add(sim.app.sitting.small)
            if len(sizes) < 2 or len(sim.app.sitting.game.table) < 9:
                sim.press("START", "A", "A", rest=600)
        lay = bytes(sim.app.sitting.turn.spots)
        sets = [bytes(codes) for codes in sim.app.sitting.turn.sets]
    with handheld(tmp_path) as sim:
        choose(sim, "Continue")
        to_hand(sim)
        assert [bytes(codes) for codes in sim.app.sitting.turn.sets] == sets
        assert sim.app.sitting.small and bytes(sim.app.sitting.turn.spots) == lay


def test_save_and_leave_comes_back_as_continue(sim):
    begin(sim, people=(ANNA, ADA), game_id="CR")
    show(sim, "menus.pause", rest=60)
    choose(sim, "Save and leave")
    assert screen(sim) == "title"
    assert "Classic Rummy Tiles, round 1" in page(sim)


def test_giving_up_asks_and_then_drops_the_game(sim):
    begin(sim)
    show(sim, "menus.pause", rest=60)
    choose(sim, "Give up the game")
    assert "for good?" in page(sim)
    sim.press("B")
    assert screen(sim) == "pause" and "for good?" not in page(sim)
    sim.wait(600)
    sim.press("A", "A")  # the key that chose it does not say yes
    assert screen(sim) == "pause"
    sim.wait(600)
    sim.press("A", rest=60)
    assert screen(sim) == "title" and "Continue" not in page(sim)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("people, racks", [((ANNA, ADA), True), ((ANNA, ("", "BOB")), False)])
def test_behind_a_game_that_one_person_gave_up_all_racks_are_shown(sim, people, racks):
    """Of several persons each has a rack of their own, and the round did not end by the rules."""
    begin(sim, people=people)
    costs = [tiles.weight(rack, 30) for rack in sim.app.sitting.game.racks]
    show(sim, "menus.pause", rest=60)
    choose(sim, "Give up the game", rest=600)
    sim.press("A", rest=60)
    if racks:
        assert screen(sim) == "scoreracks" and "What was left" in page(sim)
        assert notes(sim) == ["ANNA: %d" % costs[0], "ADA: %d" % costs[1]]
        sim.press("A", rest=60)
    assert screen(sim) == "title" and "Continue" not in page(sim)


def test_rules_and_options_in_force_from_the_menu(sim):
    begin(sim, opening_points=45, jokers=0)
    show(sim, "menus.pause", rest=60)
    choose(sim, "Options in force")
    assert "2 changed." in page(sim)
    assert "Points to open: 45, not 30" in page(sim)
    assert "Jokers: 0, not 2" in page(sim)
    sim.press("B", rest=60)
    assert screen(sim) == "pause"
    choose(sim, "Rules")
    while "and 0 jokers" not in page(sim):
        assert sim.app.screen.after
        sim.press("RIGHT")


# -- score sheet


WORKED = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)]  # RK-19


@pytest.mark.parametrize("board", BOARDS)
def test_the_score_sheet_shows_rounds_totals_and_the_zero_check_t_14(sim):
    begin(sim, WORKED, people=(ANNA, BEN, CLEO, DAN))
    assert screen(sim) == "score"
    rows = [[text.strip() for text in row] for row in zip(*sim.app.screen.table)]
    wanted = [
        ["1", "+24", "-5", "-16", "-3"],
        ["2", "-6", "-11", "+22", "-5"],
        ["3", "-32", "-13", "-2", "+47"],
        ["Sum", "-14", "-29", "+4", "+39"],
    ]
    for row in wanted:
        assert rows.count(row) == 1, (row, rows)
    assert "add up" not in page(sim)


def test_without_memory_for_a_table_the_sums_are_said(tmp_path, monkeypatch):
    from pocket.ui import ground

    with handheld(tmp_path) as sim:
        one = begin(sim, WORKED, people=(ANNA, BEN, CLEO, DAN))
        grid = importlib.import_module("pocket.ui.grid")

        def full(*args, **given):
            raise MemoryError

        monkeypatch.setattr(grid, "table", full)
        monkeypatch.setattr(ground, "heading_bitmap", full)
        sim.app.screen._sheet()
        shown = page(sim)
        assert "ANNA -14" in shown and "BEN -29" in shown and "DAN +39" in shown
        assert "wins" in shown  # the title, in small letters
        sim.press("A")
        assert screen(sim) != "score" and sim.app.sitting.game is one


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_the_sheet_can_be_looked_at_in_the_middle_of_the_first_round(sim, game_id):
    put(
        sim,
        catalogue.new(game_id, 2, 7),
        [("", "ANNA"), ("easy", "BO")],
        ("between.score", ("menus.pause",)),
    )
    assert screen(sim) == "score" and "ANNA" in page(sim)
    sim.press("B")
    assert screen(sim) == "pause"


def test_rows_that_do_not_add_up_are_told_t_14(sim):
    begin(sim, [(24, -5, -16, -3), (-6, -11, 22, -4)], people=(ANNA, BEN, CLEO, DAN))
    assert "Round 2 does not add up!" in page(sim)


def test_a_long_sheet_scrolls_and_begins_at_the_newest_round(sim):
    begin(sim, WORKED * 8, people=(ANNA, BEN, CLEO, DAN))

    def shown():
        return sim.app.screen.table[0]

    assert "24" in shown() and "1" not in shown()
    sim.press(*["UP"] * 24)
    assert "1" in shown() and "24" not in shown()
    sim.press(*["DOWN"] * 30)
    assert "24" in shown() and "1" not in shown()


def notes(sim):
    """What stands on the cloth."""
    from adafruit_display_text import bitmap_label

    shown = sim.app.screen.panel.pictures
    return [group.text for group in shown if isinstance(group, bitmap_label.Label)]


def test_the_racks_that_are_left_and_the_next_round(sim):
    one = begin(sim, [(50, -50)])
    title = lines(sim)[0]
    sim.press("SELECT")
    said = notes(sim)
    assert "ANNA: no tile left" in said and said[1][:5] == "BEN: "
    assert lines(sim)[0] == "What was left"
    sim.press("SELECT")
    assert "ANNA goes out" in page(sim) and lines(sim)[0] == title
    sim.press("A", rest=60)
    assert screen(sim) == "startdraw" and one.phase == tile_game.START
    assert "round 2" in page(sim)


def test_a_stalled_round_says_who_is_lowest(sim):
    one = begin(sim, people=(ANNA, ADA))
    one.pool = bytearray()
    one.apply(("pass",))
    one.apply(("pass",))
    put(sim, one, [ANNA, ADA])
    assert "The pool is empty: " in page(sim) and "lowest count" in page(sim)


def test_who_goes_out_calls_it_rk_8_kr_11(sim):
    for game_id, words in (
        ("RK", "ANNA goes out: Rummikub!"),
        ("KR", "out: Rummikub!"),
        ("CR", "ANNA goes out."),
        ("RG", "ANNA goes out."),
    ):
        begin(sim, [(50, -50)], game_id, (ANNA, ADA))
        assert words in page(sim)


def test_everyone_is_congratulated_when_kiran_rummy_stalls_at_the_end_kr_12(sim):
    for game_id, said in (("KR", True), ("CR", False)):
        one = begin(sim, [(5, -5)], game_id, (ANNA, BEN))
        one.stalled = True
        one.phase = tile_game.OVER
        put(sim, one, [ANNA, BEN])
        assert "ANNA wins the game!" in page(sim)
        assert ("You all won!" in page(sim)) is said


def over(sim, game_id, rounds, people):
    one = begin(sim, rounds, game_id, people)
    one.phase = tile_game.OVER
    put(sim, one, list(people))
    return one


def test_the_end_of_a_game_names_the_winner_and_drops_the_save(sim):
    over(sim, "RK", [(210, -210)], (ANNA, BEN))
    assert "ANNA wins the game!" in page(sim)
    sim.press("A", rest=60)
    assert screen(sim) == "title" and "Continue" not in page(sim)


def test_who_won_the_round_and_who_won_the_game_are_two_sentences_rk_19(sim):
    for people in ((ANNA, BEN), (ANNA, ADA)):  # two persons, and one against a computer
        over(sim, "RK", [(230, -230), (-20, 20)], people)
        other = people[1][1]
        assert other + " goes out: Rummikub! ANNA wins the game!" in page(sim)


def test_a_single_round_has_no_sum_below_it(sim):
    over(sim, "RK", [(210, -210)], (ANNA, BEN))
    rows = [[text.strip() for text in row] for row in zip(*sim.app.screen.table)]
    assert rows == [["", "ANNA", "BEN"], ["1", "+210", "-210"]]
    over(sim, "RK", [(210, -210), (-20, 20)], (ANNA, BEN))
    rows = [[text.strip() for text in row] for row in zip(*sim.app.screen.table)]
    assert rows[-1] == ["Sum", "+190", "-190"]


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_sentences_of_an_end_fit_their_rows_on_the_smallest_display(language):
    """Four rows of the sheet, in the letters and on the paper of 128 pixels."""
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
    for ended in rounds:  # as Words puts them together
        for won in games:
            assert panel.rows_of(ended + "\n" + won) <= 4, ended + " " + won


def test_an_equal_total_shares_the_win(sim):
    over(sim, "CR", [(10, -20, 10)], (ANNA, BEN, CLEO))
    assert "ANNA and CLEO share the win." in page(sim)


def test_once_more_begins_the_same_game_with_the_same_people(sim):
    one = over(sim, "KR", [(60, -60)], (ANNA, ADA))
    sim.press("START", rest=60)
    assert screen(sim) == "startdraw"
    assert sim.app.sitting.game is not one and sim.app.sitting.game.rules == one.rules
    assert sim.app.sitting.people == [ANNA, ADA] and sim.app.sitting.game.totals == [0, 0]


def test_who_plays_alone_and_wrote_no_name_is_called_you_in_any_language(tmp_path):
    """The save and the record keep the name of the seat: the language may change."""
    with handheld(tmp_path, seed=7) as sim:
        app = sim.app
        quick(sim)
        assert app.sitting.game.starter == 0 and "You start." in page(sim)
        assert b"P1" in app.sitting.note and app.sitting.people[0] == ("", "You")
        show(sim, "menus.settingsmenu", 0, ("menus.pause",), rest=60)
        sim.press("RIGHT", rest=60)
        assert app.sitting.people[0] == ("", "Du")
        app.settings.language = "en"
        speak("en")
        over(sim, "KR", [(60, -60)], (("", "P1"), ADA))
        assert "You go out: Rummikub!" in page(sim)
        sim.press("START", rest=60)  # once more
        assert app.sitting.people[0] == ("", "You") and b"P1" in app.sitting.note


def test_a_written_name_stays_and_two_persons_have_their_own(sim):
    over(sim, "KR", [(60, -60)], (ANNA, ADA))
    assert sim.app.sitting.people[0] == ANNA and sim.app.sitting.you is None
    over(sim, "KR", [(60, -60)], (("", "P1"), ("", "P2")))
    assert sim.app.sitting.people[0] == ("", "P1") and sim.app.sitting.you is None


def test_eight_round_rummy_has_its_round_cards_on_the_sheet_er_8_er_10_er_11(tmp_path):
    from rules.eight import game as eight

    with handheld(tmp_path) as sim:
        one = eight.EightGame(3, 1)
        one.won = bytearray([0, 1, 0, 2, 1, 0, 2, 0])
        one.round = 8
        one.phase = eight.OVER
        put(sim, one, [ANNA, ADA, CLEO])
        assert screen(sim) == "score"
        rows = [[text.strip() for text in row] for row in zip(*sim.app.screen.table)]
        assert ["8", "8", "-", "-"] in rows and ["4", "-", "-", "4"] in rows
        assert ["Sum", "18", "7", "11"] in rows
        assert "ANNA wins the game!" in page(sim)
        one.auto = 2
        put(sim, one, [ANNA, ADA, CLEO])
        assert "CLEO wins round 8 without a joker!" in page(sim)
        assert "CLEO wins the game!" in page(sim)
        sim.press("START", rest=60)
        assert screen(sim) == "startdraw"
        assert "deals." in page(sim)


# -- rules pages


@pytest.mark.parametrize(
    "board, names",
    [
        ("pybadge", ("Rummikub", "Rummy Gin", "Classic", "Kiran", "8 Round", "The buttons")),
        ("tinycircuits_thumby_color", ("Rummikub", "8 Round")),
        ("pimoroni_picosystem", ("The buttons",)),
        ("pajenicko_picopad", ("The buttons",)),
    ],
)
def test_every_page_can_be_read_to_the_end_and_back(sim, names):
    choose(sim, "Rules")
    for name in names:
        choose(sim, name)
        sim.wait(2000)  # all pages are counted
        first = lines(sim)
        pages = 1
        while sim.app.screen.after:
            sim.press("RIGHT")
            pages += 1
            assert pages < 99
        for _ in range(pages - 1):
            sim.press("LEFT")
        assert lines(sim) == first
        sim.press("B")


def test_the_index_leads_to_a_page(sim):
    choose(sim, "Rules")
    choose(sim, "Kiran")
    sim.press("SELECT")
    choose(sim, "Jokers here")
    assert lines(sim)[0].startswith("Jokers here")


def test_a_missing_help_text_is_told(sim):
    show(sim, "menus.rulespages", "XX", rest=50)
    assert "This help text is missing. Copy the game again." in page(sim)
    sim.press("B")
    assert screen(sim) == "title"


# -- memory


def test_rules_of_another_game_are_given_back_where_memory_is_short(tmp_path):
    with handheld(tmp_path) as sim:
        kept = {name: sys.modules[name] for name in sys.modules if name.startswith("rules")}
        try:
            sim.app.roomy = lambda: False
            form(sim, "ER")
            assert "rules.eight.games" in sys.modules
            form(sim)
            sim.press("START", rest=100)
            assert screen(sim) == "startdraw"
            assert (
                "rules.eight.games" not in sys.modules
                and "rules.tilegame.options" not in sys.modules
            )
            sim.press("A", rest=300)
            assert screen(sim) == "play" and "pocket.ui.panel" not in sys.modules
            sim.press("START", "A", rest=3000)
            assert sim.app.sitting.game.history
        finally:
            sys.modules.update(kept)


# -- lessons


def test_a_lesson_is_done_by_buttons_and_leaves_the_kept_game_alone(tmp_path):
    with handheld(tmp_path) as sim:
        begin(sim, people=(ANNA, ADA))
        kept = sim.app.sitting.game.pack()
        show(sim, "menus.title", rest=60)
        choose(sim, "Lessons")
        choose(sim, "Rummikub")
        assert "welcome" in lines(sim)[0]
        sim.press("A")
        assert lines(sim)[0].strip() == "Open"
        sim.press("A", rest=100)
        assert screen(sim) == "play"
        sim.wait(600)  # until START is heard
        sim.press("START", rest=60)  # draw: not what the lesson asks for
        assert screen(sim) == "play" and not sim.app.sitting.game.done
        hand = play_scene.Hands(sim)
        hand.reach([tiles.parse_set(["k10", "r10", "b10"])])
        hand.press("START", rest=100)
        assert screen(sim) == "lesson" and lines(sim)[0].strip() == "Add to sets"
        for _ in range(20):
            if sim.app.screen.list:
                break
            sim.press("SELECT", rest=60)
        assert lines(sim)[0].startswith("Lessons")
        sim.press("B", "B")
        assert screen(sim) == "title" and "Continue" in page(sim)
        assert "RK" in sim.app.settings.lessons
        choose(sim, "Continue")
        assert sim.app.sitting.game.pack() == kept
    with handheld(tmp_path) as sim:
        assert "RK" in sim.app.settings.lessons


def test_a_lesson_can_be_left_at_any_time(sim):
    choose(sim, "Lessons")
    choose(sim, "Kiran")
    sim.press("A", "A", rest=100)
    assert screen(sim) == "play"
    sim.press("B", rest=60)
    assert screen(sim) == "play"  # there is nothing to take back
    sim.hold("START", 700, rest=60)
    assert screen(sim) == "pause"
    choose(sim, "End the lesson")
    assert screen(sim) == "lesson" and sim.app.screen.list
    sim.press("B", "B", rest=60)
    assert screen(sim) == "title" and "Continue" not in page(sim)


def test_a_sixth_game_is_one_row_from_the_menu_to_the_score_sheet(tmp_path, monkeypatch):
    """The row below is all of it: what the catalogue, the form, the referee, the saves and the
    score sheet do with it they do for every tile game."""
    sixth = {
        "game": "XX",
        "name": "Sixpence",
        "code": 5,
        "opening_points": 20,
        "hand": 8,
        "joker_penalty": 40,
        "length": 2,
    }
    monkeypatch.setattr(games, "GAMES", games.GAMES + (sixth,))
    rows = catalogue._rows()
    known = {"_GAMES": rows, "ORDER": tuple([row[0] for row in rows])}
    furnish(monkeypatch, {"rules.tilegame.games": {"GAMES": games.GAMES}, "rules.catalogue": known})
    with handheld(tmp_path) as sim:
        choose(sim, "Games")
        sim.press("LEFT", "LEFT")
        assert sim.app.screen.game_id == "XX" and "Sixpence" in page(sim)
        choose(sim, "Players and", rest=100)
        more(sim, "Points to open")
        sim.press("RIGHT", "START", rest=100)
        assert screen(sim) == "startdraw" and "Sixpence, round 1" in page(sim)
        assert sim.app.sitting.game.rules["opening_points"] == 25
        sim.press("START", rest=60)
        choose(sim, "Options in force")
        assert "Points to open: 25, not 20" in page(sim)
    with handheld(tmp_path) as sim:
        assert "Sixpence, round 1" in page(sim)
        choose(sim, "Continue")
        one = sim.app.sitting.game
        assert one.rules["name"] == "Sixpence" and len(one.racks[0]) == 8
        for _ in range(400):  # the person draws a tile every turn, until the computer is out
            if screen(sim) == "score":
                break
            asks = screen(sim) == "startdraw" or screen(sim) == "play" and sim.app.screen.asks
            sim.press("A" if asks else "START", rest=400)
        assert screen(sim) == "score" and sim.app.sitting.game is one
        assert one.round == 1 and sum(one.totals) == 0 and max(one.totals) > 0
        assert str(max(one.totals)) in page(sim)
        sim.press("A", rest=100)
        assert one.round == 2 and screen(sim) == "startdraw"
