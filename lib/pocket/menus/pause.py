"""The menu of a running game: go on, score, rules, settings, leave, give the game up."""

from pocket.app import device, draw, flow
from pocket.made import texts
from pocket.ui import battery
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import heading, say

_END = 0  # ends a lesson or a puzzle: the game names the text
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
    """START in a turn or at the hand-over leads here; B, START or "Go on" leads back. line: under
    the cursor at first."""

    resumes = True

    def __init__(self, app, line: int = 0) -> None:
        self.app = app
        session = app.session
        self.preload = session.game.preload
        is_puzzle = session.lesson and session.game.ends == texts.PAUSE_END_PUZZLE
        self.is_unsolved_puzzle = is_puzzle and not session.solution
        panel = self.panel = Panel(app, say(texts.PAUSE_TITLE), say(texts.TITLE_KEYS_BACK))
        battery.show(app, self.group, panel.top // 2 - 4)
        head, self.advice, ink = heading(app), "", draw.DIM
        if session.station is not None:
            from pocket.learn import goals

            head, self.advice = goals.describe_current(app)
            if app.settings.stars[session.station : session.station + 1] > "0":  # the goal is met
                ink = draw.GOOD
                ticked = head + " " + draw.RIGHT_SIGN
                head = ticked if panel.small.measure(ticked) <= panel.w else head
            del goals
            device.forget("pocket.learn.goals")
        elif self.is_unsolved_puzzle or not session.lesson:
            if app.settings.get("hints") != "none":
                self.advice = say(texts.PLAY_HOLD_HINT, app.keys.hint_key)
        panel.say(1, 1, head, ink, True)
        # clear of the band of the first line, and within the paper
        panel.shown_texts[-1][2].y -= min(4, panel.y - panel.top - 2) if panel.has_wide_band else 1
        self.lines = _LESSON if session.lesson else _LINES
        below = 2 if panel.lines > 12 else 1
        Listing(panel, len(self.lines), self._text, None, self._explain, 2, below, chosen=line)

    def _text(self, i):
        return say(self.lines[i] or self.app.session.game.ends)

    def _explain(self):
        """Say what becomes of the game: it is lost if the drive has not taken it."""
        line = self.lines[self.list.chosen]
        if line == texts.PAUSE_GIVE_UP:
            self.tell(say(texts.PAUSE_GIVE_UP_HELP))
        elif line == _END and self.is_unsolved_puzzle:
            self.tell(say(texts.PAUSE_END_PUZZLE_HELP))
        elif line != texts.PAUSE_LEAVE:
            self.tell(self.advice)
        elif self.app.failures.unsaved:
            self.tell(say(texts.PAUSE_UNSAVED_HELP), draw.BAD)
        else:
            self.tell(say(texts.PAUSE_LEAVE_HELP))

    def leave(self) -> None:
        flow.show(self.app)

    start = leave

    def choose(self) -> None:
        app = self.app
        session = app.session
        line = self.lines[self.list.chosen]
        here = ("menus.pause", self.list.chosen)
        if line == texts.PAUSE_GO:
            self.leave()
        elif line == texts.PAUSE_SCORE:
            app.go("rounds.score", here)
        elif line == texts.TITLE_RULES:
            app.go("menus.rulespages", session.game.rules["game"], here)
        elif line == texts.TITLE_SETTINGS:
            app.go("menus.settingsmenu", 0, here)
        elif line == texts.PAUSE_LEAVE:
            app.keep_only("menus.pause")  # the save needs the memory of the game's screen
            flow.save(app)  # with the order chosen last
            if app.failures.kept and session.turn is not None:
                from pocket.tilegame import keptturn

                keptturn.keep(app, True)
            app.tell(app.failures.unsaved)  # repeat it: the game is lost
            app.go("menus.title")
        elif line == texts.PAUSE_GIVE_UP:
            app.ignore_keys_until_shown()  # else a second press of A would answer
            self.ask(texts.PAUSE_SURE, self._give_up)
        elif self.is_unsolved_puzzle:  # show its solution on its first table
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
        """Remove the game. Show the racks, unless a person would see those of another: no rule
        ends the round."""
        app = self.app
        from pocket.saves import roundsfile

        roundsfile.given_up(app)
        flow.forget(app)
        game = app.session.game
        shows = app.session.humans < 2 and game.racks and game.phase == "turn"
        app.go("rounds.scoreracks" if shows else "menus.title")
