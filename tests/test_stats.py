"""Statistics: what a round counts, what the saves hold, what is damaged."""

import pytest
from pocket.saves import slots

from rules import catalogue, stats
from rules.base import RulesError
from rules.stats import BEST, HINTS, LONGEST, PLAYED, POINTS, RUN, WON

EASY, _, HARD, _ = catalogue.OLD_LEVELS
MARKS = [number.to_bytes(4, "little") for number in range(1, 400)]


def won(one, number, **words):
    """Count a round won by 10 points against easy in the first game, or as `words` say."""
    what = {"game": catalogue.ORDER[0], "level": EASY, "won": True, "points": 10}
    what.update({"best": 3, "hints": 0}, **words)
    one.count(MARKS[number], *what.values())


def test_a_round_counts_in_its_row_alone():
    one = stats.Stats()
    won(one, 0, points=24, best=5, hints=2)
    won(one, 1, won=False, points=-31, best=4, hints=1)
    won(one, 2, game=catalogue.ORDER[2], level=HARD, points=7, best=1)
    row = one.row(catalogue.ORDER[0], EASY)
    assert row[2:] == [2, 1, -7, 5, 0, 1, 3]
    assert one.row(catalogue.ORDER[2], HARD)[2:] == [1, 1, 7, 1, 1, 1, 0]
    fields = PLAYED, WON, POINTS, BEST, RUN, LONGEST, HINTS
    assert [one.sum(field) for field in fields] == [3, 2, 0, 5, 1, 1, 3]
    assert one.sum(PLAYED, catalogue.ORDER[2]) == 1 and one.sum(BEST, catalogue.ORDER[1]) == 0


def test_a_run_of_wins_ends_with_a_loss_and_its_longest_stays():
    one = stats.Stats()
    for number, win in enumerate((1, 1, 0, 1, 1, 1, 0, 1)):
        won(one, number, won=bool(win))
    row = one.row(catalogue.ORDER[0], EASY)
    assert (row[2 + RUN], row[2 + LONGEST]) == (1, 3)


def test_the_same_round_is_counted_once():
    one = stats.Stats()
    won(one, 5)
    won(one, 5)
    assert one.sum(PLAYED) == 1
    again = stats.Stats(one.dump())
    won(again, 5)
    assert again.sum(PLAYED) == 1


def test_all_of_it_is_kept_in_a_slot_of_the_saves():
    one = stats.Stats()
    number = 0
    for game in catalogue.ORDER:
        for level in catalogue.LEVELS:
            for _ in range(3):
                won(one, number, game=game, level=level, points=-999, best=14, hints=2)
                number += 1
    data = one.dump()
    again = stats.Stats(data)
    assert again.rows == one.rows and again.mark == one.mark
    assert again.dump() == data and len(data) < slots.SLOT - 32  # its head


def test_numbers_stop_where_their_bytes_end():
    one = stats.Stats()
    row = one.row(catalogue.ORDER[0], EASY)
    row[2:] = [70000, 70000, -(1 << 30), 300, 70000, 70000, 70000]
    again = stats.Stats(one.dump()).rows[0]
    assert again[2:] == [65535, 65535, -(1 << 28), 255, 65535, 65535, 65535]


@pytest.mark.parametrize(
    "spoil",
    [lambda data: b"", lambda data: b"\x09" + data[1:], lambda data: data[:-1],
     lambda data: data + b"\0", lambda data: data[:3], lambda data: data[:13] + b"XX" + data[15:],
     lambda data: data[:13] + b"\xf4K" + data[15:], lambda data: data[:15] + b"\x09" + data[16:]],
)  # fmt: skip
def test_damaged_statistics_are_one_sentence(spoil):
    one = stats.Stats()
    won(one, 1)
    with pytest.raises(RulesError, match="^The statistics cannot be read.$"):
        stats.Stats(spoil(one.dump()))
