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
# A firmware for an ESP32.
BINARY = b"\xe9" + bytes(700) + b"Adafruit CircuitPython 10.2.1 on 2026-05-01; A Board\0%s\0"
# A folder of the browser's own stands for the drive; `pulled` cuts it off after this many writes.
DRIVE = program("a drive in the browser")
INSTALL = """async () => {
    window.asked = "";
    const agree = (text) => { window.asked = text; return true; };
    await way("write-told", async () => writeTo(await navigator.storage.getDirectory(), agree));
    return document.getElementById("write-told").textContent;
}"""
READ = program("reads the drive in the browser")


@pytest.fixture
def tab(site):
    """Yield the page that installs, for a PicoSystem."""
    with web_help.tab(on_phone=False) as page:
        page.goto(site.address + "install.html?board=pimoroni_picosystem")
        page.wait_for_function("!!window.writeTo")
        yield page


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


def content(folder, board):
    """Return {drive path: bytes} of a board's drive."""
    return on_drive(members(folder, board))


def offer_all_boards(tab, site):
    """Let the page offer every board, with packs that are not there."""
    with open(os.path.join(site.folder, "known.json"), encoding="utf-8") as file:
        known = json.load(file)
    rows = packs.installable(dict.fromkeys(BOARDS, {"CIRCUITPY/assets/words/en.bin": b""}))
    known["installable"] = [{**row, "pack": row["id"] + ".gz"} for row in rows]
    tab.route("**/known.json", lambda route: route.fulfill(json=known))
    tab.reload()
    tab.wait_for_selector("#main:not([aria-busy])")
    tab.locator("#others summary").click()
    return known


def test_who_has_no_circuitpython_is_led_to_it_first(tab, site):
    """Page 15: the boot loader of every chip, CircuitPython's file by its name."""
    known = offer_all_boards(tab, site)
    for board, drive in cases.tables(__name__)["led_to_circuitpython"]["rows"]:
        tab.locator("[name=board][value=%s]" % board).check(force=True)
        assert tab.locator("#first").is_visible()  # a novice does not know
        into_loader = boards_desktop.BOOTLOADER_INSTRUCTIONS[board]
        assert tab.locator("#cable").is_visible() == ("cable" not in into_loader)
        model = next(row for row in known["installable"] if row["id"] == board)
        assert tab.text_content("#where") == model["where"]
        assert tab.locator("#press circle[stroke]").count() == (1 if model["press"] else 0)
        picture = tab.locator("#shows image").get_attribute("href")
        with Image.open(os.path.join(site.folder, picture)) as front:
            assert "%dx%d" % front.size == model["size"]
        tab.locator("[name=there][value=yes]").check()
        assert not tab.locator("#first").is_visible()
        tab.locator("[name=there][value=no]").check()
        assert tab.text_content("#boot-drive") == drive
        assert tab.text_content("#first .loader") == into_loader
        name = "adafruit-circuitpython-%s-en_US-%s.uf2" % (board, packs.CIRCUITPYTHON)
        assert tab.text_content("#firmware-link") == name
        assert tab.locator("#firmware-link").get_attribute("href").endswith("/en_US/" + name)


def test_a_board_that_shows_no_drive_is_not_told_of_one(tab, site):
    offer_all_boards(tab, site)
    for board, drives in ("hardkernel_odroid_go", 0), ("pybadge", 4):
        tab.locator("[name=board][value=%s]" % board).check(force=True)
        tab.locator("#zip").evaluate("it => { it.open = true; }")
        steps = [it for it in tab.locator("li.drive").all() if it.is_visible()]
        assert len(steps) == drives
        assert (
            tab.locator("#no-drive").is_visible()
            == tab.locator("#write").is_hidden()
            == (not drives)
        )


