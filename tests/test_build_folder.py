"""All modules of the build lie in one folder, and the memory plan fits them."""

import ast
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from build_help import programs, spelled_names
from conftest import ROOT
from emulate_help import on_each_firmware
from pocket.app import memory
from vm_help import run as run_on_vm

from tools.device import build, compiler, device_modules, gather, made, parsed, plan, squeeze, uf2
from tools.device.squeeze import firmware as firmware_words
from tools.device.squeeze import folder
from tools.emulator import drive

GAMES = ("rules.tilegame.game ",)


@pytest.mark.parametrize(
    "part, row, why",
    [
        ("rooms", {"tilegame.think": ["pocket.tilethink.thing"]}, "names pocket.tilethink.thing"),
        ("groups", {"STRIP": "pocket.hard"}, "names pocket.hard: there is no such module"),
    ],
)
def test_a_memory_plan_that_names_no_module_is_reported(monkeypatch, part, row, why):
    known = plan.modules(ROOT)
    good = plan.plan()
    assert plan.contradictions(known, (), GAMES) == []
    rooms = {**plan.rooms(), **(row if part == "rooms" else {})}
    changed = {**good, part: {**good.get(part, {}), **row}}
    monkeypatch.setattr(plan, "rooms", lambda: rooms)
    monkeypatch.setattr(plan, "plan", lambda: changed)
    assert [said for _module, _line, said in plan.contradictions(known, (), GAMES) if why in said]


def test_a_module_that_a_table_keeps_imports_none_that_is_dropped(monkeypatch):
    known = plan.modules(ROOT)
    assert plan.contradictions(known, {("pocket.ui.words", "pocket.app.device")}, GAMES) == []
    assert plan.contradictions(known, {("pocket.ui.words", "pocket.made.texts")}, GAMES) == []
    imports = {("pocket.ui.words", "pocket.ui.panel")}
    changed = {**plan.plan(), "allowed_imports": {"pocket.ui.words": "pocket.ui.panels"}}
    monkeypatch.setattr(plan, "plan", lambda: changed)  # it allows no module of a shorter name
    said = "tilegame.think keeps pocket.ui.words, which imports pocket.ui.panel: name both or"
    assert said in str(plan.contradictions(known, imports, GAMES))


def test_a_folder_of_the_plan_is_every_module_in_it():
    known = ["pocket.hardware.boards", "pocket.hardware.new", "rules.solver", "rules.solver.sweep"]
    assert plan.expand(["pocket.hardware", "rules.solver"], known) == known[:3]
    assert plan.expand(["pocket.hardware.gone", "rules.gone", "STRIP"], known) == []
    families = ["rules.eight.games", "rules.games", "rules.new.game", "rules.new.games"]
    assert plan.expand(["rules.*.games"], families) == ["rules.eight.games", "rules.new.games"]
    rooms = {}
    exec(plan.rooms_text(["pocket.tilegame.think", "rules.tilegame.players"]), rooms)
    assert (
        "pocket.tilegame.think rules.tilegame.players" in rooms["KEPT_BY_SCREEN"]["tilegame.think"]
    )
    assert "tilegame.play" not in rooms["KEPT_BY_SCREEN"]  # its modules are not there


def test_a_room_decides_about_every_library_that_goes_to_a_board():
    taken = gather.library_files(gather.sources(ROOT)[1])
    assert taken and [path for path in taken if not path[4:].startswith(memory._OURS)] == []


