"""GridLayout, the tables of text rooms, on firmware without vectorio too (a Wio Terminal's): the
library draws lines between cells with it, and our tables have none."""

import sys

try:
    import vectorio  # noqa: F401
except ImportError:

    class _Without:
        Rectangle = None

    sys.modules["vectorio"] = _Without

from adafruit_displayio_layout.layouts.grid_layout import GridLayout  # noqa: E402, F401
