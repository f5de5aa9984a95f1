"""A board in no table learns its buttons, keeps them, and learns them anew."""

import saves_help
from scenes import scenes

from tools.sim import UNKNOWN
from tools.sim.standins import WIRES

ORDER = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
KEPT = " ".join("%s=%s" % (button, pin) for pin, button in WIRES.items()).replace("GP2", "D2")


def learned(scene, text):
    """Have a text of buttons kept from before; without one that of all, or one that differs from it
    (`GP6 -> GP77`)."""
    text = KEPT.replace(*text.split(" -> ")) if "->" in text else text or KEPT
    saves_help.store(scene.folder).save("keys", text.encode("latin-1"))


def damaged(scene, _):
    """Have a byte of that record damaged."""
    saves_help.flip(scene.folder, saves_help.newest(scene.folder, "keys"), 30)


def teach(scene, text):
    """Press these buttons one after the other, or all in their order."""
    scene.sim.press(*text.split() or ORDER, rest=100)


def kept(scene, without):
    """Switch off; the record then holds all buttons, but one that is named."""
    scene.off()
    records = saves_help.records(scene.folder).values()
    there = [body.decode() for _, name, body in records if name == "keys"]
    wanted = [part for part in KEPT.split() if not without or not part.startswith(without)]
    assert there == [" ".join(wanted)]


def trembles(scene, pin):
    """Let a pin change all the time, for 1.7 seconds."""
    for i in range(100):
        scene.sim.pins[pin].level = bool(i % 2)
        scene.sim.wait(17)


def to_supply(scene, _):
    """Press buttons that connect to the supply."""
    sim = scene.sim
    pins = {button: sim.pins[name] for name, button in sim.wires.items()}
    sim.wires = {}
    for button in ORDER:
        for level in (True, None):
            pins[button].level = level
            sim.wait(60)


test_buttons_are_learned = scenes(
    """
    given: board %s
    They are asked for one by one and work at once: on learnbuttons; says Release them all;
        wait 1500; says Press UP.; UP; says Press DOWN.; DOWN; says Press LEFT.; LEFT;
        says Press RIGHT.; RIGHT; says Press A.; A; says Press B.; B; says Press START.; START;
        says Press SELECT; SELECT; says Try them; A A; on title; check not app.keys.no_select;
        chosen Play; DOWN; chosen Puzzle of the day; kept
    They are read at the next start: learned; on title; DOWN DOWN UP; chosen Puzzle of the day
    START held at power-on is known as it was learned: learned; faults read-only usb; held START;
        check sim.faults == set()
    One button twice is refused by its name: wait 1500; UP DOWN UP; says That is already UP.; DOWN;
        says That is already DOWN.; teach LEFT RIGHT A B START SELECT; A A; kept
    A board without SELECT presses START again: wait 1500; teach UP DOWN LEFT RIGHT A B START START;
        says Try them; A A; check app.keys.no_select; kept SELECT
    After a long wait it is said what can be done: wait 30500; says No button detected.;
        says POCKET_KEYS; UP; says Press DOWN.
    After a wait between two buttons it begins from the start: wait 1500; UP DOWN; wait 31000;
        says once more, from the start; A; says Press DOWN.
    A wrong order is taught again: wait 1500; teach DOWN UP LEFT RIGHT A B START SELECT; B B;
        wait 1500; teach; A A; kept
    A record that names no pins of the board is told, and they are learned anew:
        for $text in UP=GP2 nonsense | GP6 -> GP77 | \xff\xfe\xff\xfe; learned $text;
        on learnbuttons; says What I had learned cannot be read.; wait 1500; says Press UP.
    A damaged record is learned anew: learned; damaged; wait 1500; on learnbuttons; says Press UP.
    A drive that cannot be written is told, and the buttons work: faults read-only usb; wait 1500;
        teach; A A; on title; says Not saved; DOWN; chosen Puzzle of the day
    A button pressed too early can be learned all the same:
        for $since,$ms in 0, 300 | 300, 250 | 0, 4000 | 300, 4000; wait $since; hold A $ms;
        wait 4000; teach; A A; kept
    A pin that will not keep still is no button: trembles GP10; says Press UP.
    Buttons to the supply are learned, too: wait 1500; to_supply; says Try them;
        check screen.text.startswith('high UP=')
    Pins in use and those that mind a pull are left alone, one is called by its first name:
        wait 1500; check screen.watch._names[:3] == ['D2', 'GP10', 'GP11'];
        check not {'GP2', 'LED', 'TFT_BACKLIGHT', 'TFT_DC'} & set(screen.watch._names)
    Two buttons held at power-on learn anew: learned; held A B; wait 60; on learnbuttons;
        do [sim.up(button) for button in 'AB']; wait 1500; says Press UP.
    """
    % UNKNOWN,
    learned,
    damaged,
    teach,
    kept,
    trembles,
    to_supply,
)
