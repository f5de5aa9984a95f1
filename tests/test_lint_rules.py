"""Each rule of the device lint catches a bad sample and lets a good one pass; the tree is clean."""

import ast
import os
import re

import pytest
from build_help import put

from tools.device import boards_desktop, device_modules, lint
from tools.device.lint import command, house, mentions
from tools.device.parsed import tree_of

BAD = [
    ("slice-step", "def f(x):\n    return x[::-1]\n"),
    ("slice-step", "def f(x):\n    return x[1:9:2]\n"),
    ("f-string", "def f(x):\n    return f'{x}'\n"),
    ("async", "async def f():\n    pass\n"),
    ("async", "def f(x):\n    await x\n"),
    ("name", "import micropython\n\n\n@micropython.native\ndef f():\n    pass\n"),
    ("name", "from micropython import viper\n\n\n@viper\ndef f():\n    pass\n"),
    ("syntax", "class A(metaclass=type):\n    pass\n"),
    ("syntax", "def f(a, b):\n    return a @ b\n"),
    ("syntax", "def f(a, b):\n    a @= b\n"),
    ("syntax", "A = 2j\n"),
    ("syntax", "def f(:\n"),
    ("method", "def f(x):\n    return x.zfill(3)\n"),
    ("method", "def f(x):\n    return x.title()\n"),
    ("method", "def f(x):\n    return x.removeprefix('a')\n"),
    ("method", "def f(x):\n    return x.ljust(3)\n"),
    ("method", "def f(x):\n    return x.isalnum()\n"),
    ("method", "def f(x):\n    return map(str.title, x)\n"),
    ("method", "def f(x):\n    return x.bit_count()\n"),
    ("method", "def f():\n    x = bytearray(3)\n    x.pop()\n"),
    ("method", "def f():\n    x = bytearray(3)\n    x.remove(0)\n"),
    ("method", "def f():\n    x = bytearray(3)\n    return x.count(0)\n"),
    ("method", "def f():\n    x = bytearray(3)\n    del x[0]\n"),
    ("method", "def f():\n    x = bytearray(3)\n    return x * 2\n"),
    ("method", "def f(n):\n    return n * bytearray((1,))\n"),
    ("method", "def f(n):\n    x = bytearray(3)\n    return n not in x\n"),
    (
        "method",
        "class A:\n    def __init__(self):\n        self.x = bytearray(3)\n\n"
        "    def f(self):\n        self.x.pop()\n",
    ),
    ("name", "import os\n\n\ndef f():\n    os.replace('a', 'b')\n"),
    ("name", "from os import replace\n"),
    ("name", "import random\n\n\ndef f(x):\n    random.shuffle(x)\n"),
    ("name", "import random\n\n\ndef f(x):\n    return random.sample(x, 2)\n"),
    ("name", "import time\n\n\ndef f():\n    return time.perf_counter()\n"),
    ("name", "from collections import Counter\n"),
    ("name", "from collections import defaultdict\n"),
    ("name", "def f():\n    raise FileNotFoundError\n"),
    ("name", "def f(x):\n    return format(x, '3')\n"),
    ("name", "def f(x):\n    exec(x)\n"),
    ("getattr", "def f(app):\n    return getattr(app, 'small', False)\n"),
    ("getattr", "def f(self):\n    return hasattr(self.app, 'seen')\n"),
    ("keyword", "def f(a, b):\n    return zip(a, b, strict=True)\n"),
    ("keyword", "def f(a):\n    print(a, flush=True)\n"),
    ("import", "import typing\n"),
    ("import", "from dataclasses import dataclass\n"),
    ("import", "import enum\n"),
    ("import", "import functools\n"),
    ("import", "import itertools\n"),
    ("import", "import abc\n"),
    ("import", "import pathlib\n"),
    ("import", "try:\n    import typing\nexcept ImportError:\n    typing = None\n"),
    ("import", "from . import other\n"),
    ("import", "import audiopwmio\n"),
    ("import", "import alarm\n"),
    ("import", "try:\n    import alarm\nexcept ValueError:\n    alarm = None\n"),
    ("import", "def f(kind):\n    if kind == 'pwm':\n        import audioio\n"),
]

GOOD = [
    "def f(x):\n    return x[1:3]\n",
    "try:\n    import alarm\nexcept ImportError:\n    alarm = None\n",
    "def f(kind):\n    if kind == 'pwm':\n        import audiopwmio\n    elif kind == 'i2s':\n"
    "        import audiobusio\n",
    "import os\nimport random\n\n\ndef f():\n    return os.listdir('/'), random.randint(1, 2)\n",
    "def f():\n    x = bytearray(3)\n    x.append(1)\n    y = list(x)\n    y.pop()\n"
    "    return x[1:] + x if b'a' in x or 1 in y else x\n",
    "class Panel:\n    def title(self, text):\n        return text\n\n\ndef f(p):\n"
    "    return p.title('a')\n",
    "from micropython import const\n\nA = const(1)\n\n\ndef f():\n    return A\n",
    "from adafruit_display_text import label\n",
    "A = 0xFFFFFFFF\n",
]


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


