"""`puzzles`: packs of puzzles, "lay the whole rack in one turn" (docs/PUZZLES.md).

python3 tools puzzles make -o FILE     new puzzles, each proven to have one solution
python3 tools puzzles check FILE       prove every puzzle of a pack again
python3 tools puzzles show FILE [N]    a puzzle and its solution, or how many there are
"""

import binascii
import random
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle

from rules import puzzles
from rules.base import RulesError
from rules.solver import search
from rules.tilegame import melds, referee, tiles
from tools import progress
from tools.arguments import Parser, new_file, opened, whole
from tools.puzzles import hard, maker, ways
from tools.puzzles.ways import Table
from tools.refusals import sentence
from tools.solve import report

HELP = "make, check and show packs of puzzles"

# How often each kind is tried: a joker on the rack makes few puzzles.
_TURNS = ("plain",) + ("rack joker",) * 3 + ("table joker",)


def packed(puzzle: maker.Puzzle) -> bytes:
    """Return a puzzle as rules.puzzles.unpack reads it, not yet padded."""
    out = bytearray((len(puzzle.table) | len(puzzle.rack) << 4,))
    for codes in puzzle.table:
        if tiles.JOKER in codes:
            codes, place = without_joker(codes)
            out.append(puzzles.SETS + place)
        out.append(puzzles.set_code(codes))
    return bytes(out + puzzle.rack)


def without_joker(codes: bytes) -> tuple[bytes, int]:
    """Return a set with its joker as a tile that it may stand for, and that tile's place in it."""
    place = codes.index(tiles.JOKER)
    standing = melds.readings(codes, maker.RULES)[0][1]
    joker = max(standing)
    kind = tiles.kinds_of(joker)[0]
    if melds.kind_of(standing) == melds.GROUP:
        whole = bytes(sorted(codes.replace(bytes((tiles.JOKER,)), bytes((kind,)))))
        return whole, whole.index(kind)
    return codes.replace(bytes((tiles.JOKER,)), bytes((kind,))), place


def written(by_grade: list[list[maker.Puzzle]]) -> bytes:
    """Return a whole pack as bytes. by_grade: five lists of Puzzle."""
    rows = [packed(puzzle) for group in by_grade for puzzle in group]
    size = max(len(row) for row in rows)
    body = b"".join(row + b"\xff" * (size - len(row)) for row in rows)
    head = puzzles.MAGIC + bytes((puzzles.VERSION, size))
    head += b"".join(len(group).to_bytes(2, "little") for group in by_grade)
    return head + binascii.crc32(body).to_bytes(4, "little") + body


def make(args: Namespace) -> int:
    """Find puzzles until there are enough and write them. The exit status."""
    chance = random.Random(args.seed)
    start = time.time()
    plain = [[] for _ in hard.GRADES]
    jokers = [[] for _ in hard.GRADES]
    seen = set()
    bar = progress.bar(total=5 * args.each, unit="puzzles")
    for kind in cycle(_TURNS):
        if lacking(plain, args.each - args.jokers) + lacking(jokers, args.jokers) == []:
            break
        if time.time() - start > args.seconds:
            counts = [len(a) + len(b) for a, b in zip(plain, jokers)]
            raise RulesError(
                "Not enough puzzles in %d seconds: %s of the grades 1 to 5."
                % (args.seconds, ", ".join(map(str, counts)))
            )
        if kind == "plain":
            rows, wanted = plain, lacking(plain, args.each - args.jokers)
        else:
            rows, wanted = jokers, lacking(jokers, args.jokers)
        puzzle = maker.attempt(chance, kind, wanted) if wanted else None
        if puzzle and puzzle.key() not in seen:
            seen.add(puzzle.key())
            rows[puzzle.grade() - 1].append(puzzle)
            bar.update()
    bar.close()
    by_grade = [sorted(a + b, key=maker.Puzzle.hardness) for a, b in zip(plain, jokers)]
    data = written(by_grade)
    with open(args.output, "wb") as file:
        file.write(data)
    print("%d puzzles, %d bytes, %.0f s" % (5 * args.each, len(data), time.time() - start))
    print("\n".join(figures(by_grade)))
    return 0


def asked(puzzle: maker.Puzzle) -> str:
    """Return how hard a puzzle is, in words."""
    return "%d table %s, %d of %d sets %s open at once" % (
        puzzle.moved,
        "tile moves" if puzzle.moved == 1 else "tiles move",
        puzzle.opened,
        len(puzzle.table),
        "is" if puzzle.opened == 1 else "are",
    )


def lacking(rows: Sequence[list], enough: int) -> list[int]:
    """Return the grades of which there are fewer than enough puzzles. rows: five lists."""
    return [grade for grade, row in enumerate(rows, 1) if len(row) < enough]


