"""The page to play on, in a real browser: pictures, keys, touch, saves, no network."""

import ast
import html.parser
import http.server
import json
import os
import re
import shutil
import urllib.parse

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
from tools.web import command, npm

pytestmark = web_help.skip_without()
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The page as `web` writes it."""
    return web_help.built(tmp_path_factory)


@pytest.fixture
def site(folder):
    """The page on a server."""
    running = web_help.Site(folder)
    yield running
    running.close()


@pytest.fixture
def tab():
    """A phone's browser with nothing kept; what goes wrong on its page fails the test."""
    context = web_help.chromium().new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, locale="en-GB"
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


@pytest.mark.parametrize("board", ["pybadge", "pajenicko_picopad"])
def test_its_pictures_are_the_simulators(board, site, tab, tmp_path):
    size = web_help.SIZES[board]
    store = saves_help.store(tmp_path)
    store.save("set", b"game=CR\nname1=ANNA\nname3=CLEO\nseats.CR=phpe\nCR.clock=3\nlessons=RK")
    store.save("game", b"CR\x02kept")
    device = Device(tab, board).open(site, simulated=1, seed=5)
    tab.locator("summary", has_text="Saved games").click()
    with tab.expect_request("**/program.gz"):
        tab.set_input_files("#upload", str(tmp_path / "rummy.sav"))
    device.ready()
    device.wait(1200)  # the name has dropped in
    golden(device, "screens_%s_title" % size)
    device.choose("Games")
    golden(device, "screens_%s_games" % size)
    device.choose("Players and")
    golden(device, "screens_%s_setup" % size)


def test_a_first_game_by_touch(site, tab):
    device = Device(tab).open(site, seed=3)
    device.until("Quick game")
    device.tap(80, 68)  # the line of the menu
    device.until("go on")
    device.tap(80, 40)
    device.until("take", 30000)
    device.heard()
    device.tap(20, 105)  # a tile of the rack is taken
    device.until("undo")
    device.tap(80, 40)  # cloth: it is put down there
    device.until("end")
    device.tap(15, 124)  # the line of keys ends the turn: one tile is no set
    device.until("Loose tiles are left")
    device.tap(28, 105)
    device.until(" lay")
    device.tap(45, 124)
    device.until("fits no set")  # in a box
    device.tap(80, 80)  # it goes, and nothing else is done
    device.until_in(" lay", without="fits no set")


def test_a_first_game_by_keys_and_a_reload_in_the_middle_of_a_turn(site, tab):
    device = Device(tab).open(site, seed=3).begin()
    tab.keyboard.press("ArrowRight", delay=60)
    tab.keyboard.press("Space", delay=60)
    device.until("undo")
    tab.reload()
    device.ready().until("Continue")
    tab.keyboard.press("Enter", delay=60)
    device.until("You start")
    tab.keyboard.press("Space", delay=60)
    device.until("take", 30000)


def test_a_gamepad_plays_too(site, tab):
    tab.add_init_script(web_help.GAMEPAD)
    device = Device(tab).open(site, seed=3)
    device.until("Quick game")
    tab.evaluate("plug()")
    device.pad(13, "Games")  # down
    device.pad(12, "Quick game")  # up
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
    device.until("Quick game")
    device.tap(160, 149)  # Games, the second line
    for i in range(1, catalogue.ORDER.index("ER") + 2):
        device.until("%d/%d" % (i, len(catalogue.ORDER)))
        if catalogue.ORDER[i - 1] != "ER":
            device.tap(300, 12)  # beside the heading: the next card
    device.tap(160, 172)  # Play
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
    device.until("Quick game")
    device.tap(160, 163)  # Learn
    device.until("Lessons")
    device.tap(210, 232)  # "B back"
    device.until("Learn")


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
    device.through("Games", "Players and options")
    assert device.said() == "Rummikub. Start. A:  go   B:  back"
    device.press("A")
    device.wait(300)
    assert re.search(r"The \w+ tile starts\. \w+ starts?\. A:  go on", device.said())


