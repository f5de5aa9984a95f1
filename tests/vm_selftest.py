"""A short proof that the rules run as they should on whatever VM this is.

`checks` asks the core a few questions whose answers the clauses give; `game` plays a game between
computer players and returns a mark of all its moves, the same on every VM for the same seed.
"""

from rules import catalogue
from rules.tilegame import tiles

_CASES = (
    # game, opened, table, rack, table after, the clause that forbids it or ""
    ("RK", True, "", "r3 r4 r5", "r3 r4 r5", ""),
    ("RK", True, "", "r3 r4 b5", "r3 r4 b5", "T-1"),
    ("RK", True, "", "r12 r13 r1", "r12 r13 r1", "T-1"),
    ("RK", True, "", "k9 r9 b9 o9", "k9 r9 b9 o9", ""),
    ("RK", True, "k9 r9 b9", "r3", "k9 r9", "T-3"),
    ("RK", True, "k9 r9 b9", "r3 r4 r5", "k9 r9 b9 | r3 r4", "T-3"),
    ("RK", False, "", "r3 r4 r5", "r3 r4 r5", "RK-4"),
    ("RK", False, "", "k10 r10 b10", "k10 r10 b10", ""),
    ("RK", False, "k9 r9 b9", "o9 k10 r10 b10", "k9 r9 b9 o9 | k10 r10 b10", "RK-5"),
    ("CR", False, "", "k13 r13 *", "k13 r13 *", ""),
    ("RG", False, "", "k10 r10 b10 o10 *", "k10 r10 b10 | o10", "T-3"),
    ("RG", False, "", "k13 r13 *", "k13 r13 *", ""),
    ("KR", False, "", "r9 r10 r11", "r9 r10 r11", "KR-4"),
    ("KR", False, "", "k12 r12 *", "k12 r12 *", "KR-5"),
    ("RK", True, "r3 * r5", "r4 b7 b8", "r3 r4 r5 | b7 b8 *", ""),
    ("RK", True, "r3 * r5 | b6 b7 b8", "r4 b9", "r3 r4 r5 | b6 b7 b8 b9 *", "RK-15"),
    ("RK", True, "r3 * r5 | r4 k4 b4 o4", "b9 b10", "r3 r4 r5 | k4 b4 o4 | b9 b10 *", "RK-13"),
    ("KR", True, "r3 * r5 | b6 b7 b8", "r4", "r3 r4 r5 | b6 b7 b8 *", ""),
    ("RG", True, "b6 b7 b8", "*", "b6 b7 b8 *", "RG-8"),
)


class Mark:
    """A running mark of numbers, 30 bits in two words."""

    def __init__(self):
        self.low = 1
        self.high = 0

    def add(self, data):
        """Take in bytes, or one number 0..255."""
        if isinstance(data, int):
            data = (data,)
        for one in data:
            self.low = (self.low + one) % 32749
            self.high = (self.high + self.low) % 32749

    def add_move(self, move):
        """Take in a move."""
        self.add(move[0].encode())
        if move[0] == "play":
            for codes in move[1]:
                self.add(codes)
        elif len(move) > 1:
            self.add(move[1].encode() if isinstance(move[1], str) else int(move[1]))

    def text(self):
        """Return the mark as text."""
        return "%d-%d" % (self.high, self.low)


def _table(text):
    return [tiles.parse_set(one.split()) for one in text.split("|") if one.strip()]


def checks():
    """Ask the core; returns how many questions. Raises AssertionError with the first wrong one."""
    from rules.tilegame import games, referee
    from rules.tilegame.scoring import score_round

    count = 0
    for game, opened, before, rack, after, clause in _CASES:
        verdict = referee.judge(
            games.rules_for(game),
            _table(before),
            tiles.parse_set(rack.split()),
            _table(after),
            opened,
        )
        if (verdict.clause or "") != clause:
            raise AssertionError(
                "%s %s -> %s: %s, not %s" % (game, before, after, verdict.clause, clause or "legal")
            )
        count += 1
    racks = [tiles.parse_set(text.split()) for text in ("", "r5 *", "k1")]
    if score_round(games.rules_for("RK"), racks, False)[0] != [36, -35, -1]:
        raise AssertionError("RK-17")
    return count + 1


def game(game_id, levels, seed, most, slices=None, options=None):
    """Play up to `most` moves of players.

    levels: one per seat. slices: a function that is called at every pause. Returns (mark of all
    moves as text, the game). Raises AssertionError when a move is refused.
    """
    play = catalogue.new(game_id, len(levels), seed, options)
    players = catalogue.players(game_id)
    mark = Mark()
    turns = 0
    while play.phase != "over" and turns < most:
        if play.phase == "turn":
            level = levels[play.seat]
            move = _answer(players.choose(level, play.view(play.seat), seed + turns), slices)
            turns += 1
        elif play.phase == "redeal":
            move = ("redeal", players.redeal(levels[play.seat], play.view(play.seat)))
        else:
            move = ("go",)
        mark.add_move(move)
        refused = play.apply(move)
        if refused:
            raise AssertionError("%s %s" % refused)
        play.check()
        if play.phase == "round":
            mark.add(play.pack())
    mark.add(play.pack())
    return mark.text(), play


def _answer(work, slices):
    """Run a player's search to its end and return its move."""
    try:
        while True:
            next(work)
            if slices:
                slices()
    except StopIteration as end:
        return end.value
