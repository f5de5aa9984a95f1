"""The page to play on, in browsers that are started for one test: another process than the one with
the tests of the shared browser may run them (tests/conftest.py)."""

import os
import shutil

import pytest
import web_help
from build_help import program
from conftest import ROOT
from visit import Visit

from tools.web import command

pytestmark = web_help.marks()


@pytest.mark.skipif(not web_help.FIREFOX, reason="there is no firefox: apt-get install firefox-esr")
def test_in_firefox_a_first_game_begins_and_comes_back(server, tmp_path):
    with web_help.Firefox(tmp_path) as browser:
        browser.go(server.address + "?board=pybadge&seed=3&language=en")
        browser.until("Play")
        browser.press("x")
        browser.until("set up")
        browser.press("x")
        browser.until("go on")
        browser.press("x")
        browser.until("take")
        assert browser.run("return document.getElementById('trouble').textContent") == ""
        browser.go(server.address + "?board=pybadge&seed=3&language=de")
        browser.until("nimm")  # the turn; no language has been chosen in the game yet


def test_it_is_kept_can_be_installed_tells_of_a_new_version_and_needs_no_network(server, tmp_path):
    """Caches of earlier versions go, others' stay; it speaks another language without a network."""
    again = shutil.copytree(server.folder, tmp_path / "web")
    context = web_help.persistent(tmp_path / "profile", locale="en-GB", args=web_help.ONE_RENDERER)
    page = context.new_page()
    visit = Visit(page, web_help.Site(again))
    address = visit.site.address
    others = ["another-game", "pocket-rummy %sb/ 0123" % address]
    earlier = ["pocket-rummy %s 0123" % address, "pocket-rummy %s " % address]
    visit("goto known.json").page.evaluate(program("fills caches"), others + earlier)
    names = visit("open kept=1").page.evaluate(program("the caches once the page is kept"))
    assert set(others) < set(names)
    (own,) = set(names) - set(others)
    assert own.startswith(earlier[1]) and own != earlier[0]
    session = context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    files = {name: (again / name).read_bytes() for name in os.listdir(again)}
    files["page.css"] += b"/* new */"
    with open(os.path.join(ROOT, "tools", "web", "page", "service.js"), "rb") as file:
        files["service.js"] = file.read()
    (again / "page.css").write_bytes(files["page.css"])
    (again / "service.js").write_bytes(command._fill_in_cache_list(files))
    button = page.locator("#trouble button")
    for _ in range(2):  # while it is found, and when it waits already
        visit("reload")
        button.wait_for()
    with page.expect_navigation():
        button.click()
    visit("ready")
    assert "/* new */" in page.evaluate("fetch('page.css').then((it) => it.text())")
    visit.site.close()
    visit("reload; ready; says Play; select language de; says Spielen")
    context.close()
