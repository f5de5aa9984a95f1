"""Tournaments for tests."""

from tools.match import work


def run(game_id, levels, games, seed, options=None, checked=True, **names):
    """The Tally of `games` games of one pairing, in this process."""
    contest = work.Contest(game_id, options, tuple(levels), games, seed)
    return work.run([contest], checked=checked, **names)[0]
