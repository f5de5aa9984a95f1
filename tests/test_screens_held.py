"""The handheld in the hand: light, upside down, held arrows, the battery."""

import pytest
from pocket.ui import battery
from screens_help import handheld


@pytest.mark.parametrize(
    "volts, full",
    [(3, 0), (3.3, 0), (3.65, 21), (3.8, 50), (4.12, 100), (4.3, 100)]
    + [(0.2, None), (5, None), (None, None)],  # no cell, a computer, a pin that cannot be read
)
def test_a_lithium_cells_voltage_says_how_full_it_is(tmp_path, volts, full):
    with handheld(tmp_path, battery=volts) as sim:
        found = battery.charge(sim.app)
        sim.app.battery = ()
        assert battery.charge(sim.app) is None
    assert found == full if full is None else abs(found - full) <= 3


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
