"""Modules that the build makes one file do what they did apart."""

import ast
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from test_build_squeeze import run
from vm_help import run as run_on_vm

from tools.device import build, frozen, gather, parsed, plan, squeeze
from tools.device.boards_desktop import ROOT
from tools.device.squeeze import flatten, join


def joined(together, **modules):
    """{module: text} of a program after join; double underscores in names are dots."""
    trees = {name.replace("__", "."): ast.parse(text) for name, text in modules.items()}
    join.join(trees, together)
    return {
        name.replace(".", "__"): ast.unparse(ast.fix_missing_locations(tree))
        for name, tree in trees.items()
    }


TOGETHER = {"ui.panel": "ui.draw ui.mat"}
CONSTANTS = ("pocket.made.texts",)  # no drive has them


def test_names_that_meet_in_one_file_stay_apart(tmp_path):
    modules = joined(
        TOGETHER,
        ui__panel="from ui import draw, mat\nwide = 3\ndef show(sheet):\n"
        "    mat = sheet\n    return [draw.wide(sheet), wide, mat, max(1, 2)]\n",
        ui__draw="from ui.mat import cloth\ndef max(a, b):\n    return 'own'\n"
        "def wide(of):\n    cloth2 = cloth()\n    return max(of, 0) + cloth2\n",
        ui__mat="high = 7\ndef cloth():\n    def high():\n        return 'mat'\n"
        "    return high()\n",
    )
    assert sorted(modules) == ["ui__panel"]
    printed = run(tmp_path, modules, "from ui import panel\nprint(*panel.show(5))")
    assert printed == ["ownmat", "3", "5", "2"]


def test_what_a_module_imports_from_elsewhere_may_be_a_fellows_local_name(tmp_path):
    modules = joined(
        TOGETHER,
        ui__panel="from ui import draw\ndef aim(tiles):\n    return tiles + draw.many()\n",
        ui__draw="from ui.mat import cloth, side\nfrom rules import tiles\n"
        "def many():\n    return tiles.pack + cloth + side\n",
        ui__mat="cloth = 1\nfrom rules.tiles import pack as side\n",
        rules__tiles="pack = 100\n",
    )
    assert run(tmp_path, modules, "from ui import panel\nprint(panel.aim(3))") == ["204"]


def test_others_ask_the_file_for_all_of_it_by_one_name(tmp_path):
    modules = joined(
        TOGETHER,
        ui__panel="from ui import draw\nclass Panel(draw.Base):\n    pass\n",
        ui__draw="class Base:\n    side = 4\n",
        ui__mat="side = 5\n",
        title="from ui import draw, mat, panel\nfrom ui.mat import side as edge\n"
        "def show():\n    return [panel.Panel.side, draw.Base.side, mat.side, edge, late()]\n"
        "def late():\n    from ui import mat as cloth\n    return cloth.side\n",
    )
    assert modules["title"].count("import") == 3  # the file, a name of it, the late one
    assert run(tmp_path, modules, "import title\nprint(*title.show())") == list("44555")


def test_a_variable_set_from_another_module_is_the_same_variable(tmp_path):
    modules = joined(
        TOGETHER,
        ui__panel="from ui import mat\ndef turn(colour):\n    mat.colour = colour\n"
        "    return mat.show()\n",
        ui__mat="colour = 'green'\ncount = 0\ndef show():\n    global count\n    count += 1\n"
        "    return '%s%d' % (colour, count)\n",
        title="from ui import mat, panel\ndef play():\n    first = panel.turn('blue')\n"
        "    mat.colour = 'red'\n    return [first, mat.show(), mat.count]\n",
    )
    assert run(tmp_path, modules, "import title\nprint(*title.play())") == ["blue1", "red2", "2"]


def test_an_import_that_was_late_asks_the_file_it_is_in(tmp_path):
    modules = joined(
        TOGETHER,
        ui__panel="import sys\ndef show():\n    from ui import draw\n    text = draw.line()\n"
        "    del draw\n    return text\n",
        ui__draw="import sys\ndef line():\n    return 'line%d' % len(sys.argv)\n",
    )
    assert modules["ui__panel"].count("import") == 1
    assert run(tmp_path, modules, "from ui import panel\nprint(panel.show())") == ["line1"]


def test_lists_of_modules_in_a_text_name_the_file_alone():
    modules = joined(
        TOGETHER,
        ui__panel="",
        ui__draw="",
        rooms="KEEP = 'ui.panel ui.draw ui.strip '\n",
    )
    assert ast.literal_eval(modules["rooms"].partition("=")[2].strip()) == "ui.panel ui.strip "


