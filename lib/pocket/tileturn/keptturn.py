"""A person's unfinished turn as bytes, for a restart of the VM.

Layout: milliseconds of the clock, 4 bytes; tiles of the rack at the turn's start, 1, then the
tiles; 1 if spots of the table at the turn's start follow, then these (3 bytes a set); bytes of the
state, 2, then `Turn._dump`; then the undo steps, the newest first, each behind its length in 2
bytes. Steps that do not fit are left out: the whole turn can always be put back.
"""

from pocket.tileturn.turn import Turn

if False:  # for type checkers
    from rules.tilegame.game import Game

_STEPS = 700  # bytes of undo steps


def pack(turn: Turn) -> bytes:
    """Return the bytes of a turn, or of what `Turn.kept` gave: as it was before the last key, where
    that key's steps are not through."""
    state, rack, log = turn.base or (Turn._dump(turn), turn.start_rack, turn.log)
    out = bytearray(_number(turn.used, 4))
    out.append(len(rack))
    out += rack
    spots = turn.start_spots
    out.append(0 if spots is None else 1)
    out += spots or b""
    out += _number(len(state), 2) + state
    left = _STEPS
    for i in range(len(log) - 1, -1, -1):
        left -= 2 + len(log[i])
        if left < 0:
            break
        out += _number(len(log[i]), 2) + log[i]
    return bytes(out)


def unpack(game: "Game", data: bytes) -> Turn:
    """Return what `Turn.kept` gives of the turn that `pack` wrote. game: the running one, whose turn
    it is. Raises IndexError where the bytes are of no turn."""
    used = _read(data, 0, 4)
    start = 5 + data[4]
    rack = data[5:start]
    spots = None
    start += 1
    if data[start - 1]:
        end = start + 3 * len(game.table)
        spots = data[start:end]
        start = end
    opened = bool(game.opened[game.seat])
    turn = Turn(game.rules, game.table, rack, opened, spots, game.parted)
    turn.used = used
    end = start + 2 + _read(data, start, 2)
    turn._load(data[start + 2 : end])
    log = []
    while end < len(data):
        start = end + 2
        end = start + _read(data, end, 2)
        log.insert(0, data[start:end])
    turn.log = log
    return turn.kept()


def _number(value, size):
    return value.to_bytes(size, "little")


def _read(data, start, size):
    return int.from_bytes(data[start : start + size], "little")
