"""What one seat sees: its own rack, the table and public facts; no other rack, no pool's order."""

if False:  # for type checkers
    from rules.tilegame.game import Game

PLAIN = b"\x03\x12\xff\x00\x00\x01\x04"  # a level's habits, see rules/tilegame/players/searches.py


class View:
    """A tile game as one seat sees it.

    rack: codes in the person's order. table: sets, jokers with identity. parted: see
    referee.Verdict. opened, counts: by seat (it has opened; tiles on the rack). pool: tiles left.
    passes: in a row. history: (kind << 4 | seat, tiles) of each turn, flattened; kinds in game.py.
    must_play: passing is refused while a play exists. stuck: a search has proved that none does.
    work, wide, tidy, short, reason, about, habits: of players.choose. Others set all of it.
    """

    def __init__(self, game: "Game", seat: int) -> None:
        self.rules = game.rules
        self.seat = seat
        self.seats = game.seats
        self.rack = bytes(game.racks[seat])
        self.table = list(game.table)
        self.parted = game.parted
        self.opened = bytes(game.opened)
        self.counts = bytes([len(rack) for rack in game.racks])
        self.pool = len(game.pool)
        self.totals = list(game.totals)
        self.passes = game.passes
        self.history = bytes(game.history)
        self.must_play = game.must_play()
        self.stuck = False
        self.work = self.wide = self.tidy = self.short = self.reason = 0
        self.about = -1
        self.habits = PLAIN
