"""Note what makes no sense in settings.toml, as far as no other module checks it."""

import os

if False:  # for type checkers
    from collections.abc import Callable
    from typing import Any

_FILE = "/settings.toml"
_NAMES = ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION", "SAVES", "SEED")


def note_invalid(notes: "list[str]", read_setting: "Callable[[str], Any]") -> None:
    """Add a sentence to `notes` for each invalid setting. read_setting: returns a setting as
    CircuitPython reads it, see boards."""
    folder = read_setting("POCKET_SAVES")
    if folder is not None:
        try:
            is_folder = os.stat(str(folder))[0] & 0x4000
        except OSError:
            is_folder = False
        if not is_folder:
            notes.append("settings.toml: POCKET_SAVES: there is no folder '%s'" % folder)
    seed = read_setting("POCKET_SEED")
    try:
        int(seed or 0)
    except ValueError:
        notes.append("settings.toml: POCKET_SEED '%s' is not a whole number" % seed)
    # Settings that the firmware cannot read: bad syntax, after a [section], or misspelt.
    try:
        with open(_FILE, "rb") as file:
            for line in file:
                line = line.strip(b"\xef\xbb\xbf \t\"'").upper()
                if line[:7] != b"POCKET_":
                    continue
                end = 7
                while line[end : end + 1].isalpha() or line[end : end + 1] == b"_":
                    end += 1
                name = line[:end].decode()
                if name[7:] not in _NAMES:
                    notes.append("settings.toml: the game has no setting %s" % name)
                elif read_setting(name) is None:
                    notes.append(
                        'settings.toml: %s cannot be read: write %s = "...", '
                        "above any [section]" % (name, name)
                    )
    except OSError:
        pass  # there is no settings.toml
