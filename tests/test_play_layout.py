"""Where the sets lie on the table."""

import random

from pocket.tilegame import board


def test_sets_keep_their_places_when_one_of_them_grows():
    sizes = bytearray([3, 3, 4])
    spots = bytearray((255, 255, 0) * 3)
    assert board.place_sets(sizes, spots, 16) == 1
    assert [list(spots[i : i + 2]) for i in (0, 3, 6)] == [[0, 0], [0, 4], [0, 8]]
    sizes[0] = 4
    assert board.place_sets(sizes, spots, 16) == 1
    assert [list(spots[i : i + 2]) for i in (0, 3, 6)] == [[0, 0], [0, 5], [0, 9]]
    sizes[1] = 10  # no room left in the row: only the set that grew leaves, for below its place
    assert board.place_sets(sizes, spots, 16) == 2
    assert [list(spots[i : i + 2]) for i in (0, 3, 6)] == [[0, 0], [1, 5], [0, 9]]


def test_a_new_set_goes_where_it_can_grow():
    sizes, spots = bytearray([4, 3, 5, 3]), bytearray((255, 255, 0) * 4)
    for _ in range(2):
        board.place_sets(sizes, spots, 12)
        # 9 to 11 of the first row are free, too
        assert [list(spots[i : i + 2]) for i in range(0, 12, 3)] == [[0, 0], [0, 5], [1, 0], [1, 6]]
        sizes[3] = 6


def test_sets_never_overlap_whatever_happens():
    rng = random.Random(2)
    for cols in (12, 16, 20):
        sizes = bytearray()
        spots = bytearray()
        for _ in range(60):
            if rng.random() < 0.5 or not sizes:
                sizes.append(rng.randint(1, 5))
                spots += bytearray((255, 255, 0))
            elif rng.random() < 0.8:
                index = rng.randrange(len(sizes))
                sizes[index] = min(cols, max(1, sizes[index] + rng.randint(-2, 3)))
            rows = board.place_sets(sizes, spots, cols)
            taken = set()
            for i, size in enumerate(sizes):
                row, left, _ = spots[3 * i : 3 * i + 3]
                assert row < rows and left + size <= cols
                for col in range(left, left + size):
                    assert (row, col) not in taken
                    assert (row, col - 1) not in taken or col > left
                    taken.add((row, col))
