"""RK: Rummikub (RULES.md, RK-1 to RK-19), and what other games rule likewise."""

from rules.tilegame import game


def test_rk_2_every_round_draws_anew_for_start():
    one = game.Game("RK", 3, 4, {"length": 9})
    draws, starters = set(), set()
    for _ in range(6):
        draws.add(one.draws)
        starters.add(one.starter)
        one.apply(("go",))
        one.pool = bytearray()
        while one.phase == game.TURN:
            one.apply(("pass",))
        one.apply(("go",))
    assert len(draws) == 6 and len(starters) > 1


def test_rk_1_a_save_of_the_time_when_200_points_were_the_default_stays_such_a_game():
    data = game.Game("RK", 2, 1).pack()
    said = b"\x08length=1"
    assert data[4 : 4 + len(said)] == said  # new saves say their length
    one = game.unpack(data[:4] + b"\0" + data[4 + len(said) :])
    assert (one.rules["length"], one.rules["length_kind"]) == (200, "points")
    assert game.unpack(data).rules["length"] == 1
