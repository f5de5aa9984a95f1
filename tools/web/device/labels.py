"""Take from the game's line of keys what each button does, for the page to write it on the button.

Where fingers touch the page's own display, START and SELECT are buttons that say just this, and the
line leaves them out.
"""

import re

from touch import current_turn_part, line_of_keys, strip_of

if False:  # for type checkers
    from typing import Any

_WITH_A_OR_B = re.compile("([\x0e\x0f])[\x10\x11]")  # see pocket.app.draw for the signs of keys
_START_OR_SELECT = re.compile("[\x10\x11]+[^\x06-\x11]*")

keys = ""  # all that the last picture says of keys, signs and words, in lines
full = short = ""  # its line of keys before and after `update`
_shown = None, ""  # its screen, and the line as `update` has left it
_line = ""  # that line as the game wrote it


def update(app: "Any", shortens: bool) -> None:
    """Read what the screen says of keys. shortens: leave START and SELECT out of its line."""
    global keys, full, short, _shown, _line
    screen = app and app.next is None and app.screen
    if not screen:
        return
    panel = screen.panel
    text = line_of_keys(screen)[0]
    part = current_turn_part(app)
    if (screen, text) != _shown:
        _line = text
    elif part:
        return  # its words change with the line
    rows = part.words() if part else [item[3] for item in panel.shown_texts] if panel else ()
    keys = "\n".join(list(rows) + [_line])
    full = short = "   ".join(rows) if part and not screen.message else _line
    if shortens:
        short = _START_OR_SELECT.sub("", _WITH_A_OR_B.sub(r"\1", full)).rstrip()
        _shown = screen, short
        if short != text and panel:
            panel.keys(short)
        elif short != text:
            strip_of(screen).say(short, None, strip_of(screen).tail)
