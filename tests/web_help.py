"""What the tests of the page share: the page built once, a browser, what stands on its display."""

import base64
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
from PIL import Image

from tools.device import boards_desktop
from tools.web import command

ROOT = boards_desktop.ROOT
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
SIZES = {board: boards_desktop.DEVICE.BOARDS[board][0] for board in command.packs.SKINS}
LIMIT_S = 300  # of a test, and of building the page
_READY = "document.getElementById('handheld').getAttribute('aria-busy') === null"


def missing():
    """Why no browser can be driven here, or None."""
    if not CHROMIUM:
        return "there is no chromium: apt-get install chromium"
    if not importlib.util.find_spec("playwright"):
        return "playwright is not installed: pip install playwright"
    return None


def built(factory):
    """The folder with the page in English and German, and what goes on two boards; built by the
    first that asks, for all test processes of this run. factory: tmp_path_factory."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # else that is every run's
    out, mark = os.path.join(base, "web"), os.path.join(base, "web.lock")
    try:
        os.mkdir(mark)
    except FileExistsError:
        return _built_elsewhere(out, mark)
    end = "failed"
    try:
        command.make(
            ROOT,
            out,
            languages=["en", "de"],
            boards=("pybadge", "pimoroni_picosystem"),
            lines=True,
            say=lambda text: None,
        )
        hook(out)
        end = "done"
    finally:
        open(os.path.join(mark, end), "w").close()
    return out


def hook(out):
    """Let tests ask the page that lies in `out` what it does not tell anybody else."""
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


def _built_elsewhere(out, mark):
    """Wait for the test process that builds the page."""
    end = time.monotonic() + LIMIT_S
    while not os.path.exists(os.path.join(mark, "done")):
        assert not os.path.exists(os.path.join(mark, "failed")), "the page could not be built"
        assert time.monotonic() < end, "the test process that builds the page does not end"
        time.sleep(0.2)
    return out


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


# A gamepad for a page, as browsers lay one out: `pad.hold` presses buttons by their numbers.
GAMEPAD = """
    window.pad = {
        index: 0, axes: [0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })),
        hold(numbers) { this.buttons.forEach((it, i) => { it.pressed = numbers.includes(i); }); },
    };
    navigator.getGamepads = () => [null, window.plugged ? pad : null];
    window.plug = () => { window.plugged = true; dispatchEvent(new Event("gamepadconnected")); };
