"""Campaigns that look for faults: cases on all cores, until the goal or the time is reached.

  soak                                  all campaigns side by side, each to its goal
  soak --minutes 30 --seed 2            as far as half an hour takes them, other cases
  soak --campaign hands --goal 5000     one of them, and only so far
  soak --campaign hands --case 1000123  one case once more
  soak --input settings:eNqrrgUAAXUA-Q==
                                        one input once more, as the line of a failure names it
  POCKET_FIRMWARE=FILE.uf2 ... soak --campaign device
                                        ten games on an emulated board, a person at the keys

What is done is kept in dist/soak/: the same command resumes where it stopped, as long as the
program is the same. Each failure is a line that plays its case again. The last lines say what each
campaign has done; exit status 2 where one has failed.
"""

import importlib
import os
import re
import time

from tools import progress
from tools.arguments import Parser, whole
from tools.place import DOOR
from tools.plain import plain, show
from tools.soak import inputs, work

HELP = "long campaigns of cases that look for faults: hands, games, two judges, input, boards"
CAMPAIGNS = ("hands", "play", "truths", "inputs", "device")
_ALIKE = 3  # failures of one kind that are shown as they come
_CASES = 1000000  # cases of a seed
_TELL = 60  # seconds between two lines of progress where no terminal shows the bar
_NUMBER = whole(1, 10**12 - 1)  # what an option takes


def _parser():
    parser = Parser("soak", __doc__)
    parser.add_argument(
        "--campaign",
        action="append",
        choices=CAMPAIGNS,
        help="one; may be given several times (default: all; device if POCKET_FIRMWARE names "
        "the firmware of boards)",
    )
    parser.add_argument("--minutes", type=_NUMBER, help="stop after this many")
    parser.add_argument("--seed", type=_NUMBER, default=1, help="which cases (1)")
    parser.add_argument(
        "--jobs", type=_NUMBER, default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument("--goal", type=_NUMBER, help="how many presses, games, ... of each")
    parser.add_argument("--case", type=_NUMBER, help="play this case alone, of one campaign")
    parser.add_argument("--input", help="read this input alone, of the campaign inputs")
    return parser


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 2 where something has failed."""
    args = _parser().parse_args(argv)
    if args.input is not None:
        if len(argv) > 2:
            raise ValueError("--input goes alone.")
        return _printed("inputs", inputs.run_input(args.input))
    lacking = {name: getattr(_module(name), "why_not", str)() for name in CAMPAIGNS}
    names = list(dict.fromkeys(args.campaign or [n for n in CAMPAIGNS if not lacking[n]]))
    for name in names:
        if lacking[name]:
            raise ValueError("%s: %s" % (name, lacking[name]))
    if args.case is not None:
        if len(names) != 1 or args.goal or args.minutes:
            raise ValueError("--case goes with one --campaign alone.")
        return _one(names[0], args.case)
    runs = [work.Run(name, args.seed * _CASES, args.goal) for name in names]
    return run(runs, args.jobs, args.minutes and args.minutes * 60)


def _module(name):
    return importlib.import_module("tools.soak." + name)


def _one(name, case):
    """Play one case once more, in a process like the others."""
    jobs = [(name, case)]
    _, _, outcome, _ = next(work.played(lambda: jobs.pop() if jobs else None, 1))
    return _printed(name, outcome)


def _printed(name, outcome):
    """Print what one case has given; returns the exit status."""
    unit = _module(name).UNIT
    print(_figures(name, 1, outcome.count, unit, len(outcome.failures), outcome.figures))
    for sentence in outcome.failures:
        show("  " + sentence)
    return 2 if outcome.failures else 0


def run(runs: list[work.Run], jobs: int, seconds: float | None = None) -> int:
    """Play work.Runs side by side on `jobs` processes, for so many seconds at most; returns the
    exit status."""
    end = None if seconds is None else time.monotonic() + seconds
    kinds = {}
    stopped = False
    for run_ in runs:
        for case, sentence in run_.kept:
            show(_replay(run_.name, case, sentence))
    with progress.bar(1000, "per mille") as bar:
        told = time.monotonic()
        try:
            for run_, case, outcome in work.go(runs, jobs, end):
                for sentence in outcome.failures:
                    kind = (run_.name, re.sub("[0-9]+", "0", sentence))
                    kinds[kind] = kinds.get(kind, 0) + 1
                    if kinds[kind] <= _ALIKE:
                        bar.write(plain(_replay(run_.name, case, sentence)))
                done = ", ".join("%s %d" % (each.name, each.count) for each in runs)
                bar.set_postfix_str(done)
                bar.update(sum(each.share() for each in runs) * 1000 // len(runs) - bar.n)
                if bar.disable and time.monotonic() - told > _TELL:
                    told = time.monotonic()
                    print(done, flush=True)
        except KeyboardInterrupt:
            stopped = True
    failed = 0
    for run_ in runs:
        lacking = run_.missing()
        failed += run_.failed + len(lacking)
        unit = run_.module.UNIT
        print(_figures(run_.name, run_.cases, run_.count, unit, run_.failed, run_.figures))
        for sentence in lacking:
            print("  " + sentence)
    if stopped:
        print("Stopped; the same command goes on from here.")
        return 130
    return 2 if failed else 0


def _replay(name, case, sentence):
    """The line that plays a case again, and what was wrong with it."""
    return "%s soak --campaign %s --case %d  # %s" % (DOOR, name, case, " ".join(sentence.split()))


def _figures(name, cases, count, unit, failed, figures):
    """What came of so many cases of a campaign, on a line."""
    parts = ["%s %s in %s cases" % (_thousands(count), unit, _thousands(cases))]
    parts.append("%s failures" % (_thousands(failed) if failed else "no"))
    for key in sorted(figures):
        value = figures[key]
        text = len(value) if key.startswith("reached_") else value
        parts.append("%s %s" % (key.replace("_", " "), _thousands(text)))
    return "%s: %s" % (name, ", ".join(parts))


def _thousands(number):
    return format(round(number, 1) if isinstance(number, float) else number, ",")
