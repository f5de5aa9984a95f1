"""Where tests find the project. Last in the path, or code.py would hide the library's `code`."""

import contextlib
import gc
import glob
import importlib
import os
import re
import sys
import time

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
# A game, a syntax tree, a search make much and soon drop it again: to look for circles of it every
# 700 objects takes a tenth of the time.
gc.set_threshold(50000, 20, 100)

# The files --quick leaves out: screens in the simulator, the emulated board, the MicroPython VM.
SLOW_ROOMS = re.compile(
    r"^(test_)?(play|screens|sim|emulate|vm|web)_|_(screen|vm|heap)\.(py|scenes)$"
)


def pytest_addoption(parser):
    """--quick: see `python3 tools test --help`."""
    parser.addoption("--quick", action="store_true", help="no screens, no VM, short campaigns")


def pytest_configure(config):
    """The one marker of ours, and how many cases Hypothesis makes of each property: the same ones
    every time."""
    many = 20 if config.getoption("--quick") else 100
    hypothesis.settings.register_profile(
        "project", max_examples=many, derandomize=True, deadline=None, database=None
    )
    hypothesis.settings.load_profile("project")
    config.addinivalue_line(
        "markers", "long(keep=0): a campaign; with --quick only `keep` of its cases run"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Each of n test processes first reads every n-th file, so that the others find it compiled:
    they are all started at once, and would each compile all of them."""
    config = session.config
    own = getattr(config, "workerinput", None)
    if own and config.args_source == config.ArgsSource.TESTPATHS:
        names = [os.path.basename(path)[:-3] for path in glob.glob(HERE + "/test_*.py")]
        if config.getoption("--quick"):
            names = [name for name in names if not SLOW_ROOMS.search(name + ".py")]
        for name in sorted(names)[int(own["workerid"][2:]) :: own["workercount"]]:
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
    """With --quick the slow rooms' files are not even read."""
    if config.getoption("--quick") and SLOW_ROOMS.search(collection_path.name):
        return True
    return None


def pytest_collection_modifyitems(config, items):
    """With --quick: no VM, and of each campaign a few cases, evenly spread."""
    # The longest first: no test process waits for another's at the end, one browser does for all.
    items.sort(key=lambda item: not item.path.name.removeprefix("test_").startswith("web_"))
    if not config.getoption("--quick"):
        return
    campaigns = {}
    chosen = []
    for item in items:
        marks = list(item.iter_markers("long"))
        if "compiled" in getattr(item, "fixturenames", ()):
            continue  # the device's code for the VM
        if marks:  # a case may be marked as too long by itself
            keep = min(mark.kwargs.get("keep", 0) for mark in marks)
            campaigns.setdefault((item.path, item.originalname, keep), []).append(item)
        else:
            chosen.append(item)
    for (_path, _name, keep), several in campaigns.items():
        chosen += [several[(2 * i + 1) * len(several) // (2 * keep)] for i in range(keep)]
    wanted = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = [item for item in items if item in wanted]


@pytest.fixture
def board():
    """Return the board of `sim`; a test is parametrized with others."""
    return "pybadge"


@pytest.fixture
def sim(tmp_path, board):
    """Yield a handheld at its first screen, its saves in this test's folder; without a picture."""
    from screens_help import handheld

    with handheld(tmp_path, board) as running:
        yield running


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Yield the page on a server, as `web` writes it for two boards."""
    import web_help

    running = web_help.Site(web_help.built(tmp_path_factory))
    yield running
    running.close()


@pytest.fixture
def limited(tmp_path_factory):
    """Run one test of the page at a time, whichever worker has it: a page keeps a core busy, and
    three at once start too late. End a test that never ends by itself."""
    import web_help

    from tools import door

    with open(tmp_path_factory.getbasetemp().parent / "page.lock", "w") as file:
        while not door.lock(file):
            time.sleep(0.1)
        with web_help.limit():
            yield


@pytest.fixture
def scene(tmp_path):
    """Yield a Scene for a test in Python; see tests/scenes.py."""
    from scenes import Scene

    with Scene(tmp_path) as one:
        yield one


@pytest.fixture
def sheets():
    """Letters are read from their sheets as a simulated handheld does, outside of one, too."""
    from tools.sim import bitmaps
    from tools.sim.patches import Patches

    patches = Patches()
    bitmaps.patch(patches)
    yield
    patches.close()


@pytest.fixture(params=wordtable.languages(ROOT))
def language(request, sheets):
    """Each language in turn is the one that is set."""
    from pocket.app import device
    from pocket.ui import words

    words.speak(request.param)
    yield request.param
    assert device.language_failure() == ""
    words.speak("en")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Return a folder with vm_selftest and the rules, compiled as a board loads them."""
    from vm_help import compile_rules

    folder = tmp_path_factory.mktemp("vm")
    compile_rules(folder)
    return str(folder)


def pytest_collection_finish(session):
    """Freeze all objects of now: the handheld collects garbage at each screen, and would go through
    all of pytest's own objects each time."""
    gc.collect()
    gc.freeze()
