"""The exact solver: the best play of a position.

search   the question and the phases of its answer: the place to begin reading
question what is asked, answered and spent
prepare  the ways to read the table's jokers; the tiles to lay and what bounds them at once
sweep    the search over the numbers; colour, groups: what can be done at a number
layers   the states between two numbers, kept by flat (little memory; with slots,
         places and trim) or wide (little time)
follower what follows a sweep: jokers (under a clause), opening and inside, keep (old sets)
opener   the question before the opening; whole: may all go down at all
phases   steps whose modules are loaded for them alone
steps    the best way of a sweep, number by number; build: from it to sets
tidy     as few old sets taken up as can be; fallback: a plain play
meldtab  tables, made by tools/art/mktables.py
"""

forget = None  # set where memory is scarce: drops a module, by its name


def done(*names):
    """Say that modules' part in an answer is over: they are loaded again when needed. names: below
    "rules.", without it."""
    if forget:
        for name in names:
            forget("rules." + name)
