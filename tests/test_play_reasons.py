"""Why a computer did it: a short line behind its move, where the setting asks for it."""

import os
import tomllib

from pocket.tilegame import watch
from pocket.ui import words
from scenes import scenes

from rules.tilegame.players import reason
from tools.place import ROOT


def tells(scene, text):
    """Tell these lines of a computer's move, `//` between them, each whole and in the foot line."""
    scene.watched()
    told = []
    while type(scene.part).__name__ == "Watch":
        if scene.screen.foot.text not in told:
            assert scene.screen.box is None and not scene.screen.foot.text.endswith("...")
            told.append(scene.screen.foot.text)
        scene.sim.wait(20)
    assert told == text.split(" // "), told


test_reasons = scenes(
    """
    given: saved reasons=True speed=3 language=en; board pimoroni_picosystem; options clock=0;
        players ANN BOB/hard; to_move 1; table r9 r10 r11; rack k12 o12 r1 b1 k7 o9 o11
    A draw is told with its reason: others r3 k5 o6 b7 b9; tells BOB draws, waits for {b8}
    A play is told with its reason: others r12 * k2 k3 o6 b7 b9;
        tells BOB lays {r12}, keeps a joker
    Where the line is short the reason comes after the move: board tinycircuits_thumby_color;
        others r12 * k2 k3 o6 b7 b9; tells BOB lays {r12} // BOB keeps a joker
    Without the setting no reason is told:
        for $tiles,$told in r3 k5 o6 b7 b9, BOB draws | r12 * k2 k3 o6 b7 b9, BOB lays {r12};
        saved speed=3 language=en; others $tiles; tells $told
    The name is left out where it is too long for the line:
        for $name,$told in BOB, BOB opens: {k12}{r12}{b12} // BOB has enough points | WWWWWWW,
          WWWWWWW opens: 3 tiles // has enough points; board tinycircuits_thumby_color;
        players ANN $name/hard; unopened; table; others k12 r12 b12 o2 k5 r8; tells $told
    Nothing of the rack is told but the advice: for $tiles in k9 r9 b9 o1 o3 | b4 b5 b6 k13 * o8 o8
          r1; unopened; table; others $tiles; tells BOB draws, cannot open yet
    A key goes from the move to the reason and on: board tinycircuits_thumby_color;
        saved reasons=True language=en; others r12 * k2 k3 o6 b7 b9; watched; UP LEFT; foot Before;
        A; foot BOB keeps a joker; watched; A; runs PersonTurn; seat 0
    """,
    tells,
)


def test_each_reason_has_its_words():
    with open(os.path.join(ROOT, "assets", "words", "en.toml"), "rb") as stream:
        texts = tomllib.load(stream)["reasons"]
    for number in range(1, len(reason.REASONS)):
        assert words.say(watch._REASONS[number], "{0}") == texts[reason.REASONS[number]]
    assert len(watch._REASONS) == len(reason.REASONS)
