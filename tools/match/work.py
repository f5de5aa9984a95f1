"""Play a tournament in blocks of deals: in this process, in several, or on a dask cluster.

The games of a block depend only on its numbers, and blocks are added up in order, so the figures do
not depend on the number of workers.
"""

import concurrent.futures
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from tools.match.games import counting_states, play
from tools.match.tally import Tally
from tools.place import ROOT

DEALS = 4  # per block, some seconds of work
_CALL = 10  # seconds in which a cluster must answer


class Contest(NamedTuple):
    """One pairing. levels: one per seat. Each deal is played from each seat."""

    game: str
    options: dict | None
    levels: tuple[str, ...]
    games: int
    seed: int


class Block(NamedTuple):
    """Deals first to first + number - 1 of the contest with that index."""

    contest: int
    first: int
    number: int


class Stopped(RuntimeError):
    """The tournament ended early; str() is one sentence. tallies: of the games played."""

    tallies: Sequence[Tally] = ()


def blocks(contests: Sequence[Contest]) -> list[Block]:
    """Return all blocks in the order of play: contests advance side by side, so a tournament that
    is stopped has a part of each."""
    out = []
    for index, contest in enumerate(contests):
        deals = -(-contest.games // len(contest.levels))
        for first in range(0, deals, DEALS):
            out.append((first / deals, Block(index, first, min(DEALS, deals - first))))
    return [block for _, block in sorted(out)]


def play_block(
    contest: Contest, block: Block, checked: bool, lay_rates: bool
) -> tuple[Block, Tally]:
    """Play a block's games and return its tally."""
    tally = Tally()
    seats = len(contest.levels)
    with counting_states(tally):
        for deal in range(block.first, block.first + block.number):
            for turn in range(min(seats, contest.games - deal * seats)):
                levels = contest.levels[turn:] + contest.levels[:turn]
                seed = contest.seed * 100003 + deal
                play(contest.game, contest.options, levels, seed, tally, checked, lay_rates)
            tally.end_deal()
    return block, tally


def _connect_to_cluster(address: str) -> Any:
    """Return the Client of a dask cluster that has the project's code. Raises Stopped."""
    try:
        import distributed
    except ImportError:
        raise Stopped("--dask needs dask.distributed: pip install 'pocket-rummy[dask]'.")
    try:
        client = distributed.Client(address, timeout=_CALL)
    except (OSError, ValueError, TypeError):
        raise Stopped("There is no dask cluster at %s." % address)
    try:
        client.wait_for_workers(1, timeout=_CALL)
    except TimeoutError:
        raise Stopped("The cluster at %s has no workers." % address)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("rules", "tools"):
            ignored = shutil.ignore_patterns("node_modules", "__pycache__")
            shutil.copytree(
                os.path.join(ROOT, name), os.path.join(folder, "code", name), ignore=ignored
            )
        pack = os.path.join(folder, "pocketrummy")
        client.upload_file(shutil.make_archive(pack, "zip", os.path.join(folder, "code")))
    return client


def _results(calls: list, jobs: int, dask: str | None) -> Iterator[tuple[Block, Tally]]:
    """Yield each call's result as soon as it is finished. Raises Stopped."""
    if not dask and jobs == 1:
        yield from (play_block(*call) for call in calls)
        return
    client = executor = None
    pending: list[concurrent.futures.Future] = []
    try:
        if dask:
            client = _connect_to_cluster(dask)
            executor = client.get_executor(pure=False)
        else:
            executor = concurrent.futures.ProcessPoolExecutor(
                jobs, None, signal.signal, (signal.SIGINT, signal.SIG_IGN)
            )  # Ctrl-C reaches every process; one answers
        pending = [executor.submit(play_block, *call) for call in calls]
        for future in concurrent.futures.as_completed(pending):
            yield future.result()
    except BrokenProcessPool:
        raise Stopped("A worker process died.")
    except OSError:
        raise Stopped("The cluster at %s does not answer any more." % dask)
    finally:
        if executor:
            for future in pending:
                future.cancel()
            # A stop waits for no game that runs.
            executor.shutdown(wait=all(future.done() for future in pending))
        if client:
            client.close()


def run(
    contests: Sequence[Contest],
    jobs: int = 1,
    dask: str | None = None,
    checked: bool = True,
    lay_rates: bool = False,
    progress: Callable[[int], object] | None = None,
) -> list[Tally]:
    """Play a list of contests and return one tally for each.

    jobs: number of processes. dask: address of a scheduler, or None. checked: whether to check
    every invariant after every turn. lay_rates: whether to count how often a level lays tiles.
    progress: called with the number of games just played. Raises Stopped, with the tallies so far.
    """
    tallies_by_block: dict[Block, Tally] = {}
    stopped = None
    calls = [(contests[block.contest], block, checked, lay_rates) for block in blocks(contests)]
    try:
        for block, tally in _results(calls, jobs, dask):
            tallies_by_block[block] = tally
            if progress:
                progress(tally.games)
    except Stopped as problem:
        stopped = problem
    except KeyboardInterrupt:
        stopped = Stopped("Stopped.")
    tallies = [Tally() for _ in contests]
    for block in sorted(tallies_by_block):
        tallies[block.contest].add(tallies_by_block[block])
    if stopped:
        stopped.tallies = tallies
        raise stopped
    return tallies
