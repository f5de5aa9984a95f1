"""The build's smaller sources do what the readable ones do."""

import ast
import os
import re
import subprocess
import sys

import pytest
import vm_selftest as selftest
from build_help import placed, program, small_tree, spelled_names, squeezed_sources
from conftest import ROOT

from tools.device import build, device_modules, gather, parsed, squeeze
from tools.device.squeeze import firmware, folder, syntax
from tools.errors import ToolError

with open(os.path.join(ROOT, "tests", "data", "squeezed.txt"), encoding="utf-8") as _file:
    CASES = dict(case.split("\n", 1) for case in _file.read().split("\n== ")[1:])


@pytest.mark.long(keep=6)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_small_program(tmp_path, case):
    text, words = case.split("\n> ")
    parts = re.split(r"^# (\S+\.py)\n", text, flags=re.M)[1:]
    out, renamed = squeezed_sources(dict(zip(parts[::2], parts[1::2])), {})
    new = {}  # old name: new ones
    for names in renamed.values():
        for old, name in names.items():
            new.setdefault(old, set()).add(name)
    output, *rules = words.strip().split("\n")
    assert run(tmp_path, {path: out[path] for path in parts[::2] if path in out}) == output.split()
    words_in_output = set(re.findall(r"\w+", "".join(out.values())))
    for line in rules:
        rule, *words_of_rule = line.replace(":", "").split()
        new_names = [new.get(word, {word}) for word in words_of_rule]
        all_new_names = set().union(*new_names)
        assert {
            "gone": words_in_output.isdisjoint(words_of_rule),
            "stays": words_in_output.issuperset(words_of_rule),
            "kept": new.keys().isdisjoint(words_of_rule),
            "apart": len(all_new_names) >= len(words_of_rule),
            "shared": len(all_new_names) == 1,
            "among": new_names[0] <= set().union(*new_names[1:]),
        }[rule], line


def run(folder, sources):
    """Return the words that sources print when they are imported in their order, on this Python."""
    for path, text in sources.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    names = [path[:-3].replace("/", ".") for path in sources]
    return printed(folder, "".join("import %s\n" % name for name in names)).split()


def printed(folder, program):
    """Return what `program` prints on this Python with `folder` on its path."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=folder,
        env=dict(os.environ, PYTHONPATH=str(folder)),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_says_its_type_is_built_as_if_it_did_not():
    typed = "class Pool:\n    %s\n    def __init__(self):\n        self.tiles%s = [1]\n"
    typed += "LEVELS%s = Pool()\nprint(LEVELS.tiles)\n"
    said = typed % ("tiles: list[int]", ": list[int]", ': "Pool"')
    plain = (typed % ("pass", "", "")).replace("    pass\n", "")
    assert squeezed_sources({"rules/pool.py": said}, {}) == squeezed_sources(
        {"rules/pool.py": plain}, {}
    )


def test_a_list_made_in_place_does_not_spell_a_name_of_its_own():
    text = "def all_of(tiles):\n    return [tile for tile in tiles if (lambda: tile)()]\n"
    spelt, short = (build.Compiler(lines=lines).compile("a.py", text) for lines in (True, False))
    assert b"<listcomp>" in spelt and b"<lambda>" in spelt
    assert b"<listcomp>" not in short and b"<lambda>" not in short and b"all_of" in short


def test_a_text_in_angle_brackets_is_no_functions_name():
    """ "<>" is Reverse & New Hand: on boards it was "<module>", and a page of the rules failed."""
    made = build.Compiler().compile("a.py", "def text(code):\n return '<>' if code else '<a-b>'\n")
    assert {"<>", "<a-b>"} <= spelled_names(made)


def test_what_goes_as_text_goes_without_what_it_says_to_readers():
    for path in parsed.TOPS:
        text = gather.read(ROOT, path)
        empty = folder.ModuleFolder((), [])
        bare = squeeze.strip_source(path, text, empty)
        assert len(bare) < len(text) and "#" not in bare and '"""' not in bare
        assert squeeze.strip_source(path, bare, empty) == bare
        imports = [line.strip() for line in bare.splitlines() if "import" in line]
        assert imports and all(line in folder.with_new_path(path, text) for line in imports)


@pytest.mark.long
def test_no_new_name_is_one_that_the_heap_would_have_to_keep():
    sources = {
        path: gather.read(ROOT, path) for path in gather.sources(ROOT)[0] if path not in parsed.TOPS
    }
    tops = {path: gather.read(ROOT, path) for path in parsed.TOPS}
    asked = gather.library_files(gather.sources(ROOT)[1])
    libraries = {path: gather.read("", file) for path, file in asked.items()}
    names = build.name_map(ROOT, build.Compiler())["words"].values()  # of files: {new: [old ones]}
    words = set()
    for text in list(sources.values()) + list(tops.values()) + list(libraries.values()):
        words |= syntax.identifiers(ast.parse(text))
    new = set().union(*names)
    old = {word for file in names for words_of_it in file.values() for word in words_of_it}
    held = set(firmware.free_names()) | device_modules.NUMBERED_NAMES
    borrowed = new - held
    assert borrowed <= words - old  # no more for the heap to keep
    assert len(borrowed) < len(new) // 4