@pytest.mark.parametrize(
    "text",
    [
        "import os\n",
        "import pocket\n",
        "from pocket import app\n",
        "import time\n",
        "X = __import__('os')\n",
    ],
)
def test_rules_imports_only_rules(text):
    found, _tree = lint.check_source("rules/sample.py", text)
    assert [item.rule for item in found] == ["import"]


def test_rules_may_import_rules_and_gc():
    text = "import gc\nfrom rules import tiles\nimport rules.melds\n"
    assert lint.check_source("rules/sample.py", text)[0] == []


def test_rules_hold_no_integer_above_30_bits():
    assert lint.check_source("rules/sample.py", "A = 0x40000000\n")[0][0].rule == "big-int"
    assert lint.check_source("rules/sample.py", "A = 0x3FFFFFFF\n")[0] == []


@pytest.mark.parametrize(
    "files",
    [
        {"rules/a.py": "def f():\n    return f()\n"},
        {"rules/a.py": "def f():\n    return g()\n\n\ndef g():\n    return f()\n"},
        {
            "rules/a.py": "class A:\n    def f(self):\n        return self.g()\n\n"
            "    def g(self):\n        return self.f()\n"
        },
        {
            "rules/a.py": "from rules import b\n\n\ndef f():\n    return b.g()\n",
            "rules/b.py": "from rules.a import f\n\n\ndef g():\n    return f()\n",
        },
        {"rules/a.py": "def f():\n    def inner():\n        return inner()\n    return inner()\n"},
    ],
)
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
    assert set(boards_desktop.DESK) == set(boards_desktop.DEVICE.BOARDS)
    for board, row in boards_desktop.DEVICE.BOARDS.items():
        module = {
            "dac": "audioio",
            "pwm": "audiopwmio",
            "i2s": "audiobusio",
            "buzzer": "pwmio",
            "object": "audiocore",
        }[row[2].split()[0]]
        assert module in device_modules.modules_of(board)


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


_TURN = "class Turn:\n    '''One turn.%s'''\n    def __init__(self):\n        self.used = 0"


@pytest.mark.parametrize(
    "others, text, refused",
    [
        ("", "def f(turn):\n    turn.used = 1", True),
        ("", "def f(hand):\n    del hand.turn.used", True),
        ("", "class Hand:\n    def f(self):\n        self.turn.used += 1", True),
        ("", "def f(kept):\n    kept.used = 1", True),
        (" Others set spots.", "def f(turn):\n    turn.used = 1", True),
        (" Others set used (the hand).", "def f(turn):\n    turn.used = 1", False),
        (" Others\n    set all of it.", "def f(turn):\n    turn.other = 1", False),
        ("", "class Turns:\n    def f(self):\n        self.used = 1", False),
        ("", "def f():\n    turn = Turn()\n    turn.used = 1", False),
        ("", "def f(turn, grid):\n    grid.width = turn.used", False),
    ],
)
def test_what_is_set_from_outside_is_found_unless_its_class_lets_others(others, text, refused):
    trees = parsed(rules__turn=_TURN % others, lib__pocket__hand=text)
    assert bool(house.check_stores(trees)) == refused
    assert house.check_stores(parsed(rules__turn=_TURN % others + "\n" + text)) == []


def test_where_no_name_tells_the_class_all_that_have_the_attribute_must_let_others():
    clock = "class Clock:\n    '''Others set %s.'''\n    def __init__(self):\n        self.used = 0"
    for let, refused in (("used", False), ("left", True)):
        trees = parsed(
            rules__turn=_TURN % " Others set used.",
            rules__clock=clock % let,
            lib__pocket__hand="def f(kept):\n    kept.used = 1",
        )
        assert bool(house.check_stores(trees)) == refused


@pytest.mark.parametrize(
    "text",
    [
        "one = 1",
        "def f(found):\n    pass",
        "self.at = 1",
        "def at():\n    pass",
        "[x for one in x]",
    ],
)
def test_a_name_that_says_nothing_is_found(text):
    for path in ("rules__x", "lib__pocket__x", "tools__x"):
        assert [item.rule for item in house.check_names(parsed(**{path: text}))] == ["empty-name"]


def test_a_name_that_says_something_is_none():
    assert (
        house.check_names(parsed(rules__x="place = {'at': at_rest, 'one': found_by}  # at")) == []
    )


