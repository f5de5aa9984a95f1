"""A turn's end while the referee is still at it: the clock runs on, B takes the turn back."""

import play_scene
import pytest

OPTIONS = {"clock": 1}
SLICES = 3000  # of work that a long judgement takes


@pytest.fixture
def hand(sim):
    """A person has ended a turn with two sets that do not open; the referee has begun."""
    game = play_scene.position(
        ["k10 k11 k12"], "k1 r1 b1 k2 r2 b2 k9", False, options=OPTIONS, others="k13 b12 o9"
    )
    judging = game.judging

    def slowly(table):
        for _ in range(SLICES):
            yield None
        return (yield from judging(table))

    game.judging = slowly
    play_scene.show(sim, game, ("", "easy"))
    hand = play_scene.Hands(sim)
    for number in "12":
        hand.take("k" + number, "r" + number, "b" + number)
        hand.press("SELECT")
    hand.rest()
    hand.table = hand.turn.table()
    hand.press("START")
    assert hand.screen.worker is not None
    return hand


def judged(hand):
    """Wait until the referee has answered."""
    for _ in range(100):
        if hand.screen.worker is None:
            return
        hand.sim.wait(50)
    raise AssertionError("no answer")


def test_rk_4_a_play_that_was_judged_in_slices_is_refused(sim, hand):
    judged(hand)
    assert "9 of 30" in " ".join(hand.screen.message.split()) or hand.screen.box is not None
    assert hand.turn.table() == hand.table and sim.app.session.game.seat == 0


def test_rk_10_the_clock_runs_on_while_a_turns_end_is_judged(sim, hand):
    session = sim.app.session
    used = session.used
    sim.wait(50)
    assert hand.screen.worker is not None and session.used > used
    session.used = OPTIONS["clock"] * 60000
    sim.wait(150)
    game = sim.app.session.game
    assert game.seat == 1 and len(game.racks[0]) == 8 and len(game.table) == 1


def test_b_takes_a_turn_back_while_its_end_is_judged(sim, hand):
    hand.press("RIGHT")
    assert hand.screen.worker is not None  # other keys wait for the answer
    hand.press("B")
    assert hand.screen.worker is None and hand.turn.table() == hand.table
    hand.press("START")
    judged(hand)
    assert sim.app.session.game.seat == 0
