"""The page to play on, in a real browser: pictures, keys, touch, saves, no network."""

import ast
import base64
import html.parser
import json
import os
import re
import shutil
import urllib.parse
import zlib

import golden_help
import pytest
import saves_help
import web_help
from conftest import ROOT
from house_help import FINISHED
from web_help import Device

from rules import catalogue
from rules.record import notation, reader
from tools.device import boards_desktop
from tools.web import command, npm, packs

pytestmark = web_help.marks()
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def tab():
    """A phone's browser with nothing kept; what goes wrong on its page fails the test."""
    context = web_help.chromium().new_context(
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        locale="en-GB",
        bypass_csp=True,
    )
    page = context.new_page()
    wrong = []
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    yield page
    context.close()
    assert not wrong


def golden(device, name):
    """The display shows golden/<name>.png."""
    device.wait(200)
    golden_help.check(device, name)


def upload(tab, path):
    """Import a file of saves, and agree."""
    tab.set_input_files("#upload", str(path))
    with tab.expect_worker():
        tab.locator("#ask .main").click()


@pytest.mark.parametrize("board", ["pybadge", "pajenicko_picopad"])
def test_its_pictures_are_the_simulators(board, site, tab, tmp_path):
    size = web_help.SIZES[board]
    store = saves_help.store(tmp_path)
    store.save("set", b"game=CR\nname1=ANNA\nname3=CLEO\nseats.CR=phpe\nCR.clock=3\nlessons=RK")
    store.save("game", b"CR\x02kept")
    device = Device(tab, board).open(site, simulated=1, seed=5)
    upload(tab, tmp_path / "rummy.sav")
    device.ready()
    device.wait(1200)  # the name has dropped in
    golden(device, "screens_%s_title" % size)
    device.choose("Play")
    golden(device, "screens_%s_games" % size)
    device.press("SELECT")
    device.wait(300)
    golden(device, "screens_%s_setup" % size)


def test_a_first_game_by_touch(site, tab):
    device = Device(tab).open(site, seed=3)
    device.until("Play")
    device.tap(80, 68)  # the line of the menu
    device.until("set up")
    device.tap(80, 90)
    device.until("go on")
    device.tap(80, 40)
    device.until("take")
    device.heard()
    device.tap(20, 105)  # a tile of the rack is taken
    device.until("undo")
    device.tap(80, 40)  # cloth: it is put down there
    device.until("end")
    device.tap(15, 124)  # the line of keys ends the turn: one tile is no set
    device.until("Loose tiles are left")
    device.tap(48, 105)
    device.until("SELECT:  play")


LAID = "import page; answer = page._machine.app.session.turn.laid"


def lay(device):
    """Lay a tile of the rack on the table."""
    for key, says in (("Space", "undo"), ("ArrowUp", "undo"), ("Space", "end")):
        device.page.keyboard.press(key, delay=60)
        device.until(says)


HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize(
    "way", ["reload", "hidden", "board", "install", "hash", "turned", "language"]
)
def test_no_unfinished_turn_is_lost(way, site, tab):
    """Page fault 3: by a reload, another handheld, the page that installs and back, a link, a phone
    that is turned, another language."""
    device = Device(tab).open(site, board="own", seed=3).begin()
    lay(device)
    if way == "hidden":  # a moment later it may be gone
        tab.evaluate(HIDE)
    if way in ("reload", "install", "hidden"):
        tab.wait_for_timeout(900)  # at rest it is saved
    if way in ("reload", "hidden"):
        tab.reload()
    elif way == "install":
        tab.goto(site.address + "install.html")
        tab.go_back()
    elif way == "turned":
        with tab.expect_worker():
            tab.set_viewport_size({"width": 844, "height": 390})
    elif way == "board":
        with tab.expect_worker():
            tab.select_option("#board", "pajenicko_picopad")
    elif way == "hash":
        with tab.expect_worker():
            tab.evaluate("location.hash = '#foo'")
    else:
        tab.select_option("#language", "de")
        device.until("zurück")
    device.ready().until(("undo", "zurück"))
    assert device.ask("python", code=LAID)["value"] == 1


def test_a_gamepad_plays_too(site, tab):
    tab.add_init_script(web_help.GAMEPAD)
    device = Device(tab).open(site, seed=3)
    device.until("Play")
    tab.evaluate("plug()")
    device.pad(13, "Puzzle of the day")  # down
    device.pad(12, "Play")  # up
    device.pad(0, "go on")
    tab.evaluate("pad.axes = [0, 1]")  # the stick
    tab.wait_for_function("document.querySelector('.held')?.dataset.button === 'DOWN'")
    tab.evaluate("pad.axes = [0.2, 0.2]")
    tab.wait_for_function("!document.querySelector('.held')")