def test_a_screen_that_is_not_there_is_found():
    trees = parsed(
        lib__pocket__menus__title='WAYS = ("menus.pause", "menus.paused", "other.x", "menus.x y")',
        lib__pocket__menus__pause='"""menus.pause"""',
        tools__play='PART = "menus.gone"',
    )
    findings = [(item.path, item.rule, item.text) for item in house.check_screens(trees)]
    said = "there is no module menus.paused in lib/pocket"
    assert findings == [("lib/pocket/menus/title.py", "screen", said)]


@pytest.fixture(scope="module")
def sources():
    """The texts of all that goes to a board, by path."""
    texts = {}
    for path in lint.device_files(boards_desktop.ROOT):
        with open(os.path.join(boards_desktop.ROOT, path), encoding="utf-8") as stream:
            texts[path] = stream.read()
    return texts


@pytest.mark.parametrize(
    "path, before, after, where, said",
    [
        (
            "rules/solver/guess.py",
            "",
            "",
            "rules/solver/guess.py: A = 1",
            "no step of an answer drops it",
        ),
        (
            "rules/solver/__init__.py",
            "solver.tidy ",
            "solver.tidied ",
            'rules/solver/__init__.py: _RARE = "rules.solver.tid',
            "there is no module rules.solver.tidied",
        ),
        (
            "rules/tilegame/game.py",
            "tilegame.sorting",
            "tileturn.sorts",
            'rules/tilegame/game.py:         "pocket.ui.strip ',
            "there is no module pocket.tileturn.sorts",
        ),
        (
            "rules/solver/problem.py",
            "import gc\n",
            "import gc\nfrom rules.solver import prepare\n",
            "tools/device/plan.toml: [thought]",
            "rules.solver.problem stays, and holds rules.solver.prepare",
        ),
        (
            "rules/tilegame/players/searches.py",
            "import melds, tiles\n",
            "import melds, referee, tiles\n",
            'lib/pocket/tilegame/think.py: """',
            "think keeps rules.tilegame.players.searches, which holds rules.tilegame.referee",
        ),
        (
            "rules/solver/search.py",
            "import solver\n",
            "import solver\nfrom rules.solver import prepare\n",
            "tools/device/plan.toml: [thought]",
            "search stays, and holds rules.solver.prepare",
        ),
        (
            "lib/pocket/eight/eightscreen.py",
            "\nfrom pocket.",
            "\nfrom pocket.ui import panel\nfrom pocket.",
            'lib/pocket/eight/eightnews.py: """',
            "eight.eightnews keeps pocket.eight.eightscreen, which holds pocket.ui.panel",
        ),
        (
            "lib/pocket/app/stick.py",
            "from pocket.hardware.pins import pin\n",
            "",
            'tools/device/plan.toml: "pocket.app.stick" = ',
            "pocket.app.stick does not hold pocket.hardware.pins",
        ),
        (
            "rules/nim/game.py",
            "A = 1",
            'class Game:\n    modules = ""',
            "rules/nim/game.py:     modules",
            "a Game's `modules` names those it is made of",
        ),
    ],
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
    with open(os.path.join(boards_desktop.ROOT, house.PLAN), encoding="utf-8") as stream:
        texts[house.PLAN] = stream.read()
    line = texts[lines[0].path].split("\n")[lines[0].line - 1]
    assert "%s: %s" % (lines[0].path, line[: len(where.partition(": ")[2])]) == where


SPOKEN = """class Game:
    '''A game.'''

    sets = 0

    def __init__(self, app):
        app.keys = 1
"""


@pytest.mark.parametrize(
    "said, gone",
    [
        ("game.Game", ""),
        ("rules.game.Game.sets", ""),
        ("Game.sets ends.", ""),
        ("app.keys: an object by its kind", ""),
        ("supervisor.ticks_ms, json.loads", ""),
        ('"table.gone" is what somebody types', ""),
        ("settings.toml, rules/game.py, game.py", ""),
        ("table.game.Game", "table.game.Game"),
        ("game.Round", "game.Round"),
        ("rules.play.Game", "rules.play.Game"),
        ("(Game.tiles)", "Game.tiles"),
        ("app.lost", "app.lost"),
        ("rules/play.py and play.py", "rules/play.py play.py"),
        ("docs/NONE.md", "docs/NONE.md"),
    ],
)
def test_what_a_comment_or_a_docstring_names_is_there(said, gone):
    for spoken in ('"""%s"""\n', "A = 1  # %s\n"):
        texts = {"rules/game.py": SPOKEN, "rules/a.py": spoken % said}
        trees = {path: ast.parse(text) for path, text in texts.items()}
        findings = mentions.check_mentions(texts, trees, boards_desktop.ROOT)
        assert [(item.path, item.text) for item in findings] == [
            ("rules/a.py", name + " is not there") for name in gone.split()
        ]


def test_games_stand_in_the_catalogue_alone_and_no_imports_run_in_a_circle():
    assert lint.check_house(boards_desktop.ROOT) == []
