"""What the page takes: bytes, times, and what it does at rest, in Chromium on Linux. Run it:
`.venv/bin/python tests/web_times.py [FOLDER]`, the folder that `web` wrote (default: dist/web)."""

import glob
import os
import shutil
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
sys.path.append(os.path.dirname(HERE))

import web_help  # noqa: E402  it lies in the path now
from visit import Visit  # noqa: E402

READ_LONG_TASKS = """() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "longtask", buffered: true });
    return observer.takeRecords().map((it) => it.duration);
}"""


def visit(page, site):
    """Return the milliseconds from the click on a link to the first picture."""
    page.goto(site.address, wait_until="commit")
    page.wait_for_timeout(3000)  # asking the page takes its thread's time
    page.wait_for_function(web_help.READY)
    return round(page.evaluate("performance.getEntriesByName('first picture')[0].startTime"))


def measure_first_visits(site, slower):
    """Print how long nine first visits take to show the title, with the main thread slowed down
    `slower` times, and the long tasks on it."""
    took, long = [], []
    for _ in range(9):
        context, page, _sizes = open_slow_page(slower)
        took.append(visit(page, site))
        long += page.evaluate(READ_LONG_TASKS)
        context.close()
    times = statistics.median(took), max(took)
    print("first visits, main thread 1/%d: title after %d ms, at worst %d" % (slower, *times))
    print("main-thread tasks longer than 50 ms: %s" % long)


def open_slow_page(slower):
    """Return a browser's new context at 10 Mbit/s, its page, and the set of urls that the page
    requests. slower: by how much the main thread is slowed down."""
    context = web_help.chromium().new_context(bypass_csp=True, locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    urls = set()
    page.on("request", lambda asked: urls.add(asked.url.partition("?")[0]))
    session.send("Network.enable")
    speed = dict.fromkeys(("downloadThroughput", "uploadThroughput"), 10 * 125000)
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 20, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return context, page, urls


def main(folder):
    """Print the timings. folder: a build of the page prepared for tests."""
    web_help.add_hooks(folder)
    site = web_help.Site(folder)
    measure_first_visits(site, 4)
    measure_first_visits(site, 1)
    context, page, urls = open_slow_page(1)
    page.goto(site.address + "?kept")  # the tests' page keeps itself only then
    Visit(page, site)("says Play")
    loaded = [name[len(site.address) :] or "index.html" for name in urls if "blob:" not in name]
    total = sum(os.path.getsize(os.path.join(folder, name)) for name in loaded if name)
    print("loaded on the first visit: %d files, %d KB" % (len(loaded), total // 1024))
    Visit(page, site)("key KeyX; says set up; key KeyX; says go on")
    print("first tiles (the starting draw) after %d ms" % page.evaluate("performance.now()"))
    Visit(page, site)("key KeyX; says take")
    print("first tile of the player's rack after %d ms" % page.evaluate("performance.now()"))
    Visit(page, site)("kept")
    print("later visits: title after %s ms" % [visit(page, site) for _ in range(3)])
    context.close()
    context = web_help.chromium().new_context(bypass_csp=True, locale="en-GB")
    page = context.new_page()
    game = Visit(page, site, board="pajenicko_picopad")
    # For two minutes after its start Chromium itself wakes 6 times a second, a blank page, too.
    game("open kept=1; kept; rest 90000; open; says Play")
    measure_idle(page, "the title")
    measure_key_latency(page, "in a menu", "DOWN", "UP")
    game("open; begin")
    measure_idle(page, "the player's turn")
    measure_key_latency(page, "on the rack, 320x240", "RIGHT", "LEFT")
    for _ in range(90):  # a person draws, a computer thinks
        page.keyboard.press("Enter" if "take" in game.spoken() else "KeyX", delay=30)
        page.wait_for_timeout(250)
    print("main-thread tasks longer than 50 ms during play: %s" % page.evaluate(READ_LONG_TASKS))
    page.goto("about:blank")
    measure_idle(page, "a blank page, for comparison")
    site.close()
    context.close()


def measure_idle(page, where):
    """Print what all the browser's processes take in the median of ten times two seconds, a minute
    after a key: until then Chromium looks for gamepads and tidies up. What the page itself causes
    is the difference to a blank one."""
    page.wait_for_timeout(60000)
    before, taken = _used(), []
    for _ in range(10):
        time.sleep(2)
        now = _used()
        taken.append([(now[i] - before[i]) / 2 for i in (0, 1)])
        before = now
    core, wakes = map(statistics.median, zip(*taken))
    print("at rest, %s: %.2f %% of a core, threads wake %.1f times a second" % (where, core, wakes))


def _children(process="self"):
    """Yield the ids of all processes that a process has started, and of theirs."""
    for path in glob.glob("/proc/%s/task/*/children" % process):
        with open(path) as file:
            for child in file.read().split():
                yield child
                yield from _children(child)


def _used():
    """Return (hundredths of a second of a core, waits of threads) of the browser's processes."""
    cpu = waits = 0
    for process in _children():
        for task in glob.glob("/proc/%s/task/*/" % process):
            try:
                if "node" in os.readlink("/proc/%s/exe" % process):
                    continue  # Playwright's own
                with open(task + "stat") as file:
                    words = file.read().rpartition(")")[2].split()
                with open(task + "status") as file:
                    (line,) = [row for row in file if row.startswith("voluntary_ctxt")]
            except OSError:
                continue  # it has ended
            cpu, waits = cpu + int(words[11]) + int(words[12]), waits + int(line.split()[1])
    return cpu, waits


def measure_key_latency(page, where, *buttons):
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
    made = sys.argv[1] if len(sys.argv) > 1 else os.path.join(web_help.ROOT, "dist", "web")
    with tempfile.TemporaryDirectory() as scratch:
        main(shutil.copytree(made, os.path.join(scratch, "web")))
