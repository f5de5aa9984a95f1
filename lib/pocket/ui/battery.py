"""The battery's charge, its sign on the first screen and in a game's menu, a warning in play."""

import time

import bitmaptools
import displayio
from pocket.made import texts
from pocket.ui import sheets

if False:  # for type checkers
    from pocket.app.flow import App

_LOOKS = 16
_NO_BATTERY = 1000  # below this many millivolts no battery is connected
_USB = 4400  # above this many no battery feeds the board
# A lithium cell at rest: millivolts, percent; straight lines between two of them.
_CURVE = ((3300, 0), (3600, 12), (3700, 30), (3800, 50), (3950, 75), (4120, 100))


def millivolts(wired: tuple) -> int | None:
    """Measure the battery's voltage; None where the board cannot. wired: Profile.battery."""
    if not wired:
        return None
    try:
        import board
        from analogio import AnalogIn

        sensor = AnalogIn(getattr(board, wired[0]))
    except (AttributeError, ImportError, ValueError, RuntimeError):
        return None
    total = 0
    for _ in range(_LOOKS):
        total += sensor.value
    sensor.deinit()
    voltage = total // _LOOKS * wired[1] * 3300 // 65535
    return voltage if _NO_BATTERY < voltage < _USB else None


def percent(voltage: int | None) -> int | None:
    """Return how full a lithium cell at rest is, 0 to 100. voltage: in millivolts, or None."""
    if voltage is None:
        return None
    low = low_percent = 0
    for high, high_percent in _CURVE:
        if voltage < high:
            return low_percent + (voltage - low) * (high_percent - low_percent) // (high - low)
        low, low_percent = high, high_percent
    return 100


_LOW_PERCENT = 15  # percent
_SIGN_WIDTH, _SIGN_HEIGHT = 11, 6  # size of the sign, before it is scaled


def warn(app: "App") -> None:
    """Tell once in play that the battery is low, and when the game was saved: just now."""
    charge = percent(millivolts(app.battery))
    if charge is None or charge >= _LOW_PERCENT:
        app.failures.low = False
    elif not app.failures.low:
        app.failures.low = True
        from pocket.saves import statisticsfile

        if statisticsfile.today() is None:  # no clock, or one that was never set
            app.tell((texts.SAVES_LOW, charge))
        else:
            app.tell((texts.SAVES_LOW_AT, charge, "%d:%02d" % time.localtime()[3:5]))


def show(app: "App", group: displayio.Group, y: int) -> None:
    """Put the sign into a group, at the right edge of the display from pixel y down; nothing where
    the board cannot tell."""
    charge = percent(millivolts(app.battery))
    if charge is None:
        return
    bitmap = displayio.Bitmap(_SIGN_WIDTH, _SIGN_HEIGHT, 3)
    inside = _SIGN_WIDTH - 5
    filled = (charge * inside + 50) // 100
    right, below = _SIGN_WIDTH - 1, _SIGN_HEIGHT - 2
    fill = bitmaptools.fill_region
    fill(bitmap, 0, 0, right, _SIGN_HEIGHT, 1)
    fill(bitmap, 1, 1, right - 1, _SIGN_HEIGHT - 1, 0)
    fill(bitmap, right, 2, _SIGN_WIDTH, below, 1)
    fill(bitmap, 2, 2, 2 + max(filled, 1), below, 2)
    palette = sheets.palette((0, 0xFFE9A8, 0xFF4030 if charge < _LOW_PERCENT else 0x8CE070))
    sign = displayio.Group(x=app.w - _SIGN_WIDTH - 3, y=y)
    if app.w >= 240:
        sign.x -= _SIGN_WIDTH
        sign.scale = 2
    sign.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    group.append(sign)