@pytest.mark.parametrize(
    "modules, why",
    [
        (
            {"ui__panel": "from ui import draw\nshown = [draw]\n", "ui__draw": ""},
            "no thing by itself",
        ),
        (
            {"ui__panel": "from ui import draw\n", "ui__draw": "from ui import panel\n"},
            "import each other",
        ),
        ({"ui__panel": "import ui.draw\n", "ui__draw": ""}, "import ui.draw"),
        ({"ui__panel": "", "ui__draw": "", "rooms": "drop = 'ui.draw'\n"}, "in a string"),
        (
            {"ui__panel": "from ui import draw\ndraw.line()\n", "ui__draw": ""},
            "ui.draw has no line",
        ),
        (
            {"ui__panel": "def max(a):\n    return a\n", "ui__draw": "print(max(1, 2))\n"},
            "ui.panel.max",
        ),
    ],
)
def test_what_cannot_be_one_file_is_refused_by_name(modules, why):
    with pytest.raises(join.JoinError, match=why):
        joined(TOGETHER, **modules)


GAMES = ("rules.tilegame.game ",)


@pytest.mark.long(keep=4)
@pytest.mark.parametrize(
    "part, row, why",
    [
        ("rooms", {"tilegame.think": ["pocket.tilethink.thing"]}, "names pocket.tilethink.thing"),
        ("power-on", {"modules": "pocket.hard"}, "names pocket.hard: there is no such module"),
        (
            "files",
            {"pocket.ui.sheets": "pocket.ui.note"},
            "eight.eightscreen: of the file pocket.ui",
        ),
        ("rooms", {}, "of the file pocket.tilegame.moves a part"),
    ],
)
def test_a_plan_of_memory_that_does_not_fit_is_told(monkeypatch, part, row, why):
    known = plan.modules(ROOT)
    good = plan.plan()
    assert plan.faults(known, (), GAMES) == []
    changed = {**good, part: {**good.get(part, {}), **row}}
    if part == "rooms":
        said = {**plan.rooms(), **row}
        monkeypatch.setattr(plan, "rooms", lambda: said)
    if "tilegame.moves" in why:
        changed["files"] = {**good["files"], "pocket.tilegame.moves": "rules.tilegame.melds"}
    monkeypatch.setattr(plan, "plan", lambda: changed)
    assert [said for _module, _line, said in plan.faults(known, (), GAMES) if why in said]


def test_a_module_that_a_table_keeps_holds_none_that_is_dropped():
    known = plan.modules(ROOT)
    assert plan.faults(known, {("pocket.ui.words", "pocket.app.device")}, GAMES) == []
    assert plan.faults(known, {("pocket.ui.words", "pocket.made.texts")}, GAMES) == []
    imports = {("pocket.ui.words", "pocket.ui.panel")}
    said = "tilegame.think keeps pocket.ui.words, which holds pocket.ui.panel: name both or none"
    assert said in [said for _module, _line, said in plan.faults(known, imports, GAMES)]


def test_a_folder_of_the_plan_is_every_module_in_it():
    known = ["pocket.hardware.boards", "pocket.hardware.new", "rules.solver", "rules.solver.sweep"]
    assert plan.spread(["pocket.hardware", "rules.solver"], known) == known[:3]
    assert plan.spread(["pocket.hardware.gone", "rules.gone", "STRIP"], known) == []
    families = ["rules.eight.games", "rules.games", "rules.new.game", "rules.new.games"]
    assert plan.spread(["rules.*.games"], families) == ["rules.eight.games", "rules.new.games"]
    rooms = {}
    exec(plan.rooms_text(["pocket.tilegame.think", "rules.tilegame.players"]), rooms)
    assert "pocket.tilegame.think rules.tilegame.players" in rooms["ROOMS"]["tilegame.think"]
    assert "tilegame.play" not in rooms["ROOMS"]  # its modules are not there


def test_a_room_decides_about_every_library_that_goes_to_a_board():
    ours = parsed.constant(gather.read(ROOT, "lib/pocket/app/memory.py"), "_OURS")
    taken = gather.library_files(gather.sources(ROOT)[1])
    assert taken and [path for path in taken if not path[4:].startswith(ours)] == []


