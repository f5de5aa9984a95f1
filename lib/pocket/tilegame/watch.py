"""Replay a move: tiles move between sets one by one, then those from the rack arrive.

A part of the play screen. Any key skips to the end; then LEFT shows the table before the move,
RIGHT the table after it, A goes on.

Keeps: BOARD MOVE pocket.tilegame.ending pocket.tilegame.changes rules.tilegame.melds
"""

from pocket.app import draw, input
from pocket.made import texts
from pocket.tilegame import board, changes
from pocket.tilegame.board import Part
from pocket.ui import strip
from pocket.ui.words import say

from rules.tilegame import tiles

if False:  # for type checkers
    from pocket.tilegame.moves import Move
    from pocket.tilegame.play import Screen


# by the setting "speed"; 0: until a key is pressed
_STEP_MS = (0, 300, 150, 60)
_REST_MS = (0, 0, 1600, 500)
_PLAIN_MS = (0, 1400, 700, 250)
_SPEECH_MS = 2500  # a line of a character
_FLIGHT_MS = 40  # a step of a drawn tile
_FLIGHT_STEPS = 5


class Watch(Part):
    """Show `move`, a moves.Move that the game has made.

    text: shown instead of the move's own, or None. replay: the previous person's move is shown to
    the next person, whose turn follows. tile_flies: a drawn tile is on its way, or about to set
    out. flight: the tile on its way, None before.
    """

    tile_flies = False
    flight: draw.Tiles | None = None

    def __init__(
        self, screen: "Screen", move: "Move", text: str | None = None, replay: bool = False
    ) -> None:
        Part.__init__(self, screen)
        app = self.app
        session = app.session
        self.move = move
        self.replay = replay
        self.has_custom_text = text is not None
        self.shows_old_table = False  # whether the table before the move is being shown
        self.ends_at = 0  # when the game goes on; 0: at the next key
        self.due = 0
        self.step_ms = _STEP_MS[app.settings.get("speed")]
        self.steps = None
        self.count = 0  # number of tiles laid so far
        self.shades: list[bytearray] | None = None  # the shades of the table after a play
        self.moving_shades: list[bytearray] | None = None
        if move.kind == "play":
            self._prepare()
        self.lay_out()  # with room for the tiles that fly
        self.tile_flies = bool(move.drew) and app.settings.get("speed") != 3
        self.text = text or self._describe_move()
        # True once the character has commented, or if no character is to comment
        self.has_spoken = not session.habits[move.seat] or session.humans != 1
        screen.set_message(self.text)
        if self.steps is not None:
            screen.board.scroll_to_changes(session.seen[1], self.shades)
            self.due = app.now() + self.step_ms
        else:
            if text is None:
                app.sound.play("draw")
            self._set_end_time()

    # -- words

    def _describe_move(self):
        """Return the move in words, short enough for the line."""
        move = self.move
        app = self.app
        name = app.session.people[move.seat][1]
        if move.kind != "play":
            if move.unsure:
                return say(texts.PLAY_PASSES_UNSURE, name)
            text = say(texts.PLAY_DRAWS if move.drew else texts.PLAY_PASSES, name)
            return text + " %d" % move.drew if move.drew > 1 else text
        start = say(texts.PLAY_OPENS if move.opens else texts.PLAY_LAYS, name)
        text = start + " "
        for codes, shades in zip(app.session.game.table, self.shades):  # side by side as they lie
            for i in range(len(codes)):
                if shades[i] == draw.OWN:
                    text += draw.tile_text(tiles.plain(codes[i]))
        if self.app.art.letters.line_width(text) > app.w - 8:
            text = say(texts.PLAY_TILES, start, len(move.laid))
        return text

    # -- the tiles on their way

    def _prepare(self):
        """Find the source and the destination of each tile."""
        app = self.app
        session = app.session
        before = self.move.before
        after = session.game.table
        from_sets = changes.origins(before, after)
        if session.seen[0] != after:  # a computer's play: its sets have no spots yet
            session.remember_table(board.carried_spots(self.move.spots, from_sets))
        self.shades = changes.shade_changes(before, after, self.move.laid, from_sets)
        # the sets during the replay: those of `after`, then those that dissolve
        self.dissolving = [j for j in range(len(before)) if j not in from_sets]
        self.moving = [
            bytearray(before[j]) if j >= 0 else bytearray() for j in from_sets + self.dissolving
        ]
        # (tile, set) of each tile that leaves its set
        self.leaving = [
            (tiles.plain(c), i) for i in range(len(self.moving)) for c in self.moving[i]
        ]
        for i in range(len(after)):
            for j in range(len(after[i])):
                if self.shades[i][j] == draw.PLAIN:
                    self.leaving.remove((tiles.plain(after[i][j]), i))
        self.moving_shades = [bytearray([draw.PLAIN] * len(codes)) for codes in self.moving]
        self.steps = self._move_tiles()

    def _move_tiles(self):
        """Move one tile per step; yield its place in a set, -1 when it leaves one."""
        after = self.app.session.game.table
        for i in range(len(after)):
            for j in range(len(after[i])):
                shade = self.shades[i][j]
                if shade == draw.PLAIN:
                    continue
                if shade == draw.MOVED:
                    plain = tiles.plain(after[i][j])
                    which = [source[1] for source in self.leaving if source[0] == plain][0]
                    self.leaving.remove((plain, which))
                    shades = self.moving_shades[which]
                    tile = 0
                    while (
                        shades[tile] != draw.PLAIN or tiles.plain(self.moving[which][tile]) != plain
                    ):
                        tile += 1
                    shades[tile] = draw.PICKED
                    yield -1
                    for rows in (self.moving, self.moving_shades):
                        rows[which] = rows[which][:tile] + rows[which][tile + 1 :]
                self._insert_tile(i, j, shade)
                self.count += shade == draw.OWN
                yield j

    def _insert_tile(self, which, j, shade):
        """Insert tile j of the final set `which` after those on its left that are already there."""
        goal = self.app.session.game.table[which]
        row = self.moving[which]
        tile = 0
        for k in range(j):
            if tile < len(row) and tiles.plain(row[tile]) == tiles.plain(goal[k]):
                tile += 1
        self.moving[which] = row[:tile] + goal[j : j + 1] + row[tile:]
        shades = self.moving_shades[which]
        self.moving_shades[which] = shades[:tile] + bytes((shade,)) + shades[tile:]

    def rack(self) -> tuple:
        """Return the rack, without the drawn tiles that still fly there."""
        if not self._own_flies():
            return Part.rack(self)
        rack = Part.rack(self)[0][: -self.move.drew]
        return rack, None, bytes((draw.PLAIN,)) * len(rack)

    def _own_flies(self):
        return self.tile_flies and self.move.seat == self.app.session.viewer

    def table(self) -> tuple:
        """Return the table before, during or after the move; mark the tiles laid and moved."""
        if self.shows_old_table:
            return self.move.before, self.move.spots, None
        table, spots, _ = Part.table(self)
        if self.steps is None:
            return table, spots, self.shades
        spots = bytearray(spots)
        for j in self.dissolving:
            spots += self.move.spots[3 * j : 3 * j + 3]
        return self.moving, spots, self.moving_shades

    def tail(self) -> str:
        """Return what the keys do, in the longest form that fits beside the message; while tiles
        move, how many have been laid."""
        if self.steps is not None:
            return "%d/%d" % (self.count, len(self.move.laid))
        keys = say(texts.PLAY_TO_AFTER if self.shows_old_table else texts.PLAY_TO_BEFORE)
        key_a = keys[keys.index(draw.KEY_A) :]
        for text in (keys if self.move.kind == "play" else key_a, key_a, draw.KEY_A):
            if self.app.art.letters.line_width(self.screen.message + "   " + text) < self.app.w - 8:
                return text
        return ""

    # -- keys and time

    def key(self, button: int, kind: int) -> None:
        """Show the table before with LEFT, after with RIGHT; skip or go on with any other key."""
        if kind == input.REPEAT:
            return
        if self.steps is not None:
            self._end_steps()
        elif self.move.kind == "play" and button in (input.LEFT, input.RIGHT):
            self.ends_at = 0
            self.shows_old_table = button == input.LEFT
            self.screen.set_message(say(texts.PLAY_BEFORE) if self.shows_old_table else self.text)
            self.screen.paint()
        elif kind == input.PRESS:
            self._go_on()

    def tick(self, now: int) -> bool:
        """Advance the replay by a step, or go on when the time is over."""
        if self.steps is not None:
            if now < self.due:
                return False
            self.due = now + self.step_ms
            try:
                place = next(self.steps)
                if place < 0:
                    self.app.sound.play("move")
                else:
                    self.app.sound.tiles(place)
                self.screen.paint()
            except StopIteration:
                self._end_steps()
            return True
        if self.tile_flies and now >= self.due:
            self.due = now + _FLIGHT_MS
            self._fly()
            return True
        if self.ends_at and now >= self.ends_at:
            self._go_on()
            return True
        return False

    def _set_off(self):
        """Show the drawn tile above the board. A person's flies to its place on the rack, another,
        face down, to the lit name."""
        app = self.app
        screen = self.screen
        rack = screen.board.rack
        big = app.art.shown == draw.BIG
        self.flight = draw.Tiles(app, 1, 1, app.w - rack.w, app.art.line, big, scale=rack.scale)
        self.flown_steps = 0
        self.goal = (0, 0)
        if self._own_flies():
            self.flight.set(0, 0, Part.rack(self)[0][-1], draw.MARKED)
            row, column = divmod(len(self.rack()[0]), rack.cols)
            self.goal = (rack.x + column * rack.w, rack.y + row * rack.h)
        else:
            self.flight.put(0, 0, draw.FACE_NONE, draw.PLAIN)
            for _text, x, lit in screen.head.labels:
                if lit:
                    self.goal = (x, app.art.line - rack.h)
        screen.lay(self.flight.group)

    def _fly(self):
        """Move a drawn tile by a step from the pool."""
        if self.flight is None:
            self._set_off()
            return
        self.flown_steps += 1
        flight = self.flight
        flight.group.x = flight.x + (self.goal[0] - flight.x) * self.flown_steps // _FLIGHT_STEPS
        flight.group.y = flight.y + (self.goal[1] - flight.y) * self.flown_steps // _FLIGHT_STEPS
        if self.flown_steps == _FLIGHT_STEPS:
            self.close()
            self.screen.board.draw_rack(self)

    def close(self) -> None:
        """Remove a flying tile."""
        self.tile_flies = False
        if self.flight is not None:
            self.screen.group.remove(self.flight.group)
            self.flight = None

    def _end_steps(self):
        self.steps = self.moving_shades = self.moving = None
        self._set_end_time()
        self.screen.paint()

    def _set_end_time(self):
        """Compute how long the finished move stays on show."""
        app = self.app
        speed = app.settings.get("speed")
        wait = (_REST_MS if self.move.kind == "play" else _PLAIN_MS)[speed]
        if not app.session.people[self.move.seat][0] and app.session.humans > 1:
            wait = 0  # the device changes hands
        elif self.has_custom_text:
            wait *= 2  # time to find the tiles on the rack
        self.ends_at = app.now() + wait if wait else 0

    def _go_on(self):
        strip.clear_box(self.screen)
        if self._speaks():
            self.ends_at = self.app.now() + _SPEECH_MS
        else:
            screen = self.screen
            screen.defer(screen.begin_turn if self.replay else screen.continue_game)

    def _speaks(self):
        """Let a character comment on the move; return whether it does."""
        if self.has_spoken:
            return False
        self.has_spoken = True
        from pocket.tilegame import speech

        app = self.app
        session = app.session
        seat = self.move.seat
        if session.game.phase != "turn":
            return False
        moment = speech.moment_after_move(session.game, seat, session.viewer)
        speaks = speech.show(self.screen, seat, speech.line(app, seat, moment))
        rows = board.changed_rows(session.seen[1], self.shades)
        if speaks and rows:
            self.screen.uncover(min(rows), max(rows))
        return speaks
