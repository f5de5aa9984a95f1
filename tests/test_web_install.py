"""The page that puts the game on a board, in a real browser, and the page's build."""

import glob
import gzip
import json
import os
import re
import zipfile

import cases
import pytest
import web_help
from build_help import as_uf2, flash_memory, program
from PIL import Image
from visit import DROP

from tools.device import boards_desktop, build, bundle, fatimage, gather, installation
from tools.web import packs

pytestmark = web_help.marks()
BOARDS = boards_desktop.BOARDS
BOOT_OUT = (
    "Adafruit CircuitPython 10.3.0 on 2026-09-01; Adafruit Pybadge with samd51j19\r\n"
    "Board ID:pybadge\r\nUID:0123456789ABCDEF\r\n"
)
ROOM = {"pajenicko_picopad": 1, "pimoroni_picosystem": 2}  # languages that fit, as a test has it
BUTTONS = "UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT"
# A folder of the browser's own stands for the drive; `pulled` cuts it off after this many writes.
DRIVE = program("a drive in the browser")
INSTALL = """async () => {
    window.asked = "";
    const agree = (text) => { window.asked = text; return true; };
    await way("write-told", async () => writeTo(await navigator.storage.getDirectory(), agree));
    return document.getElementById("write-told").textContent;
}"""
READ = program("reads the drive in the browser")
UNDER = program("headings that go on under their number")


@pytest.fixture
def blank():
    """Yield an empty page on a desktop."""
    with web_help.tab(on_phone=False) as page:
        yield page


@pytest.fixture(scope="module")
def tab(server):
    """Yield one page that installs, for two tests, with a PicoSystem chosen first."""
    with web_help.kept_tab() as page:
        yield load(page, server.move())


@pytest.fixture(scope="module")
def offered(server):
    """Yield one page for several tests, with all boards on offer."""
    with web_help.kept_tab() as page:
        yield page, offer_all_boards(page, server.move(), **ROOM)


@pytest.fixture(scope="module")
def few(server):
    """Yield one page for several tests, and what it lays on a PyBadge's drive: {drive path: bytes}
    of its version, a tenth of its modules and pictures, and the rest."""
    kept = re.compile(r"version\.mpy$|/words/|\.(?!mpy|bin|bmp)\w+$|icon")
    every = members(server.folder, "pybadge").items()
    files = {path: data for i, (path, data) in enumerate(every) if i % 10 == 0 or kept.search(path)}
    with web_help.kept_tab() as page:
        page.route("**/board-*.gz", lambda route: route.fulfill(body=packs.packed(files)))
        yield load(page, server.move()), files


@pytest.fixture
def badge(few):
    """Return the page with a PyBadge chosen and what it lays on its drive."""
    choose(few[0], "pybadge")
    return few[0], on_drive(few[1])


def load(page, site):
    """Load the page that installs, for a PicoSystem; returns it."""
    page.goto(site.address + "install.html?board=pimoroni_picosystem")
    page.wait_for_function("!!window.writeTo")
    return page


def members(folder, board):
    """Return {path in the zip: bytes} for a board."""
    (path,) = glob.glob(os.path.join(folder, "board-%s-*.gz" % board))
    with gzip.open(path) as file:
        return {name: file.read(size) for name, size in json.loads(file.readline())}


def on_drive(files):
    """Return {drive path: bytes} of what of a zip goes to the drive, but the list of it."""
    return {
        path.partition("/")[2]: data
        for path, data in files.items()
        if path.startswith(("CIRCUITPY/", "FIRST TIME/")) and "files.txt" not in path
    }


def offer_all_boards(tab, site, **most):
    """Load the page with all boards on offer, of packs that are not there; most: how many languages
    the drives of these boards hold."""
    with open(os.path.join(site.folder, "known.json"), encoding="utf-8") as file:
        known = json.load(file)
    rows = packs.installable(dict.fromkeys(BOARDS, {"CIRCUITPY/assets/words/en.bin": b""}))
    for row in rows:
        row.update(pack=row["id"] + ".gz", most=most.get(row["id"], row["most"]))
    known["installable"] = rows
    tab.route("**/known.json", lambda route: route.fulfill(json=known))
    load(tab, site)
    return rows


def choose(tab, board):
    """Point at a board, which the page may have folded away."""
    tab.bring_to_front()  # else it paints seldom
    if tab.locator("#change").is_visible():
        tab.locator("#change").click()
    tab.locator("#others").evaluate("it => { it.open = true; }")
    tab.locator("label:has([value=%s])" % board).click()
    tab.wait_for_selector("#board-stage.alone label:has([value=%s])" % board)


