"""What one seat sees: its own rack, the table and public facts; never another rack or the order of
the pool."""

if False:  # for type checkers
    from rules.tilegame.game import Game

PLAIN = b"\x03\x12\xff\x00\x00\x00\x04"  # a level's habits, see rules/tilegame/players/searches.py


class View:
    """The state of a tile game as one seat sees it.

    rules: dict of fields. seat, seats: int. rack: bytes of codes in the person's order.
    table: list of sets (bytes, jokers with identity). parted: see referee.Verdict. opened, counts:
    bytes, one per seat (opening meld laid; tiles on the rack). pool: tiles left.
    totals: list of int. passes: passes in a row.
    history: bytes, two per turn: (kind << 4 | seat, tiles); kinds in rules/tilegame/game.py.
    must_play: passing is refused while a play exists. stuck: a search has proved that none does.
    work, wide, tidy, short, reason, about, habits: players.choose's own. Others set all of it.
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
