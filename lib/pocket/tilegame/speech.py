"""Let a character speak at the table, with its face beside the words."""

from pocket.app import draw
from pocket.made import texts
from pocket.ui import face, strip, words

from rules.tilegame.game import OPENED, PLAYED

if False:  # for type checkers
    from pocket.app.flow import App
    from pocket.tilegame.play import Screen

    from rules.tilegame.game import Game


def moment_after_move(game: "Game", seat: int, person: int) -> str:
    """Return the moment for a seat to speak after its move, "" for none: "last" if it has one tile
    left, "own" if it has opened, "opens" if the person has just opened, "stuck" if the seat has not
    played for some turns."""
    from pocket.tilegame import headline

    past = game.history
    if len(game.racks[seat]) == 1 and past[-2] >> 4 in (PLAYED, OPENED):
        return "last"
    if past[-2] >> 4 == OPENED:
        return "own"
    if past[-4:-3] == bytes((OPENED << 4 | person,)):
        return "opens"
    return "stuck" if headline.turns_without_play(game, seat) == headline.STUCK else ""


def line(app: "App", seat: int, moment: str) -> str:
    """Return a character's name and its line for a moment; "" for a seat without one."""
    name = app.session.people[seat][1]
    text = app.session.habits[seat] and words.named(texts.LINES, name + "_" + moment)
    return name + ": " + text if text else ""


def line_at_end(app: "App", winners: list[int]) -> tuple[int, str]:
    """Return (seat, its line) at the end of a round: the winner, or a loser to the person."""
    for seat in range(app.session.game.seats):
        if seat in winners or winners == [app.session.viewer]:
            text = line(app, seat, "out" if seat in winners else "lost")
            if text:
                return seat, text
    return 0, ""


def show(screen: "Screen", seat: int, text: str) -> bool:
    """Show a seat's line in a box over the table. Returns whether there is one."""
    if text:
        app = screen.app
        if app.session.habits[seat]:
            face.voice(app, app.session.people[seat][1])
        font = app.art.letters
        shown = face.picture(app, app.session.people[seat][1], 0, 0)
        width = shown.bitmap.width if shown else 0
        lines = draw.wrap(text, app.w - 24 - width, font)
        strip.show_box(screen, lines, screen.board.floor - 2)
        if shown:
            group = screen.box.group
            group.x += width // 2
            shown.x = -width
            shown.y = font.height * len(lines) + 8 - width
            group.append(shown)
    return bool(text)
