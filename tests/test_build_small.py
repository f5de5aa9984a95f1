"""The small build: what is left away is data, no menu leads there, and all that is left works."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

from rules import catalogue
from tools.device import boards_desktop, build, lint, small, wordpack, wordtable

MOST = 275 * 1024  # bytes on the drive of pybadge; small.WANTED KB are what is wanted


@pytest.fixture(scope="module")
def content():
    return build.drive_content(ROOT, "pybadge", build.Compiler(), little=True)


def test_every_name_of_the_parts_is_there():
    files = set(lint.device_files(ROOT))
    for name in small.away("screens"):
        assert "lib/pocket/screens/%s.py" % name in files
    for name in small.away("modules"):
        assert "lib/pocket/%s.py" % name.replace(".", "/") in files
    assert small.away("help") <= set(wordpack.books(ROOT, wordtable.FULL))
    assert small.away("sections") <= set(wordtable.load(ROOT))
    assert small.away("family") <= {row[0] for row in catalogue.FAMILIES}


@pytest.mark.long
def test_what_is_away_is_not_built_and_the_program_is_told(content):
    whole = build.sources(ROOT)[0]
    left = build.sources(ROOT, True)[0]
    gone = set(whole) - set(left)
    assert {"lib/pocket/screens/coach.py", "rules/eight/game.py", "rules/puzzles.py"} <= gone
    assert not [path for path in content if path[:-4] + ".py" in gone]
    assert not [path for path in content if path.startswith(("assets/cards", "assets/puzzles"))]
    assert b"cardcoach" in content["lib/pocket/app.mpy"]
    assert "rules.eight" not in small.told(small.CATALOGUE, build._read(ROOT, small.CATALOGUE))


@pytest.mark.long
def test_it_takes_what_it_may(content):
    own = {path: data for path, data in content.items() if path not in boards_desktop.SAVES}
    assert build.occupied(own, small.CLUSTER) <= MOST


def tree(folder):
    """A tree with the sources of a small build alone."""
    for path in build.sources(ROOT, True)[0] + list(build.DESKTOP):  # the simulator has memory
        os.makedirs(os.path.dirname(folder / path), exist_ok=True)
        (folder / path).write_text(build._source(ROOT, path, True))
    for name in os.listdir(os.path.join(ROOT, "assets")):
        if name not in ("words", "help") and small.asset_stays("assets/" + name):
            os.makedirs(folder / "assets", exist_ok=True)
            shutil.copy(os.path.join(ROOT, "assets", name), folder / "assets" / name)
    os.makedirs(folder / "assets/words")
    table = "assets/words/en.toml"
    shutil.copy(os.path.join(ROOT, table), folder / table)
    for name in wordpack.books(ROOT, "en"):
        os.makedirs(folder / "assets/help/en", exist_ok=True)
        shutil.copy(os.path.join(ROOT, "assets/help/en", name + ".txt"), folder / "assets/help/en")
    shutil.copytree(os.path.join(ROOT, "tools"), folder / "tools")
    os.makedirs(folder / "tests")
    for name in ("small_walk.py", "screens_help.py"):
        shutil.copy(os.path.join(ROOT, "tests", name), folder / "tests")
    shutil.copy(os.path.join(ROOT, "pyproject.toml"), folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("board", ["pybadge", "pajenicko_picopad"])
def test_every_menu_of_a_small_build_works(tmp_path, board):
    root = tree(tmp_path)
    path = os.pathsep.join(str(root / name) for name in ("", "lib", "tests"))
    done = subprocess.run(
        [sys.executable, str(root / "tests" / "small_walk.py"), board],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = set(done.stdout.split("\n")[-2].split())
    assert not seen & small.away("screens")
    assert {"title", "gamecards", "setup", "options", "rulespages", "lesson", "score"} <= seen
