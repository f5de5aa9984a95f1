"""Put the project at the end of the path (code.py would hide the library's `code`); fixtures."""

import contextlib
import gc
import glob
import importlib
import itertools
import os
import re
import sys
import types

import hypothesis
import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
for folder in (ROOT, os.path.join(ROOT, "lib")):
    if folder not in sys.path:
        sys.path.append(folder)

from tools.device import wordpack, wordtable  # noqa: E402  it lies in the path now

pytest.register_assert_rewrite(
    *[os.path.basename(path)[:-3] for path in glob.glob(HERE + "/words_*.py")],
    "rounds",
    "cardrounds",
    "visit",
)
wordpack.install(ROOT)
# Games, syntax trees and searches make many short-lived objects: collecting garbage after every 700
# takes a tenth of the time.
gc.set_threshold(50000, 20, 100)
os.fsync = os.sync = lambda *given: None  # no test's files need to outlast a power cut

_FOLDER_NUMBERS = itertools.count()
# Files that --quick leaves out: screens in the simulator, the emulated board, the MicroPython VM.
SLOW_ROOMS = re.compile(
    r"^(test_)?(play|screens|sim|emulate|vm|web)_|_(screen|vm|heap)\.(py|scenes)$"
)


def pytest_addoption(parser):
    """Add --quick: see `python3 tools test --help`."""
    parser.addoption("--quick", action="store_true", help="no screens, no VM, short campaigns")


def pytest_configure(config):
    """Register our marker, and how many cases Hypothesis tries of a property: always the same."""
    case_count = 10 if config.getoption("--quick") else 20
    hypothesis.settings.register_profile(
        "project", max_examples=case_count, derandomize=True, deadline=None, database=None
    )
    hypothesis.settings.load_profile("project")
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0" and hasattr(os, "nice"):
        os.nice(5)  # all would wait for the first process, which has the tests of the page
    config.addinivalue_line(
        "markers", "long(keep=0): a campaign; with --quick only `keep` of its cases run"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """In each of n test processes first import every n-th file. All processes start at once, and
    each would otherwise compile all files."""
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker and config.args_source == config.ArgsSource.TESTPATHS:
        names = [os.path.basename(path)[:-3] for path in glob.glob(HERE + "/test_*.py")]
        if config.getoption("--quick"):
            names = [name for name in names if not SLOW_ROOMS.search(name + ".py")]
        for name in sorted(names)[int(worker["workerid"][2:]) :: worker["workercount"]]:
            with contextlib.suppress(Exception, pytest.skip.Exception):  # told when it is collected
                importlib.import_module(name)
    return (yield)


def pytest_collect_file(file_path, parent):
    """Read a file of scenes as a module of tests."""
    if file_path.suffix == ".scenes":
        from cases import SceneFile

        return SceneFile.from_parent(parent, path=file_path)
    return None


def pytest_ignore_collect(collection_path, config):
    """With --quick do not even read the files in SLOW_ROOMS."""
    if config.getoption("--quick") and SLOW_ROOMS.search(collection_path.name):
        return True
    return None


def pytest_collection_modifyitems(config, items):
    """With --quick drop tests on the VM and all but a few cases of each campaign, evenly spread."""
    # The longest tests run first, so that no process waits for another's at the end: those of the
    # page, all in the first process, as each browser more takes time of its own.
    items.sort(key=lambda item: not item.path.name.removeprefix("test_").startswith("web_"))
    if not config.getoption("--quick"):
        return
    campaigns = {}
    chosen = []
    for item in items:
        long_marks = list(item.iter_markers("long"))
        if "compiled" in getattr(item, "fixturenames", ()):
            continue  # the device's code for the VM
        if long_marks:  # a case may be marked as too long by itself
            keep = min(mark.kwargs.get("keep", 0) for mark in long_marks)
            campaigns.setdefault((item.path, item.originalname, keep), []).append(item)
        else:
            chosen.append(item)
    for (_path, _name, keep), cases in campaigns.items():
        chosen += [cases[(2 * i + 1) * len(cases) // (2 * keep)] for i in range(keep)]
    wanted = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = [item for item in items if item in wanted]


@pytest.fixture
def tmp_path(tmp_path_factory):
    """Return an empty folder of the test; pytest's own looks through all others for its name."""
    folder = tmp_path_factory.getbasetemp() / str(next(_FOLDER_NUMBERS))
    folder.mkdir()
    return folder


@pytest.fixture
def board():
    """Return the default board of `sim`; tests may parametrize `board`."""
    return "pybadge"


@pytest.fixture
def sim(tmp_path, board):
    """Yield a handheld at its first screen, without pictures, with its saves in tmp_path."""
    from screens_help import handheld

    with handheld(tmp_path, board) as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Yield the page on a server, as `web` writes it for two boards."""
    import web_help

    running = web_help.Site(web_help.built(tmp_path_factory))
    yield running
    running.close()


@pytest.fixture(scope="session")
def shared_server(server):
    """Return the same, its compiled VM kept in the shared browser."""
    import web_help

    web_help.keep_vm(server)
    return server


@pytest.fixture
def site(shared_server):
    """Return the page at an address of its own, where no other test has left anything."""
    return shared_server.move()


@pytest.fixture
def limited():
    """End a test of the page that hangs."""
    import web_help

    with web_help.limit():
        yield


@pytest.fixture
def scene(tmp_path):
    """Yield a Scene for a test in Python; see tests/scenes.py."""
    from scenes import Scene

    with Scene(tmp_path) as running:
        yield running


@pytest.fixture
def sheets():
    """Read letters from their sheets as a simulated handheld does, but without one."""
    from tools.sim import bitmaps
    from tools.sim.patches import Patches

    patches = Patches()
    bitmaps.patch(patches)
    yield
    patches.close()


@pytest.fixture(params=wordtable.languages(ROOT))
def language(request, sheets):
    """Yield each language in turn, set as the handheld's."""
    from pocket.app import device
    from pocket.ui import words

    words.speak(types.SimpleNamespace(), request.param)
    yield request.param
    assert not device.trouble
    words.speak(types.SimpleNamespace(), "en")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Return a folder with vm_selftest and the rules, compiled as a board loads them."""
    from vm_help import compile_rules

    folder = tmp_path_factory.mktemp("vm")
    compile_rules(folder)
    return str(folder)


def pytest_collection_finish(session):
    """Exempt all present objects from garbage collection, and let the handheld's program, which
    collects at each screen, collect new objects alone: it would traverse all of the tests'."""
    gc.collect()
    gc.freeze()
    collect = gc.collect
    gc.collect = lambda *args: collect(0)
