"""The last rounds on the drive, and the statistics they add up to."""

import os
from types import SimpleNamespace

import cases
import pytest
import saves_help
from pocket.app.flow import Session
from pocket.games import seatcounts
from pocket.saves import roundsfile, slots
from record_help import play_game, shortest
from saves_help import told

from rules import catalogue, stats
from rules.record import notation, reader

# all that may lie beside the rounds
NAMES = ("game", "game.RK", "game.RG", "game.CR", "game.KR", "game.ER", "set", "stat", "puzz", "x")


@pytest.fixture
def store(tmp_path):
    return saves_help.store(tmp_path)


def marked(number, size=400):
    """Something that stands for a record of `size` bytes."""
    head = b"PocketRummy/1 number %d\n" % number
    return head + b"d" * (size - len(head))


@pytest.mark.parametrize(
    "size, least",
    [(480, 20), (660, 16), (1400, 6)],
    ids=["usual", "four easy players", "the longest"],
)
def test_so_many_of_the_last_rounds_are_there_newest_first(store, size, least):
    for number in range(60):
        assert roundsfile.save(store, marked(number, size)) is None
        assert number % 10 or len(list(roundsfile.all_of(store))) >= min(least, number + 1)
    kept = [bytes(data) for data in roundsfile.all_of(store)]
    assert kept == [marked(59 - number, size) for number in range(len(kept))]
    assert len(kept) >= least


@pytest.mark.parametrize("size", range(1000, 1045, 4))
def test_records_are_joined_as_far_as_a_slot_goes_and_no_further(tmp_path, size):
    store = saves_help.store(tmp_path)
    first, second = marked(1, 1000), marked(2, size)
    assert roundsfile.save(store, first) is None and roundsfile.save(store, second) is None
    assert list(roundsfile.all_of(store)) == [second, first]
    longest = max(len(kept[2]) for kept in saves_help.records(tmp_path).values())
    assert longest <= slots.SLOT - 32


def test_game_settings_statistics_and_puzzles_stay_beside_them(store):
    for name in NAMES:
        store.save(name, b"the " + name.encode())
    for number in range(100):
        roundsfile.save(store, marked(number))
        assert store.save("game", b"game %d" % number) is None
        assert store.read("game", 1)[0] is not None  # the one before it, too
    for name in NAMES[1:]:
        assert store.read(name) == (b"the " + name.encode(), None)
    assert len(list(roundsfile.all_of(store))) >= 20


def test_a_small_file_keeps_fewer(tmp_path, monkeypatch):
    """Where the drive has no room for more."""
    monkeypatch.setattr(os, "statvfs", lambda path: (1, 1, 0, 0), raising=False)
    store = saves_help.store(tmp_path)
    (tmp_path / "rummy.sav").write_bytes(bytes(17 * slots.STRIDE))  # fifteen slots, not eighteen
    for number in range(60):
        assert roundsfile.save(store, marked(number)) is None
        assert store.save("game", b"game") is None
    kept = list(roundsfile.all_of(store))
    assert kept == [marked(59 - number) for number in range(len(kept))] and len(kept) >= 10
    assert os.path.getsize(tmp_path / "rummy.sav") == 17 * slots.STRIDE


def test_a_round_that_is_given_up_leaves_what_was_played(store):
    from rules.tilegame import game as tile_game

    game = tile_game.Game("RK", 2, 3)
    people = [("", "ANNA"), ("easy", "BO")]
    app = SimpleNamespace(session=Session(game, people), store=store)
    roundsfile.given_up(app)
    assert list(roundsfile.all_of(store)) == []  # no seat has played
    game.apply(("go",))
    assert game.apply(("draw",)) is None
    roundsfile.given_up(app)
    (record,) = roundsfile.all_of(store)
    assert notation.expand(record).split()[-2:] == ["d", "..."]
    assert reader.Record(record).scores is None and reader.check(reader.Record(record)).moves
    while game.phase == "turn":
        assert game.apply(("draw",) if game.pool else ("pass",)) is None
    roundsfile.given_up(app)
    assert list(roundsfile.all_of(store)) == [
        record
    ]  # a round that is over has been kept by itself


def test_the_same_record_is_not_kept_twice(store):
    roundsfile.save(store, marked(1))
    roundsfile.save(store, marked(2))
    roundsfile.save(store, marked(2))
    assert list(roundsfile.all_of(store)) == [marked(2), marked(1)]


