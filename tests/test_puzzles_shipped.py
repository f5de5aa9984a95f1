"""The puzzles that come with the game: every one proven, and a sample by routes of its own."""

import binascii
import os
from collections import Counter

import puzzle_help
import pytest
from rules_help import check_each

from rules import puzzles
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER
from tools.soak import judge, positions

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "..", "assets", "puzzles.bin")


@pytest.fixture(scope="module")
def pack():
    with open(FILE, "rb") as file:
        yield puzzles.Pack(file, binascii.crc32)


def numbers(every, joker):
    """Return the numbers of every `every`th puzzle with or without a joker."""
    with open(FILE, "rb") as file:
        pack = puzzles.Pack(file, binascii.crc32)
        all_of = [
            number
            for number in range(sum(pack.counts))
            if (JOKER in b"".join(pack.puzzle(number)[0]) + pack.puzzle(number)[1]) == joker
        ]
    return all_of[::every]


def test_there_are_sixty_of_each_grade_with_jokers_among_them(pack):
    assert pack.counts == [60] * 5 and os.path.getsize(FILE) == 20 + 300 * 15
    on_rack = on_table = 0
    for number in range(300):
        table, rack = pack.puzzle(number)
        on_rack += JOKER in rack
        on_table += JOKER in b"".join(table)
    assert on_rack >= 5 and on_table >= 30


def test_no_two_puzzles_have_the_same_tiles(pack):
    every = {bytes(puzzle_help.plain_counts(*pack.puzzle(number))) for number in range(300)}
    assert len(every) == 300


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("grade, fewest_sets", list(enumerate((2, 3, 4, 5, 6), 1)))
def test_each_puzzle_of_a_grade_has_one_solution(pack, grade, fewest_sets):
    """Proven by the solver and by exact cover; the fewest sets are those of docs/PUZZLES.md."""

    def check(number):
        table, rack = pack.puzzle(number)
        puzzle_help.proven(table, rack)
        assert pack.grade(number)[0] == grade and len(table) >= fewest_sets

    check_each(range(60 * grade - 60, 60 * grade), check)


def test_puzzles_with_a_joker_by_the_judge(pack):
    def check(number):
        table, rack = pack.puzzle(number)
        before = positions.tokens(melds.read_table(table, puzzle_help.RULES)[0])
        where = positions.Position("RK", {}, before, positions.tokens([rack])[0], True)
        assert where.best_play("tiles", 100000)[0] == len(rack)

    check_each(numbers(6, True), check)


@pytest.mark.long
@pytest.mark.parametrize("number", numbers(50, False))
def test_one_solution_by_integer_programs(pack, number):
    """HiGHS: all tiles can be laid, and of no kind can more or fewer tiles lie in groups."""
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp

    table, rack = pack.puzzle(number)
    counts = puzzle_help.plain_counts(table, rack)
    words = Counter({tiles.text(code): counts[code] for code in range(52)})
    sets = [tiles.parse_set(row) for row in judge.sets_from(judge.rules_of("RK", {}), words)]
    count_in_set = numpy.array([[codes.count(code) for codes in sets] for code in range(52)])
    grouped = numpy.array([codes[0] % 13 == codes[1] % 13 for codes in sets])
    exact = LinearConstraint(count_in_set, counts[:52], counts[:52])

    def minimize(price):
        solution = milp(price, integrality=1, bounds=Bounds(0, 2), constraints=exact)
        assert solution.success
        return round(solution.fun)

    for code in range(52):
        if counts[code]:
            price = count_in_set[code] * grouped
            assert minimize(price) == -minimize(-price), tiles.text(code)
