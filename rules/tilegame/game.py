"""A tile game from the draws for start to the last score: phases, moves, scores, saves.

Phases: START (the draws for start are shown) -> REDEAL (a seat may ask for a new deal, KR-2) ->
TURN ... -> ROUND (its scores are known) -> START ... -> OVER. Only `Game.apply` changes a game.
"""

from rules import base, errors
from rules.base import Rng, finish
from rules.tilegame import tiles

if False:  # for type checkers
    from collections.abc import Callable

    from rules.base import Slices
    from rules.family import Refusal
    from rules.tilegame.referee import Verdict
    from rules.tilegame.view import View

START = "start"
REDEAL = "redeal"
TURN = "turn"
ROUND = "round"
OVER = "over"
PHASES = (START, REDEAL, TURN, ROUND, OVER)

# The kinds of turn in the history of a round, four bits each.
PLAYED, DREW, PASSED, TIMED_OUT, FAILED, OPENED = 1, 2, 3, 4, 5, 6
_HISTORY = 128  # maximum bytes of the history: the last 64 turns
MOST_MOVES = 1200  # maximum bytes of a round's recorded moves; a long round takes 800

# The words of the moves, with the number of parts of each.
_PART_COUNTS = {"go": 1, "redeal": 2, "play": 2, "draw": 1, "pass": 1, "timeout": 2, "fail": 1}


