"""Say in plain words why the board has started in safe mode, and how to go on.

CircuitPython runs this in place of the game; what it prints is on the display and on the console.
"""

import supervisor

_REASONS = (
    ("BROWNOUT", "The power was too weak. Charge the battery, or put new ones in."),
    ("USER", "A button was pressed while the board was starting."),
    ("FLASH_WRITE_FAIL", "The drive could not be written."),
    ("NO_CIRCUITPY", "The drive is damaged. Install the game again."),
)


def main():
    """Print what happened, then how to go on."""
    told = "The program of the board has failed."
    try:
        reason = str(supervisor.runtime.safe_mode_reason)
        for name, text in _REASONS:
            if reason.endswith("." + name):
                told = text
    except AttributeError:  # an earlier CircuitPython
        pass
    print()
    print("Pocket Rummy is stopped.")
    print(told)
    print("Your saved games are kept.")
    print("Press RESET, or switch off and on, to go on.")


main()
