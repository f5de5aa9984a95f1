"""The statistics, counted round by round and kept with the saves."""

import binascii

from pocket.games import seatcounts
from pocket.made import texts

from rules import catalogue, stats
from rules.errors import RulesError


def statistics(app):
    """The player's Stats; damaged ones begin anew, and `app.notice` says so."""
    try:
        return stats.Stats(app.store.load("stat")[0])
    except RulesError:
        app.notice = app.notice or (texts.STATS_LOST,)
        return stats.Stats()


def over(app):
    """The running game's round is over: count it for the one person who played. Returns the names
    of the badges that are new. Asked twice about a round it does nothing."""
    kept = statistics(app)
    before = kept.mark
    fresh = _count(kept, app)
    if kept.mark != before:
        app.store.save("stat", kept.dump())
    return [stats.BADGES[i] for i in range(len(stats.BADGES)) if fresh >> i & 1]


def _count(kept, app):
    game = app.game
    seat = [i for i in range(game.seats) if not app.people[i][0]][0]
    strongest = max([catalogue.LEVELS.index(level) for level, _ in app.people if level])
    counts = seatcounts.of(app, seat)
    mark = binascii.crc32(bytes(game.moves), binascii.crc32(game.origin)).to_bytes(4, "little")
    level = catalogue.LEVELS[strongest]
    return kept.count(
        mark,
        game.rules["game"],
        level,
        seat in game.winners,
        game.result()[seat],
        game.best(seat, counts.best),
        counts.hints,
    )
