"""A tile game as one seat sees it: its own rack and public facts, no other rack."""

if False:  # for type checkers
    from rules.tilegame.game import Game

PLAIN = b"\x03\x12\xff\x00\x00\x01\x04"  # default habits, see rules/tilegame/players/searches.py


class View:
    """The facts that a player, or a hint, may know.

    rack: codes in the order in which the seat keeps them
    table: sets, jokers with identity. jokers_differ: see referee.Verdict
    opened, counts: for each seat whether it has opened, and its number of tiles
    pool: number of tiles left
    history: (kind << 4 | seat, number of tiles) of each turn, flattened; the kinds are in game.py
    must_play: the seat may not pass if it has a play. stuck: a search proved that it has none
    work, beam_width, tidy, failed_searches, habits: set by players.choose, which explains them
    """

    def __init__(self, game: "Game", seat: int) -> None:
        self.rules = game.rules
        self.seat = seat
        self.seats = game.seats
        self.rack = bytes(game.racks[seat])
        self.table = list(game.table)
        self.jokers_differ = game.jokers_differ
        self.opened = bytes(game.opened)
        self.counts = bytes([len(rack) for rack in game.racks])
        self.pool = len(game.pool)
        self.history = bytes(game.history)
        self.must_play = game.must_play()
        self.stuck = False
        self.work = self.beam_width = self.tidy = self.failed_searches = 0
        self.habits = PLAIN
