"""The player's statistics: a row of numbers for each game and level, and badges.

Only games of one person against computers count: each round of a tile game, each whole card game.
The level is that of the strongest opponent.
"""

from rules import catalogue
from rules.base import RulesError

if False:  # for type checkers
    from collections.abc import Sequence

# Version 1 had levels as numbers, versions 1 and 2 had no `told`, versions 1 to 3 had no `met`.
VERSION = 4
# The numbers of a row, and the size of each in bytes: rounds played, rounds won, the sum of the
# scores, the most tiles laid in one turn, the present and the longest winning streak, hints used.
PLAYED, WON, POINTS, BEST, RUN, LONGEST, HINTS = 0, 1, 2, 3, 4, 5, 6
_BYTES = (2, 2, 4, 1, 2, 2, 2)
_HALF = 1 << 28  # added to the sum of scores in the bytes, since it may be negative

# The badges; the index of each is its bit in saves, so their order is fixed.
BADGES = (
    "first",  # one round won
    "ten",  # ten rounds won
    "fifty",
    "hundred",  # a hundred rounds played
    "three",  # three in a row, of one game and level
    "seven",
    "tiles",  # ten tiles laid in one turn
    "hard",  # won against hard
    "master",
    "alone",  # won against hard or stronger without a hint
    "every",  # every game won
    "puzzles",  # 25 solved
)
NEEDED = (1, 10, 50, 100, 3, 7, 10, 1, 1, 1, len(catalogue.ORDER), 25)  # goals of `progress`


class Stats:
    """The statistics.

    rows: list of [game id, level id, the seven numbers]. badges: bits of BADGES. mark: four bytes
    that identify the round counted last. told: (day, wins, badges) at the last message about new
    ones, day 0 if there was no clock. met: for each character, up to the last one met, the number
    of rounds played and of rounds won.
    """

    def __init__(self, payload: bytes | None = None) -> None:
        """Read `payload`, which `dump` wrote; None: start empty. Raises RulesError."""
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
        """Read a payload. Raises IndexError or ValueError if it is invalid."""
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
        """Return the statistics as bytes."""
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
                max_value = (1 << min(29, 8 * _BYTES[i])) - 1
                out += max(0, min(max_value, value)).to_bytes(_BYTES[i], "little")
        return bytes(out)

    def row(self, game_id: str, level: str) -> list:
        """Return the row of a game and a level (an id), adding it if missing."""
        for row in self.rows:
            if row[0] == game_id and row[1] == level:
                return row
        row = [game_id, level, 0, 0, 0, 0, 0, 0, 0]
        self.rows.append(row)
        return row

    def sum(self, field: int, game_id: str | None = None, level: str | None = None) -> int:
        """Return the sum of a number over all rows, or over those of a game or level; for BEST, RUN
        and LONGEST the maximum."""
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
        """Count a finished round; return the bits of the new badges.

        mark: four bytes that identify the round, so that it is counted only once. level: id of the
        strongest opponent's. points: the player's score. best: most tiles laid in one turn. hints:
        number used. met: indices (characters.NAMES) of the characters among the opponents.
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
        for character in met:
            while len(self.met) < 2 * character + 2:
                self.met.append(0)
            self.met[2 * character] += 1
            self.met[2 * character + 1] += 1 if won else 0
        strong = catalogue.LEVELS.index(level) >= catalogue.LEVELS.index("hard")
        return self._award(0, won and strong and not hints)

    def solved(self, puzzles: int) -> int:
        """Award badges for `puzzles` solved puzzles; return the bits of the new badges."""
        return self._award(puzzles, False)

    def progress(self, puzzles: int = 0) -> list[int]:
        """Return the number reached for each badge, up to NEEDED. puzzles: number solved."""
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
        """Award all badges that are due; return the bits of the new ones. alone: that one, too."""
        numbers = self.progress(puzzles)
        new_badges = 0
        for i in range(len(BADGES)):
            if not self.badges >> i & 1 and (
                numbers[i] >= NEEDED[i] or alone and BADGES[i] == "alone"
            ):
                new_badges |= 1 << i
        self.badges |= new_badges
        return new_badges
