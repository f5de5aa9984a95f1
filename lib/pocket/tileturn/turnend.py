"""The end of a person's turn: what START asks, and the move that is made.

Loaded at that end alone, to leave memory to the turn (pocket.tileturn.personturn).
"""

from pocket.always import draw, unload
from pocket.games import seatcounts
from pocket.made import texts
from pocket.tileturn import changes
from pocket.tilewatch import moves
from pocket.ui.words import refused, say

from rules import features
from rules.tilegame import referee

if False:  # for type checkers
    from pocket.tileturn.personturn import Hand

_MANY_TILES = 6  # of one turn, which are worth a stamp
_MANY_SETS = 3  # that gave tiles away
_ASKS = {"draw": texts.PLAY_ASK_DRAW, "pass": texts.PLAY_ASK_PASS}
_DONE = {
    "draw": texts.PLAY_DREW,
    "pass": texts.PLAY_PASSED,
    "fail": texts.PLAY_FAILED,
    "timeout": texts.PLAY_TIME_DREW,
}


def end(hand: "Hand") -> str | None:
    """The person (personturn.Hand) ends the turn: the play is made or refused, or it is asked
    whether to make another move; returns that move, see `do`."""
    app = hand.app
    sitting = app.sitting
    turn = hand.turn
    screen = hand.screen
    taken = hand.taken()
    if turn.picked:
        if turn.readings():
            hand.lay()
            return None
        if not turn.laid:
            _tell_lack(hand)
            return None
        turn.unpick()  # it stays where it was: what lies already is played
    strict = turn.rules["referee"] == "strict"
    what = None
    if turn.laid:
        why = _make(hand, ("play", turn.table()))
        if why is None:
            _made(hand, "place")
        elif strict:
            what = "fail"
            text = say(texts.PLAY_ASK_WRONG, refused(why[1]), turn.rules["failed_draw"])
        else:
            screen.tell(refused(why[1]))
    elif turn.touched() and strict:
        what = "fail"
        text = say(texts.PLAY_ASK_FAIL, turn.rules["failed_draw"])
    elif turn.touched():
        screen.tell(say(texts.PLAY_LAY_ONE))
    elif sitting.lesson and sitting.game.want != "draw":
        screen.tell(sitting.game.hint)
    else:
        what = "draw" if sitting.game.pool else "pass"
        text = say(_ASKS[what])
    if what == "fail" or what and hand.app.settings.get("confirm"):
        screen.line(text, True)
    elif what:
        do(hand, what)
    if not (screen.asks or screen.leaving):
        hand.take_again(taken)
    return what


def _tell_lack(hand):
    """Why what is taken makes no set."""
    codes = hand.turn.taken_codes()
    if len(codes) < 3:
        hand.screen.tell(say(texts.PLAY_FEW))
    else:
        hand.screen.tell(refused(referee.no_set(codes, hand.turn.rules).why))


def do(hand: "Hand", what: str, proved: bool = False) -> None:
    """Make the move draw, pass, fail or timeout. proved: that no play is left is known already
    (KR-10)."""
    app = hand.app
    sitting = app.sitting
    game = sitting.game
    screen = hand.screen
    if what != "draw" and game.must_play() and not proved:
        screen.say(say(texts.PLAY_IS_THERE))
        screen.ask(what)
        return
    moved = what == "timeout" and hand.turn.touched()
    why = _make(hand, (what, moved) if what == "timeout" else (what,))
    if why is not None:
        screen.tell(refused(why[1]))
        hand.draw()  # with nothing taken there is no place for a new set
        return
    drew = sitting.drawn.get(sitting.last.seat, b"")
    told = say(texts.PLAY_TIME_MOVED if moved else _DONE[what])
    if what == "timeout" and not drew:
        told = say(texts.PLAY_TIME_UP)
    if sitting.last.unsure:
        told = say(texts.PLAY_PASSED_UNSURE)
    for code in drew:
        told += " " + draw.tile_text(code)
    _made(hand, "draw", told)


def _make(hand, move):
    """Make the person's move and count the time that its turn took. Returns as moves.make."""
    app = hand.app
    sitting = app.sitting
    hand.run_clock(app.now())
    used = sitting.used
    why = moves.make(app, move)
    if why is None:
        seatcounts.spent(sitting, sitting.last.seat, used)
    return why


def _made(hand, sound, words=None):
    """The person's move is made."""
    app = hand.app
    sitting = app.sitting
    seat = sitting.last.seat
    app.sound.play(sound)
    if sound == "place":
        sitting.see(hand.turn.spots)
    sitting.known[seat] = list(sitting.game.table)
    hand.screen.made(words, features.EFFECTS and words is None and _stamp(hand))


def _stamp(hand):
    """What is stamped on the cloth for the play that was made, or ""."""
    app = hand.app
    sitting = app.sitting
    move = sitting.last
    if sitting.lesson or sitting.game.phase != "turn":
        return ""
    if features.JOURNEY and sitting.station is not None:
        from pocket.learn import goals

        text = goals.met(app, move)
        del goals
        unload.forget("pocket.learn.goals")
        if text:
            return text
    if not app.settings.get("effects"):
        return ""
    if move.opens:
        return say(texts.PLAY_OPENED, hand.points)
    moved = changes.broken(move.before, sitting.game.table)
    if moved >= _MANY_SETS:
        return say(texts.PLAY_MOVED, moved)
    many = len(move.laid)
    return say(texts.PLAY_AT_ONCE, many) if many >= _MANY_TILES else ""