def test_a_firmware_that_is_dropped_is_checked(tab, site):
    offer_all_boards(tab, site)
    pad, system = "pajenicko_picopad", "pimoroni_picosystem"
    deck, odroid = "lilygo_tdeck", "hardkernel_odroid_go"
    files = {board: BINARY % board.encode() for board in (deck, odroid)}
    for board in (pad, system):
        memory = flash_memory(board, offset=BOARDS[board].offset)
        files[board] = as_uf2(memory, BOARDS[board].family)
    for board, data, says in (
        (system, files[system], "Right: CircuitPython "),
        (system, files[system][:-1], "This file is cut short: "),
        (system, files[pad], "This file is for another board: "),
        (system, b"no firmware at all", "firmware.uf2 is no CircuitPython: take adafruit-circuit"),
        (odroid, files[odroid], "Right: CircuitPython 10.2.1 for this board. Write it"),
        (odroid, files[deck], "This file is for another board: "),
        (deck, files[deck], "This is the .bin of CircuitPython 10.2.1: this board takes"),
    ):
        tab.locator("[name=board][value=%s]" % board).check(force=True)
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


def test_the_zip_has_the_languages_that_are_ticked_if_they_fit(tab, site):
    whole = members(site.folder, "pybadge")
    english = {name: data for name, data in whole.items() if "de.bin" not in name}
    given = [packs.packed(english), packs.packed({**english, "CIRCUITPY/x": bytes(2 << 20)})]
    tab.route("**/pybadge.gz", lambda route: route.fulfill(body=given.pop(0)))
    offer_all_boards(tab, site)
    tab.locator("[name=board][value=pybadge]").check(force=True)
    tab.locator("#languages input[value=de]").check()
    assert downloaded(tab, "pybadge") == whole
    tab.locator("#take-zip").click()
    tab.wait_for_selector("#zip-told.bad")
    assert tab.text_content("#zip-told").endswith("has no room for these languages: tick fewer.")


def test_the_zip_is_that_of_build(tab, site):
    given = downloaded(tab, "pimoroni_picosystem")
    assert given == members(site.folder, "pimoroni_picosystem")
    root, board_id, compiler = (
        boards_desktop.ROOT,
        "pimoroni_picosystem",
        build.Compiler(lines=True),
    )
    content = build.drive_content(root, board_id, compiler, languages=["en", "de"])
    assert given == bundle.members(board_id, content)


def read_drive(tab):
    """Return {drive path: bytes} of the folder that stands for the drive."""
    return {name: text.encode("latin-1") for name, text in tab.evaluate(READ).items()}


def test_a_drive_is_written_read_back_and_what_is_a_persons_stays(tab, site):
    tab.locator("[name=board][value=pybadge]").check(force=True)
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
    assert lines[0].startswith("Done: ") and lines[0].endswith("the game starts by itself.")
    assert tab.evaluate("asked").splitlines() == [
        "code.py is not this game's: it becomes code-backup-1.py.",
        "settings.toml gets the line CIRCUITPY_PYSTACK_SIZE = 4096.",
        "settings.toml gets the line CIRCUITPY_HEAP_START_SIZE = 131072.",
    ]
    assert tab.evaluate("written")[-1] == "code.py"
    check_written(read_drive(tab), content(site.folder, "pybadge"), files)
    tab.evaluate("written.length = 0")
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert tab.evaluate("written") == []  # every file was right


def test_the_board_of_a_drive_is_offered_and_an_update_is_asked_about(tab, site):
    """Page 15: nothing is written before the answer; languages on the drive are ticked."""
    tab.evaluate("() => { showDirectoryPicker = () => navigator.storage.getDirectory(); }")
    old = {"lib/pocket/failed.mpy": b"0.0.9", "assets/words/en.bin": b"old", "code.py": b"old"}
    texts = {name: data.decode() for name, data in old.items()}
    texts["lib/pocket/files.txt"] = installation.manifest(old).decode()
    tab.evaluate(DRIVE, [{**texts, "boot_out.txt": BOOT_OUT}, 9999])
    tab.locator("#choose-drive").click()
    tab.locator("#write-told button", has_text="Take that board").click()
    answers = tab.locator("#write-told button")
    answers.first.wait_for()
    here = content(site.folder, "pybadge")["lib/pocket/app/version.mpy"]
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
    assert tab.text_content("#write-told").endswith("press reset on the board.")


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


