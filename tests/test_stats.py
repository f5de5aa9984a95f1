"""Statistics and badges: what a round counts, what the saves hold, what is damaged."""

import pytest
from pocket.saves import slots

from rules import catalogue, stats
from rules.base import RulesError
from rules.stats import BADGES, BEST, HINTS, LONGEST, PLAYED, POINTS, RUN, WON

EASY, NORMAL, HARD, MASTER = catalogue.OLD_LEVELS
MARKS = [number.to_bytes(4, "little") for number in range(1, 400)]


def fresh_badges(bits):
    return {BADGES[i] for i in range(len(BADGES)) if bits >> i & 1}


def won(one, number, **words):
    """Count a round won by 10 points against easy in the first game, or as `words` say."""
    what = {"game": catalogue.ORDER[0], "level": EASY, "won": True, "points": 10}
    what.update({"best": 3, "hints": 0}, **words)
    return fresh_badges(one.count(MARKS[number], *what.values()))


def test_there_are_a_dozen_badges():
    assert len(BADGES) == len(set(BADGES)) == 12, "another: CONTRIBUTING, A badge, a sound, a lint"


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
    assert won(one, 5) == set() and one.sum(PLAYED) == 1
    again = stats.Stats(one.dump())
    won(again, 5)
    assert again.sum(PLAYED) == 1


def test_every_badge_is_earned_once_by_what_it_says():
    one = stats.Stats()
    every = [({"game": game}, "") for game in catalogue.ORDER[1:-1]]
    loss, hard = {"won": False}, {"level": HARD}
    rounds = [(loss, ""), ({}, "first"), ({}, ""), ({}, "three"), *[({}, "")] * 3, ({}, "seven")]
    rounds += [({}, ""), ({}, ""), ({}, "ten"), ({"best": 9}, ""), ({"best": 10}, "tiles")]
    rounds += [(dict(hard, **loss), ""), (dict(hard, hints=1), "hard"), (hard, "alone")]
    rounds += [({"level": MASTER}, "master"), *every, ({"game": catalogue.ORDER[-1]}, "every")]
    wins = sum(words.get("won", True) for words, _ in rounds)
    rounds += [({}, "")] * (49 - wins) + [({}, "fifty")]
    rounds += [(loss, "")] * (99 - len(rounds)) + [(loss, "hundred")]
    for number, (words, badge) in enumerate(rounds):
        assert won(one, number, **words) == set(badge.split()), number
    assert fresh_badges(one.solved(24)) == set()
    assert fresh_badges(one.solved(25)) == {"puzzles"} and one.solved(26) == 0
    assert one.badges == (1 << 12) - 1


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
    assert again.rows == one.rows and again.badges == one.badges and again.mark == one.mark
    assert again.dump() == data and len(data) < slots.SLOT - 32  # its head


def test_statistics_of_an_earlier_version_had_the_levels_by_number():
    head = b"\x01\x81\x00mark"  # version, badges
    row = b"\x05\x00\x02\x00\x0a\x00\x00\x10\x07\x01\x00\x02\x00\x03\x00"
    data = head + b"RK\x00" + row + b"RG\x02" + row + b"ER\x03" + row
    one = stats.Stats(data)
    numbers = [5, 2, 10, 7, 1, 2, 3]
    assert one.rows == [["RK", EASY] + numbers, ["RG", HARD] + numbers, ["ER", MASTER] + numbers]
    assert fresh_badges(one.badges) == {"first", "hard"} and one.mark == b"mark"
    for wrong in (data[:-1], data + b"R", head + b"RK\x04" + row, b"\x00" + data[1:]):
        with pytest.raises(RulesError, match="^The statistics cannot be read.$"):
            stats.Stats(wrong)


def test_what_was_told_is_kept_and_of_earlier_statistics_nothing_is_new():
    one = stats.Stats()
    won(one, 1)
    one.told = (12345, 7, 0xABC)
    assert stats.Stats(one.dump()).told == (12345, 7, 0xABC)
    data = one.dump()
    earlier = b"\x02" + data[1:7] + data[14:]  # of version 2
    assert stats.Stats(earlier).told == (0, 1, one.badges)  # as if it had been told
    assert stats.Stats(earlier).rows == one.rows


def test_rounds_are_counted_by_character_too():
    one = stats.Stats()
    one.count(b"1111", catalogue.ORDER[0], HARD, True, 10, 6, 0, [3, 0])
    one.count(b"2222", catalogue.ORDER[0], HARD, False, -9, 6, 0, [3])
    assert one.met == [1, 1, 0, 0, 0, 0, 2, 1]
    data = one.dump()
    again = stats.Stats(data)
    assert again.met == one.met and again.rows == one.rows and again.dump() == data
    earlier = b"\x03" + data[1:13] + data[30:]  # of version 3
    assert stats.Stats(earlier).rows == one.rows and stats.Stats(earlier).met == []
    with pytest.raises(RulesError):
        stats.Stats(data[:13] + b"\xff")


def test_progress_goes_up_to_its_goal_and_what_is_earned_stays_there():
    one = stats.Stats()
    assert one.progress() == [0] * len(BADGES)
    for number in range(4):
        won(one, number, best=6 + number)
    won(one, 5, won=False, level=HARD)
    far = dict(zip(BADGES, one.progress(7)))
    assert (far["ten"], far["fifty"], far["hundred"]) == (4, 4, 5)
    assert (far["seven"], far["tiles"], far["every"], far["puzzles"]) == (4, 9, 1, 7)
    assert (far["first"], far["hard"], far["master"], far["alone"]) == (1, 0, 0, 0)
    won(one, 6, won=False)
    assert dict(zip(BADGES, one.progress()))["seven"] == 0
    assert dict(zip(BADGES, one.progress()))["three"] == 3  # earned
    won(one, 7, level=MASTER)
    far = dict(zip(BADGES, one.progress(99)))
    assert (far["hard"], far["master"], far["alone"], far["puzzles"]) == (1, 1, 1, 25)
    assert all(number <= goal for number, goal in zip(one.progress(99), stats.NEEDED))


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
