"""The handheld in the hand: light, upside down, held arrows, the battery."""

import pytest
from pocket.ui import battery
from screens_help import handheld


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


def test_safe_mode_says_why_and_how_to_go_on(monkeypatch, capsys):
    import runpy
    import sys
    import types

    from conftest import ROOT

    told = {}
    for reason in ("BROWNOUT", "USER", "FLASH_WRITE_FAIL", "NO_CIRCUITPY", "HARD_FAULT", ""):
        runtime = types.SimpleNamespace(safe_mode_reason="supervisor.SafeModeReason." + reason)
        fake = types.SimpleNamespace(runtime=runtime if reason else None)
        monkeypatch.setitem(sys.modules, "supervisor", fake)
        runpy.run_path(ROOT + "/safemode.py")
        told[reason] = capsys.readouterr().out
    assert "Charge the battery" in told["BROWNOUT"] and "drive" in told["FLASH_WRITE_FAIL"]
    assert told["HARD_FAULT"] == told[""] and len(set(told.values())) == 5
    assert all("Press RESET" in text and "saved games are kept" in text for text in told.values())
