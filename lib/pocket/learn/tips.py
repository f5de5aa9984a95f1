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


def due(app, turn):
    """The tip whose moment this turn is, a sentence, or "". It is not told again, and
    quick games are easy no more."""
    if not app.settings.learned("QG"):
        learn(app, "QG")
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
        value = rules["opening_points"]
        if laid and melds.points_of(rules, laid) >= value:
            tip = _OPEN
            text = say(texts.TIPS_OPEN, value)
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
                        text = say(
                            texts.TIPS_ADD if tip == _ADD else texts.TIPS_SPLIT, draw.short(code)
                        )
    if not tip or app.settings.learned(tip):
        return ""
    learn(app, tip)
    return text + " " + say(texts.TIPS_END)
