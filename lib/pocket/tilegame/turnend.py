"""The move that ends a person's turn, made while the code of the turn itself is out of memory: the
referee takes its place (tilegame.play: Screen.end_turn).

Keeps: BOARD MOVE pocket.tilegame.changes rules.tilegame.melds rules.tilegame.referee
"""

from pocket.always import draw, input, unload
from pocket.games import seatcounts
from pocket.made import texts
from pocket.tilegame import changes, moves
from pocket.tilegame.board import Part
from pocket.ui.words import refused, say

if False:  # for type checkers
    from pocket.tilegame.app import App
    from pocket.tilegame.play import Screen

    from rules.tilegame.referee import Verdict


_MANY_TILES = 6  # of one turn, which are worth a stamp
_MANY_SETS = 3  # that gave tiles away
_DONE = {
    "draw": texts.PLAY_DREW,
    "pass": texts.PLAY_PASSED,
    "fail": texts.PLAY_FAILED,
    "timeout": texts.PLAY_TIME_DREW,
}


class Judging(Part):
    """The referee looks at the play that ends a person's turn: a part of the play screen, which
    knows the move (`end_turn`)."""

    answer = None  # of a hint, see `Screen._to_hand`
    proved = False

    def __init__(self, screen: "Screen") -> None:
        Part.__init__(self, screen)
        self.began = self.app.now()
        self.cursor = screen.ending[2]  # where it stood
        screen.work(self.app.sitting.game.judging(screen.ending[0][1]))

    def worked(self, verdict: "Verdict") -> None:
        """Take the referee's answer."""
        self.screen.judged(verdict)

    def key(self, button: int, kind: int) -> None:
        """B takes the turn back."""
        if button == input.B:
            self.screen.back_from_asking()

    def tick(self, now: int) -> bool:
        """Let the clock run on; when it has run out, the turn is taken back and deals with that."""
        sitting = self.app.sitting
        clock = sitting.game.rules["clock"] * 60000
        sitting.used += now - self.began
        self.began = now
        if not clock:
            return False
        if sitting.used >= clock:
            self.screen.back_from_asking()
        return self.screen.head.run_clock(self.clock())

    def clock(self) -> int:
        """What is left of the turn's minutes, in seconds begun; -1 without a clock."""
        sitting = self.app.sitting
        minutes = sitting.game.rules["clock"]
        return (max(0, minutes * 60000 - sitting.used) + 999) // 1000 if minutes else -1


def make(app: "App", move: tuple, points: int) -> tuple[bool, str, str]:
    """Make a person's move: ("play", the Verdict on it), ("timeout", whether tiles were moved),
    ("draw",) and the like; or tell why tiles that are taken are no set: ("lack", codes).

    points: laid towards the opening meld. Returns (True, what is told of the move, what is stamped
    on the cloth), or (False, why not, the move to be asked for instead), each text "" for none.
    """
    sitting = app.sitting
    word = move[0]
    rules = sitting.game.rules
    if word == "lack":
        from rules.tilegame import referee

        return False, refused(referee.no_set(move[1], rules).why), ""
    turn = sitting.turn
    used = sitting.used
    why = moves.make(app, move)
    if why is not None:
        text = refused(why[1])
        if word == "play" and rules["referee"] == "strict":
            return False, say(texts.PLAY_ASK_WRONG, text, rules["failed_draw"]), "fail"
        return False, text, ""
    seat = sitting.last.seat
    seatcounts.spent(sitting, seat, used)
    app.sound.play("place" if word == "play" else "draw")
    if word == "play":
        sitting.see(turn.spots)
    sitting.known[seat] = list(sitting.game.table)
    if word == "play":
        return True, "", _stamp(app, points) or ""
    return True, _told(sitting, move), ""


def _told(sitting, move):
    """What is told of a move that lays nothing."""
    word = move[0]
    moved = word == "timeout" and move[1]
    drew = sitting.drawn.get(sitting.last.seat, b"")
    told = say(texts.PLAY_TIME_MOVED if moved else _DONE[word])
    if word == "timeout" and not drew:
        told = say(texts.PLAY_TIME_UP)
    if sitting.last.unsure:
        told = say(texts.PLAY_PASSED_UNSURE)
    for code in drew:
        told += " " + draw.tile_text(code)
    return told


def _stamp(app, points):
    """What is stamped on the cloth for the play that was made, or ""."""
    sitting = app.sitting
    move = sitting.last
    if sitting.lesson or sitting.game.phase != "turn":
        return ""
    if sitting.station is not None:
        from pocket.learn import goals

        text = goals.met(app, move)
        del goals
        unload.forget("pocket.learn.goals")
        if text:
            return text
    if move.opens:
        return say(texts.PLAY_OPENED, points)
    moved = changes.broken(move.before, sitting.game.table)
    if moved >= _MANY_SETS:
        return say(texts.PLAY_MOVED, moved)
    many = len(move.laid)
    return say(texts.PLAY_AT_ONCE, many) if many >= _MANY_TILES else ""