LED = program("how the page leads to CircuitPython")


def test_who_has_no_circuitpython_is_led_to_it_first(offered, server):
    """Page 15: the way into the boot loader of every board, the button marked where it lies, the
    drive and CircuitPython's file by their names; keys as they are printed."""
    tab, rows = offered
    models = {row["id"]: row for row in rows}
    ways = cases.tables(__name__)["led_to_circuitpython"]["rows"]
    manual = " ".join(gather.read(boards_desktop.ROOT, "README.md").split())
    manual += " ".join(gather.read(boards_desktop.ROOT, "docs/INSTALL.md").split())
    assert [way[0] for way in ways] == list(BOARDS)
    for board, drive, key, pin, start in ways:
        page, model = tab.evaluate(LED, board), models[board]
        text, seen, links = page["text"], page["seen"], page["links"]
        assert seen["first"] and not page["once there"]["first"]  # a novice does not know
        assert key in text["loader"] and key in manual and "console" not in text["loader"]
        assert seen["cable"] == ("cable" not in text["loader"])
        assert page["rings"] == (1 if key else 0)
        if pin:  # a key of the front is marked
            wiring = dict(reversed(it.split("=")) for it in model["keys"].split() if "=" in it)
            assert BUTTONS[int(model["press"])] == wiring[pin]
        elif page["label"]:
            assert key.lower() in page["label"].lower()
        with Image.open(os.path.join(server.folder, page["picture"])) as front:
            assert "%dx%d" % front.size == model["display"]
        name = "adafruit-circuitpython-%s-en_US-%s.uf2" % (board, packs.CIRCUITPYTHON)
        assert links["firmware"].endswith("/en_US/" + name)
        assert (seen["firmware"], seen["installer"]) == (bool(drive), not drive)
        assert text["boot-drive"] == drive
        assert seen["write"] == (model["chip"] != "ESP32")
        assert links["maker"].startswith("https://")
        assert re.findall("hold (.*) while", page["keys"]) == [start] * bool(start)
        assert "reset" not in page["keys"]


def test_a_firmware_that_is_dropped_is_checked(offered):
    tab, _rows = offered
    pad, system = "pajenicko_picopad", "pimoroni_picosystem"
    files = {}
    for board in (pad, system):
        memory = flash_memory(board, offset=BOARDS[board].offset)
        files[board] = as_uf2(memory, BOARDS[board].family)
    choose(tab, system)
    for data, says in (
        (files[system], "Right: CircuitPython "),
        (files[system][:-1], "This file is cut short: "),
        (files[pad], "This file is for another board: "),
        (b"no firmware at all", "firmware.uf2 is no CircuitPython: take adafruit-circuit"),
    ):
        tab.evaluate(DROP, ["firmware.uf2", data.decode("latin-1")])
        tab.wait_for_function(
            "says => document.getElementById('firmware-told').textContent.startsWith(says)",
            arg=says,
        )


def downloaded(tab, board):
    """Download the zip of a board; return {path in it: bytes}."""
    tab.locator("#zip summary").click()
    with tab.expect_download() as download:
        tab.locator("#take-zip").click()
    assert download.value.suggested_filename == "pocket-rummy-%s.zip" % board
    with zipfile.ZipFile(download.value.path()) as made:
        assert made.testzip() is None
        return {name: made.read(name) for name in made.namelist()}


def test_the_zip_has_the_languages_that_are_ticked_if_they_fit(offered, few):
    (tab, _rows), (_page, whole) = offered, few
    english = {name: data for name, data in whole.items() if "de.bin" not in name}
    given = [packs.packed(english), packs.packed({**english, "CIRCUITPY/x": bytes(2 << 20)})]
    tab.route("**/pybadge.gz", lambda route: route.fulfill(body=given.pop(0)))
    choose(tab, "pybadge")
    tab.locator("#languages input[value=de]").check()
    listed = "CIRCUITPY/lib/pocket/files.txt"
    assert {**downloaded(tab, "pybadge"), listed: whole[listed]} == whole
    tab.locator("#take-zip").click()
    tab.wait_for_selector("#zip-told.bad")
    assert tab.text_content("#zip-told").endswith("has no room for these languages: tick fewer.")


