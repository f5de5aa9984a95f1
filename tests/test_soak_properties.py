"""The campaigns of `soak`: a few examples of each property, and that they find what is wrong."""

import contextlib
import random
import re
import tempfile
import time

import pytest
from broken import Broken
from hypothesis import strategies as st

from rules.tilegame import game as tilegame
from rules.tilegame import referee, restore, scoring
from tools.soak import CAMPAIGNS, drive, games, keys, positions, running, turns
from tools.soak.running import Failure

EXAMPLES = {"keys": 2, "games": 2, "turns": 16}
pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_properties_hold(name):
    running.check(name, EXAMPLES[name])


def failing(name, seconds=60, seed=1):
    """Return the sentence of a property that must fail, and the blob of its example."""
    sentence, blob, _ = running.run_batch(name, seed, time.time() + seconds)
    assert sentence and blob
    return sentence, blob


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """Failing examples are kept where no other test finds them, and shrunk only shortly."""
    monkeypatch.setattr(running, "results", lambda name: str(tmp_path / "soak"))
    monkeypatch.setattr(running, "_SHRINK_SECONDS", 0)


def lenient(judge, rules, *args):
    """Judge without two clauses about jokers."""
    return judge(dict(rules, joker_reuse="any", joker_layoff=True), *args)


