"""Switching on and off: boot.py, a button held, failures."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT
from saves_help import told

from tools import play
from tools.device import boards_desktop
from tools.sim import Sim, SimError, script


def save_in_device(sim, name, payload):
    """Let the device code itself save a record; returns what its store answers."""
    answers = []
    tick = sim.app.screen.tick

    def once(now):
        if not answers:
            answers.append(told(sim.app.store.save(name, payload)))
        return tick(now)

    sim.app.screen.tick = once
    sim.wait(100)
    return answers[0]


def boot(folder, text):
    """Return a drive whose boot.py is `text` and whose code.py waits."""
    (folder / "boot.py").write_text(text)
    (folder / "code.py").write_text("import time\nwhile True:\n    time.sleep(0.01)\n")
    return str(folder)


def test_boot_runs_before_code_and_takes_no_time_of_the_script(tmp_path):
    drive = boot(
        tmp_path, "import time\ntime.sleep(0.5)\nopen(%r, 'w').close()\n" % str(tmp_path / "booted")
    )
    with Sim(drive=drive, save_dir=str(tmp_path)) as sim:
        assert (tmp_path / "booted").exists()
        assert sim.ms < 150


@pytest.mark.parametrize(
    "held, answer",
    [
        ((), "Not saved: the computer holds the drive; eject it there."),
        (("A",), "Not saved: the computer holds the drive; eject it there."),
        (("START",), None),
    ],
)
def test_start_held_at_power_on_lets_the_game_save_beside_a_computer(tmp_path, held, answer):
    with Sim(seed=1, save_dir=str(tmp_path), faults=("read-only", "usb"), held=held) as sim:
        assert save_in_device(sim, "probe", b"payload") == answer
    written = (tmp_path / "rummy.sav").read_bytes() != boards_desktop.SAVES["rummy.sav"]
    assert written == (answer is None)


def test_a_button_held_at_power_on_is_not_pressed_in_the_game(tmp_path):
    with Sim(seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(300)
        plain = sim.display.rgb()
    with Sim(seed=1, save_dir=str(tmp_path), held=("A",)) as sim:
        sim.wait(300)
        assert sim.display.rgb() == plain


def test_removing_is_refused_where_writing_is(tmp_path):
    (tmp_path / "old").write_text("x")
    program = (
        "import os, time\nseen = []\n"
        "def attempt(do):\n"
        "    try:\n        do()\n        return 'done'\n"
        "    except OSError as problem:\n        return problem.errno\n"
        "old = os.getenv('POCKET_SAVES') + '/old'\n"
        "answers = [attempt(lambda: os.rename(old, old + '2')),\n"
        "           attempt(lambda: os.mkdir(old + '3')), attempt(lambda: os.remove(old))]\n"
        "os.environ['POCKET_PROBE'] = str(answers)\n"
        "while True:\n    time.sleep(0.01)\n"
    )
    (tmp_path / "code.py").write_text(program)
    for faults, wanted in ((("read-only",), "[30, 30, 30]"), (("full",), "[28, 28, 'done']")):
        with Sim(
            drive=str(tmp_path), save_dir=str(tmp_path), faults=faults, env={"POCKET_PROBE": ""}
        ):
            assert os.environ["POCKET_PROBE"] == wanted


def fail_on_a_key(sim):
    """Make the running screen fail at the next key."""

    def key(button, kind):
        raise KeyError("lost tile")

    sim.app.screen.key = key


def test_a_failure_that_the_device_shows_as_a_sentence_is_kept_for_tests(tmp_path):
    with Sim(seed=1, save_dir=str(tmp_path)) as sim:
        before = sim.display.rgb()
        fail_on_a_key(sim)
        assert sim.failure is None
        sim.press("A", rest=100)
        assert isinstance(sim.failure, KeyError)
        assert sim.display.rgb() != before


def test_a_headless_script_that_makes_the_game_fail_does_not_succeed(tmp_path, monkeypatch):
    (tmp_path / "steps.txt").write_text("press A\n")
    run = script.run

    def failing(sim, *rest, **more):
        fail_on_a_key(sim)
        run(sim, *rest, **more)

    monkeypatch.setattr(script, "run", failing)
    with pytest.raises(SimError, match="KeyError: 'lost tile'"):
        play.main(["--headless", "--script", str(tmp_path / "steps.txt"), "--shots", str(tmp_path)])


def test_a_start_that_fails_leaves_the_way_free_for_the_next(tmp_path):
    (tmp_path / "code.py").write_text("raise ValueError('no game here')\n")
    with pytest.raises(SimError, match="no game here"):
        Sim(drive=str(tmp_path), save_dir=str(tmp_path))
    assert Sim.running is None
    with Sim(seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(10)


def test_a_keyboard_on_the_i2c_bus_presses_what_the_pins_cannot(tmp_path):
    with Sim("lilygo_tdeck", seed=1, save_dir=str(tmp_path)) as sim:
        title = type(sim.app.screen).__module__
        sim.press("DOWN", "A", rest=100)
        assert type(sim.app.screen).__module__ != title
        sim.press("B", rest=100)
        assert type(sim.app.screen).__module__ == title


def test_a_game_that_another_process_began_is_played_on(tmp_path):
    """A play is judged after "Continue", too: no module of the rules may be there twice."""
    quick_game = "wait 500\npress START\nwait 2000\npress A\nwait 4000\npress A\nwait 400\n"
    draw = "press START\nwait 300\npress A\nwait 6000\n"
    hint = "hold SELECT 900\nwait 900\n" * 3 + "press A\nwait 6000\n"
    command = [sys.executable, ROOT + "/tools", "play", "--headless", "--script", "-"]
    command += ["--seed", "5", "--data", str(tmp_path), "--shots", str(tmp_path)]
    for steps in (quick_game + draw, "wait 600\npress A\nwait 1500\n" + hint + draw + hint):
        done = subprocess.run(command, input=steps, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
