"""`puzzles`: packs of puzzles, "lay the whole rack in one turn" (docs/PUZZLES.md).

python3 tools puzzles make -o FILE     new puzzles, each proven to have one solution
python3 tools puzzles check FILE       prove every puzzle of a pack again
python3 tools puzzles show FILE [N]    a puzzle and its solution, or how many there are
"""

import binascii
import random
import sys
import time

from rules import puzzles
from rules.errors import RulesError
from rules.solver import search
from rules.tilegame import melds, referee, tiles
from tools import progress
from tools.arguments import Parser, new_file
from tools.puzzles import maker, ways
from tools.solve import report

HELP = "make, check and show packs of puzzles"

# Puzzle.work from which grades 2 to 5 begin.
GRADES = (50, 80, 130, 180)
# How often each kind is tried: a joker on the rack makes few puzzles, one on the table slow ones.
_TURNS = ("plain",) * 8 + ("rack joker",) * 4 + ("table joker",)


def grade_of(work):
    """The grade 1..5 of a puzzle."""
    return 1 + sum(work >= least for least in GRADES)


def packed(puzzle):
    """A puzzle as rules.puzzles.unpack reads it, not yet padded."""
    out = bytearray((len(puzzle.table) | len(puzzle.rack) << 4,))
    for codes in puzzle.table:
        if tiles.JOKER in codes:
            codes, place = without_joker(codes)
            out.append(puzzles.SETS + place)
        out.append(puzzles.set_code(codes))
    return bytes(out + puzzle.rack)


def without_joker(codes):
    """A set with its joker as a tile that it may stand for, and that tile's place in it."""
    place = codes.index(tiles.JOKER)
    standing = melds.readings(codes, maker.RULES)[0][1]
    joker = max(standing)
    kind = tiles.kinds_of(joker)[0]
    if melds.kind_of(standing) == melds.GROUP:
        whole = bytes(sorted(codes.replace(bytes((tiles.JOKER,)), bytes((kind,)))))
        return whole, whole.index(kind)
    return codes.replace(bytes((tiles.JOKER,)), bytes((kind,))), place


def written(by_grade):
    """A whole pack as bytes. by_grade: five lists of Puzzle."""
    rows = [packed(puzzle) for group in by_grade for puzzle in group]
    size = max(len(row) for row in rows)
    body = b"".join(row + b"\xff" * (size - len(row)) for row in rows)
    head = puzzles.MAGIC + bytes((puzzles.VERSION, size))
    head += b"".join(len(group).to_bytes(2, "little") for group in by_grade)
    return head + binascii.crc32(body).to_bytes(4, "little") + body


