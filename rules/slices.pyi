"""The types of rules/slices.py: generics that a board's Python does not know."""

from collections.abc import Generator
from typing import TypeVar

Answer = TypeVar("Answer")
Slices = Generator[None, None, Answer]

def finish(work: Slices[Answer]) -> Answer: ...
def done(answer: Answer) -> Slices[Answer]: ...
