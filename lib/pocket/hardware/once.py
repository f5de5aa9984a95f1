"""What is done once at the start, in a module of its own so that its memory comes back."""

from pocket.ui import draw


def name_keys(art, profile):
    """Name the keys in hints as the board does: SW_Y is Y, BUTTON_MENU is M."""
    for i in range(len(profile.pins)):
        name = profile.buttons[i]
        if name in ("A", "B", "START", "SELECT"):
            word = profile.pins[i].split("_")[-1]
            letter = word[-1] if word.startswith("BTN") else word[0]
            if letter != name:
                sign = {
                    "A": draw.KEY_A,
                    "B": draw.KEY_B,
                    "START": draw.KEY_START,
                    "SELECT": draw.KEY_SELECT,
                }[name]
                _cap(art, ord(sign), letter)
                art.caps[sign] = letter


# Letters of 3 by 5 dots, a digit of 0 to 7 for each row: A to Z, 0 to 9.
_LETTERS = (
    "257556565634443655567464774644345535575572227111525565544447"
    "577556555525552656442556365655342167222255557555525577555255"
    "552227124775557262276124761216557117461634652711222525225316"
)


def _cap(art, sign, letter):
    """Draw font cell `sign` as a button's cap with a letter in it, as tools/art/mkassets.py
    does."""
    at = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".find(letter) * 5
    if at < 0:
        return
    size = 1 if art.cw < 9 else 2
    rim = 1 if art.cw < 12 else 2
    wide, high = 3 * size + 2 * rim, 5 * size + 2 * rim
    left = sign % 32 * art.cw
    top = sign // 32 * art.ch + (art.ch - high) // 2
    for j in range(high):
        for i in range(wide):
            x, y = (i - rim) // size, (j - rim) // size
            dark = i in (0, wide - 1) and j in (0, high - 1)
            if 0 <= x < 3 and 0 <= y < 5:
                dark = int(_LETTERS[at + y]) >> (2 - x) & 1
            art.font[left + i, top + j] = 0 if dark else 1
