"""Packs of puzzles: how they lie in bytes, what one solution means, bad packs, progress."""

import binascii
import io

import cases
import puzzle_help
import pytest
from rules_help import codes
from rules_help import table as sets

from rules import errors, puzzles
from rules.base import RulesError
from rules.tilegame import melds, tiles
from tools import refusals


def opened(data):
    return puzzles.Pack(io.BytesIO(data), binascii.crc32)


# Puzzles as bytes of a pack (docs/PUZZLES.md), and what they are.
ROWS = {
    b"\x11\x41\x03": ("k1 k2 k3", "k4"),
    b"\x12\x00\x8b\x34": ("k1 r1 b1 | o1 o2 o3 o4", "*"),
    b"\x21\xd9\x42\x0d\x0e": ("* k3 k4", "r1 r2"),
    b"\x11\xdb\x42\x0d": ("k2 k3 *", "r1"),
    b"\x11\xda\x14\x0d": ("k5 b5 *", "r1"),
}


def packed(rows):
    """Return a pack of five puzzles, one a grade."""
    size = max(map(len, rows))
    body = b"".join(row.ljust(size, b"\xff") for row in rows)
    head = b"PRpz\x01" + bytes((size,)) + b"\1\0" * 5
    return head + binascii.crc32(body).to_bytes(4, "little") + body


# -- bytes -----------------------------------------------------------------------------------------


def test_every_code_is_a_set_of_its_own():
    every = [puzzles.decode_set(code) for code in range(puzzles.SETS)]
    assert len(set(every)) == puzzles.SETS == 65 + 4 * (11 + 10 + 9 + 8)
    assert all(melds.readings(row, puzzle_help.RULES) for row in every)


def test_a_pack_is_read():
    pack = opened(packed(list(ROWS)))
    assert pack.counts == [1, 1, 1, 1, 1]
    for number, (table, rack) in enumerate(ROWS.values()):
        assert pack.grade(number) == (number + 1, 0) and pack.number(number + 1, 0) == number
        assert pack.puzzle(number) == (sets(table), codes(rack))
    with pytest.raises(RulesError):
        pack.grade(5)


# -- one solution ----------------------------------------------------------------------------------


@cases.table("text, many")
def test_solutions_differ_in_their_groups(text, many):
    have = tiles.counts(codes(text))
    found = set(map(puzzle_help.solution, puzzle_help.tables(have)))
    assert len(found) == many


def test_a_joker_that_may_lie_elsewhere_is_another_solution():
    table, rack = sets("r3 r4 r5"), codes("r6 *")
    ends = {puzzle_help.solution(end) for end in puzzle_help.legal_ends(table, rack)}
    assert len(ends) == 2  # before the 3 or behind the 6


def test_a_group_s_joker_of_open_colour_is_one_solution():
    end = melds.read_table(sets("k5 b5 * | r1 r2 r3"), puzzle_help.RULES)[0]
    assert puzzle_help.solution(end)[0] == (((4, 30), 1),)


@cases.table("table, rack, sentence")
def test_what_is_no_puzzle_is_told(table, rack, sentence):
    with pytest.raises(RulesError) as told:
        puzzle_help.proven(sets(table), codes(rack))
    assert str(told.value).startswith(sentence)


# -- bad packs -------------------------------------------------------------------------------------


def spoilt(data):
    """Yield (name, bytes, sentence) of packs that are none."""
    yield "empty", b"", "The puzzles are damaged."
    yield "noise", bytes(range(256)), "The puzzles are damaged."
    yield "newer", data[:4] + b"\x09" + data[5:], "The puzzles are damaged."
    yield "cut", data[:-5], "The puzzles are damaged."
    yield "longer", data + b"\xff", "The puzzles are damaged."
    yield "no puzzles", data[:6] + bytes(14), "The puzzles are damaged."
    yield "flipped", data[:-9] + bytes((data[-9] ^ 1,)) + data[-8:], "The puzzles are damaged."


@pytest.mark.parametrize("at", range(7))
def test_a_bad_pack_is_one_sentence(at):
    _name, data, sentence = list(spoilt(packed(list(ROWS))))[at]
    with pytest.raises(RulesError) as told:
        opened(data)
    assert refusals.sentence(told.value).startswith(sentence)


@pytest.mark.parametrize(
    "row", [b"\x11\xff\x01", b"\x11\xd9\xff\x01", b"\x41\x01\x02", b"\x01\x01\xff", b"\x11\x01\x99"]
)
def test_a_puzzle_that_is_none_is_refused(row):
    with pytest.raises(RulesError, match="^%d$" % errors.PACK_DAMAGED):
        puzzles.unpack(row)


# -- progress --------------------------------------------------------------------------------------


class Three:
    """What Progress asks of a pack."""

    counts = [10, 0, 0, 3, 0]
    mark = b"mark"


def test_progress_is_a_bit_a_puzzle():
    progress = puzzles.Progress(Three)
    for number in (0, 8, 12):
        progress.mark_solved(number)
    progress.mark_solved(8)
    assert [number for number in range(13) if progress.is_solved(number)] == [0, 8, 12]
    assert (
        progress.count_solved() == 3
        and progress.count_solved(10, 3) == 1
        and progress.count_solved(1, 7) == 0
    )
    progress.days_solved = 700
    again = puzzles.Progress(Three, progress.dump())
    assert again.dump() == progress.dump() and again.days_solved == 700 and again.is_solved(12)
    assert len(progress.dump()) == 12


def test_progress_knows_how_many_days_in_a_row_are_solved():
    progress = puzzles.Progress(Three)
    rows = []
    for day in (740000, 740000, 740001, 740002, 740002, 740004, 740005):
        progress.mark_day_solved(day)
        progress = puzzles.Progress(Three, progress.dump())
        rows.append(progress.streak)
    assert rows == [1, 1, 2, 3, 3, 1, 2] and progress.days_solved == 7
    assert [progress.days_since(day) for day in (740005, 740006, 740009)] == [0, 1, 4]


def test_without_dates_the_row_is_one_of_puzzles():
    progress = puzzles.Progress(Three)
    for row in range(1, 5):
        progress.mark_day_solved(progress.days_solved)
        assert progress.streak == row and progress.days_since(progress.days_solved) == 1


def test_progress_of_another_pack_begins_anew():
    progress = puzzles.Progress(Three)
    progress.mark_solved(3)
    data = progress.dump()
    for other in (b"kram" + data[4:], data[:-1], data + b"\0", b""):
        assert puzzles.Progress(Three, other).count_solved() == 0


@pytest.mark.parametrize("count", [1, 2, 13, 300, 301, 420])
def test_every_puzzle_has_its_day_before_one_comes_again(count):
    class Pack:
        counts = [count]
        mark = b"mark"

    progress = puzzles.Progress(Pack)
    days = [progress.number_of_day(day) for day in range(count)]
    assert sorted(days) == list(range(count))
    assert progress.number_of_day(count) == days[0]