def chosen(candidates, each, jokers):
    """Five lists of `each` puzzles, rising by their work; `jokers` of them with a joker at least,
    and a quarter of them at most, those on the rack first. None while there are too few."""
    out = []
    for grade in range(1, 6):
        here = [puzzle for puzzle in candidates if grade_of(puzzle.work()) == grade]
        on_rack = [puzzle for puzzle in here if puzzle.kind == "rack joker"]
        with_joker = on_rack + [puzzle for puzzle in here if puzzle.kind == "table joker"]
        with_joker = with_joker[: max(jokers, each // 4)]
        plain = [puzzle for puzzle in here if puzzle.kind == "plain"][: each - len(with_joker)]
        if len(with_joker) < jokers or len(with_joker) + len(plain) < each:
            return None
        out.append(sorted(with_joker + plain, key=lambda puzzle: (puzzle.work(), puzzle.key())))
    return out


def make(args):
    """Find puzzles until there are enough and write them. The exit status."""
    chance = random.Random(args.seed)
    start = time.time()
    candidates, seen, tally, turn, group = [], set(), {}, 0, None
    bar = progress.bar(unit="puzzles")
    while group is None:
        if time.time() - start > args.seconds:
            counts = [sum(grade_of(p.work()) == grade for p in candidates) for grade in range(1, 6)]
            raise RulesError(
                "Not enough puzzles in %d seconds: %s of the grades 1 to 5."
                % (args.seconds, ", ".join(map(str, counts)))
            )
        puzzle = maker.attempt(chance, _TURNS[turn % len(_TURNS)], tally)
        turn += 1
        if puzzle and puzzle.key() not in seen:
            seen.add(puzzle.key())
            candidates.append(puzzle)
            bar.update()
        if turn % 65 == 0:
            group = chosen(candidates, args.each, args.jokers)
    bar.close()
    data = written(group)
    with open(args.output, "wb") as file:
        file.write(data)
    looked = sum(tally.values())
    print(
        "%d puzzles, %d with a joker, %d bytes, %.0f s"
        % (
            5 * args.each,
            sum(puzzle.kind != "plain" for row in group for puzzle in row),
            len(data),
            time.time() - start,
        )
    )
    for grade, row in enumerate(group):
        print(
            "grade %d: %d old tiles move (%d to %d), %d states (%d to %d)"
            % ((grade + 1,) + spread(row, "moved") + spread(row, "states"))
        )
    print(
        "%d candidates looked at, %.1f%% rejected: %s"
        % (
            looked,
            100 - 100 * tally.get("puzzles", 0) / max(1, looked),
            ", ".join("%s %d" % (why, tally[why]) for why in sorted(tally) if why != "puzzles"),
        )
    )
    return 0


def spread(row, field):
    """(median, least, most) of a field of puzzles."""
    values = sorted(getattr(puzzle, field) for puzzle in row)
    return values[len(values) // 2], values[0], values[-1]


def proven(table, rack):
    """The (work, end table) of a puzzle, all of it proven; raises RulesError with what is wrong."""
    tiles.check_pack(ways.plain_counts(table, rack))
    result = search.run(maker.RULES, table, rack, True, least=len(rack))
    if result.tiles != len(rack) or not result.proved:
        raise RulesError("not all of the rack can be laid.")
    if not referee.judge(maker.RULES, table, rack, result.table, True).legal:
        raise RulesError("the solver's play is not legal.")
    solved = maker.only_solution(table, rack, 400000)
    if solved is None:
        raise RulesError("it has more than one solution.")
    if ways.solution(result.table) != ways.solution(solved[0]):
        raise RulesError("the solver and the exact cover disagree.")
    states = search.run(maker.RULES, table, rack, True, least=len(rack), tidy=0).states
    return maker.Puzzle(table, rack, solved[0], solved[1], states, "").work(), solved[0]


def check(args):
    """Prove every puzzle of a pack. The exit status."""
    seen = set()
    with open(args.file, "rb") as file:
        pack = puzzles.Pack(file, binascii.crc32)
        for number in range(sum(pack.counts)):
            grade = pack.grade(number)[0]
            try:
                table, rack = pack.puzzle(number)
                work = proven(table, rack)[0]
                if grade_of(work) != grade:
                    raise RulesError("its grade is %d, not %d." % (grade_of(work), grade))
                key = bytes(ways.plain_counts(table, rack))
                if key in seen:
                    raise RulesError("the pack has it twice.")
                seen.add(key)
            except RulesError as problem:
                raise RulesError("Puzzle %d: %s" % (number + 1, problem))
    print(
        "%d puzzles (%s of the grades 1 to 5), each with one solution"
        % (len(seen), ", ".join(map(str, pack.counts)))
    )
    return 0


def show(args):
    """Print a puzzle and its solution, or what a pack holds."""
    with open(args.file, "rb") as file:
        pack = puzzles.Pack(file, binascii.crc32)
        if args.number is None:
            print("%d puzzles: %s of the grades 1 to 5" % (sum(pack.counts), pack.counts))
            return 0
        if not 1 <= args.number <= sum(pack.counts):
            raise RulesError("The pack has puzzles 1 to %d." % sum(pack.counts))
        table, rack = pack.puzzle(args.number - 1)
        print("grade %d" % pack.grade(args.number - 1)[0])
    print("table: " + " | ".join(" ".join(tiles.set_text(codes)) for codes in table))
    print("rack:  " + " ".join(tiles.set_text(rack)))
    result = search.run(maker.RULES, table, rack, True, least=len(rack))
    print("\n".join(report(maker.RULES, table, rack, result, True, False)))
    return 0


def main(argv):
    """Run the command. Returns the exit status: 0, or 2 for a bad pack or a bad request."""
    parser = Parser("puzzles", __doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("make", help="new puzzles, each proven to have one solution")
    making.add_argument("-o", "--output", type=new_file, required=True, metavar="FILE")
    making.add_argument("--each", type=int, default=60, help="puzzles of each grade (60)")
    making.add_argument("--jokers", type=int, help="with a joker, at least (6 a grade, or half)")
    making.add_argument("--seed", type=int, default=1, help="another number, other puzzles")
    making.add_argument("--seconds", type=int, default=3600, help="give up after so long (3600)")
    making.set_defaults(run=make)
    checking = verbs.add_parser("check", help="prove every puzzle of a pack again")
    checking.add_argument("file")
    checking.set_defaults(run=check)
    showing = verbs.add_parser("show", help="a puzzle and its solution")
    showing.add_argument("file")
    showing.add_argument("number", type=int, nargs="?")
    showing.set_defaults(run=show)
    args = parser.parse_args(argv)
    try:
        if args.run is make:
            half = args.each // 2
            args.jokers = min(6, half) if args.jokers is None else args.jokers
            if not (0 < args.each < 1000 and 0 <= args.jokers <= half):
                raise RulesError("1 to 999 puzzles a grade, at most half of them with a joker.")
        return args.run(args)
    except OSError as problem:
        if problem.filename is None:  # it is the output that fails
            raise
        print("%s: %s." % (problem.filename, problem.strerror), file=sys.stderr)
        return 2
    except RulesError as problem:
        print(problem, file=sys.stderr)
        return 2
