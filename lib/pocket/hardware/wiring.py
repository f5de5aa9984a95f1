"""Open a display on SPI that POCKET_DISPLAY in settings.toml describes.

"DRIVER WxH sck=PIN mosi=PIN dc=PIN cs=PIN [reset=PIN] [light=PIN] [x=0] [y=0] [bgr=0|1]
[invert=0|1] [baud=24000000]". Loaded only when the setting is there.
"""

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

    from busdisplay import BusDisplay

# By driver: the init sequence before the memory order (command, number of data bytes, plus 0x80 if
# a delay in ms follows, data, delay); 1 if colours are inverted by default; 1 if blue is first.
_DRIVERS = {
    "st7735": (b"\x01\x80\x96\x11\x80\xff\x3a\x01\x05", 0, 0),
    "st7789": (b"\x01\x80\x96\x11\x80\xff\x3a\x01\x55", 1, 0),
    "ili9341": (b"\x01\x80\x96\x11\x80\xff\x3a\x01\x55", 0, 1),
}


_PINS = ("sck", "mosi", "dc", "cs", "reset", "light")  # the last two are optional
_NUMBERS = ("x", "y", "bgr", "invert", "baud")


def open_display(text: str, pin: "Callable[[str], Any]") -> "BusDisplay":
    """Return the display that `text` describes. pin: finds one by its name. Raises ValueError, one
    sentence."""
    import busdisplay
    import busio
    import displayio
    import fourwire

    words = text.split()
    driver = words[0].lower()
    try:
        width, height = [int(part) for part in words[1].split("x")]
    except (IndexError, ValueError):
        raise ValueError("write for example st7789 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21")
    if min(width, height) < 96 or max(width, height) > 800:
        raise ValueError(
            "a display of %s cannot be used: 128x128 is the smallest that works" % words[1]
        )
    if driver not in _DRIVERS:
        raise ValueError(
            "driver '%s' is not known: use %s" % (driver, " or ".join(sorted(_DRIVERS)))
        )
    options: dict = {"x": 0, "y": 0, "baud": 24000000, "reset": None}
    for word in words[2:]:
        name, _, value = word.partition("=")
        if value and name in _PINS:
            options[name] = pin(value)
        elif value and name in _NUMBERS:
            try:
                options[name] = int(value)
            except ValueError:
                raise ValueError(word + " is not a number")
        else:
            raise ValueError("'%s' is not understood" % word)
    for name in _PINS[:4]:
        if name not in options:
            raise ValueError("%s=PIN is missing" % name)
    displayio.release_displays()  # the board's own display may use these pins
    spi = busio.SPI(options["sck"], options["mosi"])
    bus = fourwire.FourWire(
        spi,
        command=options["dc"],
        chip_select=options["cs"],
        reset=options["reset"],
        baudrate=options["baud"],
    )
    init_sequence, inverted, blue_first = _DRIVERS[driver]
    order = 8 if options.get("bgr", blue_first) else 0
    inversion = 0x21 if options.get("invert", inverted) else 0x20  # commands: on, off
    sequence = init_sequence + bytes((0x36, 1, order, inversion, 0))
    light = {"backlight_pin": options["light"]} if "light" in options else {}
    return busdisplay.BusDisplay(
        bus,
        sequence + b"\x13\x80\x0a\x29\x80\x64",
        width=width,
        height=height,
        colstart=options["x"],
        rowstart=options["y"],
        auto_refresh=False,
        brightness=0,
        **light,
    )
