"""The page that puts the game on a board, in a real browser, and the page's build."""

import glob
import gzip
import json
import os
import re
import shutil
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
PACK = "board-%s-.gz"
SAVES = "FIRST TIME/rummy.sav"
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


@pytest.fixture(scope="module")
def shared(server, tmp_path_factory):
    """Yield one page for most tests, with all boards on offer; what a PyBadge's pack holds there,
    {path: bytes}: its version, some modules and pictures, and the rest; the boards' rows; the
    folder of the packs, most of which are not there."""
    kept = re.compile(r"version\.mpy$|/words/|(?<!rns|ney|rds)\.(?!mpy|bin|bmp)\w+$|icon")
    every = members(server.folder, "pybadge").items()
    files = {path: data for i, (path, data) in enumerate(every) if i % 20 == 0 or kept.search(path)}
    files[SAVES] = files[SAVES][:4096]
    folder = tmp_path_factory.mktemp("install")
    others = shutil.ignore_patterns("known.json", "board-pybadge-*.gz")
    shutil.copytree(server.folder, folder, ignore=others, copy_function=os.link, dirs_exist_ok=True)
    with open(os.path.join(server.folder, "known.json"), encoding="utf-8") as file:
        known = json.load(file)
    known["installable"] = rows = offered(known["installable"])
    (folder / "known.json").write_text(json.dumps(known))
    (folder / (PACK % "pybadge")).write_bytes(packs.packed(files))
    site = web_help.Site(folder)
    web_help.keep_vm(site, on_phone=False)
    with web_help.kept_tab() as page:
        load(page, site)
        yield page, files, rows, folder
    site.close()


def offered(built):
    """Return the rows of all boards. built: of those whose packs are there."""
    known = {row["id"]: row for row in built}
    rows = packs.installable(dict.fromkeys(BOARDS, {"CIRCUITPY/assets/words/en.bin": b""}))
    for row in rows:
        row.update({"pack": PACK % row["id"], **known.get(row["id"], {})})
        row["most"] = ROOM.get(row["id"], row["most"])
        if row["id"] == "pybadge":
            row["pack"] = PACK % "pybadge"
    return rows


@pytest.fixture
def tab(shared):
    """Return that page."""
    return shared[0]


@pytest.fixture
def badge(shared):
    """Return that page with a PyBadge chosen and what it lays on its drive."""
    shared[0].bring_to_front()
    shared[0].evaluate("begin('pybadge')")
    return shared[0], on_drive(shared[1])


def load(page, site):
    """Load the page that installs, for a PicoSystem."""
    page.goto(site.address + "install.html?board=pimoroni_picosystem")
    page.wait_for_function("!!window.writeTo")


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


def choose(tab, board):
    """Point at a board, which the page may have folded away."""
    tab.bring_to_front()  # else it paints seldom
    if tab.locator("#change").is_visible():
        tab.locator("#change").click()
    tab.locator("#others").evaluate("it => { it.open = true; }")
    tab.locator("label:has([value=%s])" % board).click()
    tab.wait_for_selector("#board-stage.alone label:has([value=%s])" % board)


LED = program("how the page leads to CircuitPython")


def test_who_has_no_circuitpython_is_led_to_it_first(shared, server):
    """Page 15: the way into the boot loader of every board, the button marked where it lies, the
    drive and CircuitPython's file by their names; keys as they are printed."""
    tab, _files, rows, _folder = shared
    models = {row["id"]: row for row in rows}
    ways = cases.tables(__name__)["led_to_circuitpython"]["rows"]
    manual = " ".join(gather.read(boards_desktop.ROOT, "README.md").split())
    manual += " ".join(gather.read(boards_desktop.ROOT, "docs/INSTALL.md").split())
    assert [way[0] for way in ways] == list(BOARDS)
    for (board, drive, key, pin, start), page in zip(ways, tab.evaluate(LED, list(BOARDS))):
        model = models[board]
        text, seen, links = page["text"], page["seen"], page["links"]
        assert seen["first"] and not page["once there"]  # a novice does not know
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


def test_a_firmware_that_is_dropped_is_checked(tab):
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


def test_the_zip_has_the_languages_that_are_ticked_if_they_fit(shared):
    """One that is not in the board's pack comes from its own."""
    tab, whole, _rows, folder = shared
    board, listed = "pajenicko_picopad", "CIRCUITPY/lib/pocket/files.txt"
    english = {name: data for name, data in whole.items() if "de.bin" not in name}
    (folder / (PACK % board)).write_bytes(packs.packed(english))
    os.utime(folder / (PACK % board), (0, 0))  # else the browser may keep it, of the same second
    choose(tab, board)
    tab.locator("#languages input[value=de]").check()
    assert {**downloaded(tab, board), listed: whole[listed]} == whole
    large = {**english, "CIRCUITPY/x": bytes(480 << 10)}
    (folder / (PACK % board)).write_bytes(packs.packed(large))
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


