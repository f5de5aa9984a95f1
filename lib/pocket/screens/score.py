"""The score sheet after a round, and the end of the game (T-14, RK-19, KR-12, ER-10, ER-11)."""

import gc

from pocket import flow, tally, words
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import draw
from pocket.ui.panel import Panel

from rules.tilegame import tiles


class Screen(Base):
    """UP and DOWN scroll the rounds; SELECT shows the racks that are left; LEFT leads to the coach,
    turn by turn; A goes on.

    back: the screen to return to when the sheet is only looked at, in the middle of a round.
    badges: the names of those that are new.
    """

    def __init__(self, app, back=None, badges=()):
        self.app = app
        self.back = back
        game = app.game
        self.over = game.phase == "over" and not back
        self.cards = "clock" not in game.rules  # 8 Round Rummy: points are round cards
        self.racks = False
        self.grid = self.band = self.table = None
        self.panel = Panel(app)
        self.group = self.panel.group
        self.first = 999
        self.badge = ""  # what is told of a new one
        for name in badges:
            self.badge = words.say("@stats.new", words.named("@badges", name))
        self._sheet()
        if not back:
            app.sound.play("win" if self._mine() else "turn")

    # -- words

    def _names(self, seats):
        return words.joined([self.app.people[seat][1] for seat in seats])

    def _best(self):
        """The seats that won: the game at its end, else the round."""
        game = self.app.game
        if self.over:
            return game.winner()
        return [game.auto] if self.cards and game.auto is not None else game.winners

    def _one(self):
        """The one person's seat, or None where there are more or the sheet is only looked at."""
        app = self.app
        if app.persons != 1 or self.back:
            return None
        return [seat for seat in range(len(app.people)) if not app.people[seat][0]][0]

    def _mine(self):
        """True when a person is among the winners."""
        return bool([seat for seat in self._best() if not self.app.people[seat][0]])

    def _title(self):
        """What the sheet says first: "You win: +57", "BO wins", or the game and the round."""
        game = self.app.game
        if self.back or (self.cards and not self.over):
            return flow.heading(self.app)
        best = self._best()
        mine = self._one()
        if mine in best:
            points = game.totals[mine] if self.over else game.rounds[-1][mine] if game.rounds else 0
            return words.say("@score.you_win" if points else "@score.you", words.signed(points))
        return words.count("@score.wins", len(best), self._names(best))

    def _story(self):
        """How the round ended."""
        game = self.app.game
        wrong = [] if self.cards else [i for i in range(len(game.rounds)) if sum(game.rounds[i])]
        if wrong:
            return words.say("@score.wrong", wrong[0] + 1)
        if self.back:
            return self._aim()
        if self.cards:
            if game.auto is not None:
                return words.say("@score.auto", self._names([game.auto]))
            return ""
        if game.stalled:
            return words.count("@score.stalled", len(game.winners), self._names(game.winners))
        call = game.rules["call"]
        out = self._names(game.winners)
        return words.say("@score.out_call", out, call) if call else words.say("@score.out", out)

    def _facts(self):
        """What the one person did in the round: plays, hints, minutes; what was close."""
        game = self.app.game
        mine = self._one()
        if mine is None or self.cards:
            return ""
        done = tally.of(self.app, mine)
        text = ""
        if mine not in self._best() and not self.over:
            left = len(game.racks[mine])
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
        game = self.app.game
        best = game.winner()
        if len(best) > 1:
            text = words.say("@score.share", self._names(best))
        elif self._mine():
            text = words.say("@score.winner_person", self._names(best))
        else:
            text = words.say("@score.winner", self._names(best))
        if not self.cards and game.stalled and game.rules["all_won"]:
            text += " " + words.say("@score.all_won")  # KR-12
        return text

    def _aim(self):
        """What ends the game."""
        game = self.app.game
        rules = game.rules
        if self.cards:
            return ""
        if rules["length_kind"] == "points":
            return words.say("@score.to_points", rules["length"])
        return words.say("@score.to_rounds", game.round, rules["length"])

    def _keys(self, racks):
        """The line of keys. racks: they are on show."""
        if self.back:
            return words.say("@score.keys_back")
        if self.cards:
            return words.say("@score.keys_cards_over" if self.over else "@score.keys_cards")
        if self.over:
            return words.say("@score.keys_over_racks" if racks else "@score.keys_over")
        return words.say("@score.keys_racks" if racks else "@score.keys")

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

    def _sheet(self):
        """The rounds on paper; where memory has no room for that, late in a long game on the
        smallest boards, the sums alone."""
        try:
            self._whole()
        except MemoryError:
            self._sums()

    def _sums(self):
        """What each seat has in all, in a line or two."""
        self._clear()
        gc.collect()
        totals = self.app.game.totals
        sums = []
        for seat in range(len(self.app.people)):
            sums.append(self.app.people[seat][1] + " " + self._cell(totals[seat], True))
        self.panel.say(2, 2, "   ".join(sums))
        self.panel.keys(self._keys(False))

    def _whole(self):
        """Who played on a strip of cloth, a column a seat, the sums below."""
        panel = self.panel
        self._clear()
        game = self.app.game
        panel.title(self._title())
        row = 1 + panel.say(1, 2, self._story())
        below = self._end() if self.over and (self.cards or self._one() is None) else self._facts()
        notice = flow.notice(self.app)
        below = notice or self.badge or below or ("" if self.back or self.over else self._aim())
        foot = 0
        if below:
            foot = min(panel.rows_of(below), 3)
            ink = draw.GOOD if self.over or self.badge else draw.DIM
            ink = draw.BAD if notice else ink
            panel.say(panel.lines - 1 - foot, foot, below, ink)
        rounds = self._rounds()
        room = panel.lines - 1 - foot - row - self._head(row) - 1
        self.most = max(0, len(rounds) - room)
        self.first = min(self.first, self.most)
        shown = rounds[self.first : self.first + room]
        row += self._head(row)
        columns = [[str(label) for label, _ in shown] + [words.say("@score.sum")]]
        for seat in range(len(self.app.people)):
            column = [self._cell(values[seat]) for _, values in shown]
            columns.append(column + [self._cell(game.totals[seat], True)])
        self.table = columns  # what it shows, a list of texts a column
        self._table(row)
        panel.keys(self._keys(False))
        panel.title(self._title(), self._where(len(rounds), len(shown)))

    def _where(self, count, shown):
        """Signs that rounds are hidden above or below."""
        up = draw.UP if self.first > 0 else ""
        return up + (draw.DOWN if self.first + shown < count else "")

    def _cell(self, value, plain=False):
        if self.cards:
            return str(value) if value or plain else "-"
        return words.signed(value)

    def _head(self, row):
        """How many rows the strip with the names takes."""
        return self.panel.rows_for(self.panel.pitch)

    def _table(self, row):
        """A GridLayout of one label a column, over the band of the sums."""
        from adafruit_display_text import bitmap_label
        from pocket.ui.grid import table

        panel = self.panel
        font = panel.font
        columns = self.table
        seats = len(columns) - 1
        wide = panel.w // (2 * seats + 1)  # of half a seat's column
        grid = table(
            x=panel.x,
            y=panel.row_y(row) - 1,
            width=wide * (2 * seats + 1),
            height=panel.pitch * len(columns[0]),
            grid_size=(2 * seats + 1, 1),
            cell_padding=1,
        )
        strip, high = panel.mat(row - self._head(row), self._head(row))
        for i in range(len(columns)):
            gc.collect()
            right = wide - 2 if not i else (2 * i + 1) * wide - 4
            lines = [self._right(text, 2 * wide - 6 if i else 0) for text in columns[i]]
            label = bitmap_label.Label(
                font, text="\n".join(lines), color=panel.inks[0], line_spacing=1.0
            )
            grid.add_content(label, ((2 * i - 1) if i else 0, 0), (2 if i else 1, 1))
            if i:
                name = self.app.people[i - 1][1]
                while font.measure(name) > 2 * wide - 2:
                    name = name[:-1]
                x = panel.x + right - font.measure(name)
                panel.note(x, strip + (high - panel.pitch) // 2 + 1, name)
        hand, self.band = panel.pointer(panel.w)
        self.group.remove(hand)
        self.band.x = panel.x - 1
        sums = panel.row_y(row + len(columns[0]) - 1)
        self.band.y = sums + (panel.pitch - 2 * panel.unit) // 2
        self.grid = grid
        self.group.append(grid)

    def _right(self, text, width):
        """`text` with blanks before it that bring its end near `width` pixels."""
        font = self.panel.font
        return " " * max(0, (width - font.measure(text)) // font.measure(" ")) + text

    def _clear(self):
        """Take sheet or racks away."""
        if self.grid:
            self.group.remove(self.grid)
            self.group.remove(self.band)
            self.grid = None
        self.panel.clear(1)

    # -- the racks that are left

    def _left(self):
        """Each seat's rack and what it costs, on cloth."""
        panel = self.panel
        self._clear()
        game = self.app.game
        people = self.app.people
        panel.title(words.say("@score.racks"))
        y, room = panel.mat(1, panel.lines - 2)
        racks = [bytes(sorted(game.racks[seat])) for seat in range(len(people))]
        for big in (True, False):
            wide, high = self.app.art.tile(big)
            most = (panel.w - 2 * panel.unit) // wide
            rows = [(len(rack) + most - 1) // most for rack in racks]
            if sum(rows) * (high + 1) + len(rows) * panel.pitch <= room:
                break
        while sum(rows) * (high + 1) + len(rows) * panel.pitch > room and max(rows) > 1:
            rows[rows.index(max(rows))] -= 1
        left = panel.x + panel.unit
        for seat in range(len(people)):
            rack = racks[seat]
            cost = tiles.weight(rack, game.rules["joker_penalty"])
            text = words.say("@score.rack", people[seat][1], cost)
            if not rack:
                text = words.say("@score.empty", people[seat][1])
            elif len(rack) > most * rows[seat]:
                text += "  +%d" % (len(rack) - most * rows[seat])
            panel.note(left, y, text)
            y += panel.pitch
            for row in range(rows[seat]):
                shown = rack[row * most : row * most + most]
                panel.lay_tiles(len(shown), left, y, big).line(0, 0, shown)
                y += high + 1
        panel.keys(self._keys(True))

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
                flow.forget(app)
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
        elif button == input.LEFT and app.game.moves is not None:
            if not self.cards:
                app.go("coach", 0, 0, "score")
            elif self.over:  # a record of the cards is of a whole game
                app.go("cardcoach", 0, 0, "score")
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
        from pocket import newgame

        options = dict(game.options)
        new = (game.rules["game"], app.people, options, newgame.seed(app), app.record)
        app.go("begin", "title", newgame.begin, *new)
