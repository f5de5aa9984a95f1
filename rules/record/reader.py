"""Read records and replay them; the game judges every move as in play (docs/RECORDS.md)."""

from rules import catalogue
from rules.base import RulesError, clip
from rules.record import notation

if False:  # for type checkers
    from collections.abc import Iterator

    from rules import family


class Record:
    """The parts of a record, read but not replayed.

    family: the module `record` of the game's family
    options: the house options that differ from the game's rules
    people: (level, name) of each seat
    starter: the seat that begins
    seed: 8 bytes; None if `deal` has the codes of each rack, and then of the pool in drawing order
    moves: list of texts
    scores: by seat; None if the record was cut
    """

    def __init__(self, data: bytes) -> None:
        """Read `data`, the bytes of a record, packed or not. Raises RulesError."""
        text = notation.expand(data).replace("\r", "")
        first, seats, start, body = text.split("\n", 3)
        self._head(first)
        self.people = []
        for seat in seats.split(","):
            name, sign, level = seat.strip().partition("/")
            if sign and level not in catalogue.LEVELS:
                levels = ", ".join(catalogue.LEVELS)
                raise RulesError(
                    'There is no level "%s"; the levels are %s.' % (clip(level), levels)
                )
            self.people.append((level, name))
        self._start(start.split(" "))
        self._body(body.split())

    def _head(self, line):
        words = line.split()
        if len(words) < 2:
            raise RulesError("The record does not name its game.")
        self.game_id = words[1]
        # Its `deal` is called only if its RACKS is true.
        self.family: family.Racks = catalogue.record(self.game_id)  # type: ignore[assignment]
        version = words[0][len(notation.MAGIC) :]
        if version != str(self.family.VERSION):
            raise RulesError(
                "The record is of version %s; version %d is read here."
                % (version or "none", self.family.VERSION)
            )
        self.options = {}
        for word in words[2:]:
            name, sign, value = word.partition("=")
            if not name or not value:
                raise RulesError('"%s" is not an option: write name=value.' % clip(word))
            if name in self.options:
                raise RulesError("The record says option %s twice." % clip(name))
            self.options[name] = _value(value)

    def _start(self, words):
        seats = len(self.people)
        if len(words) < 3 or words[0] != "start":
            raise RulesError("The record's third line must say who starts and how it was dealt.")
        seat = _count(words[1])
        if not 1 <= seat <= seats:
            raise RulesError("Seat %s cannot start: there are %d seats." % (clip(words[1]), seats))
        self.starter = seat - 1
        self.seed = self.deal = None
        if words[2] == "seed" and len(words) == 4:
            self.seed = _seed(words[3])
        elif words[2] == "racks" and self.family.RACKS:
            self.deal = self.family.deal(" ".join(words[3:]).split("|"), seats)
        else:
            raise RulesError('The deal is "seed" and 16 digits, or in the tile games "racks".')

    def _body(self, words):
        """Read the moves and the result, which starts at the first word that begins with "="."""
        self.scores = None
        self.moves = []
        for i in range(len(words)):
            word = words[i]
            if word == notation.CUT:
                if i + 1 < len(words):
                    raise RulesError("Nothing may follow the end of a record.")
                return
            if word[0] == "=":
                self.scores = [_number(score) for score in [word[1:]] + words[i + 1 :] if score]
                if len(self.scores) != len(self.people):
                    raise RulesError(
                        "The record gives %d scores for %d seats."
                        % (len(self.scores), len(self.people))
                    )
                return
            self.moves.append(word)
        raise RulesError("The record is cut short: it ends without a result.")

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat, or "Seat 1"."""
        return self.people[seat][1] or "Seat %d" % (seat + 1)


def _value(text):
    if text in ("true", "false"):
        return text == "true"
    return _number(text) if text[0] in "-0123456789" else text


def _number(text):
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not 0 < len(digits) < 7 or [digit for digit in digits if not "0" <= digit <= "9"]:
        raise RulesError('"%s" is not a number.' % clip(text))
    return int(text)


def _count(text):
    if text[:1] in ("-", "+"):
        raise RulesError('"%s" is not a number.' % clip(text))
    return _number(text)


def _seed(text):
    if len(text) != 16 or [digit for digit in text if digit not in "0123456789abcdef"]:
        raise RulesError('"%s" is not a seed: write 16 digits, 0 to 9 and a to f.' % clip(text))
    return bytes([int(text[i] + text[i + 1], 16) for i in range(0, 16, 2)])


class Step:
    """One move of a Replay, with the state before it. The family's `record` module sets the fields.

    number: of the move, from 1. seat: that moved
    word: "play", "draw", "pass", "timeout", "fail" or "redeal"; "take" in a card game
    table, rack, opened, jokers_differ, pool: the state before; in a card game rack, round, top
    after: the table after it. laid, drawn: codes
    take, card: in a card game, where the card came from, and the discarded card
    seconds: that the turn took, None if not recorded
    """

    seconds: int | None
    table: list[bytes]
    after: list[bytes]
    rack: bytes
    opened: bool
    jokers_differ: bool
    pool: int
    round: int
    top: int
    take: "str | None"
    card: int

    def __init__(self, number: int, game: "family.Game") -> None:
        self.number = number
        self.seat = game.seat
        self.kind = ""
        self.laid = self.drawn = b""
        self.seconds = None


class Replay:
    """Plays a record again from its deal. game: the running game. moves_made: their number."""

    def __init__(self, record: Record) -> None:
        """Deal the game. Raises RulesError if its options, seats or deal are invalid."""
        self.record = record
        self.moves_made = 0
        self.game = record.family.deal_record(record)
        self.game.apply(("go",))

    def done(self) -> bool:
        """Return whether all moves are made."""
        return self.moves_made == len(self.record.moves)

    def step(self) -> Step:
        """Make the next move and return its Step. Raises RulesError if it is refused."""
        return list(self.parts())[-1]

    def parts(self) -> "Iterator[Step]":
        """Make the next move as `step` does; yield its Step after each of the family's PARTS."""
        game = self.game
        self.moves_made += 1
        step = Step(self.moves_made, game)
        text, sign, seconds = self.record.moves[self.moves_made - 1].partition("@")
        try:
            if sign:
                step.seconds = _count(seconds)
            if game.phase not in ("turn", "redeal"):
                raise RulesError("the round is over.")
            for part in self.record.family.PARTS:
                refusal = part(game, step, text)
                if refusal:
                    raise RulesError("%s (%s)", refusal[1], refusal[0])
                yield step
        except RulesError as problem:
            name = self.record.name(step.seat)
            raise RulesError("Move %d, %s: %s", self.moves_made, name, problem.args)

    def finish(self) -> None:
        """Raise RulesError unless the round, after its last move, ends with the record's scores."""
        scores = self.record.scores
        if scores is None:
            return
        game = self.game
        if game.phase not in ("round", "over"):
            raise RulesError("The record gives scores, but the round is not over.")
        result = game.result()
        if list(result) != scores:
            raise RulesError(
                "The record says the round ends %s, but it ends %s."
                % (notation.result(scores), notation.result(result))
            )


def check(record: Record) -> "family.Game":
    """Replay a whole record and return the game at its end. Raises RulesError."""
    replay = Replay(record)
    while not replay.done():
        replay.step()
    replay.finish()
    return replay.game
