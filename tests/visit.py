"""Visits of the page in a browser by steps: `played by: visit` (tests/cases.py)."""

import base64
import os
import urllib.parse
import zlib

import golden_help
import hostile_help
import saves_help
import web_help
from build_help import program
from cases import each_step, method_of, squeezed
from conftest import ROOT
from PIL import Image

from rules.record import notation

pytestmark = web_help.marks()

# Init scripts that take something from the browser.
WITHOUT = {
    "storage": "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } });",
    "locks": "delete Navigator.prototype.locks;",
}
NO_SAVES = "export const saves = () => indexedDB.no.open();"
NO_LOCKS = "navigator.locks.request = async () => { throw new DOMException('', 'SecurityError'); };"
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
# Drop a file on the page.
DROP = program("drops a file on the page")
PASTE = program("pastes a text on the page")
GAMEPAD = program("a gamepad for the browser")
TYPE = """([key, code]) => ["keydown", "keyup"].forEach((kind) =>
    document.body.dispatchEvent(new KeyboardEvent(kind, { key, code, bubbles: true })))"""
CELL = program("where a tile lies")
LAID = """
import page
t = page._machine.app.session.turn
answer = t and "%d %d" % (t.laid, t.picked)
"""
SOON = "([code, wanted]) => device.ask('python', { code }).then((it) => it.value === wanted)"
SAYS = """texts => {
    const said = document.getElementById("display-says").textContent.replace(/ +/g, " ");
    return texts.some((it) => said.includes(it));
}"""
PICTURE = program("the picture of the page's display")
IGNORED = "import page; answer = bool(page._machine.app.ignore_keys_until)"
# A person's turn begins: no key is ignored any more, and no tip will come.
AT_ONCE = """
import page
app = page._machine.app
app.ignore_keys_until, app.screen.part.advice_at, answer = False, 0, bool(app.screen.tip)
"""
IGNORE = """
import page
app = page._machine.app
app._ignored_button, app.ignore_keys_until, answer = 4, app.now() + 60000, 0
"""


def play(steps, site, tmp_path):
    """Play the steps of a case."""
    with web_help.tab(shared=True) as page:
        Visit(page, site, tmp_path)(steps)


def record():
    """Return the text of a round's record, of three players A, B, C."""
    with open(os.path.join(ROOT, "tests", "data", "records", "tablediff_5303.rec"), "rb") as file:
        return notation.expand(file.read())


