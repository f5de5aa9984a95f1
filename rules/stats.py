"""Statistics of the player: a row for each game and level, and badges; in saves as bytes.

They count games of one person against computers: rounds of the tile games, whole games of the
cards. The level is that of the strongest opponent.
"""

from rules import catalogue
from rules.base import RulesError

if False:  # for type checkers
    from collections.abc import Sequence

# 1 had the levels by number, 1 and 2 did not know what had been told, 1 to 3 no characters
VERSION = 4
# The numbers of a row, with the bytes each takes: rounds played and won, the sum of the scores, the
# most tiles laid in one turn, wins in a row up to now and at the most, turns with a hint.
PLAYED, WON, POINTS, BEST, RUN, LONGEST, HINTS = 0, 1, 2, 3, 4, 5, 6
_BYTES = (2, 2, 4, 1, 2, 2, 2)
_HALF = 1 << 28  # added to the sum of scores, which may be below zero

# One bit each, in this order: saves hold their place.
BADGES = (
    "first",  # a round won
    "ten",  # ten of them
    "fifty",
    "hundred",  # a hundred rounds played
    "three",  # won in a row, of one game and level
    "seven",
    "tiles",  # ten tiles in one turn
    "hard",  # won against hard
    "master",
    "alone",  # won against hard or stronger without a hint
    "every",  # every game won
    "puzzles",  # solved
)
NEEDED = (1, 10, 50, 100, 3, 7, 10, 1, 1, 1, len(catalogue.ORDER), 25)  # of `progress`, for each


