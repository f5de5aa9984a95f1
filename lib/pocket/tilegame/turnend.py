"""Apply the move that ends a person's turn, and word what it did.

Keeps: BOARD MOVE pocket.tilegame.changes rules.tilegame.melds
"""

from pocket.app import device, draw
from pocket.games import seatcounts
from pocket.made import texts
from pocket.tilegame import changes, moves
from pocket.ui.words import refused, say

if False:  # for type checkers
    from pocket.tilegame.app import App

_MANY_TILES = 6  # laid in one turn earn a stamp
_MANY_SETS = 3  # taken apart in one turn earn one, too
_DONE = {
    "draw": texts.PLAY_DREW,
    "pass": texts.PLAY_PASSED,
    "fail": texts.PLAY_FAILED,
    "timeout": texts.PLAY_TIME_DREW,
}


def apply_move(app: "App", move: tuple, points: int, spots: bytes = b"") -> tuple[bool, str, str]:
    """Apply a person's move and count its time.

    move: ("play", Verdict), ("timeout", whether tiles were moved), ("draw",), ("pass",) or
    ("fail",); ("no set", codes) applies nothing and explains why these codes are not a set.
    points: laid towards the opening meld. spots: for the sets of a play.
    Returns (True, the text to show with the move, the text to stamp on the cloth), or
    (False, why it was refused, the move to ask for instead); "" for no text, no move.
    """
    session = app.session
    word = move[0]
    rules = session.game.rules
    if word == "no set":
        from rules.tilegame import referee

        return False, refused(referee.refuse_set(move[1], rules).why), ""
    used_before = session.elapsed_ms
    refusal = moves.apply_move(app, move)
    if refusal is not None:
        text = refused(refusal[1])
        if word == "play" and rules["referee"] == "strict":
            return False, say(texts.PLAY_ASK_WRONG, text, rules["failed_draw"]), "fail"
        return False, text, ""
    seat = session.last.seat
    seatcounts.spent(session, seat, used_before)
    app.sound.play("place" if word == "play" else "draw")
    if word == "play":
        session.remember_table(spots)
    session.known[seat] = list(session.game.table)
    if word == "play":
        return True, "", _praise(app, points) or ""
    return True, _describe(session, move), ""


def _describe(session, move):
    """Return the text for a move that lays nothing."""
    word = move[0]
    moved = word == "timeout" and move[1]
    drew = session.drawn.get(session.last.seat, b"")
    text = say(texts.PLAY_TIME_MOVED if moved else _DONE[word])
    if word == "timeout" and not drew:
        text = say(texts.PLAY_TIME_UP)
    if session.last.unsure:
        text = say(texts.PLAY_PASSED_UNSURE)
    for code in drew:
        text += " " + draw.tile_text(code)
    return text


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
    moved = changes.broken(move.before, session.game.table)
    if moved >= _MANY_SETS:
        return say(texts.PLAY_MOVED, moved)
    number = len(move.laid)
    return say(texts.PLAY_AT_ONCE, number) if number >= _MANY_TILES else ""