def test_a_language_is_left_out_or_comes_from_its_own_pack(tab, few):
    tab.locator("#languages input[value=de]").uncheck()
    german = "assets/words/de.bin"
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert set(few) - set(tab.evaluate(READ)) == {german}
    lacking = {"CIRCUITPY/" + name: data for name, data in few.items()}
    wanted = lacking.pop("CIRCUITPY/" + german)
    pack = packs.packed(lacking)
    tab.route("**/board-pybadge-*.gz", lambda route: route.fulfill(body=pack))
    tab.locator("#languages input[value=de]").check()
    assert tab.evaluate(INSTALL).startswith("Done: ")
    assert tab.evaluate(READ)[german].encode("latin-1") == wanted


def test_languages_without_room_and_keys_by_their_names_are_told_at_once(tab, site):
    offer_all_boards(tab, site)  # each with room for English alone
    tab.locator("[name=board][value=pajenicko_picopad]").check(force=True)
    assert "hold Y while" in tab.text_content("#hold")
    for german, end in (True, "tick fewer."), (False, "tick those you want."):
        tab.locator("#languages input[value=de]").set_checked(german)
        assert tab.text_content("#few").endswith(end)


@pytest.fixture
def few(tab, site):
    """Return {drive path: bytes} of a PyBadge's drive with a tenth of its modules, as the page has
    it."""
    every = members(site.folder, "pybadge").items()
    files = {
        path: data for i, (path, data) in enumerate(every) if ".mpy" not in path or i % 10 == 0
    }
    pack = packs.packed(files)
    tab.route("**/board-pybadge-*.gz", lambda route: route.fulfill(body=pack))
    tab.locator("[name=board][value=pybadge]").check(force=True)
    return on_drive(files)


def test_a_cable_pulled_half_way_is_told_and_the_same_button_goes_on(tab, few):
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


@pytest.mark.parametrize(
    "drive, says",
    [("spoils", "1 files read back wrongly"), ("slow", "Done: "), ("fails", "The drive is full: ")],
)
def test_a_file_counts_as_written_once_it_is_closed_and_read_back(tab, few, drive, says):
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
    tab.evaluate(DRIVES[drive])
    assert tab.evaluate(INSTALL).startswith(says)
    if drive == "slow":
        assert tab.evaluate("[most, open]") == [1, 0]  # one at a time, and none is left open


def test_an_update_needs_no_more_than_two_kilobytes_and_leaves_what_is_not_ours(tab, few):
    old = {name: b"old " + data for name, data in few.items() if name.endswith((".mpy", ".py"))}
    old["lib/pocket/outdated.mpy"] = b"C"
    mine = {"lib/pocket/notes.txt": b"mine", "lib/adafruit_other/x.mpy": b"mine"}
    files = {**few, **old, **mine, "rummy.sav": b"saved", "boot_out.txt": BOOT_OUT.encode()}
    files["lib/pocket/files.txt"] = installation.manifest({**few, **old})
    shape = fatimage.geometry(BOARDS["pybadge"].drive)
    cluster = shape.cluster * fatimage.SECTOR
    room = shape.clusters * cluster - installation.folder_bytes(files, cluster)
    room -= sum(-(-len(data) // cluster) * cluster for data in files.values())
    files["film.bin"] = bytes((room - 2048) // cluster * cluster)
    texts = {name: data.decode("latin-1") for name, data in files.items()}
    tab.evaluate(DRIVE, [texts, 9999])
    told = tab.evaluate(INSTALL)
    assert told.endswith("if the game is running, press reset on the board.")
    there = read_drive(tab)
    wanted = {**few, **mine, "rummy.sav": b"saved", "film.bin": files["film.bin"]}
    del there["lib/pocket/files.txt"]
    assert there == {**wanted, "boot_out.txt": BOOT_OUT.encode()}


def test_a_folder_where_a_file_must_be_is_told_and_nothing_is_written(tab, few):
    for name in ("rummy.sav", "icon.bmp", "settings.toml"):
        tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT, name + "/mine.txt": "mine"}, 9999])
        said = "There is a folder called %s where a file must go: rename it first." % name
        assert tab.evaluate(INSTALL) == said
        assert tab.evaluate("written") == []


