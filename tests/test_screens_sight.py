"""Whose rack or hand is painted (tools/soak/sight.py): that of the person who has said at the
hand-over that the device is in their hands, on every screen, and nobody's otherwise."""

import sys

import play_scene
import pytest
from broken import Broken
from screens_help import choose, handheld, put, screen
from words_games import confirm, three_pairs

from rules import catalogue
from tools.soak.sight import Sight

ANNA, BEN, CLEO, ADA = ("", "ANNA"), ("", "BEN"), ("", "CLEO"), ("easy", "ADA")


def start(sim, game_id, people):
    """A game begins; the first person's turn is to be handed over."""
    put(sim, catalogue.new(game_id, len(people), 7), list(people))
    while screen(sim) == "startdraw":
        sim.press("A", rest=3000)
    to_person(sim)


def to_person(sim):
    """Go on until a person's turn begins, or is to be handed over."""
    for _ in range(80):
        name = screen(sim)
        part = type(getattr(sim.app.screen, "part", None)).__name__
        if name == "handover" or part in ("PersonTurn", "Turn"):
            return
        sim.press("A", rest=200)
    raise AssertionError("no person's turn comes")


def end_turn(sim, menu=False):
    """Draw a tile, or take the pile's card and discard it, and go on to the next person. menu: it
    is opened over what the turn leaves on show."""
    if screen(sim) == "eightscreen":
        sim.press("A", rest=700)  # until then the same key does nothing more
        sim.press("A", "A", rest=700)
        sim.press("A", rest=300)  # the discard is seen, and may not be taken back any more
    else:
        sim.press("START", "A", rest=300)
    if menu and type(vars(sim.app.screen).get("part")).__name__ == "Watch":
        sim.hold("START", 700, rest=60)
        assert screen(sim) == "pause"
        sim.press("B", rest=60)
    to_person(sim)


def round_the_menu(sim):
    """The menu and all that it leads to, and back."""
    for line in ("Score", "Rules", "Options", "Settings"):
        sim.hold("START", 700, rest=60)
        if screen(sim) != "pause":  # the hand-over's needs no holding
            sim.press("START", rest=60)
        assert screen(sim) == "pause"
        for i in range(sim.app.screen.list.count):
            if line in sim.app.screen.list.text(i):
                choose(sim, sim.app.screen.list.text(i), rest=200)
                break
        sim.press("DOWN", "RIGHT", "LEFT", "B", rest=100)
        if screen(sim) != "pause":
            sim.press("B", rest=100)
        sim.press("B", rest=200)


def off_and_on(sim, leave):
    """The game is left by the menu, or the first screen comes as after a loss of power, and it is
    taken up again."""
    if leave:
        sim.hold("START", 700, rest=60)
        if screen(sim) != "pause":
            sim.press("START", rest=60)
        choose(sim, "Save", rest=200)
    else:
        sim.app.go("menus.title")
        sim.wait(200)
    assert screen(sim) == "title"
    sim.press("A", rest=400)


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("game_id", catalogue.ORDER)
@pytest.mark.parametrize("people", [(ANNA, BEN), (ANNA, ADA, BEN), (BEN, CLEO, ADA, ANNA)])
def test_only_the_rack_of_who_holds_the_device_is_painted(tmp_path, game_id, people):
    with handheld(tmp_path) as sim:
        sight = Sight(sim)
        start(sim, game_id, people)
        for leave in (None, True, None, False, None):
            round_the_menu(sim)
            confirm(sim)
            to_person(sim)
            round_the_menu(sim)
            if leave is not None:
                off_and_on(sim, leave)
                confirm(sim)
                to_person(sim)
            sim.press("RIGHT", "SELECT", "RIGHT", rest=100)
            end_turn(sim, leave is None)
        assert sight.wrong == []
        assert sight.seen[screen_of(game_id)] > 40 and set(sight.seen) <= {
            screen_of(game_id),
            "startdraw",
            "title",
            "rulespages",
        }


def screen_of(game_id):
    return "eightscreen" if game_id == "ER" else "play"


def test_kr_2_only_the_one_who_is_asked_about_a_new_deal_sees_the_pairs(tmp_path):
    with handheld(tmp_path) as sim:
        sight = Sight(sim)
        one = three_pairs(lambda one: one.seat == one.starter == 1)
        put(sim, one, [ANNA, BEN])
        confirm(sim)
        assert screen(sim) == "startdraw" and one.phase == "redeal"
        sim.press("A", rest=100)  # the pairs lie open
        sim.press("A", rest=300)
        confirm(sim)
        assert screen(sim) == "play" and one.seat == 1
        assert sight.wrong == [] and sight.seen["startdraw"] > 1


