"""Apply a move of a tile game, keep what its replay shows, and word the end of a person's turn.

Keeps: BOARD MOVE pocket.tilegame.changes rules.tilegame.melds rules.tilegame.newsets
"""

from pocket.app import device, draw, flow
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui.words import refusal_text, say

if False:  # for type checkers
    from pocket.tilegame.app import App, Session

_MANY_TILES = 6  # laid in one turn earn a stamp
_MANY_SETS = 3  # taken apart in one turn earn one, too
_DONE = {
    "draw": texts.PLAY_DREW,
    "pass": texts.PLAY_PASSED,
    "fail": texts.PLAY_FAILED,
    "timeout": texts.PLAY_TIME_DREW,
}


class Move:
    """A move that was applied, as its replay shows it.

    seat: who made it. kind: "play", "draw", "pass", "timeout" or "fail". before, spots: the table
    before it and where its sets lay (board.place). laid: codes laid from the rack. opens: it is the
    opening meld. drew: the number of tiles drawn. unsure: a pass although the search for a play was
    cut short.
    """

    laid: bytes | bytearray = b""
    drew = 0
    unsure = False

    def __init__(self, session: "Session", kind: str) -> None:
        game = session.game
        self.seat = game.seat
        self.kind = kind
        self.before = list(game.table)
        self.spots = bytes(session.seen[1])
        self.opens = not game.opened[game.seat]


def apply_move(app: "App", action: tuple) -> tuple | None:
    """Apply a move to the running game (flow.apply_move), record it as `Session.last` and count it.
    Return None, or the refusal of the rules: (clause, reason)."""
    session = app.session
    game = session.game
    move = Move(session, action[0])
    seat = move.seat
    rack_size = len(game.racks[seat])
    refusal = flow.apply_move(app, action)
    if refusal is not None:
        return refusal
    drew = b""
    if action[0] == "play":
        move.laid = game.events[0][2]
    else:
        drew = bytes(game.racks[seat][rack_size:])
    if not session.people[seat][0]:
        session.drawn[seat] = drew
    move.drew = len(drew)
    move.unsure = action[0] == "pass" and game.unproved
    session.last = move
    seatcounts.played(session, seat, len(move.laid))
    return None


def end_turn(app: "App", move: tuple, points: int, spots: bytes = b"") -> tuple[bool, str, str]:
    """Apply a person's move and count its time.

    move: ("play", Verdict), ("timeout", whether tiles were moved), ("draw",), ("pass",) or
    ("fail",); ("no set", codes) applies nothing and explains why these codes are not a set.
    points: laid towards the opening meld. spots: for the sets of a play.
    Returns (True, the text to show with the move, the text to stamp on the cloth), or
    (False, why it was refused, the move to ask for instead); "" for no text, no move.
    """
    session = app.session
    kind = move[0]
    rules = session.game.rules
    if kind == "no set":
        from rules.tilegame import referee

        return False, refusal_text(referee.refuse_set(move[1], rules).why), ""
    used_before = session.elapsed_ms
    refusal = apply_move(app, move)
    if refusal is not None:
        text = refusal_text(refusal[1])
        if kind == "play" and rules["referee"] == "strict":
            return False, say(texts.PLAY_ASK_WRONG, text, rules["failed_draw"]), "fail"
        return False, text, ""
    seat = session.last.seat
    seatcounts.add_time(session, seat, used_before)
    app.sound.play("place" if kind == "play" else "draw")
    session.known[seat] = list(session.game.table)
    if kind == "play":
        session.remember_table(spots)
        return True, "", _praise(app, points)
    return True, _describe(session, move), ""


def _describe(session, move):
    """Return the text for a move that lays nothing."""
    drew = session.drawn.get(session.last.seat, b"")
    text_id = texts.PLAY_PASSED_UNSURE if session.last.unsure else _DONE[move[0]]
    if move[0] == "timeout" and not drew:
        text_id = texts.PLAY_TIME_UP
    elif move[0] == "timeout" and move[1]:
        text_id = texts.PLAY_TIME_MOVED
    return " ".join([say(text_id)] + [draw.tile_text(code) for code in drew])


def _praise(app, points):
    """Return the text to stamp on the cloth for a play, or ""."""
    session = app.session
    move = session.last
    if session.lesson or session.game.phase != "turn":
        return ""
    if session.station is not None:
        from pocket.learn import goals

        text = goals.reward_goal(app, move)
        del goals
        device.forget("pocket.learn.goals")
        if text:
            return text
    if move.opens:
        return say(texts.PLAY_OPENED, points)
    from pocket.tilegame import changes

    moved = changes.broken(move.before, session.game.table)
    if moved >= _MANY_SETS:
        return say(texts.PLAY_MOVED, moved)
    number = len(move.laid)
    return say(texts.PLAY_AT_ONCE, number) if number >= _MANY_TILES else ""
