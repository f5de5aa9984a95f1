"""The score sheet after a round, and the end of the game (T-14, RK-19, KR-12, ER-10, ER-11)."""

from pocket import flow, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.panel import Panel

from rules.tilegame import tiles


def cell(text, width):
    """Text flush right in `width` letters, cut on the left side of nothing: names are cut."""
    text = text[:width]
    return " " * (width - len(text)) + text


class Screen(Base):
    """UP and DOWN scroll the rounds; SELECT shows the racks that are left; A goes on.

    back: the screen to return to when the sheet is only looked at, in the middle of a round.
    """

    def __init__(self, app, back=None):
        self.app = app
        self.back = back
        game = app.game
        self.over = game.phase == "over" and not back
        self.cards = "clock" not in game.rules  # 8 Round Rummy: points are round cards
        self.racks = False
        self.panel = Panel(app, flow.heading(app))
        self.group = self.panel.group
        self.first = 999
        self._sheet()
        if not back:
            app.sound.play("win" if self.over else "turn")

    def _names(self, seats):
        return words.joined([self.app.people[seat][1] for seat in seats])

    def _story(self):
        """How the round ended, one or two sentences."""
        game = self.app.game
        if self.back:
            return ""
        if self.cards:
            if game.auto is not None:
                return "%s wins round 8 without a joker!" % self._names([game.auto])
            return ""
        if game.stalled:
            many = len(game.winners) > 1
            return "No more plays: %s ha%s the lowest count." % (
                self._names(game.winners),
                "ve" if many else "s",
            )
        call = game.rules["call"]
        return "%s goes out%s" % (self._names(game.winners), ": %s!" % call if call else ".")

    def _keys(self, other):
        """The line of keys. other: what SELECT shows."""
        if self.back:
            return draw.KEY_B + "back"
        keys = draw.KEY_A + ("end " + draw.KEY_START + "again" if self.over else "next round")
        if not self.cards:
            keys += " " + draw.KEY_SELECT + other
        return keys

    def _end(self):
        """Who won the game."""
        game = self.app.game
        best = game.winner()
        if len(best) > 1:
            text = "%s share the win. Well played!" % self._names(best)
        elif self.app.people[best[0]][0]:
            text = "%s wins the game." % self._names(best)
        else:
            text = "%s wins the game! Well done!" % self._names(best)
        if not self.cards and game.stalled and game.rules["all_won"]:
            text += " You all won!"  # KR-12
        return text

    # -- the sheet

    def _rounds(self):
        """(label, values) of each round, oldest first."""
        game = self.app.game
        seats = len(self.app.people)
        if not self.cards:
            return [(i + 1, game.rounds[i]) for i in range(len(game.rounds))]
        out = []
        for number in range(1, 9):
            seat = game.won[number - 1]
            if seat < seats:
                out.append((number, [number if i == seat else 0 for i in range(seats)]))
        return out

    def _line(self, label, values, width, plain=False):
        text = cell(label, self.panel.cols - width * len(values) - self.tail)
        for value in values:
            if self.cards:
                text += cell(str(value) if value or plain else "-", width)
            else:
                text += cell(words.signed(value), width)
        return text

    def _sheet(self):
        panel = self.panel
        panel.clear(1)
        game = self.app.game
        people = self.app.people
        seats = len(people)
        rounds = self._rounds()
        # Room for the sign of the zero check at the end of a line where there is any.
        self.tail = 0 if self.cards or panel.cols < 24 else 2
        width = min(6, (panel.cols - 3 - self.tail) // seats)
        row = 1
        row += panel.say(row, 2, self._story(), draw.NORMAL)
        if row > 1:
            row += 1
        head = " " * (panel.cols - width * seats - self.tail)
        for seat in range(seats):
            head += cell(people[seat][1][: width - 1], width)
        panel.set(row, head, draw.HEAD)
        # The row after the last round's: below it the sums and, at the end, who won.
        low = panel.lines - (5 if self.cards else 7 if self.over else 5)
        height = low - row - 1
        self.most = max(0, len(rounds) - height)
        self.first = min(self.first, self.most)
        height = min(height, len(rounds) + 1)
        low = row + 1 + height
        for i in range(height):
            at = self.first + i
            text = ""
            if at < len(rounds):
                label, values = rounds[at]
                text = self._line(str(label), values, width)
                if self.tail:
                    text += " " + (draw.RIGHT_SIGN if sum(values) == 0 else draw.WRONG_SIGN)
            panel.set(row + 1 + i, text)
        panel.more(row + 1, self.first > 0, False, 0)
        panel.more(low - 1, self.first < self.most, True, 0)
        text = self._line("Sum", game.totals, width, True)
        if self.tail:
            text += " " + (draw.RIGHT_SIGN if sum(game.totals) == 0 else draw.WRONG_SIGN)
        panel.set(low, text, draw.SELECT)
        self._below(low + 1, rounds)
        panel.keys(self._keys("racks"))

    def _below(self, row, rounds):
        panel = self.panel
        if not self.cards:
            wrong = [label for label, values in rounds if sum(values)]
            if wrong:
                panel.set(row, "Round %d does not add up!" % wrong[0], draw.BAD, True)
            else:
                panel.set(row, draw.RIGHT_SIGN + " Rows add up to 0.", draw.DIM, True)
        elif row + 4 < panel.lines:
            row -= 1  # no check to show
        else:
            row -= 2
        if self.over:
            panel.say(row + 2, 3, self._end(), draw.GOOD, True)
        elif self.app.notice:
            panel.say(row + 1, 2, self.app.notice, draw.BAD)
        elif not self.cards:
            panel.say(row + 1, 2, self._aim(), draw.DIM)
        self.app.notice = ""

    def _aim(self):
        """What ends the game."""
        rules = self.app.game.rules
        if rules["length_kind"] == "points":
            return "The game ends at %d points." % rules["length"]
        return "Round %d of %d." % (self.app.game.round, rules["length"])

    # -- the racks that are left

    def _left(self):
        """Each seat's rack and what it costs."""
        panel = self.panel
        panel.clear(1)
        game = self.app.game
        art = self.app.art
        big = False
        wide = art.tile(big)[0]
        row = 1
        panel.set(row, "What the racks hold:", draw.DIM)
        row += 1
        for seat in range(len(self.app.people)):
            rack = bytes(sorted(game.racks[seat]))
            cost = tiles.weight(rack, game.rules["joker_penalty"])
            name = self.app.people[seat][1]
            panel.set(
                row,
                "%s: %d" % (name, cost) if rack else name + ": empty",
                draw.HEAD if not rack else draw.NORMAL,
            )
            most = art.w // wide
            shown = rack[:most] if len(rack) <= most else rack[: most - 1]
            if rack:
                panel.tiles(row + 1, len(shown), big, 2, 0).line(0, 0, shown)
                if len(shown) < len(rack):
                    panel.rows.put(row, panel.cols - 4, "+%d" % (len(rack) - len(shown)))
            row += 3
        panel.keys(self._keys("sums"))

    # -- keys

    def key(self, button, kind):
        """A goes on; SELECT turns the sheet; UP and DOWN scroll."""
        app = self.app
        if self.back:
            if button in (input.B, input.A, input.START):
                app.go(self.back)
            elif button in (input.UP, input.DOWN):
                self._scroll(-1 if button == input.UP else 1)
        elif button == input.A:
            if self.over:
                app.store.forget("game")
                app.go("title")
            else:
                app.game.apply(("go",))
                flow.next(app)
        elif button == input.START:
            if self.over:
                self._again()
            else:
                app.go("pause")
        elif button == input.SELECT and not self.cards:
            self.racks = not self.racks
            if self.racks:
                self._left()
            else:
                self._sheet()
        elif button in (input.UP, input.DOWN) and not self.racks:
            self._scroll(-1 if button == input.UP else 1)

    def _scroll(self, step):
        if 0 <= self.first + step <= self.most:
            self.first += step
            self._sheet()

    def _again(self):
        """The same people play the same game once more."""
        app = self.app
        game = app.game
        if self.cards:
            game.apply(("again",))  # ER-3: the dealer moves on
            flow.next(app)
            return
        flow.begin(app, game.rules["game"], app.people, dict(game.options), flow.seed(app))
