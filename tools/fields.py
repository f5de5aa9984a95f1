"""The reference of rule fields: DEFAULTS of rules/tilegame/games.py as a table of docs/RULES.md.

`python3 -m tools.fields` writes the table; a test says when it is out of date.
"""

import os
import re

from rules.tilegame import games, options
from tools.place import ROOT

HEAD = "## The rule fields of the tile games"
_DOCS = os.path.join(ROOT, "docs", "RULES.md")
_FIELD = re.compile(r'    "(\w+)": .*?,  # (?:((?:[A-Z]{1,2}-\d+(?:, )?)+): )?(.+)$')
_COLUMNS = "| field | type | default | games with another | clauses | meaning |"


def comments() -> dict[str, tuple[str, str]]:
    """Return {field: (clauses, meaning)}, as the comments in DEFAULTS have them."""
    with open(games.__file__, encoding="utf-8") as file:
        lines = file.read().split("DEFAULTS = {\n", 1)[1].split("\n}\n", 1)[0].split("\n")
    matches = filter(None, map(_FIELD.fullmatch, lines))
    return {field[1]: (field[2] or "", field[3]) for field in matches}


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def table() -> str:
    """Return the table, in Markdown. A field in bold is a house option (docs/INTERFACES.md)."""
    house = [row[0] for row in options.OPTIONS]
    rows = [_COLUMNS, "|" + "---|" * 6]
    for field, (clauses, meaning) in comments().items():
        default = games.DEFAULTS[field]
        others = [
            "%s %s" % (row["game"], _value(row[field])) for row in games.GAMES if field in row
        ]
        if isinstance(default, dict):
            default, others = "", [row["game"] for row in games.GAMES if field in row]
        name = "**`%s`**" % field if field in house else "`%s`" % field
        kind = {bool: "true or false", int: "number", str: "text"}.get(type(default), "table")
        kind = "table" if isinstance(games.DEFAULTS[field], dict) else kind
        cells = [name, kind, _value(default), ", ".join(others), clauses, meaning]
        rows.append("| %s |" % " | ".join(cells))
    return "\n".join(rows).replace("|  |", "| |").replace("|  |", "| |")


def write() -> None:
    """Put the table into docs/RULES.md."""
    with open(_DOCS, encoding="utf-8") as file:
        before, after = file.read().split(_COLUMNS)
    rest = after.split("\n\n", 1)[1:]
    with open(_DOCS, "w", encoding="utf-8") as file:
        file.write(before + "\n\n".join([table(), *rest]).rstrip() + "\n")


if __name__ == "__main__":
    write()