def deflated(text):
    """Return bytes as a link holds them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


def long_record():
    """Return a record whose first player has a name of 50,000 letters."""
    return record().replace("A, B, C", "N" * 50000 + ", B, C").encode()


# Parts of links that are too long to be written in a step.
LINKS = {
    "RECORD": lambda: urllib.parse.quote(record()),
    "MANY": lambda: "A" * 100000,
    "ZEROS": lambda: deflated(bytes(10 << 20)),
    "LONG_NAME": lambda: deflated(long_record()),
}
TEXTS = {"RECORD": record, "MANY": LINKS["MANY"]}


def named(path):
    """Return a link with the texts of LINKS for their names."""
    for name, text in LINKS.items():
        path = path.replace(name, text()) if name in path else path
    return path


class Visit:
    """A browser on the page that plays the game; each public method is a step.

    page: of Playwright. folder: for a file of saves.
    """

    def __init__(self, page, site, folder=None, board="pybadge"):
        self.page = page
        self.site = site
        self.name = board
        self.file = folder and folder / "rummy.sav"
        self.store = folder and saves_help.store(folder)

    def __call__(self, steps):
        """Take the steps of a text."""
        __tracebackhide__ = True
        each_step(steps, method_of(self))
        return self

    # -- the browser

    def board(self, name):
        """Open the page for this board, or for its `own` display."""
        self.name = name

    def open(self, words=""):
        """Open the page for the first time, with words of its link: `open seed=3 simulated=1`; what
        is in the file of saves by now, it has kept."""
        link = "?board=%s%s" % (self.name, "".join("&" + word for word in words.split()))
        saved = ""
        if self.file and self.file.exists():
            saved = self.file.read_bytes().decode("latin-1")
        begin = "([link, saved]) => window.anew?.(link, saved)"
        if not self.page.evaluate(begin, [link, saved]):
            self.page.goto(self.site.address + link)
            self.ready()
            if saved:
                self.page.evaluate(begin, [link, saved])
        self.ready()
        self.site.address = self.page.evaluate("location.origin + location.pathname")

    def alone(self):
        """Have a tab of its own: of what happens in it, something would stay."""
        self.page = web_help.window().new_page()

    def goto(self, path):
        """Open a link within the site; words of LINKS stand for their texts."""
        self.page.goto(self.site.address + named(path))

    def refuses(self, text):
        """Refuse a link within the page with a sentence: `refuses #deal -> This link names no`."""
        link, _, wanted = text.partition(" -> ")
        assert self.page.evaluate("(link) => refused(link)", named(link)).startswith(wanted)

    def ready(self):
        """Wait until the handheld is switched on."""
        self.until(web_help.READY)

    def kept(self):
        """Wait until the browser keeps the page for use without a network."""
        self.until("navigator.serviceWorker.ready.then((it) => !!it.active)")

    def locale(self, name):
        """Let the browser speak another language."""
        self.page = web_help.window(locale=name).new_page()

    def calm(self, no=""):
        """Let the player ask for less motion, or no more: `calm no`."""
        self.page.emulate_media(reduced_motion="no-preference" if no else "reduce")

    def without(self, name):
        """Take one of WITHOUT from the browser, or cookies from the page's worker."""
        self.page.add_init_script(WITHOUT.get(name, ""))
        if name == "cookies":
            answer = {"body": NO_LOCKS + NO_SAVES, "content_type": "text/javascript"}
            self.page.route("**/saves.js", lambda route: route.fulfill(**answer))

    def reload(self):
        """Load the page again."""
        self.page.reload()

    def back(self):
        """Go back to the page before."""
        self.page.go_back()

    def size(self, text):
        """Give the window a size: `size 844 390`."""
        width, height = map(int, text.split())
        self.page.set_viewport_size({"width": width, "height": height})

    def hide(self):
        """Hide the page, as another tab would."""
        self.page.evaluate(HIDE)

    def rest(self, ms):
        """Let real milliseconds pass."""
        self.page.wait_for_timeout(int(ms))

    def anew(self, step):
        """Take a step that starts the game anew."""
        with self.page.expect_worker():
            method_of(self)(step)
        self.ready()

    def select(self, text):
        """Choose an option of a list: `select language de`."""
        self.page.select_option(*("#" + text).split())

    def click(self, selector):
        """Click on an element."""
        self.page.locator(selector).click()

    def unfold(self):
        """Unfold all that is folded below the handheld."""
        for more in self.page.locator("summary").all():
            more.click()

    def run(self, script):
        """Run a script on the page."""
        self.page.evaluate(script)

    # -- files

    def save(self, text):
        """Keep a record in the file of saves: `save game CR\\x02kept`."""
        name, _, data = text.partition(" ")
        self.store.save(name, data.encode().decode("unicode_escape").encode("latin-1"))

    def played(self, text):
        """Have a game in the file that two have played: `played ER 127 1`, its turns and seed."""
        game_id, turns, seed = text.split()
        payload = hostile_help.saved(hostile_help.game_at(game_id, 2, int(turns), int(seed)))
        assert self.store.save("game." + game_id, payload) is None

    def take_file(self):
        """Import the file of saves, and agree."""
        self.page.set_input_files("#upload", str(self.file))
        self.anew("click #trouble button >> nth=0")

    def upload(self, text):
        """Import a file that holds this text."""
        file = {"name": "other.sav", "mimeType": "", "buffer": text.encode()}
        self.page.set_input_files("#upload", file)

    def drop(self, text):
        """Drop a file on the page: its name and its text, SAVES or one of TEXTS."""
        name, _, data = text.partition(" ")
        if data == "SAVES":
            data = self.file.read_bytes().decode("latin-1")
        self.page.evaluate(DROP, [name, TEXTS[data]() if data in TEXTS else data])

    def paste(self, text):
        """Paste a text on the page, or one of TEXTS."""
        self.page.evaluate(PASTE, TEXTS[text]() if text in TEXTS else text)

    # -- keys and fingers

    def ask(self, what, **more):
        """Return what the page's worker answers; in Python only."""
        return self.page.evaluate("([what, more]) => device.ask(what, more)", [what, more])

    def python(self, code):
        """Run Python in the handheld and return its `answer`; in Python only."""
        return self.ask("python", code=code)["value"]

    def begin(self, tip=""):
        """Begin a quick game, until the person may play: at once, or with its first `tip`."""
        self("says Play; key x; says set up; key x; says go on; key x")
        if tip:
            self.says("no more tips")
            return
        self.says("take | no more tips")
        if self.python(AT_ONCE):
            self("key x; says take")

    def heard(self):
        """Wait until the first half second of a turn is over, in which keys are ignored."""
        self._soon(IGNORED, False)

    def _soon(self, code, wanted):
        """Wait until Python code in the handheld answers this."""
        self.until(SOON, arg=[code, wanted])

    def ignored(self):
        """Let keys be ignored for a minute."""
        self.python(IGNORE)

    def key(self, names):
        """Press keys of the keyboard."""
        for name in names.split():
            self.page.keyboard.press(name)

    def types(self, text):
        """Press a key of another keyboard, whose sign and code differ: `types z KeyY`."""
        self.page.evaluate(TYPE, text.split())

    def gamepad(self):
        """Connect a gamepad: `run pad.hold(13)` presses its DOWN."""
        self.page.evaluate(GAMEPAD)

    def press(self, buttons):
        """Press buttons in simulated time."""
        for button in buttons.split():
            self.ask("press", button=button)
        self.wait(300)

    def choose(self, label):
        """Go down a list to a line and take it, in simulated time."""
        for _ in range(30):
            if label in self.spoken():
                return self.press("A")
            self.ask("press", button="DOWN")
        raise AssertionError("there is no line " + label)

    def wait(self, ms):
        """Let simulated milliseconds pass."""
        self.ask("wait", ms=int(ms))

    def tap(self, text):
        """Touch a pixel of the display: `tap 80 68`, `tap rack`."""
        self.page.touchscreen.tap(*self._spot(text))

    def drag(self, text):
        """Drag a tile from place to place: `drag rack table`; `drag rack rack 700` holds it."""
        start, end, *ms = text.split()
        mouse = self.page.mouse
        aim = self._spot(end)  # before the press: a tile that is held long is its set
        mouse.move(*self._spot(start))
        mouse.down()
        self.page.wait_for_timeout(int(ms[0]) if ms else 0)
        if start != end:
            mouse.move(*aim, steps=4)
        self.page.wait_for_timeout(100)
        mouse.up()

    def _spot(self, text):
        """Return the place on the page of a pixel of the display; of the `rack`'s first tile, of
        the first `set`, of a free place of the `table`."""
        if text[0].isalpha():
            text = self.python(CELL % {"kind": text})
        box = self.page.locator("#display canvas").bounding_box()
        scale = box["width"] / self.display()[0]
        x, y = map(int, text.split())
        return box["x"] + (x + 0.5) * scale, box["y"] + (y + 0.5) * scale

    # -- what is there

    def display(self):
        """Return the width and the height of the display in its own pixels; in Python only."""
        return self.page.evaluate("[device.canvas.width, device.canvas.height]")

    def image(self):
        """Return the picture on the display; in Python only."""
        pixels = base64.b64decode(self.page.evaluate(PICTURE))
        return Image.frombytes("RGBA", tuple(self.display()), pixels).convert("RGB")

    def spoken(self):
        """Return what the page has read out; in Python only."""
        return squeezed(self.page.text_content("#display-says"))

    def says(self, text):
        """Have a text read out soon, or one of several: `says keep | go on`."""
        self.until(SAYS, arg=text.split(" | "))

    def said(self, text):
        """Have read out a text."""
        assert text in self.spoken(), self.spoken()

    def reads(self, text):
        """Have read out just this text."""
        assert text == self.spoken()

    def until(self, condition, **more):
        """Wait until a condition in JavaScript is true; a busy computer may paint no frames."""
        self.page.wait_for_function(condition, polling=50, **more)

    def finds(self, text):
        """Find a value in JavaScript: `finds document.title = Pocket Rummy`."""
        expression, _, wanted = (text + " ").rpartition(" = ")
        found = self.page.evaluate(expression)
        assert str(found) == wanted.strip(), found

    def trouble(self, text=""):
        """Show this sentence above the game, or none."""
        if text:
            self.until("() => document.getElementById('trouble').textContent")
        there = self.page.text_content("#trouble")
        assert text in there if text else there == "", there

    def resumes(self, tiles="1 0"):
        """Have the turn with the tiles that were laid, whatever a tip says of it."""
        self.ready()
        self.laid(tiles)

    def laid(self, text):
        """Have laid and taken this many tiles soon: `laid 1 0`."""
        self._soon(LAID, text)

    def golden(self, name):
        """Show tests/golden/NAME.png; `@` in it is the display's size."""
        self.wait(200)
        golden_help.check(self, name.replace("@", "%dx%d" % tuple(self.display())))

    def accessible(self):
        """Have a page in which axe-core finds no fault."""
        assert web_help.axe(self.page) == []
