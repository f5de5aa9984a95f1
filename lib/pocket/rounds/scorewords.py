"""What the score sheet says round its table: who won and how, what was close, the keys."""

from pocket.app import draw, flow
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui import words
from pocket.ui.words import say

if False:  # for type checkers
    from pocket.app.app import App


def of(app: "App", over: bool, back: str | None) -> "Words":
    """The Words of the running game's sheet."""
    return (RackWords if app.sitting.game.racks else Words)(app, over, back)


class Words:
    """The sheet's lines, put together once: of any game, of points alone.

    title: "You win: +57", "BO wins", or the game and the round. story: how the round ended, and who
    has won the game. below, ink: what stands under the table. keys, keys_racks: the lines of keys,
    that of the racks "".
    mine: a person is among the winners.

    over: the game has ended. back: the sheet is only looked at, in the middle of a round.
    """

    def __init__(self, app: "App", over: bool, back: str | None) -> None:
        sitting = app.sitting
        self._app = app
        self._game = sitting.game
        self._over = over
        self._back = back
        people = sitting.people
        self._best = best = self._winners()
        self._person = None  # the one person's seat; more persons, or only looked at: None
        if sitting.persons == 1 and not back:
            self._person = [seat for seat in range(len(people)) if not people[seat][0]][0]
        self.mine = bool([seat for seat in best if not people[seat][0]])
        self.title = self._title()
        self.story = (self._story() + "\n" + (self._end() if over else "")).strip()
        self._below()
        keys = self._keys()
        if not sitting.game.coach:  # to which LEFT, named last, would lead
            keys = [line.partition(draw.LEFT)[0].rstrip() for line in keys]
        self.keys, self.keys_racks = keys

    def _names(self, seats):
        return words.joined([self._app.sitting.people[seat][1] for seat in seats])

    def _winners(self):
        """The seats that won: the game at its end, else the round; none in the middle of one."""
        game = self._game
        if self._back:
            return []
        if self._over:
            return game.winner()
        return game.winners

    def _title(self):
        game = self._game
        if self._back:
            return words.heading(self._app)
        mine = self._person
        if mine in self._best:
            rounds = game.rounds
            points = game.totals[mine] if self._over else rounds[-1][mine] if rounds else 0
            return say(texts.SCORE_YOU_WIN if points else texts.SCORE_YOU, words.signed(points))
        return words.count(texts.SCORE_WINS, len(self._best), self._names(self._best))

    def _story(self):
        """How it ended."""
        auto = self._game.auto
        if self._back or auto is None:
            return ""
        if auto == self._app.sitting.you:
            return say(texts.SCORE_YOU_AUTO)
        return say(texts.SCORE_AUTO, self._names([auto]))

    def _below(self):
        """What is told under the table: a notice, else a new badge and what the one person did."""
        over = self._over
        notice = flow.notice(self._app)
        badge = ""
        badges = self._app.sitting.badges
        if badges and not self._back:
            names = words.joined([words.named(texts.BADGES, name) for name in badges])
            badge = say(texts.STATS_NEW + (len(badges) > 1), names) + "\n"
        rest = notice or (badge + self._facts()).strip()
        code = self._app.sitting.code
        if code and (over or self._back):
            rest = (say(texts.CODES_END, code[:4] + " " + code[4:]) + "\n" + rest).strip()
        if not rest and not self._back and not over:
            rest = self._aim()
        self.below = rest
        self.ink = draw.BAD if notice else draw.GOOD if over or badge else draw.DIM

    def _facts(self):
        """What the one person did in the round."""
        return ""

    def _end(self):
        """Who won the game."""
        best = self._names(self._best)
        if len(self._best) > 1:
            return say(texts.SCORE_SHARE, best)
        if self._best == [self._app.sitting.you]:
            return say(texts.SCORE_YOU_GAME)
        return say(texts.SCORE_WINNER_PERSON if self.mine else texts.SCORE_WINNER, best)

    def _aim(self):
        """What ends the game."""
        return ""

    def _keys(self):
        """(the line of keys, that of the racks)."""
        if self._back:
            return say(texts.SCORE_KEYS_BACK), ""
        if self._over:
            return say(texts.SCORE_KEYS_GAME), ""
        before, _, racks = say(texts.SCORE_KEYS).partition(draw.KEY_SELECT)
        return before + draw.LEFT + racks.partition(draw.LEFT)[2], ""

    def cell(self, value: int, plain: bool = False) -> str:
        """Points as the table shows them; plain: a sum."""
        return str(value) if value or plain else "-"


class RackWords(Words):
    """Of a game by rounds in which the racks that are left count, so that a round's points add up
    to zero."""

    def _story(self):
        game = self._game
        wrong = [i for i, row in enumerate(game.rounds) if sum(row)]
        if wrong:
            return say(texts.SCORE_WRONG, wrong[0] + 1)
        if self._back:
            return self._aim()
        out = self._names(game.winners)
        own = game.winners == [self._app.sitting.you]
        if game.stalled:
            if own:
                return say(texts.SCORE_YOU_LOW)
            return words.count(texts.SCORE_STALLED, len(game.winners), out)
        call = game.rules["call"]
        if own:
            return say(texts.SCORE_YOU_CALL, call) if call else say(texts.SCORE_YOU_OUT)
        return say(texts.SCORE_OUT_CALL, out, call) if call else say(texts.SCORE_OUT, out)

    def _facts(self):
        """What the one person did in the round: plays, hints, minutes; what was close."""
        mine = self._person
        if mine is None:
            return ""
        done = seatcounts.of(self._app.sitting, mine)
        text = ""
        if mine not in self._best and not self._over:
            left = len(self._game.racks[mine])
            text = words.count(texts.SCORE_LEFT, left) + " "
        if done.turns:
            if done.best:
                text += words.count(texts.SCORE_BEST, done.best) + " "
            text += words.count(texts.SCORE_TURNS, done.turns)
            if done.hints:
                text += words.count(texts.SCORE_HINTS, done.hints)
            minutes = (done.seconds + 30) // 60
            text += words.count(texts.SCORE_MINUTES, minutes) if minutes else "."
        return text

    def _end(self):
        game = self._game
        text = Words._end(self)
        if game.stalled and game.rules["all_won"]:
            text += " " + say(texts.SCORE_ALL_WON)  # KR-12
        return text

    def _aim(self):
        rules = self._game.rules
        if rules["length_kind"] == "points":
            return say(texts.SCORE_TO_POINTS, rules["length"])
        return say(texts.SCORE_TO_ROUNDS, self._game.round, rules["length"])

    def _keys(self):
        if self._back:
            return Words._keys(self)
        if self._over:
            return say(texts.SCORE_KEYS_OVER), say(texts.SCORE_KEYS_OVER_RACKS)
        return say(texts.SCORE_KEYS), say(texts.SCORE_KEYS_RACKS)

    def cell(self, value: int, plain: bool = False) -> str:
        """Points with their sign."""
        return words.signed(value)
