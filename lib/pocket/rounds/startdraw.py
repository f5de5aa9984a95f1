"""Show the draws for the first turn (T-11) and the first tiles of the deal on a table; offer a new
deal to a rack with three pairs (KR-2).

Keeps: BEFORE MEMORY PAPER pocket.ui.panel pocket.ui.pictures
"""

from pocket.app import draw, flow
from pocket.made import texts
from pocket.ui import pictures
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.ribbon import UNROLL_MS, Ribbon
from pocket.ui.words import heading, say

from rules.tilegame import tiles

_STEP_MS = 40
_STEPS = 3  # steps of a tile on its way
_PAUSE_MS = 100  # before each tile: time to handle and paint a key
_RACK_TILES = 2  # tiles face down at each seat, which stand for its rack
_ERROR_COLOUR = 0xFFB0A0
_POOL = 5  # tiles on show
# By the number of seats: where each sits, clockwise from below: twelfths of the width, then the
# row: 0 above, 2 below.
_PLACES = (
    b"\6\2\6\0",
    b"\6\2\3\0\x09\0",
    b"\6\2\2\1\6\0\x0a\1",
    b"\6\2\2\1\3\0\x09\0\x0a\1",
    b"\6\2\2\1\2\0\6\0\x0a\0\x0a\1",
)


def pairs(rack: bytes | bytearray) -> list[int]:
    """List the tiles that a rack holds twice."""
    count = tiles.counts(rack)
    return [code for code in range(tiles.JOKER) if count[code] == 2]


