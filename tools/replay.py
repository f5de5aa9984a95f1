"""`replay`: shows, checks and prints the record of a round (docs/RECORDS.md), from any step.

FILE holds one record or several, as text or as a handheld keeps them, or is a rummy.sav.
"""

import codecs
import json
import os
import re
import sys

from rules.errors import RulesError
from rules.record import coach, notation, reader
from rules.tilegame import tiles
from tools import jsonl
from tools.arguments import Parser
from tools.device import boards_desktop
from tools.solve import paint, say_set

HELP = "shows, checks and prints the record of a round"

_BEGIN = re.compile(b"(?m)^(?=" + notation.MAGIC.encode() + b")")


def saved(data):
    """The records in the bytes of a rummy.sav, the newest first: a list of bytes."""
    storage = boards_desktop.device("storage")
    slots = boards_desktop.device("slots")
    newest = {}
    for slot in range(2 * slots.STRIDE, len(data) - slots.SLOT + 1, slots.STRIDE):
        sequence, name, start, end = storage.parse(data[slot : slot + slots.SLOT])
        if name and re.fullmatch("r[0-9]", name) and sequence > newest.get(name, (0,))[0]:
            newest[name] = sequence, data[slot + start : slot + end]
    out = []
    for _, payload in sorted(newest.values()):
        offset = 0
        while offset + 2 < len(payload):
            size = int.from_bytes(payload[offset : offset + 2], "little")
            out.insert(0, payload[offset + 2 : offset + 2 + size])
            offset += 2 + size
    return out


def records_in(data, name=""):
    """The records in a file's bytes, in order: a list of bytes. Raises RulesError."""
    if os.path.basename(name) == "rummy.sav":
        records = saved(data)
        if not records:
            raise RulesError("No round is kept in this file of saves.")
        return records
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise RulesError("The file is empty.")
    parts = _BEGIN.split(data)
    if parts[0].strip():
        raise RulesError('This is no record: it does not begin with "%s".' % notation.MAGIC)
    return parts[1:]


def canonical(data):
    """A record as text, a line for each time round the table."""
    record = reader.Record(data)
    lines = notation.expand(data).split("\n")[:3]
    seats = len(record.people)
    for first in range(0, len(record.moves), seats):
        lines.append(" ".join(record.moves[first : first + seats]))
    lines.append("= " + notation.result(record.scores) if record.scores else notation.CUT)
    return "\n".join(lines) + "\n"


def request(record, step):
    """A step as one JSON object that `solve` and `referee` read, too."""
    out = {"step": step.number, "seat": step.seat + 1, "name": record.name(step.seat)}
    out["move"] = step.word
    out["game"] = record.game_id
    out["options"] = record.options
    if step.seconds is not None:
        out["seconds"] = step.seconds
    if record.cards:
        from rules.eight import cards

        out["hand"] = [cards.text(code) for code in step.rack]
        out["round"] = step.round
        out["take"] = step.take
        out["top"] = cards.text(step.top)
        out["drawn"] = cards.text(step.drawn[0])
        out["discard"] = cards.text(step.card)
        return out
    out["rack"] = tiles.set_text(step.rack)
    out["table"] = out["before"] = jsonl.words(step.table)
    out["opened"] = step.opened
    out["pool"] = step.pool
    if step.word == "play":
        out["after"] = jsonl.words(step.after)
        out["laid"] = tiles.set_text(step.laid)
    else:
        out["drawn"] = tiles.set_text(step.drawn)
    return out


def told(record, step, colour):
    """A step as one line."""
    line = "%4d  %-8s " % (step.number, record.name(step.seat))
    if record.cards:
        from rules.eight import cards

        source = "draws" if step.take == "pile" else "picks up"
        line += "%s %s, discards %s" % (source, cards.text(step.drawn[0]), cards.text(step.card))
    elif step.word == "play":
        line += "lays " + " ".join(paint(tiles.text(code), colour) for code in step.laid)
        old = sorted(step.table)
        laid = list(step.laid)
        fresh = []
        for codes in step.after:
            if codes in old:
                old.remove(codes)
            else:
                fresh.append(say_set(codes, laid, colour))
        line += "  ->  " + " | ".join(fresh)
    else:
        words = {
            "draw": "draws",
            "pass": "passes",
            "timeout": "runs out of time",
            "fail": "fails",
            "redeal": "is asked about a new deal",
        }
        line += words[step.word]
        if step.drawn:
            line += " " + " ".join(paint(tiles.text(code), colour) for code in step.drawn)
    if step.seconds is not None:
        line += "  (%d s)" % step.seconds
    return line


def position(record, game, colour):
    """The position on the table, as lines."""
    lines = []
    if record.cards:
        from rules.eight import cards

        lines.append("Round %d, top discard %s" % (game.round, cards.text(game.discards[-1])))
        racks = [" ".join(cards.text(code) for code in hand) for hand in game.hands]
        pool = len(game.pile)
    else:
        for i, codes in enumerate(sorted(game.table)):
            lines.append("  set %-3d %s" % (i + 1, say_set(codes, [], colour)))
        racks = [" ".join(paint(tiles.text(c), colour) for c in sorted(r)) for r in game.racks]
        pool = len(game.pool)
    for seat, rack in enumerate(racks):
        turn = "->" if seat == game.seat and game.phase in ("turn", "redeal") else "  "
        lines.append("%s %-8s %s" % (turn, record.name(seat), rack or "(empty)"))
    lines.append("   pool     %d" % pool)
    return lines


