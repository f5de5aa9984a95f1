"""What the tests of the page share: the page built once, a browser, what stands on its display."""

import contextlib
import functools
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from build_help import program

from tools import launcher
from tools.device import boards_desktop
from tools.web import command, npm

ROOT = boards_desktop.ROOT
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
# One renderer for the pages of all tests: each page's start and end of its own cost a tenth.
ONE_RENDERER = ["--disable-site-isolation-trials", "--renderer-process-limit=1"]
_shared, _kept, _failures = [], [], []  # tabs that stay open, what scripts on pages have raised
LIMIT_S = 600  # of a test: computers are busy
WAIT_S = 60  # of each wait in it
PHONE = {"width": 390, "height": 844}
READY = "document.getElementById('handheld').getAttribute('aria-busy') === null"


def missing():
    """Why no browser can be driven here, or None."""
    if not CHROMIUM:
        return "there is no chromium: apt-get install chromium"
    if not importlib.util.find_spec("playwright"):
        return "playwright is not installed: pip install playwright"
    return None


def built(factory):
    """Return the folder of the page in English and German, with what goes on two boards; the first
    test process of this run builds it for all. factory: tmp_path_factory."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # else that is every run's
    folder, done = os.path.join(base, "web"), os.path.join(base, "web.done")
    with open(os.path.join(base, "web.lock"), "w") as file:
        while not launcher.lock(file):
            time.sleep(0.2)
        if not os.path.exists(done):
            command.make(
                ROOT,
                folder,
                languages=["en", "de"],
                boards=("pybadge", "pimoroni_picosystem"),
                lines=True,
                say=lambda text: None,
            )
            add_hooks(folder)
            open(done, "w").close()
    return folder


def add_hooks(out):
    """Add hooks to the page in folder `out`, by which tests ask it what it does not show."""
    folder = os.path.join(ROOT, "tests", "webhooks")
    for name, parts in (
        ("play.js", ("before_play.js", None, "play.js")),
        ("worker.js", (None, "worker.js")),
        ("install.js", (None, "install.js")),
    ):
        path = os.path.join(out, name)
        texts = []
        for part in parts:
            with open(os.path.join(folder, part) if part else path, encoding="utf-8") as file:
                texts.append(file.read())
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(texts))


@contextlib.contextmanager
def limit(seconds=None):
    """Fail a test that takes longer: a page whose worker has died never answers, and Playwright's
    `evaluate` has no limit of its own."""
    if not hasattr(signal, "SIGALRM"):  # Windows
        yield
        return

    def late(_signal, _frame):
        pytest.fail("the page has not answered within %d s" % (seconds or LIMIT_S))

    before = signal.signal(signal.SIGALRM, late)
    left = signal.alarm(seconds or LIMIT_S)
    try:
        yield
    finally:
        signal.alarm(left)
        signal.signal(signal.SIGALRM, before)


class Site:
    """The page in `folder` on a server: `address`."""

    def __init__(self, folder):
        self.folder = folder
        self.server = command.server(folder)
        self.visits = 0
        self.move()
        # asked every 20 ms whether it shall end: closing waits for that
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def move(self):
        """Lie at an address for which a browser keeps nothing yet; returns the site."""
        self.visits += 1
        self.address = "http://v%d.localhost:%d/" % (self.visits, self.server.server_address[1])
        return self

    def close(self):
        """No network any more."""
        self.server.shutdown()
        self.server.server_close()


class Firefox:
    """Debian's firefox without a window, by its own Marionette: Playwright drives none but its own
    build. folder: for its profile."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        prefs = {"marionette.port": port, "extensions.enabledScopes": 0, "browser.startup.page": 0}
        # one page, one process, no add-ons: half the work
        prefs["dom.ipc.processPrelaunch.enabled"] = prefs["fission.autostart"] = "false"
        lines = ['user_pref("%s", %s);\n' % pref for pref in prefs.items()]
        (folder / "user.js").write_text("".join(lines))
        words = [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
        self._browser = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._asked = 0
        try:
            self._line = self._connected(port)
            self._read()  # who it is
            self._ask("WebDriver:NewSession")
        except BaseException:
            self.__exit__()
            raise

    def _connected(self, port):
        end = time.monotonic() + 60
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), 60).makefile("rwb")
            except OSError:
                if time.monotonic() > end or self._browser.poll() is not None:
                    raise
                time.sleep(0.1)

    def _read(self):
        size = b""
        while not size.endswith(b":"):
            size += self._line.read(1)
        return json.loads(self._line.read(int(size[:-1])))

    def _ask(self, command, **given):
        self._asked += 1
        text = json.dumps([0, self._asked, command, given]).encode()
        self._line.write(b"%d:%s" % (len(text), text))
        self._line.flush()
        _kind, _number, wrong, answer = self._read()
        assert wrong is None, wrong
        return answer

    def go(self, address):
        """Load a page."""
        self._ask("WebDriver:Navigate", url=address)

    def run(self, script):
        """Return what a script on the page returns."""
        return self._ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def until(self, text, seconds=WAIT_S):
        """Wait until that is read out."""
        end = time.monotonic() + seconds
        while text not in (
            said := self.run("return document.getElementById('display-says').textContent")
        ):
            assert time.monotonic() < end, said
            time.sleep(0.05)

    def press(self, key):
        """Press a key of the keyboard, by what is printed on it."""
        event = "new KeyboardEvent('%%s', { key: '%s', code: 'any', bubbles: true })" % key
        for kind in ("keydown", "keyup"):
            self.run("document.body.dispatchEvent(%s)" % event % kind)
            time.sleep(0.05)  # a finger's

    def __enter__(self):
        return self

    def __exit__(self, *_problem):
        self._browser.terminate()
        self._browser.wait(20)


