"""Packs of puzzles: how they lie in bytes, what one solution means, the command, bad packs."""

import binascii
import io
import random
import re

import pytest
from rules_help import codes
from rules_help import table as sets

from rules import errors, puzzles
from rules.base import RulesError
from rules.tilegame import melds, tiles
from tools import refusals
from tools.__main__ import guarded
from tools.puzzles import command, maker, ways


def opened(data):
    return puzzles.Pack(io.BytesIO(data), binascii.crc32)


@pytest.fixture(scope="module")
def small():
    """A pack of five puzzles as bytes, one a grade, and the puzzles."""
    chance = random.Random(26)  # soon has all grades
    group = [[] for _ in range(5)]
    while not all(group):
        puzzle = maker.attempt(chance, "plain", command.lacking(group, 1))
        if puzzle:
            group[puzzle.grade() - 1].append(puzzle)
    return command.written(group), [row[0] for row in group]


# -- bytes -----------------------------------------------------------------------------------------


def test_every_set_has_its_code():
    seen = [puzzles.set_of(at) for at in range(puzzles.SETS)]
    assert len(set(seen)) == puzzles.SETS == 65 + 4 * (11 + 10 + 9 + 8)
    assert [puzzles.set_code(one) for one in seen] == list(range(puzzles.SETS))
    for one in seen:
        assert melds.readings(one, maker.RULES)


@pytest.mark.parametrize(
    "text",
    [
        "k1 r1 b1",
        "r9 b9 o9",
        "k13 r13 b13 o13",
        "k1 k2 k3",
        "o8 o9 o10 o11 o12 o13",
        "k5 r5 *",
        "r5 o5 *",
        "b5 o5 *",
        "k7 r7 b7 *",
        "k7 b7 o7 *",
        "* r4 r5",
        "r3 * r5",
        "r3 r4 *",
        "* r12 r13",
        "b1 b2 b3 b4 *",
    ],
)
def test_a_set_is_packed_and_read_back(text):
    puzzle = maker.Puzzle([codes(text)], codes("k2"), None, 0, 0)
    assert puzzles.unpack(command.packed(puzzle)) == ([codes(text)], codes("k2"))


@pytest.mark.long
def test_a_pack_is_read_back(small):
    data, made = small
    pack = opened(data)
    assert pack.counts == [1, 1, 1, 1, 1] and pack.mark == data[16:20]
    for number in range(5):
        assert pack.grade(number) == (number + 1, 0) and pack.number(number + 1, 0) == number
        table, rack = pack.puzzle(number)
        assert (sorted(table), rack) == (sorted(made[number].table), made[number].rack)
    with pytest.raises(RulesError):
        pack.grade(5)


# -- one solution ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, many",
    [
        ("r3 r4 r5", 1),
        ("r1 r2 r3 r4 r5 r6 r7", 1),  # how a run is cut makes no other solution
        ("r3 r4 r5 r5 r6 r7", 1),
        ("k1 r1 b1 k2 r2 b2 k3 r3 b3", 2),
        ("k1 r1 b1 o1 k2 k3", 1),  # three of the group of ones, or the run and three
        ("r3 r4", 0),
        ("k9 r9 b9 k9 r9 o9", 1),
    ],
)
def test_solutions_differ_in_their_groups(text, many):
    have = tiles.counts(codes(text))
    found = {ways.solution([bytes(one) for one in way]) for way in ways.tables(have)}
    assert len(found) == many


def test_a_joker_that_may_lie_elsewhere_is_another_solution():
    table, rack = sets("r3 r4 r5"), codes("r6 *")
    ends = {ways.solution(end) for end in maker.legal_ends(table, rack)}
    assert len(ends) == 2  # before the 3 or behind the 6
    assert maker.only_solution(table, rack) is None


def test_a_group_s_joker_of_open_colour_is_one_solution():
    end = melds.read_table(sets("k5 b5 * | r1 r2 r3"), maker.RULES)[0]
    assert ways.solution(end)[0] == (((4, 30), 1),)


@pytest.mark.long
def test_what_is_made_is_proven(small):
    for puzzle in small[1]:
        again = command.proven(puzzle.table, puzzle.rack)
        assert (again.moved, again.opened) == (puzzle.moved, puzzle.opened)
        assert ways.solution(again.end) == ways.solution(puzzle.end)
        assert not ways.all_sets(tiles.counts(puzzle.rack))  # no set by itself


