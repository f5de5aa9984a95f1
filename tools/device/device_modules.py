"""Which modules and names CircuitPython has on each board: data for lint and squeeze.

circuitpython.toml has the words and says what each list means.
"""

from tools.device import boards_desktop, made
from tools.place import read_tables

_TABLE = read_tables("tools/device/circuitpython.toml")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EVERYWHERE = _words(_TABLE["everywhere"])
HOLDS = {module: _words(names) for module, names in _TABLE["holds"].items()}
NO_BUILTINS = _words(_TABLE["no_builtins"])
NO_METHODS = _words(_TABLE["no_methods"])
WITH_ARGUMENTS = _words(_TABLE["with_arguments"])
BYTEARRAY = _words(_TABLE["bytearray"])
NO_KEYWORDS = {name: _words(words) for name, words in _TABLE["no_keywords"].items()}
NUMBERED_NAMES = _words(_TABLE["numbered"])
MEANT = _words(_TABLE["meant"])
CORE_NAMES = _words(_TABLE["core"])
RP2_NAMES = _words(_TABLE["rp2"])
STUB_NAMES = _words(_TABLE["stubs"])


def modules_of(board_id: str) -> frozenset[str]:
    """Return the names of the modules that board `board_id` has."""
    words = EVERYWHERE | _words(_TABLE["chips"][boards_desktop.BOARDS[board_id].chip])
    row = made.boards()[board_id]
    return (words | set(row.get("more", ()))) - set(row.get("fewer", ()))
