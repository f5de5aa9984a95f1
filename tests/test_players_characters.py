"""Characters: each plays by its habit in whole games, and sees what its seat sees."""

import pytest

from rules import catalogue, characters
from rules.base import finish
from rules.catalogue import LEVELS
from rules.eight.cards import NONE
from rules.tilegame import melds, tiles
from rules.tilegame.players import searches
from rules.tilegame.tiles import JOKER
from tools.match.sparring import choose

NAMES = characters.NAMES


def rounds(game_id, names, seeds, seen, **options):
    """Whole rounds of these players; `seen` is called with a name, the view and its move."""
    for seed in seeds:
        game = catalogue.new(game_id, len(names), seed, options)
        game.apply(("go",))
        while game.phase == "redeal":
            game.apply(("redeal", False))
        while game.phase == "turn":
            view = game.view(game.seat)
            name = names[game.seat]
            move = finish(choose(name, view, seed + game.seat))
            seen(name, view, move)
            assert game.apply(move) is None
        assert game.phase in ("round", "over")


def laid(view, move):
    return len(b"".join(move[1])) - len(b"".join(view.table)) if move[0] == "play" else 0


def jokers_left(view, move):
    table = move[1] if move[0] == "play" else view.table
    return view.rack.count(JOKER) - (
        tiles.table_counts(table)[JOKER] - tiles.table_counts(view.table)[JOKER]
    )


def fewest(view):
    return min(view.counts[seat] for seat in range(view.seats) if seat != view.seat)


def test_each_has_a_name_of_its_own_a_level_and_habits_of_the_players():
    from pocket.games import newgame

    assert len(set(NAMES)) == len(NAMES) == 6
    assert not set(NAMES) & (set(newgame.NAMES) | set(LEVELS))
    assert {row[1] for row in characters.CHARACTERS} <= set(LEVELS)
    ways = {row[1:] for row in characters.CHARACTERS}
    assert len(ways) == len(NAMES)
    for name, level, at_tiles, at_cards in characters.CHARACTERS:
        assert len(at_tiles) == searches.MISS + 1 and len(at_cards) <= 1
        assert name.isalpha() and name.isupper() and len(name) <= 7
        assert characters.level(name) == level
    assert characters.level("ADA") == "" and characters.habits("ADA", "tiles") == b""


@pytest.mark.long
def test_lou_overlooks_twice_what_easy_does():
    """After a play, what could have been added to a set that stands."""
    missed = {"LOU": 0, "easy": 0}
    plays = {"LOU": 0, "easy": 0}

    def seen(name, view, move):
        if move[0] == "play" and view.opened[view.seat]:
            plays[name] += 1
            left = tiles.counts(view.rack)
            now, before = tiles.table_counts(move[1]), tiles.table_counts(view.table)
            for code in range(52):
                if left[code] > now[code] - before[code]:
                    if any(melds.add(codes, code, view.rules) for codes in move[1]):
                        missed[name] += 1
                        break

    for pair in (("LOU", "easy"), ("easy", "LOU")):
        rounds("RK", pair, range(8), seen)
    assert missed["LOU"] / plays["LOU"] > 1.5 * missed["easy"] / plays["easy"] > 0


@pytest.mark.long
def test_rosa_moves_no_tile_of_a_set_that_stands():
    turns = []

    def seen(name, view, move):
        if name == "ROSA" and move[0] == "play":
            after = [tiles.counts([tiles.plain(code) for code in codes]) for codes in move[1]]
            for codes in view.table:  # each lies in a set of its own still
                own = tiles.counts([tiles.plain(code) for code in codes])
                place = [
                    i
                    for i in range(len(after))
                    if all(after[i][code] >= own[code] for code in range(53))
                ]
                assert place
                del after[place[0]]
            turns.append(laid(view, move))

    rounds("RK", ("ROSA", "easy"), range(6), seen)
    assert len(turns) > 30


@pytest.mark.long
def test_max_lays_three_tiles_or_none_until_another_holds_few():
    turns = []
    drew = []

    def seen(name, view, move):
        if name == "MAX" and view.opened[view.seat] and view.pool and fewest(view) > searches.FEW:
            few = min(3, len(view.rack))
            assert not laid(view, move) or laid(view, move) >= few
            (turns if laid(view, move) else drew).append(move)

    rounds("RK", ("MAX", "normal", "easy"), range(8), seen)
    assert len(turns) > 10 and len(drew) > 5


@pytest.mark.long
def test_cleo_keeps_jokers_while_she_cannot_go_out():
    held = []
    spent = {"CLEO": 0, "hard": 0}

    def seen(name, view, move):
        if JOKER not in view.rack:
            return
        gone = view.rack.count(JOKER) - jokers_left(view, move)
        spent[name] += gone > 0
        if name == "CLEO" and view.pool and fewest(view) and len(view.rack) <= 40:
            own = len(view.rack) - view.rack.count(JOKER)
            if gone > 0:  # with all else, or nearly
                assert own - (laid(view, move) - gone) <= 2 * view.rack.count(JOKER)
            held.append(gone <= 0)

    rounds("RK", ("CLEO", "hard"), range(5), seen)
    assert sum(held) > 25 and len(held) - sum(held) < 6


@pytest.mark.long
def test_otto_opens_in_no_turn_before_his_sixth():
    first = {"OTTO": [], "hard": []}
    turns = {}

    def seen(name, view, move):
        if not view.history:
            turns.clear()
        turns[name] = turns.get(name, 0) + 1
        if not view.opened[view.seat] and move[0] == "play":
            first[name].append(turns[name])

    rounds("RK", ("OTTO", "hard"), range(6), seen)
    rounds("RK", ("hard", "OTTO"), range(6), seen)
    assert min(first["OTTO"]) > 5 > min(first["hard"])
    assert 6 in first["OTTO"] or 7 in first["OTTO"]


@pytest.mark.long
def test_vera_lays_a_tile_where_master_draws():
    drew = {"VERA": 0, "master": 0}

    def seen(name, view, move):
        if name in drew and view.opened[view.seat] and 0 < view.pool <= 35:
            drew[name] += move[0] == "draw"

    for name in drew:
        rounds("RK", (name, "hard"), range(6), seen)
    assert drew["master"] > drew["VERA"] + 15


@pytest.mark.long
def test_er_each_of_the_cards_habits():
    took = dict.fromkeys(("LOU", "easy"), 0)
    could = dict.fromkeys(took, 0)
    for pair in (("LOU", "easy"),):
        for seed in range(3):
            game = catalogue.new("ER", 2, seed)
            game.apply(("go",))
            for _ in range(600):
                if game.phase != "turn":
                    break
                view = game.view(game.seat)
                name = pair[game.seat]
                move = finish(choose(name, view, seed * 7 + game.turns))
                if view.taken == NONE and view.can_pick:
                    could[name] += 1
                    took[name] += move[1] == "discard"
                assert game.apply(move) is None
    share = {name: took[name] / could[name] for name in took}
    assert share["LOU"] < share["easy"] * 3 / 4


def test_what_is_said_of_tiles_is_offered_at_tiles_alone():
    assert characters.OFFERED == {"tiles": NAMES, "cards": ("LOU",)}
