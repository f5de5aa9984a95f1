"""START held while switching on: the game may save although a computer is attached.

The computer then sees the drive read-only. Whatever fails here, the board starts as usual.
"""

try:
    import board

    board.DISPLAY.auto_refresh = False  # the terminal would be painted, and painted again
except Exception:
    pass  # no display of its own
try:
    import storage
    from pocket.hardware import boards

    profile = boards.profile()
    keys, _ = boards.open_keys(profile, lambda profile: [])
    held = False
    if keys:  # the board may have none yet
        keys.reset()  # only then does it report a key that is already down
        key = keys.events.get()
        while key:
            held |= key.pressed and profile.buttons[key.key_number] == "START"
            key = keys.events.get()
        keys.deinit()
    if held:
        storage.remount("/", readonly=False)
except Exception as error:
    print("boot.py:", error)
