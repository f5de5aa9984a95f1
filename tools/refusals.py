"""English sentences for the refusals of the rules, from the handheld's texts
(assets/words/en.toml)."""

import functools

from rules import errors
from rules.tilegame import tiles
from tools.device import wordtable
from tools.place import ROOT

REASONS = {
    value: name.lower() for name, value in vars(errors).items() if name.isupper()
}  # {number: its name in the tables}


@functools.cache
def _texts():
    return wordtable.load(ROOT)[wordtable.REFUSED]


def sentence(why: tuple | Exception) -> str:
    """Return one sentence for `why`: (reason, values ...) as a Verdict has it, or a RulesError."""
    reason, *values = why.args if isinstance(why, Exception) else why
    for place, value in enumerate(values):
        if isinstance(value, (bytes, bytearray)):
            values[place] = " ".join(tiles.set_text(value))
        elif isinstance(value, tuple):
            values[place] = sentence(value)
    if isinstance(reason, str):
        return reason % tuple(values) if values else reason
    return _texts()[REASONS[reason]].format(*values)
