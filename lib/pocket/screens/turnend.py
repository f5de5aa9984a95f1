"""The end of a person's turn: what START asks, and the move that is made.

Loaded at that end alone, to leave memory to the turn (pocket.screens.hands).
"""

from pocket import tally
from pocket.table import moves
from pocket.ui import draw
from pocket.words import say

_ASKS = {"draw": "@play.ask_draw", "pass": "@play.ask_pass"}
_DONE = {
    "draw": "@play.drew",
    "pass": "@play.passed",
    "fail": "@play.failed",
    "timeout": "@play.time_drew",
}


def end(hand):
    """The person (hands.Hand) ends the turn: the play is made or refused, or a question asked."""
    app = hand.app
    turn = hand.turn
    screen = hand.screen
    taken = hand.taken()
    turn.unpick()  # what is taken but not put down stays where it was
    strict = turn.rules["referee"] == "strict"
    if turn.laid:
        why = moves.make(app, ("play", turn.table()))
        if why is None:
            _made(hand, "place")
        elif strict:
            text = say("@play.ask_wrong", screen.words_of(why[1]), turn.rules["failed_draw"])
            _ask(hand, "fail", text)
        else:
            screen.tell(why[1])
    elif turn.touched() and strict:
        _ask(hand, "fail", say("@play.ask_fail", turn.rules["failed_draw"]))
    elif turn.touched():
        screen.tell(say("@play.lay_one"))
    else:
        what = "draw" if app.game.pool else "pass"
        _ask(hand, what, say(_ASKS[what]))
    if screen.asks:
        hand.again = taken
    elif screen.part is hand:
        hand.take_again(taken)


def _ask(hand, what, text):
    hand.asked = what
    if hand.app.settings.get("confirm") is False and what != "fail":
        do(hand, what)
        return
    hand.screen.ask_whether(text)


def do(hand, what, proved=False):
    """Make the move draw, pass, fail or timeout. proved: that no play is left is known already."""
    app = hand.app
    game = app.game
    screen = hand.screen
    if what != "draw" and not game.pool and game.rules["forced_play"] and not proved:
        screen.say(say("@play.is_there"))
        screen.ask(what)
        return
    moved = what == "timeout" and hand.turn.touched()
    why = moves.make(app, (what, moved) if what == "timeout" else (what,))
    if why is not None:
        screen.tell(why[1])
        screen.paint()
        return
    drew = app.drawn.get(app.last.seat, b"")
    told = say("@play.time_moved" if moved else _DONE[what])
    if what == "timeout" and not drew:
        told = say("@play.time_up")
    for code in drew:
        told += " " + draw.short(code)
    _made(hand, "draw", told)


def _made(hand, sound, words=None):
    """The person's move is made."""
    app = hand.app
    seat = app.last.seat
    app.sound.play(sound)
    hand.run_clock(app.now())
    tally.spent(app, seat, hand.turn.used)
    if sound == "place":
        app.seen = (list(app.game.table), bytearray(hand.turn.spots))
    app.known[seat] = list(app.game.table)
    app.turn = None
    hand.screen.made(words)
