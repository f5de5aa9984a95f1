"""Installed from a wheel, in an environment of its own and far from the project: `pocket-rummy`."""

import contextlib
import json
import os
import re
import subprocess
import sys
import sysconfig

import pytest
from build_help import program

from tools import launcher
from tools.device import build, kept

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = "Scripts" if os.name == "nt" else "bin"
pytestmark = pytest.mark.long


def run(folder, *command, text=None):
    """Run a program within `folder`; returns (status, standard output, standard error)."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env["XDG_CACHE_HOME"] = str(folder)
    done = subprocess.run(
        command, cwd=folder, env=env, input=text, capture_output=True, text=True, timeout=600
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def rummy(tmp_path_factory):
    """Return rummy(folder, word, ..., text=), which runs `pocket-rummy` of a wheel built now, with
    the libraries of the tests' own environment and what is cached there: it is made of the very
    same files."""
    folder = tmp_path_factory.mktemp("installed")
    build = run(ROOT, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    assert build[0] == 0, build
    (wheel,) = folder.glob("*.whl")
    venv = folder / "venv"
    assert run(folder, sys.executable, "-m", "venv", "--without-pip", str(venv))[0] == 0
    python = str(venv / BIN / "python")
    with pytest.MonkeyPatch.context() as patch:  # as the door does, into another environment
        uv = launcher._uv()
        patch.setattr(launcher, "python", lambda: python)
        options = ["--no-deps", "--no-index", str(wheel)]
        if uv is None or not launcher._by_uv(uv, options):
            launcher._by_pip(options)
    status, site, _ = run(
        folder, python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"
    )
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    with open(os.path.join(site.strip(), "libraries.pth"), "w", encoding="utf-8") as file:
        file.write("\n".join(sorted(libraries)) + "\n")

    def call(where, *words, text=None):
        cache = where / "pocket-rummy"
        cache.mkdir(exist_ok=True)
        with contextlib.suppress(OSError):  # Windows lets not everybody
            (cache / "built").symlink_to(kept._FOLDER, target_is_directory=True)
        return run(where, str(venv / BIN / "pocket-rummy"), *words, text=text)

    call.python = python
    return call


def examples():
    with open(os.path.join(ROOT, "docs", "LIBRARY.md"), encoding="utf-8") as page:
        return re.findall("```python\n(.*?)```", page.read(), re.DOTALL)


def test_the_examples_of_the_library_run(rummy, tmp_path):
    assert len(examples()) == 5
    assert all("assert" in example for example in examples())
    each = "for example in %r: exec(example, {'__name__': '__main__'})" % examples()
    assert run(tmp_path, rummy.python, "-c", each) == (0, "", "")


CLIENT = program("a client of the library")


@pytest.fixture(scope="module")
def checked(rummy, tmp_path_factory):
    """Return the lines that mypy prints about programs that use the package: CLIENT, examples."""
    folder = tmp_path_factory.mktemp("clients")
    programs = CLIENT, *examples()
    names = ["client%d.py" % i for i in range(len(programs))]
    for name, text in zip(names, programs):
        (folder / name).write_text(text)
    cache = os.path.join(os.path.dirname(rummy.python), "mypy")
    words = ["--strict", "--cache-dir", cache, "--python-executable", rummy.python, *names]
    _, out, err = run(folder, sys.executable, "-P", "-m", "mypy", *words)
    assert err == ""
    return out.splitlines()[:-1]


def test_others_get_its_types(checked):
    said = [line for line in checked if line.startswith("client0.py:")]
    assert re.findall('Revealed type is "(.*)"', "\n".join(said)) == [
        "bytes",
        "list[bytes]",
        "rules.solver.problem.Result",
        "rules.tilegame.referee.Verdict",
        "int",
        "rules.family.Game",
        "list[int]",
        "tuple[str, tuple[Any, ...]] | None",
        "rules.family.Players",
        "tuple[Any, ...]",
    ]
    wrong = [int(line.split(":")[1]) for line in said if " error: " in line]
    lines = CLIENT.splitlines()
    assert wrong == list(range(lines.index('solver.run("RK", [], rack)') + 1, len(lines) + 1))


def test_mypy_finds_nothing_in_the_examples(checked):
    assert [line for line in checked if not line.startswith("client0.py:")] == []


def test_the_list_leaves_out_what_works_on_the_project_itself(rummy, tmp_path):
    status, out, err = rummy(tmp_path)
    assert status == 0 and out.startswith("usage: pocket-rummy <command>")
    commands = [line.split()[0] for line in out.splitlines()[2:]]
    assert "play" in commands and "flash" in commands
    assert "test" not in commands and "bench" not in commands
    status, out, err = rummy(tmp_path, "test")
    assert status == 1 and err.startswith("test works only in a copy of the project: download")
    status, out, err = rummy(tmp_path, "nonsense")
    assert status == 2 and err == "Unknown command nonsense; run pocket-rummy for a list.\n"
    assert rummy(tmp_path, "solve", "--help")[1].startswith("usage: pocket-rummy solve")


def test_it_solves(rummy, tmp_path):
    question = {"id": 1, "game": "RK", "table": [["r3", "r4", "r5"]], "rack": ["r6", "k1"]}
    status, out, err = rummy(tmp_path, "solve", text=json.dumps(dict(question, opened=True)) + "\n")
    answer = json.loads(out)
    assert status == 0 and answer["laid"] == ["r6"] and answer["proved"]


def test_it_plays_a_script_and_takes_pictures_where_one_stands(rummy, tmp_path):
    (tmp_path / "script.txt").write_text("wait 500\npress DOWN\nshot menu\n")
    status, out, err = rummy(tmp_path, "play", "--headless", "--script", "script.txt")
    assert status == 0, err
    assert (tmp_path / "shots" / "menu.png").read_bytes()[:4] == b"\x89PNG"


def test_it_builds_where_one_stands(rummy, tmp_path):
    content = build.drive_content(ROOT, "pybadge", build.Compiler())
    status, out, err = rummy(tmp_path, "build", "--board", "pybadge")
    assert status == 0, err
    drive = tmp_path / "dist" / "pybadge"
    files = [path for path in drive.rglob("*") if path.is_file()]
    assert {path.relative_to(drive).as_posix(): path.read_bytes() for path in files} == content


def test_a_group_of_libraries_that_is_not_there_is_one_sentence(monkeypatch):
    wanted = ['nobody-has-this==1.0; extra == "emulate"', "pillow==13.0.0"]
    monkeypatch.setattr(launcher.importlib.metadata, "requires", lambda name: wanted)
    assert launcher.missing_libraries(()) is None and launcher.missing_libraries(("test",)) is None
    sentence = launcher.missing_libraries(("emulate",))
    assert "pipx install --force '.[emulate]'" in sentence and "\n" not in sentence
    wanted[0] = 'pytest>=1; extra == "emulate"'
    assert launcher.missing_libraries(("emulate",)) is None


@pytest.mark.parametrize(
    "machine, lacks", [("sys_platform == '%s'" % sys.platform, True), ("sys_platform == 'none'", 0)]
)
def test_a_library_that_is_not_for_this_machine_is_not_lacking(monkeypatch, machine, lacks):
    """Where it has no wheels, its marker leaves it out."""
    wanted = ["nobody-has-this==1.0; (%s and python_version > '3') and extra == 'match'" % machine]
    monkeypatch.setattr(launcher.importlib.metadata, "requires", lambda name: wanted)
    assert bool(launcher.missing_libraries(("match",))) == bool(lacks)
    assert launcher.missing_libraries(()) is None and launcher.missing_libraries(("test",)) is None
