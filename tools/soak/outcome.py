"""What one case of a campaign gives back, and how outcomes add up."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Outcome:
    """count: the units done. failures: a sentence each. figures: numbers by name that add up; names
    that begin with "max_" or "min_" keep the largest or the least, "reached_" are sets of names."""

    count: int = 0
    failures: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)


def add(total: dict[str, Any], figures: dict[str, Any]) -> None:
    """Add a case's figures to those of the cases before it, in place."""
    for name, value in figures.items():
        before = total.get(name)
        if name.startswith("reached_"):
            total[name] = sorted(set(before or ()) | set(value))
        elif before is None:
            total[name] = value
        elif name.startswith("max_"):
            total[name] = max(before, value)
        elif name.startswith("min_"):
            total[name] = min(before, value)
        else:
            total[name] = before + value