def show(data, args, colour):
    """Print one record as asked. Raises RulesError."""
    record = reader.Record(data)
    replay = reader.Replay(record)
    if args.step is not None and not 0 <= args.step <= len(record.moves):
        raise RulesError("The record has steps 0 to %d, not %d." % (len(record.moves), args.step))
    if not args.json:
        names = ", ".join(
            "%s (%s)" % (record.name(i), record.people[i][0] or "person")
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
        if args.plays and step.word != "play":
            continue
        print(json.dumps(request(record, step)) if args.json else told(record, step, colour))
    replay.finish()
    if not args.json:
        scores = record.scores
        end = "The rest of the round is not kept."
        if scores is not None:
            end = "The round ends: " + ", ".join(
                "%s %+d" % (record.name(seat), scores[seat]) for seat in range(len(scores))
            )
        print(end)


def coached(data, seat, colour):
    """Print what was possible in each turn of a seat (from 1; 0: every person, or everybody)."""
    record = reader.Record(data)
    everybody = range(len(record.people))
    seats = [i for i in everybody if not record.people[i][0]] or everybody
    if seat:
        if seat > len(record.people):
            raise RulesError("There is no seat %d." % seat)
        seats = [seat - 1]
    for place in seats:
        print("%s:" % record.name(place))
        turns = []
        for turn in coach.review(record, place):
            if turn is None:
                continue
            turns.append(turn)
            line = "%4d  laid %d" % (turn.step.number, turn.tiles)
            if turn.more > 0:
                laid = list(turn.best.laid)
                table = [codes for codes in turn.best.table if codes not in turn.step.table]
                line += ", %d possible (%d points more)%s: %s" % (
                    turn.best.tiles,
                    turn.worth,
                    "" if turn.best.proved else ", not proven",
                    " | ".join(say_set(codes, laid, colour) for codes in table),
                )
            print(line)
        worst = coach.worst(turns)
        if worst:
            print("Move %d cost most: %d tiles." % (worst.step.number, worst.more))
        else:
            print("Every turn laid all it could.")


def listed(parts):
    """A line for each record of a file with several."""
    for index, data in enumerate(parts):
        try:
            record = reader.Record(data)
            names = ", ".join(record.name(seat) for seat in range(len(record.people)))
            end = notation.result(record.scores) if record.scores else "unfinished"
            print(
                "%3d  %s  %d moves  %s  %s"
                % (index + 1, record.game_id, len(record.moves), names, end)
            )
        except RulesError as problem:
            print("%3d  %s" % (index + 1, problem))


def checked(parts):
    """Check every record; print a line each. The exit status: 0, or 2 when one is wrong."""
    status = 0
    for index, data in enumerate(parts):
        try:
            record = reader.Record(data)
            reader.check(record)
            print("record %d: %d moves, all legal" % (index + 1, len(record.moves)))
        except RulesError as problem:
            print("record %d: %s" % (index + 1, problem), file=sys.stderr)
            status = 2
    return status


def main(argv):
    """Run the command. Returns the exit status: 0, or 2 for a bad record or a bad request."""
    parser = Parser("replay", __doc__)
    parser.add_argument("file", help="the record, several of them, or rummy.sav")
    parser.add_argument("--round", type=int, metavar="N", help="the Nth record of the file")
    parser.add_argument("--step", type=int, metavar="N", help="the position after N moves")
    parser.add_argument(
        "--json", action="store_true", help="a JSON line a move, as solve and referee read them"
    )
    parser.add_argument("--plays", action="store_true", help="only the moves that lay tiles")
    parser.add_argument("--text", action="store_true", help="the record itself, as text")
    parser.add_argument(
        "--coach",
        type=int,
        nargs="?",
        const=0,
        metavar="SEAT",
        help="what was possible in every turn of a seat, or of all persons",
    )
    parser.add_argument("--check", action="store_true", help="only say whether all is legal")
    args = parser.parse_args(argv)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    try:
        with open(args.file, "rb") as file:
            parts = records_in(file.read(), args.file)
        if args.round is not None:
            if not 1 <= args.round <= len(parts):
                raise RulesError("The file has records 1 to %d." % len(parts))
            parts = parts[args.round - 1 : args.round]
        if args.check:
            return checked(parts)
        if args.text:
            print("\n".join(canonical(data) for data in parts), end="")
        elif len(parts) > 1:  # the rest is for one round
            listed(parts)
        elif args.coach is not None:
            coached(parts[0], args.coach, colour)
        else:
            show(parts[0], args, colour)
    except OSError as problem:
        if problem.filename is None:  # it is the output that fails
            raise
        print("%s cannot be read: %s." % (args.file, problem.strerror), file=sys.stderr)
        return 2
    except RulesError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0
