"""Make the GridLayout of a score sheet, also on firmware without vectorio (Wio Terminal): the
library draws lines between cells with it, and the score sheet has none."""

import sys

if False:  # for type checkers
    from typing import Any


class _NoLines:
    """Stands for vectorio."""

    Rectangle = None


def table(**shape: "Any") -> "Any":
    """Make a GridLayout; shape: its arguments."""
    try:
        __import__("vectorio")
    except ImportError:
        sys.modules["vectorio"] = _NoLines  # type: ignore[assignment]
    from adafruit_displayio_layout.layouts.grid_layout import GridLayout

    return GridLayout(**shape)