def test_letters_and_stations_are_touched(site, tab):
    device = Device(tab).open(site, simulated=1)
    device.through("More", "Type a code")
    for x, y, written in ((20, 63, "W"), (60, 52, "WP")):
        device.tap(x, y)
        device.wait(300)
        assert ". %s. " % written in device.said()
    device.press("B", "B")
    device.wait(300)
    device.press("B", "B")
    device.wait(300)
    device.choose("Learn")
    device.wait(300)
    device.choose("Journey")
    device.wait(300)
    assert ". 1  Rummikub. " in device.said()
    device.tap(60, 60)  # a station is chosen ...
    device.wait(300)
    assert ". 21  8 Round Rummy. " in device.said()
    device.tap(18, 20)
    device.wait(300)
    assert ". 1  Rummikub. " in device.said()
    device.tap(18, 20)  # ... and begins
    device.wait(300)
    assert "Journey" not in device.said()


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
    "board, game, seed", [("pybadge", "Quick", 7), ("pajenicko_picopad", "8 Round", 4)]
)
def test_a_whole_round_ends_on_the_score_sheet(board, game, seed, site, tab):
    told = []
    tab.on("console", lambda line: told.append(line.text))
    device = Device(tab, board).open(site, simulated=1, seed=seed)
    device.wait(1500)
    if game == "Quick":
        device.choose(game)
    else:
        device.choose("Games")
        for _ in range(8):
            device.wait(300)
            if game in device.said():
                break
            device.press("RIGHT")
        device.press("A")
    device.wait(300)
    keys = tab.evaluate(ROUND, "the score")
    assert isinstance(keys, int), keys
    assert keys > 50
    assert told == []
    device.press("A")
    device.wait(300)
    link = tab.locator("#round")
    record = urllib.parse.unquote(link.get_attribute("href").partition("=")[2])
    assert record.startswith("PocketRummy/%s" % ("1 RK" if game == "Quick" else "2 ER"))
    reader.check(reader.Record(record.encode()))
    link.click()
    tab.wait_for_function("document.getElementById('round').hidden")
    device.ready()
    for _ in range(90):
        device.wait(1000)
        # the coach is at it, or has gone through all of it: of tiles, a record below shows that
        if ("stops" in device.said()) == (game == "Quick"):
            break
    assert ("stops" if game == "Quick" else "Round 1.") in device.said()
    assert not tab.text_content("#trouble")
    tab.locator("#back").click()
    tab.wait_for_function("document.getElementById('back').hidden")
    device.ready().wait(1500)
    assert "Continue" in device.said()  # at the score sheet, as it was left


@pytest.mark.skipif(not web_help.FIREFOX, reason="there is no firefox: apt-get install firefox-esr")
def test_in_firefox_a_first_game_begins_and_comes_back(site, tmp_path):
    with web_help.Firefox(tmp_path) as browser:
        browser.go(site.address + "?board=pybadge&seed=3&language=en")
        browser.until("Quick game")
        browser.press("KeyX")
        browser.until("go on")
        browser.press("KeyX")
        browser.until("take")
        assert browser.run("return document.getElementById('trouble').textContent") == ""
        browser.go(site.address + "?board=pybadge&seed=3&language=de")
        browser.until("Weiter")  # the save; nobody has chosen a language in the game yet


