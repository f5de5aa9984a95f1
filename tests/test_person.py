"""The person at the keys (tools/person): screens in, keys out."""

import random

import pytest

from tools.person import choosing, laying
from tools.person.screen import LONG, TAP, Key, Lost, Screen, Turn, perform

# A program with a menu in a game: screen, button -> the screen that follows; others change nothing.
PROGRAM = {
    ("title", "A"): "play",
    ("play", "MENU"): "pause",
    ("pause", "B"): "play",
    ("pause", "A"): "title",  # on line 2
    ("score", "START"): "title",
    ("gamesetup", "B"): "title",
}


class Handheld:
    """Plays PROGRAM; its menu has four lines, of which the third leads out."""

    def __init__(self, name):
        self.seen = Screen(name)
        self.keys = []

    def look(self):
        return self.seen

    def press(self, key):
        self.keys.append(key)
        for button in key.buttons:
            if self.seen.lines and button in ("UP", "DOWN"):
                self.seen.chosen += 1 if button == "DOWN" else -1
            elif self.seen.name != "pause" or button != "A" or self.seen.chosen == 2:
                name = PROGRAM.get((self.seen.name, button))
                if name:
                    self.seen = Screen(name)
                    if name == "pause":
                        self.seen.lines, self.seen.exit_line = 4, 2

    def perform(self, way):
        return perform(way, self.look, self.press)


@pytest.mark.parametrize("name, keys", [("title", 0), ("play", 6), ("score", 4)])
def test_a_person_goes_home(name, keys):
    handheld = Handheld(name)
    person = choosing.Person(random.Random(1))
    assert handheld.perform(person.home(handheld.look())).name == "title"
    assert len(handheld.keys) == keys
    assert Key(("MENU",), LONG) in handheld.keys or name != "play"


def test_a_person_who_types_goes_home():
    """B erases letters, and leaves where there are none."""
    handheld = Handheld("gamesetup")
    handheld.seen.typed = "AB"
    person = choosing.Person(random.Random(1))
    assert handheld.perform(person.home(handheld.look())).name == "title"


def test_a_person_who_is_shut_in_says_so():
    handheld = Handheld("nowhere")
    with pytest.raises(Lost, match="No way leads back"):
        handheld.perform(choosing.Person(random.Random(1)).home(handheld.look()))


@pytest.mark.parametrize("mood", ["play", "look", "mash"])
def test_the_same_seed_presses_the_same_keys(mood):
    pressed = []
    for _ in range(2):
        handheld = Handheld("play")
        person = choosing.Person(random.Random(7))
        for _ in range(50):
            handheld.perform(person.act(handheld.look(), mood))
        pressed.append(handheld.keys)
    assert pressed[0] == pressed[1] and len(pressed[0]) >= 50


def test_the_cursor_takes_the_shorter_way_and_a_tip_takes_no_key():
    """Five rack tiles in a ring: from the first to the fourth it is two to the left."""

    class Rack(Handheld):
        def press(self, key):
            self.keys.append(key)
            step = {"LEFT": -1, "RIGHT": 1}.get(key.buttons[0], 0)
            if self.seen.tip:
                self.seen.tip = key.buttons[0] != "A"
            else:
                self.seen.turn.index = (self.seen.turn.index + step) % 5

    rack = Rack("play")
    rack.seen.turn = Turn(0, 0, 0, bytes(5), bytes(5), [], [], b"", b"", True)
    rack.seen.tip = True
    rack.perform(laying.to_rack(rack.look(), 3))
    assert rack.seen.turn.index == 3
    assert rack.keys == [Key((button,), TAP) for button in ("LEFT", "A", "LEFT", "LEFT")]
