"""The running game and who sits at it: what is kept from one screen to the next."""

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.tilegame.moves import Move
    from pocket.tilegame.personturn import Turn

    from rules.family import Game, Running


class Session:
    """game: the running one, or None. people: (level, name) of each seat; level "" is a person.
    note: the same, as the note of a save says it. habits: of each seat, where a character sits
    there: bytes (rules.characters). persons: how many of the people are persons. you: the seat that
    `people` calls You, that of an only person who wrote no name, or None. record: the name the game
    is kept by. station: that of the journey which is played, from 0, or None. lesson: while a
    lesson's turn runs (its id, the turn's number), with True after them where the journey led to
    it; else None. counts: bytes (games.seatcounts). code: of the game (rules.codes), or "".

    What the screens of a turn set for the next one: viewer: the seat whose rack may be on show, or
    None. turn: one that is being made (personturn.Turn, or unload.Detached), or None. used: the
    milliseconds that the turn has taken; saved: those that its newest save knows of. seen: (sets,
    spots) as the play screen showed the table last, or None. small: the table has needed the small
    tiles. solution: of a puzzle that was given up: 1: to be shown, 2: on show. hinted: the running
    turn has had a hint that is counted. badges: the names of those that the round just over has
    brought. last: the move made last (tilegame.moves.Move) until the next turn begins. drawn,
    known: by seat of a person, what was drawn last, and the table as it was left last. Others set
    all of it."""

    small = False
    solution = 0
    badges: "Sequence[str]" = ()
    hinted = False
    game: "Running"
    seen: "tuple | None"
    last: "Move | None"
    turn: "Turn | None"

    def __init__(
        self,
        game: "Game | None" = None,
        people: "list[tuple[str, str]]" = (),  # type: ignore[assignment] # nobody
        note: bytes = b"",
        habits: "Sequence[bytes]" = (),
        record: str = "game",
        lesson: "tuple | None" = None,
        code: str = "",
        counts: bytes | bytearray = b"",
        persons: int = 0,
        viewer: int | None = None,
        you: int | None = None,
        station: int | None = None,
    ) -> None:
        self.game = game  # type: ignore[assignment] # what only some are asked for is told there
        self.people = people
        self.note = note
        self.habits = habits
        self.record = record
        self.station = station
        self.lesson = lesson
        self.code = code
        self.counts = counts
        self.persons = persons
        self.viewer = viewer
        self.you = you
        self.turn = None
        self.used = self.saved = 0
        self.forget()

    def hidden(self) -> bool:
        """Whether the device must change hands: a person is to move whose rack is not on show."""
        seat = self.game.seat
        return self.persons > 1 and not self.people[seat][0] and self.viewer != seat

    def hide(self) -> None:
        """No rack may be on show, where more than one person plays."""
        if self.persons > 1:
            self.viewer = None

    def begin_round(self) -> None:
        """Nothing is counted, won or known yet of the round that begins."""
        self.counts = bytearray(len(self.counts))
        self.badges = ()
        for seat in range(self.game.seats):
            self.known[seat] = []

    def see(self, spots: bytes | bytearray) -> None:
        """The table is shown as it is now, its sets at these spots."""
        self.seen = (list(self.game.table), bytearray(spots))

    def forget(self) -> None:
        """Forget what was seen of the round."""
        self.seen = self.last = None
        self.drawn: dict = {}
        self.known: dict = {}
