"""The player's statistics: a row of numbers for each game and level.

Only games of one person against computers count: each round of a tile game, each whole card game.
The level is that of the strongest opponent.
"""

from rules import catalogue
from rules.base import RulesError

VERSION = 4  # version of the packed bytes
# The numbers of a row, and below the size of each in bytes: rounds played, rounds won, the sum of
# scores, the most tiles laid in a turn, the current and the longest winning streak, hints used.
PLAYED, WON, POINTS, BEST, RUN, LONGEST, HINTS = 0, 1, 2, 3, 4, 5, 6
_BYTES = (2, 2, 4, 1, 2, 2, 2)
_HALF = 1 << 28  # added to the sum of scores in the bytes, since it may be negative


class Stats:
    """The statistics.

    rows: list of [game id, level id, the seven numbers]. mark: four bytes that identify the round
    counted last.
    """

    def __init__(self, payload: bytes | None = None) -> None:
        """Read `payload`, which `dump` wrote; None: start empty. Raises RulesError."""
        self.rows: list[list] = []
        self.mark = bytes(4)
        if payload is None:
            return
        try:
            self._read(bytes(payload))
        except (IndexError, ValueError):
            raise RulesError("The statistics cannot be read.")

    def _read(self, payload):
        """Read a payload. Raises IndexError or ValueError if it is invalid."""
        if payload[0] != VERSION:
            raise ValueError
        self.mark = payload[3:7]
        offset = 14 + 2 * payload[13]
        while offset < len(payload):
            row = [payload[offset : offset + 2].decode()]
            offset += 2
            end = offset + 1 + payload[offset]
            row.append(payload[offset + 1 : end].decode())
            offset = end
            if row[0] not in catalogue.ORDER or row[1] not in catalogue.LEVELS:
                raise ValueError
            for size in _BYTES:
                row.append(int.from_bytes(payload[offset : offset + size], "little"))
                offset += size
            row[2 + POINTS] -= _HALF
            self.rows.append(row)
        if offset != len(payload):
            raise ValueError

    def dump(self) -> bytes:
        """Return the statistics as bytes. Bytes 1, 2, 7 to 12, and the pairs of bytes that byte 13
        counts, are unused: older versions kept more."""
        out = bytearray((VERSION, 0, 0)) + self.mark + bytes(7)
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
    ) -> None:
        """Count a finished round.

        mark: four bytes that identify the round, so that it is counted only once. level: that of
        the strongest opponent. points: the player's score. best: most tiles laid in one turn.
        hints: number used.
        """
        if mark == self.mark:
            return
        self.mark = mark
        row = self.row(game_id, level)
        row[2 + PLAYED] += 1
        row[2 + POINTS] += points
        row[2 + HINTS] += hints
        row[2 + BEST] = max(row[2 + BEST], best)
        row[2 + RUN] = row[2 + RUN] + 1 if won else 0
        row[2 + WON] += 1 if won else 0
        row[2 + LONGEST] = max(row[2 + LONGEST], row[2 + RUN])