def test_axe_finds_nothing_and_the_zip_is_that_of_build(tab, server):
    choose(tab, "pimoroni_picosystem")
    assert web_help.axe(tab) == []
    given = downloaded(tab, "pimoroni_picosystem")
    assert given == members(server.folder, "pimoroni_picosystem")
    board_id, compiler = "pimoroni_picosystem", build.Compiler(lines=True)
    content = build.drive_content(boards_desktop.ROOT, board_id, compiler, languages=["en", "de"])
    assert given == bundle.members(board_id, content)


def read_drive(tab):
    """Return {drive path: bytes} of the folder that stands for the drive."""
    return {name: text.encode("latin-1") for name, text in tab.evaluate(READ).items()}


def test_a_drive_is_written_read_back_and_what_is_a_persons_stays(badge):
    tab, wanted = badge
    files = {
        "boot_out.txt": BOOT_OUT,
        "settings.toml": "A = 1\n",
        "rummy.sav": "saved",
        "code.py": "print('mine')\n",
        "lib/pocket/notes.mpy": "mine",
        "rules/chess.py": "mine",
        "notes-backup-1.txt": "mine",
    }
    tab.evaluate(DRIVE, [files, 9999])
    lines = tab.evaluate(INSTALL).splitlines()
    assert lines[0].startswith("Done: all ") and lines[0].endswith("board off and on.")
    assert tab.evaluate("asked").splitlines() == [
        "code.py is not this game's: it becomes code-backup-1.py.",
        "settings.toml gets the line CIRCUITPY_PYSTACK_SIZE = 4096.",
        "settings.toml gets the line CIRCUITPY_HEAP_START_SIZE = 131072.",
    ]
    assert tab.evaluate("written")[-1] == "code.py"
    check_written(read_drive(tab), wanted, files)
    tab.evaluate("written.length = 0")
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert tab.evaluate("written") == []  # every file was right


def test_the_board_of_a_drive_is_offered_and_an_update_is_asked_about(tab, few):
    """Page 15: nothing is written before the answer; languages on the drive are ticked."""
    tab.route("**/board-*.gz", lambda route: route.fulfill(body=packs.packed(few[1])))
    choose(tab, "pimoroni_picosystem")
    tab.evaluate("() => { showDirectoryPicker = () => navigator.storage.getDirectory(); }")
    old = {"lib/pocket/failed.mpy": b"0.0.9", "assets/words/en.bin": b"old", "code.py": b"old"}
    texts = {name: data.decode() for name, data in old.items()}
    texts["lib/pocket/files.txt"] = installation.manifest(old).decode()
    tab.evaluate(DRIVE, [{**texts, "boot_out.txt": BOOT_OUT}, 9999])
    tab.locator("#choose-drive").click()
    tab.locator("#write-told button", has_text="Take that board").click()
    answers = tab.locator("#write-told button")
    answers.first.wait_for()
    here = few[1]["CIRCUITPY/lib/pocket/app/version.mpy"]
    version = re.search(rb"\d+\.\d+\.\d+", here).group().decode()
    asked = "Pocket Rummy 0.0.9 is on this drive. It is updated to %s; your saves stay." % version
    assert tab.text_content("#write-told") == asked + "Go onCancel"
    ticked = "[...document.querySelectorAll('#choice :checked')].map((it) => it.value)"
    assert tab.evaluate(ticked) == ["pybadge", "no", "en"]
    answers.last.click()
    tab.wait_for_selector("#write-told.bad")
    assert tab.text_content("#write-told") == "Nothing was changed."
    assert tab.evaluate("written") == [] and tab.locator("#game.done").count() == 0
    tab.locator("#choose-drive").click()
    answers.first.click()
    tab.wait_for_selector("#game.done #write-told.good")
    assert tab.locator(".stage:not(.done)").count() == 1  # what the board shows
    tab.unroute("**/board-*.gz")


def check_written(there, wanted, files):
    """Check that a drive has the game and still the user's files."""
    for name, data in wanted.items():
        assert name in gather.USER_FILES or there[name] == data, name
    for name in set(files) - {"settings.toml", "code.py"}:
        assert there[name] == files[name].encode()
    assert there["code-backup-1.py"] == files["code.py"].encode()
    settings = gather.SETTINGS.partition("#")[0] + files["settings.toml"]
    assert there["settings.toml"].decode() == settings
    listed = there["lib/pocket/files.txt"].decode().splitlines()
    assert set(listed) > {"> code.py code-backup-1.py", "+ CIRCUITPY_PYSTACK_SIZE = 4096"}


