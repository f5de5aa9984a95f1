"""Show the racks left at the end of a round: a page of the score sheet, or a screen after a single
person has given the game up."""

from pocket.made import texts
from pocket.ui import pictures, words
from pocket.ui.panel import MAT, Panel, PanelScreen

from rules.tilegame import tiles

if False:  # for type checkers
    from pocket.app.flow import App


class Screen(PanelScreen):
    """Show the racks of the running game; A, B and START lead to the first screen."""

    back = ("menus.title",)

    def __init__(self, app: "App") -> None:
        self.app = app
        self.panel = Panel(app, "", words.say(texts.SCORE_KEYS_BACK))
        show(app, self.panel)

    choose = PanelScreen.leave


def show(app: "App", panel: "Panel") -> None:
    """Show each seat's rack and its penalty on a panel's cloth, in the largest tiles that fit."""
    game = app.session.game
    people = app.session.people
    panel.title(words.say(texts.SCORE_RACKS))
    y, space = pictures.mat(panel, 1, panel.lines - 2)
    racks = [bytes(sorted(game.racks[seat])) for seat in range(len(people))]
    for big in (True, False):
        width, height = app.art.sizes[big]
        per_row = (panel.w - panel.unit // 2) // width
        rows = [(len(rack) + per_row - 1) // per_row for rack in racks]
        if sum(rows) * (height + 1) + len(rows) * panel.pitch <= space:
            break
    while sum(rows) * (height + 1) + len(rows) * panel.pitch > space and max(rows) > 1:
        rows[rows.index(max(rows))] -= 1
    left = panel.x + panel.unit // 2
    for seat in range(len(people)):
        rack = racks[seat]
        penalty = tiles.weight(rack, game.rules["joker_penalty"])
        name = panel.font.cut(people[seat][1], panel.w // 3)
        hidden = len(rack) - per_row * rows[seat]
        text = words.say(texts.SCORE_RACK if rack else texts.SCORE_EMPTY, name, penalty)
        if hidden > 0:
            text += words.count(texts.SCORE_MORE, hidden)
        panel.put(1, left, y, text, panel.cloth_ink(), None, MAT)
        y += panel.pitch
        for row in range(rows[seat]):
            shown = rack[row * per_row : row * per_row + per_row]
            pictures.lay_tiles(panel, shown, left, y, big)
            y += height + 1