@pytest.mark.parametrize("game_id", ["RK", "ER"])
def test_what_fails_shows_nobodys_rack(tmp_path, game_id):
    with handheld(tmp_path) as sim:
        sight = Sight(sim)
        start(sim, game_id, (ANNA, BEN))
        confirm(sim)
        assert screen(sim) == screen_of(game_id)
        where = "pocket.eight.eightturn" if game_id == "ER" else "pocket.tilegame.personturn"
        name = "Turn.key" if game_id == "ER" else "PersonTurn.key"
        with Broken(where, name, ValueError("a test")):
            sim.press("LEFT", rest=100)
            assert screen(sim) == "failed"
        sim.wait(800)
        sim.press("A", rest=200)
        confirm(sim)
        assert screen(sim) == screen_of(game_id) and sight.wrong == []


def test_the_next_person_sees_what_was_played_beside_their_own_rack(tmp_path):
    with handheld(tmp_path) as sim:
        sight = Sight(sim)
        put(sim, play_scene.position(["r3 r4 r5"], "r6 o9", others="k1 k2 b9"), [ANNA, BEN])
        confirm(sim)
        hand = play_scene.Hands(sim)
        hand.take("r6")
        hand.press("SELECT", "START", rest=3000)
        to_person(sim)
        confirm(sim)
        part = sim.app.screen.part
        assert part.replay and part.move.seat == 0
        sim.press("LEFT", "RIGHT", rest=300)
        round_the_menu(sim)
        to_person(sim)
        assert sight.wrong == [] and sim.app.screen.actor == 1


def test_a_round_that_ends_shows_all_racks(tmp_path):
    with handheld(tmp_path) as sim:
        sight = Sight(sim)
        game = play_scene.position(["r3 r4 r5"], "r6", others="k1 k2 b9", options={"length": 1})
        put(sim, game, [ANNA, BEN])
        confirm(sim)
        hand = play_scene.Hands(sim)
        hand.take("r6")
        hand.press("SELECT", "START", rest=3000)
        for _ in range(12):
            if screen(sim) == "score":
                break
            sim.press("A", rest=1000)
        sim.press("SELECT", rest=300)
        sim.press("SELECT", rest=300)
        assert sim.app.screen.page == 2  # the racks
        assert sight.wrong == [] and sight.seen["score"]


# -- what it is to see


def leaks_rack(sim):
    """Seat 0's rack is painted while nobody looks on."""
    part = sys.modules["pocket.tilegame.part"].Part
    part.rack = lambda part: part.app.session.game.racks[part.app.session.viewer or 0]
    end_turn(sim)


def leaks_hand(sim):
    """Seat 0's hand."""
    table = type(sim.app.screen.table)
    table.own_hand = lambda table, asked=-1: table.show_hand(
        table.app.session.game.hands[table.app.session.viewer or 0], bytes(8), asked
    )
    end_turn(sim)


def waits_for_nothing(sim):
    """The hand-over is answered at once."""
    end_turn(sim)
    sim.press("START", "B", rest=60)
    sim.app.screen.opens = 0
    sim.press("A", rest=300)


def skips_the_hand_over(sim):
    """There is another way to the next person's turn."""
    end_turn(sim)
    sim.app.session.viewer = sim.app.session.game.seat
    sys.modules["pocket.app.flow"].show(sim.app)
    sim.wait(300)


@pytest.mark.parametrize(
    "game_id, people, leak",
    [
        ("RK", (ANNA, ADA, BEN, ADA), leaks_rack),
        ("ER", (ANNA, ADA, BEN, ADA), leaks_hand),
        ("RK", (ANNA, BEN), waits_for_nothing),
        ("ER", (ANNA, BEN), waits_for_nothing),
        ("KR", (ANNA, BEN), skips_the_hand_over),
        ("ER", (ANNA, BEN), skips_the_hand_over),
    ],
)
def test_a_rack_that_is_seen_too_early_is_found(tmp_path, game_id, people, leak):
    with handheld(tmp_path) as sim:
        sight = Sight(sim)
        start(sim, game_id, people)
        while sim.app.session.game.seat:
            confirm(sim)
            to_person(sim)
            end_turn(sim)
        confirm(sim)
        to_person(sim)
        assert sight.wrong == []
        leak(sim)
        assert sight.wrong and "holder is None" in sight.wrong[0]
