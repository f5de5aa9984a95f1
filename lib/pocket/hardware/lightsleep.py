"""Light sleep until a key comes down, where the chip can and every key has a pin."""

import sys

if False:  # for type checkers
    from pocket.app.device import Keys


def until_key(keys: "Keys") -> bool:
    """Sleep until one of `keys` (input.Keys) is pressed; that press does nothing else. False, at
    once, where the board cannot sleep so."""
    # Before 9.2.5 (832986157a) CircuitPython on an RP2 chip leaves clocks off after a light sleep:
    # the backlight's stands still in every later wait.
    if sys.platform[:2] == "RP" and sys.implementation.version[:3] < (9, 2, 5):
        return False
    if not keys.pins:
        return False
    try:
        import alarm
    except ImportError:
        return False
    keys.close()  # an alarm wants its pin for itself
    try:
        alarms = [
            alarm.pin.PinAlarm(pin=pin, value=keys.active_high, pull=True) for pin in keys.pins
        ]
        alarm.light_sleep_until_alarms(*alarms)
        return True
    except (ValueError, RuntimeError, NotImplementedError, AttributeError):
        return False  # the chip cannot wait for that many pins, or not for these
    finally:
        keys.open()