class Round:
    """The deal and moves of a Game's running round. The solver sets playable, unproved."""

    rules: dict
    rng: Rng
    seats: int
    starter: int
    redeals: int
    rounds: list[list[int]]
    jokers_fixed = False  # whether plays give the identity of every joker: in records
    playable: bool | None = None  # whether the seat to move has a play; None: not searched yet
    unproved = False  # whether the last search found no play but was cut short
    _end: "Callable[[bool], None]"

    # -- the beginning of a round

    def _clear_round(self) -> None:
        self.table: list[bytes] = []
        self.jokers_differ = False
        self.opened = bytearray(self.seats)
        self.passes = 0
        self.history = bytearray()
        self.winners: list[int] = []
        self.stalled = False
        self.events: list[tuple] = []
        self.draws = b""

    def _new_round(self) -> None:
        self._clear_round()
        from rules.tilegame import deal  # needed only here, so not kept in memory

        if self.redeals and self.origin:  # new deals do not change the tiles of later rounds
            self.rng.restore(self.origin)
            self._deal()
        self.redeals = 0
        before = self.starter if self.rounds else None
        self.draws, self.starter = deal.choose_starter(self.rng, self.rules, self.seats, before)
        self.moves = bytearray()
        self.deal_again(self.starter, self.rng.state())

    def deal_again(self, starter: int, origin: bytes) -> None:
        """Deal the round of a record. starter: a seat. origin: 8 bytes, the state of the Rng."""
        self.origin = origin
        self.rng.restore(origin)
        self._deal()
        self.seat = self.starter = starter
        self.phase = START

    def _deal(self) -> None:
        from rules.tilegame import deal

        self.racks, self.pool = deal.deal(
            self.rng, self.seats, self.rules["jokers"], self.rules["hand"]
        )

    def pairs(self, seat: int) -> int:
        """Count the pairs of identical tiles on a rack."""
        count = tiles.counts(self.racks[seat])
        return len([code for code in range(tiles.KINDS) if count[code] == 2])

    def _offer_redeal(self, after):
        """Ask the next seat that may have a new deal, from place `after` in turn order on; if no
        seat may, begin the first turn (KR-2)."""
        required = self.rules["redeal_pairs"]
        if required and self.redeals < self.rules["redeals_max"]:
            for i in range(after, self.seats):
                seat = (self.starter + i) % self.seats
                if self.pairs(seat) >= required:
                    self.phase = REDEAL
                    self.seat = seat
                    return
        self.phase = TURN
        self.seat = self.starter

    # -- moves

    def apply(self, move: tuple) -> "Refusal | None":
        """Make one move. Return None, or (clause, why) if it is refused; then nothing changes.

        move: ("go",) from START or ROUND; ("redeal", bool) in REDEAL; in TURN ("play", table or the
        Verdict on it), ("draw",), ("pass",), ("timeout", bool: table tiles were moved), ("fail",).
        Raises RulesError for anything else.
        """
        kind = base.check_move(move, _PART_COUNTS)
        if kind == "go" and self.phase == START:
            self.events = []
            self._offer_redeal(0)
            return None
        if kind == "go" and self.phase == ROUND:
            self._new_round()
            return None
        if kind == "redeal":
            return self._redeal(move[1])
        if self.phase != TURN:
            return "T-2", (errors.NOT_NOW,)
        if kind == "play":
            return self._play(move[1])
        if kind == "draw":
            return self._draw()
        if kind == "pass":
            return self._pass()
        if kind == "timeout":
            return self._timeout(move[1])
        if kind == "fail":
            return self._fail()
        return "T-2", (errors.NOT_NOW,)

    def _redeal(self, is_wanted):
        if self.phase != REDEAL:
            return "KR-2", (errors.FEW_PAIRS,)
        self.events = [("redeal", self.seat, bool(is_wanted))]
        self._record(b"y " if is_wanted else b"n ")
        if is_wanted:
            self.redeals += 1
            self._deal()
            self._offer_redeal(0)
        else:
            self._offer_redeal((self.seat - self.starter) % self.seats + 1)
        return None

    def judge(self, play: "list[bytes] | Verdict") -> "Verdict":
        """Return the referee's Verdict on a turn of the seat to move. play: the table it ends with,
        or the Verdict that `judge_in_slices` returned."""
        if isinstance(play, tiles.JudgedPlay):
            return play  # has all attributes of a Verdict
        return finish(self.judge_in_slices(tiles.check_table(play)))

    def judge_in_slices(self, table: list[bytes]) -> "Slices[Verdict]":
        """Judge, in slices, a turn that ends with `table`; return the Verdict."""
        from rules.tilegame import referee

        return referee.judge_in_slices(
            self.rules,
            self.table,
            self.racks[self.seat],
            table,
            self.opened[self.seat],
            self.jokers_differ,
            self.jokers_fixed,
        )

    def _play(self, play):
        """Make a play; laying the last tile of the rack ends the round (RK-8, CR-12)."""
        verdict = self.judge(play)
        if not verdict.legal:
            return verdict.clause, verdict.why
        seat = self.seat
        rack = self.racks[seat]
        for code in verdict.laid:
            place = rack.find(bytes((code,)))
            rack[place : place + 1] = b""
        from rules.record import moves

        self._record(moves.play_token(self.table, verdict.table) + b" ")
        self.table = verdict.table
        self.jokers_differ = verdict.jokers_differ
        if verdict.opens:
            self.opened[seat] = 1
        self._log(OPENED if verdict.opens else PLAYED, len(verdict.laid))
        self.passes = 0
        self.events = [("play", seat, verdict.laid)]
        if not rack:
            self._end(False)
        else:
            self._next_seat()
        return None

    def _turn_without_play(self, kind, word, limit):
        """Draw up to `limit` tiles (T-10) and end the turn; an empty pool ends no round (RK-9)."""
        drawn = min(limit, len(self.pool))
        for _ in range(drawn):
            self.racks[self.seat].append(self.pool[-1])
            self.pool[-1:] = b""
        self._log(kind, drawn)
        self.events = [(word, self.seat, drawn)]
        # [ruling KR-10] A turn lost while a play exists is no pass: restart the count of passes.
        is_lost = kind != PASSED and self.must_play()
        self.passes = 0 if drawn or is_lost and self.can_play() else self.passes + 1
        if not self.pool and self.rules["stop_on_empty"]:  # RG-11
            self._end(True)
        elif self.passes >= self.seats:  # T-12
            self._end(True)
        else:
            self._next_seat()

    def _draw(self):
        """Draw a tile to end the turn (T-5, RK-6, RK-7, RG-5, RG-6, CR-6, CR-7, KR-6)."""
        if not self.pool:
            return self.rules["draw_clause"], (errors.POOL_EMPTY,)
        self._record(b"\x7f")  # moves.DRAW, "d " in a packed record
        self._turn_without_play(DREW, "draw", 1)
        return None

    def _pass(self):
        if self.pool:
            return self.rules["draw_clause"], (errors.POOL_LEFT,)
        if self.must_play() and self.can_play():
            return "KR-10", (errors.MUST_LAY,)
        self._record(b"p ")
        self._turn_without_play(PASSED, "pass", 0)
        return None

    def must_play(self) -> bool:
        """Return whether a seat that has a play must lay: once the pool is empty (KR-10)."""
        return self.rules["forced_play"] and not self.pool

    def can_play(self) -> "bool | None":
        """Return whether the solver finds a play of the seat to move; see also `unproved`."""
        from rules.solver import search  # few games have the clause that needs it

        finish(search.prove(self))
        return self.playable

    def _timeout(self, moved):
        """Draw for a turn whose time is up; its play is undone (RK-10, CR-8, KR-7, RG-12). moved:
        whether table tiles had been moved."""
        if not self.rules["clock"]:
            return self.rules["clock_clause"], (errors.NOT_NOW,)
        self._record(b"m " if moved else b"t ")
        self._turn_without_play(
            TIMED_OUT, "timeout", self.rules["timeout_moved_draw" if moved else "timeout_draw"]
        )
        return None

    def _fail(self):
        if self.rules["referee"] != "strict":
            return "RK-12", (errors.NO_PENALTY,)
        self._record(b"f ")
        self._turn_without_play(FAILED, "fail", self.rules["failed_draw"])
        return None

    def _record(self, token):
        """Add a move to the round's record, or cut the record if it gets too long."""
        if self.moves[-1:] != b".":
            full = len(self.moves) + len(token) > MOST_MOVES
            self.moves += b"..." if full else token

    def _log(self, kind, number):
        self.history.append(kind << 4 | self.seat)
        self.history.append(number)
        if len(self.history) > _HISTORY:
            self.history = self.history[2:]

    def _next_seat(self):
        self.playable = None
        self.seat = (self.seat + 1) % self.seats


