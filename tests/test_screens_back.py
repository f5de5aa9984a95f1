"""B leads back to where a screen was opened from, with the cursor on the line that led there."""

from scenes import scenes


def _line(scene):
    """(the screen, the line under the cursor, the list's first line)."""
    panel = scene.screen.panel
    shown = panel.list if panel else None
    return scene.name(), shown and shown.text(shown.chosen), shown and shown.text(0)


def mark(scene, _):
    """Remember the line under the cursor."""
    scene.mark = _line(scene)


def marked(scene, _):
    """Be on the line that was remembered."""
    assert _line(scene) == scene.mark


def opens(scene, text):
    """Open the line under the cursor, press keys there, and be back by B: `opens RIGHT`; by B as
    often as a number says: `opens 2`."""
    keys = text.split()
    times = int(keys.pop()) if text[-1:].isdigit() else 1
    before = _line(scene)
    for key in ["A", *keys] + ["B"] * times:
        scene.sim.press(key, rest=200)
        assert (_line(scene) == before) is (key == "B" and times == 1), _line(scene)
        times -= key == "B"


def opens_each(scene, _):
    """Open each line of the list; the picture of the buttons is left by B twice."""
    assert scene.screen.list.count > 2
    for _ in range(scene.screen.list.count):
        opens(scene, "2" if "buttons" in _line(scene)[1] else "")
        scene.sim.press("DOWN", rest=20)


def on_page(scene, _):
    """Have the cursor of the index on the page that was on show."""
    assert _line(scene)[1].strip() == scene.heading


def read_page(scene, _):
    """Remember the heading of the page on show."""
    scene.heading = scene.lines()[0].strip()


def plays(scene, _):
    """Go on to the turn of a lesson."""
    while not scene.session.lesson:
        scene.sim.press("A", rest=300)


test_b_leads_back = scenes(
    """
    To the line of the first screen's menus:
        for $board in pybadge | pimoroni_picosystem; board $board;
        to More; mark; A; opens_each; B; marked
    The line of keys says so at the first start, too: board pimoroni_picosystem; to More; A;
        keys choose   {A} go   {B} back
    From a card and its set-up: to Play; mark; A; RIGHT; SELECT; on gamesetup; B; on gamecards; B;
        marked
    To the line of the menu in a game:
        for $line in Score | Rules | Settings; begin RK ANNA BO/easy; menu;
        to $line; opens
    To the menu the settings were asked in: choose More; to Rules; mark; SELECT; on settingsmenu;
        B; marked
    To the game whose pages were read, and from the index to the page:
        choose Rules; to Classic Rummy Tiles; opens RIGHT; A; read_page; SELECT; on_page
    From a puzzle that is ended to its list, behind its solution in two steps:
        choose Puzzle of the day; to Grade 3; mark; A; wait 300; hold START 900; on pause; UP;
        chosen End; A; wait 2200; A; wait 300; A; wait 300; on puzzles; marked
    From a lesson that is ended to its list: choose Lessons; to Rummy Gin; mark; A; plays;
        hold START 900; on pause; UP; chosen End; A; wait 200; on lesson; marked
    """,
    mark,
    marked,
    opens,
    opens_each,
    read_page,
    on_page,
    plays,
)
