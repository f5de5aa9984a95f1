"""The settings one by one: what each may be."""

if False:  # for type checkers
    from typing import Any

    from pocket.always.settings import Settings

# name, default, allowed
FIELDS = (
    ("sound", 2, (0, 1, 2, 3)),
    ("brightness", 4, (1, 2, 3, 4, 5)),
    ("cloth", 0, (0, 1, 2, 3)),
    ("speed", 2, (1, 2, 3)),
    ("confirm", True, (True, False)),
    ("hints", "some", ("none", "some", "free")),
    ("reasons", False, (True, False)),
    ("effects", True, (True, False)),
    ("large", False, (True, False)),
    ("turned", False, (True, False)),
    ("repeat", 2, (1, 2, 3)),
)


def put(settings: "Settings", name: str, value: "Any") -> bool:
    """Set a field of FIELDS; a value it may not take is refused with False."""
    for field in FIELDS:
        if field[0] == name:
            for allowed in field[2]:  # True is not 1 here
                if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                    settings.values[name] = value
                    return True
    return False
