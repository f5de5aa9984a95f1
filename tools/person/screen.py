"""The screen that a person sees on a handheld, and the keys they press, as plain values."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

RACK, TABLE, PLACE = 0, 1, 2  # where the cursor is: on the rack, the table, the place for a new set
PICKED = 2  # a tile's flag: it is picked up
TAP, LONG = 20, 700  # milliseconds that a key is down


class Lost(Exception):
    """Signals that the keys did not have the expected effect; str() says what is missing."""


class Key(NamedTuple):
    """Buttons to hold down at once for `ms` milliseconds; without buttons, a pause.

    MENU and HINT stand for the keys that open the menu and ask for a hint on this board (with a
    SELECT button: START and SELECT, held).
    """

    buttons: tuple[str, ...]
    ms: int


Way = Generator[Key, "Screen", Any]


@dataclass
class Turn:
    """A person's turn at the tile table.

    where, index, tile: the cursor: on rack tile `index`, or on tile `tile` of set `index`.
    rack, sets: tile codes; rack_flags, flags: a byte a tile. good: whether each set is legal.
    spots: row, column and width of each set, three bytes a set. opened: the seat has opened.
    """

    where: int
    index: int
    tile: int
    rack: bytes
    rack_flags: bytes
    sets: list[bytes]
    flags: list[bytes]
    good: bytes
    spots: bytes
    opened: bool

    @property
    def picked(self) -> int:
        """Return how many tiles are picked up."""
        flags = b"".join([self.rack_flags, *self.flags])
        return sum(1 for flag in flags if flag & PICKED)


@dataclass
class Screen:
    """The state of a screen; a field that the reader cannot find out keeps its default.

    name: the screen's module, "" while it is being made. busy: it works in the background.
    lines, chosen, line: of its list: the number of lines, the chosen one and its text.
    exit_line: the line of a game's menu that leaves the game.
    has_question: a question waits for a yes. tip: a tip covers the foot line until A is pressed.
    typed: while letters are typed: the text so far (None: no pad).
    activity: at a table "turn" (the person's own) or "watch" (a move is shown), else "".
    turn: the person's turn at the tile table. taking: in a card game a card is to be drawn.
    """

    name: str = ""
    busy: bool = False
    lines: int = 0
    chosen: int = 0
    line: str = ""
    exit_line: int | None = None
    has_question: bool = False
    tip: bool = False
    typed: str | None = None
    activity: str = ""
    turn: Turn | None = None
    taking: bool | None = None


def tap(*buttons: str, ms: int = TAP) -> Key:
    """Return a key pressed for a moment; several buttons: all at once."""
    return Key(buttons, ms)


def hold(button: str) -> Key:
    """Return a key held long enough for its second meaning."""
    return Key((button,), LONG)


def rest(ms: int) -> Key:
    """Return a pause."""
    return Key((), ms)


def perform(way: Way, look: Callable[[], Screen], press: Callable[[Key], Any]) -> Any:
    """Press each key that `way` yields and send it the next screen; return what it returns."""
    try:
        key = next(way)
        while True:
            press(key)
            key = way.send(look())
    except StopIteration as end:
        return end.value