def test_a_language_is_left_out_or_comes_from_its_own_pack(badge, few):
    (tab, _files), given = badge, dict(few[1])
    tab.locator("#languages input[value=de]").uncheck()
    german = "assets/words/de.bin"
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert set(on_drive(given)) - set(tab.evaluate(READ)) == {german}
    wanted = given.pop("CIRCUITPY/" + german)
    tab.locator("#languages input[value=de]").check()
    tab.route("**/board-*", lambda route: route.fulfill(body=packs.packed(given)), times=1)
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert tab.evaluate(READ)[german].encode("latin-1") == wanted


def test_how_many_languages_fit_is_told_while_they_are_ticked(offered):
    tab, _rows = offered
    for board, most in ROOM.items():
        choose(tab, board)
        for german in True, False:
            tab.locator("#languages input[value=de]").set_checked(german)
            assert tab.locator("#few").is_visible() == (most == 1)
            told = tab.text_content("#few")
            assert told.endswith(": tick fewer.") == (german and most == 1)
            assert "room for %d languages" % most in told


def test_as_many_languages_are_promised_as_fit_beside_nine_saves():
    board, slots = "pajenicko_picopad", boards_desktop.SLOTS
    files = {"code.py": bytes(340000), **gather.USER_FILES, "assets/words/en.bin": bytes(20000)}
    (row,) = packs.installable({board: {"CIRCUITPY/" + it: files[it] for it in files}})
    for count in (row["most"], row["most"] + 1):
        words = {"assets/words/%d.bin" % i: bytes(20000) for i in range(count - 1)}
        full = installation.complete_content(BOARDS[board].drive, {**files, **words})
        nine = len(full[installation.SAVES]) >= (slots.LEAST + 2) * slots.STRIDE
        assert nine == (count == row["most"])


def test_a_cable_pulled_half_way_is_told_and_the_same_button_goes_on(badge):
    tab, few = badge
    half = len(few) // 2
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, half])
    told = tab.evaluate(INSTALL)
    assert told.startswith("The drive vanished or fails (")
    assert told.endswith("it goes on where it stopped.")
    there = tab.evaluate(READ)
    assert "Pocket Rummy is not whole" in there["code.py"]
    tab.evaluate("pulledAfter = 9999; written.length = 0")
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert len(tab.evaluate("written")) < len(few) - half + 10
    assert tab.evaluate(READ)["code.py"].encode() == few["code.py"]


# What a drive does to files while they are written: spoils the bytes of one, is slow to close them,
# or fails in closing.
DRIVES = {
    "spoils": program("a drive that spoils a byte"),
    "slow": program("a drive that is slow to close files"),
    "fails": program("a drive that fails in closing"),
}


def test_a_file_counts_as_written_once_it_is_closed_and_read_back(blank, site, few):
    tab = load(blank, site)
    tab.route("**/board-*.gz", lambda route: route.fulfill(body=packs.packed(few[1])))
    choose(tab, "pybadge")
    for drive, says in (
        ("spoils", "1 files did not arrive intact"),  # one file alone, as it fails to close one
        ("slow", "Done: "),
        ("fails", "The drive is full: "),
    ):
        tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
        tab.evaluate(DRIVES[drive])
        assert tab.evaluate(INSTALL).startswith(says)
        if drive == "slow":
            assert tab.evaluate("[most, open]") == [1, 0]  # one at a time, none is left open


def test_an_update_needs_no_more_than_two_kilobytes_and_leaves_what_is_not_ours(badge):
    tab, few = badge
    old = {name: b"old " + data for name, data in few.items() if name.endswith((".mpy", ".py"))}
    old["lib/pocket/outdated.mpy"] = b"C"
    mine = {"lib/pocket/notes.txt": b"mine", "lib/adafruit_other/x.mpy": b"mine"}
    files = {**few, **old, **mine, "rummy.sav": b"saved", "boot_out.txt": BOOT_OUT.encode()}
    files["lib/pocket/files.txt"] = installation.manifest({**few, **old})
    shape = fatimage.geometry(BOARDS["pybadge"].drive)
    cluster = shape.cluster * fatimage.SECTOR
    room = shape.clusters * cluster - installation.folder_bytes(files, cluster)
    room -= sum(-(-len(data) // cluster) * cluster for data in files.values())
    files["film.bin"] = b"x" * ((room - 2048) // cluster * cluster)
    texts = {name: data.decode("latin-1") for name, data in files.items()}
    tab.evaluate(DRIVE, [texts, 9999])
    assert tab.evaluate(INSTALL).startswith("Done: ")
    there = read_drive(tab)
    wanted = {**few, **mine, "rummy.sav": b"saved", "film.bin": files["film.bin"]}
    del there["lib/pocket/files.txt"]
    assert there == {**wanted, "boot_out.txt": BOOT_OUT.encode()}


def test_a_folder_where_a_file_must_be_is_told_and_nothing_is_written(badge):
    tab, _files = badge
    for name in ("rummy.sav", "icon.bmp", "settings.toml"):
        tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT, name + "/mine.txt": "mine"}, 9999])
        said = "There is a folder called %s where a file must go: rename it first." % name
        assert tab.evaluate(INSTALL) == said
        assert tab.evaluate("written") == []


