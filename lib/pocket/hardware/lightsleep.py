"""Light sleep until a key comes down, where the chip can and every key has a pin."""

if False:  # for type checkers
    from pocket.always.input import Keys


def until_key(keys: "Keys") -> bool:
    """Sleep until one of `keys` (input.Keys) is pressed; that press does nothing else. False, at
    once, where the board cannot sleep so."""
    if not keys.pins:
        return False
    try:
        import alarm
    except ImportError:
        return False
    keys.close()  # an alarm wants its pin for itself
    try:
        alarms = [alarm.pin.PinAlarm(pin=pin, value=keys.high, pull=True) for pin in keys.pins]
        alarm.light_sleep_until_alarms(*alarms)
        return True
    except (ValueError, RuntimeError, NotImplementedError, AttributeError):
        return False  # a chip that cannot wait for so many pins, or not for these
    finally:
        keys.open()
