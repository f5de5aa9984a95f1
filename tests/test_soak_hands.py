"""The campaign of hands: a few sittings at the handheld, and that it sees what is wrong."""

import random

import pytest
from broken import Broken

from tools.sim.faults import Stopped
from tools.soak import hands, scenes
from tools.soak.person import Person
from tools.soak.sitting import Fault, Sitting


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
def test_hands_play_through_the_screens(seed, soaked):
    outcome = hands.run_case(seed)
    soaked(hands, outcome)
    assert outcome.failures == []
    assert outcome.count >= hands._PRESSES
    assert len(outcome.figures["reached_screens"]) > 5


def test_hands_see_what_is_raised():
    with Broken("pocket.menus.pause", "Screen.__init__", ValueError("a test")) as broken:
        outcome = hands.run_case(1)
    assert broken.calls and len(outcome.failures) == 1
    assert outcome.failures[0].startswith("ValueError: a test, raised in lib/pocket/")
    assert "the last keys: " in outcome.failures[0]


@pytest.fixture
def sitting(tmp_path):
    """A PyBadge with nothing on its drive, switched on, its first screen on show."""
    scenes.device()
    with Sitting(random.Random(1), "pybadge", str(tmp_path)) as at_hand:
        drive = scenes.Drive(random.Random(1), str(tmp_path))
        drive.settings("en")
        drive.game("RK")
        drive.close()
        at_hand.on()
        yield at_hand


def test_power_that_goes_while_a_key_stands_for_another_is_no_fault(tmp_path):
    scenes.device()
    with Sitting(random.Random(1), "deshipu_ugame_s3", str(tmp_path)) as at_hand:
        at_hand.on()
        at_hand.sim.stop()
        with pytest.raises(Stopped):
            at_hand.press("SELECT")  # START held on this board


def test_hands_see_a_dead_end(sitting):
    sitting.press("DOWN")
    sitting.press("A")
    assert sitting.name != "title"
    key = type(sitting.screen).key
    try:
        type(sitting.screen).key = lambda screen, button, kind: None
        with pytest.raises(Fault, match="A dead end"):
            sitting.home()
    finally:
        type(sitting.screen).key = key


def test_hands_see_a_game_that_is_lost(sitting):
    person = Person(sitting, random.Random(2), (0, 0, 1))
    for _ in range(200):
        person.act()
        if sitting.watch._games:
            break
    (record,) = sitting.watch._games
    sitting.home()
    sitting.app.store.forget(record)
    with pytest.raises(Fault, match="A game is lost"):
        sitting.off()


def test_hands_see_settings_that_are_lost(sitting):
    """One that is chosen must be there again; a lesson that was added in between may be."""
    watch = sitting.watch
    watch.dark()
    (kept,) = watch._settings
    watch.light()
    more = [line + "RG" if line.startswith("lessons=") else line for line in kept]
    assert watch._kept_there(kept, more) and not watch._kept_there(more, kept)
    other = [line.replace("sound=", "sound=1") for line in kept]
    assert other != kept
    watch._settings = [other]
    with pytest.raises(Fault, match="Settings are lost: sound="):
        watch.light()
