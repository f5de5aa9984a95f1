"""The menu in a game: go on, score, rules, settings, leave, give the game up."""

from pocket.app import device, draw, flow
from pocket.made import texts
from pocket.ui import battery
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import heading, say

_END = 0  # of a lesson or puzzle: the game says what ends
_LINES = (
    texts.PAUSE_GO,
    texts.PAUSE_SCORE,
    texts.TITLE_RULES,
    texts.TITLE_SETTINGS,
    texts.PAUSE_LEAVE,
    texts.PAUSE_GIVE_UP,
)
_LESSON = (texts.PAUSE_GO, texts.TITLE_RULES, texts.TITLE_SETTINGS, _END)


class Screen(PanelScreen):
    """START in a turn or at the hand-over leads here; B, START or "Go on" lead back. line: the line
    to begin with."""

    resumes = True

    def __init__(self, app, line: int = 0) -> None:
        self.app = app
        self.preload = app.session.game.preload
        panel = self.panel = Panel(app, say(texts.PAUSE_TITLE), say(texts.TITLE_KEYS_BACK))
        battery.show(app, self.group, panel.top // 2 - 4)
        head, self.stars = heading(app), ""
        if app.session.station is not None:
            from pocket.learn import goals

            head, self.stars = goals.of(app)
            del goals
            device.forget("pocket.learn.goals")
        elif app.session.lesson and self._is_unsolved_puzzle():
            if app.settings.get("hints") != "none":
                self.stars = say(texts.PLAY_HOLD_HINT, app.keys.hint_key)
        panel.say(1, 1, head, draw.DIM, True)
        panel.shown_texts[-1][2].y -= 4 if panel.full else 1  # away from the band of the first line
        self.lines = _LESSON if app.session.lesson else _LINES
        below = 2 if panel.lines > 12 else 1
        Listing(panel, len(self.lines), self._text, None, self._explain, 2, below)
        self.list.start(line)

    def _text(self, i):
        return say(self.lines[i] or self.app.session.game.ends)

    def _explain(self):
        """Say what becomes of the game, and where the drive has not taken it, that it is lost."""
        line = self.lines[self.list.chosen]
        if line == texts.PAUSE_GIVE_UP:
            self.tell(say(texts.PAUSE_GIVE_UP_HELP))
        elif line == _END and self._is_unsolved_puzzle():
            self.tell(say(texts.PAUSE_END_PUZZLE_HELP))
        elif line != texts.PAUSE_LEAVE:
            self.tell(self.stars)
        elif self.app.failures.unsaved:
            self.tell(say(texts.PAUSE_UNSAVED_HELP), draw.BAD)
        else:
            self.tell(say(texts.PAUSE_LEAVE_HELP))

    def leave(self) -> None:
        flow.show(self.app)

    start = leave

    def choose(self) -> None:
        app = self.app
        line = self.lines[self.list.chosen]
        here = ("menus.pause", self.list.chosen)
        if line == texts.PAUSE_GO:
            self.leave()
        elif line == texts.PAUSE_SCORE:
            app.go("rounds.score", here)
        elif line == texts.TITLE_RULES:
            app.go("menus.rulespages", app.session.game.rules["game"], here)
        elif line == texts.TITLE_SETTINGS:
            app.go("menus.settingsmenu", 0, here)
        elif line == texts.PAUSE_LEAVE:
            app.keep_only("menus.pause")  # what goes on with the game is not needed
            flow.save(app)
            if app.failures.kept and app.session.turn is not None:
                from pocket.tilegame import keptturn

                keptturn.keep(app)
            app.tell(app.failures.unsaved)  # say why once more: the game is lost
            app.go("menus.title")
        elif line == texts.PAUSE_GIVE_UP:
            app.ignore_keys_until_shown()  # the key that has chosen the line may be mashed
            self.ask(texts.PAUSE_SURE, self._give_up)
        else:
            self._end()

    def _is_unsolved_puzzle(self):
        session = self.app.session
        return session.game.ends == texts.PAUSE_END_PUZZLE and not session.solution

    def _end(self):
        """End a lesson or a puzzle; a puzzle's solution is shown first, on the table as it was."""
        app = self.app
        session = app.session
        if self._is_unsolved_puzzle():
            session.solution = 1
            session.turn = None
            flow.show(app)
        elif session.game.ends == texts.PAUSE_END_PUZZLE:
            grade, number, *way = session.lesson
            app.go(session.game.leads, grade, -1 - number, *way)
        elif session.lesson[2:]:
            app.go("learn.journey")
        else:
            app.go(session.game.leads, session.lesson[0])

    def _give_up(self):
        """Forget the game. Show the racks where none of another person is hidden: no rule ended
        this round."""
        app = self.app
        from pocket.saves import roundsfile

        roundsfile.given_up(app)
        flow.forget(app)
        game = app.session.game
        shows = app.session.humans < 2 and game.racks and game.phase == "turn"
        app.go("rounds.scoreracks" if shows else "menus.title")
