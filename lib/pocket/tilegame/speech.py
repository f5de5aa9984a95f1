"""What a character says at the table, its face beside it: until the next key, or for a while."""

from pocket.app import letters
from pocket.made import texts
from pocket.ui import face, strip, words

from rules.tilegame.game import DREW, OPENED, PASSED

if False:  # for type checkers
    from pocket.app.app import App
    from pocket.tilegame.play import Screen

    from rules.family import Game


_STUCK = 3  # turns in a row without a play, then it is said


def begun(game: "Game", seat: int, person: int) -> str:
    """What a seat has to say after its move: "opens" when the person's turn before was the one that
    opened, "stuck" when nothing was laid for some turns; else ""."""
    past = game.history
    if past[-4:-3] == bytes((OPENED << 4 | person,)):
        return "opens"
    idle = 0
    for place in range(len(past) - 2, -1, -2 * game.seats):
        if past[place] >> 4 not in (DREW, PASSED):
            break
        idle += 1
    return "stuck" if idle == _STUCK else ""


def line(app: "App", seat: int, moment: str) -> str:
    """What a character says at a moment, behind its name; "" for nobody's."""
    name = app.sitting.people[seat][1]
    said = app.sitting.habits[seat] and words.named(texts.LINES, name + "_" + moment)
    return name + ": " + said if said else ""


def ended(app: "App", winners: list[int]) -> tuple[int, str]:
    """(seat, what it says) when a round is over: the winner, or who lost to the one person."""
    for seat in range(app.sitting.game.seats):
        if seat in winners or winners == [app.sitting.viewer]:
            said = line(app, seat, "out" if seat in winners else "lost")
            if said:
                return seat, said
    return 0, ""


def show(screen: "Screen", seat: int, said: str) -> bool:
    """Show what a seat says, in a box over the table. Returns whether it says anything."""
    if said:
        app = screen.app
        font = app.art.letters
        wide = 0
        try:
            shown = face.picture(app, app.sitting.people[seat][1], 0, 0)
            wide = shown.bitmap.width
        except (OSError, MemoryError):  # the words are enough
            pass
        lines = letters.wrap(said, app.w - 24 - wide, font)
        strip.show_box(screen, lines, screen.board.floor - 2)
        if wide:
            group = screen.box.group
            group.x += wide // 2
            shown.x = -wide
            shown.y = font.high * len(lines) + 8 - wide
            group.append(shown)
    return bool(said)
