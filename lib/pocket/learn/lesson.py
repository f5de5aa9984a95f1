"""Teach by lessons: a page says what to do, a prepared turn lets the player do it.

The help text lesson_XX is a Book; XX is a game's id for its first lesson, else one of _MORE. A page
with "@turn 2" has a turn, described under "# XX.2" in assets/turns.txt, which is the same for all
languages. A line there begins with a word: rack, table, opened, lay (at least these tiles) or draw,
keep (these stay on the rack), points (play high tiles); for 8 Round Rummy hand, upper (top
discard), next (top of the draw pile), stage (round), from (pile or discard), away (the card to
discard); game: whose rules apply, in a page "@game" for the whole lesson. "@hint" of the page is
shown during the turn; without it the hint lists the tiles. The turn is played on another screen,
since memory cannot hold it beside the lesson's page.
"""

from pocket.app import device, draw
from pocket.games import newgame
from pocket.made import texts
from pocket.ui.book import ORDER, TITLE, Book, Pages
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue
from rules.tilegame import tiles

if False:  # for type checkers
    from pocket.app.flow import App

    from rules.family import Running


# What a lesson that is missing or damaged raises.
BROKEN = (OSError, ValueError, KeyError, device.AssetError)


def make_turn_game(game_id: str, task: dict[str, str]) -> "Running":
    """Make the game of one turn from its task (see `read_task`), or a puzzle from its own. Raises
    one of BROKEN."""
    game_id = task.get("game", game_id)
    name = catalogue.rules_of(game_id).LESSON.strip()
    module = __import__(name, None, None, ("__name__",))
    return (module.PuzzleGame if "which" in task else module.LessonGame)(game_id, task)


def start_turn(app: "App", game_id: str, task: dict[str, str], lesson: tuple) -> None:
    """Go to the turn of a page, or back to the list if the turn is damaged. lesson: see
    Session.lesson."""
    try:
        game = make_turn_game(game_id, task)
    except BROKEN:
        app.tell((texts.RULES_MISSING,))
        app.go("learn.lesson", lesson[0])
        return
    newgame.seat_people(app, game, newgame.people_of(app, ["", "easy"]), None, lesson)
    app.enter()


# The lessons that follow the first one of each game, in the order of their titles.
_MORE = ("MV", "SP", "JO", "OP", "HB", "EN", "GO")
LESSONS = catalogue.ORDER + _MORE
TEXT = "lesson_"  # with its id: the name of a lesson among the help texts
_DONE = -2  # in place of a turn's number: the lesson is done, the next one is offered


def read_turn(name: str) -> dict[str, str]:
    """Read a turn ("MV.2") of turns.txt: {word: text}. Raises OSError where it is missing."""
    out: dict[str, str] | None = None
    with open(device.asset("turns.txt")) as file:
        for line in file:
            if line[:1] == "#":
                if out is not None:
                    break
                if line[1:].strip() == name:
                    out = {}
            elif out is not None:
                word, _, out[word] = line.strip().partition(" ")
    if out is None:
        raise OSError(name)
    return out


def read_task(lesson: str, place: int) -> dict[str, str]:
    """Read the orders of the page at `place` of a lesson's Pages, and its turn's lines, as {word:
    text}; empty for a page without a turn. Raises one of BROKEN."""
    out = {}
    lines = Pages(TEXT + lesson)
    lines.place = place
    lines.next(TITLE)
    while lines.next(ORDER) and lines.kind != TITLE:
        if lines.kind == ORDER:
            word, _, text = lines.text.partition(" ")
            out[word] = text
    if "turn" in out:
        out.update(read_turn(lesson + "." + out["turn"]))
        if "hint" not in out:
            laid = tiles.parse_set(out["lay"].split())
            out["hint"] = say(texts.LESSON_LAY, " ".join([draw.tile_text(code) for code in laid]))
    return out


def page_after_turn(lesson: str, number: int) -> int:
    """Return the place of the page after turn `number` of a lesson; of the first page for 0. Places
    differ by language, which may have changed during the turn. Raises one of BROKEN."""
    lines = Pages(TEXT + lesson)
    begin = 0
    passed = False
    while number and lines.next(ORDER):
        if passed and lines.kind == TITLE:
            break
        passed = passed or lines.kind == ORDER and lines.text.split() == ["turn", str(number)]
        begin = lines.place
    else:
        begin = 0
    return begin


