"""Count the statistics, round by round, and save them."""

import binascii

from pocket.games import seatcounts
from pocket.made import texts

from rules import catalogue, stats
from rules.base import RulesError

if False:  # for type checkers
    from pocket.app.flow import App

    from rules.stats import Stats


def statistics(app: "App") -> "Stats":
    """Return the player's Stats; in place of damaged ones, new ones and a notice."""
    try:
        return stats.Stats(app.store.load("stat"))
    except RulesError:
        app.tell((texts.STATS_LOST,))
        return stats.Stats()


def over(app: "App") -> None:
    """Count the round of the running game, which is over, for the one person who played. A second
    call for the same round does nothing."""
    kept = statistics(app)
    before = kept.mark
    session = app.session
    game = session.game
    seat = [i for i in range(game.seats) if not session.people[i][0]][0]
    levels = [catalogue.LEVELS.index(level) for level, _ in session.people if level]
    counts = seatcounts.Tally(session, seat)
    mark = binascii.crc32(bytes(game.moves), binascii.crc32(game.origin)).to_bytes(4, "little")
    level = catalogue.LEVELS[max(levels)]
    won = seat in game.winners
    beaten = "W" + level[0].upper()
    if won and app.settings.learn(beaten):
        app.store.append("set", b"\nlessons=" + beaten.encode())
    game_id = game.rules["game"]
    kept.count(mark, game_id, level, won, game.result()[seat], counts.best, counts.hints)
    if kept.mark != before:
        app.store.save("stat", kept.dump())
