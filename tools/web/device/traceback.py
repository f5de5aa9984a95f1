"""traceback for the page: as much as the game asks for."""

import io
import sys


def format_exception(problem: Exception) -> list[str]:
    """Return the lines of a traceback."""
    out = io.StringIO()
    sys.print_exception(problem, out)
    return [out.getvalue()]


def print_exception(problem: Exception) -> None:
    """Print a traceback on the console."""
    sys.print_exception(problem)
