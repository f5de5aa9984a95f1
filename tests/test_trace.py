"""`python3 tools trace`: what a board prints, in the names and places of the sources."""

import json
import os
import subprocess

import cases
import pytest
from build_help import placed, programs, put
from conftest import ROOT
from test_door_commands import one_sentence, tools
from vm_help import CROSS, run

from tools import trace
from tools.device import build, squeeze
from tools.device.squeeze import origins

SOURCES = programs("a program that fails")
TOPS = {"code.py": "from pocket import show\n\nshow.begin()\n"}


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    """Return (what the VM printed when the squeezed program failed, its map of names)."""
    folder = tmp_path_factory.mktemp("trace")
    program = squeeze.squeeze_program(SOURCES, TOPS)
    for path, text in program.sources().items():
        put(folder, path, text)
        here = str(folder / path)
        command = [CROSS, "-O3", "-s", origins.file_name(path), "-o", here[:-3] + ".mpy", here]
        subprocess.run(command, check=True)
        os.unlink(here)
    put(folder, "code.py", squeeze.strip_source("code.py", TOPS["code.py"], program.module_folder))
    done = run([str(folder / "code.py")], folder, 128 * 1024, "lib/pocket")
    assert done.returncode == 1
    return done.stdout + done.stderr, program.origins()


def line_of(path, text):
    """Return where a source's first line with `text` is, from 1 on."""
    lines = SOURCES[path].splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


def test_each_frame_says_where_it_stands_in_the_sources(failed):
    text, names = failed
    for old in ("Hand", "lay", "points"):
        assert old not in text  # the board does not know these names
    told = trace.translate(text, names)
    places = [
        ("lib/pocket/show.py", "def begin", "begin"),
        ("lib/pocket/show.py", "def lay", "Hand.lay"),
        ("lib/pocket/tally.py", "def points", "points"),
    ]
    frames = [line for line in told.splitlines() if "  = " in line]
    assert len(frames) == len(places)
    for frame, (path, mark, name) in zip(frames, places):
        assert frame.endswith("  = %s:%d %s" % (path, line_of(path, mark), name))
    assert told.splitlines()[0] == text.splitlines()[0]  # what is no frame stays


def test_names_that_the_error_quotes_are_told(failed):
    text, names = failed
    last = trace.translate(text, names).splitlines()[-1]
    assert last.startswith("AttributeError: 'str' object has no attribute '")
    every = [names["words"][file] for file in names["functions"]]
    short = [new for words in every for new, olds in words.items() if "maximal" in olds]
    if short:
        assert last.endswith("(%s = maximal)" % short[0])
    else:
        assert "'maximal'" in last


ONE_PLACE = [["a.py", 1, "lay"]]
TWO_PLACES = [["a.py", 1, "one"], ["b.py", 2, "Two.two"]]


@cases.table("file, places, added")
def test_a_frame_is_followed_by_its_places(file, places, added):
    names = {"functions": {"app": {"x": places}}, "words": {"app": {}}}
    frame = '  File "%s", line 1, in x' % file
    assert trace.translate(frame + "\nMemoryError: ", names) == frame + added + "\nMemoryError: "


def test_the_command_reads_a_map_from_a_file(tmp_path):
    names = {
        "functions": {"play": {"ab": [["lib/pocket/tilegame/play.py", 7, "Screen.key"]]}},
        "words": {"play": {}},
    }
    kept = tmp_path / "names.json"
    kept.write_text(json.dumps(names))
    told = tmp_path / "said.txt"
    told.write_text('Traceback (most recent call last):\n  File "play", line 1, in ab\n')
    status, out, err = tools("trace", str(told), "--names", str(kept))
    assert status == 0 and not err
    assert "lib/pocket/tilegame/play.py:7 Screen.key" in out


@pytest.mark.long
def test_the_map_of_this_copy_knows_every_file_of_a_build():
    compiler = build.Compiler()
    names = build.name_map(ROOT, compiler)
    texts, _tops, _names = build.squeeze_sources(ROOT, compiler)
    for path in texts:
        assert origins.file_name(path) in names["functions"], path
    app = os.path.basename(placed(names)["lib/pocket/app/flow.py"])[:-4]
    loop = [
        place
        for places in names["functions"][app].values()
        for place in places
        if place[2] == "App.step"
    ]
    assert loop and loop[0][0] == "lib/pocket/app/flow.py"
    with open(os.path.join(ROOT, loop[0][0]), encoding="utf-8") as stream:
        assert "def step" in stream.read().splitlines()[loop[0][1] - 1]


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("data", [b"all is well\n", b"", b"\0" * 4096])
def test_a_file_without_a_traceback_is_one_sentence(tmp_path, data):
    path = tmp_path / "said"
    path.write_bytes(data)
    status, out, err = tools("trace", str(path), "--names", str(path))
    assert status == 1 and not out and one_sentence(err)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("text", ["", "[]", "{}", '{"functions": 1, "words": 2}', "\0"])
def test_a_map_that_is_none_is_one_sentence(tmp_path, text):
    said, kept = tmp_path / "said", tmp_path / "names.json"
    said.write_text('  File "app", line 1, in x\n')
    kept.write_text(text)
    for path in (kept, tmp_path / "lacks"):
        status, out, err = tools("trace", str(said), "--names", str(path))
        assert status == 1 and not out and one_sentence(err)