@pytest.mark.parametrize(
    "table, rack, sentence",
    [
        ("r3 r4 r5", "k9", "not all of the rack can be laid."),
        ("r3 r4 r5", "r6 *", "it has more than one solution."),
        ("r3 r4 r5 | k6 b6 r6", "r3 r3", "There are 3 tiles r3"),
        ("r3 r4 b5", "r6", "The table holds r3 r4 b5, which is no legal set."),
    ],
)
def test_what_is_no_puzzle_is_told(table, rack, sentence):
    with pytest.raises(RulesError) as told:
        command.proven(sets(table), codes(rack))
    assert str(told.value).startswith(sentence)


def test_one_tile_and_one_set_are_told_as_one():
    table = sets("r3 r4 r5 | k1 r1 b1")
    for moved, opened, told in (
        (1, 1, "1 table tile moves, 1 of 2 sets is open at once"),
        (0, 2, "0 table tiles move, 2 of 2 sets are open at once"),
    ):
        assert command.asked(maker.Puzzle(table, codes("k9"), None, moved, opened)) == told


# -- the command -----------------------------------------------------------------------------------


@pytest.mark.long
def test_make_check_show(tmp_path, capsys):
    path = str(tmp_path / "own.bin")
    words = ["make", "-o", path, "--each", "1", "--jokers", "0", "--seed", "2"]
    assert command.main(words) == 0
    assert "5 puzzles" in capsys.readouterr().out
    assert command.main(["check", path]) == 0
    assert "5 puzzles" in capsys.readouterr().out
    assert command.main(["show", path, "5"]) == 0
    out = capsys.readouterr().out
    assert re.match(r"grade 5: \d+ table tiles move, \d of \d+ sets are open at once\ntable: ", out)
    assert "The rack is empty." in out
    assert guarded("puzzles", command.main, ["show", path, "6"]) == 2
    assert capsys.readouterr().err == "The pack has puzzles 1 to 5.\n"


@pytest.mark.parametrize("each", ["900", "1"])
def test_too_little_time_is_told_and_writes_nothing(tmp_path, capsys, each):
    path = tmp_path / "own.bin"
    assert (
        guarded(
            "puzzles", command.main, ["make", "-o", str(path), "--each", each, "--seconds", "0"]
        )
        == 2
    )
    assert capsys.readouterr().err.startswith("Not enough puzzles in 0 seconds: ")
    assert not path.exists()


def test_more_jokers_than_may_be_are_told(tmp_path, capsys):
    words = ["make", "-o", str(tmp_path / "x"), "--each", "5", "--jokers", "3"]
    assert guarded("puzzles", command.main, words) == 2
    assert capsys.readouterr().err == "At most half of the puzzles of a grade have a joker.\n"


# -- bad packs -------------------------------------------------------------------------------------


def spoilt(data):
    """(name, bytes, sentence) of packs that are none."""
    yield "empty", b"", "This is not a puzzle pack."
    yield "noise", bytes(range(256)), "This is not a puzzle pack."
    yield "newer", data[:4] + b"\x09" + data[5:], "The puzzles are of version 9, not 1."
    yield "cut", data[:-5], "The puzzles are damaged."
    yield "longer", data + b"\xff", "The puzzles are damaged."
    yield "no puzzles", data[:6] + bytes(14), "The puzzles are damaged."
    yield "flipped", data[:-9] + bytes((data[-9] ^ 1,)) + data[-8:], "The puzzles are damaged."


@pytest.mark.long
@pytest.mark.parametrize("at", range(7))
def test_a_bad_pack_is_one_sentence(small, at, tmp_path, capsys):
    name, data, sentence = list(spoilt(small[0]))[at]
    with pytest.raises(RulesError) as told:
        opened(data)
    assert refusals.sentence(told.value).startswith(sentence)
    path = tmp_path / "bad.bin"
    path.write_bytes(data)
    for verb in ("check", "show"):
        assert guarded("puzzles", command.main, [verb, str(path)]) == 2
        err = capsys.readouterr().err
        assert err.startswith(sentence) and err.count("\n") == 1


