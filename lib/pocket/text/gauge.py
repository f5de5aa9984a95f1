"""The battery as a small sign: how full it is, red when it is nearly empty."""

import displayio
from pocket.text import battery
from pocket.ui import sheets

if False:  # for type checkers
    from pocket.always.app import App

_LOW = 15  # percent
_WIDE, _HIGH = 11, 6  # of the sign, before it is scaled


def show(app: "App", group: displayio.Group, y: int) -> None:
    """Put the sign into a group, at the right edge of the display from pixel y down; nothing where
    the board cannot tell."""
    full = battery.percent(battery.millivolts(app.battery))
    if full is None:
        return
    bitmap = displayio.Bitmap(_WIDE, _HIGH, 3)
    inside = _WIDE - 5
    filled = (full * inside + 50) // 100
    for left in range(_WIDE):
        for top in range(_HIGH):
            edge = left in (0, _WIDE - 2) or top in (0, _HIGH - 1)
            if left == _WIDE - 1:
                bitmap[left, top] = 1 if 1 < top < _HIGH - 2 else 0
            elif edge:
                bitmap[left, top] = 1
            elif 2 <= left < 2 + max(filled, 1) and 2 <= top < _HIGH - 2:
                bitmap[left, top] = 2
    palette = sheets.palette((0, 0xFFE9A8, 0xFF4030 if full < _LOW else 0x8CE070))
    sign = displayio.Group(x=app.w - _WIDE - 3, y=y)
    if app.w >= 240:
        sign.x -= _WIDE
        sign.scale = 2
    sign.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    group.append(sign)
