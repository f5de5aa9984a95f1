"""`replay`: show, check and print the record of a round (docs/RECORDS.md), from any step.

FILE holds one record or several, as text or as a handheld keeps them, or is a rummy.sav.
"""

import argparse
import codecs
import json
import os
import re
import sys
from typing import Any

from rules.base import RulesError
from rules.record import notation, reader
from tools import requests
from tools.arguments import Parser, int_from, open_file
from tools.device import storedrecords
from tools.plain import plain
from tools.refusals import sentence
from tools.solve import say_set

if False:  # for type checkers
    from rules.record.reader import Record, Step

HELP = "show, check and print the record of a round"

_BEGIN = re.compile(b"(?m)^(?=" + notation.MAGIC.encode() + b")")


def saved_records(data: bytes) -> list[bytes]:
    """Return the records in the bytes of a rummy.sav, the newest first: a list of bytes."""
    records = storedrecords.newest_records(data)
    out: list[bytes] = []
    for _, payload in sorted(records[name] for name in records if re.fullmatch("r[0-9]", name)):
        offset = 0
        while offset + 2 < len(payload):
            size = int.from_bytes(payload[offset : offset + 2], "little")
            out.insert(0, payload[offset + 2 : offset + 2 + size])
            offset += 2 + size
    return out


def records_in(data: bytes) -> list[bytes]:
    """Return the records in a file's bytes, in order: a list of bytes. Raises RulesError."""
    if storedrecords.is_save_file(data):
        records = saved_records(data)
        if not records:
            raise RulesError("No round is kept in this file of saves.")
        return records
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise RulesError("The file is empty.")
    before, *records = _BEGIN.split(data)
    if before.strip():
        raise RulesError('This is not a record: it does not begin with "%s".' % notation.MAGIC)
    return records


def canonical(data: bytes) -> str:
    """Return a record as text, a line for each time round the table."""
    record = reader.Record(data)
    lines = notation.expand(data).split("\n")[:3]
    seats = len(record.people)
    for first in range(0, len(record.moves), seats):
        lines.append(" ".join(record.moves[first : first + seats]))
    lines.append("= " + notation.result(record.scores) if record.scores else notation.CUT)
    return "\n".join(lines) + "\n"


def request(record: "Record", step: "Step") -> dict:
    """Return a step as one JSON object that `solve` and `referee` read, too."""
    out = {"step": step.number, "seat": step.seat + 1, "name": record.name(step.seat)}
    out["move"] = step.kind
    out["game"] = record.game_id
    out["options"] = record.options
    if step.seconds is not None:
        out["seconds"] = step.seconds
    out.update(requests.of(record.game_id).request_fields(step))
    return out


def _name(record, seat):
    return plain(record.name(seat))


def _say(colour):
    """Return `say_set` with or without colour."""
    return lambda codes, laid=(): say_set(codes, laid, colour)


def step_line(record: "Record", step: "Step", colour: bool) -> str:
    """Return a step as one line."""
    line = "%4d  %-8s " % (step.number, _name(record, step.seat))
    line += requests.of(record.game_id).describe_step(step, _say(colour))
    if step.seconds is not None:
        line += "  (%d s)" % step.seconds
    return line


def position(record: "Record", game: Any, colour: bool) -> list[str]:
    """Return the position on the table, as lines."""
    lines, racks, pool = requests.of(record.game_id).position(game, _say(colour))
    for seat, rack in enumerate(racks):
        turn = "->" if seat == game.seat and game.phase in ("turn", "redeal") else "  "
        lines.append("%s %-8s %s" % (turn, _name(record, seat), rack or "(empty)"))
    lines.append("   pool     %d" % pool)
    return lines


def show(data: bytes, args: argparse.Namespace, colour: bool) -> None:
    """Print a record or one of its positions, following the options `args`. Raises RulesError."""
    record = reader.Record(data)
    replay = reader.Replay(record)
    if args.step is not None and args.step > len(record.moves):
        raise RulesError("The record has steps 0 to %d, not %d." % (len(record.moves), args.step))
    if not args.json:
        names = ", ".join(
            "%s (%s)" % (_name(record, i), plain(record.people[i][0] or "person"))
            for i in range(len(record.people))
        )
        print("%s: %s" % (replay.game.rules["name"], names))
    if args.step is not None:
        for _ in range(args.step):
            replay.step()
        if args.json:
            if replay.done():
                raise RulesError("No move follows step %d." % args.step)
            print(json.dumps(request(record, replay.step())))
        else:
            print("\n".join(position(record, replay.game, colour)))
        return
    if not args.json:
        print("\n".join(position(record, replay.game, colour)))
    while not replay.done():
        step = replay.step()
        if args.plays and step.kind != "play":
            continue
        print(json.dumps(request(record, step)) if args.json else step_line(record, step, colour))
    replay.finish()
    if not args.json:
        scores = record.scores
        end = "The rest of the round was not saved."
        if scores is not None:
            end = "The round ends: " + ", ".join(
                "%s %+d" % (_name(record, seat), scores[seat]) for seat in range(len(scores))
            )
        print(end)


def print_list(records: list[bytes]) -> None:
    """Print a line for each record of a file with several."""
    for index, data in enumerate(records):
        try:
            record = reader.Record(data)
            names = ", ".join(_name(record, seat) for seat in range(len(record.people)))
            end = notation.result(record.scores) if record.scores else "unfinished"
            print(
                "%3d  %s  %d moves  %s  %s"
                % (index + 1, record.game_id, len(record.moves), names, end)
            )
        except RulesError as problem:
            print("%3d  %s" % (index + 1, plain(sentence(problem))))


def check_all(records: list[bytes]) -> int:
    """Check every record and print a line for each. Return 0, or 2 if a record is wrong."""
    status = 0
    for index, data in enumerate(records):
        try:
            record = reader.Record(data)
            reader.check(record)
            print("record %d: %d moves, all legal" % (index + 1, len(record.moves)))
        except RulesError as problem:
            print("record %d: %s" % (index + 1, plain(sentence(problem))), file=sys.stderr)
            status = 2
    return status


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 2 for a bad record or a bad request."""
    parser = Parser("replay", __doc__)
    parser.add_argument("file", help="a record, a file of several records, or rummy.sav")
    parser.add_argument("--round", type=int_from(1), metavar="N", help="the Nth record of the file")
    parser.add_argument("--step", type=int_from(0), metavar="N", help="the position after N moves")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print a JSON line for each move, in the format that solve and referee read",
    )
    parser.add_argument("--plays", action="store_true", help="only the moves that lay tiles")
    parser.add_argument("--text", action="store_true", help="the record itself, as text")
    parser.add_argument("--check", action="store_true", help="only check that every move is legal")
    parser.add_argument("--trace", action="store_true", help="print the error log in a rummy.sav")
    args = parser.parse_args(argv)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    with open_file(args.file) as file:
        data = file.read()
    if args.trace:
        print(plain(storedrecords.traces(data) or storedrecords.NO_TRACE % args.file))
        return 0
    records = records_in(data)
    if args.round is not None:
        if args.round > len(records):
            raise RulesError("There is no record %d: the last is %d." % (args.round, len(records)))
        records = records[args.round - 1 : args.round]
    if args.check:
        return check_all(records)
    if args.text:
        print(plain("\n".join(canonical(data) for data in records)), end="")
    elif len(records) > 1:
        print_list(records)
    else:
        show(records[0], args, colour)
    return 0