def test_the_board_of_a_drive_is_offered_and_an_update_is_asked_about(shared):
    """Page 15: nothing is written before the answer; languages on the drive are ticked."""
    tab, files, _rows, _folder = shared
    tab.bring_to_front()
    tab.evaluate("begin('pimoroni_picosystem')")
    tab.evaluate("() => { showDirectoryPicker = () => navigator.storage.getDirectory(); }")
    old = {"lib/pocket/failed.mpy": b"0.0.9", "assets/words/en.bin": b"old", "code.py": b"old"}
    texts = {name: data.decode() for name, data in old.items()}
    texts["lib/pocket/files.txt"] = installation.manifest(old).decode()
    tab.evaluate(DRIVE, [{**texts, "boot_out.txt": BOOT_OUT}, 9999])
    tab.locator("#choose-drive").click()
    take = tab.locator("#write-told button", has_text="Take that board")
    take.wait_for()
    names = BOARDS["pimoroni_picosystem"].name, BOARDS["pybadge"].name
    asked = "You have chosen %s, but this drive belongs to %s." % names
    assert tab.text_content("#write-told") == asked + "Take that boardCancel"
    take.click()
    answers = tab.locator("#write-told button")
    answers.first.wait_for()
    here = files["CIRCUITPY/lib/pocket/app/version.mpy"]
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


def test_a_language_that_is_not_ticked_is_left_out(badge):
    tab, wanted = badge
    tab.locator("#languages input[value=de]").uncheck()
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert set(wanted) - set(tab.evaluate(READ)) == {"assets/words/de.bin"}


def test_how_many_languages_fit_is_told_while_they_are_ticked(tab):
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


# What a drive does to files while they are written: is slow to close them and spoils a byte, or
# fails in closing.
SPOILS = program("a drive that is slow to close files and spoils a byte")
FAILS = program("a drive that fails in closing")


def test_a_file_counts_as_written_once_it_is_closed_and_read_back(badge):
    tab, _files = badge
    for drive, says in (SPOILS, "1 files did not arrive intact"), (FAILS, "The drive is full: "):
        tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
        tab.evaluate(drive)
        assert tab.evaluate(INSTALL).startswith(says)
        if drive == SPOILS:
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
    texts = {name: data.decode("latin-1") for name, data in files.items()}
    film = ["x", (room - 2048) // cluster * cluster]  # a letter and how often
    tab.evaluate(DRIVE, [{**texts, "film.bin": film}, 9999])
    assert tab.evaluate(INSTALL).startswith("Done: ")
    there = tab.evaluate(READ)
    assert there.pop("film.bin") == film and there.pop("lib/pocket/files.txt")
    there = {name: text.encode("latin-1") for name, text in there.items()}
    wanted = {**few, **mine, "rummy.sav": b"saved"}
    assert there == {**wanted, "boot_out.txt": BOOT_OUT.encode()}


def test_a_folder_where_a_file_must_be_is_told_and_nothing_is_written(badge):
    tab, _files = badge
    for name in ("rummy.sav", "settings.toml"):
        tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT, name + "/mine.txt": "mine"}, 9999])
        said = "There is a folder called %s where a file must go: rename it first." % name
        assert tab.evaluate(INSTALL) == said
        assert tab.evaluate("written") == []


def test_a_wrong_or_full_drive_is_told_and_nothing_is_written(badge):
    tab, _files = badge
    for files, says in (
        ({}, "This is not the drive of a board with CircuitPython: choose"),
        ({"INFO_UF2.TXT": "UF2 Bootloader v3"}, "This drive takes CircuitPython's file: restart"),
        (
            {"boot_out.txt": BOOT_OUT.replace("10.3.0", "8.2.0")},
            "The board runs CircuitPython 8.2.0: version 9 or newer is needed.",
        ),
        (
            {"boot_out.txt": BOOT_OUT, "film.bin": ["x", 2090000]},
            "The drive is too full: ",
        ),
    ):
        tab.evaluate(DRIVE, [files, 9999])
        told = tab.evaluate(INSTALL)
        assert told.startswith(says)
        assert told.endswith("shows how to get it.") == ("CircuitPython" in says)
        assert tab.evaluate("written") == []
    assert told.endswith("KB more are needed; remove files of yours first. Nothing was changed.")
    tab.locator("#language").select_option("de")
    tab.wait_for_selector("html[lang=de]")
    other = BOOT_OUT.replace("pybadge", "pimoroni_picosystem")
    tab.evaluate(DRIVE, [{"boot_out.txt": other}, 9999])
    name = BOARDS["pybadge"].name
    assert tab.evaluate(INSTALL).startswith("Du hast %s gewählt, aber das" % name)
    tab.locator("#language").select_option("en")
    tab.wait_for_selector("html[lang=en]")


def test_on_a_phone_the_next_question_comes_up_and_the_link_brings_the_answers(site):
    """Page 15: to a computer, whose browser writes to no drive and does not offer it."""
    with web_help.tab() as page:
        for size in (844, 390), (320, 568):
            page.set_viewport_size(dict(zip(("width", "height"), size)))
            page.goto(site.address + "install.html?language=de")
            page.wait_for_function("!!window.writeTo")
            answer(page)
        page.evaluate("() => { navigator.share = ({ url }) => { window.sent = url; }; }")
        page.locator("#send").tap()
        link = page.evaluate("sent")
        computer = web_help.window(on_phone=False).new_page()
        computer.add_init_script("delete window.showDirectoryPicker")
        computer.goto(link.replace("language=de", "language=en"))
        computer.wait_for_function("!!window.writeTo")
        values = "[...document.querySelectorAll(':checked')].map((it) => it.value).join()"
        assert "language=de" in link and computer.evaluate(values) == "en,pybadge,yes,en"
        assert not computer.locator("#choose-drive").is_visible()
        assert computer.locator("#take-zip").is_visible()


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
