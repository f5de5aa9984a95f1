"""Test properties of the whole program with random examples on all cores.

  soak                               all of them for an hour
  soak --minutes 30 --seed 2         half an hour, with other examples
  soak --campaign turns              one campaign
  soak --campaign games --again AXic...
                                     one failing example again, as its line says

A failing example is shrunk, printed as a command that plays it again, and kept in dist/soak/, where
the next run begins. The last lines say what each campaign has done; the exit status is 2 if a
property failed.
"""

import contextlib
import itertools
import multiprocessing
import os
import time
from collections import Counter
from concurrent import futures
from unittest import mock

from tools import progress
from tools.arguments import Parser, int_from
from tools.place import LAUNCHER
from tools.plain import plain, show
from tools.soak import CAMPAIGNS

HELP = "long campaigns that look for faults: keys, games, two judges"
_BATCHES_PER_SEED = 1000000
_BATCH_SECONDS = 20
_SHRINK_SECONDS = 70  # to wait for the shrinking of an example after the end
_NUMBER = int_from(1, 10**9)


def main(argv: list[str]) -> int:
    """Run `python3 tools soak`; return its exit status, 2 if a property failed."""
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
    parser.add_argument("--again", metavar="BLOB", help="play this example of a campaign again")
    args = parser.parse_args(argv)
    from tools.soak import running  # loads Hypothesis, which --help can do without

    campaigns = list(dict.fromkeys(args.campaign or CAMPAIGNS))
    if args.again is None:
        return run(campaigns, args.seed, args.jobs, args.minutes * 60)
    if len(campaigns) != 1:
        raise ValueError("--again goes with one --campaign.")
    with _workers(1) as pool:
        sentence = pool.submit(running.replay, campaigns[0], args.again).result()
    show(sentence or "%s: it no longer fails." % campaigns[0])
    return 2 if sentence else 0


@contextlib.contextmanager
def _workers(jobs):
    """Yield a pool of processes whose sets have the same order in every run; kill it at the end."""
    context = multiprocessing.get_context("spawn")
    with mock.patch.dict(os.environ, PYTHONHASHSEED="0"):
        pool = futures.ProcessPoolExecutor(jobs, context, max_tasks_per_child=20)
        try:
            yield pool
        finally:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def run(campaigns: list[str], seed: int, jobs: int, seconds: float) -> int:
    """Run batches of each campaign in turn for `seconds`; return the exit status."""
    from tools.soak import running

    end = time.time() + seconds
    totals: dict[str, Counter] = {campaign: Counter() for campaign in campaigns}
    batches = zip(itertools.cycle(campaigns), itertools.count(seed * _BATCHES_PER_SEED))
    failed: set = set()
    running_jobs: dict[futures.Future, str] = {}  # {job: campaign}
    with _workers(jobs) as pool, progress.bar(int(seconds), "s") as bar:
        try:
            while time.time() < end or running_jobs and time.time() < end + _SHRINK_SECONDS:
                while len(running_jobs) < jobs and time.time() < end:
                    campaign, number = next(batches)
                    until = min(end, time.time() + _BATCH_SECONDS)
                    running_jobs[pool.submit(running.run_batch, campaign, number, until)] = campaign
                for job in futures.wait(running_jobs, 5, futures.FIRST_COMPLETED)[0]:
                    campaign = running_jobs.pop(job)
                    message, blob, tally = job.result()
                    totals[campaign].update(tally)
                    if message and (campaign, message) not in failed:
                        failed.add((campaign, message))
                        failure = (LAUNCHER, campaign, blob, message)
                        bar.write(plain("%s soak --campaign %s --again %s  # %s" % failure))
                bar.update(min(int(seconds), int(seconds - end + time.time())) - bar.n)
        except futures.process.BrokenProcessPool:
            failed.add("process")
            names = ", ".join(running_jobs.values())
            print("A worker process died while these campaigns were running: %s." % names)
        except KeyboardInterrupt:
            print("Stopped.")
    for campaign, total in totals.items():
        print(_counts_line(campaign, total))
    return 2 if failed else 0


def _counts_line(campaign, total):
    """Return a line with a campaign's counts; for screens the number of different ones."""
    screens = [name for name in total if name.startswith("screen ")]
    parts = ["%s %s" % (format(total[name], ","), name) for name in sorted(set(total) - {*screens})]
    parts += ["%d different screens" % len(screens)] if screens else []
    return "%s: %s" % (campaign, ", ".join(parts) or "nothing")
