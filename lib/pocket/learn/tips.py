"""The first quick games are led: three tips, each once, when its moment has come; B ends them.

What was told is kept with the lessons that are done. Loaded alone, at rest in a turn that is new.
"""

from pocket.always import draw
from pocket.made import texts
from pocket.ui.words import say

from rules.tilegame import melds, racksets, tiles

_OPEN, _ADD, _SPLIT = "TO", "TA", "TS"


def learn(app, lessons):
    """Keep that these were done (ids of two letters) before all that the settings say already."""
    app.settings.lessons += lessons
    kept = app.store.load("set")[0] or b""
    app.store.save("set", b"lessons=" + lessons.encode() + b"\n" + kept)


def end(app):
    """No more tips."""
    learn(app, _OPEN + _ADD + _SPLIT)


def due(app, hand):
    """The tip whose moment this turn is, a sentence, or ""; the cursor goes to a tile that it
    means. It is not told again, and quick games are easy no more."""
    if not app.settings.learned("QG"):
        learn(app, "QG")
    turn = hand.turn
    rules = turn.rules
    tip = ""
    if not turn.opened:
        own = tiles.counts(turn.rack)
        laid = []
        ways = list(racksets.sets_of(rules, own))
        ways.sort(key=lambda codes: -melds.value(codes, rules))
        for codes in ways:
            if min([own[code] for code in codes]):
                for code in codes:
                    own[code] -= 1
                laid.append(codes)
        points = melds.points_of(rules, laid)
        if laid and points >= rules["opening_points"]:
            tip = _OPEN
            tile = laid[0][0]
            text = say(texts.TIPS_OPEN, points)
    else:
        for code in turn.rack:
            for codes in turn.sets:
                if max(code, max(codes)) < tiles.JOKER and tip != _SPLIT:
                    if melds.add(codes, code, rules):
                        fits = _ADD
                    elif melds.split_run(bytes(codes) + bytes((code,)), rules):
                        fits = _SPLIT
                    else:
                        continue
                    if not app.settings.learned(fits):
                        tip = fits
                        tile = code
                        text = say(
                            texts.TIPS_ADD if tip == _ADD else texts.TIPS_SPLIT, draw.short(code)
                        )
    if not tip or app.settings.learned(tip):
        return ""
    learn(app, tip)
    hand.index = turn.rack.find(bytes((tile,)))
    hand.point()
    return text + " " + say(texts.TIPS_END)