@functools.cache
def _driver():
    from playwright.sync_api import sync_playwright

    return sync_playwright().start()


@functools.cache
def chromium():
    """Return the browser, started once."""
    assert not missing(), missing()
    return _driver().chromium.launch(executable_path=CHROMIUM, args=ONE_RENDERER)


@functools.cache
def window(on_phone=True, locale="en-GB"):
    """Return a browser's window on a phone or a desktop, opened once: a tab in it costs a third of
    a window. Its first tab holds no page that is tested."""
    how = {"viewport": {"width": 1280, "height": 800}}
    if on_phone:
        how = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        how["device_scale_factor"] = 3
    # Playwright waits by `eval`.
    context = chromium().new_context(locale=locale, bypass_csp=True, **how)
    context.set_default_timeout(WAIT_S * 1000)
    context.on("weberror", lambda problem: _failures.append(str(problem.error)))
    context.new_page()
    return context


def keep_vm(site, **where):
    """Keep the compiled VM in a window's renderer, so that its pages need not compile it again."""
    page = window(**where).pages[0]
    page.goto(site.address + "known.json")
    page.evaluate(program("keeps the compiled VM"))


@contextlib.contextmanager
def tab(shared=False, **where):
    """Yield a page in a window; a script that fails on a page fails the test. shared: one that
    another such test has left, on which Visit.open begins anew: that costs half of a load."""
    page = _shared.pop() if shared and _shared else window(**where).new_page()
    page.bring_to_front()  # else it paints seldom
    _failures.clear()
    try:
        yield page
    finally:
        if shared and page.evaluate("!!window.leave?.()"):
            page.set_viewport_size(PHONE)
            _shared.append(page)
        for context in chromium().contexts:
            for other in context.pages[1:]:
                if other not in _shared + _kept:
                    other.close()  # a page that is left open keeps a core busy
    assert not _failures


@contextlib.contextmanager
def kept_tab():
    """Yield a page on a desktop for several tests."""
    page = window(on_phone=False).new_page()
    _kept.append(page)
    yield page
    _kept.remove(page)
    page.close()


def axe(page):
    """Return what axe-core finds wrong on a page, in sentences."""
    page.add_script_tag(path=os.path.join(npm.package("axe-core"), "axe.min.js"))
    faults = page.evaluate("axe.run().then((it) => it.violations)")
    return ["%s: %s" % (fault["help"], fault["nodes"][0]["html"]) for fault in faults]


def persistent(folder, **more):
    """Return a browser whose profile lies in `folder`, not a private window: its context."""
    return _driver().chromium.launch_persistent_context(
        str(folder), executable_path=CHROMIUM, bypass_csp=True, **more
    )


def marks():
    """Return the marks of tests that need a browser. Where GitHub runs them on Linux there is one:
    a test that does not find it fails. No test of them waits for ever."""
    needed = "GITHUB_ACTIONS" in os.environ and sys.platform == "linux"
    without = pytest.mark.skipif(not needed and missing() is not None, reason=missing() or "")
    return [without, pytest.mark.usefixtures("limited")]
