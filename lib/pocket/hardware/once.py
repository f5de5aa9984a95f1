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
                sign = {"A": draw.KEY_A, "B": draw.KEY_B, "START": draw.KEY_START,
                        "SELECT": draw.KEY_SELECT}[name]
                _label(art, ord(sign), ord(letter) & 127)


def _label(art, sign, letter):
    """Draw font cell `sign` as cell `letter`, a dot lower, light and dark exchanged."""
    width, height = art.cw, art.ch
    x, y = letter % 32 * width, letter // 32 * height
    left, top = sign % 32 * width, sign // 32 * height
    right, lower = width // 6, height // 8
    for j in range(height - lower):
        for i in range(width):
            dot = art.font[x + i - right, y + j - lower] if i >= right and j >= lower else 0
            art.font[left + i, top + j] = 1 - dot
