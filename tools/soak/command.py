"""Try properties of the whole program with ever new examples, on all cores.

  soak                               all of them for an hour
  soak --minutes 30 --seed 2         half an hour, with other examples
  soak --campaign turns              one campaign
  soak --campaign games --again AXic...
                                     one failing example again, as its line says

On firmware, `emulate --measure ten` plays ten games in one session.
Failing examples are made smaller, shown as a line that plays them again, and kept in dist/soak/:
the next run tries them first. The last lines say what each campaign has done; exit status 2 if a
property has failed.
"""

import contextlib
import itertools
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent import futures
from unittest import mock

from tools import progress
from tools.arguments import Parser, whole
from tools.place import DOOR
from tools.plain import plain, show
from tools.soak import CAMPAIGNS

HELP = "long campaigns that look for faults: keys, games, two judges, spoilt input"
_SEEDS = 1000000  # batches of a --seed
_BATCH = 20  # seconds of a batch
_LATE = 70  # seconds that shrinking may take when the time is over
_NUMBER = whole(1, 10**9)


def _parser():
    parser = Parser("soak", __doc__)
    parser.add_argument(
        "--campaign",
        action="append",
        choices=CAMPAIGNS,
        help="one; may be given several times (default: all)",
    )
    parser.add_argument("--minutes", type=_NUMBER, default=60, help="stop after this many (60)")
    parser.add_argument("--seed", type=_NUMBER, default=1, help="which examples (1)")
    parser.add_argument(
        "--jobs", type=_NUMBER, default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument("--again", metavar="BLOB", help="play this example of one property again")
    parser.add_argument("--property", help="of which property, where a campaign has several")
    return parser


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 2 if a property has failed."""
    args = _parser().parse_args(argv)
    from tools.soak import running  # loads Hypothesis, which --help can do without

    chosen = list(dict.fromkeys(args.campaign or CAMPAIGNS))
    names = [name for campaign in chosen for name in running.names(campaign)]
    if args.property:
        names = [name for name in names if name.endswith("." + args.property)]
        if not names:
            raise ValueError("There is no property %s." % args.property)
    if args.again is None:
        return run(names, args.seed, args.jobs, args.minutes * 60)
    if len(names) != 1:
        raise ValueError("--again goes with one property alone.")
    with _workers(1) as pool:
        sentence = pool.submit(running.once, names[0], args.again).result()
    show(sentence or "%s: it no longer fails." % names[0])
    return 2 if sentence else 0


@contextlib.contextmanager
def _workers(jobs):
    """Yield a pool of processes in which the order of a set is the same in every run."""
    context = multiprocessing.get_context("spawn")
    with mock.patch.dict(os.environ, PYTHONHASHSEED="0"):
        pool = futures.ProcessPoolExecutor(jobs, context, max_tasks_per_child=20)
        try:
            yield pool
        finally:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def batches(names: list[str], seed: int, spent: Counter) -> Iterator[tuple[str, int | None]]:
    """Yield (property, seed of its next batch), without a seed for examples that failed before;
    then of the campaign that has taken the least time so far. spent: {campaign: seconds}."""
    yield from ((name, None) for name in names)
    for number in itertools.count():
        campaign = min(spent, key=lambda campaign: spent[campaign])
        own = [name for name in names if name.partition(".")[0] == campaign]
        yield own[number % len(own)], seed * _SEEDS + number


def run(names: list[str], seed: int, jobs: int, seconds: float) -> int:
    """Run batches of these properties side by side; returns the exit status."""
    from tools.soak import running

    end = time.time() + seconds
    campaigns = list(dict.fromkeys(name.partition(".")[0] for name in names))
    spent = Counter(dict.fromkeys(campaigns, 0))
    totals: dict = {campaign: Counter() for campaign in campaigns}
    todo = batches(names, seed, spent)
    failed: set = set()
    busy: dict = {}
    with _workers(jobs) as pool, progress.bar(int(seconds), "s") as bar:
        try:
            while time.time() < end or busy and time.time() < end + _LATE:
                while len(busy) < jobs and time.time() < end:
                    name, number = next(todo)
                    until = min(end, time.time() + _BATCH)
                    busy[pool.submit(running.batch, name, number, until)] = name, time.time()
                    spent[name.partition(".")[0]] += 1  # until it is known
                done, _ = futures.wait(busy, 5, futures.FIRST_COMPLETED)
                for job in done:
                    name, began = busy[job]
                    sentence, blob, tally = job.result()
                    del busy[job]
                    campaign = name.partition(".")[0]
                    spent[campaign] += int(time.time() - began)
                    totals[campaign].update(tally)
                    if sentence and (name, sentence) not in failed:
                        failed.add((name, sentence))
                        bar.write(plain(_line(name, blob, sentence)))
                bar.update(min(int(seconds), int(seconds - end + time.time())) - bar.n)
        except futures.process.BrokenProcessPool:
            failed.add("died")
            print(
                "A process has died at one of: %s." % ", ".join(name for name, _ in busy.values())
            )
        except KeyboardInterrupt:
            print("Stopped.")
    for campaign, total in totals.items():
        print(_figures(campaign, total))
    return 2 if failed else 0


def _line(name, blob, sentence):
    """Return the line that plays a failing example again, with what was wrong."""
    campaign, _, own = name.partition(".")
    words = [DOOR, "soak --campaign", campaign] + (["--property", own] if own else [])
    return "%s --again %s  # %s" % (" ".join(words), blob, sentence)


def _figures(campaign, total):
    """Return what a campaign has done, on a line; of screens only how many different ones."""
    screens = [name for name in total if name.startswith("screen ")]
    done = sorted(total.keys() - screens)
    parts = ["%s %s" % (format(total[name], ","), name) for name in done]
    parts += ["%d different screens" % len(screens)] if screens else []
    return "%s: %s" % (campaign, ", ".join(parts) or "nothing")
