"""The menu in a game: go on, rules, options in force, settings, leave, give the game up."""

from pocket.app import device, draw, flow, input
from pocket.made import texts
from pocket.ui import listing
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import heading, say

# what a line says; in a lesson or puzzle only some lines and its own end
_GO, _SCORE, _RULES, _OPTIONS, _SETTINGS, _LEAVE, _GIVE_UP, _END = 0, 1, 2, 3, 4, 5, 6, 7
_LINES = (
    texts.PAUSE_GO,
    texts.PAUSE_SCORE,
    texts.TITLE_RULES,
    texts.PAUSE_OPTIONS,
    texts.TITLE_SETTINGS,
    texts.PAUSE_LEAVE,
    texts.PAUSE_GIVE_UP,
    None,  # the game says what ends
)


class Screen(PanelScreen):
    """START in a turn or at the hand-over comes here; B or "Go on" goes back. line: the line to
    begin with."""

    def __init__(self, app, line: int = 0) -> None:
        self.app = app
        self.preload = app.session.game.preload
        self.sure = False
        keys = say(texts.TITLE_KEYS_BACK)
        panel = self.panel = Panel(app, say(texts.PAUSE_TITLE), keys)
        listing.show_battery(app, self.group, panel.top // 2 - 4)
        head, self.stars = heading(app), ""
        if app.session.station is not None:
            from pocket.learn import goals

            head, self.stars = goals.of(app)
            del goals
            device.forget("pocket.learn.goals")
        if panel.font.measure(head) > panel.w:
            panel.say(1, 1, head, draw.DIM)
        else:
            panel.set(1, head, draw.DIM, True)
        panel.said[-1][2].y -= 4 if panel.full else 1  # away from the band of the first line
        self.lines = (
            (_GO, _RULES, _SETTINGS, _END)
            if app.session.lesson
            else (_GO, _SCORE, _RULES, _OPTIONS, _SETTINGS, _LEAVE, _GIVE_UP)
        )
        rows = panel.lines - 4 - (panel.lines > 12)  # above the help
        self.list = Listing(panel, 2, rows, len(self.lines), self._text, explain=self._help)
        self.list.start(line)

    def _text(self, i):
        return say(_LINES[self.lines[i]] or self.app.session.game.ends)

    def _help(self):
        """What becomes of the game; of one that no drive has taken, that it is not kept."""
        line = self.lines[self.list.chosen]
        if line == _LEAVE and self.app.failures.unsaved:
            self._tell(say(texts.PAUSE_UNSAVED_HELP), draw.BAD)
        elif line == _LEAVE:
            self._tell(say(texts.PAUSE_LEAVE_HELP), draw.DIM)
        else:
            told = say(texts.PAUSE_GIVE_UP_HELP) if line == _GIVE_UP else self.stars
            self._tell(told, draw.DIM)

    def _tell(self, text, ink):
        panel = self.panel
        high = 2 if panel.lines > 12 else 1
        row = panel.lines - 1 - high
        lines = draw.wrap(text, panel.w, panel.font) if text else []
        short = len(lines) <= high
        panel.say(row, high, "" if short else text, ink)
        for i in range(short * len(lines)):
            panel.set(row + i, lines[i], ink, True)

    def again(self) -> tuple:
        """The cursor where it is."""
        return (self.list.chosen,) + self.app.args[1:]

    def key(self, button: int, kind: int) -> None:
        """UP and DOWN choose, A goes, B or START back to the game."""
        app = self.app
        panel = self.panel
        if self.sure:
            self.sure = False
            if button == input.A:
                from pocket.saves import roundsfile

                roundsfile.given_up(app)
                flow.forget(app)
                game = app.session.game
                # Several persons' racks stay hidden: this round did not end by the rules.
                shows = app.session.persons < 2 and game.racks and game.phase == "turn"
                app.go("rounds.scoreracks" if shows else "menus.title")
                return
            panel.keys(say(texts.TITLE_KEYS_BACK))
            self._help()
        elif self.list.key(button):
            return
        elif button in (input.B, input.START):
            flow.show(app)
        elif button == input.A:
            self._go(self.lines[self.list.chosen])

    def _go(self, what):
        app = self.app
        session = app.session
        here = ("menus.pause", self.list.chosen)
        if what == _GO:
            flow.show(app)
        elif what == _SCORE:
            app.go("rounds.score", here)
        elif what in (_RULES, _OPTIONS):
            begin = "options" if what == _OPTIONS else ""
            app.go("menus.rulespages", session.game.rules["game"], here, begin)
        elif what == _SETTINGS:
            app.go("menus.settingsmenu", 0, here)
        elif what == _LEAVE:
            flow.save(app)
            app.tell(app.failures.unsaved)  # once more why: it is lost
            app.go("menus.title")
        elif what == _END and session.game.ends == texts.PAUSE_END_PUZZLE:
            if session.solution:
                app.go(
                    session.game.leads,
                    session.lesson[0],
                    -1 - session.lesson[1],
                    *session.lesson[2:],
                )
            else:  # the solution, on the table as it was
                session.solution = 1
                session.turn = None
                flow.show(app)
        elif what == _END and session.lesson[2:]:
            app.go("learn.journey")
        elif what == _END:
            app.go(session.game.leads, session.lesson[0])
        else:
            self.sure = True
            app.ignore_keys_until_shown()  # the key that has chosen the line may be mashed
            self._tell(say(texts.PAUSE_SURE), draw.BAD)
            self.panel.keys(say(texts.CARDS_KEYS_SURE))
