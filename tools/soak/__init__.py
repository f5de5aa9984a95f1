"""`soak`: properties of the whole program, tried with examples that Hypothesis makes and shrinks.

command    the command: every campaign on all cores, as long as wanted
running    try a campaign's property, play one failing example again
keys       a person at a simulated handheld, who switches it off at any time
games      whole games, saved and loaded on the way, scored and replayed
turns      turns judged by the referee, the editor, the solver, and by the judge
judge      a second opinion on turns, written from the clauses alone
positions  positions and plays for the judge
drive      what lies on a handheld's drive before it is switched on
sight      whose tiles are painted

A campaign is a module with PROPERTY: (function, strategy of its argument), or (state machine,
None). Each example runs inside running.example().
"""

CAMPAIGNS = ("keys", "games", "turns")