def forgets_jokers(judge, *args):
    """Judge, and let untouched jokers stand for anything again."""
    verdict = judge(*args)
    verdict.table = [
        bytes([53 + (code - 53) // 15 * 15 + 14 if code > 52 else code for code in row])
        for row in verdict.table or ()
    ]
    return verdict


def scores_wrong(score_round, *args):
    """Move a point from one seat to another."""
    (first, second, *rest), winners = score_round(*args)
    return [first + 1, second - 1, *rest], winners


def forgets_passes(unpack, *args):
    """Load a game with another number of passes."""
    game = unpack(*args)
    game.passes = 0 if game.passes else 1
    return game


def changes_when_refused(play, game, table):
    """Count a refused play as a pass."""
    refused = play(game, table)
    game.passes += bool(refused)
    return refused


@pytest.mark.parametrize(
    "name, seed, owner, function, harm, said",
    [
        ("turns", 3, referee, "judge", lenient, "[Tt]he referee (says legal|keeps)"),
        ("turns", 1, referee, "judge", forgets_jokers, "Identities: "),
        ("games", 1, scoring, "score_round", scores_wrong, "by the clauses"),
        ("games", 1, restore, "unpack", forgets_passes, "saves otherwise"),
        ("games", 7, tilegame.Game, "_play", changes_when_refused, "and has changed the game"),
    ],
)
def test_faults_of_the_rules_are_found(name, seed, owner, function, harm, said, monkeypatch):
    """Each by a seed that soon finds it."""
    plain = getattr(owner, function)
    monkeypatch.setattr(owner, function, lambda *args: harm(plain, *args))
    assert re.search(said, failing(name, seed=seed)[0])


def test_a_failing_turn_is_told_whole():
    position = positions.Position("RK", {}, [["k1", "k2", "[k3]"]], ["k4"], True)
    said = str(turns.Mismatch(position, [["k1"]], "Something differs."))
    assert '"before": [["k1", "k2", "[k3]"]]' in said and '"after": [["k1"]]' in said


def test_positions_put_jokers_of_one_number_side_by_side():
    rng = random.Random(1)
    both = parted = 0
    for _ in range(100):
        position = positions.position(rng, rng.choice(positions.GAMES))
        jokers = [t for row in position.before for t in row if positions.is_joker(t)]
        values = [min(turns.judge.stands_for(token))[1:] for token in jokers]
        both += len(values) == 2 and values[0] == values[1]
        parted += position.jokers_differ
    assert both > 12 and parted > 1


def test_tiles_whose_order_says_something_are_not_shuffled():
    rules = turns.judge.rules_of("KR", {})
    rng = random.Random(1)
    for _ in range(50):
        table = positions.reorder(rng, [["b12", "*", "*"], ["k3", "*", "r3"]], rules)
        assert ["b12", "*", "*"] in table  # `* b12 *` may be a run
        assert len(table) == 2


# -- failing examples


def careless(text):
    """A property that does not hold for what holds an x, and hangs where a z stands."""
    with running.example(0.2):
        if "x" in text:
            raise TypeError("not\nsaid to anybody")
        while "z" in text:
            pass


@pytest.fixture
def one_property(monkeypatch):
    """The campaign of games is a careless property."""
    words = st.lists(st.sampled_from(("abc", "defg", "x"))).map(" ".join)
    monkeypatch.setattr(games, "PROPERTY", (careless, words))
    monkeypatch.setattr(running, "_SHRINK_SECONDS", 20)


def test_a_failing_example_is_shrunk_kept_and_played_again(one_property, monkeypatch):
    sentence, blob = failing("games")
    assert sentence == "TypeError in tests/test_soak_properties.py:%d: not said to anybody" % (
        careless.__code__.co_firstlineno + 4
    )
    assert len(blob) < 40
    assert running.replay("games", blob) == sentence
    assert running.run_batch("games", 2, time.time() + 60)[0] == sentence  # from the database
    monkeypatch.setattr(games, "PROPERTY", (lambda text: None, st.text()))
    with pytest.raises(ValueError, match="--again takes what the line of a failure says"):
        running.replay("games", "AX")


def test_an_example_that_hangs_fails():
    with pytest.raises(Failure, match="It has not ended after 0.2 seconds of work"):
        careless("z")


def test_no_example_begins_when_the_time_is_over(one_property):
    assert running.run_batch("games", 1, time.time() - 1) == ("", "", {})


# -- keys


def test_keys_find_what_is_raised():
    with Broken("pocket.menus.pause", "Screen.__init__", ValueError("a test")):
        sentence, _ = failing("keys")
    assert re.match("ValueError in .*: a test .*the last keys: ", sentence), sentence


@pytest.fixture
def handheld(board):
    """Yield a handheld with one saved game, switched on."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        drive.importable()
        drive.fill(folder, 1, ["RK"])
        switched_on = stack.enter_context(keys.Handheld(random.Random(1), board, folder))
        switched_on.switch_on()
        yield switched_on


def test_keys_find_a_dead_end(handheld):
    handheld.press(keys.tap("DOWN"))
    handheld.press(keys.tap("A"))
    screen = type(handheld.sim.app.screen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "key", lambda screen, button, kind: None)
        with pytest.raises(Failure, match="A dead end"):
            handheld.go_home()


def test_keys_find_a_game_that_is_lost(handheld):
    rng = random.Random(2)
    person = keys.Person(rng, lambda screen, rng: None)
    handheld.press(keys.tap("A"))  # go on with the saved game
    for _ in range(200):
        handheld.perform(person.act(keys.simulated.look(handheld.sim), "play"))
        if handheld.watch.games:
            break
    (record,) = handheld.watch.games
    handheld.go_home()
    handheld.sim.app.store.forget(record)
    with pytest.raises(Failure, match="A game is lost"):
        handheld.switch_off()


def test_keys_find_settings_that_are_lost(handheld):
    """A setting must be as it was; a lesson may have been finished since."""
    watch = handheld.watch
    watch.check_drive()
    watch.check_settings()
    saved = watch._settings
    watch._settings = dict(saved, lessons="")
    handheld.sim.app.settings.lessons = "RG"
    watch.check_settings()
    handheld.sim.app.settings.lessons = ""
    with pytest.raises(Failure, match="Settings are lost: lessons"):
        watch.check_settings()
    watch._settings = dict(saved, sound=7)
    with pytest.raises(Failure, match="Settings are lost: sound"):
        watch.check_settings()
