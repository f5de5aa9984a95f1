"""Between two persons nothing of any other rack is on the panel, not for a frame: every painted
frame is the same whatever the others hold."""

import hashlib

import play_scene
import pytest
from cardrounds import card_position
from screens_help import handheld, put, screen

from rules.tilegame import game as tile_game

NAMES = ("ANNA", "BEN", "CLEO", "DEE", "EVA", "FLO")
HANDS = (
    "r^1 b#3 ro4 r#5 r^7 bo1 b^2",
    "b^1 b^2 r#3 r#4 bo6 bo6 r^7",
    "b^3 r^3 ro4 b#5 r#6 bo7 ro1",
    "r^2 r^3 ro5 b#4 b^4 b^5 b^7",
    "b^6 r^6 ro7 b#5 b#1 bo1 r#1",
    "r^4 b#4 r#5 bo7 ro5 b^6 r#2",
)
ALSO = "r^5 r^6 ro2 b#2 bo3 bo4 b#7"  # what the only other one holds instead


class Frames:
    """What a display has painted: a digest of every frame."""

    def __init__(self, sim):
        self.sim = sim
        self.seen = []
        self.refresh = sim.display.refresh
        sim.display.refresh = self.record

    def record(self, **options):
        self.refresh(**options)
        if self.sim.app.screen is not None:
            picture = self.sim.image().convert("RGB").tobytes()
            self.seen.append(hashlib.sha256(picture).digest())


def handed_over(folder, game, seat, play):
    """Return (frames from the first key of that seat's turn to the next one's A, the frame after
    it). play: makes the turn by keys, given the Sim."""
    with handheld(folder, blind=False) as sim:
        frames = Frames(sim)
        put(sim, game, [("", name) for name in NAMES[: game.seats]])
        assert screen(sim) == "handover"
        sim.wait(750)
        sim.press("A", rest=900)
        play(sim)
        sim.press("A", rest=300)  # at once: it opens nothing
        assert screen(sim) == "handover" and game.seat == (seat + 1) % game.seats
        sim.wait(700)
        many = len(frames.seen)
        sim.press("A", rest=300)
        assert screen(sim) != "handover"
        return frames.seen[:many], frames.seen[-1]


def exchanged(racks, seat, spare):
    """Racks of which all but one are another's; of two, the other one has `spare`."""
    others = [i for i in range(len(racks)) if i != seat]
    out = list(racks)
    for i, other in enumerate(others):
        out[other] = racks[others[i - 1]] if len(others) > 1 else spare
    return out


def same_frames(tmp_path, seat, play, makes):
    frames = []
    for number, make in enumerate(makes):
        folder = tmp_path / str(number)
        folder.mkdir()
        frames.append(handed_over(folder, make, seat, play))
    (first, after), (second, other) = frames
    assert len(first) > 4 and first == second
    assert after != other  # then the next player's rack is shown: these racks do differ


def tile_position(game_id, seats, seat, turned):
    """Return a game in that seat's turn; turned: the others hold other tiles, as many."""
    made = tile_game.Game(game_id, seats, 12, {"clock": 0})
    made.apply(("go",))
    while made.phase != "turn":
        made.apply(("redeal", False))
    made.seat = seat
    made.pool = bytearray(sorted(made.pool))
    if turned:
        size = len(made.racks[seat - 1])
        racks = exchanged([bytearray(rack) for rack in made.racks], seat, None)
        if seats == 2:
            racks[1 - seat] = made.pool[-size:]
            made.pool[-size:] = made.racks[1 - seat]
        made.racks = [bytearray(rack) for rack in racks]
    made.pool.append(made.pool.pop(0))  # what is drawn comes from the end
    return made


def draw(sim):
    """Draw a tile and go on behind its news."""
    hand = play_scene.Hands(sim)
    hand.press("START", "A", rest=200)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize(
    "game_id, seats, seat",
    [("RK", 4, 3), ("KR", 2, 1)],
)
def test_no_tile_of_another_rack_is_ever_painted(tmp_path, game_id, seats, seat):
    games = [tile_position(game_id, seats, seat, turned) for turned in (False, True)]
    assert [len(rack) for rack in games[0].racks] == [len(rack) for rack in games[1].racks]
    assert games[0].racks[seat] == games[1].racks[seat] and games[0].pool[-1] == games[1].pool[-1]
    same_frames(tmp_path, seat, draw, games)


def eight_position(seats, seat, hands, below):
    """below: cards deep in the pile, so that the same cards are in play in whatever hands."""
    made = card_position(hands, "r#2", pile="bo5 b#6 ro3 r^1 " + below, round_=5)
    made.seat = seat
    return made


def take_and_drop(sim):
    """Take the upper card of the pile and discard it."""
    sim.press("A", rest=700)
    sim.press("A")
    sim.wait(1300)  # until then it can be taken back


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("seats, seat", [(2, 1), (6, 0)])
def test_no_card_of_another_hand_is_ever_painted(tmp_path, seats, seat):
    hands = list(HANDS[:seats])
    others = exchanged(hands, seat, ALSO)
    games = [
        eight_position(seats, seat, hands, ALSO),
        eight_position(seats, seat, others, hands[1 - seat] if seats == 2 else ALSO),
    ]
    assert games[0].hands[seat] == games[1].hands[seat]
    same_frames(tmp_path, seat, take_and_drop, games)