"""


class Site:
    """The page in `folder` on a server: `address`. asked: what browsers have asked it for."""

    def __init__(self, folder):
        self.folder = folder
        self.asked = asked = []
        self.server = command.server(folder, asked=asked.append)
        self.address = "http://127.0.0.1:%d/" % self.server.server_address[1]
        # asked every 20 ms whether it shall end: closing waits for that
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        """No network any more."""
        self.server.shutdown()
        self.server.server_close()


class Device:
    """The handheld on a page of the browser."""

    def __init__(self, page, board="pybadge"):
        self.page = page
        self.board = board
        self.width, self.height = (int(part) for part in SIZES.get(board, "0x0").split("x"))

    def resize(self):
        """Take the size of the page's own display, which is as the window is."""
        self.width, self.height = self.page.evaluate("[device.canvas.width, device.canvas.height]")

    def open(self, site, board=None, **more):
        """Go to the page; board: of its list, where it is another than whose display it has; more:
        of its link. Returns self."""
        words = "".join("&%s=%s" % item for item in more.items())
        self.page.goto("%s?board=%s%s" % (site.address, board or self.board, words))
        return self.ready()

    def ready(self):
        """Wait until it is switched on. Returns self."""
        self.page.wait_for_function(_READY)
        return self

    def ask(self, what, **more):
        """What the worker answers."""
        return self.page.evaluate("([what, more]) => device.ask(what, more)", [what, more])

    def said(self):
        """What the display says."""
        return self.page.text_content("#display-says")

    def until(self, text, ms=30000):
        """Wait until that, or one of several texts, is read out."""
        self.page.wait_for_function(
            """texts => {
                const said = document.getElementById("display-says").textContent;
                return texts.some((it) => said.includes(it));
            }""",
            arg=[text] if isinstance(text, str) else list(text),
            timeout=ms,
        )

    def until_in(self, text, without):
        """Wait until that is read out, and something else no more."""
        self.page.wait_for_function(
            """([text, without]) => {
                const said = document.getElementById("display-says").textContent;
                return said.includes(text) && !said.includes(without);
            }""",
            arg=[text, without],
        )

    def until_not(self, text):
        """Wait until something else is read out."""
        self.page.wait_for_function(
            "text => document.getElementById('display-says').textContent !== text", arg=text
        )

    def heard(self):
        """Wait until a turn's first half second is over, in which keys may be mashed."""
        end = time.monotonic() + 15
        while self.ask("python", code="import page; answer = page._machine.app.ignore_keys_until")[
            "value"
        ]:
            assert time.monotonic() < end, "the turn's first half second does not end"
            self.page.wait_for_timeout(20)
        return self

    def wait(self, ms):
        """Let simulated time pass."""
        self.ask("wait", ms=ms)

    def press(self, *buttons):
        """Press buttons one after the other, in simulated time."""
        for button in buttons:
            self.ask("press", button=button)

    def choose(self, label):
        """Go down a list to a line that says `label`, and take it, in simulated time."""
        for _ in range(30):
            if label in self.said():
                return self.press("A")
            self.press("DOWN")
        raise AssertionError("there is no line " + label)

    def through(self, *labels):
        """From its first screen through lines of lists that say `labels`, in simulated time."""
        self.wait(1500)
        for label in labels:
            self.choose(label)
            self.wait(300)

    def image(self):
        """Its display, as the simulator has it."""
        data = self.page.evaluate(
            """async () => {
                const { data } = await device.ask("picture");
                let text = "";
                for (let i = 0; i < data.length; i += 8192) {
                    text += String.fromCharCode(...data.subarray(i, i + 8192));
                }
                return btoa(text);
            }"""
        )
        pixels = base64.b64decode(data)
        return Image.frombytes("RGBA", (self.width, self.height), pixels).convert("RGB")

    def begin(self):
        """A quick game, until the person at the page may play."""
        self.until("Play")
        self.page.keyboard.press("x", delay=60)
        self.until("set up")
        self.page.keyboard.press("x", delay=60)
        self.until("go on")
        self.page.keyboard.press("x", delay=60)
        self.until("take")
        return self.heard()

    def pads(self, *buttons):
        """What the gamepad that is plugged in, see GAMEPAD, holds down: numbers of its buttons."""
        self.page.evaluate("buttons => pad.hold(buttons)", buttons)

    def pad(self, number, text):
        """Press and let go a button of the gamepad until `text` is read out: held by a busy
        computer it is pressed more than once."""
        for _ in range(20):
            self.heard()
            self.pads(number)
            self.page.wait_for_function("!!document.querySelector('.held')")
            self.pads()
            self.page.wait_for_function("!document.querySelector('.held')")
            try:
                return self.until(text, 3000)
            except Exception:  # Playwright's, of a time that is over
                pass
        return self.until(text)

    def tap(self, x, y):
        """Touch a pixel of the display."""
        self.page.touchscreen.tap(*self.spot(x, y))

    def spot(self, x, y):
        """Return the place on the page of a pixel of the display."""
        box = self.page.locator("#display canvas").bounding_box()
        scale = box["width"] / self.width
        return box["x"] + (x + 0.5) * scale, box["y"] + (y + 0.5) * scale

    def drag(self, start, end, rest=0):
        """Put a finger on a pixel, rest it so many milliseconds, move it to another, lift it."""
        mouse = self.page.mouse
        mouse.move(*self.spot(*start))
        mouse.down()
        self.page.wait_for_timeout(rest)
        if start != end:
            mouse.move(*self.spot(*end), steps=4)
        self.page.wait_for_timeout(100)
        mouse.up()


class Firefox:
    """Debian's firefox without a window, by its own Marionette: Playwright drives none but its own
    build. folder: for its profile."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (folder / "user.js").write_text('user_pref("marionette.port", %d);\n' % port)
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
        """What a script on the page returns."""
        return self._ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def until(self, text, seconds=30):
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
    """The browser, started once."""
    assert not missing(), missing()
    return _driver().chromium.launch(executable_path=CHROMIUM)


@contextlib.contextmanager
def phone(width, height):
    """A page on a phone of that size."""
    context = chromium().new_context(
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=3,
        bypass_csp=True,  # Playwright waits by `eval`
    )
    yield context.new_page()
    context.close()


def persistent(folder, **more):
    """A browser whose profile lies in `folder`, not a private window: its context."""
    return _driver().chromium.launch_persistent_context(
        str(folder), executable_path=CHROMIUM, bypass_csp=True, **more
    )


def marks():
    """The marks of tests that need a browser. Where GitHub runs them on Linux there is one: a test
    that does not find it fails. No test of them waits for ever."""
    needed = "GITHUB_ACTIONS" in os.environ and sys.platform == "linux"
    without = pytest.mark.skipif(not needed and missing() is not None, reason=missing() or "")
    return [without, pytest.mark.usefixtures("limited")]
