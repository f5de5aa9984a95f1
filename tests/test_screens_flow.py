"""Which screen comes next, who may look, and the running game in the save."""

import ast
import os
import sys
from types import SimpleNamespace

import pytest
import saves_help
from conftest import ROOT
from pocket.app import device, draw, flow
from pocket.games import makegame, newgame
from pocket.saves import roundsfile, settingsfields

from rules import errors
from rules.base import RulesError
from rules.tilegame import game as tile_game


class Desk:
    """What flow needs of the app: a store, and a list of the screens gone to."""

    def __init__(self, path):
        self.store = saves_help.store(path)
        self.went = []
        self.screen = None
        self.notice = ""
        self.session = flow.Session()
        self.failures = flow.Failures()
        self.settings = settingsfields.fresh("RK")
        self.settings.set("speed", 3)
        self.art = self

    def tell(self, why):
        """As the app does."""
        self.notice = why or self.notice

    def enter(self, kept=False):
        """The app's part: on with the game at once."""
        flow.next(self, kept)

    def prepare(self, game):
        """The art's part."""

    def go(self, name, *args):
        self.went.append(name)
        if name == "games.makegame":  # the screen that makes room for what is asked
            makegame.Screen(self, *args)
        self.screen = None


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


ANNA, BOB, EASY = ("", "ANNA"), ("", "BOB"), ("easy", "EASY")


def start(desk, people, game_id="RK", seed=1, options=None):
    newgame.start(desk, game_id, people, options, seed)
    while desk.session.game.phase in ("start", "redeal"):
        assert desk.went[-1] == "rounds.startdraw"
        game = desk.session.game
        game.apply(("go",) if game.phase == "start" else ("redeal", False))
        flow.next(desk)


def test_two_persons_are_handed_over_and_nobody_is_on_show_meanwhile(desk):
    start(desk, [ANNA, BOB])
    assert desk.went[-1] == "rounds.handover" and desk.session.viewer is None
    desk.session.viewer = desk.session.game.seat  # as the hand-over screen does
    flow.show(desk)
    assert desk.went[-1] == "tilegame.play"
    desk.session.game.apply(("draw",))
    flow.next(desk)
    assert desk.went[-1] == "rounds.handover"


def test_one_person_needs_no_hand_over_and_may_look_all_the_time(desk):
    start(desk, [EASY, ANNA])
    assert "rounds.handover" not in desk.went
    assert desk.went[-1] == "tilegame.play" and desk.session.viewer == 1
    for _ in range(4):
        desk.session.game.apply(("draw",))
        flow.next(desk)
        assert desk.session.viewer == 1
    assert "rounds.handover" not in desk.went


def test_a_computer_between_two_persons_plays_with_no_rack_on_show(desk):
    start(desk, [ANNA, EASY, BOB])
    for _ in range(6):
        if desk.session.game.seat == 1:
            assert desk.went[-1] == "tilegame.play" and desk.session.viewer is None
        else:
            assert desk.went[-1] == "rounds.handover"
            desk.session.viewer = desk.session.game.seat
        desk.session.game.apply(("draw",))
        flow.next(desk)


def test_the_running_play_screen_goes_on_without_being_built_anew(desk):
    class Play:
        name = "tilegame.play"
        turns = 0

        def turn(self):
            self.turns += 1

    start(desk, [ANNA, EASY])
    desk.screen = Play()
    before = len(desk.went)
    desk.session.game.apply(("draw",))
    flow.next(desk)
    assert desk.screen.turns == 1 and len(desk.went) == before


def test_three_pairs_go_to_the_screen_that_offers_a_new_deal(desk):
    for seed in range(200):
        newgame.start(desk, "KR", [EASY, ANNA], None, seed)
        desk.session.game.apply(("go",))
        flow.next(desk)
        if desk.session.game.phase == "redeal":
            assert desk.went[-1] == "rounds.startdraw"
            return
    raise AssertionError("no deal with three pairs in 200")


def test_a_round_that_is_over_goes_to_the_score_sheet(desk):
    start(desk, [ANNA, EASY], options={"length": 50})
    desk.session.game.pool = bytearray()
    for _ in range(2):
        desk.session.game.apply(("pass",))
        flow.next(desk)
    assert desk.went[-2:] == [
        "games.makegame",
        "rounds.score",
    ]  # its record is kept where memory is free
    assert len(list(roundsfile.all_of(desk.store))) == 1
    assert desk.session.game.round == 1


def test_the_game_is_kept_after_each_step_and_taken_up_where_it_stood(desk, tmp_path):
    start(desk, [ANNA, EASY, BOB], "CR", 9, {"jokers": 1})
    desk.session.game.apply(("draw",))
    flow.next(desk)
    payload, why = saves_help.store(tmp_path).load("game.CR")
    assert why is None
    assert newgame.summary(payload) == ("CR", 1)
    later = Desk(tmp_path)
    newgame.resume_saved(later, payload)
    assert later.session.game.pack() == desk.session.game.pack()
    assert later.session.people == [ANNA, EASY, BOB] and later.session.persons == 2
    assert later.went == [desk.went[-1]]