@pytest.mark.parametrize(
    "row", [b"\x11\xff\x01", b"\x11\xd9\xff\x01", b"\x41\x01\x02", b"\x01\x01\xff", b"\x11\x01\x99"]
)
def test_a_puzzle_that_is_none_is_refused(row):
    with pytest.raises(RulesError, match="^%d$" % errors.PACK_DAMAGED):
        puzzles.unpack(row)


@pytest.mark.long
def test_a_pack_with_a_wrong_puzzle_fails_the_check(small, tmp_path, capsys):
    made = list(small[1])
    made[2] = maker.Puzzle(sets("r3 r4 r5"), codes("k9"), None, 3, 2)
    path = tmp_path / "wrong.bin"
    path.write_bytes(command.written([[puzzle] for puzzle in made]))
    assert guarded("puzzles", command.main, ["check", str(path)]) == 2
    assert capsys.readouterr().err == "Puzzle 3: not all of the rack can be laid.\n"
    path.write_bytes(command.written([[p] for p in reversed(small[1])]))
    assert guarded("puzzles", command.main, ["check", str(path)]) == 2
    hardest = small[1][4]
    assert capsys.readouterr().err == (
        "Puzzle 1: it does not fit grade 1: %d table tiles move, %d of %d sets are open at once.\n"
        % (hardest.moved, hardest.opened, len(hardest.table))
    )


def test_a_missing_pack_is_one_sentence(tmp_path, capsys):
    assert guarded("puzzles", command.main, ["check", str(tmp_path / "none.bin")]) == 2
    assert capsys.readouterr().err.endswith("none.bin cannot be read: No such file or directory.\n")


# -- progress --------------------------------------------------------------------------------------


class Three:
    """What Progress asks of a pack."""

    counts = [10, 0, 0, 3, 0]
    mark = b"mark"


def test_progress_is_a_bit_a_puzzle():
    progress = puzzles.Progress(Three)
    for number in (0, 8, 12):
        progress.solve(number)
    progress.solve(8)
    assert [number for number in range(13) if progress.solved(number)] == [0, 8, 12]
    assert progress.many() == 3 and progress.many(10, 3) == 1 and progress.many(1, 7) == 0
    progress.day = 700
    again = puzzles.Progress(Three, progress.dump())
    assert again.dump() == progress.dump() and again.day == 700 and again.solved(12)
    assert len(progress.dump()) == 12


def test_progress_knows_how_many_days_in_a_row_are_solved():
    progress = puzzles.Progress(Three)
    rows = []
    for day in (740000, 740000, 740001, 740002, 740002, 740004, 740005):
        progress.solve_day(day)
        progress = puzzles.Progress(Three, progress.dump())
        rows.append(progress.row)
    assert rows == [1, 1, 2, 3, 3, 1, 2] and progress.day == 7
    assert [progress.since(day) for day in (740005, 740006, 740009)] == [0, 1, 4]


def test_without_dates_the_row_is_one_of_puzzles():
    progress = puzzles.Progress(Three)
    for row in range(1, 5):
        progress.solve_day(progress.day)
        assert progress.row == row and progress.since(progress.day) == 1


def test_progress_of_an_earlier_version_begins_a_row():
    progress = puzzles.Progress(Three, b"mark\x07\x00\x01\x10")
    assert [n for n in range(13) if progress.solved(n)] == [0, 12] and progress.day == 7
    assert progress.row == 0
    progress.solve_day(progress.day)
    assert progress.row == 1


def test_progress_of_another_pack_begins_anew():
    progress = puzzles.Progress(Three)
    progress.solve(3)
    data = progress.dump()
    for other in (b"kram" + data[4:], data[:-1], data + b"\0", b""):
        assert puzzles.Progress(Three, other).many() == 0


@pytest.mark.parametrize("count", [1, 2, 13, 300, 301, 420])
def test_every_puzzle_has_its_day_before_one_comes_again(count):
    class Pack:
        counts = [count]
        mark = b"mark"

    progress = puzzles.Progress(Pack)
    days = [progress.of_the_day(day) for day in range(count)]
    assert sorted(days) == list(range(count))
    assert progress.of_the_day(count) == days[0]
