"""The battery's charge, its sign on the first screen and in a game's menu, a warning in play."""

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


def charge(app: "App") -> int | None:
    """Measure how full the battery is, 0 to 100 percent; None where the board cannot tell."""
    if not app.battery:
        return None
    pin_name, factor = app.battery
    try:
        import board
        from analogio import AnalogIn

        sensor = AnalogIn(getattr(board, pin_name))
    except (AttributeError, ImportError, ValueError, RuntimeError):
        return None
    total = 0
    for _ in range(_LOOKS):
        total += sensor.value
    sensor.deinit()
    voltage = total // _LOOKS * factor * 3300 // 65535
    if not _NO_BATTERY < voltage < _USB:
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
    """Tell once in play that the battery is low; the game has just been saved."""
    percent = charge(app)
    if percent is None or percent >= _LOW_PERCENT:
        app.failures.low = False
    elif not app.failures.low:
        app.failures.low = True
        app.tell((texts.SAVES_LOW, percent))


def show(app: "App", group: displayio.Group, y: int) -> None:
    """Put the sign into a group, at the right edge of the display from pixel y down; nothing where
    the board cannot tell."""
    percent = charge(app)
    if percent is None:
        return
    bitmap = displayio.Bitmap(_SIGN_WIDTH, _SIGN_HEIGHT, 3)
    inside = _SIGN_WIDTH - 5
    filled = (percent * inside + 50) // 100
    right, below = _SIGN_WIDTH - 1, _SIGN_HEIGHT - 2
    fill = bitmaptools.fill_region
    fill(bitmap, 0, 0, right, _SIGN_HEIGHT, 1)
    fill(bitmap, 1, 1, right - 1, _SIGN_HEIGHT - 1, 0)
    fill(bitmap, right, 2, _SIGN_WIDTH, below, 1)
    fill(bitmap, 2, 2, 2 + max(filled, 1), below, 2)
    palette = sheets.palette((0, 0xFFE9A8, 0xFF4030 if percent < _LOW_PERCENT else 0x8CE070))
    sign = displayio.Group(x=app.w - _SIGN_WIDTH - 3, y=y)
    if app.w >= 240:
        sign.x -= _SIGN_WIDTH
        sign.scale = 2
    sign.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    group.append(sign)