def test_a_wrong_drive_is_told_and_nothing_is_written(tab):
    old = BOOT_OUT.replace("10.3.0", "8.2.0").replace(":pybadge", ":pimoroni_picosystem")
    for files, says in (
        ({}, "This is not the drive of a board with CircuitPython: choose"),
        ({"INFO_UF2.TXT": "UF2 Bootloader v3"}, "This drive takes CircuitPython's file: press"),
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


def test_what_flash_says_is_said_in_the_readers_language(site):
    with web_help.tab(on_phone=False, locale="de-DE") as page:
        page.goto(site.address + "install.html?board=pimoroni_picosystem")
        page.wait_for_function("!!window.writeTo")
        page.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT}, 9999])
        assert page.evaluate(INSTALL).startswith("Du hast Pimoroni PicoSystem gewählt, aber das")


def test_a_full_drive_is_told_and_nothing_is_written(tab):
    tab.locator("[name=board][value=pybadge]").check(force=True)
    tab.evaluate(DRIVE, [{"boot_out.txt": BOOT_OUT, "film.bin": "x" * 1900000}, 9999])
    told = tab.evaluate(INSTALL)
    assert told.startswith("The drive is too full: ")
    assert told.endswith("KB more are needed; remove files of yours first. Nothing was changed.")
    assert tab.evaluate("written") == []


def test_a_browser_that_writes_to_no_drive_is_not_offered_it(tab, site):
    page = tab.context.new_page()
    page.add_init_script("delete window.showDirectoryPicker")
    page.goto(site.address + "install.html?board=pybadge")
    page.wait_for_function("!!window.writeTo")
    assert not page.locator("#choose-drive").is_visible()
    assert page.locator("#take-zip").is_visible()


@pytest.mark.parametrize("width, height", [(390, 844), (844, 390), (320, 568)])
def test_on_a_phone_the_next_question_comes_up_and_the_link_brings_the_answers(site, width, height):
    """Page 15."""
    with web_help.tab() as page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(site.address + "install.html?language=de")
        page.wait_for_function("!!window.writeTo")
        page.locator("label:has([value=pybadge])").tap()
        seen = "it => it.getBoundingClientRect().bottom <= innerHeight"
        for name, answer in ("[name=there]", "[value=yes]"), ("#languages input", "[value=de]"):
            question = page.locator("fieldset:has(%s)" % name)
            page.wait_for_function(seen, arg=question.element_handle())
            assert name != "[name=there]" or page.locator("#checked").bounding_box()["y"] >= 0
            question.locator("label:has(%s)" % answer).tap()
        assert page.locator("#take-zip").is_hidden()
        page.locator("#steps > summary").tap()
        assert page.locator("#take-zip").is_visible() and page.locator("#choose-drive").is_hidden()
        page.evaluate("() => { navigator.share = ({ url }) => { window.sent = url; }; }")
        page.locator("#send").tap()
        link = page.evaluate("sent")
        page.goto(link.replace("language=de", "language=en"))
        page.wait_for_function("!!window.writeTo")
        values = "[...document.querySelectorAll(':checked')].map((it) => it.value).join()"
        assert "language=de" in link and page.evaluate(values) == "en,pybadge,yes,en"


def test_axe_finds_nothing(tab):
    assert web_help.axe(tab) == []
