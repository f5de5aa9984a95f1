"""The handheld in the hand: light, sleep, upside down, how fast held arrows repeat, the battery."""

import sys
import types

import pytest
from pocket.ui import battery
from screens_help import BOARDS, choose, handheld, screen, show, to

FIVE_MINUTES = 300000


def brightness(sim):
    return round(sim.display.brightness, 2)


def test_the_light_goes_down_and_a_key_brings_it_back_without_acting(sim):
    at = sim.app.screen.list.chosen
    assert brightness(sim) == 0.8
    sim.wait(91000)
    assert brightness(sim) == 0.16
    sim.press("DOWN")
    assert brightness(sim) == 0.8 and sim.app.screen.list.chosen == at
    sim.press("DOWN")
    assert sim.app.screen.list.chosen == at + 1


def test_a_board_whose_keys_have_pins_sleeps_and_a_key_wakes_it_without_acting(tmp_path):
    with handheld(tmp_path, "pimoroni_picosystem") as sim:
        at = sim.app.screen.list.chosen
        sim.wait(FIVE_MINUTES + 1000)
        assert sim.sleeps == 1 and brightness(sim) == 0
        before = sim.app.now()
        sim.wait(3600000)
        sim.press("DOWN")
        assert brightness(sim) == 0.8 and sim.app.screen.list.chosen == at
        assert sim.app.now() - before < 1000  # an hour asleep is nobody's
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == at + 1
        sim.wait(FIVE_MINUTES + 1000)
        assert sim.sleeps == 2


@pytest.mark.parametrize(
    "board", ["pybadge", "pygamer", "lilygo_tdeck", "tinycircuits_thumby_color"]
)
def test_a_board_with_other_keys_only_puts_its_light_out(sim):
    sim.wait(2 * FIVE_MINUTES)
    assert sim.sleeps == 0 and brightness(sim) == 0
    sim.press("A")
    assert brightness(sim) == 0.8 and screen(sim) == "title"


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
    tmp_path, monkeypatch, platform, version, sleeps
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


def test_a_chip_that_cannot_wait_for_pins_goes_on(tmp_path):
    def refuse(*alarms):
        raise NotImplementedError("no")

    with handheld(tmp_path, "pimoroni_picosystem") as sim:
        sys.modules["alarm"].light_sleep_until_alarms = refuse
        sim.wait(2 * FIVE_MINUTES)
        assert brightness(sim) == 0
        sim.press("A")
        assert brightness(sim) == 0.8 and screen(sim) == "title"
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == 1


def test_left_handed_the_picture_and_the_arrows_turn_and_stay_so(tmp_path):
    with handheld(tmp_path) as sim:
        choose(sim, "Settings")
        to(sim, "Left-handed")
        at = sim.app.screen.list.chosen
        sim.press("RIGHT")
        assert sim.display.rotation == 180
        sim.press("DOWN")
        assert sim.app.screen.list.chosen == at - 1
        sim.press("UP", "LEFT", "B")  # upside down, left is right: the value goes on
        assert sim.display.rotation == 0
        choose(sim, "Settings")
        to(sim, "Left-handed")
        sim.press("RIGHT", "B")
    with handheld(tmp_path) as sim:
        assert sim.display.rotation == 180
        sim.press("UP")
        assert sim.app.screen.list.chosen == 1


def test_a_stick_that_is_held_turns_the_handheld_once(tmp_path):
    with handheld(tmp_path, "pygamer") as sim:
        choose(sim, "Settings")
        to(sim, "Left-handed")
        at = sim.app.screen.list.chosen
        for turned in (True, False):  # upside down, left is right
            sim.hold("RIGHT", 300)
            assert sim.app.settings.get("turned") == turned
            sim.press("DOWN" if turned else "UP")
            assert sim.app.screen.list.chosen == at - 1
            sim.press("UP" if turned else "DOWN")


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


def colours(sim):
    """The colours of the upper right corner, where the sign is."""
    wide, high = sim.image().size
    return {one for _, one in sim.image().crop((wide - 26, 0, wide, high // 2)).getcolors()}


@pytest.mark.parametrize("board", BOARDS)
def test_title_and_menu_show_how_full_the_battery_is(tmp_path, board):
    green, red = (0x8C, 0xE3, 0x73), (0xFF, 0x41, 0x31)
    for volts, wanted in ((3.9, {green}), (3.4, {red}), (None, set())):
        with handheld(tmp_path / str(volts), board, battery=volts, blind=False) as sim:
            sim.wait(1500)
            assert colours(sim) & {green, red} == wanted
            choose(sim, "Quick game")
            show(sim, "menus.pause", rest=100)
            assert colours(sim) & {green, red} == wanted