class Screen(PanelScreen):
    """Choose a lesson from a list, or read one.

    lesson: its id. made: the number of the turn just played, from 1, to show the page after it; 0
    for the first page, None or _DONE for the list, where _DONE means that the lesson before this
    one was finished. from_journey: (True,) if the journey opened the lesson.
    """

    def __init__(
        self, app: "App", lesson: str | None = None, made: int | None = None, *from_journey: bool
    ) -> None:
        self.app = app
        self.lesson = lesson
        self.from_journey = from_journey
        self.panel = Panel(app)
        if made in (None, _DONE):
            self._choose(made == _DONE)
        else:
            self._show(self._open, lesson, made)

    def _show(self, show, *args):
        """Show a page by show(*args); go back where it is missing or damaged, and say so."""
        try:
            show(*args)
        except BROKEN:
            self.app.tell((texts.RULES_MISSING,))
            self._leave(self.lesson)

    def _choose(self, done):
        """List the lessons, with the cursor on `self.lesson`. done: the one before it was just
        finished."""
        panel = self.panel
        learned = len([lesson for lesson in LESSONS if self.app.settings.learned(lesson)])
        panel.title(say(texts.TITLE_LESSON), "%d/%d" % (learned, len(LESSONS)))
        panel.keys(say(texts.TITLE_KEYS_BACK))
        line = LESSONS.index(self.lesson) if self.lesson in LESSONS else 0
        Listing(panel, len(LESSONS), self._name, below=2, chosen=line)
        why = self.app.take_notice()
        text = texts.LESSON_DONE if done else texts.LESSON_ABOUT
        if done and learned == len(LESSONS):
            text = texts.LESSON_ALL
        ink = draw.BAD if why else draw.GOOD if done else draw.DIM
        self.tell(why or say(text), ink)

    def _name(self, i):
        games = len(catalogue.ORDER)
        name = catalogue.title(LESSONS[i]) if i < games else say(texts.LESSON_MORE1 + i - games)
        return name + (" " + draw.RIGHT_SIGN if self.app.settings.learned(LESSONS[i]) else "")

    def _open(self, lesson, made=0):
        self.lesson = lesson
        self.praise = self.made = made
        self.last_turn = 0  # the last one that a page has offered
        self.panel.clear()
        self.game_id = lesson
        if lesson not in catalogue.ORDER:
            self.game_id = read_task(lesson, 0).get("game", catalogue.ORDER[0])
        rules = catalogue.rules_for(self.game_id)
        pieces = catalogue.pieces(self.game_id)
        self.book = Book([TEXT + lesson], rules, self.panel, pieces)
        self._turn((0, page_after_turn(lesson, made), 0, ""))

    def _turn(self, place):
        """Show the page at a place of the book (Book.page), or the rest of one."""
        panel = self.panel
        panel.clear()
        title, items, after = self.book.page(place)
        if not place[2] and not place[3]:  # a new page
            self.task = read_task(self.lesson, place[1])
            self.last_turn = int(self.task.get("turn", self.last_turn))
        rules = catalogue.rules_for(self.task.get("game", self.game_id))
        self.app.art.set_fourth_colour(rules)
        panel.title(title)
        self.book.show(items)
        self.after = after
        self.is_cut = after is not None and after[3] != ""
        if "turn" in self.task and not self.is_cut:
            panel.keys(say(texts.LESSON_KEYS_TRY))
        else:
            panel.keys(say(texts.LESSON_KEYS_READ))
        if self.praise:
            praise = say(texts.LESSON_PRAISE1 + self.praise % 3)  # a different one each turn
            self.praise = 0
            panel.keys(say(texts.LESSON_KEYS_PRAISE, draw.RIGHT_SIGN + " " + praise))
            self.app.sound.play("win")

    def choose(self) -> None:
        """Open the chosen lesson; in a lesson start the page's turn, or show the next page."""
        if self.list:
            self._show(self._open, LESSONS[self.list.chosen])
        elif "turn" in self.task and not self.is_cut:
            lesson = (self.lesson, int(self.task["turn"])) + self.from_journey
            turn = self.game_id, self.task, lesson
            self.app.go("games.makegame", "learn.lesson", "lesson", *turn)
        else:
            self._next()

    def start(self) -> None:
        """Ignore START, which the player may have mashed during the turn."""

    def select(self) -> None:
        """Skip the page's turn."""
        if not self.list:
            self._next()

    def leave(self) -> None:
        """End the lesson: on its last page it is done."""
        if self.list:
            self.app.go("menus.title", texts.TITLE_LESSON)
        elif self.after is None and "turn" not in self.task:
            self._end()
        else:
            self._leave(self.lesson)

    def _next(self):
        """Show the next page, or the rest of this one."""
        if self.after is None:
            self._end()
        else:
            self._show(self._turn, self.after)

    def _end(self):
        """Mark the lesson as done unless more than half of its turns were skipped at its end, and
        offer the next one. The list is a new screen, since the pages leave memory fragmented."""
        app = self.app
        if 2 * self.made < self.last_turn:
            app.tell((texts.LESSON_SKIPPED,))
            self._leave(self.lesson)
            return
        if app.settings.learn(self.lesson):
            from pocket.saves import settingsfile

            settingsfile.save(app)
        app.sound.play("win")
        self._leave(LESSONS[(LESSONS.index(self.lesson) + 1) % len(LESSONS)], _DONE)

    def _leave(self, lesson, made=None):
        """Go back to the journey, or to `lesson` in the list of lessons."""
        if self.from_journey:
            self.app.go("learn.journey")
        else:
            self.app.go("learn.lesson", lesson, made)
