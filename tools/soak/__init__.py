"""`soak`: test properties of the whole program with examples that Hypothesis makes and shrinks.

command    the command: run campaigns on all cores for some time
running    test a campaign's property, play one failing example again
keys       a person at a simulated handheld, who switches it off at any time
games      whole games, saved and loaded on the way, scored and replayed
turns      compare referee and solver with the judge
judge      a second opinion on turns, written from the clauses alone
positions  positions and plays for the judge
drive      random contents of a handheld's drive
sight      whose tiles are painted

A campaign is a module with PROPERTY: (function, strategy of its argument), or (state machine,
None). Each example runs inside running.example().
"""

CAMPAIGNS = ("keys", "games", "turns")
