"""Whatever lies in a file of saves, a record or a save: each reader answers with a sentence, and
what can be read is read."""

import contextlib
import io
from types import SimpleNamespace

import hostile_help
import pytest
import saves_help
from hypothesis import given
from hypothesis import strategies as st
from pocket.games import newgame
from pocket.review import lastrounds
from pocket.saves import roundsfile, savefile, storage

from rules import catalogue
from rules.base import RulesError, finish
from rules.record import notation
from tools import replay, trace
from tools.__main__ import guarded
from tools.device import storedrecords
from tools.errors import ToolError

FLAGS = [
    words.split()
    for words in (
        "|--check|--text|--json|--json --plays|--step 3|--round 1|"
        "--round 2 --check|--json --step 1|--trace"
    ).split("|")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile")


def is_sentence(text):
    """Return whether a text is one sentence for a person."""
    line = text.strip()
    return bool(line) and len(line.splitlines()) == 1 and "Error" not in line and len(line) < 400


def replayed(path, flags):
    """Run `replay` as the door does; what it says are sentences."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = guarded("replay", replay.main, [str(path), *flags])
    said = err.getvalue().splitlines()
    assert status == (2 if said else 0) and all(is_sentence(line) for line in said), said
    return status, out.getvalue()


@pytest.mark.long
@given(hostile_help.damaged(hostile_help.records), st.sampled_from(FLAGS))
def test_a_record_is_replayed_or_refused_in_sentences(folder, data, flags):
    (folder / "one.rec").write_bytes(data)
    replayed(folder / "one.rec", flags)


@given(hostile_help.damaged(hostile_help.records))
def test_a_record_is_listed_or_called_damaged(data):
    line = lastrounds.summary(data)
    if line is not None:
        game_id, names, scores = line
        assert game_id in catalogue.ORDER and len(scores) in (0, len(names))


@pytest.mark.long
@given(hostile_help.files(), st.sampled_from(FLAGS))
def test_a_file_of_saves_is_replayed_and_its_traces_told(folder, made, flags):
    path = hostile_help.write_file(folder, made)
    replayed(path, flags)
    said = []
    with contextlib.suppress(ToolError):
        said.append(trace.read(str(path)))
    assert all(isinstance(text, str) and text for text in said)
    assert isinstance(storedrecords.traces(path.read_bytes()), str)


def an_app(store):
    """Return what resuming a game asks of the app."""
    app = SimpleNamespace(store=store, told=[], session=None, went=[])
    app.art = SimpleNamespace(prepare=lambda game: None)
    app.tell = lambda why: app.told.append(saves_help.told(why) if type(why) is tuple else why)
    app.go = lambda *words: app.went.append(words)
    app.enter = lambda kept=False: app.went.append(app.session)
    return app


@given(hostile_help.files())
def test_whatever_a_file_holds_the_store_reads_it_and_saves_beside_it(folder, made):
    hostile_help.write_file(folder, made)
    store = storage.Store({"path": str(folder) + "/rummy.sav", "nvm": None})
    for name in hostile_help.NAMES:
        why = savefile.newest(store, name)[1]
        assert why is None or is_sentence(saves_help.told(why))
    app = an_app(store)
    games, why, _ = newgame.kept_games(app)
    assert why is None or is_sentence(saves_help.told(why))
    for record, game_id, _ in games:
        newgame.station(record)
        newgame.resume_newest(app, record)
        assert app.session is None or app.session.game.rules["game"] in catalogue.ORDER, game_id
    assert len(app.went) == len(games) and all(is_sentence(text) for text in app.told if text)
    for record in roundsfile.all_of(store):
        lastrounds.summary(record)
    before = {name: store.load(name) for name in hostile_help.NAMES}
    if store.save("x", b"saved") is None:
        store.state["file"].close()
        reopened = storage.Store({"path": str(folder) + "/rummy.sav", "nvm": None})
        assert reopened.load("x") == b"saved"
        if not made[1]:  # a file that was cut short is made whole: more may be read then
            assert {name: reopened.load(name) for name in hostile_help.NAMES} == before


@given(
    hostile_help.damaged(hostile_help.saves).filter(lambda data: len(data) > 3),  # else forgotten
    st.sampled_from(("game.RK", "game.j4", "game.jX")),
)
def test_a_save_is_taken_up_or_the_older_one_is(tmp_path_factory, data, record):
    good = hostile_help.saves()[0]
    store = saves_help.store(tmp_path_factory.mktemp("saves"))
    for payload in (good, data):
        store.save(record, payload[:1990])
    store.state["file"].close()
    app = an_app(store)
    newgame.resume_newest(app, record)
    (session,) = app.went
    assert session is app.session
    if session.game.pack() != data[3:]:
        assert all(is_sentence(text) for text in app.told)
    game = session.game
    game.result(), game.overall_winners(), game.round, notation.packed(game, session.people)
    for _ in range(3):  # what was loaded is played on
        if game.phase == "over":
            break
        move = ("redeal", False) if game.phase == "redeal" else ("go",)
        if game.phase == "turn":
            choose = catalogue.players(game.rules["game"]).choose
            move = finish(choose("easy", game.view(game.seat), 1))
        assert game.apply(move) is None
        game.check()


@given(hostile_help.damaged(hostile_help.saves), st.integers(0, len(catalogue.ORDER) - 1))
def test_a_game_s_own_bytes_make_a_game_or_are_refused(data, number):
    with contextlib.suppress(RulesError):
        game = catalogue.load(catalogue.ORDER[number], data[3:])
        kept = game.pack()
        assert catalogue.load(catalogue.ORDER[number], kept).pack() == kept
