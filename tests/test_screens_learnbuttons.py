"""A board in no table learns its buttons, keeps them, and learns them anew."""

import pytest
import saves_help
from screens_help import handheld, page, screen

from tools.sim import UNKNOWN
from tools.sim.standins import WIRES

ORDER = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
KEPT = " ".join("%s=%s" % (button, pin) for pin, button in WIRES.items()).replace("GP2", "D2")


def start(folder, **more):
    sim = handheld(folder, UNKNOWN, **more)
    sim.wait(1500)  # the pins have been watched at rest
    return sim


def teach(sim, *order):
    sim.press(*order, rest=100)


def kept(folder):
    return [
        body.decode() for _, name, body in saves_help.records(folder).values() if name == "keys"
    ]


def test_buttons_are_asked_for_one_by_one_and_work_at_once(tmp_path):
    with handheld(tmp_path, UNKNOWN) as sim:
        assert screen(sim) == "learnbuttons" and "Release them all" in page(sim)
        sim.wait(1500)
        for button in ORDER[:7]:
            assert "Press %s." % button in page(sim)
            sim.press(button)
        assert "Press SELECT" in page(sim)
        teach(sim, "SELECT")
        assert "Try them" in page(sim)
        sim.press("A", "A", rest=100)
        assert screen(sim) == "title" and not sim.app.keys.no_select
        at = sim.app.screen.list.chosen
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == at + 1
    assert kept(tmp_path) == [KEPT]


def test_what_was_learned_is_read_at_the_next_start(tmp_path):
    saves_help.store(tmp_path).save("keys", KEPT.encode())
    with handheld(tmp_path, UNKNOWN) as sim:
        assert screen(sim) == "title"
        sim.press("DOWN", "DOWN", "UP")
        assert sim.app.screen.list.chosen == 1


def test_boot_knows_the_learned_start_button(tmp_path):
    saves_help.store(tmp_path).save("keys", KEPT.encode())
    faults = ("read-only", "usb")
    with handheld(tmp_path, UNKNOWN, faults=faults, held=("START",)) as sim:
        assert sim.faults == set()


def test_one_button_twice_is_refused_by_name(tmp_path):
    with start(tmp_path) as sim:
        sim.press("UP", "DOWN", "UP")
        assert "That is already UP." in page(sim)
        sim.press("DOWN")
        assert "That is already DOWN." in page(sim)
        teach(sim, *ORDER[2:])
        sim.press("A", "A")
    assert kept(tmp_path) == [KEPT]


def test_a_board_without_select_presses_start_again(tmp_path):
    with start(tmp_path) as sim:
        teach(sim, *ORDER[:7])
        teach(sim, "START")
        assert "Try them" in page(sim)
        sim.press("A", "A")
        assert sim.app.keys.no_select
    assert "SELECT" not in kept(tmp_path)[0]


def test_nothing_pressed_for_long_says_what_can_be_done(tmp_path):
    with start(tmp_path) as sim:
        sim.wait(29000)
        assert "No button felt." in page(sim) and "POCKET_KEYS" in page(sim)
        sim.press("UP")
        assert "Press DOWN." in page(sim)


def test_a_button_that_does_not_come_begins_from_the_start(tmp_path):
    with start(tmp_path) as sim:
        sim.press("UP", "DOWN", rest=31000)
        assert "once more, from the start" in page(sim)
        sim.press("A")
        assert "Press DOWN." in page(sim)


def test_a_wrong_order_is_taught_again(tmp_path):
    with start(tmp_path) as sim:
        teach(sim, "DOWN", "UP", *ORDER[2:])
        sim.press("B", "B", rest=1500)
        teach(sim, *ORDER)
        sim.press("A", "A")
    assert kept(tmp_path) == [KEPT]


def test_a_record_that_names_no_pins_of_the_board_is_one_sentence_and_learns_anew(tmp_path):
    for spoiled in (b"UP=GP2 nonsense", KEPT.replace("GP6", "GP77").encode(), b"\xff\xfe\xff\xfe"):
        saves_help.store(tmp_path).save("keys", spoiled)
        with handheld(tmp_path, UNKNOWN) as sim:
            assert screen(sim) == "learnbuttons"
            assert "What I had learned cannot be read." in page(sim)
            sim.wait(1500)
            assert "Press UP." in page(sim)


def test_a_record_whose_bytes_are_damaged_learns_anew(tmp_path):
    saves_help.store(tmp_path).save("keys", KEPT.encode())
    saves_help.flip(tmp_path, saves_help.newest(tmp_path, "keys"), 30)
    with start(tmp_path) as sim:
        assert screen(sim) == "learnbuttons" and "Press UP." in page(sim)


def test_a_drive_that_cannot_be_written_is_told_of_and_the_buttons_work(tmp_path):
    with start(tmp_path, faults=("read-only", "usb")) as sim:
        teach(sim, *ORDER)
        sim.press("A", "A", rest=100)
        assert screen(sim) == "title" and "Not saved" in page(sim)
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == 1


@pytest.mark.parametrize("since, ms", [(0, 300), (300, 250), (0, 4000), (300, 4000)])
def test_a_button_pressed_too_early_can_be_learned_all_the_same(tmp_path, since, ms):
    with handheld(tmp_path, UNKNOWN) as sim:
        sim.wait(since)
        sim.hold("A", ms, rest=4000)
        teach(sim, *ORDER)
        sim.press("A", "A")
    assert kept(tmp_path) == [KEPT]


def test_a_pin_that_will_not_keep_still_is_no_button(tmp_path):
    with handheld(tmp_path, UNKNOWN) as sim:
        for i in range(100):
            sim.pins["GP10"].level = bool(i % 2)
            sim.wait(17)
        assert "Press UP." in page(sim)


def test_buttons_to_the_supply_are_learned_too(tmp_path):
    with start(tmp_path) as sim:
        pins = {button: sim.pins[name] for name, button in sim.wires.items()}
        sim.wires = {}
        for button in ORDER:
            pins[button].level = True
            sim.wait(60)
            pins[button].level = None
            sim.wait(60)
        assert "Try them" in page(sim)
        assert sim.app.screen.text == "high " + KEPT


def test_pins_in_use_and_those_that_mind_a_pull_are_left_alone(tmp_path):
    with start(tmp_path) as sim:
        watched = sim.app.screen.watch._names
        assert watched[:3] == ["D2", "GP10", "GP11"]  # GP2 by the first of its names
        assert not {"GP2", "LED", "TFT_BACKLIGHT", "TFT_DC"} & set(watched)


def test_two_buttons_held_at_power_on_learn_anew(tmp_path):
    saves_help.store(tmp_path).save("keys", KEPT.encode())
    with handheld(tmp_path, UNKNOWN, held=("A", "B")) as sim:
        sim.wait(60)
        assert screen(sim) == "learnbuttons"
        for button in ("A", "B"):
            sim.up(button)
        sim.wait(1500)
        assert "Press UP." in page(sim)