def test_no_file_that_is_always_there_names_more_than_the_firmware_marks_at_once():
    """Its collection has 64 places for what it has seen and not looked into. A file's names take
    up to one each, while it is in the largest class and the constants of one: 25 and 15 or so."""
    for head, others in plan.files().items():
        if not head.startswith("pocket.app."):
            continue
        names, own = set(), {head, *others.split()}
        for module in sorted(own):
            if module.startswith("pocket.made."):
                continue  # numbers
            path = "lib/%s.py" % module.replace(".", "/")
            tree = ast.parse(gather.read(ROOT, path))
            for node in tree.body:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    names.add((module, node.name))
                elif isinstance(node, ast.Import):
                    names.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    asked = ("%s.%s" % (node.module, alias.name) for alias in node.names)
                    names.update(name for name in asked if name not in own)
        assert len(names) <= 28, head


@pytest.mark.parametrize("path", ["lib/pocket/ui/panel.py", "rules/tilegame/game.py"])
def test_no_class_that_is_long_in_memory_has_more_methods_than_that(path):
    for node in ast.parse(gather.read(ROOT, path)).body:
        if isinstance(node, ast.ClassDef):
            assert sum(isinstance(item, ast.FunctionDef) for item in node.body) <= 28, node.name


def undefined(folder, sources):
    """What ruff says of names that a program asks for and nothing sets, or not yet."""
    for path, text in sources.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--select",
        "F821,F823",
    ]
    done = subprocess.run(ruff + [str(folder)], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.long
def test_no_name_of_the_whole_program_is_lost(tmp_path):
    game = frozen.Game(ROOT, "pajenicko_picopad")
    assert undefined(tmp_path, {**game.sources, **game.beside}) == ""


FLAT = {
    "code.py": "from pocket.menus import title\n\ntitle.show()\n",
    "lib/pocket/menus/title.py": """from pocket.app import memory
from rules.tilegame import melds, tiles as sheets
from rules.tilegame.melds import points


def show(go=print, tiles=2):
    go(points(tiles), melds.kept, sheets.ALL, memory.keep)
""",
    "lib/pocket/app/flow.py": """import sys


def go(name):
    name = "pocket." + name
    __import__(name)
    return sys.modules[name]


go("menus.title")
""",
    "lib/pocket/app/memory.py": "keep = ' pocket.menus.title rules.tilegame rules.other '\n",
    "rules/catalogue.py": """FAMILY = 'rules.tilegame'


def module(name):
    return __import__(FAMILY + "." + name, None, None, (name,))


print(module("games").ids)
""",
    "rules/tilegame/games.py": "ids = ['RK']\n",
    "rules/tilegame/melds.py": "kept = []\n\n\ndef points(tiles):\n    return tiles * 5\n",
    "rules/tilegame/tiles.py": "ALL = [106]\n",
}


@pytest.mark.parametrize("renamed", [True, False])
def test_on_a_drive_modules_lie_without_their_packages_each_by_a_name_of_its_own(tmp_path, renamed):
    """What asks for them, in strings too, asks for the new names."""
    tops = {"code.py": FLAT["code.py"]}
    sources = {path: text for path, text in FLAT.items() if path not in tops}
    program = squeeze.squeezed(sources, tops, renamed=renamed)
    names = program.flat.names
    assert set(names) == {parsed.module_name(path) for path in sources}
    assert names["pocket.menus.title"] == "title" and names["rules.tilegame.games"][-5:] == "games"
    assert len({name.lower() for name in names.values()}) == len(names)
    for path, text in program.sources().items():
        folder, _, file = path.rpartition("/")
        assert folder == flatten.FOLDER
        (tmp_path / file).write_text(text)
    start = "import sys\nsys.path.insert(0, '')\n"  # a board looks there, a safe path does not
    start += squeeze.bare("code.py", tops["code.py"], program.flat)
    more = "import %s, %s\n" % (names["pocket.app.flow"], names["rules.catalogue"])
    done = subprocess.run(
        [sys.executable, "-c", start + more],
        env=dict(os.environ, PYTHONPATH=str(tmp_path)),
        capture_output=True,
        text=True,
    )
    package = [names[name] for name in sorted(names) if name.startswith("rules.tilegame.")]
    kept = " %s %s rules.other " % (names["pocket.menus.title"], " ".join(package))
    assert done.stdout.splitlines() == ["10 [] [106] " + kept, "['RK']"], done.stderr


def test_a_list_of_modules_is_longer_than_what_a_board_keeps_as_a_name():
    """The compiler interns strings of up to ten characters, as it does a module's own name."""
    text = "done('rules.melds ')\ngame.modules = 'rules.melds'\n"
    trees = {"rules/__init__.py": ast.parse(""), "rules/melds.py": ast.parse(text)}
    flat = flatten.Flat(trees, [], {"rules": "rules/__init__.py", "rules.melds": "rules/melds.py"})
    flat.finish(["zz", "xs"])
    asked, told = trees["rules/melds.py"].body
    listed, name = asked.value.args[0].value, told.value.value
    assert len(listed) > 10 and listed.split() == [name] == [flat.names["rules.melds"]]


def test_a_package_takes_no_variable_of_its_name_along():
    """Its new name might be another variable's, or a function's, of the same file."""
    text = "def count(rules, zz):\n    return zz(rules)\n"
    trees = {"rules/__init__.py": ast.parse(""), "rules/melds.py": ast.parse(text)}
    flat = flatten.Flat(trees, [], {"rules": "rules/__init__.py", "rules.melds": "rules/melds.py"})
    flat.finish(["zz", "xs"])
    assert ast.unparse(trees["rules/melds.py"]) == text.rstrip()


AGAIN = {
    "lib/pocket/menus/options.py": """from pocket.jobs import fields


def change(late):
    told = fields.NAMES
    if late:
        from pocket.jobs import settings

        told = told + settings.kept()
        del settings
    return told + fields.NAMES


print(change(True), change(False))
""",
    "lib/pocket/jobs/fields.py": "NAMES = ['sound']\n",
    "lib/pocket/jobs/settings.py": "from pocket.jobs import fields\n\n\ndef kept():\n"
    "    return fields.NAMES * 2\n",
}


@pytest.mark.parametrize("renamed", [True, False])
def test_a_function_knows_a_file_before_it_imports_another_module_of_it(tmp_path, renamed):
    """Settings changed on a board ended in a NameError: the file's name was the function's own."""
    together = {"pocket.jobs.settings": "pocket.jobs.fields"}
    program = squeeze.squeezed(AGAIN, {}, together=together, renamed=renamed)
    for path, text in program.sources().items():
        (tmp_path / path.rpartition("/")[2]).write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", "import %s" % program.flat.names["pocket.menus.options"]],
        env=dict(os.environ, PYTHONPATH=str(tmp_path)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    kept = ["sound"] * 4, ["sound"] * 2
    assert done.stdout.split("\n")[0] == "%s %s" % kept, done.stderr


def test_code_and_boot_find_the_folder_of_all_modules():
    for path in ("code.py", "boot.py"):
        text = gather.read(ROOT, path)
        assert "/%s" % flatten.FOLDER in flatten.searched(path, text) != text


def test_a_drive_keeps_no_path_of_a_module_and_finds_its_assets(tmp_path):
    """The path by which a module was found is one string on the heap for good."""
    start = "from pocket.app import device\n\n\ndef run():\n"
    names = ("app/device", "app/input", "hardware/loudspeaker", "hardware/pins")
    sources = {path: gather.read(ROOT, path) for path in map("lib/pocket/{}.py".format, names)}
    start += "    print(__file__, device.asset('cards.bmp'))\n"
    sources["lib/pocket/app/start.py"] = start
    tops = {"code.py": gather.read(ROOT, "code.py")}
    program = squeeze.squeezed(sources, tops)
    for path, text in program.sources().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "code.py").write_text(squeeze.bare("code.py", tops["code.py"], program.flat))
    done = run_on_vm([str(tmp_path / "code.py")], tmp_path, 128 * 1024, "")
    file = os.path.basename(program.flat.place("pocket.app.start"))
    assert done.stdout.split() == [file, "../../assets/cards.bmp"], done.stderr


@pytest.mark.long
@pytest.mark.parametrize("room, works", [("think", True), ("advice", True), ("play", False)])
def test_where_the_solver_works_its_phases_go_on_a_board_too(monkeypatch, room, works):
    """`memory` as a build flattens it: there no package is a module's name any more."""
    compiler = build.Compiler()
    sources = build.squeezed(ROOT, compiler, board_id="pajenicko_picopad", renamed=False)[0]
    solver = SimpleNamespace(forget=None)
    monkeypatch.setitem(sys.modules, "rules_solver", solver)
    device = SimpleNamespace(forget=lambda name: None)
    monkeypatch.setitem(sys.modules, "pocket_app_device", device)
    memory = {}
    exec(sources["lib/pocket/pocket_app_memory.py"], memory)
    session = SimpleNamespace(game=None)
    memory["enter"](SimpleNamespace(session=session, settings=SimpleNamespace(language="")), room)
    assert (solver.forget is not None) is works
