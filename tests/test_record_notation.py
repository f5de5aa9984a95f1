"""Records of rounds: written while played, read, replayed and refused (docs/RECORDS.md)."""

import cases
import pytest
from record_help import play_game
from rules_help import check_each

from rules.base import RulesError
from rules.record import moves, notation, reader
from rules.tilegame import game as tilegame
from rules.tilegame import games, melds, tiles
from rules.tilegame import record as records
from tools import refusals


def table(text):
    """ "r3 r4 r5 | k9 r9 b9" as a standing table of Rummikub."""
    sets = [tiles.parse_set(part.split()) for part in text.split("|")]
    return melds.read_table(sets, games.rules_for("RK"))[0]


def read(text):
    return reader.Record(text.encode())


# -- what a play is written as --------------------------------------------------------------------


@cases.table("before, after, token")
def test_a_play_is_written_as_what_happens_to_the_sets(before, after, token):
    old = table(before) if before else []
    new = table(after)
    packed = moves.play_token(old, new)
    text = "".join(tiles.text(c - 128) if c > 127 else chr(c) for c in packed)
    assert text == token
    got = records.table_after(old, token)
    assert sorted(melds.read_table(got, games.rules_for("RK"))[0]) == sorted(new)


# -- whole rounds ---------------------------------------------------------------------------------


def test_a_round_without_a_record_takes_no_seconds():
    for kept in (bytearray(), bytearray(b"d d ...")):
        before = bytes(kept)
        moves.add_seconds(kept, 12)
        assert bytes(kept) == before


# -- saves ----------------------------------------------------------------------------------------


def test_a_round_too_long_is_left_open_and_the_save_still_fits():
    game = tilegame.Game("RK", 4, 1, {"length": 500})
    game.rounds = [[300, -100, -100, -100]] * 98
    game.totals = [29400, -9800, -9800, -9800]
    game.note = bytes(44)
    game.moves = bytearray(b"d " * 599)
    game.apply(("go",))
    for _ in range(4):
        game.apply(("draw",))
    assert game.moves.endswith(b"\x7f\x7f...")
    data = game.pack()
    assert len(data) < 2025  # what a slot of the saves holds
    assert tilegame.unpack(data).moves == b"..."


ROWS = cases.tables(__name__)
SEED = b"start 1 seed 1f3a9c00d2e4b617"

# -- what is wrong is one sentence ----------------------------------------------------------------

GOOD = """PocketRummy/1 RK length=1
ANNA, ADA/hard
start 1 racks %s
%s
= %s
"""
RACK1 = "r3 r4 r5 r6 k1 k2 k5 k7 b1 b9 b11 o2 o5 o13"
RACK2 = "k10 r10 b10 k3 r1 r8 b3 b5 o4 o7 o9 k12 b13 r12"


def pool():
    """Return what the two racks leave of the pack, in some order."""
    from rules.tilegame import deal

    left = deal.full_pack(2)
    for code in tiles.parse_set((RACK1 + " " + RACK2).split()):
        left.remove(code)
    return " ".join(tiles.set_text(left))


def position(words="d k10r10b10", scores="...", racks=None):
    text = GOOD % (racks or "%s | %s | %s" % (RACK1, RACK2, pool()), words, scores)
    return text.replace("= ...", "...")


def refused(text):
    """Return the one sentence that refuses a record."""
    with pytest.raises(RulesError) as told:
        reader.check(reader.Record(text if isinstance(text, bytes) else text.encode()))
    text = refusals.sentence(told.value)
    assert text.count("\n") == 0 and text.endswith((".", ")")), text
    return text


def test_the_good_record_is_good():
    assert reader.check(read(position())).table == [bytes(tiles.parse_set(["k10", "r10", "b10"]))]


def test_an_illegal_move_is_refused_by_its_number_and_the_referee():
    def check(row):
        told = refused(position(row[0]))
        assert told.startswith(row[1]), told

    check_each(ROWS["test_an_illegal_move_is_refused_by_its_number_and_the_referee"]["rows"], check)


@pytest.mark.parametrize(
    "text, sentence",
    [(b"", "This is not a record"), (b"hello\n", "This is not a record"),
     (bytes(range(256)), "This is not a record"),
     (b"PocketRummy/1 RK\nA, B\n", "The record is cut short: its first three lines"),
     (b"PocketRummy/1 RK\n\xff\xfe, B\nx\n", "The record is damaged: its first lines"),
     (b"PocketRummy/1 RK\nA, B\n" + SEED + b"\nd \xf0\n...", "The record is da"),
     (b"PocketRummy/1 RK\nA, B\n" + SEED + b"\nd \x01\n...", "The record is da")],
)  # fmt: skip
def test_what_is_no_record_is_one_sentence(text, sentence):
    assert refused(text).startswith(sentence), refused(text)


# The first line, the seats, the third line (none: dealt by a seed), what follows; the sentence.
def test_a_bad_record_is_one_sentence():
    def check(line):
        first, seats, third, body, sentence = [part.strip() for part in line.split(";", 4)]
        first = first.lstrip("_")
        text = "PocketRummy/%s\n%s\n%s\n%s" % (first, seats, third or SEED.decode(), body)
        assert refused(text).startswith(sentence), refused(text)

    check_each(ROWS["test_a_bad_record_is_one_sentence"]["rows"], check)


def test_a_card_that_is_not_in_the_hand_is_refused():
    text = b"PocketRummy/2 ER\nA, B\nstart 1 seed 1f3a9c00d2e4b617\n%s\n..."
    hand = reader.Replay(reader.Record(text % b"d<>")).game
    absent = [c for c in range(42) if c not in hand.hands[hand.seat] and c != hand.pile[-1]][0]
    from rules.eight import cards

    told = refused(text % b"d".join((b"", cards.text(absent).encode())))
    assert told == "Move 1, A: Discard a card of your hand. (ER-4)"


def test_wrong_tile_counts_are_refused():
    short = RACK1.rsplit(" ", 1)[0]
    racks = "%s | %s | %s"
    assert refused(position(racks=racks % (short, RACK2, pool()))).startswith(
        "The record deals 13 tiles to seat 1; it must be 14."
    )
    assert refused(position(racks=racks % (RACK1, RACK2, pool()[:-3]))).startswith("There are ")
    double = RACK1.replace("r3", "r4")
    assert refused(position(racks=racks % (double, RACK2, pool()))).startswith("There are ")
    assert "has 2 parts" in refused(position(racks="%s | %s" % (RACK1, RACK2)))
    assert refused(position(racks=racks % (RACK1, RACK2, "zz"))).startswith('"zz" is not a tile')


def test_a_result_that_is_not_the_round_s_is_refused():
    data = play_game("RK", ("easy", "easy"), 1, {"length": 1})[0][0]
    text = notation.expand(data)
    scores = reader.Record(data).scores
    wrong = text.replace("= " + notation.result(scores), "= 7 -7")
    assert refused(wrong).startswith("The record says the round ends +7 -7, but it ends ")


def test_moves_after_the_end_of_the_round_are_refused():
    data = play_game("RK", ("easy", "easy"), 1, {"length": 1})[0][0]
    text = notation.expand(data).replace("\n=", " d\n=")
    assert refused(text).endswith("the round is over.")


def test_every_way_to_cut_a_record_short_is_refused_or_plainly_legal():
    data = play_game("RK", ("hard", "easy"), 2, {"length": 1})[0][0]
    for at in range(len(data) - 6):
        refused(data[:at])
