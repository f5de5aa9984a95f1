"""Count the statistics, round by round, and save them."""

import binascii
import time

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


def today() -> int | None:
    """Return the number of the day by the board's clock; None if that was never set."""
    try:
        now = time.localtime()
        if 2023 < now[0] < 2100:  # a clock that was never set begins long ago
            return now[0] * 365 + (now[0] - 1) // 4 + now[7]
    except (AttributeError, NotImplementedError, OverflowError):
        pass
    return None


def days_in_a_row(app: "App") -> int:
    """Return on how many days up to today or yesterday the puzzle of the day was solved, from what
    rules.puzzles.Progress has saved."""
    data = app.store.load("puzz") or b""
    solved = sum([bin(byte).count("1") for byte in data[6:-4]])
    last, row = [int.from_bytes(data[i : i + 2], "little") for i in (len(data) - 4, len(data) - 2)]
    day = today()
    since = 0 if day is None else (day - last) & 0xFFFF
    return row if since < 2 and row <= solved else 0


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
