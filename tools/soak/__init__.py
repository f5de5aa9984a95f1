"""`soak`: campaigns that play, judge and spoil what they can, until something gives way.

command    the command    work    cases on all cores, kept and taken up again
outcome    what a case gives back
A campaign is a module: UNIT (what is counted), GOAL (how many of them are a whole run) and
run_case(seed), which plays one case of a few seconds that `seed` alone decides. It may have
why_not(): a sentence where it cannot run here, else ""; missing(figures): what a whole run has not
reached, a list of sentences; SECONDS: after so many a case counts as hanging; ALONE: each case has
a process of its own.
"""
