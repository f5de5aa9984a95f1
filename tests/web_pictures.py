"""Pictures of the pages for docs/WEB.md, in Chromium. Run it: `.venv/bin/python
tests/web_pictures.py [FOLDER]`, the folder that `web` wrote (default: dist/web)."""

import io
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
sys.path.append(os.path.dirname(HERE))

import web_help  # noqa: E402  it lies in the path now
from PIL import Image  # noqa: E402
from visit import Visit  # noqa: E402

from tools.device import boards_desktop  # noqa: E402

BESIDE = 12  # pixels between two pictures
TURNS = 8  # of the game on show


def shown(site, width, height, board="own", play=True, name=""):
    """Return what a window of that size shows: a turn in the middle of a game; play: it fills the
    window. name: of another page."""
    touch = width < 1000
    context = web_help.chromium().new_context(
        locale="en-GB",
        bypass_csp=True,
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
    )
    page = context.new_page()
    if name:
        page.goto(site.address + name)
        page.wait_for_load_state("networkidle")
    else:
        middle(page, board, site)
        if play:
            page.locator("#play").click()
            page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=bool(name)))).convert("RGB")
    context.close()
    return picture


def middle(page, board, site):
    """Play a quick game until the person, who has drawn TURNS times, is about to move."""
    visit = Visit(page, site, board=board)("open simulated=1 seed=3; wait 1500")
    drawn = 0
    while drawn < TURNS or "take" not in visit.spoken():
        if "take" in visit.spoken():
            visit("wait 600; press START")  # only then a key is heard
            drawn += 1
        visit("press A; wait 600")
    visit("wait 3000")


def keep(name, pictures):
    """Write docs/<name>.png: pictures side by side, of the height of the lowest. By the median cut,
    Pillow's own choice, tiles lose their colours."""
    high = min(picture.height for picture in pictures)
    pictures = [
        picture.resize((picture.width * high // picture.height, high), Image.Resampling.LANCZOS)
        for picture in pictures
    ]
    wide = sum(picture.width + BESIDE for picture in pictures) - BESIDE
    sheet = Image.new("RGB", (wide, high), "white")
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + BESIDE
    sheet = sheet.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    sheet.save(os.path.join(web_help.ROOT, "docs", name + ".png"), optimize=True)


def titles():
    """Write what each board shows first into the folder of the pages."""
    folder = os.path.join(web_help.ROOT, "tools", "web", "page")
    for board in boards_desktop.BOARDS:
        with tempfile.TemporaryDirectory() as data:
            script = os.path.join(data, "script")
            with open(script, "w", encoding="utf-8") as file:
                file.write("wait 2500\nshot board-%s\n" % board)
            words = ["play", "--board", board, "--headless", "--seed", "3", "--scale", "1"]
            words += ["--script", script, "--shots", folder, "--data", data]
            subprocess.run(
                [sys.executable, os.path.join(web_help.ROOT, "tools"), *words], check=True
            )


def main(folder):
    """Write the pictures; `folder` is changed as tests want it."""
    titles()
    web_help.add_hooks(folder)
    site = web_help.Site(folder)
    keep("web", [shown(site, 1000, 620, play=False), shown(site, 390, 844)])
    phones = [(390, 844, "own", False), (390, 844), (320, 568), (390, 844, "pybadge", False)]
    keep("web_phone", [shown(site, *phone) for phone in phones])
    keep("web_turned", [shown(site, 844, 390, play=play) for play in (False, True)])
    keep("web_desktop", [shown(site, 1366, 768, board, False) for board in ("own", "pybadge")])
    keep("web_install", [shown(site, 1280, 800, name="install.html?board=pybadge")])
    site.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(web_help.ROOT, "dist", "web"))
