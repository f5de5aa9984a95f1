"""Names of the table, met at power-on.

The firmware keeps a name for ever once it has met it, wherever there was room at the time: each new
screen left a session with less memory. So a file of power-on, which goes again, also spells the
names that any game at the table meets (`names` of [power-on] in plan.toml): they lie side by side,
and the tenth game has what the first has.
"""

import builtins
from collections.abc import Callable
from typing import Any

from tools.device import compiler, plan
from tools.device.squeeze import firmware

_HOME = "pocket.hardware.powerup"  # spells them
_FILE = ".mpy"
# Texts of ten letters and less are names, those of code that never runs, too; others are made so
# where an object is asked for them.
_LINES = """
while 1:
    break
    0%s
for _ in %r.split():
    hasattr(0, _ + %r)
"""


def wanted(board_id: str, flat: Any) -> bool:
    """Whether a board's program has them: False where there is no such file, too."""
    return _HOME in flat.names and board_id in plan.plan()["power-on"]["boards"].split()


def home(texts: dict[str, str], flat: Any, compile: Callable[[str, str], bytes]) -> dict[str, str]:
    """The one source, of `texts` {drive path: source}, that spells them, {drive path: source}.

    flat: the squeeze.flatten.Flat of the sources; compile(path, source) gives an .mpy's bytes.
    """
    known = sorted(flat.names)
    start = plan.plan()["power-on"]
    before = plan.spread(start["modules"].split() + ["ALWAYS", "GAMES"], known)
    before += plan.room("text", known) + ["pocket.menus.title"]

    def spelt(modules):
        out = set()
        for module in known:
            path = flat.place(module)
            if path in texts and plan.keeps(modules, module):
                file = path.rpartition("/")[2]
                out |= {flat.names[module], file.replace(".py", _FILE)}
                out |= compiler.spelt(compile(path, texts[path]))
        return out

    names = spelt(start["names"].split()) - spelt(before) - set(dir(builtins))
    names -= set(firmware.words()) | firmware.known(())
    files = sorted(name[: -len(_FILE)] for name in names if name.endswith(_FILE))
    said = "".join("[%r]" % name for name in sorted(names) if not name.endswith(_FILE))
    path = flat.place(_HOME)
    return {path: texts[path] + _LINES % (said, " ".join(files), _FILE)}