def figures(by_grade: list[list[maker.Puzzle]]) -> Iterator[str]:
    """Yield what the puzzles of each grade ask for: a line a grade. by_grade: five lists of
    Puzzle."""
    for grade, row in enumerate(by_grade, 1):
        if row:
            yield (
                "grade %d: %d, with a joker %d; table tiles that move: %s; sets open at once: %s"
                % (
                    grade,
                    len(row),
                    sum(puzzle.joker() for puzzle in row),
                    spread([puzzle.moved for puzzle in row]),
                    spread([puzzle.opened for puzzle in row]),
                )
            )


def spread(values: Iterable[int]) -> str:
    """Return the least and the most of some numbers, and the middle one."""
    values = sorted(values)
    return "%d to %d (middle %d)" % (values[0], values[-1], values[len(values) // 2])


def proven(table: Table, rack: bytes) -> maker.Puzzle:
    """Return the Puzzle of a table and a rack, all of it proven; raises RulesError with what is
    wrong."""
    tiles.check_pack(ways.plain_counts(table, rack))
    result = search.run(maker.RULES, table, rack, True, least=len(rack))
    if result.tiles != len(rack) or not result.proved:
        raise RulesError("not all of the rack can be laid.")
    if not referee.judge(maker.RULES, table, rack, result.table, True).legal:
        raise RulesError("the solver's play is not legal.")
    ends = maker.only_solution(table, rack, 400000)
    if ends is None:
        raise RulesError("it has more than one solution.")
    if ways.solution(result.table) != ways.solution(ends[0]):
        raise RulesError("the solver and the exact cover disagree.")
    try:
        return maker.puzzle_of(table, rack, ends, 400000)
    except OverflowError:
        raise RulesError("it has too many ways to tell how hard it is.")


def check(args: Namespace) -> int:
    """Prove every puzzle of a pack. The exit status."""
    seen = set()
    by_grade = [[] for _ in hard.GRADES]
    with opened(args.file) as file:
        pack = puzzles.Pack(file, binascii.crc32)
        for number in range(sum(pack.counts)):
            grade = pack.grade(number)[0]
            try:
                table, rack = pack.puzzle(number)
                puzzle = proven(table, rack)
                if puzzle.grade() != grade:
                    raise RulesError("it does not fit grade %d: %s." % (grade, asked(puzzle)))
                if puzzle.key() in seen:
                    raise RulesError("the pack has it twice.")
                seen.add(puzzle.key())
                by_grade[grade - 1].append(puzzle)
            except RulesError as problem:
                raise RulesError("Puzzle %d: %s" % (number + 1, sentence(problem)))
    print("%d puzzles, each with one solution" % len(seen))
    print("\n".join(figures(by_grade)))
    return 0


def show(args: Namespace) -> int:
    """Print a puzzle and its solution, or what a pack holds."""
    with opened(args.file) as file:
        pack = puzzles.Pack(file, binascii.crc32)
        if args.number is None:
            print("%d puzzles: %s of the grades 1 to 5" % (sum(pack.counts), pack.counts))
            return 0
        if args.number > sum(pack.counts):
            raise RulesError("The pack has puzzles 1 to %d." % sum(pack.counts))
        table, rack = pack.puzzle(args.number - 1)
        try:
            puzzle = proven(table, rack)
        except RulesError as problem:
            raise RulesError("Puzzle %d: %s" % (args.number, sentence(problem)))
        print("grade %d: %s" % (pack.grade(args.number - 1)[0], asked(puzzle)))
    print("table: " + " | ".join(" ".join(tiles.set_text(codes)) for codes in table))
    print("rack:  " + " ".join(tiles.set_text(rack)))
    result = search.run(maker.RULES, table, rack, True, least=len(rack))
    print("\n".join(report(maker.RULES, table, rack, result, True, False)))
    return 0


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 2 for a bad pack or a bad request."""
    parser = Parser("puzzles", __doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("make", help="new puzzles, each proven to have one solution")
    making.add_argument("-o", "--output", type=new_file, required=True, metavar="FILE")
    making.add_argument("--each", type=whole(1, 999), default=60, help="puzzles of each grade (60)")
    making.add_argument("--jokers", type=whole(0), help="how many of them have a joker (a quarter)")
    making.add_argument("--seed", type=whole(0), default=1, help="another number, other puzzles")
    making.add_argument(
        "--seconds", type=whole(0), default=3600, help="give up after so long (3600)"
    )
    making.set_defaults(run=make)
    checking = verbs.add_parser("check", help="prove every puzzle of a pack again")
    checking.add_argument("file")
    checking.set_defaults(run=check)
    showing = verbs.add_parser("show", help="a puzzle and its solution")
    showing.add_argument("file")
    showing.add_argument("number", type=whole(1), nargs="?")
    showing.set_defaults(run=show)
    args = parser.parse_args(argv)
    if args.run is make:
        args.jokers = args.each // 4 if args.jokers is None else args.jokers
        if args.jokers > args.each // 2:
            raise RulesError("At most half of the puzzles of a grade have a joker.")
    return args.run(args)