class Game(Round):
    """A tile game of several rounds, see rules/family.pyi.

    game_id: a key of games.GAMES. seats: 2..4. seed: int; the same seed deals the same game on
    every VM; None deals nothing. options: dict of house options or None. Raises RulesError.

    table: list of sets, jokers with identity. jokers_differ: see referee.Verdict. pool: codes, the
    tile to be drawn next at the end. opened: for each seat 1 if it has opened. passes: number in a
    row. note: bytes that screens keep with the game.
    """

    modules = "rules.tilegame.game"
    version = 1
    coach = "review.coach"
    next_game: tuple | None = None
    dealer = None
    screen = "tilegame.play"
    preload = (
        "pocket.tilegame.changes pocket.tilegame.play pocket.tilegame.board "
        "pocket.tilegame.headline pocket.ui.face "
    )
    pieces = "tiles"
    help = ("sets", "turn")

    def __init__(
        self, game_id: str, seats: int, seed: int | None, options: dict | None = None
    ) -> None:
        from rules.tilegame import games

        self.rules = games.rules_for(game_id, options)
        self.options: dict = {}  # the given house options, and those in rules["former_defaults"]
        for name in list(options or ()) + list(self.rules["former_defaults"]):
            self.options[name] = self.rules[name]
        base.check_seats(self.rules, seats)
        self.seats = seats
        self.rng = Rng(seed or 0)
        self.totals = [0] * seats
        self.rounds = []
        self.note = b""
        self.starter = 0
        self.redeals = 0
        if seed is None:
            self._clear_round()
        else:
            self._new_round()

    @property
    def round(self) -> int:
        """Return the number, from 1, of the running round or the one just finished."""
        return len(self.rounds) + (0 if self.phase in (ROUND, OVER) else 1)

    # -- the end of a round

    def _end(self, stalled):
        self.playable = None
        self.stalled = stalled
        from rules.tilegame import scoring

        scores, self.winners = scoring.score_round(self.rules, self.racks, stalled, self.starter)
        self.rounds.append(scores)
        for seat in range(self.seats):
            self.totals[seat] += scores[seat]
        self.events.append(("round", self.winners[0], stalled))
        self.phase = OVER if self._finished() else ROUND

    def _finished(self):
        if self.rules["length_kind"] == "points":  # RK-1
            return (
                max(self.totals) >= self.rules["length"]
                or len(self.rounds) >= self.rules["rounds_max"]
            )
        return len(self.rounds) >= self.rules["length"]

    def result(self) -> list[int]:
        """Return the scores of the last finished round; zeros if there is none."""
        return self.rounds[-1] if self.rounds else [0] * self.seats

    def sheet(self) -> list[tuple[int, list[int]]]:
        """List the rows of the score sheet: (number of the round, scores by seat)."""
        return [(i + 1, self.rounds[i]) for i in range(len(self.rounds))]

    def overall_winners(self) -> list[int]:
        """List the seats with the highest total (RK-19, CR-15, KR-13)."""
        best = max(self.totals)
        return [seat for seat in range(self.seats) if self.totals[seat] == best]

    # -- views, checks and saves

    def view(self, seat: int) -> "View":
        """Return the View of `seat`."""
        from rules.tilegame.view import View

        return View(self, seat)

    def check(self) -> None:
        """Raise RulesError unless the tiles make up the pack, all sets are legal and the scores of
        each round add up to zero."""
        from rules.tilegame import restore

        restore.check(self)

    def pack(self) -> bytes:
        """Return the whole state as bytes, for `unpack`."""
        from rules.tilegame import restore

        return restore.pack(self, PHASES)


new = Game


def unpack(data: bytes) -> Game:
    """Return the Game that `Game.pack` wrote. Raises RulesError for anything else."""
    from rules.tilegame import restore

    return restore.unpack(data, Game, PHASES)
