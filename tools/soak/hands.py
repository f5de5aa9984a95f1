"""Hands: a person at the real screens, in the simulator, playing rightly and wrongly."""

import contextlib
import gc
import glob
import os
import random
import tempfile
from unittest import mock

from rules import catalogue
from tools.device.boards_desktop import OF_EACH_SIZE
from tools.place import ROOT
from tools.sim import UNKNOWN
from tools.sim.faults import Stopped
from tools.soak import scenes
from tools.soak.outcome import Outcome
from tools.soak.person import Person
from tools.soak.sitting import Fault, Sitting

UNIT = "presses"
GOAL = 1000000
_PRESSES = 1200  # of a case
_FREE = 1000000  # bytes, where memory is told
_LANGUAGES = ("en", "en", "de", "es", "fr", "nl", "pt", "tr")
_FAULTS = (("read-only",), ("read-only", "usb"), ("full",))
_UNREACHED = {"alone.failed"}  # what is shown of a failure, and there are none


def run_case(seed: int) -> Outcome:
    """One person, one handheld, some minutes of play."""
    scenes.device()
    rng = random.Random(seed)
    with contextlib.ExitStack() as stack:
        if rng.random() < 0.5:  # as on a board: the game's code leaves while somebody thinks
            stack.enter_context(mock.patch.object(gc, "mem_free", lambda: _FREE, create=True))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        board, more = _prepared(rng, folder)
        with Sitting(rng, board, folder, **more) as sitting:
            failures = []
            try:
                _sit(sitting, rng)
            except Fault as fault:
                failures.append(" ".join(str(fault).split()))
    figures = dict(sitting.figures, offs=sitting.offs, reached_screens=sitting.screens())
    figures["reached_boards"] = [board]
    return Outcome(sitting.presses, failures, figures)


def _prepared(rng: random.Random, folder: str) -> tuple[str, dict]:
    """A board and what lies on its drive."""
    board = rng.choice(OF_EACH_SIZE if rng.random() < 0.85 else scenes.OTHERS)
    more: dict = {}
    if rng.random() < 0.03:
        return UNKNOWN, more
    what = rng.random()
    if what < 0.1:  # nothing yet, or not even the file for it
        return board, {"faults": ("no saves",)} if rng.random() < 0.3 else more
    drive = scenes.Drive(rng, folder)
    drive.settings(rng.choice(_LANGUAGES))
    if what > 0.2:
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            drive.game(rng.choice(catalogue.ORDER))
    if rng.random() < 0.1:
        drive.game(catalogue.ORDER[0], True)
    drive.close()
    if rng.random() < 0.03:
        more["faults"] = rng.choice(_FAULTS)
    if board in OF_EACH_SIZE and rng.random() < 0.3:
        more["battery"] = rng.choice((3.0, 3.4, 3.7, 4.2))
    return board, more


def _sit(sitting: Sitting, rng: random.Random) -> None:
    """Play on until it is enough. Raises Fault."""
    person = Person(sitting, rng, rng.choice(((1, 2, 5), (1, 1, 12), (6, 1, 1), (1, 6, 2))))
    sitting.on()
    if sitting.name == "title" and len(sitting.screen.kept) and rng.random() < 0.8:
        sitting.press("A")
    while sitting.presses < _PRESSES:
        try:
            person.act()
            what = rng.random()
            if what < 0.004:
                _again(sitting, rng)
            elif what < 0.006:
                sitting.cut()
            elif what < 0.012:
                sitting.home()
        except Stopped:
            _again(sitting, rng)
    try:
        sitting.home()
    except Stopped:
        _again(sitting, rng)
        sitting.home()
    sitting.off()


def _again(sitting: Sitting, rng: random.Random) -> None:
    """Off and on again, at times with a key held."""
    sitting.off()
    held = ("START",) if rng.random() < 0.1 else ()
    sitting.on(held)


def missing(figures: dict) -> list[str]:
    """The screens that were not reached: a sentence, or none."""
    screens = set()
    for path in glob.glob(os.path.join(ROOT, "lib", "pocket", "*", "*.py")):
        with open(path, encoding="utf-8") as stream:
            if "\nclass Screen(Base):" in stream.read():
                folder, name = os.path.split(path)
                screens.add("%s.%s" % (os.path.basename(folder), name[:-3]))
    lacking = screens - set(figures.get("reached_screens", ())) - _UNREACHED
    return ["Screens not reached: %s." % ", ".join(sorted(lacking))] if lacking else []
