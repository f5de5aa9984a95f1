"""Each rule of the device lint catches a bad sample and lets a good one pass; the tree is clean."""

import ast
import glob
import os
import re
import tomllib

import pytest
from build_help import put

from tools.device import boards_desktop, device_modules, lint
from tools.device.lint import command, house
from tools.device.parsed import tree_of

with open(os.path.join(boards_desktop.ROOT, "tests", "data", "lint.toml"), "rb") as _file:
    SAMPLES = tomllib.load(_file)
BAD = [(rule, text) for rule, texts in SAMPLES["finds"].items() for text in texts]

GOOD = SAMPLES["passes"]["samples"]


@pytest.mark.parametrize("rule, text", BAD, ids=range(len(BAD)))
def test_each_rule_catches_a_bad_sample(rule, text):
    found, _tree = lint.check_source("lib/pocket/sample.py", text)
    assert rule in {item.rule for item in found}


@pytest.mark.parametrize("text", GOOD, ids=range(len(GOOD)))
def test_good_samples_pass(text):
    assert lint.check_source("lib/pocket/sample.py", text)[0] == []


def test_a_finding_names_file_line_and_rule(capsys):
    found, _tree = lint.check_source("lib/pocket/sample.py", "A = 1\nB = 'x'[::-1]\n")
    lint.show(found)
    assert capsys.readouterr().err.startswith("lib/pocket/sample.py:2: [slice-step] ")


IMPORTS = "import os; import pocket; from pocket import app; import time; X = __import__('os')"


@pytest.mark.parametrize("text", IMPORTS.split("; "))
def test_rules_imports_only_rules(text):
    found, _tree = lint.check_source("rules/sample.py", text)
    assert [item.rule for item in found] == ["import"]


def test_rules_may_import_rules_and_gc():
    text = "import gc\nfrom rules import tiles\nimport rules.melds\n"
    assert lint.check_source("rules/sample.py", text)[0] == []


def test_rules_hold_no_integer_above_30_bits():
    assert lint.check_source("rules/sample.py", "A = 0x40000000\n")[0][0].rule == "big-int"
    assert lint.check_source("rules/sample.py", "A = 0x3FFFFFFF\n")[0] == []


@pytest.mark.parametrize("files", SAMPLES["recursion"])
def test_recursion_is_found(tmp_path, files):
    for path, text in files.items():
        put(str(tmp_path), path, text)
    assert {item.rule for item in lint.lint_tree(str(tmp_path))} == {"recursion"}


def test_calls_without_a_cycle_are_no_recursion(tmp_path):
    put(
        str(tmp_path),
        "rules/a.py",
        "from rules import b\n\n\ndef f():\n    return b.f() + g()\n\n\ndef g():\n    return 1\n",
    )
    put(str(tmp_path), "rules/b.py", "def f():\n    return 2\n")
    assert lint.lint_tree(str(tmp_path)) == []


def test_every_board_has_its_modules_listed():
    assert set(boards_desktop.BOARDS) == set(boards_desktop.DEVICE.BOARDS)
    for board, row in boards_desktop.DEVICE.BOARDS.items():
        kind = row[2].split()[0]
        needed = {
            boards_desktop.DEVICE.SOUNDS[kind][2],
            "pwmio" if kind == "buzzer" else "audiocore",
        }
        assert needed <= device_modules.modules_of(board) | {"board", ""}  # "": no sound


def test_only_device_files_are_read(tmp_path):
    put(str(tmp_path), "tools/x.py", "import typing\n")
    put(str(tmp_path), "rules/x.py", "A = 1\n")
    put(str(tmp_path), "code.py", "A = 1\n")
    assert lint.device_files(str(tmp_path)) == ["code.py", "rules/x.py"]


def test_the_command_fails_on_findings(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command, "ROOT", str(tmp_path))
    put(str(tmp_path), "rules/x.py", "A = 'x'[::-1]\n")
    assert command.main([]) == 1
    assert "rules/x.py:1: [slice-step]" in capsys.readouterr().err
    put(str(tmp_path), "rules/x.py", "A = 'x'\n")
    assert command.main([]) == 0


def test_the_device_code_of_this_project_is_clean():
    assert len(lint.device_files(boards_desktop.ROOT)) > 20
    assert lint.lint_tree(boards_desktop.ROOT) == []
    assert os.path.isfile(os.path.join(boards_desktop.ROOT, "boot.py"))


