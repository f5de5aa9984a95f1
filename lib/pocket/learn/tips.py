"""The first quick games are led: three tips, each once, when its moment has come; B ends them.

What was told is kept with the lessons that are done. Loaded alone, at rest in a turn that is new.
"""

from pocket.always import draw
from pocket.always.settings import TIP_ADD, TIP_OPEN, TIP_SPLIT
from pocket.made import texts
from pocket.tileturn.pointing import RACK, TABLE
from pocket.ui.words import say

from rules.tilegame import melds, racksets, tiles

if False:  # for type checkers
    from pocket.always.app import App
    from pocket.tileturn.personturn import Hand


def learn(app: "App", lessons: str) -> None:
    """Keep that these were done (ids of two letters)."""
    for i in range(0, len(lessons), 2):
        app.settings.learn(lessons[i : i + 2])
    app.store.append("set", b"\nlessons=" + lessons.encode())


def end(app: "App") -> None:
    """No more tips."""
    learn(app, TIP_OPEN + TIP_ADD + TIP_SPLIT)


def due(app: "App", hand: "Hand") -> str:
    """The tip that this turn calls for, a sentence, or "". The cursor goes to a tile it is about,
    and the number of the set on the table into hand.spoken. No tip is told twice, and quick games
    are no longer easy. With tiles laid that do not open yet, the tip says what is lacking."""
    if not app.settings.learned("QG"):
        learn(app, "QG")
    turn = hand.turn
    own = tiles.counts(turn.rack)
    if not turn.opened:
        return _opening(app, hand, own)
    tip = text = ""
    for code in turn.rack:
        for i in range(len(turn.sets)):
            codes = turn.sets[i]
            if max(code, max(codes)) < tiles.JOKER and tip != TIP_SPLIT:
                if melds.add(codes, code, turn.rules):
                    fits = TIP_ADD
                elif melds.split_run(bytes(codes) + bytes((code,)), turn.rules):
                    fits = TIP_SPLIT
                else:
                    continue
                if not app.settings.learned(fits):
                    tip = fits
                    hand.spoken = i
                    hand.index = turn.rack.find(bytes((code,)))
                    number = texts.TIPS_ADD if tip == TIP_ADD else texts.TIPS_SPLIT
                    text = say(number, draw.tile_text(code))
    if not tip and not app.settings.learned(TIP_SPLIT):
        text = _taking(hand, own)
        tip = text and TIP_SPLIT
    if tip:
        learn(app, tip)
    return text


def _opening(app, hand, own):
    """That the rack can open; the cursor goes to its best set."""
    turn = hand.turn
    rules = turn.rules
    laid = []
    ways = list(racksets.sets_of(rules, own))
    ways.sort(key=lambda codes: -melds.value(codes, rules))
    for codes in ways:
        if min([own[code] for code in codes]):
            for code in codes:
                own[code] -= 1
            laid.append(codes)
    points = melds.points_of(rules, laid)
    need = rules["opening_points"] - hand.points
    if points < need or need <= 0 or not turn.laid and app.settings.learned(TIP_OPEN):
        return ""
    hand.where = RACK
    hand.index = turn.rack.find(laid[0][:1])
    if turn.laid:
        return say(texts.TIPS_NEXT, need)
    learn(app, TIP_OPEN)
    return say(texts.TIPS_OPEN, points)


def _taking(hand, own):
    """That a tile which its set can spare makes one with two of the rack: runs to split are rare,
    such a tile is there in most rounds. "" without one."""
    turn = hand.turn
    both = bytearray(own)
    spare = {}
    for i in range(len(turn.sets)):
        codes = turn.sets[i]
        if len(codes) > 3 and max(codes) < tiles.JOKER:
            group = codes[0] % 13 == codes[1] % 13
            for j in range(0, len(codes), 1 if group else len(codes) - 1):
                spare[codes[j]] = i, j
                both[codes[j]] += 1
    for codes in racksets.sets_of(turn.rules, both):
        for i in range(len(codes) - 2):
            three = codes[i : i + 3]
            lacks = [code for code in three if not own[code]]
            if len(lacks) == 1 and melds.make(three, turn.rules):
                hand.where = TABLE
                hand.index, hand.tile = spare[lacks[0]]
                hand.spoken = hand.index
                signs = [draw.tile_text(code) for code in three if own[code]]
                return say(texts.TIPS_TAKE, draw.tile_text(lacks[0]), " ".join(signs))
    return ""
