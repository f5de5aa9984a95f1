"""What the display says, for who cannot see it, and the record of the round that is on show.

Signs among the letters (pocket.app.draw), and _REVERSE, are for the page to say in words.
"""

import sys

from pocket.app import draw
from pocket.ui import words

if False:  # for type checkers
    from typing import Any

_REVERSE = "\x1f"


def parts(app: "Any") -> list[str]:
    """Return the words of the current screen: its heading, its chosen line or its whole text, and
    last what the keys do."""
    screen = app.screen
    if screen is None:
        return []
    if app.name == "checks.failed":
        return [screen.text]
    if writes(screen):
        rows = sorted(screen.panel.shown_texts, key=lambda item: item[0])
        letter = (screen.pad.letters + "\x12")[screen.pad.letter]
        sentences = [rows[0][3], screen.pad.text, letter, rows[-1][3]]
    elif app.name == "review.cardcoach" and screen.turns and not screen.busy:
        sentences = _card_turn(screen)
    elif app.name == "rounds.podium":
        sentences = _podium(screen)
    elif screen.panel is not None:
        sentences = _panel(screen.panel)
    else:
        sentences = _board(screen)
    if screen.box is not None:
        sentences.insert(0, " ".join(line.text for line in screen.box.lines))
    return [part.replace("\n", " ") for part in sentences if part]


def of_kind(part: "Any", name: str, kind: str) -> bool:
    """Return whether `part` of a screen is an object of class `kind` of module `name`."""
    module = sys.modules.get("pocket." + name)
    return module is not None and isinstance(part, getattr(module, kind))


def writes(screen: "Any") -> bool:
    """Return whether letters are on show to write with."""
    return of_kind(getattr(screen, "pad", None), "menus.namepad", "NamePad")


def _panel(panel):
    rows = sorted(panel.shown_texts, key=lambda item: item[0])
    listing = panel.list
    if listing is None:
        return [item[3] for item in rows]
    line = listing.text(listing.chosen) or ""
    if listing.value:
        line += ": %s" % (listing.value(listing.chosen) or "")
    first = panel.lines - 1 - max(1, listing.below)  # the first row below the list
    ends = [item[3] for item in rows if item[0] == -1 or item[0] >= first]
    return [item[3] for item in rows if item[0] == 0] + [line] + ends


_CARD = {"r": "\x02", "b": "\x03", "^": "\x7f", "#": "\x1d", "o": "\x1e", "*": "\x05"}
# Cards in the texts of review.cardcoach: the red shapes are filled, and look like other signs.
_SIGNS = {"\x02": "\x02\x7f", "\x01": "\x02\x1d", "\x1a": "\x02\x1e", "\x06": _REVERSE, "\x07": ""}
_SIGNS.update({"\x7f": "\x03\x7f", "\x1d": "\x03\x1d", "\x1e": "\x03\x1e"})


def _spoken(code):
    """Return a card of 8 Round Rummy."""
    from rules.eight import cards

    if code == cards.REVERSE:
        return _REVERSE
    return "".join(_CARD.get(letter, letter) for letter in cards.text(code))


def _card_turn(screen):
    """Return a turn of review.cardcoach: its heading, the hand, the texts, the keys."""
    rows = [item[3] for item in sorted(screen.panel.shown_texts, key=lambda item: item[0])]
    what = ["".join(_SIGNS.get(letter, letter) for letter in text) for text in rows[1:-1]]
    hand = " ".join(_spoken(code) for code in screen.turns[screen.index][3])
    return rows[:1] + [hand] + what + rows[-1:]


def _podium(screen):
    """Return who has won and the points of all, as they are at the end, what was nearly possible,
    and the keys."""
    session = screen.app.session
    points = screen.points[screen.best[0]]
    sentences = [screen.text, words.signed(points) if session.game.racks else str(points)]
    for seat, line in zip(screen.others, screen.lines):
        sentences.append("%s %s" % (session.people[seat][1], line.text))
    return sentences + [" ".join([line.text for line in screen.comment]).strip(), screen.foot.text]


def _card(turn):
    """Return the card under the cursor of a person's turn at the card table; "" elsewhere, and of
    the pile, whose cards lie face down."""
    if not hasattr(turn, "taking"):
        return ""
    from pocket.eight.cards import TOP

    game = turn.app.session.game
    if not turn.taking:
        hand = game.hands[game.seat]
        return "%s %d/%d" % (_spoken(hand[turn.index]), turn.index + 1, len(hand))
    return _spoken(game.discards[-1]) if turn.index == TOP and game.discards else ""


def _tiles(codes):
    return " ".join(draw.tile_text(code) for code in codes)


def _board(screen):
    """Return the words of a table: the tile or card under the cursor, and the lines of text."""
    if hasattr(screen, "keys_line"):  # cards
        return [screen.message, _card(screen.part), screen.keys_line.text]
    sentences = []
    part = getattr(screen, "part", None)
    if part is not None and hasattr(part, "gap"):
        where, index, tile = part.cursor()
        turn = part.turn
        if where == 0 and index < len(turn.rack):  # its place distinguishes equal tiles
            sentences.append(
                "%s %d/%d" % (_tiles(turn.rack[index : index + 1]), index + 1, len(turn.rack))
            )
        elif where == 1:
            codes = turn.sets[index]
            sentences.append("%s: %s" % (_tiles(codes[tile : tile + 1]), _tiles(codes)))
    for name in ("head", "line", "foot"):
        strip = getattr(screen, name, None)
        if hasattr(strip, "text"):
            sentences.append(strip.text + (" " + strip.tail if strip.tail else ""))
    return sentences


def whole(app: "Any", what: str) -> str:
    """Return all tiles of the "table" or "rack" in a turn of a tile game; "" elsewhere."""
    turn = getattr(getattr(app.screen, "part", None), "turn", None)
    if not hasattr(turn, "rack"):
        return ""
    return (
        _tiles(turn.rack) if what == "rack" else ". ".join([_tiles(codes) for codes in turn.sets])
    )


_last_record = None, ""  # the screen and line a record was asked for, and that record


def record(app: "Any") -> str:
    """Return the record of a round as text: of the score sheet on show, or of the chosen line of
    the last rounds; "" elsewhere."""
    global _last_record
    screen = app.screen
    shown = _round(app, screen) if screen is not None else None
    if shown is None:
        _last_record = None, ""
    elif _last_record[0] != (screen, shown):
        from pocket.saves import roundsfile

        from rules.base import RulesError
        from rules.record import notation

        try:
            text = notation.expand(roundsfile.one_of(app, shown))
        except RulesError:
            text = ""  # the record is not stored any more
        _last_record = (screen, shown), text
    return _last_record[1]


def _round(app, screen):
    """Return which round a screen shows, as roundsfile.one_of counts them; None: it shows none."""
    if app.name == "rounds.score" and not screen.back:
        return 0 if app.session.game.coach else None
    if app.name == "review.lastrounds" and screen.list is not None:
        return screen.list.chosen
    return None
