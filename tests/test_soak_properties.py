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
from tools import score
from tools.sim.faults import Stopped
from tools.soak import CAMPAIGNS, drive, inputs, keys, positions, running, turns
from tools.soak.running import Failure

EXAMPLES = {"keys": 5, "games": 8, "turns.tiles": 40, "turns.cards": 100}  # 40 of others
NAMES = [name for campaign in CAMPAIGNS for name in running.names(campaign)]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name == "keys" else ()) for name in NAMES],
)
def test_properties_hold(name, request):
    examples = EXAMPLES.get(name, 40)
    running.check(name, examples // 8 if request.config.getoption("--quick") else examples)


def failing(name, seconds=60, seed=1):
    """The sentence of a property that must fail, and the blob of its example."""
    sentence, blob, _ = running.batch(name, seed, time.time() + seconds)
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


@pytest.mark.long(keep=1)
@pytest.mark.parametrize(
    "name, owner, function, harm, said",
    [
        ("turns.tiles", referee, "judge", lenient, "The referee says legal"),
        ("turns.tiles", referee, "judge", forgets_jokers, "Identities: "),
        ("games", scoring, "score_round", scores_wrong, "by the clauses"),
        ("games", restore, "unpack", forgets_passes, "saves otherwise"),
        ("games", tilegame.Game, "_play", changes_when_refused, "refused and has changed the game"),
    ],
)
def test_faults_of_the_rules_are_found(name, owner, function, harm, said, monkeypatch):
    plain = getattr(owner, function)
    monkeypatch.setattr(owner, function, lambda *args: harm(plain, *args))
    assert said in failing(name)[0]


def test_a_failing_turn_is_told_whole():
    position = positions.Position("RK", {}, [["k1", "k2", "[k3]"]], ["k4"], True)
    said = str(turns.Differs(position, [["k1"]], "Something differs."))
    assert '"before": [["k1", "k2", "[k3]"]]' in said and '"after": [["k1"]]' in said


def test_positions_put_jokers_of_one_number_side_by_side():
    rng = random.Random(1)
    both = parted = 0
    for _ in range(200):
        position = positions.position(rng, rng.choice(positions.GAMES))
        jokers = [t for row in position.before for t in row if positions.is_joker(t)]
        values = [min(turns.judge.stands_for(token))[1:] for token in jokers]
        both += len(values) == 2 and values[0] == values[1]
        parted += position.parted
    assert both > 25 and parted > 2


def test_tiles_whose_order_says_something_are_not_shuffled():
    rules = turns.judge.rules_of("KR", {})
    rng = random.Random(1)
    for _ in range(50):
        table = positions.reordered(rng, [["b12", "*", "*"], ["k3", "*", "r3"]], rules)
        assert ["b12", "*", "*"] in table  # `* b12 *` may be a run
        assert len(table) == 2


# -- inputs


def test_cards_score_alone():
    """A request that was made of two: its racks of tiles are not read."""
    request = {"game": "ER", "cards": [[1, 8], []], "auto": 0, "racks": "friendly"}
    inputs.right_score(request, score.answer(request))
    with pytest.raises(Failure):
        inputs.right_score({"game": "RK", "racks": [["r5"], []]}, {"scores": [5, 0]})


class Own(Exception):
    """What the reader below may raise."""


def careless(data):
    """A reader that fails on what only an input with x, y or z holds."""
    if b"x" in data:
        raise TypeError("not\nsaid to anybody")
    if b"y" in data:
        raise Own("two\nlines")
    if b"z" in data:
        while True:
            pass
    if not data:
        raise Own("one line")


@pytest.mark.parametrize(
    "data, said",
    [
        (b"a", ""),
        (b"", ""),
        (b"ax", "TypeError in tests/test_soak_properties.py"),
        (b"y", "This is not one sentence: two lines"),
        (b"z", "It has not ended after 0.2 seconds of work."),
    ],
)
def test_what_a_reader_says_is_one_sentence(data, said, monkeypatch):
    monkeypatch.setattr(inputs, "_SECONDS", 0.2)
    property_ = inputs._reader(careless, (Own,))
    if not said:
        return property_(data)
    with pytest.raises(Exception) as problem:
        property_(data)
    assert running.told(problem.value).startswith(said)


# -- failing examples


@pytest.fixture
def one_reader(monkeypatch):
    """The campaign of inputs has one reader, which fails on an x."""
    words = inputs.changed(lambda: [b"abc", b"defg"], [b"x"])
    many = {"inputs": (inputs._reader(careless, (Own,)), words)}
    monkeypatch.setattr(inputs, "PROPERTIES", many)
    monkeypatch.setattr(running, "_SHRINK_SECONDS", 20)


def test_a_failing_example_is_shrunk_kept_and_played_again(one_reader, monkeypatch):
    sentence, blob = failing("inputs")
    assert sentence.startswith("TypeError in ") and sentence.endswith("not said to anybody")
    assert len(blob) < 40
    assert running.once("inputs", blob) == sentence
    assert running.batch("inputs", None, 0)[0] == sentence  # from the database
    monkeypatch.setattr(inputs, "PROPERTIES", {"inputs": (lambda data: None, st.binary())})
    with pytest.raises(ValueError, match="--again takes what the line of a failure says"):
        running.once("inputs", "AX")


def test_no_example_begins_when_the_time_is_over(one_reader):
    assert running.batch("inputs", 1, time.time() - 1) == ("", "", {})


# -- keys


@pytest.mark.long
def test_keys_find_what_is_raised():
    with Broken("pocket.menus.pause", "Screen.__init__", ValueError("a test")):
        sentence, _ = failing("keys")
    assert re.match("ValueError in .*: a test .*the last keys: ", sentence), sentence


@pytest.fixture
def handheld(board):
    """A handheld with one saved game, switched on."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        drive.importable()
        drive.fill(folder, 1, ["RK"])
        taken = stack.enter_context(keys.Handheld(random.Random(1), board, folder))
        taken.on()
        yield taken


@pytest.mark.long
def test_keys_find_a_dead_end(handheld):
    handheld.press(keys.tap("DOWN"))
    handheld.press(keys.tap("A"))
    screen = type(handheld.app.screen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "key", lambda screen, button, kind: None)
        with pytest.raises(Failure, match="A dead end"):
            handheld.home()


@pytest.mark.long
def test_keys_find_a_game_that_is_lost(handheld):
    rng = random.Random(2)
    person = keys.Person(rng, lambda screen, rng: None)
    for _ in range(200):
        handheld.perform(person.act(keys.simulated.look(handheld.sim), "play"))
        if handheld.watch.games:
            break
    (record,) = handheld.watch.games
    handheld.home()
    handheld.app.store.forget(record)
    with pytest.raises(Failure, match="A game is lost"):
        handheld.off()


@pytest.mark.long
def test_keys_find_settings_that_are_lost(handheld):
    """A setting must be as it was; a lesson may have been finished since."""
    watch = handheld.watch
    watch.dark()
    watch.light()
    (saved,) = watch._settings
    watch._settings = [dict(saved, lessons="")]
    handheld.app.settings.lessons = "RG"
    watch.light()
    handheld.app.settings.lessons = ""
    with pytest.raises(Failure, match="Settings are lost: lessons"):
        watch.light()
    watch._settings = [dict(saved, sound=7)]
    with pytest.raises(Failure, match="Settings are lost: sound"):
        watch.light()


@pytest.mark.long
@pytest.mark.parametrize("board", ["deshipu_ugame_s3"])
def test_power_that_goes_while_a_key_stands_for_another_is_no_failure(handheld):
    handheld.sim.stop()
    with pytest.raises(Stopped):
        handheld.press(keys.tap("SELECT"))  # START held on this board