class Screen(PanelScreen):
    """Show the draws for the first turn, or a rack with three pairs, until a key or an answer.

    ribbon: names the starter below the draws; None while pairs are shown. rows: each seat's
    draw.Tiles; empty for card games. to_land: tiles still to be shown: (seat, place in its row,
    code; -1: face down). asked: a person is asked whether to deal anew.
    """

    ribbon: Ribbon | None = None

    def __init__(self, app) -> None:
        self.app = app
        begins = app.session.game.phase == "start"
        self.panel = Panel(app, heading(app), say(texts.STARTDRAW_KEYS), not begins, begins)
        self.asked = False
        if begins:
            self._show_draws()
        else:
            self._redeal()

    # -- the draws

    def _show_draws(self):
        """Show who starts, and why, and the seats, whose tiles land one after the other; at the
        quick pace they are all there at once."""
        app = self.app
        session = app.session
        panel = self.panel
        game = session.game
        # One bitmap covers the panel's cloth cells, which take twice as long to paint.
        panel.lay_below(draw.rectangle(app.art.cloth, 0, 0, 0, app.w, panel.foot))
        text = say(texts.STARTDRAW_STARTS, session.people[game.starter][1])
        if game.starter == session.you:
            text = say(texts.STARTDRAW_YOU_START)
        self.ribbon = Ribbon(app, text, False)
        bottom = panel.foot - 2 - self.ribbon.height
        self.ribbon.group.y = bottom
        panel.group.append(self.ribbon.group)
        panel.shown_texts.append([8, 1, self.ribbon.group, text])  # listed as a text of row 8
        notice = app.take_notice()
        lines = draw.wrap(notice or self._why(), panel.w, panel.font)
        bottom -= len(lines) * panel.pitch + 1
        for i in range(len(lines)):
            x = (app.w - panel.font.measure(lines[i])) // 2
            colour = _ERROR_COLOUR if notice else panel.cloth_ink()
            panel.put(2 + i, x, bottom + i * panel.pitch, lines[i], colour)
        self.rows: list[draw.Tiles] = []
        self.to_land: list[tuple] = []
        self.due = 0  # when `tick` does its next step, in milliseconds of App.now
        self.step = 0  # of the tile on its way
        self._lay_out_seats(panel.top, bottom)
        if app.settings.get("speed") == 3:  # at the quick pace no tile flies
            while self.to_land:
                self._land()

    def _why(self):
        """Return a sentence about how the starter was decided, or ""."""
        session = self.app.session
        game = session.game
        if game.draws:
            low = game.rules["start"] == "low"
            text = say(texts.STARTDRAW_LOW if low else texts.STARTDRAW_HIGH)
            is_redrawn = len(game.draws) > 2 * game.seats
            return say(texts.STARTDRAW_REDRAWN) + " " + text if is_redrawn else text
        if game.dealer is None:
            return say(texts.STARTDRAW_LEFT) if game.rules.get("start_rotates") else ""
        own = game.dealer == session.you
        text = texts.STARTDRAW_YOU_DEAL if own else texts.STARTDRAW_DEALS
        return say(text, session.people[game.dealer][1])

    def _lay_out_seats(self, top, bottom):
        """Show each seat's name and the place for its tiles between pixels `top` and `bottom`."""
        app = self.app
        session = app.session
        panel = self.panel
        seats = session.game.seats
        pitch = panel.pitch
        self.big = 3 * (app.art.large[1] + pitch + 2) <= bottom - top
        width, height = app.art.sizes[self.big]
        has_tiles = session.game.pieces != "cards"
        block = pitch + (height + 2 if has_tiles else 0)
        bottom -= max(0, min(panel.unit, (bottom - top - 3 * block) // 2))
        places = _PLACES[seats - 2]
        # A row holds at most three names, or two and the pool.
        per_row = 3 if seats > 5 or seats > 3 and has_tiles else 2
        for seat in range(seats):
            place = 2 * ((seat - (session.you or 0)) % seats)
            middle = app.w * places[place] // 12
            y = top + (bottom - top - block) * places[place + 1] // 2
            name = panel.font.cut(session.people[seat][1], app.w // per_row - 1)
            name_width = panel.font.measure(name)
            x = min(max(2, middle - name_width // 2), app.w - 2 - name_width)
            panel.put(1, x, y, name, panel.cloth_ink())
            if not has_tiles:
                continue
            draws = session.game.draws
            drawn = [draws[i + 1] for i in range(0, len(draws), 2) if draws[i] == seat][-3:]
            cols = len(drawn) + 1 + _RACK_TILES if drawn else _RACK_TILES
            x = min(max(2, middle - cols * width // 2), app.w - 2 - cols * width)
            self.rows.append(self._row(cols, x, y + pitch))
            for i in range(len(drawn)):
                self.to_land.append((seat, i, drawn[i]))
        if has_tiles:
            self._show_pool(width, (top + bottom - height) // 2)
        else:
            from pocket.eight.cards import BACK, Cards

            card_width, half_height = app.art.card
            pack = Cards(app, 1, (app.w - card_width) // 2, (top + bottom) // 2 - half_height)
            pack.set(0, BACK)
            panel.group.append(pack.group)

    def _show_pool(self, width, y):
        """Show the pool, and queue the tiles that leave it: the draws by turns, then the racks."""
        self.to_land.sort(key=lambda tile: tile[1] * 8 + tile[0])  # by turns
        for i in range(_RACK_TILES):
            for seat in range(len(self.rows)):
                self.to_land.append((seat, self.rows[seat].cols - _RACK_TILES + i, -1))
        x = (self.app.w - _POOL * width) // 2
        self.pool_corner = (x, y)
        pool = self._row(_POOL, x, y)
        for i in range(_POOL):
            pool.put(0, i, draw.FACE_NONE, draw.PLAIN)
        self.tile = self._row(1, x, y)
        self.tile.put(0, 0, draw.FACE_NONE, draw.PLAIN)
        self.tile.group.hidden = True

    def _row(self, cols, x, y):
        shown = draw.Tiles(self.app, 1, cols, x, y, self.big)
        self.panel.group.append(shown.group)
        return shown

    def tick(self, now: int) -> bool:
        """Move a tile one step from the pool to its seat; after the draws unroll the ribbon."""
        if self.ribbon is None or now < self.due:
            return False
        if not self.due:  # show the screen first
            self.due = now + _PAUSE_MS
            return False
        if (not self.to_land or self.to_land[0][2] < 0) and self.ribbon.unroll():
            self.due = now + UNROLL_MS
            return True
        if not self.to_land:  # nothing moves any more
            self.due = now + (1 << 30)
            self.preload = self.app.session.game.preload
            return False
        self.due = now + _STEP_MS
        seat, place, _ = self.to_land[0]
        self.step += 1
        group = self.tile.group
        group.hidden = self.step == _STEPS
        if group.hidden:
            self._land()
            self.due = now + _PAUSE_MS
            return True
        row = self.rows[seat]
        x, y = self.pool_corner
        group.x = x + (row.x + place * row.w - x) * self.step // _STEPS
        group.y = y + (row.y - y) * self.step // _STEPS
        return True

    def _land(self):
        """Show the first tile of `to_land` at its seat, face down if its code is -1."""
        seat, place, code = self.to_land.pop(0)
        self.step = 0
        row = self.rows[seat]
        if code < 0:
            row.put(0, place, draw.FACE_NONE, draw.PLAIN)
        else:
            starts = seat == self.app.session.game.starter
            row.set(0, place, code, draw.OWN if starts else draw.PLAIN)
        self.app.sound.play("move")

    # -- three pairs

    def _redeal(self):
        """Ask the person who holds three pairs, or show what the computer does."""
        app = self.app
        session = app.session
        game = session.game
        seat = game.seat
        level, name = session.people[seat]
        own = pairs(game.racks[seat])
        if level:
            # Only tile games deal anew; to ask the catalogue would load 5 KB more.
            from rules.tilegame import players

            if not players.redeal(level, game.view(seat)):
                self._answer(False)  # the pairs stay hidden
                return
            self._reveal(name, own)
        else:
            self.asked = True
            app.ignore_keys_until_shown()  # the player may still be mashing A
            self._show(say(texts.STARTDRAW_PAIRS), own, say(texts.STARTDRAW_ASK))
            self.panel.keys(say(texts.STARTDRAW_KEYS_ASK))

    def _reveal(self, name, own):
        """Show three pairs to all players before the new deal."""
        self.app.session.hide()
        own = own[: self.app.session.game.rules["redeal_pairs"]]
        self._show(say(texts.STARTDRAW_SHOWS, name), own, say(texts.STARTDRAW_AGAIN))
        self.panel.keys(say(texts.STARTDRAW_KEYS))

    def _show(self, above, codes, below):
        """Show pairs of tiles on cloth in the middle of the paper, between two texts. codes: one
        of each pair."""
        panel = self.panel
        panel.clear()
        width, height = self.app.art.large
        most = min(len(codes), (panel.w // width + 1) // 3)
        rows = pictures.rows_for(panel, height)
        used = panel.rows_of(above) + rows + panel.rows_of(below)
        row = 1 + max(0, panel.lines - 2 - used) // 2
        row += panel.say(row, 3, above)
        y, room = pictures.mat(panel, row, rows)
        x = (self.app.w - (3 * most - 1) * width) // 2
        for i in range(most):
            pair = codes[i], codes[i]
            pictures.lay_tiles(panel, pair, x + 3 * i * width, y + (room - height) // 2, True)
        row += rows
        panel.say(row, panel.lines - 1 - row, below)

    def _answer(self, wanted):
        flow.apply_move(self.app, ("redeal", wanted))
        flow.advance(self.app)

    def choose(self) -> None:
        """Start the first turn; or reveal the pairs to all persons, then deal anew."""
        app = self.app
        game = app.session.game
        if self.ribbon:
            flow.apply_move(app, ("go",))
            flow.advance(app, True)
        elif self.asked and app.session.humans > 1:
            self.asked = False
            self._reveal(app.session.people[game.seat][1], pairs(game.racks[game.seat]))
        else:
            self._answer(True)

    def start(self) -> None:
        """Open the menu."""
        if self.ribbon:
            self.app.go("menus.pause")

    def leave(self) -> None:
        """Keep the rack."""
        if self.asked:
            self._answer(False)
