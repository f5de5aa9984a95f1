"""Tables of all pairs: one player at one seat, another at every other seat; and ratings of them."""

import math
from collections.abc import Sequence

from rules import catalogue
from tools.match import sparring
from tools.match.tally import Tally
from tools.match.work import Contest, Stopped

SEATS = (2, 3, 4)
_ELO = 400 / math.log(10)  # what one unit of a Bradley-Terry strength is in the usual scale
_MIDDLE = 1000  # rating of `normal`
_WEIGHT = 8  # in a campaign: a pair of levels, and master against anybody, play so many shares


def plan(
    games: int,
    seed: int,
    game_ids: Sequence[str] = catalogue.ORDER,
    seats: Sequence[int] = SEATS,
    names: Sequence[str] | None = None,
    others: Sequence[str] | None = None,
) -> list[Contest]:
    """The Contests in which everybody meets everybody, `games` games in all, evenly shared.

    names: players and partners. Of two seats each pair meets once, of more each of a pair sits
    alone against the other at every other seat. None is a campaign: each level alone against each
    other player of a game, more often where a level's own claims are at stake. others: whom each
    of `names` meets alone instead of all of them.
    """
    pairs = []
    shares = 0
    for game_id in game_ids:
        known = names or sparring.known(game_id)
        for many in seats:
            for i, name in enumerate(known if names else catalogue.LEVELS):
                for j, other in enumerate(others or known):
                    if others is None and (
                        i == j or many == 2 and j > i and (names or other in catalogue.LEVELS)
                    ):
                        continue
                    weight = 1 if names else _weight(name, other)
                    shares += weight
                    pairs.append((game_id, (name,) + (other,) * (many - 1), weight))
    out = []
    for game_id, levels, weight in pairs:
        deals = max(1, games * weight // shares // len(levels))
        out.append(Contest(game_id, _options(game_id), levels, deals * len(levels), seed))
    return out


def _weight(name, other):
    """The shares of a campaign that a level plays against another player."""
    return _WEIGHT if name == catalogue.LEVELS[-1] or other in catalogue.LEVELS else 1


def _options(game_id):
    """A round a game; 8 Round Rummy, whose length is fixed, is played to its end."""
    return {"length": 1} if "length" in catalogue.rules_for(game_id) else None


def points(contest: Contest, tally: Tally, name: str) -> tuple[float, float]:
    """(points a game of a player above the mean of its table, standard error).

    In the tile games that mean is 0 (T-14)."""
    games = max(1, tally.games)
    mean = sum(tally.points.values()) / len(contest.levels)
    return (tally.points.get(name, 0) - mean) / games, tally.spread(name) / games


def rows(contests: Sequence[Contest], tallies: Sequence[Tally]) -> list[dict]:
    """What is said of each contest: dicts with game, seats, player, others, games, share,
    share_error, points, points_error, turns (median of a round)."""
    out = []
    for contest, tally in zip(contests, tallies):
        if not tally.games:
            continue
        name = contest.levels[0]
        share, error = tally.share(name)
        mean, spread = points(contest, tally, name)
        row = {"game": contest.game, "seats": len(contest.levels), "player": name}
        row.update(others=contest.levels[1], games=tally.games)
        row.update(share=round(share, 4), share_error=round(error, 4))
        row.update(points=round(mean, 2), points_error=round(spread, 2))
        row.update(turns=tally.quantile(tally.lengths, 0.5), failures=len(tally.failures))
        out.append(row)
    return out


def ratings(contests: Sequence[Contest], tallies: Sequence[Tally]) -> dict[str, int]:
    """{player: rating}: Bradley-Terry strengths of who beat whom at tables of two.

    In the scale of Elo, `normal` (or the first) 1000. They depend on the counts alone, not on the
    order of the games.
    """
    try:
        import choix
        import numpy
    except ImportError:
        raise Stopped("Ratings need choix: pip install 'pocket-rummy[match]'.")

    names = []
    for contest in contests:
        for name in contest.levels:
            if name not in names:
                names.append(name)
    beaten = numpy.zeros((len(names), len(names)))
    for contest, tally in zip(contests, tallies):
        if len(contest.levels) == 2:
            for key, value in tally.beats.items():
                winner, loser = key.split(">")
                beaten[names.index(winner), names.index(loser)] += value
    if len(names) < 2 or not beaten.any():
        return {}
    # a trace of a draw between all: who never lost has a rating, too
    strengths = choix.ilsr_pairwise_dense(beaten, alpha=0.01)
    middle = strengths[names.index("normal") if "normal" in names else 0]
    return {name: round(_MIDDLE + _ELO * (strengths[i] - middle)) for i, name in enumerate(names)}


def table(contests: Sequence[Contest], tallies: Sequence[Tally]) -> list[str]:
    """The table of pairs as lines of Markdown.

    Share of rounds won and points a round of the player on the left, alone against the player
    above at every other seat."""
    by_key = {}
    for row in rows(contests, tallies):
        by_key[row["game"], row["seats"], row["player"], row["others"]] = row
    lines = []
    for game_id, seats in sorted(
        {key[:2] for key in by_key}, key=lambda key: (catalogue.ORDER.index(key[0]), key[1])
    ):
        here = [key for key in by_key if key[:2] == (game_id, seats)]
        across = _in_order(game_id, {key[3] for key in here})
        down = _in_order(game_id, {key[2] for key in here})
        lines += ["", "**%s, %d seats**" % (game_id, seats), ""]
        lines.append("| | " + " | ".join(across) + " |")
        lines.append("|---|" + "---|" * len(across))
        for name in down:
            cells = [_cell(by_key.get((game_id, seats, name, other))) for other in across]
            lines.append("| %s | %s |" % (name, " | ".join(cells)))
    return lines


def _cell(row):
    if row is None:
        return ""
    return "%.0f%%, %+.1f ± %.1f" % (100 * row["share"], row["points"], row["points_error"])


def _in_order(game_id, names):
    """Names as `sparring.known` has them, levels without an idea after them."""
    known = sparring.known(game_id)
    return sorted(names, key=lambda name: (known.index(sparring.split(name)[0]), name))
