"""Say what each button does now, for the page to write it on the button: in a turn its state
decides, elsewhere the line of keys. On the page's own display, points towards the opening meld say
what they are; where fingers touch it, the line of keys leaves START and SELECT out."""

import re

from pocket.app import draw
from pocket.made import texts
from touch import current_turn_part, line_of_keys, strip_of

if False:  # for type checkers
    from typing import Any

_WITH_A_OR_B = re.compile("([\x0e\x0f])[\x10\x11]")  # see pocket.app.draw for the signs of keys
_START_OR_SELECT = re.compile("[\x10\x11]+[^\x06-\x11]*")

keys = ""  # what the buttons do, signs and words, in lines
full = short = ""  # the line of keys before and after `update`
_shown = None, "", ""  # the screen, its line and its tail as `update` has left them
_line = ""  # that line as the game wrote it


def update(app: "Any", is_own: bool, by_touch: bool) -> None:
    """Read what the screen says of keys. is_own: the display is the page's own, on which the line
    may change."""
    global keys, full, short, _shown, _line
    from pocket.ui.words import label, say  # it is loaded anew, with another language

    screen = app and app.next is None and app.screen
    if not screen:
        return
    text = line_of_keys(screen)[0]
    part = current_turn_part(app)
    strip = None if screen.panel else strip_of(screen)
    tail = strip.tail if strip else ""
    if (screen, text) != _shown[:2]:
        _line = text
    held = say(texts.PLAY_HOLD_HINT, app.keys.hint_key)  # a button beside the picture says it
    keys = _of_buttons(app, screen, part, say, held)
    if part and (screen, text, tail) == _shown:
        return  # its words change with the line
    full = short = "   ".join(part.words()) if part and not screen.message else _line
    if not is_own:
        return
    if not by_touch:
        full = short = text.replace(held, "").rstrip()
    else:
        short = _START_OR_SELECT.sub("", _WITH_A_OR_B.sub(r"\1", full)).rstrip()
        if getattr(screen, "tip", False):
            short = short.replace(_line.partition(draw.KEY_B)[0], "")  # a tap anywhere is A
        elif app.name == "menus.title" and not screen.menu:
            full = short = ""  # there may be no buttons yet
    if part and "/" in part.tail() and label("opening_points") not in tail:
        in_words = tail.replace(part.tail(), "%s %s" % (label("opening_points"), part.tail()))
        if strip.font.measure(short + "  " + in_words) <= strip.w - 2 * strip.pad:
            tail = in_words
    _shown = screen, short, tail
    if screen.panel and short != text:
        screen.panel.keys(short)
    elif strip:
        strip.say(short, None, tail)


def _of_buttons(app, screen, part, say, held):
    if part and part.hint.step == 3:  # to be played, or in a puzzle given up to be looked at
        return say(texts.SCORE_KEYS_BACK if app.session.solution else texts.PLAY_YES_NO)
    part = part or getattr(screen, "tip", False) and screen.part
    if part:
        next_place = [say(texts.PLAY_PUT_DOWN)] if part.cycle and not part.turn.picked else []
        words = [word for word in part.words() if word != held]
        return "\n".join(words + next_place + [_line] * screen.tip)  # A and B close a tip
    goes_on = not screen.panel and draw.KEY_A in getattr(strip_of(screen), "tail", "")
    line = _line.replace(say(texts.PLAY_HOLD_MENU, app.keys.menu_key), "")
    head = getattr(screen, "head", None)  # that of the coach names keys, too
    line += "\n" + getattr(head, "text", "") + " " + getattr(head, "tail", "")
    return say(texts.EIGHT_KEYS_ON) if goes_on else line
