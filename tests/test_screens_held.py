"""The handheld in the hand: light, sleep, upside down, held arrows, the battery."""

import sys
import types

import pytest
from pocket.ui import battery
from scenes import scenes
from screens_help import handheld

GREEN, RED = (0x8C, 0xE3, 0x73), (0xFF, 0x41, 0x31)


def light(scene, share):
    """Have a light so bright."""
    assert round(scene.sim.display.brightness, 2) == float(share), scene.sim.display.brightness


def slept(scene, times):
    """Have slept so often."""
    assert scene.sim.sleeps == int(times)


def cannot_wait(scene, _):
    """Let the chip refuse to wait for pins."""

    def refuse(*alarms):
        raise NotImplementedError("no")

    scene.sim  # noqa: B018
    sys.modules["alarm"].light_sleep_until_alarms = refuse


def awake_since(scene, _):
    """Have been awake for less than a second since `remember`: time asleep does not count."""
    assert scene.app.now() - int(scene.remembered) < 1000


def sign(scene, name):
    """Have a battery of this colour in the upper right corner, or none."""
    image = scene.sim.image()
    wide, high = image.size
    there = {one for _, one in image.crop((wide - 26, 0, wide, high // 2)).getcolors()}
    assert there & {GREEN, RED} == {"green": {GREEN}, "red": {RED}, "none": set()}[name]


test_in_the_hand = scenes(
    """
    The light goes down, and a key brings it back without acting: chosen Play; light 0.8;
        wait 91000; light 0.16; DOWN; light 0.8; chosen Play; DOWN; chosen Puzzle of the day
    A board whose keys have pins sleeps, and a key wakes it without acting:
        board pimoroni_picosystem; wait 301000; slept 1; light 0;
        do scene.remembered = app.now(); wait 3600000; DOWN; light 0.8; chosen Play;
        awake_since; DOWN; chosen Puzzle of the day; wait 301000; slept 2
    A board with other keys only puts its light out:
        for $board in pybadge | pygamer | lilygo_tdeck | tinycircuits_thumby_color; board $board;
        wait 600000; slept 0; light 0; A; light 0.8; on title
    A chip that cannot wait for pins goes on: board pimoroni_picosystem; cannot_wait; wait 600000;
        light 0; A; light 0.8; on title; DOWN; chosen Puzzle of the day
    Left-handed, picture and arrows turn, and stay so: choose Settings; to Left-handed; RIGHT;
        check sim.display.rotation == 180; DOWN; chosen Large text; UP LEFT B;
        check sim.display.rotation == 0; choose Settings; to Left-handed; RIGHT B; off;
        check sim.display.rotation == 180; UP; chosen Puzzle of the day
    A stick that is held turns the handheld once: board pygamer; choose Settings; to Left-handed;
        hold RIGHT 300; check settings.get('turned') is True; DOWN; chosen Large text; UP;
        hold RIGHT 300; check settings.get('turned') is False; UP; chosen Large text
    Title and menu show how full the battery is: for $board in boards;
        for $volts,$sign in 3.9, green | 3.4, red | 9, none; board $board; battery $volts; pictures;
        wait 1500; sign $sign; choose Play; A; menu; sign $sign
    """,
    light,
    slept,
    cannot_wait,
    awake_since,
    sign,
)


@pytest.mark.parametrize(
    "platform, version, sleeps",
    [
        ("RP2040", (9, 0, 0), False),
        ("RP2040", (9, 2, 4), False),
        ("RP2350", (9, 2, 4), False),
        ("RP2040", (9, 2, 5), True),
        ("RP2040", (10, 0, 0), True),
        ("MicroChip SAMD51", (9, 0, 0), True),
    ],
)
def test_no_light_sleep_where_it_keeps_the_backlight_s_clock_off(
    monkeypatch, platform, version, sleeps
):
    from pocket.hardware import lightsleep

    chip = types.SimpleNamespace(platform=platform)
    chip.implementation = types.SimpleNamespace(version=version)
    monkeypatch.setitem(sys.modules, "alarm", types.ModuleType("alarm"))
    woken = []
    keys = types.SimpleNamespace(pins=("pin",), high=False, close=lambda: None, open=lambda: None)
    sys.modules["alarm"].light_sleep_until_alarms = lambda *alarms: woken.append(alarms)
    sys.modules["alarm"].pin = types.SimpleNamespace(PinAlarm=lambda **given: given)
    monkeypatch.setattr(lightsleep, "sys", chip)
    assert lightsleep.until_key(keys) is sleeps
    assert len(woken) == sleeps


@pytest.mark.parametrize(
    "voltage, full",
    [(3000, 0), (3300, 0), (3650, 21), (3800, 50), (4120, 100), (4300, 100), (None, None)],
)
def test_a_lithium_cells_voltage_says_how_full_it_is(voltage, full):
    assert battery.percent(voltage) == full


def test_the_battery_is_told_where_the_board_can_tell(tmp_path):
    for volts, wanted in ((3.8, 3800), (0.2, None), (5.0, None), (None, None)):
        with handheld(tmp_path, battery=volts) as sim:
            found = battery.millivolts(sim.app.battery)
        assert found == wanted if wanted is None else abs(found - wanted) < 20
    assert battery.millivolts(()) is None
