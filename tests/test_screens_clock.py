"""The turn's clock (RK-10, CR-8, KR-7) runs on while no key is pressed, and where the power was
away: a player who switches off gets no new clock."""

import pytest
from words_games import left_now, rack_shown, turn_begins

ANNA, BEN = ("", "ANNA"), ("", "BEN")


@pytest.mark.parametrize(
    "end, minutes, waits, people",
    [
        ("hold START; choose Save; on title", 1, 30, "ANNA BEN"),
        ("hold START; choose Save; on title", 1, 30, "ANNA ADA/easy"),
        ("hold START; on pause", 1, 30, "ANNA BEN"),
        ("", 1, 30, "ANNA ADA/easy"),  # power fails
        ("", 2, 110, "ANNA BEN"),
    ],
)
def test_rk_10_the_clock_goes_on_from_the_last_save(scene, people, end, minutes, waits):
    turn_begins(scene, "%d %s" % (minutes, people))
    scene("wait 9940; LEFT; " * (waits // 10) + end + "; off; A; wait 300")
    rack_shown(scene)
    back = left_now(scene) - 60 * minutes + waits  # seconds
    if "Save" in end:
        assert -3 <= back <= 3
    else:
        assert -3 <= back <= 15 * minutes + 2  # of the last quarter that was kept
    scene("wait 600; START A; wait 3000")
    assert scene.session.last or left_now(scene) > 55  # the next turn has its whole clock
    assert scene.session.elapsed_ms < 3500
