"""Counts over games, and the statistics made from them."""

import math
from collections import Counter
from collections.abc import Sequence

_STEP = math.log(1.05)  # width of a class of thinking times, on a logarithmic scale


class Tally:
    """Counts over games; `add` adds up tallies.

    games, rounds, turns, stalled: numbers. states: most solver states of one search. slowest: the
    longest thinking time, ms. failures: one sentence per broken invariant. The others are dicts by
    level, except as noted:
    wins: rounds won (8 Round Rummy: games). points. deals: number of deals, sum of the points per
    deal, sum of their squares; a deal is played from every seat. lengths: rounds by their number of
    turns. times: moves by class of thinking time.
    With `match --feel`: turns_taken. plays: turns with a play. possible: turns in which a play
    existed. longest_wait: most turns in a row without a play although one existed. last: by (level,
    number of tiles of a round's last play).
    """

    _SUMS = ("games", "rounds", "turns", "stalled", "failures")
    _COUNTERS = ("wins", "points", "lengths", "times", "turns_taken", "plays", "possible", "last")
    _HIGHEST = ("states", "slowest")

    def __init__(self) -> None:
        self.games = self.rounds = self.turns = self.stalled = self.states = 0
        self.slowest = 0.0
        self.failures: list[str] = []
        self.wins: dict[str, float] = Counter()  # type: ignore[assignment]
        self.points: Counter = Counter()
        self.lengths: Counter = Counter()
        self.times: Counter = Counter()
        self.turns_taken: Counter = Counter()
        self.plays: Counter = Counter()
        self.possible: Counter = Counter()
        self.last: Counter = Counter()
        self.longest_wait: dict[str, int] = {}
        self.deals: dict[str, list[int]] = {}
        self._deal: Counter = Counter()  # points by level in the deal being played

    def add_time(self, ms: float) -> None:
        """Count a move that took `ms` to choose."""
        self.times[round(math.log(max(ms, 0.001)) / _STEP)] += 1
        self.slowest = max(self.slowest, ms)

    def add_turn(self, level: str, played: bool, could_play: bool, wait: int) -> None:
        """Count a turn for `match --feel`. wait: turns without a play in a row, this one included,
        in which a play existed."""
        self.turns_taken[level] += 1
        self.plays[level] += played
        self.possible[level] += could_play
        self.longest_wait[level] = max(wait, self.longest_wait.get(level, 0))

    def add_round(
        self, levels: Sequence[str], winners: Sequence[int], turns: int, rounds: int, stalled: bool
    ) -> None:
        """Count a round, or a whole game of `rounds` rounds where only games are won."""
        for seat, level in enumerate(levels):
            self.wins[level] += (seat in winners) / len(winners)
        self.rounds += rounds
        self.turns += turns
        self.stalled += stalled
        self.lengths[turns] += 1

    def add_game(self, levels: Sequence[str], totals: Sequence[int]) -> None:
        """Count a finished game. totals: points by seat."""
        for level, total in zip(levels, totals):
            self.points[level] += total
            self._deal[level] += total

    def end_deal(self) -> None:
        """Count the deal once it has been played from every seat."""
        for level, points in self._deal.items():
            self._add_deals(level, [1, points, points * points])
        self._deal.clear()

    def _add_deals(self, level, values):
        before = self.deals.get(level, [0, 0, 0])
        self.deals[level] = [a + b for a, b in zip(before, values)]

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        for name in self._SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in self._COUNTERS:
            getattr(self, name).update(getattr(other, name))  # keeps a level that won nothing
        for name in self._HIGHEST:
            setattr(self, name, max(getattr(self, name), getattr(other, name)))
        for level, run in other.longest_wait.items():
            self.longest_wait[level] = max(run, self.longest_wait.get(level, 0))
        for level, values in other.deals.items():
            self._add_deals(level, values)

    def ms(self, part: float) -> float:
        """Return the thinking time, in ms, that `part` of the moves do not exceed, to 5%."""
        return min(self.slowest, math.exp(quantile(self.times, part) * _STEP))

    def spread(self, level: str) -> float:
        """Return the standard error of a level's points in all. Deals are independent, the games
        of one deal are not."""
        number, total, squares = self.deals.get(level, (0, 0, 0))
        if number < 2:
            return 0.0
        return math.sqrt(max(0.0, squares - total * total / number) * number / (number - 1))

    def share(self, level: str) -> tuple[float, float]:
        """Return the share of the wins that a level has, and its standard error."""
        number = max(1, round(sum(self.wins.values())))
        part = self.wins[level] / number
        return part, math.sqrt(max(0.0, part * (1 - part)) / number)


def quantile(counts: Counter, part: float) -> int:
    """Return the key (a number) that `part` of the counts do not exceed; 0 without counts."""
    remaining = part * sum(counts.values())
    for key in sorted(counts):
        remaining -= counts[key]
        if remaining <= 0:
            return key
    return 0


def figures(game_id: str, levels: Sequence[str], tally: Tally) -> dict:
    """Return the statistics of one table as docs/INTERFACES.md names them."""
    out = {
        "game": game_id,
        "players": list(levels),
        "games": tally.games,
        "rounds": tally.rounds,
        "wins": {level: round(value, 2) for level, value in tally.wins.items()},
        "points": dict(tally.points),
        "turns": tally.turns,
        "turns_median": quantile(tally.lengths, 0.5),
        "stalled": tally.stalled,
        "ms": {
            "median": round(tally.ms(0.5), 2),
            "p95": round(tally.ms(0.95), 2),
            "max": round(tally.slowest, 2),
        },
        "max_states": tally.states,
        "invariant_failures": len(tally.failures),
        "standard_errors": {
            "win_share": {level: round(tally.share(level)[1], 4) for level in tally.wins},
            "points": {level: round(tally.spread(level), 1) for level in tally.points},
        },
    }
    if tally.turns_taken:
        out["feel"] = {level: _feel(tally, level) for level in sorted(tally.turns_taken)}
    return out


def _feel(tally, level):
    """Return how a level's games go. `last_play`: the median of the tiles in a round's last
    play."""
    last = Counter({tiles: count for (who, tiles), count in tally.last.items() if who == level})
    return {
        "turns": tally.turns_taken[level],
        "plays": round(tally.plays[level] / tally.turns_taken[level], 3),
        "plays_if_possible": round(tally.plays[level] / max(1, tally.possible[level]), 3),
        "longest_wait": tally.longest_wait[level],
        "last_play": quantile(last, 0.5),
    }


def versus(game_id: str, levels: Sequence[str], tally: Tally, name: str) -> dict:
    """Return the result of the player `name` against all others at the table.

    points: of a seat and game, above the mean of the table, which is 0 in the tile games (T-14).
    With the shares and counts of `figures`' feel if turns were counted.
    """
    games, others = max(1, tally.games), [level for level in levels if level != name]
    mean = sum(tally.points.values()) / len(levels)
    share, share_error = tally.share(name)
    row = {
        "game": game_id,
        "seats": len(levels),
        "player": name,
        "others": ",".join(dict.fromkeys(others)) or name,
        "games": tally.games,
        "share": round(share, 4),
        "share_error": round(share_error, 4),
        "points": round((tally.points[name] / levels.count(name) - mean) / games, 2),
        "points_error": round(tally.spread(name) / games / levels.count(name), 2),
        "turns": quantile(tally.lengths, 0.5),
        "stalled": tally.stalled,
        "failures": len(tally.failures),
    }
    feel = _feel(tally, name) if tally.turns_taken else {}
    return {**row, **feel, "turns": row["turns"]}