@pytest.mark.parametrize("clock", [0, 12345, 1 << 29])
def test_every_seed_of_thirty_bits_can_come(monkeypatch, clock):
    """Chance alone decides it: as each of its bits changes the seed, so many seeds there are."""
    bits = []

    def seed(chance):
        monkeypatch.setattr(os, "urandom", lambda many: (chance >> 32 - 8 * many).to_bytes(many))
        return newgame.seed(SimpleNamespace(now=lambda: clock))

    for place in range(32):
        change = seed(1 << place) ^ seed(0)
        for bit in bits:  # Gauss, over bits
            change = min(change, change ^ bit)
        if change:
            bits.append(change)
    assert len(bits) == 30 and max(bits) < 1 << 30


def test_a_name_with_letters_of_its_language_is_there_again(desk, tmp_path):
    """A save's note said how many letters a name has, not how many bytes."""
    people = [("", device.NAME_LETTERS[-device.NAME_LENGTH :]), EASY]
    start(desk, people)
    later = Desk(tmp_path)
    newgame.resume_saved(later, saves_help.store(tmp_path).load("game.RK")[0])
    assert later.session.people == people


def test_the_letters_of_names_have_glyphs():
    assert not [one for one in device.NAME_LETTERS if ord(one) > 127 and one not in draw.LATIN]


def test_from_the_draws_for_start_the_save_before_leads_to_the_same_turn(desk, tmp_path):
    newgame.start(desk, "RK", [ANNA, EASY], None, 3)
    desk.session.game.apply(("go",))
    flow.next(desk, True)
    payload, _ = saves_help.store(tmp_path).load("game.RK")
    later = Desk(tmp_path)
    newgame.resume_saved(later, payload)
    assert later.session.game.phase == "start" and desk.session.game.phase == "turn"
    later.session.game.apply(("go",))
    flow.next(later)
    assert later.session.game.pack() == desk.session.game.pack() and later.went[-1] == desk.went[-1]


def test_a_drive_that_refuses_leaves_a_notice_and_the_game_goes_on(desk):
    desk.store.save = lambda name, payload, chip: "not saved: the drive is full."
    start(desk, [ANNA, EASY])
    assert desk.notice == "not saved: the drive is full."
    assert desk.went[-1] == "tilegame.play"


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (lambda p: p[:-1], errors.SAVE_DAMAGED),
        (lambda p: p[:3] + bytes((99,)) + p[4:], errors.SAVE_VERSION),
        (lambda p: p[:4] + b"ZZ" + p[6:], None),
        (lambda p: p + b"x", None),
        (lambda p: p[:2], None),
    ],
)
def test_a_save_that_makes_no_sense_is_one_sentence_and_nothing_changes(desk, spoil, reason):
    start(desk, [ANNA, EASY])
    payload, _ = desk.store.load("game.RK")
    later = Desk(desk.store.kept["folder"])
    with pytest.raises(RulesError) as told:
        newgame.resume_saved(later, spoil(payload))
    if reason:
        assert told.value.args == (reason,)
    assert newgame.why_unreadable(told.value).startswith("The save is ") and later.went == []
    assert not hasattr(later, "game")


def test_a_save_without_names_is_refused(desk):
    one = tile_game.Game("RK", 2, 1)
    with pytest.raises(RulesError) as told:
        newgame.resume_saved(desk, b"RK\x01" + one.pack())
    assert newgame.why_unreadable(told.value) == "The save is damaged."
    assert not hasattr(desk, "game")


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"\x00",
        b"\x00\x05AN",
        b"\x09\x01A\x00\x01B",
        b"\x00\x01\xff\x00\x01B",
        b"\xff",
        b"\xff\x00\x01A\x04hard\x02B",
        b"\xff\x00\x01A\x04herd\x01B",
        b"\xff\x00\x01A\x01\xff\x01B",
    ],
)
def test_notes_that_do_not_name_everybody(note):
    with pytest.raises(RulesError):
        newgame.unpack_people(note, 2)


def test_names_come_back():
    people = [ANNA, EASY, ("hard", ""), ("normal", "A-B.C")]
    note = newgame.pack_people(people)
    assert newgame.unpack_people(note + b"\x00\x05", 4) == (people, len(note))


def test_names_of_an_earlier_save_come_back():
    note = b"\x00\x04ANNA\x01\x02BO\x02\x00\x03\x01C\x04\x01D"  # levels by number
    people = [ANNA, ("easy", "BO"), ("normal", ""), ("hard", "C"), ("master", "D")]
    assert newgame.unpack_people(note + b"\x07", 5) == (people, len(note))


def test_two_touches_before_the_next_screen_is_there_are_one(sim, monkeypatch):
    """In the page the second reached the screen that the first had left."""
    folder = os.path.join(ROOT, "tools/web/device")
    monkeypatch.setattr(sys, "path", [*sys.path, folder])  # the page's own modules come last
    with open(os.path.join(folder, "page.py"), encoding="utf-8") as file:
        page = ast.parse(file.read())
    page.body = [node for node in page.body if getattr(node, "name", "") == "touch"]
    names = {"_machine": SimpleNamespace(app=sim.app)}
    exec(compile(page, "page.py", "exec"), names)
    panel = sim.app.screen.panel
    lines = [panel.list.text(i) for i in range(panel.list.count)]
    for line in ("Play", "Journey"):
        row = panel.row_y(panel.list.top) + lines.index(line) * panel.list.pitch
        names["touch"]("tap", sim.app.w // 2, row + 1)
    sim.wait(300)
    assert sim.app.name == "menus.gamecards"
