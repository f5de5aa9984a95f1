"""A saved game as bytes: its id; a byte for the round and the order of rack and hand chosen last;
the game's own (`pack`), with a note of who plays, what each seat did, the game's code, whether the
table has needed the small tiles, what the turn has taken of its clock, where the sets lay."""

if False:  # for type checkers
    from pocket.always.settings import Settings
    from pocket.always.sitting import Sitting

    from rules.family import Game

HEAD = 3
CLOCK_MS = 2000  # the unit of the clock's byte, which holds the longest clock, 5 minutes


def head(game: "Game", chosen: "Settings") -> bytes:
    """What the save of a game begins with. chosen: the Settings."""
    mixed = min(game.round, 31) | chosen.sorting << 5 | chosen.by_shape << 7
    return game.rules["game"].encode() + bytes((mixed,))


def read_head(payload: bytes) -> tuple[str, int, int, bool]:
    """(game id, round, sorting, by_shape) as `head` wrote them; the id may be of no game."""
    mixed = payload[2]
    return "%c%c" % (payload[0], payload[1]), mixed & 31, mixed >> 5 & 3, mixed > 127


def pack(sitting: "Sitting", chosen: "Settings") -> bytes:
    """The save of the running game. chosen: the Settings."""
    game = sitting.game
    seen = sitting.seen
    note = sitting.note + bytes(sitting.counts) + sitting.code.encode()
    note += bytes((sitting.small, min(255, sitting.used // CLOCK_MS)))
    if seen and seen[0] == game.table:
        note += seen[1]
    game.note = note
    return head(game, chosen) + game.pack()


def read_note(note: bytes, size: int) -> tuple[bytearray, str, bytes]:
    """(the counts, `size` bytes, a game's code, what lies behind it: see `pack`) of a note, behind
    the people; (None, "", b"") where they are not all there."""
    if len(note) < size:
        return None, "", b""
    end = size
    while end < len(note) and note[end] > 32:  # the code's letters; earlier saves end there
        end += 1
    code = "".join([chr(letter) for letter in note[size:end]])
    return bytearray(note[:size]), code, note[end:]