def test_a_damaged_save_costs_its_own_records_alone(store, tmp_path):
    for number in range(12):
        roundsfile.save(store, marked(number))
    oldest = [slot for slot in store.slots() if slot[2] == "r0"]
    path = tmp_path / "rummy.sav"
    data = bytearray(path.read_bytes())
    for _, slot, _ in oldest:
        data[slot * slots.STRIDE + 60] ^= 255
    path.write_bytes(data)
    again = saves_help.store(tmp_path)
    kept = list(roundsfile.all_of(again))
    assert kept == [marked(number) for number in range(11, 11 - len(kept), -1)]
    assert 4 <= len(kept) < 12
    assert roundsfile.save(again, marked(12)) is None
    assert list(roundsfile.all_of(again))[0] == marked(12)


# -- what a round's end does -----------------------------------------------------------------------


def app_of(store, game, people):
    """Return what `roundsfile.over` asks of the app."""
    counts = bytearray(5 * game.seats)
    counts[1] = 2  # turns with a hint of seat 0
    counts[2] = 6  # its best play
    session = Session(game, people)
    session.habits = [b""] * len(people)
    session.counts = counts
    session.humans = len([1 for level, _ in people if not level])
    settings = SimpleNamespace(learn=lambda name: False)
    return SimpleNamespace(store=store, session=session, settings=settings)


def ended(game_id, *levels, seed=2):
    """Return a game that is over."""
    return play_game(game_id, levels, seed, shortest(game_id))[1]


def test_a_round_s_end_keeps_its_record_and_counts_it_once(store):
    game = ended(catalogue.ORDER[0], "greedy", "hard", seed=3)
    app = app_of(store, game, [("", "ANNA"), ("hard", "ADA")])
    won = game.winners == [0]
    roundsfile.over(app)
    roundsfile.over(app)
    (record,) = roundsfile.all_of(store)
    assert record == notation.packed(game, app.session.people)
    assert reader.check(reader.Record(record)).racks == game.racks
    one = roundsfile.statistics(app)
    assert one.rows == [
        [catalogue.ORDER[0], "hard", 1, int(won), game.result()[0], 6, int(won), int(won), 2]
    ]


def test_the_strongest_opponent_says_the_level(store):
    game = ended(catalogue.ORDER[2], "easy", "normal", "easy", seed=1)
    roundsfile.over(app_of(store, game, [("easy", "A"), ("", "ANNA"), ("normal", "B")]))
    row = roundsfile.statistics(SimpleNamespace(store=store)).rows[0]
    assert row[:2] == [catalogue.ORDER[2], "normal"]


def test_a_game_of_cards_counts_as_a_whole(store):
    game = ended("ER", "easy", "hard")
    roundsfile.over(app_of(store, game, [("", "ANNA"), ("easy", "BOB")]))
    counted = roundsfile.statistics(SimpleNamespace(store=store))
    row = counted.rows[0]
    assert row[2 + stats.POINTS] == game.totals[0] and row[2 + stats.PLAYED] == 1


def test_between_persons_only_the_record_is_kept(store):
    game = ended(catalogue.ORDER[0], "easy", "easy")
    roundsfile.over(app_of(store, game, [("", "ANNA"), ("", "BOB")]))
    assert len(list(roundsfile.all_of(store))) == 1 and store.read("stat") == (None, None)


def test_damaged_statistics_are_told_and_begin_anew(store):
    store.save("stat", b"\x09nonsense")
    notices = []
    app = SimpleNamespace(store=store, tell=notices.append)
    assert roundsfile.statistics(app).rows == []
    assert told(*notices) == "The statistics cannot be read. They start over."


@cases.table("turns, seconds")
def test_a_persons_seconds_of_a_round_add_up(turns, seconds):
    game = SimpleNamespace(moves=bytearray(b"d "))
    app = SimpleNamespace(session=Session(game))
    app.session.counts = bytearray(seatcounts.COUNTS * 3)
    seatcounts.add_time(app.session, 0, 7000)
    for ms in turns:
        seatcounts.add_time(app.session, 1, ms)
    assert [seatcounts.Tally(app.session, seat).seconds for seat in range(3)] == [7, seconds, 0]


def test_flow_and_rounds_count_in_the_same_places():
    session = Session()
    session.counts = bytearray((9, 2, 6, 30, 1))
    counts = seatcounts.Tally(session, 0)
    assert (counts.hints, counts.best) == (2, 6)
