"""Requests of the commands `solve`, `referee` and `score` (docs/INTERFACES.md), for each family.

`of` returns the module for a game: `tiles` or `cards`, named for the game's pieces (FAMILIES of
rules/catalogue.py). FIELDS are the fields that can be checked without the rules.
"""

import importlib
from collections.abc import Callable
from typing import Any, Protocol, cast

from rules import catalogue
from rules.base import RulesError
from rules.record.reader import Step

# name: (default, lowest, highest) for a number; a default alone for true or false; texts, the
# default first.
FIELDS: dict[str, tuple] = {
    "opened": (True,),
    "parted": (False,),
    "stalled": (False,),
    "free_jokers": (False,),
    "pool": (1, 0, 106),
    "goal": ("tiles", "points"),
}


class Requests(Protocol):
    """The interface of a family's module. say: a function that returns the text of codes."""

    def referee(self, request: dict) -> dict: ...
    def score(self, request: dict) -> dict: ...
    def request_fields(self, step: Step) -> dict: ...
    def describe_step(self, step: Step, say: Callable) -> str: ...
    def position(self, game: Any, say: Callable) -> tuple[list[str], list[str], int]: ...
    def count_held(self, game: Any) -> list[int]: ...
    def redeal_hidden(self, game: Any, seat: int) -> None: ...
    def find_fault(self, game: Any, before: int | None) -> str: ...


def of(game_id: str) -> Requests:
    """Return the module for a game. Raises RulesError for an id that does not exist."""
    return cast(Requests, importlib.import_module("tools.requests." + catalogue.pieces(game_id)))


def read_field(request: dict, name: str) -> Any:
    """Read the field `name` of FIELDS from a request. Raises RulesError."""
    row = FIELDS[name]
    value = request.get(name, row[0])
    if isinstance(row[0], bool):
        if not isinstance(value, bool):
            raise RulesError('"%s" must be true or false.' % name)
    elif isinstance(row[0], int):
        if not is_whole(value) or not row[1] <= value <= row[2]:
            raise RulesError('"%s" must be a number from %d to %d.' % (name, row[1], row[2]))
    elif value not in row:
        texts = " or ".join('"%s"' % text for text in row)
        raise RulesError('"%s" must be %s.' % (name, texts))
    return value


def read_list(request: dict, name: str, item_name: str) -> list:
    """Read the list `name` from a request. item_name: of its items, for the error. Raises
    RulesError."""
    value = request.get(name)
    if not isinstance(value, list):
        raise RulesError('"%s" must be a list of %s.' % (name, item_name))
    return value


def is_whole(value: object) -> bool:
    """Tell whether a JSON value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)
