"""The racks that are left at the end of a round, on the score sheet's cloth."""

from pocket.made import texts
from pocket.ui import words

from rules.tilegame import tiles

if False:  # for type checkers
    from pocket.always.app import App
    from pocket.text.panel import Panel


def show(app: "App", panel: "Panel") -> None:
    """Lay each seat's rack and what it costs on a panel's cloth, in tiles as large as go."""
    game = app.sitting.game
    people = app.sitting.people
    panel.title(words.say(texts.SCORE_RACKS))
    y, room = panel.mat(1, panel.lines - 2)
    racks = [bytes(sorted(game.racks[seat])) for seat in range(len(people))]
    for big in (True, False):
        wide, high = app.art.sizes[big]
        most = (panel.w - 2 * panel.unit) // wide
        rows = [(len(rack) + most - 1) // most for rack in racks]
        if sum(rows) * (high + 1) + len(rows) * panel.pitch <= room:
            break
    while sum(rows) * (high + 1) + len(rows) * panel.pitch > room and max(rows) > 1:
        rows[rows.index(max(rows))] -= 1
    left = panel.x + panel.unit
    for seat in range(len(people)):
        rack = racks[seat]
        cost = tiles.weight(rack, game.rules["joker_penalty"])
        text = words.say(texts.SCORE_RACK, people[seat][1], cost)
        if not rack:
            text = words.say(texts.SCORE_EMPTY, people[seat][1])
        elif len(rack) > most * rows[seat]:
            text += "  +%d" % (len(rack) - most * rows[seat])
        panel.note(left, y, text)
        y += panel.pitch
        for row in range(rows[seat]):
            shown = rack[row * most : row * most + most]
            panel.lay_tiles(len(shown), left, y, big).line(0, 0, shown)
            y += high + 1
