"""The interface of a family of games (rules/catalogue.py), for type checkers and for readers.

rules.tilegame and rules.eight are families; tests/toyfamily is the smallest that is whole.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rules.base import Slices
from rules.record.reader import Record, Step

Refusal = tuple[str, tuple]  # clause; reason of rules/errors.py with its values

class Game(Protocol):
    """A running game. "The round" is its unit that is recorded and counted: a family whose rounds
    are not recorded one by one records the whole game."""

    modules: str  # modules that stay in memory while it runs, a blank between them
    screen: str  # which of lib/pocket plays it
    preload: str  # modules that a turn there wants, a blank after each, loaded behind the menu
    pieces: str  # what it is played with, as FAMILIES says
    coach: str  # the screen that goes through its record, or ""
    note: bytes  # of the app's own, kept in saves
    version: int  # of its record
    moves: bytearray  # its record so far, packed (docs/RECORDS.md)
    origin: bytes  # eight bytes that it, or the round, was dealt from
    rules: dict  # what its row and options say; with "clock": minutes a turn, 0 for none
    options: dict  # the house options given: {name: value}
    seats: int  # how many play
    # "start" (("go",) begins), "turn", "over"; "round" between rounds that are recorded one by one;
    # "redeal" where tiles may be dealt anew; others are the family's own, and its screen shows them
    phase: str
    seat: int  # whose turn it is
    @property
    def help(self) -> tuple[str, ...]: ...  # its help is between the first and the others of these
    # The tiles each seat has left. The score sheet then shows them, scores that add up to zero, and
    # by "length_kind", "length", "call" and "all_won" of `rules` what ends and wins it. (): points.
    @property
    def racks(self) -> Sequence[bytearray]: ...
    @property
    def next_game(self) -> tuple | None: ...  # the move that begins the game that follows this one
    @property
    def starter(self) -> int: ...  # the seat that began
    @property
    def dealer(self) -> int | None: ...  # the seat that deals the cards; None: no seat
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
    def stalled(self) -> int: ...  # rounds without a winner; of one round: whether it is one
    def apply(self, move: tuple) -> Refusal | None: ...  # a refused move changes nothing
    def result(self) -> list[int]: ...  # points of each seat: what its record ends with
    def sheet(self) -> list[tuple[int, list[int]]]: ...  # rows: (label, points of each seat)
    def winner(self) -> list[int]: ...  # seats that have won the game
    def view(self, seat: int) -> Any: ...  # all that the computer player of a seat may see
    def check(self) -> None: ...  # prove it whole, or raise RulesError
    def pack(self) -> bytes: ...  # for `unpack`

class Lesson(Protocol):
    """What a game that is one turn of a lesson or a puzzle is asked for as well."""

    @property
    def leads(self) -> str: ...  # the screen after the turn
    @property
    def ends(self) -> int: ...  # text of the menu's line that ends it (pocket.made.texts)
    @property
    def hint(self) -> str: ...  # what to do, a sentence
    @property
    def done(self) -> bool: ...  # whether that has been done

class Running(Game, Lesson, Protocol):
    """The game of a Session, with what only some games have."""

    @property
    def auto(self) -> int | None: ...  # without racks: the seat that has won at once
    @property
    def table(self) -> list[bytes]: ...  # its sets, where its screen keeps what was seen of it
    @property
    def which(self) -> tuple[int, int]: ...  # of a puzzle: its grade and its number there
    @property
    def opened(self) -> bytearray: ...  # by seat, where a station of the journey asks to open

class Rules(Protocol):
    """Its module `games`."""

    # A dict a game, in menu order: "game" (its id, two capital letters), "name", "code" (its number
    # in rules/codes.py: 0 to 6, no other game's), "players_min", "players_max", "later" where its
    # options have values that came after its first codes ((option, value) pairs, the oldest
    # first), and what else sets it apart.
    @property
    def GAMES(self) -> tuple[dict, ...]: ...
    @property
    def HELP(self) -> tuple[str, ...]: ...  # help files that all its games share
    @property
    def COACH(self) -> str: ...  # as a game's `coach`
    @property
    def LESSON(
        self,
    ) -> str: ...  # module of lib/pocket whose LessonGame(id, told) is a lesson's turn
    def defaults(self, game: str, /) -> dict: ...
    def rules_for(self, game: str, /, options: dict | None = None) -> dict: ...
    def offered(self, game: str, /) -> Sequence[tuple]: ...  # (option, values, clause)

class Choosing(Protocol):
    """Its module `players`: a view is what its game's `view` gives."""

    @property
    def BY_LEVEL(self) -> dict: ...
    def choose(self, level: str, view: Any, seed: int, habits: bytes = b"") -> Slices[tuple]: ...

class Players(Choosing, Protocol):
    """The same where a game has the phase `redeal`."""

    def redeal(self, level: str, view: Any) -> bool: ...

class Records(Protocol):
    """Its module `record`."""

    @property
    def VERSION(self) -> int: ...  # the newest that is read
    @property
    def GAP(self) -> str: ...  # between the pieces of a move, as text
    @property
    def RACKS(self) -> bool: ...  # whether a record may name the racks
    @property
    def SOLVED(self) -> bool: ...  # whether the solver knows the best play of a turn
    @property  # of a move: each makes its part, see reader.Replay.step
    def PARTS(self) -> tuple[Callable[[Any, Step, str], Refusal | None], ...]: ...
    def names(self) -> list[str]: ...  # texts of the pieces by their codes
    def dealt(self, record: Record) -> Any: ...

class Racks(Records, Protocol):
    """The same where RACKS is true."""

    def deal(self, parts: list[str], seats: int, /) -> Any: ...
