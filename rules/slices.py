"""Work in slices: the one protocol of every generator that keeps a handheld busy for long.

Such a generator yields None after each slice of bounded work and returns its answer. Another
generator takes the answer with `yield from`; code that may block takes it with `finish`; a screen's
loop takes it from `StopIteration.value`.

The one other kind is `actions` of the solver (constraint.py): a stream of many answers, with None
after each slice between them, passed on as it comes, since a list would hold them all.
"""

if False:  # for type checkers
    from collections.abc import Generator
    from typing import TypeVar

    Answer = TypeVar("Answer")
    Slices = Generator[None, None, Answer]


def finish(work: "Slices[Answer]") -> "Answer":
    """Run a generator of slices to its end; returns its answer. Raises what it raises."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        return end.value


def done(answer: "Answer") -> "Slices[Answer]":
    """The generator whose answer is known: no slice of work."""
    yield from ()
    return answer