class Stats:
    """rows: a list of [game id, level's id, the seven numbers]. badges: bits of BADGES. mark: four
    bytes that identify the round counted last. told: (day, wins, badges) when the player was last
    told of new ones; day 0 if no clock knew it. met: rounds played and won with each character in
    turn, up to the last one met."""

    def __init__(self, payload: bytes | None = None) -> None:
        """payload: what `dump` wrote, or None. Raises RulesError for anything else."""
        self.rows: list[list] = []
        self.badges = 0
        self.mark = bytes(4)
        self.told = (0, 0, 0)
        self.met: list[int] = []
        if payload is None:
            return
        try:
            self._read(bytes(payload))
        except (IndexError, ValueError):
            raise RulesError("The statistics cannot be read.")

    def _read(self, payload):
        """Read a payload. Raises IndexError or ValueError for bytes that `dump` never wrote."""
        self.badges = payload[1] | payload[2] << 8
        self.mark = payload[3:7]
        offset = 7
        if payload[0] > 2:
            self.told = tuple([payload[i] | payload[i + 1] << 8 for i in (7, 9, 11)])
            offset = 13
        if payload[0] > 3:
            offset = 14 + 2 * payload[13]
            self.met = [payload[i] | payload[i + 1] << 8 for i in range(14, offset, 2)]
        while offset < len(payload):
            row = [payload[offset : offset + 2].decode()]
            offset += 2
            level = payload[offset]
            offset += 1
            if payload[0] > 1:
                row.append(payload[offset : offset + level].decode())
                offset += level
            else:
                row.append(catalogue.OLD_LEVELS[level])
            if row[0] not in catalogue.ORDER or row[1] not in catalogue.LEVELS:
                raise ValueError
            for size in _BYTES:
                row.append(int.from_bytes(payload[offset : offset + size], "little"))
                offset += size
            row[2 + POINTS] -= _HALF
            self.rows.append(row)
        if payload[0] < 3:
            self.told = (0, self.sum(WON), self.badges)
        if offset != len(payload) or not 0 < payload[0] <= VERSION:
            raise ValueError

    def dump(self) -> bytes:
        """Pack everything into bytes."""
        out = bytearray((VERSION, self.badges & 255, self.badges >> 8))
        out += self.mark
        for number in self.told:
            out += (number & 0xFFFF).to_bytes(2, "little")
        out.append(len(self.met))
        for number in self.met:
            out += min(0xFFFF, number).to_bytes(2, "little")
        for row in self.rows:
            out += row[0].encode()
            out.append(len(row[1]))
            out += row[1].encode()
            for i in range(len(_BYTES)):
                value = row[2 + i] + (_HALF if i == POINTS else 0)
                most = (1 << min(29, 8 * _BYTES[i])) - 1
                out += max(0, min(most, value)).to_bytes(_BYTES[i], "little")
        return bytes(out)

    def row(self, game_id: str, level: str) -> list:
        """Return the row of a game and level (an id of catalogue.LEVELS), added if it is new."""
        for row in self.rows:
            if row[0] == game_id and row[1] == level:
                return row
        row = [game_id, level, 0, 0, 0, 0, 0, 0, 0]
        self.rows.append(row)
        return row

    def sum(self, field: int, game_id: str | None = None, level: str | None = None) -> int:
        """Sum a number over all rows, or those of a game or level; of BEST, RUN, LONGEST return the
        largest."""
        values = []
        for row in self.rows:
            if game_id in (None, row[0]) and level in (None, row[1]):
                values.append(row[2 + field])
        if field in (BEST, RUN, LONGEST):
            return max(values + [0])
        return sum(values)

    def count(
        self,
        mark: bytes,
        game_id: str,
        level: str,
        won: bool,
        points: int,
        best: int,
        hints: int,
        met: "Sequence[int]" = (),
    ) -> int:
        """Count a finished round. Returns the bits of the badges that are new.

        mark: four bytes that no other round has: the same round is not counted twice. level: the
        strongest opponent's id. won: bool. points: the seat's score. best, hints: see the
        numbers of a row. met: the places of the characters among the opponents.
        """
        if mark == self.mark:
            return 0
        self.mark = mark
        row = self.row(game_id, level)
        row[2 + PLAYED] += 1
        row[2 + POINTS] += points
        row[2 + HINTS] += hints
        row[2 + BEST] = max(row[2 + BEST], best)
        row[2 + RUN] = row[2 + RUN] + 1 if won else 0
        row[2 + WON] += 1 if won else 0
        row[2 + LONGEST] = max(row[2 + LONGEST], row[2 + RUN])
        for place in met:
            while len(self.met) < 2 * place + 2:
                self.met.append(0)
            self.met[2 * place] += 1
            self.met[2 * place + 1] += 1 if won else 0
        strong = catalogue.LEVELS.index(level) >= catalogue.LEVELS.index("hard")
        return self._award(0, won and strong and not hints)

    def solved(self, puzzles: int) -> int:
        """Award badges for `puzzles` solved puzzles. Returns the bits of those that are new."""
        return self._award(puzzles, False)

    def progress(self, puzzles: int = 0) -> list[int]:
        """Return the progress towards each badge; NEEDED has the goals. puzzles: how many are
        solved."""
        wins = self.sum(WON)
        run = self.sum(RUN)
        every = len([game_id for game_id in catalogue.ORDER if self.sum(WON, game_id)])
        numbers = [wins, wins, wins, self.sum(PLAYED), run, run, self.sum(BEST)]
        order = catalogue.LEVELS
        strong = [self.sum(WON, None, level) for level in order]
        numbers += [sum(strong[order.index(level) :]) for level in ("hard", "master")]
        numbers += [0, every, puzzles]
        for i in range(len(numbers)):
            if self.badges >> i & 1 or numbers[i] > NEEDED[i]:
                numbers[i] = NEEDED[i]
        return numbers

    def _award(self, puzzles, alone):
        numbers = self.progress(puzzles)
        fresh = 0
        for i in range(len(BADGES)):
            if not self.badges >> i & 1 and (
                numbers[i] >= NEEDED[i] or alone and BADGES[i] == "alone"
            ):
                fresh |= 1 << i
        self.badges |= fresh
        return fresh
