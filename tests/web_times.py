"""What the page takes: bytes and times, in Chromium. Run it: `.venv/bin/python tests/web_times.py
[FOLDER]`, the folder that `web` wrote (default: dist/web)."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
sys.path.append(os.path.dirname(HERE))

import web_help  # noqa: E402  it lies in the path now
from visit import Visit  # noqa: E402

MBIT = 125000
READY = "document.getElementById('handheld').getAttribute('aria-busy') === null"
FIRST = "performance.getEntriesByName('first picture')[0].startTime"
LONG = """() => {
    window.long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((it) => it.duration)))
        .observe({ type: "longtask" });
}"""


def visit(page, site):
    """Milliseconds from the click on a link to the first picture."""
    page.goto(site.address)
    page.wait_for_function(READY)
    return round(page.evaluate(FIRST))


def first(site, slower):
    """Print when the title stands on a first visit at 10 Mbit/s, with the page's thread this many
    times slower. Returns the browser's context, its page, and what it has asked for."""
    context = web_help.chromium().new_context(bypass_csp=True, locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    sizes = {}
    page.on("request", lambda asked: sizes.setdefault(asked.url.partition("?")[0], None))
    session.send("Network.enable")
    slow = {"offline": False, "latency": 20, "downloadThroughput": 10 * MBIT}
    session.send("Network.emulateNetworkConditions", {**slow, "uploadThroughput": 10 * MBIT})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    took = visit(page, site)
    print("first visit at 10 Mbit/s, thread of the page 1/%d: title after %d ms" % (slower, took))
    return context, page, sizes


def main(folder):
    """Print the figures."""
    site = web_help.Site(folder)
    first(site, 4)[0].close()
    context, page, sizes = first(site, 1)
    loaded = [name[len(site.address) :] or "index.html" for name in sizes if "blob:" not in name]
    total = sum(os.path.getsize(os.path.join(folder, name)) for name in loaded if name)
    print("loaded for it: %d files, %d KB" % (len(loaded), total // 1024))
    game = Visit(page, site)("says Play; key KeyX; says set up; key KeyX; says go on")
    print("first tiles, the draws for start, after %d ms" % page.evaluate("performance.now()"))
    game("key KeyX; says take")
    print("first tile of the own rack after %d ms" % page.evaluate("performance.now()"))
    game("kept")
    print("later visits: title after %s ms" % [visit(page, site) for _ in range(3)])
    game("says Continue")
    keys(page, "in a menu", "DOWN", "UP")
    game("board pajenicko_picopad; open; says Continue; key KeyX; says take | go on")
    if "go on" in game.spoken():  # the first turn is not kept again behind the draws for start
        game("key KeyX; says take")
    game("heard")
    keys(page, "on the rack, 320x240", "RIGHT", "LEFT")
    page.evaluate(LONG)
    for _ in range(90):  # a person draws, a computer thinks
        page.keyboard.press("Enter" if "take" in game.spoken() else "KeyX", delay=30)
        page.wait_for_timeout(250)
    print("tasks of more than 50 ms on the page's thread in play: %s" % page.evaluate("long"))
    site.close()
    context.close()


def keys(page, where, *buttons):
    """Print how long it takes from a key to its picture."""
    took = page.evaluate(
        """async (buttons) => {
            const took = [];
            for (let i = 0; i < 40; i++) {
                const { painted } = await device.ask("painted");
                const begin = performance.now();
                const button = buttons[i % 2];
                device.key(button, true);
                while ((await device.ask("painted")).painted === painted);
                took.push(performance.now() - begin);
                device.key(button, false);
                await new Promise((done) => setTimeout(done, 250));
            }
            return took.sort((a, b) => a - b);
        }""",
        list(buttons),
    )
    told = where, took[len(took) // 2], took[len(took) * 9 // 10], took[-1]
    print("key to picture %s: %.0f ms, nine of ten %.0f, the longest %.0f" % told)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(web_help.ROOT, "dist", "web"))
