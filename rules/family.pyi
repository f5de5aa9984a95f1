"""The interface of a family of games (rules/catalogue.py), for type checkers and for readers.

rules.tilegame and rules.eight are families; tests/toyfamily is the smallest complete one.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rules.base import Slices
from rules.record.reader import Record, Step

Refusal = tuple[str, tuple]  # clause; reason of rules/errors.py with its values

class Game(Protocol):
    """A running game. "The round" is the unit that is recorded and counted: in a family that does
    not record each round by itself, the whole game."""

    modules: str  # modules that stay in memory while it runs, with a space between them
    screen: str  # the module of lib/pocket whose screen plays it
    preload: str  # modules for a turn, each followed by a space, that the menu loads in advance
    pieces: str  # its pieces, see catalogue.FAMILIES
    coach: str  # the screen that reviews its record, or ""
    note: bytes  # bytes of the app that saves keep
    version: int  # of its record
    moves: bytearray  # its record so far, packed (docs/RECORDS.md)
    origin: bytes  # the state of the Rng, eight bytes, before the game or the round was dealt
    rules: dict  # its rules under its options; with "clock": minutes a turn, 0 for none
    options: dict  # the house options given: {name: value}
    seats: int  # number of seats
    # "start" (("go",) begins), "turn", "over"; "round" between rounds that are recorded by
    # themselves; "redeal" if tiles may be dealt again; others belong to the family and its screen
    phase: str
    seat: int  # the seat to move
    @property
    def help(self) -> tuple[str, ...]: ...  # help files: the first, then its own, then the others
    # The tiles left to each seat. The score sheet then shows these, scores that add up to zero, and
    # what ends and wins the game ("length_kind", "length", "call", "all_won" of `rules`). (): only
    # points.
    @property
    def racks(self) -> Sequence[bytearray]: ...
    @property
    def next_game(self) -> tuple | None: ...  # the move that begins the game that follows this one
    @property
    def starter(self) -> int: ...  # the seat that began
    @property
    def dealer(self) -> int | None: ...  # the seat that deals the cards; None without a dealer
    @property
    def draws(self) -> bytes | bytearray: ...  # for the start: (seat, tile) pairs flattened, or b""
    @property
    def history(self) -> bytes | bytearray: ...  # last turns: kind << 4 | seat, number; or b""
    @property
    def round(self) -> int: ...  # the number of the running round, from 1
    @property
    def rounds(self) -> list[list[int]]: ...  # points of each seat, a row for each finished round
    @property
    def totals(self) -> list[int]: ...  # points of each seat so far
    @property
    def winners(self) -> list[int]: ...  # seats that have won the round that is over
    @property
    def stalled(self) -> int: ...  # number of rounds without a winner; for one round 0 or 1
    def apply(self, move: tuple) -> Refusal | None: ...  # a refused move changes nothing
    def result(self) -> list[int]: ...  # points of each seat, with which its record ends
    def sheet(self) -> list[tuple[int, list[int]]]: ...  # rows: (label, points of each seat)
    def overall_winners(self) -> list[int]: ...  # seats that have won the game
    def view(self, seat: int) -> Any: ...  # all that the computer player of a seat may see
    def check(self) -> None: ...  # raise RulesError if its state is impossible
    def pack(self) -> bytes: ...  # for `unpack`

class Lesson(Protocol):
    """What a game that is one turn of a lesson or a puzzle has besides."""

    @property
    def leads(self) -> str: ...  # the screen after the turn
    @property
    def ends(self) -> int: ...  # number of the text of the menu line that ends it
    @property
    def hint(self) -> str: ...  # a sentence that says what to do
    @property
    def done(self) -> bool: ...  # whether the player has done that

class Running(Game, Lesson, Protocol):
    """The game of a Session, with what only some games have."""

    @property
    def instant_winner(self) -> int | None: ...  # without racks: the seat that won at once
    @property
    def table(self) -> list[bytes]: ...  # its sets, if its screen remembers which the player saw
    @property
    def which(self) -> tuple[int, int]: ...  # of a puzzle: its grade and its number in the grade
    @property
    def opened(self) -> bytearray: ...  # for each seat, if a station of the journey asks to open

class Rules(Protocol):
    """The module `games` of a family."""

    # A dict for each game, in menu order: "game" (its id, two capital letters), "name", "code" (its
    # own number, 0 to 6, in rules/codes.py), "players_min", "players_max", "later" if its options
    # have values that are newer than its first codes ((option, value) pairs, the oldest first), and
    # all other fields that differ from the family's defaults.
    @property
    def GAMES(self) -> tuple[dict, ...]: ...
    @property
    def HELP(self) -> tuple[str, ...]: ...  # help files that all its games share
    @property
    def COACH(self) -> str: ...  # as a game's `coach`
    @property
    def LESSON(self) -> str: ...  # module whose LessonGame(id, told) is the turn of a lesson
    def defaults(self, game: str, /) -> dict: ...
    def rules_for(self, game: str, /, options: dict | None = None) -> dict: ...
    def offered(self, game: str, /) -> Sequence[tuple]: ...  # (option, values, clause)

class Choosing(Protocol):
    """The module `players` of a family. view: from Game.view."""

    @property
    def BY_LEVEL(self) -> dict: ...
    def choose(self, level: str, view: Any, seed: int, habits: bytes = b"") -> Slices[tuple]: ...

class Players(Choosing, Protocol):
    """The same if a game has the phase `redeal`."""

    def redeal(self, level: str, view: Any) -> bool: ...

class Records(Protocol):
    """The module `record` of a family."""

    @property
    def VERSION(self) -> int: ...  # the version that it reads
    @property
    def GAP(self) -> str: ...  # the text between the pieces of a move
    @property
    def RACKS(self) -> bool: ...  # whether a record may list the racks
    @property
    def SOLVED(self) -> bool: ...  # whether the solver finds the best play of a turn
    @property  # functions that each make one part of a move, see reader.Replay.parts
    def PARTS(self) -> tuple[Callable[[Any, Step, str], Refusal | None], ...]: ...
    def names(self) -> list[str]: ...  # texts of the pieces, in the order of their codes
    def deal_record(self, record: Record) -> Any: ...

class Racks(Records, Protocol):
    """The same if RACKS is true."""

    def deal(self, parts: list[str], seats: int, /) -> Any: ...
