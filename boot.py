"""START held while switching on: the game may save although a computer is attached.

The computer then sees the drive read-only. Whatever fails here, the board starts as usual.
"""
try:
    import time

    import storage
    from pocket.hardware import boards

    profile = boards.profile()
    keys = boards.open_keys(profile)
    time.sleep(0.2)  # the scanner tells of a key only after it has seen it down twice
    held = False
    event = keys.events.get()
    while event:
        held = held or event.pressed and profile.buttons[event.key_number] == "START"
        event = keys.events.get()
    keys.deinit()
    if held:
        storage.remount("/", readonly=False)
except Exception as problem:
    print("boot.py:", problem)