def test_a_wrong_or_full_drive_is_told_and_nothing_is_written(few):
    tab, _files = few
    choose(tab, "pimoroni_picosystem")
    old = BOOT_OUT.replace("10.3.0", "8.2.0").replace(":pybadge", ":pimoroni_picosystem")
    for files, says in (
        ({}, "This is not the drive of a board with CircuitPython: choose"),
        ({"INFO_UF2.TXT": "UF2 Bootloader v3"}, "This drive takes CircuitPython's file: restart"),
        ({"boot_out.txt": BOOT_OUT}, "You have chosen Pimoroni PicoSystem, but this drive belongs"),
        (
            {"boot_out.txt": old},
            "The board runs CircuitPython 8.2.0: version 9 or newer is needed.",
        ),
    ):
        tab.evaluate(DRIVE, [files, 9999])
        told = tab.evaluate(INSTALL)
        assert told.startswith(says)
        assert told.endswith("shows how to get it.") == ("CircuitPython" in says)
        assert tab.evaluate("written") == []
    choose(tab, "pybadge")
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT, "film.bin": "x" * 2090000}, 9999])
    told = tab.evaluate(INSTALL)
    assert told.startswith("The drive is too full: ")
    assert told.endswith("KB more are needed; remove files of yours first. Nothing was changed.")
    assert tab.evaluate("written") == []
    choose(tab, "pimoroni_picosystem")
    tab.locator("#language").select_option("de")
    tab.wait_for_selector("html[lang=de]")
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
    assert tab.evaluate(INSTALL).startswith("Du hast Pimoroni PicoSystem gewählt, aber das")
    tab.locator("#language").select_option("en")
    tab.wait_for_selector("html[lang=en]")


def test_a_browser_that_writes_to_no_drive_is_not_offered_it(blank, site):
    blank.add_init_script("delete window.showDirectoryPicker")
    load(blank, site)
    assert not blank.locator("#choose-drive").is_visible()
    assert blank.locator("#take-zip").is_visible()


def test_on_a_phone_the_next_question_comes_up_and_the_link_brings_the_answers(site):
    """Page 15."""
    with web_help.tab() as page:
        for size in (844, 390), (320, 568):
            page.set_viewport_size(dict(zip(("width", "height"), size)))
            page.goto(site.address + "install.html?language=de")
            page.wait_for_function("!!window.writeTo")
            answer(page)
        page.evaluate("() => { navigator.share = ({ url }) => { window.sent = url; }; }")
        page.locator("#send").tap()
        link = page.evaluate("sent")
        page.goto(link.replace("language=de", "language=en"))
        page.wait_for_function("!!window.writeTo")
        values = "[...document.querySelectorAll(':checked')].map((it) => it.value).join()"
        assert "language=de" in link and page.evaluate(values) == "en,pybadge,yes,en"


def answer(page):
    """Answer the questions of the page that installs with fingers; each comes into view."""
    page.locator("label:has([value=pybadge])").tap()
    page.locator("#change").tap()
    page.wait_for_selector("#board-stage:not(.alone)")
    assert page.locator("#boards label:visible").count() == 2
    page.locator("label:has([value=pybadge])").tap()
    page.wait_for_selector("#change:visible")
    assert page.locator("#boards label:visible").count() == 1
    assert page.locator("#boards").bounding_box()["height"] < 60  # one line
    seen = "it => it.getBoundingClientRect().bottom <= innerHeight"
    for name, value in ("[name=there]", "[value=yes]"), ("#languages input", "[value=de]"):
        question = page.locator("fieldset:has(%s)" % name)
        page.wait_for_function(seen, arg=question.element_handle())
        assert name != "[name=there]" or page.locator("#checked").bounding_box()["y"] >= 0
        question.locator("label:has(%s)" % value).tap()
    assert page.evaluate(UNDER) == []
    assert page.locator("#take-zip").is_hidden()
    page.locator("#steps > summary").tap()
    assert page.locator("#take-zip").is_visible() and page.locator("#choose-drive").is_hidden()
