"""The small build: what is left out is data, no menu leads there, and all that stays works."""

import ast
import os
import shutil
import subprocess
import sys

import pytest
from build_help import placed
from conftest import ROOT
from test_build_join import undefined

from rules import catalogue
from rules.tilegame import games
from tools.device import build, gather, small, wordpack, wordtable
from tools.device.squeeze import branches


@pytest.fixture(scope="module")
def content():
    return build.drive_content(ROOT, "pybadge", build.Compiler(), little=True)


def test_every_name_of_the_parts_is_there():
    assert small.away("help") <= set(wordpack.books(ROOT, wordtable.FULL))
    assert small.away("sections") <= set(wordtable.load(ROOT))
    assert small.away("family") <= {row[0] for row in catalogue.FAMILIES}


@pytest.mark.long
def test_what_is_away_is_not_built_and_the_program_is_told(content):
    whole = gather.sources(ROOT)[0]
    left = gather.sources(ROOT, True)[0]
    gone = set(whole) - set(left)
    assert {"lib/pocket/alone/coach.py", "rules/eight/game.py", "rules/puzzles.py"} <= gone
    places = placed(build.names(ROOT, build.Compiler(), True))
    assert gone.isdisjoint(places)
    ours = {path for path in content if path.endswith(".mpy") and path.startswith("lib/pocket/")}
    assert len(ours) > 40 and ours <= set(places.values())
    assert not [path for path in content if path.startswith(("assets/cards", "assets/puzzles"))]
    catalogue = content[places["lib/pocket/games/newgame.py"]]  # in which it lies
    assert b"eight" not in catalogue


def test_what_files_and_folders_take_is_counted_in_clusters():
    assert small.taken({"a.txt": bytes(513)}) == 2 * 512
    assert small.taken({"sub/a.txt": b"1"}) == 2 * 512
    many = {"sub/a%d.txt" % i: b"" for i in range(8)}  # 64 bytes per name, 64 for the folder itself
    assert small.taken(many) == 2 * 512


def test_every_part_of_the_program_has_a_flag_and_a_small_build_has_all_of_them_false():
    text = gather.read(ROOT, branches.FLAGS)
    known = branches.flags(text)
    assert set(known) == small.FLAGS and all(known.values())
    assert not any(branches.flags(gather.source(ROOT, branches.FLAGS, True)).values())


def test_of_a_condition_that_is_a_flag_one_branch_stays():
    text = """
def keys(app):
    if not features.TIPS:
        many = app.learns and features.TIPS, more or True
        return [features.CARDS and 1, features.TIPS and tips(), many]
    from pocket import tips
    while app:
        if features.TIPS and app.new or features.CARDS:
            step()
        elif app.old:
            pass
    return tips
ROWS = (1,) + ((2,) if features.CARDS else ()) + ((3,) if features.TIPS else ())
if features.TIPS:
    import tips
"""
    without = branches.live(ast.parse(text), {"TIPS": False, "CARDS": True})
    assert ast.unparse(without).split("\n") == [
        "def keys(app):",
        "    many = (app.learns and False, more or True)",
        "    return [1, False, many]",
        "ROWS = (1, 2)",
    ]
    whole = ast.unparse(branches.live(ast.parse(text), {"TIPS": True, "CARDS": False}))
    assert "if app.new or False:" in whole and "ROWS = (1, 3)" in whole
    assert whole.endswith("import tips") and "features" not in whole


def test_what_the_rules_say_to_a_desktop_stays_there():
    text = """
raise RulesError('%d cards' % count)
raise RulesError('No move.')
raise RulesError(errors.NOT_NOW)
raise RulesError('Move %d: %s', made, problem.args)
"""
    rows = [branches.live(ast.parse(row), {}) for row in text.split("\n")[1:-1]]
    assert [ast.unparse(row) for row in rows] == ["raise RulesError('')"] * 2 + text.split("\n")[
        3:5
    ]


@pytest.mark.long
def test_no_name_of_the_small_program_is_lost(tmp_path):
    sources = build.squeezed(ROOT, build.Compiler(), little=True, renamed=False)[0]
    assert undefined(tmp_path, sources) == ""


def test_the_turns_of_the_lessons_that_stay_are_there():
    data = gather.read_bytes(ROOT, small.TURNS)
    heads = [line for line in small.turns(data).split(b"\n") if line[:1] == b"#"]
    assert {head[2:4] for head in heads} == {game_id.encode() for game_id in games.ids()}
    assert [line for line in data.split(b"\n") if line in heads] == heads
    assert small.turns(data) in data


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A tree with the sources of a small build alone."""
    folder = tmp_path_factory.mktemp("small")
    for path in gather.sources(ROOT, True)[0] + list(gather.DESKTOP):  # the simulator has memory
        os.makedirs(os.path.dirname(folder / path), exist_ok=True)
        (folder / path).write_text(gather.source(ROOT, path, True))
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
def test_every_menu_of_a_small_build_works(tree):
    path = os.pathsep.join(str(tree / name) for name in ("", "lib", "tests"))
    done = subprocess.run(
        [sys.executable, str(tree / "tests" / "small_walk.py"), "pybadge"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen = set(done.stdout.split("\n")[-2].split())
    assert not seen & {name.rpartition(".")[2] for name in small.away("modules")}
    assert {
        "title",
        "gamecards",
        "gamesetup",
        "settingsmenu",
        "rulespages",
        "lesson",
        "score",
    } <= seen
