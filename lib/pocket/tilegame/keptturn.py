"""A person's unfinished turn as bytes: for a restart of the VM, and for a game that is left in it.

Layout: the number of tiles on the rack at the turn's start, these tiles; the spots of the table at
the turn's start (3 bytes a set); the length of the state in 2 bytes, the state (`Turn.dump`); the
undo steps, newest first, each behind its length in 2 bytes. Steps that do not fit are left out: the
whole turn can always be put back."""

from pocket.app.device import Detached

if False:  # for type checkers
    from pocket.app.flow import App
    from pocket.tilegame.turn import Turn

    from rules.tilegame.game import Game


_STEPS = 700  # bytes of undo steps


def keep(app: "App", chip: bool) -> None:
    """Save the turn, if anything is done in it, for the game's newest save alone, with the time it
    has taken; newgame.saved_session reads it. chip: as Store.save takes it; at rest the few slots
    there are for games."""
    from pocket.saves import savefile, slots, storage

    session = app.session
    turn = session.turn
    session.saved_ms = session.elapsed_ms
    has_news = turn.log or not turn.is_saved or turn.rules["clock"]
    turn.is_saved = True
    saved = has_news and app.store.load(session.save_name)
    if saved:
        used = min(255, session.elapsed_ms // storage.CLOCK_MS)
        mark = savefile.turn_mark(saved) + bytes((used, session.by_hand))
        app.store.save(slots.UNFINISHED, mark + pack(turn), chip)


def pack(turn: "Turn") -> bytes:
    """Return the bytes of a Turn, or of a detached one: as it was before the last key, where that
    key's steps were interrupted."""
    if turn.before_key:
        state, rack, log = turn.before_key
    else:
        from pocket.tilegame.turn import Turn

        state, rack, log = Turn.dump(turn), turn.start_rack, turn.log
    out = bytearray((len(rack),)) + rack + turn.start_spots
    out += len(state).to_bytes(2, "little") + state
    left = _STEPS
    for i in range(len(log) - 1, -1, -1):
        left -= 2 + len(log[i])
        if left < 0:
            break
        out += len(log[i]).to_bytes(2, "little") + log[i]
    return bytes(out)


def unpack(game: "Game", data: bytes) -> "Turn":
    """Return the turn that `pack` wrote, detached. game: the running one, whose seat to move has
    made it. Raises IndexError where the bytes hold no turn."""
    from pocket.tilegame.turn import Turn

    end = 1 + data[0]
    start = end + 3 * len(game.table)
    turn = Turn(game, data[1:end], data[end:start])
    end = start + 2 + int.from_bytes(data[start : start + 2], "little")
    turn._load(data[start + 2 : end])
    log = []
    while end < len(data):
        start = end + 2
        end = start + int.from_bytes(data[end:start], "little")
        log.insert(0, data[start:end])
    turn.log = log
    return Detached(turn)  # type: ignore[return-value] # in its place