@pytest.mark.parametrize("board", web_help.SIZES)
def test_on_narrow_phones_the_whole_handheld_is_seen(board, site):
    seen = """async () => {
        await new Promise(requestAnimationFrame); // a new size has been told by then
        const box = (name) => document.querySelector(name).getBoundingClientRect();
        const pad = box(".pad"), letters = box(".letters"), all = box(".handheld");
        return [innerWidth, pad.right <= letters.left && all.bottom <= innerHeight
            && document.documentElement.scrollWidth <= innerWidth, box("canvas").width];
    }"""
    display = {}
    with web_help.phone(320, 568) as page:
        Device(page, board).open(site, simulated=1)
        for width, height in ((320, 568), (412, 760), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            inside, whole, display[width] = page.evaluate(seen)
            assert whole and inside == width
    assert display[320] < display[412]  # each size was followed


def test_8_round_rummy_by_touch(site, tab):
    device = Device(tab, "pajenicko_picopad").open(site, seed=7)
    device.until("Play")
    device.tap(160, 135)  # Play
    for i in range(1, catalogue.ORDER.index("ER") + 2):
        device.until("%d/%d" % (i, len(catalogue.ORDER)))
        if catalogue.ORDER[i - 1] != "ER":
            device.tap(300, 12)  # beside the heading: the next card
    device.tap(160, 172)  # A
    for _ in range(12):  # what is told, and computers' turns, until it is one's own
        device.until(("go on", "take"))
        if "take" in device.said():
            break
        before = device.said()
        device.tap(160, 100)
        device.until_not(before)
    device.heard()
    device.tap(242, 67)  # the open card is taken at once
    device.until("discard")
    tab.wait_for_timeout(700)  # a second touch at once is one too many
    device.tap(25, 192)  # the first card of the hand: it may help
    device.until(("keep", "back", "go on"))
    if "keep" in device.said():
        device.tap(120, 232)  # on the line of keys: discard it
    device.until(("menu", "go on", "take"))


def test_the_line_of_keys_is_touched_key_by_key(site, tab):
    device = Device(tab, "pajenicko_picopad").open(site)
    device.until("Play")
    device.tap(160, 178)  # More
    device.until("Lessons")
    device.tap(210, 232)  # "B back"
    device.until("More")


def test_what_is_unfolded_below_takes_nothing_from_the_handheld(site, tab):
    tab.set_viewport_size({"width": 1366, "height": 768})
    Device(tab).open(site)
    before = tab.locator("canvas").bounding_box()["width"]
    for more in tab.locator("summary").all():
        more.click()
    with tab.expect_event("console"):
        tab.evaluate("addEventListener('resize', () => console.log('resized'))")
        tab.set_viewport_size({"width": 1367, "height": 768})
    assert tab.locator("canvas").bounding_box()["width"] == before


def test_what_is_read_out_are_sentences_with_one_end_each(site, tab):
    device = Device(tab).open(site, simulated=1)
    device.through("Play")
    device.press("SELECT")
    device.wait(300)
    assert device.said() == "Rummikub. Start. A:  go   B:  back"
    device.press("A")
    device.wait(300)
    assert re.search(r"The \w+ tile starts\. \w+ starts?\. A:  go on", device.said())


# The middle of a station's tile, and what it asks for.
STATION = """
import page
from pocket.learn import goals, journey
screen = page._machine.app.screen
row, column = journey.spot(%d)
x = screen.x + column * screen.wide + screen.wide // 2
y = screen.y + row * screen.high + screen.tile[1] // 2
answer = "|".join([str(x), str(y)] + list(goals.asked(goals.station(%d))))
"""


def test_letters_and_stations_are_touched(site, tab):
    device = Device(tab).open(site, simulated=1)
    device.through("Play")
    device.press("SELECT", "UP", "A")
    device.wait(300)
    for x, y, written in ((20, 63, "W"), (60, 52, "WP")):
        device.tap(x, y)
        device.wait(300)
        assert ". %s. " % written in device.said()
    device.press("B", "B")
    device.wait(300)
    device.press("B", "B", "B")
    device.wait(300)
    device.choose("Journey")
    device.wait(300)
    assert ". 1  Rummikub. " in device.said()
    for number in list(range(1, 30)) + [0]:  # each is chosen where the path has it
        x, y, goal, more = device.ask("python", code=STATION % (number, number))["value"].split("|")
        device.tap(int(x), int(y))
        device.wait(100)
        said = device.said()
        assert ". %d  " % (number + 1) in said
        assert goal in said and more in said
    device.tap(int(x), int(y))  # ... and begins
    device.wait(300)
    assert "Journey" not in device.said()


def shared(tab):
    """The link that the button shares."""
    tab.evaluate(
        """() => {
            window.copied = "";
            navigator.share = undefined;
            navigator.clipboard.writeText = (text) => { window.copied = text; };
            document.getElementById("share").click();
        }"""
    )
    tab.wait_for_function("!!window.copied")
    return tab.evaluate("copied").split()[-1]


# Draws where one may, goes on elsewhere, until `end` is said. Returns the keys it took, or what was
# said last.
ROUND = """async (end) => {
    const said = () => document.getElementById("said").textContent;
    for (let keys = 0; keys < 800; keys++) {
        if (said().includes(end)) return keys;
        const turn = /A: +take/.test(said()) && !/A: +yes/.test(said());
        await device.ask("press", { button: turn ? "START" : "A" });
        await device.ask("wait", { ms: 600 });
    }
    return said();
}"""


@pytest.mark.parametrize(
    "board, game, seed", [("pybadge", "Rummikub", 7), ("pajenicko_picopad", "8 Round", 4)]
)
def test_a_whole_round_ends_on_the_score_sheet(board, game, seed, site, tab):
    told = []
    tab.on("console", lambda line: told.append(line.text))
    device = Device(tab, board).open(site, simulated=1, seed=seed)
    device.wait(1500)
    device.choose("Play")
    for _ in range(8):
        device.wait(300)
        if game in device.said():
            break
        device.press("RIGHT")
    device.press("A")
    device.wait(300)
    keys = tab.evaluate(ROUND, "A:  end")
    assert isinstance(keys, int), keys
    assert keys > 50
    assert told == []
    link = shared(tab)
    packed = link.partition("#r=")[2]
    assert len(packed) < 1000
    record = zlib.decompress(base64.urlsafe_b64decode(packed + "==="), -15).decode()
    assert record.startswith("PocketRummy/%s" % ("1 RK" if game == "Rummikub" else "2 ER"))
    reader.check(reader.Record(record.encode()))
    with tab.expect_worker():
        tab.evaluate("link => { location.hash = new URL(link).hash; }", link)
    device.ready()
    shown = " 1/" if game == "Rummikub" else "Round 1."
    for _ in range(200):
        device.wait(1000)
        assert "Your turns" not in device.said()  # they are somebody else's
        if shown in device.said():
            break
        assert game != "Rummikub"  # nothing waits for the solver in a tile game
    assert shown in device.said()
    assert not tab.text_content("#trouble")
    tab.locator("#back").click()
    tab.wait_for_function("document.getElementById('back').hidden")
    device.ready().wait(1500)
    assert "A:  end" in device.said()  # at the score sheet, as it was left


def test_a_whole_round_is_played_by_touch(site, tab):
    """Page 18: taps on the picture and on the buttons beside it, no key."""
    device = Device(tab, "own").open(site, simulated=1, seed=7)
    device.resize()
    device.wait(1500)
    middle, keys = (device.width // 2, device.height // 2), device.height - 6
    device.tap(device.width * 6 // 10, keys)  # "A go"
    device.wait(600)
    heard = []
    for _ in range(500):
        said = device.said()
        if "A:  end" in said:
            break
        heard.append(said)
        if "yes" in said:
            device.tap(10, keys)
        elif "take" in said:
            tab.locator("[data-button=START]").tap()  # "End turn": it draws
        else:
            device.tap(*middle)
        device.wait(600)
    assert "ROSA wins. +" in heard[-1] and ". You -" in heard[-1]  # the podium is read out
    assert tab.locator(".more .share").is_visible()
    assert device.ask("python", code="answer = __import__('page').record()")["value"].startswith(
        "PocketRummy/1 RK"
    )


@pytest.mark.skipif(not web_help.FIREFOX, reason="there is no firefox: apt-get install firefox-esr")
def test_in_firefox_a_first_game_begins_and_comes_back(site, tmp_path):
    with web_help.Firefox(tmp_path) as browser:
        browser.go(site.address + "?board=pybadge&seed=3&language=en")
        browser.until("Play")
        browser.press("x")
        browser.until("set up")
        browser.press("x")
        browser.until("go on")
        browser.press("x")
        browser.until("take")
        assert browser.run("return document.getElementById('trouble').textContent") == ""
        browser.go(site.address + "?board=pybadge&seed=3&language=de")
        browser.until("Weiter")  # the save; nobody has chosen a language in the game yet


def test_two_fingers_press_two_buttons(site, tab):
    Device(tab).open(site)
    told = tab.evaluate(
        """() => {
            const held = () => [...document.querySelectorAll(".held")]
                .map((it) => it.dataset.button);
            const touch = (name, type, pointerId) => {
                const key = document.querySelector(`.key[data-button=${name}]`);
                const side = key.closest(".side"), box = key.getBoundingClientRect();
                side.setPointerCapture = () => {};
                const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
                side.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY }));
            };
            touch("UP", "pointerdown", 5);
            touch("A", "pointerdown", 6);
            const both = held();
            touch("UP", "pointerup", 5);
            return [both, held()];
        }"""
    )
    assert told == [["UP", "A"], ["A"]]


def test_a_save_comes_back_as_the_file_of_a_board(site, tab, tmp_path):
    Device(tab).open(site, seed=3).begin()
    tab.locator("summary", has_text="Saved games").click()
    with tab.expect_download() as download:
        tab.locator("#download").click()
    download.value.save_as(str(tmp_path / "rummy.sav"))
    payload, notice = saves_help.store(tmp_path).load("game.q")
    assert notice is None
    assert payload


@pytest.mark.parametrize("way", ["chosen", "dropped", "dropped early"])
def test_a_file_that_holds_no_saves_is_refused_and_nothing_is_lost(way, site, tab, tmp_path):
    if way == "dropped early":  # it waits for the game
        tab.goto(site.address + "?board=pybadge")
        tab.wait_for_function("!!window.device")
    else:
        Device(tab).open(site)
    if way == "chosen":
        other = tmp_path / "other.sav"
        other.write_bytes(bytes(range(256)) * 400)
        tab.locator("summary", has_text="Saved games").click()
        tab.set_input_files("#upload", str(other))
    else:
        tab.evaluate(DROP, ["other.sav", "no saves"])
    tab.wait_for_function("() => document.getElementById('trouble').textContent")
    assert tab.text_content("#trouble") == "This is no rummy.sav of Pocket Rummy."


def test_caches_of_earlier_versions_go_and_those_of_others_stay(site, tab):
    tab.goto(site.address + "known.json")  # nothing is kept by this alone
    others = ["another-game", "pocket-rummy %sb/ 0123" % site.address]
    earlier = ["pocket-rummy %s 0123" % site.address, "pocket-rummy %s " % site.address]
    tab.evaluate(
        """async (names) => {
            for (const name of names) {
                await (await caches.open(name)).put("old.css", new Response("old"));
            }
        }""",
        others + earlier,
    )
    Device(tab).open(site)
    names = tab.evaluate(
        """async () => {
            const { active } = await navigator.serviceWorker.ready;
            while (active.state !== "activated") await new Promise((done) => setTimeout(done, 20));
            return await caches.keys();
        }"""
    )
    assert set(others) < set(names)
    (own,) = set(names) - set(others)
    assert own.startswith(earlier[1]) and own != earlier[0]


def test_it_starts_without_a_network_and_speaks_another_language_there(site, tab):
    own = web_help.Site(site.folder)
    device = Device(tab).open(own)
    tab.wait_for_function("navigator.serviceWorker.ready.then((it) => !!it.active)")
    own.close()
    tab.reload()
    device.ready().until("Play")
    tab.select_option("#language", "de")
    device.until("Spielen")


def test_it_speaks_the_browsers_language(site):
    context = web_help.chromium().new_context(locale="de-AT", bypass_csp=True)
    page = context.new_page()
    Device(page).open(site).until("Spielen")
    assert page.locator("summary").all_inner_texts() == [
        "Gespeicherte Spiele",
        "Tasten und Tippen",
        "Eine Runde ansehen",
    ]
    assert page.locator("[data-button=UP]").get_attribute("aria-label") == "Hoch"
    page.keyboard.press("x", delay=60)
    Device(page).until("Optionen")
    page.keyboard.press("x", delay=60)
    Device(page).until("A:  weiter")
    assert axe(page) == []
    page.goto(site.address + "?board=pybadge#record=PocketRummy/1%20RK")
    page.wait_for_function("() => document.getElementById('trouble').textContent")
    assert page.text_content("#trouble") == (
        "Die Aufzeichnung ist abgeschnitten: Ihre ersten drei Zeilen sind nicht alle da."
    )
    page.goto(site.address + "install.html?board=pybadge")
    page.wait_for_function("!!window.writeTo")
    assert page.title() == "Pocket Rummy auf deinem Gerät"
    assert page.locator("#take-zip").text_content() == "Zip herunterladen"
    assert axe(page) == []
    context.close()


class Texts(html.parser.HTMLParser):
    """The texts of a page that a reader sees or is told."""

    def __init__(self, text):
        super().__init__()
        self.texts = set()
        self.feed(text.partition("<body")[2].partition(">")[2])

    def handle_data(self, data):
        self.texts.add(" ".join(data.split()))

    def handle_starttag(self, tag, attrs):
        self.texts |= {text for name, text in attrs if name in ("aria-label", "alt")}


EMPTY_ZIP = b"PK\5\6" + bytes(18)
# What no record can make the rules say, and what only a changed table could.
_NEVER = (
    "Hidden files",
    "A move is a word",
    "Options must be",
    "A set or rack",
    "A table is a list",
    "There {}",
    "There are {} tiles {}, but",
    "The table holds",
    "The scores do not",
    "A hand must",
    "There are {} cards",
)
# What reads and replays a record that the page shows.
_RECORDS = (
    "catalogue base record/notation record/reader tilegame/options tilegame/record"
    " tilegame/restore tilegame/tiles eight/cards eight/games eight/record"
)


def refusals():
    """The sentences of Python that the pages show, {} for what they name."""
    folder = os.path.join(ROOT, "tools")
    paths = [os.path.join(folder, "device", name + ".py") for name in ("bootout", "installation")]
    paths += [
        os.path.join(folder, "web", *name)
        for name in (("desk", "install.py"), ("device", "page.py"))
    ]
    paths += [os.path.join(ROOT, "rules", name + ".py") for name in _RECORDS.split()]
    said = set()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                node = node.exc.args[0]
            elif isinstance(node, (ast.Return, ast.Assign)):
                node = node.value
            else:
                continue
            if isinstance(node, ast.BinOp):
                node = node.left
            text = getattr(node, "value", None)
            if isinstance(text, str) and re.search(r" .*\.$|^Move ", text):
                said.add(re.sub("%s|%d|0x%x", "{}", text))
    said = {text.replace("run the same command again", "press the button again") for text in said}
    return {text for text in said if not text.startswith(_NEVER)}


def test_every_text_of_the_pages_stands_in_every_finished_language():
    folder = os.path.join(ROOT, "tools", "web")
    used = set()
    for name in os.listdir(os.path.join(folder, "page")):
        with open(os.path.join(folder, "page", name), encoding="latin-1") as file:
            text = file.read().encode("latin-1").decode(errors="replace")
        if name.endswith(".html"):
            used |= Texts(text).texts
        elif name.endswith(".js") and name != "start.js":  # the last resort speaks English
            used |= set(re.findall(r"\b(?:say|trouble)\(\s*\"([^\"]+)\"", text))
            used |= set(re.findall(r"\[\[\"([A-Z][^\"]+)\"", text))  # a button beside it
            text = re.sub(r"\$\{[^}]*\}", "{}", text.replace('`\n    + "', ""))
            used |= set(re.findall(r"[`\"]([A-Z{][^`\"]* [^`\"]*(?:[.?]|: \{\}))[`\"]", text))
    used |= refusals()
    for desk in boards_desktop.DESK.values():
        told = boards_desktop.INTO_LOADER[desk.board_id]
        used.add(re.sub("(?<=console: ).*", "{}", told))
    used |= {desk["checked"] for desk in packs.desks(dict.fromkeys(boards_desktop.DESK, EMPTY_ZIP))}
    buttons = {"A", "B", "START", "SELECT", "▲", "◀", "▶", "▼", "×"}
    with open(os.path.join(folder, "texts.json"), encoding="utf-8") as file:
        table = json.load(file)
    codes = table.pop("en")
    assert sorted(codes) == sorted(FINISHED)
    assert set(table) == used - buttons - {"", "Pocket Rummy"}
    for text, row in table.items():
        assert len(row) == len(codes) and all(row), text
        for signs in ("rummy.sav", "CIRCUITPY", "FIRST TIME", "BOOTSEL", "CircuitPython", ".uf2"):
            assert all(signs in said for said in row) or signs not in text, text


def test_chromium_calls_it_installable(site, tmp_path):
    context = web_help.persistent(tmp_path)
    page = context.new_page()
    Device(page).open(site)
    page.wait_for_function("navigator.serviceWorker.ready.then((it) => !!it.active)")
    session = context.new_cdp_session(page)
    told = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    context.close()
    assert told == []


def axe(page):
    """What axe-core finds wrong on a page: a list of sentences."""
    page.add_script_tag(path=os.path.join(npm.package("axe-core"), "axe.min.js"))
    found_faults = page.evaluate("axe.run().then((it) => it.violations)")
    return ["%s: %s" % (fault["help"], fault["nodes"][0]["html"]) for fault in found_faults]


def test_axe_finds_nothing(site, tab):
    Device(tab).open(site)
    for more in tab.locator("summary").all():
        more.click()
    assert axe(tab) == []


def test_what_a_first_game_loads_is_less_than_a_megabyte(site, tab):
    loaded = set()
    tab.on("request", lambda asked: loaded.add(asked.url))
    Device(tab).open(site).until("Play")
    own = [link for link in loaded if not link.startswith("blob:")]
    assert all(link.startswith(site.address) for link in own)
    with open(os.path.join(site.folder, "known.json"), encoding="utf-8") as file:
        english = json.load(file)["packs"]["touch-en"]
    names = {link[len(site.address) :].partition("?")[0] or "index.html" for link in own}
    assert {name for name in names if name.startswith(("words-", "touch-"))} == {english}
    with open(os.path.join(site.folder, "service.js"), encoding="utf-8") as file:
        kept = json.loads(file.read().split("const KEPT = ")[1].split(";\n")[0])
    assert sum(os.path.getsize(os.path.join(site.folder, name)) for name in names) < 1 << 20
    assert names - {"service.js"} <= set(kept["files"])


def test_the_record_of_a_round_in_the_link_is_shown_turn_by_turn(site, tab):
    link = urllib.parse.quote(_record())
    device = Device(tab)
    tab.goto(site.address + "?board=pybadge#record=" + link)
    device.ready().until("Left A 1/76 Right   A:  better B:  back. ")
    tab.keyboard.press("ArrowRight", delay=60)  # the turn of who plays next, whoever that is
    device.until("Left B 2/76")
    tab.keyboard.press("s", delay=60)
    device.until("Left C 3/76")
    tab.keyboard.press("s", delay=60)
    device.until("Left A 4/76")
    device.until("A:  better")
    tab.keyboard.press("x", delay=60)
    device.until("A:  yours")
    assert not tab.text_content("#trouble")


# A file falls on the page.
DROP = """([name, text]) => {
    const dataTransfer = new DataTransfer();
    const data = Uint8Array.from(text, (letter) => letter.charCodeAt());
    dataTransfer.items.add(new File([data], name));
    const how = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent("drop", how));
}"""


def test_a_record_dropped_anywhere_is_shown(site, tab):
    device = Device(tab).open(site)
    tab.evaluate(DROP, ["round.txt", _record()])
    device.until("stops")
    tab.wait_for_function("!document.getElementById('back').hidden")


# -- what a link or a browser must not break

GONE = {
    "storage": "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } });",
    "database": "delete window.indexedDB;",
    "locks": "delete Navigator.prototype.locks;",
}


@pytest.mark.parametrize("what", GONE)
def test_without_what_a_browser_may_refuse_the_game_plays(what, site, tab):
    tab.add_init_script(GONE[what])
    if what == "database":  # of the worker, too
        tab.route("**/saves.js", lambda route: route.fulfill(body=NO_SAVES, content_type=SCRIPT))
    device = Device(tab).open(site)
    device.until("Play")
    said = {"database": "This browser keeps no saves."}
    assert tab.text_content("#trouble") == said.get(what, "")


SCRIPT = "text/javascript"
NO_SAVES = "export const saves = () => indexedDB.no.open();"


def _record():
    """The text of a round's record, of three players A, B, C."""
    with open(os.path.join(ROOT, "tests", "data", "records", "tablediff_5303.rec"), "rb") as file:
        return notation.expand(file.read())


def _deflated(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


PACKED_NOTHING = _deflated(bytes(10 << 20))  # ten megabytes
LONG_NAME = _deflated(_record().replace("A, B, C", "N" * 50000 + ", B, C").encode())


@pytest.mark.parametrize(
    "link, says",
    [
        ("#record=100%", "This link is cut off: ask for it again."),
        ("#record=PocketRummy%2F1%20%E0%A4%A", "This link is cut off: ask for it again."),
        ("#r=%%%", "This link is cut off: ask for it again."),
        ("#r=" + PACKED_NOTHING, "This is no record of a round."),
        ("#r=" + LONG_NAME, "This round's record is too long to be looked at here."),
        ("#deal=NOGAME", "This link names no game."),
        ("#deal", "This link names no game."),
        ("#puzzle=-1", "This link names no game."),
        ("#puzzle=9999", "This link names no game."),
        ("#record=PocketRummy/1%20RK", "The record is cut short: its first three lines are not"),
        ("#record=%" + "A" * 100000, "This is no record of a round."),  # not even read
    ],
)
def test_a_broken_link_is_told_in_a_sentence_and_the_game_starts(link, says, site, tab):
    tab.goto(site.address + "?board=pybadge" + link)
    Device(tab).ready().until("Play")
    assert says in tab.text_content("#trouble")


@pytest.mark.parametrize("scripts, says", [(True, "too old for the game"), (False, "JavaScript")])
def test_a_browser_that_is_too_old_or_runs_no_script_is_told_so(scripts, says, site):
    context = web_help.chromium().new_context(java_script_enabled=scripts)
    page = context.new_page()
    if scripts:
        page.add_init_script("delete HTMLCanvasElement.prototype.transferControlToOffscreen")
    page.goto(site.address)
    page.get_by_text(says).wait_for(timeout=10000)
    context.close()


def test_a_strict_policy_stands_in_both_pages_and_nothing_of_them_breaks_it(site):
    context = web_help.chromium().new_context(locale="en-GB")
    page = context.new_page()
    told = []
    page.on("console", lambda line: told.append(line.text))
    for name, ready in (("", "#handheld:not([aria-busy])"), ("install.html", "[name=board]")):
        page.goto(site.address + name)
        page.wait_for_selector(ready, state="attached")
        policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    assert told == []
    context.close()


def test_a_failure_of_the_game_is_read_out(site, tab):
    device = Device(tab).open(site)
    device.until("Play")
    device.ask("python", code="import page; page._machine.app.screen.key = None; answer = 0")
    tab.keyboard.press("x", delay=60)
    device.until("Something went wrong. Press a key: back to the title screen.")


def test_a_page_that_never_answers_ends_its_test(site, tab):
    device = Device(tab).open(site)
    with pytest.raises(pytest.fail.Exception, match="has not answered within 1 s"):
        with web_help.limit(1):
            tab.evaluate("new Promise(() => {})")
    device.until("Play")  # other tests go on


def test_nothing_that_tests_ask_is_in_what_is_published():
    for name in ("play.js", "worker.js", "install.js", "install-worker.js"):
        with open(os.path.join(ROOT, "tools", "web", "page", name), encoding="utf-8") as file:
            text = file.read()
        assert not re.search(r"simulated|for tests|runPython\((?!\"import sys;)", text), name


SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
    for (const it of list.getEntries()) if (!it.hadRecentInput) shifted += it.value;
}).observe({ type: "layout-shift" });"""


@pytest.mark.parametrize("name, ready", [("", "#handheld"), ("install.html", "#main")])
def test_nothing_moves_while_a_page_loads(name, ready, site, tab):
    """Page 17."""
    tab.add_init_script(SHIFTS)
    tab.goto(site.address + name)
    tab.wait_for_selector(ready + ":not([aria-busy])", state="attached")
    tab.wait_for_timeout(1000)
    assert tab.evaluate("shifted") < 0.02


# -- keys and fingers


@pytest.mark.parametrize("key", ["z", "Z", "Escape", "Backspace"])
def test_b_is_the_key_that_says_so_wherever_it_lies(key, site, tab):
    """On a German keyboard Z lies where others have Y."""
    device = Device(tab).open(site)
    device.until("Play")
    tab.keyboard.press("Space", delay=60)
    device.until("set up")
    press = "([key]) => ['keydown', 'keyup'].forEach((kind) => document.body.dispatchEvent("
    press += "new KeyboardEvent(kind, { key, code: 'KeyY', bubbles: true })))"
    device.heard()
    tab.evaluate(press, [key])
    device.until("Play")


def test_arrows_go_through_the_list_of_handhelds_without_choosing(site):
    tab = web_help.chromium().new_page(bypass_csp=True)
    Device(tab).open(site)
    chosen = (
        "Object.entries(localStorage).filter(([key]) => key.endsWith(' board')).map((it) => it[1])"
    )
    tab.locator("#board").focus()
    for _ in range(2):
        tab.keyboard.press("ArrowDown")
    assert tab.evaluate(chosen) == []
    with tab.expect_worker():
        tab.keyboard.press("Tab")  # on the way out
    assert tab.evaluate(chosen) == ["pimoroni_picosystem"]
    tab.close()


def test_a_thumb_that_slides_on_the_pad_presses_the_next_arrow(site, tab):
    Device(tab).open(site)
    held = "[...document.querySelectorAll('.held')].map((it) => it.dataset.button)"
    spots = {}
    for name in ("LEFT", "UP"):
        box = tab.locator("[data-button=%s]" % name).bounding_box()
        spots[name] = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(*spots["LEFT"])
    tab.mouse.down()
    assert tab.evaluate(held) == ["LEFT"]
    tab.mouse.move(*spots["UP"])
    assert tab.evaluate(held) == ["UP"]
    tab.mouse.up()
    assert tab.evaluate(held) == []


def spot(device, kind):
    """Where a tile is that is not taken, on the "rack" or the "table": a pixel of the display."""
    code = """
import page
screen = page._machine.app.screen
board, turn = screen.board, screen.part.turn
if %r == "rack":
    cell, tiles = turn.cells[0], board.shelf
    row, col = cell // tiles.cols, cell %% tiles.cols
else:
    tiles = board.table
    row, col = tiles.rows - 1, tiles.cols // 2
answer = "%%d %%d" %% (tiles.x + col * tiles.w + 3, tiles.y + row * tiles.step + 3)
"""
    return [int(number) for number in device.ask("python", code=code % kind)["value"].split()]


@pytest.fixture
def own(site, tab):
    """A person's first turn at the page's own display, on a phone."""
    device = Device(tab, "own").open(site, seed=3).begin()
    device.resize()
    return device


def laid(device):
    """How many tiles lie and how many are taken in the turn."""
    code = "import page; t = page._machine.app.session.turn; answer = '%d %d' % (t.laid, t.picked)"
    return device.ask("python", code=code)["value"]


def test_a_tile_is_dragged_to_the_table_and_back(own):
    rack, table = spot(own, "rack"), spot(own, "table")
    own.drag(rack, table)
    own.until("end")
    assert laid(own) == "1 0"
    where = "import page; t = page._machine.app.screen; r, c = t.part.turn.spots[0:2];"
    where += "b = t.board.table; answer = '%d %d' % (b.x + c * b.w + 3, b.y + r * b.step + 3)"
    own.drag([int(n) for n in own.ask("python", code=where)["value"].split()], rack)
    own.until("draw")
    assert laid(own) == "0 0"


def test_a_tile_that_is_held_takes_its_set_and_a_tap_one_tile(site, tab):
    own = Device(tab, "own").open(site, seed=11).begin()
    own.resize()
    own.tap(*spot(own, "rack"))
    own.until("undo")
    assert laid(own) == "0 1"
    own.tap(*spot(own, "rack"))
    own.until("sort")
    own.drag(spot(own, "rack"), spot(own, "rack"), 700)
    assert laid(own) != "0 0" or "set" in own.said()  # its set, or the sentence that there is none


def test_a_tip_costs_no_tap(site, tab):
    own = Device(tab, "own").open(site, seed=2).begin()
    own.resize()
    own.until("no more tips", 20000)
    own.tap(*spot(own, "rack"))
    own.until("undo")
    assert laid(own) == "0 1"


def test_a_tap_counts_in_the_half_second_in_which_keys_do_not(own):
    code = "import page; app = page._machine.app; app._ignored_button = 4; answer = 0\n"
    own.ask("python", code=code + "app.ignore_keys_until = app.now() + 60000")
    own.tap(*spot(own, "rack"))
    own.until("undo")
    assert laid(own) == "0 1"


def test_the_other_mouse_buttons_press_nothing(site, tab):
    device = Device(tab).open(site)
    device.until("Play")
    box = tab.locator("canvas").bounding_box()
    for button in ("right", "middle"):
        tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button=button)
    tab.keyboard.press("ArrowDown", delay=60)
    device.until("Puzzle of the day")


@pytest.mark.parametrize(
    "width, height, least",
    [(390, 844, 32), (844, 390, 32), (320, 568, 24), (568, 320, 23), (1366, 768, 40)],
)
def test_the_game_fills_the_window_with_large_tiles(width, height, least, site):
    """Page 11: CSS pixels of a tile's width, and nothing lies outside."""
    with web_help.phone(width, height) as page:
        device = Device(page, "own").open(site, seed=3).begin()
        page.locator("#play").click()
        wide = "import page; answer = page._machine.app.screen.board.table.w"
        tile = device.ask("python", code=wide)["value"]
        scale, inside = page.evaluate(
            """() => {
                const canvas = document.querySelector("canvas"), all = [canvas];
                all.push(...document.querySelectorAll(".handheld button"));
                const inside = all.every((it) => {
                    const box = it.getBoundingClientRect();
                    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1
                        && box.bottom <= innerHeight + 1;
                });
                return [canvas.clientWidth / canvas.width, inside];
            }"""
        )
        assert inside
        assert tile * scale >= least


# -- at rest, hidden, elsewhere


def test_a_handheld_at_rest_wakes_seldom_and_keeps_its_light(own):
    own.page.wait_for_timeout(4000)
    counted = "import page; c = [0]; old = page.turn\ndef turn():\n  c[0] += 1\n  return old()\n"
    own.ask("python", code=counted + "page.turn = turn; answer = 0")
    own.page.wait_for_timeout(3000)
    assert own.ask("python", code="answer = c[0]")["value"] < 5 * 3 + 5
    own.ask("python", code="page._machine.app.pressed -= 400000; answer = 0")
    own.page.wait_for_timeout(600)
    assert own.ask("python", code="answer = page._machine.app.dim")["value"] == 0
    assert not own.page.locator("canvas").evaluate("it => it.style.filter")


def test_a_second_tab_takes_the_game_and_gives_it_back(site, tab):
    Device(tab).open(site)
    other = tab.context.new_page()
    Device(other).open(site).until("Play")
    assert other.text_content("#trouble") == ""
    tab.wait_for_function("document.getElementById('trouble').textContent.includes('another tab')")
    other.close()
    with tab.expect_worker():
        tab.locator("#trouble button").click()
    Device(tab).ready().until("Play")
    assert tab.text_content("#trouble") == ""


def test_a_tone_ends_when_the_page_is_hidden_and_sound_is_made_when_first_heard(site, tab):
    tab.add_init_script(
        """window.made = [];
        const Known = AudioContext;
        window.AudioContext = class extends Known { constructor() { super(); made.push(this); } };
        const ramp = AudioParam.prototype.setValueAtTime;
        AudioParam.prototype.setValueAtTime = function (value, when) {
            if (value <= 1) window.level = value;
            return ramp.call(this, value, when);
        };"""
    )
    device = Device(tab).open(site)
    device.until("Play")
    assert tab.evaluate("made.length") == 0
    tab.keyboard.press("ArrowDown", delay=60)
    tab.wait_for_function("made.length === 1")
    tab.evaluate("level = 0.2")  # as if a tone sounded just now
    tab.evaluate(HIDE)
    assert tab.evaluate("level") == 0
    tab.wait_for_function("made[0].state === 'suspended'")


# -- saves, versions, copies


def test_a_file_of_saves_asks_says_what_it_holds_and_can_be_undone(site, tab, tmp_path):
    device = Device(tab).open(site, board="own", seed=3).begin()
    lay(device)
    store = saves_help.store(tmp_path)
    store.save("set", b"lessons=RK")
    store.save("game", b"CR\\x02kept")
    file = tmp_path / "rummy.sav"
    tab.evaluate(DROP, ["RUMMY.SAV", file.read_bytes().decode("latin-1")])
    tab.wait_for_selector("#ask[open]")
    assert tab.text_content("#holds") == "Classic Rummy Tiles"
    tab.locator("#ask button").last.click()
    device.until("undo")  # nothing has changed
    upload(tab, file)
    device.ready().until("Continue")
    with tab.expect_worker():
        tab.locator("#trouble button").click()
    device.ready().until("undo")
    assert device.ask("python", code=LAID)["value"] == 1


def test_a_new_version_is_told_of_and_loaded(site, tab, tmp_path):
    again = shutil.copytree(site.folder, tmp_path / "web")
    own = web_help.Site(again)
    Device(tab).open(own)
    tab.wait_for_function("navigator.serviceWorker.ready.then((it) => !!it.active)")
    files = {name: (again / name).read_bytes() for name in os.listdir(again)}
    files["page.css"] += b"/* new */"
    with open(os.path.join(ROOT, "tools", "web", "page", "service.js"), "rb") as file:
        files["service.js"] = file.read()
    (again / "page.css").write_bytes(files["page.css"])
    (again / "service.js").write_bytes(command._keeping(files))
    button = tab.locator("#trouble button")
    for _ in range(2):  # while it is found, and when it waits already
        tab.reload()
        button.wait_for()
    with tab.expect_navigation():
        button.click()
    Device(tab).ready()
    assert "/* new */" in tab.evaluate("fetch('page.css').then((it) => it.text())")
    own.close()


def test_two_copies_on_one_origin_share_nothing(site, tab, tmp_path):
    for name in "ab":
        shutil.copytree(site.folder, tmp_path / "web" / name)
    own = web_help.Site(tmp_path / "web")
    for name in "ab":
        tab.goto(own.address + name + "/?board=pybadge")
        Device(tab).ready()
        tab.wait_for_function("navigator.serviceWorker.ready.then((it) => !!it.active)")
        tab.select_option("#board", "pimoroni_picosystem")
    names = tab.evaluate(
        "Promise.all([caches.keys(), indexedDB.databases().then((all) => all.map((it) => it.name)),"
        " Object.keys(localStorage)])"
    )
    for kept in names:
        for name in "ab":
            assert len([it for it in kept if "/%s/" % name in it]) == 1, kept
    own.close()


# -- languages, sharing, reading out


def test_one_list_of_languages_speaks_for_page_and_game(site, tab):
    device = Device(tab).open(site)
    device.until("Play")
    tab.select_option("#language", "de")
    device.until("Spielen")
    assert tab.evaluate("document.documentElement.lang") == "de"
    assert tab.locator("#play").inner_text() == "Spielen"
    tab.reload()
    device.ready().until("Spielen")
    tab.select_option("#language", "en")
    device.until("Play")
    assert tab.locator("#play").inner_text() == "Play"


def test_what_has_changed_is_read_out_and_the_table_when_it_is_asked_for(own):
    page = own.page
    page.keyboard.press("ArrowRight", delay=60)
    page.wait_for_function("document.getElementById('said').textContent.endsWith(' 2/14')")
    page.keyboard.press("r")
    page.wait_for_function("document.getElementById('said').textContent.split(' ').length === 28")


def test_a_deal_and_a_puzzle_are_shared_as_links_that_give_the_same_tiles(own):
    page = own.page
    rack = "import page; answer = repr(bytes(sorted(page._machine.app.session.turn.start_rack)))"

    def follow(link, says):
        """Open a link that has been shared. Returns the rack."""
        with page.expect_worker():
            page.evaluate("link => { location.hash = new URL(link, location).hash; }", link)
        own.ready().until(says)
        if says == "go on":
            page.keyboard.press("x", delay=60)
            own.until("take")
        return own.ask("python", code=rack)["value"]

    before = own.ask("python", code=rack)["value"]
    link = shared(page)
    assert "#deal=" in link and len(link) < 60
    assert follow(link, "go on") == before
    puzzle = follow("#puzzle=37", "take")
    assert puzzle != before
    link = shared(page)
    assert link.endswith("#puzzle=37")
    follow("#puzzle=38", "take")
    assert follow(link, "take") == puzzle
