"""The page to play on, in a real browser: pictures, keys, touch, saves, no network."""

import ast
import base64
import html.parser
import json
import os
import re
import shutil
import tomllib
import zlib

import pytest
import saves_help
import web_help
from build_help import program
from conftest import ROOT
from house_help import FINISHED
from visit import Visit

from rules import catalogue
from rules.record import reader
from tools.device import boards_desktop, wordpack
from tools.web import packs

pytestmark = web_help.marks()


@pytest.fixture
def visit(site, tmp_path):
    """Yield a visit on a phone, by steps and in Python."""
    with web_help.tab(shared=True) as page:
        yield Visit(page, site, tmp_path)


WHOLE = program("whether the whole handheld is seen")


def test_on_narrow_phones_the_whole_handheld_is_seen(visit):
    display = {}
    visit("size 320 568; open simulated=1")
    for board in (visit.name, "pimoroni_picosystem"):  # one is laid out as no other, one is high
        visit("" if board == visit.name else "anew select board " + board)
        for size in ("320 568", "412 760"):
            inside, is_whole, display[size] = visit("size " + size).page.evaluate(WHOLE)
            assert is_whole and inside == int(size.split()[0]), board
        assert display["320 568"] < display["412 760"], board


def test_8_round_rummy_by_touch(visit):
    visit("board pajenicko_picopad; open seed=7; says Play; tap 160 125")
    for i in range(1, catalogue.ORDER.index("ER") + 2):
        visit("says %d/%d" % (i, len(catalogue.ORDER)))
        if catalogue.ORDER[i - 1] != "ER":
            visit("tap 300 12")  # beside the heading: the next card
    visit("tap 160 172")  # A
    for _ in range(12):  # news and computers' turns
        visit("says go on | take")
        before = visit.spoken()
        if "take" in before:
            break
        visit("tap 160 100")
        while visit.spoken() == before:
            visit("rest 20")
    # The open card is taken at once; a second touch at once would be one too many.
    visit("heard; tap 242 67; says discard; rest 700; tap 25 192; says keep | back | go on")
    if "keep" in visit.spoken():
        visit("tap 120 232")  # on the line of keys: discard it
    visit("says menu | go on | take")


def test_what_is_unfolded_below_is_accessible_and_takes_nothing_from_the_handheld(visit):
    visit("size 1366 768; open")
    before = visit.page.locator("canvas").bounding_box()["width"]
    visit("unfold; accessible")
    with visit.page.expect_event("console"):
        visit("run addEventListener('resize', () => console.log('resized'), { once: true })")
        visit("size 1367 768")
    assert visit.page.locator("canvas").bounding_box()["width"] == before


# The middle of a station's tile, and what it asks for.
STATION = program("where a station lies")


def test_stations_are_touched(visit):
    visit("open simulated=1; wait 1500; choose Journey; said . 1 Rummikub.")
    for number in (1, 4, 9, 14, 19, 24, 29, 0):  # each is chosen where the path has it
        x, y, goal, more = visit.python(STATION % (number, number)).split("|")
        visit("tap %s %s; wait 100; said . %d" % (x, y, number + 1))
        assert goal in visit.spoken() and more in visit.spoken()
    visit("tap %s %s; wait 300" % (x, y))  # ... and begins
    assert "Journey" not in visit.spoken()


def shared(page):
    """Return the link that the button shares."""
    page.evaluate(program("copies the link to share"))
    page.wait_for_function("!!window.copied")
    return page.evaluate("copied").split()[-1]


def unpacked(link):
    """Return the record in a link to a round."""
    packed = link.partition("#r=")[2]
    assert len(packed) < 1000
    return zlib.decompress(base64.urlsafe_b64decode(packed + "==="), -15).decode()


# Draw in each turn and press A elsewhere until the page reads out `end`. Returns the number of
# keys, or the text of now.
ROUND = program("plays a round in the browser")


