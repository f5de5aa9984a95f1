"""JSON lines in, JSON lines out: shared by solve, referee and score."""

import json
import math
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TextIO

from rules import catalogue
from rules.base import RulesError
from rules.tilegame import tiles
from tools.refusals import sentence

_NUMBER = re.compile(r"-?[0-9]{1,9}")


def serve(
    answer: Callable[[dict], dict], lines: Iterable[str] | None = None, out: TextIO | None = None
) -> int:
    """Answer every request line in order, in ASCII, which all terminals display. Return 0, or 2 if
    any line was in error.

    answer: a function from a request dict to an answer dict, which raises RulesError for a request
    that it cannot answer. lines: each a str or UTF-8 bytes; by default standard input. out: a text
    stream, by default standard output.
    """
    if lines is None:  # read bytes, so that a line that is not UTF-8 does not stop the others
        lines = getattr(sys.stdin, "buffer", sys.stdin)
        if sys.stdin.isatty():
            sys.stderr.write(
                "Waiting for requests, one JSON object per line (see docs/INTERFACES.md).\n"
            )
    out = sys.stdout if out is None else out
    status = 0
    for line in lines:
        if not line.strip():
            continue
        reply = {}
        try:
            request = _read(line)
            if "id" in request:
                reply["id"] = request["id"]
            reply.update(answer(request))
        except RulesError as error:
            reply["error"] = sentence(error)
            status = 2
        out.write(json.dumps(reply) + "\n")
        out.flush()
    return status


def _read(line: str | bytes) -> dict:
    """Return the request in a line. Raises RulesError."""
    try:
        request = json.loads(line, parse_constant=_no_number, parse_float=_number)
    except RulesError:
        raise
    except (ValueError, RecursionError):
        raise RulesError("The line is not valid JSON.")
    if not isinstance(request, dict):
        raise RulesError("A request is a JSON object.")
    return request


def _no_number(word: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python's reader takes and JSON does not have."""
    raise ValueError(word)


def _number(text: str) -> float:
    """Return a number with a point or an exponent. Raises RulesError for one too large to give
    back."""
    value = float(text)
    if math.isinf(value):
        raise RulesError("A number in the line is too large.")
    return value


def game_of(request: dict) -> str:
    """Return the id of the game a request names. Raises RulesError."""
    game_id = request.get("game")
    if not isinstance(game_id, str):
        raise RulesError('A request names its game: "game": "%s".' % catalogue.ORDER[0])
    return game_id


def option_of(text: str) -> tuple[str, Any]:
    """Return a house option name=value as (name, value); a name alone is true. Raises
    RulesError."""
    name, sign, value = text.partition("=")
    if not name or sign and not value:
        raise RulesError("An option is name=value, not %s." % (text or "nothing"))
    if value.lower() in ("true", "false", ""):
        return name, value.lower() != "false"
    return name, int(value) if _NUMBER.fullmatch(value) else value


def words(table: list[bytes]) -> list[list[str]]:
    """Return a table of codes as lists of tile texts."""
    return [tiles.set_text(codes) for codes in table]
