"""Open a display on SPI that POCKET_DISPLAY in settings.toml describes.

"DRIVER WxH sck=PIN mosi=PIN dc=PIN cs=PIN [reset=PIN] [light=PIN] [x=0] [y=0] [bgr=0|1]
[invert=0|1] [baud=24000000]". Loaded only when the setting is there.
"""

from pocket.hardware.pins import BoardError, pin

if False:  # for type checkers
    from busdisplay import BusDisplay

# driver: (init sequence up to the memory order, inverted by default, blue first by default)
# Form of a sequence: command, number of data bytes (+0x80: a delay in ms follows), data, delay.
_DRIVERS = {
    "st7735": (b"\x01\x80\x96\x11\x80\xff\x3a\x01\x05", 0, 0),
    "st7789": (b"\x01\x80\x96\x11\x80\xff\x3a\x01\x55", 1, 0),
    "ili9341": (b"\x01\x80\x96\x11\x80\xff\x3a\x01\x55", 0, 1),
}


_PINS = ("sck", "mosi", "dc", "cs", "reset", "light")
_NUMBERS = ("x", "y", "bgr", "invert", "baud")


def open_display(text: str) -> "BusDisplay":
    """Return the display that `text` describes. Raises BoardError, one sentence."""
    import busdisplay
    import busio
    import displayio
    import fourwire

    words = text.split()
    driver, size = words[0].lower(), words[1]
    if driver not in _DRIVERS:
        raise BoardError(
            "it knows the drivers %s, not '%s'" % (", ".join(sorted(_DRIVERS)), driver)
        )
    options = {}
    for word in words[2:]:
        name, _, value = word.partition("=")
        if not value or name not in _PINS and name not in _NUMBERS:
            raise BoardError("'%s' is not understood" % word)
        options[name] = value
    pins: dict = {}
    numbers: dict = {}
    for name in _PINS:
        pins[name] = pin(options[name]) if name in options else None
        if pins[name] is None and name not in ("reset", "light"):
            raise BoardError("%s=PIN is missing" % name)
    for name in _NUMBERS:
        numbers[name] = None
        if name in options:
            try:
                numbers[name] = int(options[name])
            except ValueError:
                raise BoardError("%s=%s is not a number" % (name, options[name]))
    width, height = [int(part) for part in size.split("x")]  # was checked before
    try:
        spi = busio.SPI(pins["sck"], pins["mosi"])
    except (ValueError, RuntimeError):  # the board's own display may hold these pins: release it
        displayio.release_displays()
        spi = busio.SPI(pins["sck"], pins["mosi"])
    displayio.release_displays()
    bus = fourwire.FourWire(
        spi,
        command=pins["dc"],
        chip_select=pins["cs"],
        reset=pins["reset"],
        baudrate=numbers["baud"] or 24000000,
    )
    init_sequence, inverted, blue_first = _DRIVERS[driver]
    is_bgr = blue_first if numbers["bgr"] is None else numbers["bgr"]
    inverted = inverted if numbers["invert"] is None else numbers["invert"]
    sequence = init_sequence + bytes((0x36, 1, 8 if is_bgr else 0, 0x21 if inverted else 0x20, 0))
    light = {"backlight_pin": pins["light"]} if pins["light"] else {}
    return busdisplay.BusDisplay(
        bus,
        sequence + b"\x13\x80\x0a\x29\x80\x64",
        width=width,
        height=height,
        colstart=numbers["x"] or 0,
        rowstart=numbers["y"] or 0,
        auto_refresh=False,
        brightness=0,
        **light,
    )
