"""Why a computer did it: a short line behind its move, where the setting asks for it."""

import os
import tomllib

from pocket.tilegame import watch
from pocket.ui import words

from rules.tilegame.players import reason
from tools.place import ROOT


def test_each_reason_has_its_words():
    with open(os.path.join(ROOT, "assets", "words", "en.toml"), "rb") as stream:
        texts = tomllib.load(stream)["reasons"]
    for number in range(1, len(reason.REASONS)):
        assert words.say(watch._REASONS[number], "{0}") == texts[reason.REASONS[number]]
    assert len(watch._REASONS) == len(reason.REASONS)
