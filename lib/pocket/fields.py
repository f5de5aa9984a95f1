"""The settings one by one: what each may be."""

# name, default, allowed, what it is
FIELDS = (
    ("sound", 2, (0, 1, 2, 3), "Sound"),
    ("brightness", 4, (1, 2, 3, 4, 5), "Light"),
    ("cloth", 0, (0, 1, 2, 3), "Cloth"),
    ("speed", 2, (1, 2, 3), "Pace"),
    ("referee", "friendly", ("friendly", "strict"), "Referee"),
    ("confirm", True, (True, False), "Confirm draws"),
    ("hints", "some", ("none", "some", "free"), "Hints"),
    ("reasons", False, (True, False), "Reasons"),
    ("turned", False, (True, False), "Left-handed"),
    ("repeat", 2, (1, 2, 3), "Key repeat"),
)


def put(settings, name, value):
    """Set a field of FIELDS; a value it may not take is refused with False."""
    for field in FIELDS:
        if field[0] == name:
            for allowed in field[2]:  # True is no 1 here
                if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                    settings.values[name] = value
                    return True
    return False
