"""The light behind the display."""

if False:  # for type checkers
    from busdisplay import BusDisplay


def light(display: "BusDisplay", level: float) -> None:
    """Set a display's brightness, 0 to 1, where it has a light that can be set."""
    try:
        display.brightness = level
    except (AttributeError, RuntimeError, ValueError):
        pass