def test_a_round_ends_on_the_score_sheet(visit):
    """One that is kept goes on, a few turns before its end."""
    page, lines = visit.page, []
    page.on("console", lambda line: lines.append(line.text))
    visit("played ER 88 39; open simulated=1")
    visit("wait 1500; said 8 Round Rummy; press A")
    keys = page.evaluate(ROUND, "A:  end")
    assert isinstance(keys, int) and keys > 5, keys
    assert lines == []
    link = shared(page)
    record = unpacked(link)
    assert record.startswith("PocketRummy/2 ER")
    reader.check(reader.Record(record.encode()))
    visit("anew run location.hash = new URL('%s').hash" % link)
    for _ in range(200):  # the coach of the cards looks at all turns first
        visit("wait 1000")
        assert "Your turns" not in visit.spoken()  # they are another player's
        if "Round 2." in visit.spoken():  # the first of a short game
            break
    visit("said Round 2.; trouble; click #back")
    visit("until document.getElementById('back').hidden; ready; wait 1500; said A: end")


def test_the_end_of_a_round_is_played_by_touch(visit):
    """Page 18: with taps on the picture and on the buttons beside it, no key."""
    lines = []
    visit.page.on("console", lambda line: lines.append(line.text))
    visit("played RK 27 3; board own; open simulated=1; wait 1500")
    width, height = visit.display()
    visit("click #play; wait 600")
    texts = []
    for _ in range(50):
        text = visit.spoken()
        if "A: end" in text:
            break
        texts.append(text)
        if "yes" in text:
            visit.page.locator("[data-button=A]").tap()  # "Yes"
        elif "take" in text:
            visit.page.locator("[data-button=START]").tap()  # "End turn": it draws
        else:
            visit("tap %d %d" % (width // 2, height // 2))
        visit("wait 600")
    assert "ADA wins. +" in texts[-1] and ". ANNA -" in texts[-1]  # the podium is read out
    assert visit.page.locator(".more .share").is_visible() and lines == []
    assert unpacked(shared(visit.page)).startswith("PocketRummy/1 RK")


HELD = "[...document.querySelectorAll('.held')].map((it) => it.dataset.button)"


def middle(page, button):
    """Return where a button lies."""
    box = page.locator(".key[data-button=%s]" % button).bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_each_finger_and_no_other_mouse_button_presses_what_it_is_on(visit):
    page = visit("open; says Play").page
    for button in ("right", "middle"):
        page.locator("canvas").click(button=button)
    visit("key ArrowDown; says Puzzle of the day")
    page.mouse.move(**middle(page, "LEFT"))
    page.mouse.down()
    assert page.evaluate(HELD) == ["LEFT"]
    page.keyboard.down("ArrowLeft")  # the same button again
    page.mouse.move(**middle(page, "UP"))  # a thumb that slides
    assert page.evaluate(HELD) == ["UP", "LEFT"]
    page.keyboard.up("ArrowLeft")
    assert page.evaluate(HELD) == ["UP"]
    page.mouse.up()
    assert page.evaluate(HELD) == []
    session = page.context.new_cdp_session(page)
    fingers = [{"id": i, **middle(page, name)} for i, name in enumerate(("UP", "A"))]
    steps = ("touchStart", fingers, ["UP", "A"]), ("touchEnd", fingers[:1], ["A"])
    for kind, points, held in steps:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert page.evaluate(HELD) == held


def test_a_save_comes_back_as_the_file_of_a_board(visit, tmp_path):
    visit('open seed=3; begin; click summary:has-text("Saved games")')
    with visit.page.expect_download() as download:
        visit("click #download")
    download.value.save_as(str(tmp_path / "rummy.sav"))
    payload, notice = saves_help.store(tmp_path).read("game.q")
    assert payload and notice is None


class Texts(html.parser.HTMLParser):
    """The texts of a page that a reader sees or hears."""

    def __init__(self, text):
        super().__init__()
        self.texts = set()
        self.feed(text.partition("<body")[2].partition(">")[2])

    def handle_data(self, data):
        self.texts.add(" ".join(data.split()))

    def handle_starttag(self, tag, attrs):
        self.texts |= {text for name, text in attrs if name in ("aria-label", "alt")}


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
    """Return the sentences of Python code that the pages show, with {} for inserted values."""
    folder = os.path.join(ROOT, "tools")
    paths = [os.path.join(folder, "device", name + ".py") for name in ("bootout", "installation")]
    paths += [
        os.path.join(folder, "web", *name)
        for name in (("installer", "install.py"), ("device", "page.py"))
    ]
    paths += [os.path.join(ROOT, "rules", name + ".py") for name in _RECORDS.split()]
    sentences = set()
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
                sentences.add(re.sub("%s|%d|0x%x", "{}", text))
    sentences = {
        text.replace("run the same command again", "press the button again") for text in sentences
    }
    return {text for text in sentences if not text.startswith(_NEVER)}


def test_every_page_text_is_translated_into_every_finished_language():
    folder = os.path.join(ROOT, "tools", "web")
    used = set()
    for name in os.listdir(os.path.join(folder, "page")):
        with open(os.path.join(folder, "page", name), encoding="utf-8", errors="replace") as file:
            text = file.read()
        if name.endswith(".html"):
            used |= Texts(text).texts
        elif name.endswith(".js") and name != "start.js":  # the fallback is in English only
            used |= set(re.findall(r"\b(?:say|trouble)\(\s*\"([^\"]+)\"", text))
            # The label of a button beside a message:
            used |= set(re.findall(r"\[\"([A-Z][^\"]+)\", (?:async )?\(", text))
            text = re.sub(r"\$\{[^}]*\}", "{}", text.replace('`\n    + "', ""))
            used |= set(re.findall(r"[`\"]([A-Z{][^`\"]* [^`\"]*(?:[.?]|: \{\}))[`\"]", text))
    used |= refusals()
    english = {"CIRCUITPY/assets/words/en.bin": b""}
    for model in packs.installable(dict.fromkeys(boards_desktop.BOARDS, english)):
        used.add(re.sub("(?<=hold )[A-Z]\\S+|(?<=hold )X", "{}", model["into_loader"]))
        start = model.get("caps", [""])[0]
        used |= {model["checked"], model.get("where", ""), start if " " in start else ""}
    buttons = {"A", "B", "START", "SELECT", "▲", "◀", "▶", "▼", "×"}
    with open(os.path.join(folder, "texts.json"), encoding="utf-8") as file:
        table = json.load(file)
    languages = table.pop("en")  # the table's first row: the language of each column
    assert sorted(languages) == sorted(FINISHED)
    assert set(table) == used - buttons - {"", "Pocket Rummy", "code.circuitpython.org"}
    for text, row in table.items():
        assert len(row) == len(languages) and all(row), text
        for term in ("rummy.sav", "CIRCUITPY", "FIRST TIME", "BOOTSEL", "CircuitPython", ".uf2"):
            assert term not in text or all(term in translation for translation in row), text


# -- what a link or a browser must not break


@pytest.mark.parametrize("scripts, says", [(True, "too old for the game"), (False, "JavaScript")])
def test_a_browser_that_is_too_old_or_runs_no_script_is_told_so(scripts, says, site):
    context = web_help.chromium().new_context(java_script_enabled=scripts)
    page = context.new_page()
    if scripts:
        page.add_init_script("delete HTMLCanvasElement.prototype.transferControlToOffscreen")
    page.goto(site.address)
    page.get_by_text(says).wait_for(timeout=web_help.LIMIT_S * 1000)
    assert "Kiran Rummy" in page.text_content("#games")  # what waits for a script is painted late
    context.close()


def test_a_first_game_loads_less_than_a_megabyte_under_a_strict_policy(site):
    """Nothing of both pages breaks the policy."""
    context = web_help.chromium().new_context(locale="en-GB", is_mobile=True, has_touch=True)
    page = context.new_page()
    told, loaded = [], set()
    page.on("console", lambda line: told.append(line.text))
    page.on("request", lambda request: loaded.add(request.url))
    for name, ready in (("?kept", "#handheld:not([aria-busy])"), ("install.html", "[name=board]")):
        page.goto(site.address + name)
        page.wait_for_selector(ready, state="attached")
        policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
        if name == "?kept":
            is_small(site, [link for link in loaded if not link.startswith("blob:")])
    assert told == []
    context.close()


def is_small(site, own):
    """Check what a first game has loaded from the site, links: each of it is kept, too."""
    assert all(link.startswith(site.address) for link in own)
    with open(os.path.join(site.folder, "known.json"), encoding="utf-8") as file:
        known = json.load(file)["packs"]
    with open(os.path.join(site.folder, "index.html"), encoding="utf-8") as file:
        early = re.findall('rel="later" href="([^"]*)"', file.read())
    assert early == [known["vm"], known["program"], "micropython.mjs"]
    names = {link[len(site.address) :].partition("?")[0] or "index.html" for link in own}
    assert {name for name in names if name.startswith(("words-", "touch-"))} == {known["touch-en"]}
    with open(os.path.join(site.folder, "service.js"), encoding="utf-8") as file:
        kept = json.loads(file.read().split("const KEPT = ")[1].split(";\n")[0])
    assert sum(os.path.getsize(os.path.join(site.folder, name)) for name in names) < 1 << 20
    assert names - {"service.js"} <= set(kept["files"])


def test_a_page_that_never_answers_ends_its_test_and_a_failure_is_read_out(visit):
    visit("open")
    with pytest.raises(pytest.fail.Exception, match="has not answered within 1 s"):
        with web_help.limit(1):
            visit.run("window.never = new Promise(() => {})")
    visit("says Play")  # other tests go on
    visit.python("import page; page._machine.app.screen.key = None; answer = 0")
    visit("key x; says Something went wrong. Press a key: back to the title screen.")


def test_nothing_that_tests_ask_is_in_what_is_published():
    for name in ("play.js", "worker.js", "install.js", "install-worker.js"):
        with open(os.path.join(ROOT, "tools", "web", "page", name), encoding="utf-8") as file:
            text = file.read()
        assert not re.search(r"simulated|for tests|runPython\((?!\"import sys;)", text), name


SHIFTS = program("layout shifts of the page")
WIDTHS = program("how wide the list of languages is, full and empty")


@pytest.mark.parametrize("name, ready", [("", "#handheld"), ("install.html", "#main")])
def test_nothing_moves_while_a_page_loads(name, ready, visit):
    """Page 17: nor when it goes on with a game."""
    visit("alone" if name else "board own; open seed=3; begin; key ArrowRight; says 2/14")
    visit.page.add_init_script(SHIFTS)
    visit.goto(name)
    visit.page.wait_for_selector(ready + ":not([aria-busy])", state="attached")
    visit("rest 1000")
    assert visit.page.evaluate("shifted") < 0.02
    full, empty = visit.page.evaluate(WIDTHS)
    assert full == empty, "languages that come move the header"


# -- keys and fingers

INSIDE = program("how large the game is, and whether all of it is inside")
# {size of the window: CSS pixels of the smallest tiles' width, at least}
LEAST = {"320 568": 26, "568 320": 23, "1366 768": 40}


def test_arrows_go_through_the_list_of_handhelds_without_choosing(site):
    page = web_help.window(on_phone=False).new_page()
    chosen = (
        "Object.entries(localStorage).filter(([key]) => key.endsWith(' board')).map((it) => it[1])"
    )
    visit = Visit(page, site)("open")
    page.locator("#board").focus()
    visit("key ArrowDown ArrowDown")
    assert page.evaluate(chosen) == []
    visit("anew key Tab")  # on the way out
    assert page.evaluate(chosen) == ["pimoroni_picosystem"]
    page.locator("#board").focus()
    visit("key Home; anew key Enter; finds document.activeElement === document.body = True")
    visit("ready; finds document.getElementById('board').value = own")
    # Its texts name the keys of the buttons beside the picture.
    keys = visit.python("import page; k = page._machine.app.keys; answer = k.menu_key + k.hint_key")
    assert keys == "MH"
    page.close()


def test_the_game_fills_the_window_with_large_tiles(visit):
    """Page 11: CSS pixels of the smallest tiles' width, and nothing lies outside."""
    tile = (
        "import page; art = page._machine.app.art\n"
        "answer = min(art.sizes[step[0]][0] * step[1] for step in art.steps)"
    )
    visit("size 320 568; board own; open seed=3; begin")
    for size, least in LEAST.items():
        if size != "320 568":
            visit("size %s; anew run location.hash = '%s'; resumes 0 0" % (size, size[:4]))
        is_told = visit.page.locator("header p").is_visible()  # what this is
        assert is_told == (size != "568 320"), size
        scale, is_inside = visit("click #play").page.evaluate(INSIDE)
        assert is_inside and visit.python(tile) * scale >= least, size
        visit("click #unfill; until !document.fullscreenElement")


def test_lessons_speak_of_fingers_where_one_taps():
    """Page 12: no text of a lesson, or about a turn, names START or SELECT, in any language."""
    with open(os.path.join(ROOT, "tools", "web", "touch.toml"), "rb") as file:
        touch = tomllib.load(file)
    for code in (*FINISHED, "en"):
        for name in wordpack.help_names(ROOT, code):
            texts = touch[code]["help"].get(name, [])
            lines = wordpack.read_help_text(ROOT, code, name)
            keyed = [text for kind, text in lines if kind == 0 and re.search(r"\{[A-Z]+\}", text)]
            assert len(texts) == len(keyed), (code, name)
            assert not re.search(r"\{(?!A\}|B\})", "".join(texts)), (code, name)


def test_buttons_say_what_they_do_and_keep_their_places(visit):
    places = program("where the picture and the buttons lie")
    # A window that becomes the whole screen may be turned for a moment, and the game begins anew.
    page = visit("board own; open seed=3; says Play; click #play; rest 800; ready").page
    visit("says set up | Five games; key z; says Five games")
    title = page.evaluate(places)
    assert title[3][0] < 1  # upright the picture is as wide as the window
    visit("begin; heard; key e; says yes; key z; says take; key h; says No move. Draw a tile.")
    assert page.evaluate(places) == title
    assert page.locator(".caps .start").inner_text() == "Draw"
    visit("anew size 844 390; says take; heard")
    turn = page.evaluate(places)
    visit("key e; says yes")
    assert page.evaluate(places) == turn and min(turn[0]) >= 12
    visit("key z; says take")
    button, undo = page.locator(".caps .start"), page.locator(".caps .b")
    assert undo.evaluate("it => it.matches('.idle')")
    assert button.inner_text() == "Draw" and "START" not in visit.spoken()
    visit("drag rack table; until document.querySelector('.start').innerText === 'End turn'")
    assert undo.inner_text() == "B\nUndo"
    undo.tap()
    visit("until document.querySelector('.b.idle'); heard")
    button.tap()
    visit("says yes; tap table; rest 300; said Draw a tile? A: yes B: no")
    assert page.locator(".letters .a").inner_text() == "A\nYes"


# -- at rest, hidden, elsewhere


def test_a_page_at_rest_listens_for_no_gamepad(site):
    """Page 17: while it does, Chromium asks for gamepads 250 times a second."""
    context = web_help.chromium().new_context(bypass_csp=True)
    visit = Visit(context.new_page(), site)
    visit.page.add_init_script(program("whether the page listens for gamepads"))
    visit.page.clock.install()
    visit("open; says Play; finds listens = True")
    visit.page.clock.run_for(21000)
    visit("finds listens = False; key ArrowDown; finds listens = True")
    context.close()


def test_a_handheld_at_rest_wakes_seldom_and_keeps_its_light(visit):
    """Page 17: a minute after a key nothing is painted and the handheld looks up every ten seconds,
    on the title and in a turn: each time wakes several threads."""
    counted = "import page; c = [0]; old = page.turn\ndef turn():\n  c[0] += 1\n  return old()\n"
    for steps in "says Play", "begin":
        visit("board own; open seed=3; " + steps)
        visit.python(counted + "page.turn = turn; answer = 0")
        for _ in range(2):  # it may have to paint once before it knows
            visit.ask("aged", ms=60000)
            visit("rest 800")
        seen, painted = visit.python("answer = c[0]"), visit.ask("painted")["painted"]
        visit("rest 1800")
        assert visit.python("answer = c[0]") - seen <= 1
        assert visit.ask("painted")["painted"] == painted
    visit.python("page._machine.app.last_press_at -= 400000; answer = 0")
    visit("run device.send('speak', { language: 'en' }); rest 600")  # it looks up
    assert visit.python("answer = page._machine.app.dim") == 0
    assert not visit.page.locator("canvas").evaluate("it => it.style.filter")


def test_a_second_tab_takes_the_game_and_gives_it_back(visit):
    other = Visit(visit("open").page.context.new_page(), visit.site)
    other("goto ?board=pybadge; ready; says Play; trouble")
    visit("trouble another tab; anew click #trouble button; says Play; trouble")
    other("trouble another tab")
    with other.page.expect_worker():
        visit.run("leave()")  # the game goes on there
    other("ready; says Play; trouble")


def test_a_tone_ends_when_the_page_is_hidden_and_sound_is_made_when_first_heard(visit):
    visit("alone").page.add_init_script(program("listens to the sound"))
    visit("open; says Play; finds made.length = 0; key ArrowDown; until made.length === 1")
    for _ in range(2):
        visit.ask("aged", ms=6000)
        visit("rest 600; run levels = []")  # the handheld looks up seldom
    visit.python("import page; page._machine.app.sound.play('tick'); answer = 1")  # of 15 ms
    visit("until levels.length === 3; finds levels[2][1] - levels[0][1] < 1000 = True")
    visit("run level = 0.2; hide; finds level = 0")  # as if a tone sounded just now
    visit("until made[0].state === 'suspended'")


# -- saves, versions, copies


def test_two_copies_on_one_origin_share_nothing(site, visit, tmp_path):
    for name in "ab":
        shutil.copytree(site.folder, tmp_path / "web" / name, copy_function=os.link)
    visit("alone").site = web_help.Site(tmp_path / "web")
    for name in "ab":
        visit("goto %s/?board=pybadge&kept=1; ready; kept; select language de; says Spielen" % name)
    names = visit.page.evaluate(
        "Promise.all([caches.keys(), indexedDB.databases().then((all) => all.map((it) => it.name)),"
        " Object.keys(localStorage)])"
    )
    for kept in names:
        for name in "ab":
            assert len([it for it in kept if "/%s/" % name in it]) == 1, kept
    visit.site.close()


# -- languages, sharing, reading out


def test_a_deal_and_a_puzzle_are_shared_as_links_that_give_the_same_tiles(visit):
    rack = "import page; answer = repr(bytes(sorted(page._machine.app.session.turn.start_rack)))"

    def follow(link):
        """Open a link that has been shared and return the rack."""
        visit("anew run location.hash = new URL('%s', location).hash; says go on | take" % link)
        if "go on" in visit.spoken():
            visit("key x; says take")
        return visit.python(rack)

    visit("board own; open seed=3; begin")
    before = visit.python(rack)
    link = shared(visit.page)
    assert "#deal=" in link and len(link) < 60
    assert " I have 14 tiles left. http" in visit.page.evaluate("copied")
    assert follow("#puzzle=37") != before
    assert shared(visit.page).endswith("#puzzle=37")
    count = visit.python("import page; answer = len(page._machine.app.session.turn.rack)")
    assert visit.page.evaluate("copied").startswith("Can you play all %d tiles? A puz" % count)
    assert follow(link) == before
    visit("finds document.querySelector('header p').textContent.slice(-14) = 14 tiles left.")
