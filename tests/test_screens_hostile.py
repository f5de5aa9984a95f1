"""Whatever lies in the file of saves, a handheld starts, goes on and shows its last rounds."""

import importlib

import hostile_help
import pytest
import saves_help
from hypothesis import given, settings
from hypothesis import strategies as st
from kept_rounds import ROUNDS
from pocket.saves import roundsfile
from screens_help import handheld, page, screen, show

KEYS = st.lists(st.sampled_from(("A", "START", "SELECT", "B", "RIGHT", "UP")), max_size=6)


def started(folder, *saves):
    """Return a handheld that finds these saves, (name, payload) pairs, the newest last."""
    (folder / "rummy.sav").unlink(missing_ok=True)
    store = saves_help.store(folder)
    store.save("x", b"kept")
    store.state["file"].close()
    for sequence, (name, payload) in enumerate(saves, 2):
        record = saves_help.framed(name, payload[:1900], sequence)[:2048]
        saves_help.overwrite(folder, sequence + 1, record)
    return handheld(folder)


@settings(max_examples=5)  # each starts a handheld; test_storage_hostile.py tries more
@given(
    hostile_help.names().filter(lambda name: len(name) < 41),
    hostile_help.damaged(hostile_help.saves),
    KEYS,
)
def test_a_game_goes_on_whatever_its_save_and_its_name(tmp_path_factory, name, data, keys):
    folder = tmp_path_factory.mktemp("saves")
    with started(folder, (name, hostile_help.saves()[1]), (name, data)) as sim:
        sim.wait(600)
        sim.press("A", rest=800)
        for key in keys:
            sim.press(key, rest=300)
        sim.wait(2500)
        assert sim.failure is None and screen(sim) != "failed"


@pytest.mark.parametrize("end", ["jX", "j99", "j-1", "j", "j٣", "j1_0", "j05", "", "long" * 9])
def test_a_game_under_any_name_is_continued(tmp_path, end):
    with started(tmp_path, (b"game." + end.encode(), hostile_help.saves()[0])) as sim:
        sim.wait(600)
        assert "Continue" in page(sim) and not sim.failure
        sim.press("A", rest=800)
        assert sim.app.session.game.rules["game"] == "RK" and sim.app.session.station is None
        assert not sim.failure


def test_another_game_under_a_station_s_name_wins_no_stars(tmp_path):
    """Station 2 asks to open, which no card game does."""
    with started(
        tmp_path, (b"game.j1", hostile_help.saved(hostile_help.game_at("ER", 2, -1)))
    ) as sim:
        sim.wait(600)
        sim.press("A", rest=800)
        assert sim.app.session.station == 1 and sim.app.settings.stars == ""
        sim.app.go("menus.pause")
        sim.wait(300)
        goals = importlib.import_module("pocket.learn.goals")
        assert all(goals.describe_current(sim.app)) and not sim.failure
        goals.reward_round(sim.app)
        assert sim.app.settings.stars == ""


def test_a_game_of_two_persons_is_no_station_s(tmp_path):
    kiran = hostile_help.saved(hostile_help.game_at("KR", 3, 5))
    with started(tmp_path, (b"game.j25", kiran)) as sim:
        sim.wait(600)
        sim.press("A", rest=800)
        assert sim.app.session.humans == 2 and sim.app.session.station is None


@pytest.mark.parametrize("game_id", ["RK", "ER"])
def test_bytes_behind_a_game_s_code_are_no_fault(tmp_path, game_id):
    game = hostile_help.game_at(game_id, 2, 4)
    hostile_help.saved(game)
    game.note += b"\0\1\2\3"
    payload = game_id.encode() + b"\1" + game.pack()
    with started(tmp_path, (b"game." + game_id.encode(), payload)) as sim:
        sim.wait(600)
        sim.press("A", rest=800)
        assert bytes(sim.app.session.game.moves).startswith(game.moves) and not sim.failure


@pytest.mark.parametrize(
    "harm",
    [
        lambda record: record.replace(b"ADA/hard, ", b"ADA/hard, EVE, ", 1),  # few scores
        lambda record: record[: record.rindex(b"=")] + b"= +4\n",
        lambda record: record[: record.rindex(b"=")] + b"= +4 \xff\n",
        lambda record: record.replace(b"\nstart ", b"\nbegin "),
        lambda record: b"\n" + record,
    ],
)
def test_a_round_that_is_damaged_is_listed_as_that(tmp_path, harm):
    with handheld(tmp_path) as sim:
        assert harm(ROUNDS[0]) != ROUNDS[0]
        for record in (ROUNDS[1], harm(ROUNDS[0])):
            roundsfile.save(sim.app.store, record)
        show(sim, "review.lastrounds")
        assert "damaged" in page(sim) and not sim.failure
        sim.press("DOWN", "UP", "A", rest=600)
        assert not sim.failure
