"""`emulate --game --coach`: behind a game its coach, on the board and on this computer."""

from rules.record import coach, reader
from rules.slices import finish
from tools import replay
from tools.emulator import consoles, drive, fatcheck

if False:  # for type checkers
    from tools.emulator.handheld import Handheld

_MIDST = 2500  # ms of work before B breaks it off
_REST = 900
_MOST_MS = 900000


def look(board: "Handheld", firmware: str) -> dict | None:
    """What the coach tells behind a game whose score is on show, as plain values, None where there
    is none: once broken off by B (out_ms: until the score is painted), once to its end, and what
    this computer tells of the same record. The score is on show again behind it."""
    board.press("LEFT")
    if not board.until("screen coach", 20000):
        return None
    board.wait(_MIDST)
    board.mark()
    pressed = board.ms
    board.press("B")
    out = board.until("screen score", 20000) and board.quiet()
    report: dict = {"out_ms": round(board.last - pressed) if out else None}
    board.wait(_REST)
    board.failures()
    seen, began = len(board.console), board.ms
    board.press("LEFT")
    board.until("coached ", _MOST_MS)
    board.wait(_REST)
    console = board.console[seen:]
    report["refused"] = consoles.refused(board.failures())
    report.update(ended(console), lowest=consoles.lowest(consoles.told(board, []), began))
    report["desktop"] = desktop(_save(board, firmware))
    board.press("B")
    board.until("screen score", 20000)
    board.wait(_REST)
    return report


def ended(console: list[tuple]) -> dict[str, int]:
    """{turns, ms, unsure, more} of a console's line, {} where the coach did not end."""
    for _ms, line in console:
        words = line.split()
        if words[:1] == ["coached"] and len(words) == 8:
            names = ["turns"] + words[2::2]
            return dict(zip(names, map(int, words[1::2])))
    return {}


def _save(board, firmware):
    known = drive.read_firmware(firmware, board.desk)
    flash = memoryview(board.flash())[drive.drive_offset(known, board.desk) :]
    return bytes(fatcheck.Drive(flash).files["rummy.sav"])


def desktop(save: bytes) -> dict[str, int]:
    """{turns, unsure, more}: what this computer tells of the newest round in a file of saves, its
    first person's or, without one, its first seat's."""
    record = reader.Record(replay.records_in(save)[0])
    seats = [seat for seat, person in enumerate(record.people) if not person[0]] or [0]
    turns = []
    finish(coach.review(record, seats[0], turns.append))
    unsure = sum(not turn.best.proved for turn in turns)
    return {"turns": len(turns), "unsure": unsure, "more": sum(max(0, t.more) for t in turns)}


def text(report: dict | None) -> list[str]:
    """Lines for a person."""
    if report is None:
        return ["    coach: none"]
    values: dict = dict.fromkeys(("turns", "ms", "unsure", "more"), "-")
    values.update(report, refused=len(report["refused"]), desktop=" ".join(_pairs(report)))
    line = (
        "    coach: turns {turns} ms {ms} refused {refused} unsure {unsure} more {more} "
        "out {out_ms} ms; this computer: {desktop}".format(**values)
    )
    refused = consoles.refused_text(report["refused"])
    return [line, consoles.lowest_text(report["lowest"]), *refused]


def _pairs(report):
    return ["%s %s" % pair for pair in report["desktop"].items()]
