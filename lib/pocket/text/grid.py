"""GridLayout, the tables of text rooms, on firmware without vectorio too (a Wio Terminal's): the
library draws lines between cells with it, and our tables have none."""

import sys


class _Without:
    """Stands for vectorio."""

    Rectangle = None


def table(**given):
    """A GridLayout of adafruit_displayio_layout, made with these arguments."""
    try:
        __import__("vectorio")
    except ImportError:
        sys.modules["vectorio"] = _Without
    from adafruit_displayio_layout.layouts.grid_layout import GridLayout

    return GridLayout(**given)
