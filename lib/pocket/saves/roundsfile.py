"""Save the records of the last rounds (docs/RECORDS.md), and count rounds in the statistics.

Several records share a save, "r0" to "r5", each behind two bytes of its length. A new one joins the
newest save if it fits; else it replaces the oldest one."""

import binascii
import time

from pocket.app import device
from pocket.made import texts
from pocket.saves.slots import SLOT

from rules.base import RulesError

if False:  # for type checkers
    from collections.abc import Iterator

    from pocket.app.flow import App
    from pocket.saves.storage import Store

    from rules.stats import Stats


_MOST = 6  # saves
_OTHERS = 11  # slots for games, settings, statistics, puzzles, and one to write to
_ROOM = SLOT - 32  # bytes of a save's payload


def _groups(store):
    """Return (the most saves there may be, the numbers of those there are, newest first)."""
    newest = {}
    places = 0
    for seq, slot, name in store.slots():
        places += slot > 0
        if name and len(name) == 2 and name[0] == "r" and "0" <= name[1] < "6":
            newest[name] = max(seq, newest.get(name, 0))
    order = sorted([(-newest[name], int(name[1])) for name in newest])
    return max(1, min(_MOST, places - _OTHERS)), [number for _, number in order]


def save(store: "Store", data: bytes) -> tuple | None:
    """Save a record. Return None, or why that failed (Store.save)."""
    most, groups = _groups(store)
    number = groups[0] if groups else 0
    old = (groups and store.load("r%d" % number)) or b""
    entry = bytes((len(data) & 255, len(data) >> 8)) + data
    if old[len(old) - len(entry) :] == entry:
        return None  # the game was resumed at its score sheet
    if len(old) + len(entry) > _ROOM:
        number = (number + 1) % most
        old = b""
    return store.save("r%d" % number, old + entry)


def all_of(store: "Store") -> "Iterator[bytes]":
    """Yield the saved records, the newest first."""
    for number in _groups(store)[1]:
        data = store.load("r%d" % number) or b""
        places = []
        start = 2
        while start < len(data):
            end = start + (data[start - 2] | data[start - 1] << 8)
            places.append((start, end))
            start = end + 2
        for start, end in reversed(places):
            yield data[start:end]


def one_of(app: "App", older: int) -> bytes:
    """Return the record of a round. older: how many came after it; 0 at the score sheet of a
    running game: its round. Raises RulesError if there is none."""
    origin = binascii.hexlify(app.session.game.origin) if app.session.game else b""
    for data in all_of(app.store):
        if not older and origin in data:
            return data
        older -= 1
    raise RulesError("This round is not kept.")


def over(app: "App") -> None:
    """Save the record of the running game's round, which is over, and count it if just one person
    played. A second call for the same round does nothing. The save of the game tells of a
    failure."""
    _save_running(app)
    if app.session.humans == 1:
        _count(app)


def given_up(app: "App") -> None:
    """Save the record of the running game's round, which is given up, unless no turn was made in it
    or it is over and saved already."""
    game = app.session.game
    if game.moves and game.phase not in ("round", "over"):
        _save_running(app)


def _save_running(app):
    """Save the running game's record, with names that are the same in all languages."""
    from rules.record import notation

    session = app.session
    people = list(session.people)
    if session.you is not None:
        people[session.you] = ("", device.default_name(session.you))
    save(app.store, notation.packed(session.game, people))


# -- statistics


def statistics(app: "App") -> "Stats":
    """Return the player's Stats; in place of damaged ones, new ones and a notice."""
    from rules import stats

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
    last, row = [int.from_bytes(data[i : i + 2], "little") for i in (len(data) - 4, len(data) - 2)]
    day = today()
    since = 0 if day is None else (day - last) & 0xFFFF
    return row if since < 2 else 0


def _count(app):
    """Count the round of the running game for the one person who played."""
    from pocket.games import seatcounts

    from rules import catalogue

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
