"""Guide the first quick games by three tips, each shown once, when a turn calls for it; B ends
them. A new turn loads this when it is idle."""

from pocket.app import draw
from pocket.app.device import TIP_ADD, TIP_OPEN, TIP_SPLIT
from pocket.made import texts
from pocket.tilegame.changes import RACK, TABLE
from pocket.ui.words import say

from rules.tilegame import melds, racksets, tiles

if False:  # for type checkers
    from pocket.app.flow import App
    from pocket.tilegame.personturn import PersonTurn
    from pocket.tilegame.turn import Turn

_NONE = ("", None, -1)  # no tip
_SHORT = "TW"  # id of the tip that the rack cannot open yet
_ARRANGE = "TR"  # and of the tip how to move a tile on it


def learn(app: "App", lessons: str) -> None:
    """Save lessons or tips as learned. lessons: their ids, of two letters each."""
    for i in range(0, len(lessons), 2):
        app.settings.learn(lessons[i : i + 2])
    app.store.append("set", b"\nlessons=" + lessons.encode())


def show(part: "PersonTurn") -> None:
    """Show the tip for this turn, if there is one. In games without tips, show in the first turn
    how to open, and before it the goal of a station of the journey."""
    app = part.app
    screen = part.screen
    turn = part.turn
    if part.has_tips():
        text, cursor, which = choose_tip(app, turn, part.points)
        if not text:
            return
        row = turn.spots[3 * which] if which >= 0 else -1
        if which >= 0:
            screen.board.scroll_to(row)
        part.put_cursor(cursor)
        part.draw()
        screen.note(text)
        if not turn.laid:
            screen.say(say(texts.TIPS_KEYS))
            screen.tip = True
            if which >= 0:
                screen.uncover(row, row)
    elif part.is_first and not turn.laid:
        text = part.to_open()
        if app.session.station is not None:
            from pocket.learn import goals

            if goals.station(app.session.station)[0] != "open":  # that goal says the same
                text = goals.describe_current(app)[0] + " " + text
        screen.note(text)


def choose_tip(app: "App", turn: "Turn", points: int) -> tuple:
    """Choose the tip for this turn, and record that it has been shown. The first call also records
    lesson "QG", after which quick games are no longer played at the easy level.

    Returns (a sentence or "", the cursor's place as in PersonTurn.cursor, index of the table set
    that the tip is about or -1). points: played so far towards the opening meld.
    """
    if not app.settings.learned("QG"):
        learn(app, "QG")
    counts = tiles.counts(turn.rack)
    if not turn.opened:
        return _opening_tip(app, turn, points, counts)
    tip = ""  # the tip chosen so far: a split takes precedence over an addition
    result: tuple = _NONE
    for code in turn.rack:
        for i in range(len(turn.sets)):
            codes = turn.sets[i]
            if max(code, max(codes)) < tiles.JOKER and tip != TIP_SPLIT:
                if melds.add(codes, code, turn.rules):
                    new_tip = TIP_ADD
                elif melds.split_run(bytes(codes) + bytes((code,)), turn.rules):
                    new_tip = TIP_SPLIT
                else:
                    continue
                if not app.settings.learned(new_tip):
                    tip = new_tip
                    text_id = texts.TIPS_ADD if tip == TIP_ADD else texts.TIPS_SPLIT
                    result = say(text_id, draw.tile_text(code)), _on_rack(turn, code), i
    if not tip and not app.settings.learned(TIP_SPLIT):
        result = _take_from_set_tip(turn, counts)
        tip = result[0] and TIP_SPLIT
    if tip:
        learn(app, tip)
    return result


def _on_rack(turn, code):
    """Return the cursor's place on a tile of the rack, as in PersonTurn.cursor."""
    return RACK, turn.rack.find(bytes((code,))), 0


def _opening_tip(app, turn, points, own):
    """Return the tip that the rack can open, or what it lacks, with the cursor on its best set; see
    `choose_tip`. own: the number of tiles of each code on the rack."""
    rules = turn.rules
    laid = []
    ways = [codes for codes in racksets.sets_of(rules, own) if turn.may_open(codes)]
    ways.sort(key=lambda codes: -melds.value(codes, rules))
    for codes in ways:
        if min([own[code] for code in codes]):
            for code in codes:
                own[code] -= 1
            laid.append(codes)
    have = max(0, melds.points_of(rules, laid))  # what the rack's sets are worth together
    need = rules["opening_points"] - points
    # A joker could be worth more in a set than is worked out here.
    if have < need and not (turn.laid or own[tiles.JOKER] or app.settings.learned(_SHORT)):
        learn(app, _SHORT)
        short = texts.TIPS_SHORT if have or rules["opening_sets"] == "any" else texts.TIPS_GROUP
        return say(short, have, need), (RACK, 0, 0), -1
    if have < need or need <= 0 or not turn.laid and app.settings.learned(TIP_OPEN):
        if turn.laid or not app.settings.learned(_SHORT) or app.settings.learned(_ARRANGE):
            return _NONE
        learn(app, _ARRANGE)  # a turn that draws has time for the rack
        return say(texts.TIPS_RACK), (RACK, 0, 0), -1
    if turn.laid:
        text = say(texts.TIPS_NEXT, need)
    else:
        learn(app, TIP_OPEN)
        text = say(texts.TIPS_OPEN, have)
    return text, _on_rack(turn, laid[0][0]), -1


def _take_from_set_tip(turn, own):
    """Return the tip to take a tile that its set can spare for a set with two rack tiles; see
    `choose_tip`. It stands in for the tip about splitting runs, which is rarely possible."""
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
                which, tile = spare[lacks[0]]
                signs = [draw.tile_text(code) for code in three if own[code]]
                text = say(texts.TIPS_TAKE, draw.tile_text(lacks[0]), " ".join(signs))
                return text, (TABLE, which, tile), which
    return _NONE
