"""The light behind the display."""


def light(display, level):
    """Set a display's brightness, 0 to 1, where it has a light that can be set."""
    try:
        display.brightness = level
    except (AttributeError, RuntimeError, ValueError):
        pass