def test_two_fingers_press_two_buttons(site, tab):
    Device(tab).open(site)
    told = tab.evaluate(
        """() => {
            const key = (name) => document.querySelector(`[data-button=${name}]`);
            const held = () => [...document.querySelectorAll(".held")]
                .map((it) => it.dataset.button);
            const touch = (name, kind, pointerId) => {
                key(name).setPointerCapture = () => {};
                key(name).dispatchEvent(new PointerEvent(kind, { pointerId, bubbles: true }));
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


def test_a_file_that_holds_no_saves_is_refused_and_nothing_is_lost(site, tab, tmp_path):
    Device(tab).open(site)
    tab.locator("summary", has_text="Saved games").click()
    other = tmp_path / "other.sav"
    other.write_bytes(bytes(range(256)) * 400)
    tab.set_input_files("#upload", str(other))
    tab.wait_for_function("() => document.getElementById('trouble').textContent")
    assert tab.text_content("#trouble") == "This is no rummy.sav of Pocket Rummy."


def test_a_file_that_comes_before_the_game_runs_waits_for_it(site, tab):
    Device(tab)
    tab.goto(site.address + "?board=pybadge")
    tab.wait_for_function("!!window.device")
    tab.evaluate(DROP, ["early.sav", "no saves"])
    tab.wait_for_function("() => document.getElementById('trouble').textContent")
    assert tab.text_content("#trouble") == "This is no rummy.sav of Pocket Rummy."


def test_the_page_in_two_tabs_keeps_the_saves_of_one(site, tab):
    Device(tab).open(site)
    other = tab.context.new_page()
    Device(other).open(site)
    assert "another tab" in other.text_content("#trouble")
    assert not tab.text_content("#trouble")


# Every lock is granted late, as by a computer that has much to do.
SLOW_LOCKS = """{
    const known = navigator.locks.request.bind(navigator.locks);
    navigator.locks.request = async (...given) => {
        await new Promise((done) => setTimeout(done, 900));
        return known(...given);
    };
}
"""


def test_a_slow_computer_is_not_taken_for_another_tab(site, folder, tab):
    with open(os.path.join(folder, "worker.js"), encoding="utf-8") as file:
        text = SLOW_LOCKS + file.read()
    tab.route(
        "**/worker.js", lambda route: route.fulfill(body=text, content_type="text/javascript")
    )
    Device(tab).open(site, simulated=1)
    assert not tab.text_content("#trouble")


def test_a_new_version_is_kept_whole_whatever_the_browser_still_holds(
    folder, tab, tmp_path, monkeypatch
):
    def end_headers(self):
        self.send_header("Cache-Control", "max-age=600")  # as the pages of GitHub are sent
        http.server.SimpleHTTPRequestHandler.end_headers(self)

    monkeypatch.setattr(command._Quiet, "end_headers", end_headers)
    again = shutil.copytree(folder, tmp_path / "web")
    site = web_help.Site(again)
    Device(tab).open(site)
    tab.wait_for_function("navigator.serviceWorker.ready.then((it) => !!it.active)")
    files = {name: (again / name).read_bytes() for name in os.listdir(again)}
    files["page.css"] += b"/* new */"
    with open(os.path.join(ROOT, "tools", "web", "page", "service.js"), "rb") as file:
        files["service.js"] = file.read()
    (again / "page.css").write_bytes(files["page.css"])
    (again / "service.js").write_bytes(command._keeping(files))
    tab.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
    told = tab.evaluate(
        """async () => {
            for (;;) {
                const kept = [];
                for (const name of await caches.keys()) {
                    const css = await (await caches.open(name)).match("page.css");
                    if (css) kept.push((await css.text()).includes("/* new */"));
                }
                if (kept.length === 2) return kept.sort();
                await new Promise((done) => setTimeout(done, 50));
            }
        }"""
    )
    assert told == [False, True]
    site.close()


def test_caches_of_earlier_versions_go_and_those_of_others_stay(site, tab):
    tab.goto(site.address + "known.json")  # nothing is kept by this alone
    tab.evaluate(
        """async () => {
            for (const name of ["pocket-rummy-0123", "pocket-rummy-", "another-game"]) {
                await (await caches.open(name)).put("old.css", new Response("old"));
            }
        }"""
    )
    Device(tab).open(site)
    names = tab.evaluate(
        """async () => {
            const { active } = await navigator.serviceWorker.ready;
            while (active.state !== "activated") await new Promise((done) => setTimeout(done, 20));
            return await caches.keys();
        }"""
    )
    assert "another-game" in names
    (own,) = [name for name in names if name.startswith("pocket-rummy-")]
    assert len(own) > len("pocket-rummy-0123")


def test_it_starts_without_a_network_and_speaks_another_language_there(site, tab):
    device = Device(tab).open(site)
    tab.wait_for_function("navigator.serviceWorker.ready.then((it) => !!it.active)")
    site.close()
    tab.reload()
    device.ready().until("Quick game")
    tab.keyboard.press("KeyS", delay=60)
    device.until("Language")
    device.heard()  # a key that comes before the list hears it does nothing
    tab.keyboard.press("ArrowDown", delay=60)
    device.until("Deutsch")
    device.heard()
    tab.keyboard.press("KeyX", delay=60)
    device.until("Schnelles Spiel")


def test_it_speaks_the_browsers_language(site):
    context = web_help.chromium().new_context(locale="de-AT")
    page = context.new_page()
    Device(page).open(site).until("Schnelles Spiel")
    assert page.locator("summary").all_inner_texts() == [
        "Gespeicherte Spiele",
        "Tasten",
        "Eine Runde ansehen",
    ]
    assert page.locator("[data-button=UP]").get_attribute("aria-label") == "Hoch"
    page.keyboard.press("KeyX", delay=60)
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
    assert page.locator("#take-zip").inner_text() == "Zip herunterladen"
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
        self.texts.add(dict(attrs).get("aria-label", ""))


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
    "catalogue errors record/notation record/reader tilegame/options tilegame/record"
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
        with open(os.path.join(folder, "page", name), encoding="utf-8") as file:
            text = file.read()
        if name.endswith(".html"):
            used |= Texts(text).texts
        elif name.endswith(".js"):
            used |= set(re.findall(r"\bsay\(\s*\"([^\"]+)\"", text))
            text = re.sub(r"\$\{[^}]*\}", "{}", text.replace('`\n    + "', ""))
            used |= set(re.findall(r"[`\"]([A-Z{][^`\"]* [^`\"]*(?:[.?]|: \{\}))[`\"]", text))
    used |= refusals()
    for desk in boards_desktop.DESK.values():
        if desk.offset is not None:  # the page says how, for a firmware with the game in it
            told = boards_desktop.INTO_LOADER[desk.board_id]
            used.add(re.sub("(?<=console: ).*", "{}", told))
    buttons = {"A", "B", "START", "SELECT", "▲", "◀", "▶", "▼"}
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


def test_what_a_first_game_loads_is_less_than_a_megabyte(site, folder, tab):
    loaded = set()
    tab.on("request", lambda asked: loaded.add(asked.url))
    Device(tab).open(site).until("Quick game")
    own = [link for link in loaded if not link.startswith("blob:")]
    assert all(link.startswith(site.address) for link in own)
    names = {link[len(site.address) :].partition("?")[0] or "index.html" for link in own}
    assert {name for name in names if name.startswith("words-")} == {"words-en.gz"}
    with open(os.path.join(folder, "service.js"), encoding="utf-8") as file:
        kept = json.loads(file.read().split("const KEPT = ")[1].split(";\n")[0])
    assert sum(os.path.getsize(os.path.join(folder, name)) for name in names) < 1 << 20
    assert names - {"service.js"} <= set(kept["files"])


def test_the_record_of_a_round_in_the_link_is_shown_turn_by_turn(site, tab):
    with open(os.path.join(ROOT, "tests", "data", "records", "tablediff_5303.rec"), "rb") as file:
        text = notation.expand(file.read())
    link = tab.evaluate("text => encodeURIComponent(text)", text)
    device = Device(tab)
    tab.goto(site.address + "?board=pybadge#record=" + link)
    device.ready().until("SELECT:", 30000)
    assert device.said().startswith("Left A 1/76 Right   A:  better B:  back. ")
    tab.keyboard.press("ArrowRight", delay=60)  # the turn of who plays next, whoever that is
    device.until("Left B 2/76")
    tab.keyboard.press("KeyS", delay=60)
    device.until("Left C 3/76")
    tab.keyboard.press("KeyS", delay=60)
    device.until("Left A 4/76")
    assert "A:  better" in device.said()
    tab.keyboard.press("KeyX", delay=60)
    device.until("A:  yours")
    assert not tab.text_content("#trouble")


# A file falls on the page.
DROP = """([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    const how = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent("drop", how));
}"""


def test_a_record_dropped_anywhere_is_shown_and_a_save_is_taken_up(site, tab):
    with open(os.path.join(ROOT, "tests", "data", "records", "tablediff_5303.rec"), "rb") as file:
        text = notation.expand(file.read())
    device = Device(tab).open(site)
    tab.evaluate(DROP, ["round.txt", text])
    device.until("stops")
    tab.wait_for_function("!document.getElementById('back').hidden")
    tab.evaluate(DROP, ["other.sav", "no saves"])
    tab.wait_for_function("() => document.getElementById('trouble').textContent")
    assert tab.text_content("#trouble") == "This is no rummy.sav of Pocket Rummy."


def test_what_is_no_record_is_told_in_a_sentence(site, tab):
    Device(tab)
    tab.goto(site.address + "#record=PocketRummy/1%20RK")
    tab.wait_for_function("() => document.getElementById('trouble').textContent")
    assert tab.text_content("#trouble") == (
        "The record is cut short: its first three lines are not all there."
    )
