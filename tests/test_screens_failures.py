"""An error is never the end of a game: whatever is raised, it goes on from the last good state."""

import pytest
import saves_help
from broken import Broken
from conftest import ROOT
from house_help import with_english
from screens_help import PanelApp
from words_games import FUNCTIONS, note, sits

from tools import replay
from tools.device import boards_desktop, storedrecords, wordtable


def test_a_save_that_fails_does_not_stop_the_game(scene):
    scene("sits; fails saving")
    for _ in range(2):
        scene("START A")
        for _ in range(40):
            scene.sim.wait(300)
            if scene.name() == "failed":
                note(scene, "turn")
            elif scene.name() == "play" and scene.session.turn is not None:
                break
        scene("on play; seat 0")
    assert scene.broken.calls > 3 and len(scene.game.history) == 8  # two rounds of the table
    scene("mend; START A")
    assert scene.session.last.kind == "draw" and scene.app.failures.kept


def test_the_first_screen_is_made_again_once_then_the_sentence_stays(scene, capfd):
    scene("fails the first screen; A; note menu; on title; well; A; wait 200")
    assert scene.sim.failure and scene.sim.app.screen is None
    scene.sim.press("A", rest=2000)
    out = capfd.readouterr().out
    assert "Something went wrong: ValueError a test. The game is kept as of the last turn." in out


def test_a_first_screen_that_fails_at_power_on_is_made_once_more(scene, capfd):
    scene("fails once making the first screen")
    assert scene.sim.display.brightness > 0
    scene("note menu; on title; listed Play; off; fails making the first screen; note menu")
    assert scene.sim.failure and scene.sim.app.screen is None
    assert "Something went wrong: ValueError a test." in capfd.readouterr().out


def test_what_fails_while_it_is_mended_is_the_last_sentence(scene, capfd):
    scene("sits; fails a turn's end")
    with Broken("pocket.checks.failed", "Screen.__init__", KeyError("worse")):
        scene("START; wait 300")
        assert isinstance(scene.sim.failure, KeyError)
    assert "Something went wrong: KeyError" in capfd.readouterr().out


def test_what_ends_the_program_passes(sim):
    sim.app.screen.key = lambda *key: (_ for _ in ()).throw(KeyboardInterrupt())
    with pytest.raises(Exception, match="KeyboardInterrupt"):
        sim.press("A", rest=100)
    assert isinstance(sim.error, KeyboardInterrupt)


# -- the sentence, and the trace


@pytest.mark.parametrize("language", ["fr", "tr"])  # with a space before a colon, other letters
def test_the_note_is_in_the_language_that_is_set(scene, language):
    scene("sits; speak %s; fails once a turn's end; START; on failed" % language)
    said = with_english(ROOT, language)["failed"]
    assert scene.screen.text == said["wrong"].format(said["turn"]).replace(" :", "\u00a0:")


@pytest.mark.parametrize("size", [(128, 128), (240, 240)])
@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_whole_sentence_is_on_the_note(size, language):
    from pocket.app import draw

    texts = with_english(ROOT, language)
    font = PanelApp(*size).art.letters
    said = texts["failed"]
    ends = [said["menu"] + " " + text for text in (texts["pause"]["leave_help"], said["lost"])]
    for end in [said["turn"], said["again"], said["save"], *ends]:
        text = said["wrong"].format(end)
        _cloth, *lines = draw.note(*size, text, font)
        assert len(lines) == len(draw.wrap(text, size[0] - 8, font))


def trace_of(folder):
    return storedrecords.traces((folder / "rummy.sav").read_bytes())


def fail(scene, error):
    """Let the end of a turn fail once, and go on."""
    with Broken(*FUNCTIONS["a turn's end"].split(), error, 1):
        scene("START; on failed; wait 800; B; wait 600")


def test_the_trace_goes_to_the_console_and_to_the_saves(scene, capfd):
    from pocket.app import version

    sits(scene)
    fail(scene, ValueError("tile 5 is lost"))
    scene.off()
    text = trace_of(scene.folder)
    assert text.startswith(version.VERSION + " tilegame.play\nTraceback ")
    assert "in key" in text and "play.py" in text and text.endswith("ValueError: tile 5 is lost\n")
    err = capfd.readouterr().err
    assert "Traceback (most recent call last)" in err and "ValueError: tile 5 is lost" in err
    assert replay.main([str(scene.folder / "rummy.sav"), "--trace"]) == 0
    assert capfd.readouterr().out.rstrip() == text.rstrip()


def test_traces_are_bounded_the_latest_is_whole_and_no_other_save_is_lost(scene):
    def payloads():
        return {name: data for _, name, data in saves_help.records(scene.folder).values()}

    sits(scene)
    before = payloads()
    for number in range(6):
        scene("A; place; SELECT")  # a tile more lies on the table: another position
        fail(scene, ValueError("number %d ü" % number))
    scene("on play; off")
    data = (scene.folder / "rummy.sav").read_bytes()
    text = storedrecords.traces(data)
    assert "number 5" in text and "number 0" not in text
    assert len(storedrecords.newest_records(data)["trace"][1]) == 1500
    after = payloads()
    assert {name: after[name] for name in before} == before
    assert len(data) == 20 * 5632


def test_a_trace_gives_its_place_to_a_save(tmp_path):
    """It never is the reason why a game is not kept."""
    store = saves_help.store(tmp_path)
    names = ["g%d" % number for number in range(17)]
    for name in names:
        assert store.save(name, b"1st one") is None
    assert store.save("trace", b"a trace") is None
    assert store.read("trace")[0] == b"a trace"
    assert store.save("g3", b"2nd one") is None and store.read("g3")[0] == b"2nd one"
    assert store.read("trace")[0] is None
    assert all(store.read(name)[0] for name in names)


def test_as_long_as_there_is_another_place_the_trace_stays(tmp_path):
    store = saves_help.store(tmp_path)
    assert store.save("trace", b"a trace") is None
    for number in range(40):
        assert store.save("game", bytes((number,))) is None
    assert store.read("trace")[0] == b"a trace"


def test_where_the_drive_cannot_be_written_the_trace_is_on_the_console_alone(scene, capfd):
    scene("faults read-only usb; sits; lay_three")
    fail(scene, ValueError("tile 5 is lost"))
    scene("on play; laid 3")
    assert "tile 5 is lost" in capfd.readouterr().err
    assert (scene.folder / "rummy.sav").read_bytes() == boards_desktop.SAVES["rummy.sav"]


def test_a_trace_that_cannot_be_kept_stops_nothing(scene):
    scene("sits; fails saving by MemoryError")
    fail(scene, ValueError("a test"))
    scene("on play")


def test_replay_says_that_there_is_no_trace(tmp_path, capsys):
    saves_help.store(tmp_path).save("game", b"1")
    path = str(tmp_path / "rummy.sav")
    assert replay.main([path, "--trace"]) == 0
    assert capsys.readouterr().out == storedrecords.NO_TRACE % path + "\n"
