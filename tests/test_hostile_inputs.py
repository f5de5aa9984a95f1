"""Spoilt requests, settings and wirings: each reader answers with one sentence and raises nothing
else."""

import copy
import io
import json
import random
from unittest import mock

import cases
import hostile_help
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pocket.hardware import boards
from pocket.saves import settingsfile

from rules import catalogue
from tools import jsonl, referee, score, solve

SEEDS = st.integers(0, (1 << 24) - 1)
REQUESTS = cases.tables(__name__)["REQUESTS"]["rows"]
ODD = [
    None, True, False, 0, 1, -1, 255, 10**30, 0.5, 1e300, "", " ", "*", "**", "r5", "k0", "k14",
    "r05", "R5", "y5", "é5", "r٥", "\ud800", "\x00", "a" * 500, "<>", "r^4", "*(r6)", "*(r/b6)",
    "*(", "*()", "RK", "rk", "strict", "pile", "points", [], {}, [[]], [[[]]], [["*"]],
    [["*", "*", "*"]], {"jokers": 0}, {"mixed_runs": True}, {"length": 50}, {"no": 1},
]  # fmt: skip


def spoil(request, rng):
    """Leave out, double or replace one of a request's values, or one within it."""
    holder = request
    while True:
        places = list(holder) if isinstance(holder, dict) else range(len(holder))
        if not places:
            return
        place = rng.choice(places)
        if not isinstance(holder[place], (dict, list)) or rng.random() < 0.2:
            break
        holder = holder[place]
    tile = rng.choice("krbo") + str(rng.randint(1, 13))
    kind = rng.random()
    if kind < 0.15:
        del holder[place]
    elif kind < 0.3 and isinstance(holder, list):
        holder.insert(place, holder[rng.randrange(len(holder))])
    else:
        holder[place] = copy.deepcopy(rng.choice([*rng.sample(ODD, 3), tile, tile]))


def is_sentence(text):
    return isinstance(text, str) and 0 < len(text.strip()) < 400 and "\n" not in text.strip()


@pytest.mark.long
@pytest.mark.parametrize("command", [solve, referee, score])
@given(data=st.data())
def test_a_request_is_answered_or_refused_in_one_sentence(command, data):
    keys = {solve: {"table"}, referee: {"after", "hand"}, score: {"racks", "cards"}}[command]
    request = data.draw(st.sampled_from([row for row in REQUESTS if row.keys() & keys]))
    request = copy.deepcopy(request)
    for seed in data.draw(st.lists(SEEDS, min_size=1, max_size=3)):
        spoil(request, random.Random(seed))
    line = json.dumps(request, ensure_ascii=data.draw(st.booleans()))
    if data.draw(st.integers(0, 3)) == 0:
        line = line[: data.draw(st.integers(0, len(line)))] + "}"
    out = io.StringIO()
    status = jsonl.serve(command.answer, [line.encode("utf-8", "surrogatepass")], out)
    reply = json.loads(out.getvalue())
    assert out.getvalue().count("\n") == 1 and out.getvalue().isascii()
    assert (status == 2) == ("error" in reply)
    assert is_sentence(reply.get("error", reply.get("why", "no fault")))
    if command is score and "racks" in request and "scores" in reply:
        assert sum(reply["scores"]) == 0 or "cards" in request
    if command is solve and "error" not in reply:
        assert sum(map(len, reply["table"])) == sum(map(len, request["table"])) + reply["tiles"]


def settings():
    """Saved settings: fresh ones, and ones with a set-up of every game."""
    kept = settingsfile.read(None)
    out = [settingsfile.dump(kept)]
    for game_id in catalogue.ORDER:
        options = {row[0]: row[1][0] for row in catalogue.rules_of(game_id).offered(game_id)}
        kept.set_up(game_id, ["", "normal", "hard"], options)
    return [*out, settingsfile.dump(kept)]


@given(hostile_help.damaged(settings))
def test_settings_that_were_read_can_be_written_and_read_again(data):
    kept = settingsfile.read(data)
    for game_id in catalogue.ORDER:
        if kept.options(game_id) or game_id in kept.seat_plans:
            catalogue.new(game_id, len(kept.seats(game_id)), 1, kept.options(game_id))
    again = settingsfile.read(settingsfile.dump(kept))
    assert not again.unread and settingsfile.dump(again) == settingsfile.dump(kept)


WIRES = ("BOARD", "DISPLAY", "KEYS", "SOUND", "ROTATION")
WIRINGS = [
    b"pybadge\n\n\n\n90",
    b"\nst7789 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21\n"
    b"UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7 START=GP8\npwm GP15\n0",
    b"pybadge\n\nshift A1 A2 A3 UP DOWN LEFT RIGHT A B START SELECT\ni2s GP10 GP11 GP9\n180",
    b"pybadge\n\nstick A1 A2 100 900 A=D1 B=D2 START=D3\nnone\n1",
]


@given(hostile_help.damaged(lambda: WIRINGS))
def test_wiring_that_makes_no_sense_is_told(data):
    """The lines of settings.toml: POCKET_BOARD, POCKET_DISPLAY and so on."""
    lines = zip(WIRES, data.decode("latin-1").split("\n"))
    given = {"POCKET_" + name: text.strip() for name, text in lines}
    with mock.patch.object(boards, "setting", lambda name: given.get(name, "")):
        try:
            notes = boards.profile("pybadge").notes
        except Exception as problem:
            assert type(problem).__name__ == "BoardError"
            notes = [str(problem)]
    assert all(is_sentence(note) or len(note) > 300 for note in notes)  # it quotes what was written
