"""Pictures of the pages for docs/WEB.md, in Chromium. Run it: `.venv/bin/python
tests/web_pictures.py [FOLDER]`, the folder that `web` wrote (default: dist/web)."""

import io
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
sys.path.append(os.path.dirname(HERE))

import web_help  # noqa: E402  it lies in the path now
from PIL import Image  # noqa: E402

# name: width and height of the window, pages in a row
PHONE, TURNED, DESKTOP = (390, 844, 4), (844, 390, 2), (1280, 800, 2)
BESIDE = 12  # pixels between the two of README's picture
SEED, TURNS = 3, 8  # of its game


def shown(size, open_page, **more):
    """What a window of that size shows of what open_page(page) opens; more: of Playwright's."""
    context = web_help.chromium().new_context(
        bypass_csp=True, locale="en-GB", viewport={"width": size[0], "height": size[1]}
    )
    page = context.new_page()
    open_page(page)
    picture = Image.open(io.BytesIO(page.screenshot(**more))).convert("RGB")
    context.close()
    return picture


def keep(name, pictures, columns):
    """Write docs/<name>.png: pictures of one size side by side, half as large."""
    wide, high = pictures[0].size
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (wide * columns, high * rows))
    for i, picture in enumerate(pictures):
        sheet.paste(picture, (i % columns * wide, i // columns * high))
    write(name, sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS))


def write(name, picture):
    """Write docs/<name>.png. By the median cut, Pillow's own choice, tiles lost their colours."""
    picture = picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    picture.save(os.path.join(web_help.ROOT, "docs", name + ".png"), optimize=True)


def middle(page, board, site):
    """A quick game on the page in which the person has drawn TURNS times, about to move."""
    device = web_help.Device(page, board).open(site, simulated=1, seed=SEED)
    device.wait(1500)
    drawn = 0
    while drawn < TURNS or "take" not in device.said():
        mine = "take" in device.said()
        if mine:
            device.wait(600)  # until a key is heard
            device.press("START")
            drawn += 1
        device.press("A")
        device.wait(900)
    device.wait(3000)


def both(site):
    """README's picture: a PicoPad on a desktop, a PyBadge on a phone."""
    desk = shown((1000, 560), lambda page: middle(page, "pajenicko_picopad", site))
    phone = shown((390, 760), lambda page: middle(page, "pybadge", site))
    phone = phone.resize((390 * desk.height // 760, desk.height), Image.Resampling.LANCZOS)
    picture = Image.new("RGB", (desk.width + BESIDE + phone.width, desk.height), "white")
    picture.paste(desk, (0, 0))
    picture.paste(phone, (desk.width + BESIDE, 0))
    write("web", picture)


def main(folder):
    """Write the pictures."""
    site = web_help.Site(folder)
    both(site)
    for name, size in ("web_phone", PHONE), ("web_turned", TURNED), ("web_desktop", DESKTOP):
        boards = [
            shown(size, lambda page, board=board: web_help.Device(page, board).open(site).begin())
            for board in web_help.SIZES
        ]
        keep(name, boards, size[2])

    def install(page):
        page.goto(site.address + "install.html")
        page.wait_for_load_state("networkidle")

    keep("web_install", [shown(DESKTOP, install, full_page=True)], 1)
    site.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(web_help.ROOT, "dist", "web"))
