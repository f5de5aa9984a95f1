"""What is counted over games, added up over blocks of games, and said of it."""

import math
from collections import Counter
from collections.abc import Sequence

_STEP = math.log(1.05)  # thinking times are kept in classes 5 percent wide


class Tally:
    """Counts over games; two tallies add up, and go through JSON.

    games, rounds, turns, stalled: int. states: most solver states of a search. wins: level to
    rounds won (8 Round Rummy: games). points: level to points. beats: "a>b" to rounds in which a
    seat of level a beat one of b. deals: level to [deals, sum of its points a deal, sum of their
    squares], a deal being played from every seat. lengths: turns of a round to rounds that long.
    times: class of thinking time to moves; slowest: ms. could, laid: level to turns in which an
    opened seat could lay, and did; full: in which it held more than 20 tiles instead. failures:
    sentences.
    """

    NUMBERS = ("games", "rounds", "turns", "stalled")
    COUNTS = ("wins", "points", "beats", "lengths", "times", "could", "laid", "full")

    def __init__(self) -> None:
        self.games = self.rounds = self.turns = self.stalled = 0
        self.wins, self.points, self.beats, self.lengths = [Counter() for _ in range(4)]
        self.times, self.could, self.laid, self.full = [Counter() for _ in range(4)]
        self.states = 0
        self.slowest = 0.0
        self.deals = {}
        self.deal = Counter()  # level to points in the deal being played
        self.failures = []

    # -- counting

    def took(self, ms: float) -> None:
        """A move was thought over for so long."""
        self.times[str(round(math.log(max(ms, 0.001)) / _STEP))] += 1
        self.slowest = max(self.slowest, ms)

    def lively(self, level: str, laid: bool, full: bool) -> None:
        """An opened seat could lay. full: it held more than 20 tiles."""
        self.could[level] += 1
        self.laid[level] += int(laid)
        self.full[level] += int(full and not laid)

    def _won(self, levels, winners):
        for level in levels:
            self.wins[level] += 0
        for seat in winners:
            self.wins[levels[seat]] += 1 / len(winners)
            for other in range(len(levels)):
                if other not in winners and levels[other] != levels[seat]:
                    self.beats["%s>%s" % (levels[seat], levels[other])] += 1 / len(winners)

    def ended(
        self, levels: Sequence[str], winners: Sequence[int], turns: int, rounds: int, stalled: bool
    ) -> None:
        """A round is over, or a game where it counts as a whole: of so many rounds."""
        self._won(levels, winners)
        self.rounds += rounds
        self.turns += turns
        self.stalled += int(stalled)
        self.lengths[str(turns)] += 1

    def game_ended(self, levels: Sequence[str], totals: Sequence[int]) -> None:
        """A game is over; totals: points, one per seat."""
        for seat in range(len(levels)):
            self.points[levels[seat]] += totals[seat]
            self.deal[levels[seat]] += totals[seat]

    def deal_ended(self) -> None:
        """The deal has been played from every seat."""
        for level, points in self.deal.items():
            number, total, squares = self.deals.get(level, (0, 0, 0))
            self.deals[level] = [number + 1, total + points, squares + points * points]
        self.deal.clear()

    # -- adding up

    def add(self, other: "Tally") -> None:
        """Count another tally in."""
        for name in self.NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in self.COUNTS:
            getattr(self, name).update(getattr(other, name))  # a level that won nothing, too
        for level, values in other.deals.items():
            mine = self.deals.get(level, (0, 0, 0))
            self.deals[level] = [mine[i] + values[i] for i in range(3)]
        self.states = max(self.states, other.states)
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures

    def as_dict(self) -> dict:
        """All of it for JSON."""
        return {name: value for name, value in vars(self).items() if name != "deal"}

    @classmethod
    def of_dict(cls, data: dict) -> "Tally":
        """The Tally that `as_dict` gave."""
        tally = cls()
        for name, value in data.items():
            setattr(tally, name, Counter(value) if name in cls.COUNTS else value)
        return tally

    # -- what is said of it

    def quantile(self, counts: dict, part: float) -> int:
        """The key (a number) below which `part` of the counts lie."""
        wanted = part * sum(counts.values())
        for key in sorted(counts, key=int):
            wanted -= counts[key]
            if wanted <= 0:
                return int(key)
        return 0

    def ms(self, part: float) -> float:
        """Thinking time that `part` of the moves do not pass, in ms, to 5 percent."""
        if not self.times:
            return 0.0
        return min(self.slowest, math.exp(self.quantile(self.times, part) * _STEP))

    def spread(self, level: str) -> float:
        """Standard error of a level's points over all games, by deals: those are independent."""
        number, total, squares = self.deals.get(level, (0, 0, 0))
        if number < 2:
            return 0.0
        return math.sqrt(max(0.0, squares - total * total / number) * number / (number - 1))

    def contests(self) -> int:
        """What `wins` counts: rounds, in 8 Round Rummy games."""
        return round(sum(self.wins.values()))

    def share(self, level: str) -> tuple[float, float]:
        """(share of rounds won, its standard error)."""
        number = max(1, self.contests())
        part = self.wins.get(level, 0) / number
        return part, math.sqrt(max(0.0, part * (1 - part)) / number)


def figures(game_id: str, levels: Sequence[str], tally: Tally) -> dict:
    """The statistics as INTERFACES names them, and more besides."""
    out = {
        "game": game_id,
        "players": list(levels),
        "games": tally.games,
        "rounds": tally.rounds,
        "wins": {level: round(value, 2) for level, value in tally.wins.items()},
        "points": dict(tally.points),
        "turns": tally.turns,
        "turns_median": tally.quantile(tally.lengths, 0.5),
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
    if tally.could:
        out["lively"] = {
            level: {
                "could_lay": tally.could[level],
                "laid": round(tally.laid[level] / tally.could[level], 3),
                "held_over_20": tally.full[level],
            }
            for level in tally.could
        }
    return out