# -- the house


def parsed(**sources):
    """Trees by path: rules__x__y="..." is rules/x/y.py."""
    return {name.replace("__", "/") + ".py": ast.parse(text) for name, text in sources.items()}


@pytest.mark.parametrize(
    "text",
    ['A = "RK"', 'A = b"ER"', 'A = ("KR", 1)', 'A = "one of RK, KR"', 'A = x == "CR"', "f('RK a')"],
)
def test_a_game_named_outside_the_catalogue_is_found(text):
    ids = ("RK", "RG", "CR", "KR", "ER")
    found = house.check_ids(parsed(lib__pocket__flow=text), ids)
    assert [item.rule for item in found] == ["game-id"]
    for home in ("rules__catalogue", "rules__tilegame__games", "rules__eight__games"):
        assert house.check_ids(parsed(**{home: text}), ids) == []


def test_a_clause_or_a_docstring_names_no_game():
    ids = ("RK", "ER")
    for text in ('"""RK is one."""', 'A = "RK-15"', 'A = "WORK, ERROR"', "A = 1  # RK"):
        assert house.check_ids(parsed(tools__x=text), ids) == [], text


def test_a_circle_of_imports_is_found_within_functions_too():
    circle = parsed(
        rules__a="from rules import b",
        rules__b="def f():\n    from rules.c import g",
        rules__c="import rules.a",
        rules__d="from rules import a",
    )
    found = house.check_circles(circle)
    assert [item.rule for item in found] == ["circle"]
    assert {"rules.a", "rules.b", "rules.c"} == set(re.findall(r"rules\.\w", found[0].text))
    del circle["rules/c.py"]
    assert house.check_circles(circle) == []


def test_names_in_strings_and_packages_around_are_no_circle():
    assert (
        house.check_circles(
            parsed(
                lib__pocket__rooms="KEEP = ('pocket.app.flow',)",
                lib__pocket__app="from pocket import rooms",
                rules__x____init__="",
                rules__x__y="from rules.x import z",
                rules__x__z="",
            )
        )
        == []
    )


EMPTY = "one = 1; def f(found): pass; self.at = 1; def at(): pass; [x for one in x]"


@pytest.mark.parametrize("text", EMPTY.split("; "))
def test_a_name_that_says_nothing_is_found(text):
    for path in ("rules__x", "lib__pocket__x", "tools__x"):
        assert [item.rule for item in house.check_names(parsed(**{path: text}))] == ["empty-name"]


def test_a_name_that_says_something_is_none():
    assert (
        house.check_names(parsed(rules__x="place = {'at': at_rest, 'one': found_by}  # at")) == []
    )


@pytest.fixture(scope="module")
def sources():
    """Return the texts of all that goes to a board, by path."""
    texts = {}
    for path in lint.device_files(boards_desktop.ROOT):
        with open(os.path.join(boards_desktop.ROOT, path), encoding="utf-8") as stream:
            texts[path] = stream.read()
    return texts


@pytest.mark.long(keep=1)
@pytest.mark.parametrize(
    "path, before, after, where, said", [[*row.values()] for row in SAMPLES["plan"]]
)
def test_a_module_that_the_plan_of_memory_does_not_fit_is_found_where_it_stands(
    sources, path, before, after, where, said
):
    text = sources.get(path, "A = 1\n")
    assert before in text
    texts = {**sources, path: text.replace(before, after, 1) if before else text}
    trees = {name: tree_of(text) for name, text in texts.items()}
    found = house.check_plan(trees, boards_desktop.ROOT)
    lines = [item for item in found if said in item.text]
    assert lines and lines[0].rule == "plan"
    file, _, begin = where.partition(": ")
    assert lines[0].path == file
    if file != house.PLAN:  # whose text has the words that the message names
        assert texts[file].split("\n")[lines[0].line - 1].startswith(begin)


def test_games_stand_in_the_catalogue_alone_and_no_imports_run_in_a_circle():
    assert lint.check_house(boards_desktop.ROOT) == []


def test_the_tests_are_in_plain_english():
    texts = {}
    for path in sorted(glob.glob("tests/*.py", root_dir=boards_desktop.ROOT)):
        with open(os.path.join(boards_desktop.ROOT, path), encoding="utf-8") as file:
            texts[path] = file.read()
    assert len(texts) > 100 and house.check_dialect(texts) == []
