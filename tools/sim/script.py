"""Button scripts: `press A`, `hold A 800`, `wait 250`, `shot NAME`, `# comment`, one per line.

`until TEXT` waits for a text on the console; only the emulated board has one.
"""

import os
import re
import sys
from typing import Any

from tools.sim import BUTTONS

_KNOWN = "press BUTTON, hold BUTTON MS, wait MS, shot NAME"


class ScriptError(ValueError):
    """A line that is not understood; str() names it."""


def parse(text: str, until: bool = False) -> list[tuple]:
    """Return a script as a list of (word, *arguments). until: whether `until TEXT` is allowed,
    whose step ends with the line's number. Raises ScriptError, naming the line."""
    steps: list[tuple] = []
    # Editors of Windows write a byte order mark before the first line.
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        word, args = words[0].lower(), words[1:]
        if word == "press" and args and all(name in BUTTONS for name in args):
            steps += [("press", name) for name in args]
        elif word == "hold" and len(args) == 2 and args[0] in BUTTONS and _number(args[1]):
            steps.append(("hold", args[0], int(args[1])))
        elif word == "wait" and len(args) == 1 and _number(args[0]):
            steps.append(("wait", int(args[0])))
        elif word == "shot" and len(args) == 1 and re.fullmatch(r"[\w.-]+", args[0]):
            steps.append(("shot", args[0]))
        elif word == "until" and args and until:
            steps.append(("until", " ".join(args), number))
        else:
            raise ScriptError(
                "Line %d of the script is not understood: %s (known: %s)"
                % (number, line.strip(), _KNOWN + ", until TEXT" * until)
            )
    return steps


def read(path: str, until: bool = False) -> list[tuple]:
    """Return the steps of a script file ("-": standard input), see `parse`. Raises ScriptError."""
    if path == "-":
        return parse(sys.stdin.read(), until)
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file.read(), until)
    except (OSError, UnicodeDecodeError):
        raise ScriptError("The script %s cannot be read." % path)


def _number(word):
    return bool(re.fullmatch("[0-9]{1,7}", word)) and int(word) <= 3600000


def run(handheld: Any, steps: list[tuple], folder: str = ".", **shot_options: Any) -> list[str]:
    """Play a parsed script on a handheld, simulated or emulated. Save pictures in `folder` as
    NAME.png, with `shot_options`; return their paths. Raises ScriptError."""
    shots = []
    for word, *arguments in steps:
        if word == "shot":
            os.makedirs(folder, exist_ok=True)
            shots.append(os.path.join(folder, arguments[0].removesuffix(".png") + ".png"))
            handheld.shot(shots[-1], **shot_options)
        elif word != "until":
            if word != "wait":
                arguments[0] = handheld.seen(arguments[0])
            getattr(handheld, word)(*arguments)
        elif not handheld.until(arguments[0]):
            raise ScriptError(
                "Line %d of the script: '%s' did not come on the console within ten emulated "
                "minutes." % (arguments[1], arguments[0])
            )
    return shots