@pytest.mark.long
def test_the_same_sources_make_the_same_build():
    paths = [path for path in gather.sources(ROOT)[0] if path.startswith("rules/record/")]
    sources = {path: gather.read(ROOT, path) for path in paths}
    assert len(sources) > 2 and squeezed_sources(sources, {}) == squeezed_sources(sources, {})


LABEL = program("a library of labels")
ASKS = program("what asks the library of labels")

OURS = """
import adafruit_labels
class Text(adafruit_labels.Label):
    def _place(self):
        print('ours')
Text()
"""


def with_library(ours, **libraries):
    """Return ({path: text}, {path: {old name: new name}}) of a program of one page and
    libraries."""
    theirs = {"lib/%s.py" % name: text for name, text in libraries.items()}
    return squeezed_sources({"pocket/page.py": ours}, {}, theirs)


def printed_by(folder, out, **libraries):
    """Return the words that the page prints with its library as it is built, or as it is given."""
    sources = {path.removeprefix("lib/"): text for path, text in out.items()}
    sources.update((name + ".py", text) for name, text in libraries.items())
    return run(folder, {path: sources[path] for path in sorted(sources)})


def test_a_library_comes_without_what_nobody_asks_it_for(tmp_path):
    out, names = with_library(ASKS, adafruit_labels=LABEL)
    label = out["lib/adafruit_labels.py"]
    for gone in ("typing", "1.2.3", "NotImplementedError", "scroll", "padding_left.setter", "->"):
        assert gone not in label
    new = {old for renamed in names.values() for old in renamed}
    assert "_padding" in new and "text" not in new
    assert printed_by(tmp_path, out) == ["first", "2", "second!"]


def test_the_program_fits_the_library_as_it_is_published(tmp_path):
    out, _ = with_library(ASKS, adafruit_labels=LABEL)
    published = "from __future__ import annotations\n" + LABEL  # as boards read them
    assert printed_by(tmp_path, out, adafruit_labels=published) == ["first", "2", "second!"]


def test_of_a_library_what_we_write_anew_is_left_out(tmp_path):
    library = "class Label:\n    def __init__(self):\n        self._place()\n"
    library += "    def _place(self):\n        print('theirs')\n"
    library += "class Other:\n    def _place(self):\n        print('other')\n"
    out, _ = with_library(OURS + "adafruit_labels.Other()._place()\n", adafruit_labels=library)
    assert printed_by(tmp_path, out) == ["ours", "other"]


def test_a_library_that_only_what_is_left_out_asks_for_stays_behind(tmp_path):
    label = "import adafruit_ticks\nclass Label:\n    def __init__(self):\n        self._place()\n"
    label += "    def _place(self):\n        print(adafruit_ticks.now())\n"
    ticks = "def now():\n    return 1\n"
    out, _ = with_library(OURS, adafruit_labels=label, adafruit_ticks=ticks)
    assert set(out) == {"pocket/page.py", "lib/adafruit_labels.py"}
    assert printed_by(tmp_path, out) == ["ours"]


def test_what_errors_of_a_library_say_stays_behind():
    library = "def label(text):\n    if not text:\n        raise ValueError('text is missing')\n"
    library += "    raise KeyError('no %s' % text, 3)\n"
    ours = "from adafruit_labels import label\nlabel(1)\n"
    text = with_library(ours, adafruit_labels=library)[0]["lib/adafruit_labels.py"]
    assert "raise ValueError()" in text and "'no %s' % " in text


@pytest.mark.long
def test_the_smaller_core_answers_as_the_clauses_say_and_plays_the_same_game(tmp_path):
    with open(selftest.__file__, encoding="utf-8") as stream:
        text = stream.read()
    text += "\nprint(checks())\nprint(game('RK', ('hard', 'normal'), 7, 20)[0])\n"
    text += "print(game('KR', ('normal', 'easy'), 7, 20)[0])\n"
    sources = {
        path: gather.read(ROOT, path)
        for path in gather.sources(ROOT)[0]
        if path.startswith("rules/")
    }
    sources["selftest.py"] = text
    sources["rules/solver/layers_fast.py"] = gather.read(ROOT, "rules/solver/layers_fast.py")
    out, _ = squeezed_sources(sources, {})
    for path, squeezed_text in out.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(squeezed_text)
    assert printed(tmp_path, "import selftest").splitlines() == [
        str(selftest.checks()),
        str(selftest.game("RK", ("hard", "normal"), 7, 20)[0]),
        str(selftest.game("KR", ("normal", "easy"), 7, 20)[0]),
    ]


@pytest.mark.long
def test_a_build_with_line_numbers_keeps_all_names():
    content = build.program(ROOT, build.Compiler(lines=True))
    assert b"_offer_redeal" in content["rules/tilegame/game.mpy"]
    compiler = build.Compiler()
    content = build.program(ROOT, compiler)
    path = placed(build.name_map(ROOT, compiler))["rules/tilegame/game.py"]
    assert b"_offer_redeal" not in content[path]


def test_a_source_that_is_none_is_one_sentence(tmp_path):
    with pytest.raises(ToolError, match="rules/bad.py cannot be compiled"):
        build.program(small_tree(tmp_path), build.Compiler(), {"rules/bad.py": "def (:\n"})


def test_no_new_name_is_the_compilers_own():
    assert "const" not in firmware.free_names()