def members(path):
    """Return the functions, classes and modules that a file names at its top."""
    names = set()
    for node in ast.parse(gather.read(ROOT, path)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return names


@pytest.mark.parametrize("name", ["start", "flow", "device", "draw"])
def test_no_file_that_is_always_there_names_more_than_the_firmware_marks_at_once(name):
    """Its collection has 64 places for what it has seen and not looked into. A file's names take
    up to one each, while it is in the largest class and the constants of one: 25 and 15 or so."""
    assert len(members("lib/pocket/app/%s.py" % name)) <= 28


@pytest.mark.parametrize("path", ["lib/pocket/ui/panel.py", "rules/tilegame/game.py"])
def test_no_class_that_is_long_in_memory_has_more_methods_than_that(path):
    for node in ast.parse(gather.read(ROOT, path)).body:
        if isinstance(node, ast.ClassDef):
            assert sum(isinstance(item, ast.FunctionDef) for item in node.body) <= 28, node.name


def undefined(folder, sources):
    """Return what ruff says of names that a program asks for and nothing sets, or not yet."""
    for path, text in sources.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    ruff = [sys.executable, *"-m ruff check --isolated --no-cache --select F821,F823".split()]
    done = subprocess.run(ruff + [str(folder)], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.long
def test_no_name_of_the_whole_program_is_lost(tmp_path):
    sources, tops, _names = build.squeeze_sources(ROOT, build.Compiler(), drive.probe())
    assert undefined(tmp_path, {**sources, **tops}) == ""


FLAT = programs("modules for a flat folder")


def test_on_a_drive_modules_lie_without_their_packages_each_by_a_name_of_its_own(tmp_path):
    """What asks for them, in strings too, asks for the new names."""
    tops = {"code.py": FLAT["code.py"]}
    sources = {path: text for path, text in FLAT.items() if path not in tops}
    program = squeeze.squeeze_program(sources, tops)
    names = program.module_folder.names
    assert set(names) == {parsed.module_name(path) for path in sources}
    assert names["pocket.menus.title"] == "title" and names["rules.tilegame.games"][-5:] == "games"
    assert len({name.lower() for name in names.values()}) == len(names)
    for path, text in program.sources().items():
        place, _, file = path.rpartition("/")
        assert place == folder.FOLDER
        (tmp_path / file).write_text(text)
    start = "import sys\nsys.path.insert(0, '')\n"  # a board looks there, a safe path does not
    start += squeeze.strip_source("code.py", tops["code.py"], program.module_folder)
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


def shortened(text):
    """Return (the tree of `text`, a module of two, the ModuleFolder) under short names."""
    trees = [ast.parse(""), ast.parse(text)]
    made = folder.ModuleFolder(("rules", "rules.melds"), trees)
    made.shorten(trees, ["zz", "xs"])
    made.move_texts(trees[1])
    return trees[1], made


def test_a_list_of_modules_is_longer_than_what_a_board_keeps_as_a_name():
    """The compiler interns strings of up to ten characters, as it does a module's own name."""
    tree, made = shortened("done('rules.melds ')\ngame.modules = 'rules.melds'\n")
    asked, told = tree.body
    listed, name = asked.value.args[0].value, told.value.value
    assert len(listed) > 10 and listed.split() == [name] == [made.names["rules.melds"]]


def test_a_package_takes_no_variable_of_its_name_along():
    """Its new name might be another variable's, or a function's, of the same file."""
    text = "def count(rules, zz):\n    return zz(rules)\n"
    assert ast.unparse(shortened(text)[0]) == text.rstrip()


def test_code_and_boot_find_the_folder_of_all_modules():
    for path in ("code.py", "boot.py"):
        text = gather.read(ROOT, path)
        assert "/%s" % folder.FOLDER in folder.with_new_path(path, text) != text


def test_a_drive_keeps_no_path_of_a_module_and_finds_its_assets(tmp_path):
    """The path by which a module was found is one string on the heap for good."""
    start = "from pocket.app import device\n\n\ndef run():\n"
    names = ("app/device", "app/input")
    sources = {path: gather.read(ROOT, path) for path in map("lib/pocket/{}.py".format, names)}
    start += "    print(__file__, device.asset('cards.bmp'))\n"
    sources["lib/pocket/app/start.py"] = start
    tops = {"code.py": gather.read(ROOT, "code.py")}
    program = squeeze.squeeze_program(sources, tops)
    for path, text in program.sources().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "code.py").write_text(
        squeeze.strip_source("code.py", tops["code.py"], program.module_folder)
    )
    done = run_on_vm([str(tmp_path / "code.py")], tmp_path, 128 * 1024, "")
    file = os.path.basename(program.module_folder.path_of("pocket.app.start"))
    assert done.stdout.split() == [file, "../../assets/cards.bmp"], done.stderr


@pytest.mark.long
def test_where_the_solver_works_its_phases_go_on_a_board_too(monkeypatch):
    """`memory` as a build changes it: on a drive no package is a module's name."""
    path, empty = "lib/pocket/app/memory.py", "def use():\n    return 1\n"
    texts = dict.fromkeys(gather.sources(ROOT)[0], empty) | made.modules(ROOT)
    tops = {top: texts.pop(top) for top in parsed.TOPS}
    texts[path] = gather.read(ROOT, path)
    tops["code.py"] = "from pocket.app import memory\nmemory.keep_only(None, '')\n"
    sources = squeeze.squeeze_program(texts, tops, renamed=False).sources()
    solver = SimpleNamespace(forget=None, reserve=0, RESERVE=0)
    monkeypatch.setitem(sys.modules, "rules_solver", solver)
    device = SimpleNamespace(forget=lambda *names: None)
    monkeypatch.setitem(sys.modules, "pocket_app_device", device)
    rooms, memory = {}, {}
    exec(sources["lib/pocket/pocket_made_rooms.py"], rooms)
    monkeypatch.setitem(sys.modules, "pocket_made_rooms", SimpleNamespace(**rooms))
    exec(sources["lib/pocket/pocket_app_memory.py"], memory)
    session = SimpleNamespace(game=None)
    app = SimpleNamespace(session=session, settings=SimpleNamespace(language=""), w=160)
    for room, works in (("think", True), ("advice", True), ("play", False)):
        solver.forget = None
        memory["keep_only"](app, room)
        assert (solver.forget is not None) is works, room


@pytest.fixture(scope="module")
def program():
    return build.program(ROOT, build.Compiler(), board_id="pimoroni_picosystem")


@pytest.mark.long
def test_numbers_that_players_ask_for_by_name_bring_no_names(program):
    spelled = set().union(*map(spelled_names, code(program)))
    assert spelled.isdisjoint({"FEED", "COLLECT", "WAYS", "WAIT", "DARE"})


@pytest.mark.long
def test_no_file_takes_what_lies_behind_its_names_for_its_objects(program):
    """The firmware asks for one block for names and objects; of one without objects that is full
    it would mark the next one, and all that hangs on it, as in use."""
    for data in code(program):
        names, place = compiler._read_number(data, 4)
        objects, _ = compiler._read_number(data, place)
        assert objects or (names + 1) // 2 % 4


def code(program):
    return [data for path, data in program.items() if path.endswith(".mpy")]


@on_each_firmware
def test_names_that_cost_nothing_are_in_the_firmware(firmware):
    with open(firmware, "rb") as stream:
        code = b"".join(block.data for block in uf2.parse(stream.read()))
    words = set(firmware_words.free_names())
    if drive.WIRING[drive.firmware_board(firmware).board_id].chip == "SAMD51":
        words -= device_modules.RP2_NAMES  # the last to be taken
    lacking = [word for word in words if word.encode() + b"\0" not in code]
    assert [word for word in lacking if len(word) > 1] == []  # letters any text brings


def test_no_name_is_offered_that_only_some_boards_of_a_chip_hold():
    stages = {"ax0", "K_X", "SW_A", "vx", "Chorus", "audiofilters", "LED_R", "layer", "frame"}
    assert stages.isdisjoint(firmware_words.free_names())
