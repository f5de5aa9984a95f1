"""List the last rounds, whose turns the coach reviews."""

from pocket.app import draw
from pocket.made import texts
from pocket.saves import roundsfile
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import person, say

from rules import catalogue


def summary(record: bytes) -> tuple[str, list[str], list[str]] | None:
    """Return (the game's id, names, scores) of a record, read from its head and its last line.
    scores: texts, an empty list if the record was cut off. Returns None for a damaged record."""
    end = bytes(record[record.rfind(b"\n", 0, len(record) - 1) + 1 :]).strip()
    try:
        head = bytes(record[: record.find(b"\nstart ")]).decode()
        scores = end[1:].decode().split() if end[:1] == b"=" else []
        list(map(int, scores))
    except ValueError:  # letters or numbers that are none
        return None
    first, _, seats = head.partition("\n")
    first = first.split()
    if len(first) < 2 or first[1] not in catalogue.ORDER:
        return None
    seats = [seat.strip().partition("/") for seat in seats.split(",")]
    names = [seat[0] for seat in seats]
    if scores and len(scores) != len(names):
        return None
    persons = [i for i in range(len(seats)) if not seats[i][2]]
    if len(persons) == 1:
        names[persons[0]] = person(names[persons[0]], persons[0])
    return first[1], names, scores


class Screen(PanelScreen):
    """A shows the turns of the chosen round. line: the line to begin with."""

    back = ("menus.title", texts.TITLE_ROUNDS)
    resumes = True

    def __init__(self, app, line: int = 0) -> None:
        self.app = app
        panel = self.panel = Panel(app, say(texts.TITLE_ROUNDS), say(texts.ROUNDS_KEYS))
        self.lines = [summary(record) for record in roundsfile.all_of(app.store)]
        count = len(self.lines)
        if count:
            line = min(line, count - 1)
            Listing(panel, count, self._text, None, self._explain, below=1, chosen=line)
        else:
            self.fail(say(texts.ROUNDS_NONE), draw.DIM)

    def _explain(self):
        line = self.lines[self.list.chosen]
        title = catalogue.title(line[0]) if line else ""
        self.tell(title if not line or line[2] else say(texts.ROUNDS_PART, title))

    def _text(self, i):
        """Return the line of a round: names with their scores, the winner first, cut to fit; the
        names alone if the record was cut off."""
        if self.lines[i] is None:
            return say(texts.ROUNDS_DAMAGED)
        _game, names, scores = self.lines[i]
        panel = self.panel
        room = panel.w - 4 * panel.unit
        pairs = list(zip(names, scores or [""] * len(names)))
        pairs.sort(key=lambda pair: -int(pair[1] or 0))
        for letters in range(max([1] + [len(name) for name in names]), 0, -1):
            text = ", ".join([(name[:letters] + " " + score).rstrip() for name, score in pairs])
            if panel.font.measure(text) <= room:
                break
        return panel.font.cut(text, room)

    def choose(self) -> None:
        if self.list:
            line = self.lines[self.list.chosen]
            coach = catalogue.rules_of(line[0] if line else catalogue.ORDER[0]).COACH
            if coach:
                self.app.go(coach, self.list.chosen)
