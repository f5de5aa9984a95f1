"""How full the battery is, where the board can tell. Loaded where it is shown."""

_LOOKS = 16
_NONE = 1000  # below this many millivolts no battery is connected
_USB = 4400  # above this many no battery feeds the board
# A lithium cell at rest: millivolts, percent; straight between two of them.
_CURVE = ((3300, 0), (3600, 12), (3700, 30), (3800, 50), (3950, 75), (4120, 100))


def millivolts(wired: tuple) -> int | None:
    """The battery's voltage, or None. wired: Profile.battery."""
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
    return voltage if _NONE < voltage < _USB else None


def percent(voltage: int | None) -> int | None:
    """0 to 100 of a lithium cell's millivolts; None for None."""
    if voltage is None:
        return None
    if voltage <= _CURVE[0][0]:
        return 0
    for i in range(1, len(_CURVE)):
        low, share = _CURVE[i - 1]
        high, more = _CURVE[i]
        if voltage < high:
            return share + (voltage - low) * (more - share) // (high - low)
    return 100
