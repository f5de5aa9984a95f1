"""What the score sheet says round its table: who won and how, what was close, the keys."""

from pocket.always import draw, flow
from pocket.games import seatcounts
from pocket.ui import words

from rules import parts


class Words:
    """The sheet's lines, put together once.

    title: "You win: +57", "BO wins", or the game and the round. story: how the round ended, and who
    has won the game. below, ink: what stands under the table. keys, keys_racks: the lines of keys,
    that of the racks "".
    mine: a person is among the winners.

    over: the game has ended. back: the sheet is only looked at, in the middle of a round. badges:
    the names of those that are new.
    """

    def __init__(self, app, over, back, badges):
        self._app = app
        self._game = app.game
        self._over = over
        self._back = back
        people = app.people
        self._best = best = self._winners()
        self._person = None  # the one person's seat; more persons, or only looked at: None
        if app.persons == 1 and not back:
            self._person = [seat for seat in range(len(people)) if not people[seat][0]][0]
        self.mine = bool([seat for seat in best if not people[seat][0]])
        self.title = self._title()
        self.story = (self._story() + "\n" + (self._end() if over else "")).strip()
        self._below(badges)
        keys = self._keys()
        if not parts.RECORDS:  # to which LEFT, named last, would lead
            keys = [line.partition(draw.LEFT)[0].rstrip() for line in keys]
        self.keys, self.keys_racks = keys

    def _names(self, seats):
        return words.joined([self._app.people[seat][1] for seat in seats])

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
            return flow.heading(self._app)
        mine = self._person
        if mine in self._best:
            rounds = game.rounds
            points = game.totals[mine] if self._over else rounds[-1][mine] if rounds else 0
            return words.say("@score.you_win" if points else "@score.you", words.signed(points))
        return words.count("@score.wins", len(self._best), self._names(self._best))

    def _story(self):
        game = self._game
        wrong = [] if game.whole else [i for i in range(len(game.rounds)) if sum(game.rounds[i])]
        if wrong:
            return words.say("@score.wrong", wrong[0] + 1)
        if self._back:
            return self._aim()
        if game.whole:
            if game.auto is None:
                return ""
            if game.auto == self._app.you:
                return words.say("@score.you_auto")
            return words.say("@score.auto", self._names([game.auto]))
        out = self._names(game.winners)
        own = game.winners == [self._app.you]
        if game.stalled:
            if own:
                return words.say("@score.you_low")
            return words.count("@score.stalled", len(game.winners), out)
        call = game.rules["call"]
        if own:
            return words.say("@score.you_call", call) if call else words.say("@score.you_out")
        return words.say("@score.out_call", out, call) if call else words.say("@score.out", out)

    def _below(self, badges):
        """What is told under the table: a notice, else a new badge and what the one person did."""
        over = self._over
        notice = flow.notice(self._app)
        badge = ""
        for name in badges:
            badge = words.say("@stats.new", words.named("@badges", name)) + "\n"
        rest = notice or (badge + self._facts()).strip()
        if not rest and not self._back and not over:
            rest = self._aim()
        self.below = rest
        self.ink = draw.BAD if notice else draw.GOOD if over or badge else draw.DIM

    def _facts(self):
        """What the one person did in the round: plays, hints, minutes; what was close."""
        mine = self._person
        if mine is None or self._game.whole:
            return ""
        done = seatcounts.of(self._app, mine)
        text = ""
        if mine not in self._best and not self._over:
            left = len(self._game.racks[mine])
            text = words.count("@score.left", left) + " "
        if done.turns:
            text += words.count("@score.best", done.best) + " "
            text += words.count("@score.turns", done.turns)
            if done.hints:
                text += words.count("@score.hints", done.hints)
            minutes = (done.seconds + 30) // 60
            text += words.count("@score.minutes", minutes) if minutes else "."
        return text

    def _end(self):
        """Who won the game."""
        game = self._game
        best = self._names(self._best)
        if len(self._best) > 1:
            text = words.say("@score.share", best)
        elif self._best == [self._app.you]:
            text = words.say("@score.you_game")
        else:
            text = words.say("@score.winner_person" if self.mine else "@score.winner", best)
        if not game.whole and game.stalled and game.rules["all_won"]:
            text += " " + words.say("@score.all_won")  # KR-12
        return text

    def _aim(self):
        """What ends the game."""
        rules = self._game.rules
        if self._game.whole:
            return ""
        if rules["length_kind"] == "points":
            return words.say("@score.to_points", rules["length"])
        return words.say("@score.to_rounds", self._game.round, rules["length"])

    def _keys(self):
        """(the line of keys, that of the racks)."""
        if self._back:
            return words.say("@score.keys_back"), ""
        if self._game.whole:
            return words.say("@score.keys_cards_over" if self._over else "@score.keys_cards"), ""
        if self._over:
            return words.say("@score.keys_over"), words.say("@score.keys_over_racks")
        return words.say("@score.keys"), words.say("@score.keys_racks")
