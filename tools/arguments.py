"""The parser of all command lines, and types of arguments."""

import argparse
import os
import re
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn

from rules.base import RulesError
from tools.place import LAUNCHER
from tools.plain import plain


def new_file(text: str) -> str:
    """Return the name of a file that a command will write; raise ArgumentTypeError early if it
    cannot be written. Used as the `type` of an argument."""
    folder = os.path.dirname(os.path.abspath(text))
    if os.path.isdir(text) or not os.path.basename(text):
        raise argparse.ArgumentTypeError("%s is a folder, not a file" % (text or "."))
    if not os.path.isdir(folder):
        raise argparse.ArgumentTypeError("there is no folder %s" % folder)
    return text


def open_file(path: str) -> BinaryIO:
    """Open a file for reading bytes. Raises RulesError."""
    try:
        return open(path, "rb")
    except OSError as error:
        raise RulesError("%s cannot be read: %s." % (path, error.strerror))


def int_from(low: int, high: int = 999999999) -> Callable[[str], int]:
    """Return the `type` of an argument that is a whole number, `low` to `high`."""

    def number(text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError("a number from %d to %d, not %s" % (low, high, text))
        return int(text)

    return number


class Parser(argparse.ArgumentParser):
    """argparse's parser; an error is one sentence on standard error, and the exit status 2."""

    def __init__(self, command: str | None = None, description: str = "", **more: Any) -> None:
        """Make the parser of a command or verb. description: as a module's docstring has it,
        with the launcher's name in the project."""
        if command:
            more["prog"] = "%s %s" % (LAUNCHER, command)
        super().__init__(
            description=description.replace("python3 tools", LAUNCHER),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **more,
        )

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help, then exit."""
        words = message.removeprefix("argument ")
        words = words[0].upper() + " ".join(words[1:].split())
        self.exit(2, "%s (%s --help)\n" % (plain(words), self.prog))
