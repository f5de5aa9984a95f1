"""A soft reload of the VM: the program starts anew with the whole heap (saves/restart.py)."""

import supervisor

if False:  # for type checkers
    from typing import Any


start: "Any" = None  # starts the VM anew, does not return; None on a host that cannot
try:
    start = supervisor.reload
except AttributeError:
    pass


def happened() -> bool:
    """True where the program itself has started this VM."""
    try:
        return supervisor.runtime.run_reason == supervisor.RunReason.SUPERVISOR_RELOAD
    except AttributeError:
        return False
