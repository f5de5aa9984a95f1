"""A tournament as blocks of games: on one core, on many, on a cluster; kept in a file as it goes.

What a block's games are depends on its numbers alone, and blocks are added up in their order: the
figures are the same whatever the workers.
"""

import collections
import json
import os
from collections.abc import Callable, Sequence

from tools.journal import Journal
from tools.match.games import play, states_counted
from tools.match.tally import Tally
from tools.place import ROOT

DEALS = 4  # of a block: some seconds of work
_FORMAT = "pocket-rummy match 1"
_CALL = 10  # seconds a cluster may take to answer
_START = 60  # seconds until its first worker has come
_LONELY = 60  # seconds a cluster may be without a worker, or a worker without a result

# One pairing. levels: one per seat; each deal is played from each seat, so `games` are rounded up.
Contest = collections.namedtuple("Contest", "game options levels games seed")
# Deals first..first+number-1 of contest number `contest`.
Block = collections.namedtuple("Block", "contest first number")


class Stopped(RuntimeError):
    """The tournament cannot go on; str() is one sentence. What was played is kept: `tallies`."""

    tallies: Sequence[Tally] = ()


def blocks(contests: Sequence[Contest]) -> list[Block]:
    """All Blocks of a list of contests, in the order in which they are played: all contests go on
    side by side, so that a tournament that is stopped has a part of each."""
    out = []
    for place, contest in enumerate(contests):
        deals = -(-contest.games // len(contest.levels))
        for first in range(0, deals, DEALS):
            out.append((first / deals, Block(place, first, min(DEALS, deals - first))))
    out.sort()
    return [block for _, block in out]


def play_block(contest: Contest, block: Block, checked: bool, lively: bool) -> tuple[tuple, dict]:
    """A worker's job: (block, its Tally as a dict)."""
    tally = Tally()
    seats = len(contest.levels)
    with states_counted(tally):
        for deal in range(block.first, block.first + block.number):
            for turn in range(min(seats, contest.games - deal * seats)):
                levels = contest.levels[turn:] + contest.levels[:turn]
                seed = contest.seed * 100003 + deal
                play(contest.game, contest.options, levels, seed, tally, checked, lively)
            tally.deal_ended()
    return tuple(block), tally.as_dict()


class Record:
    """The file a tournament is kept in: a line that says which, then a line a block."""

    def __init__(
        self, path: str | None, contests: Sequence[Contest], checked: bool, lively: bool
    ) -> None:
        self.done = {}  # Block to dict
        self.journal = None
        head = {"format": _FORMAT, "contests": contests, "deals": DEALS}
        head = json.loads(json.dumps({**head, "checked": checked, "lively": lively}))
        if not path:
            return
        try:
            self.journal = Journal(path)
            lines = self.journal.lines
            if lines[:1] != [head] and os.path.exists(path) and os.path.getsize(path):
                raise Stopped("%s holds another tournament; name a new file, or delete it." % path)
            self.journal.begin()
            if not lines:
                self.journal.add(head)
        except OSError as error:
            raise Stopped("%s cannot be used: %s." % (path, error.strerror))
        for data in lines[1:]:
            self.done[Block(*data["block"])] = data["tally"]

    def add(self, block: Sequence[int], tally: dict) -> None:
        """A block is played."""
        self.done[Block(*block)] = tally
        if self.journal:
            self.journal.add({"block": list(block), "tally": tally})

    def tallies(self, contests: Sequence[Contest]) -> list[Tally]:
        """One Tally a contest, of all that is played."""
        out = [Tally() for _ in contests]
        for block in sorted(self.done):
            out[block.contest].add(Tally.of_dict(self.done[block]))
        return out

    def close(self) -> None:
        """No more blocks come."""
        if self.journal:
            self.journal.close()


def _locally(jobs, calls):
    """Results of [(function, arguments)] from `jobs` processes, in order; raises Stopped."""
    try:
        import joblib
    except ImportError:
        jobs = 1  # an installed copy without the extra
    if jobs == 1:
        for function, arguments in calls:
            yield function(*arguments)
        return
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")
    try:
        yield from parallel([(function, arguments, {}) for function, arguments in calls])
    except TerminatedWorkerError:
        raise Stopped("A worker process died.")


def _source():
    """The project's own code as a zip file that a cluster's workers can import from."""
    import tempfile
    import zipfile

    path = os.path.join(tempfile.mkdtemp(), "pocketrummy.zip")
    with zipfile.ZipFile(path, "w") as pack:
        for top in ("rules", "tools"):
            for folder, _, names in os.walk(os.path.join(ROOT, top)):
                for name in names:
                    if name.endswith(".py"):
                        full = os.path.join(folder, name)
                        pack.write(full, os.path.relpath(full, ROOT))
    return path


def _on_cluster(address, calls):
    """Results of [(function, arguments)] from a dask cluster, as they come; raises Stopped."""
    try:
        import distributed
    except ImportError:
        raise Stopped("--dask needs dask.distributed: pip install 'pocket-rummy[dask]'.")
    from distributed.exceptions import WorkerStartTimeoutError

    try:
        client = distributed.Client(address, timeout=_CALL)
    except (OSError, ValueError, TypeError):
        raise Stopped("There is no dask cluster at %s." % address)
    try:
        try:
            client.wait_for_workers(1, timeout=_START)
        except (TimeoutError, WorkerStartTimeoutError):
            raise Stopped("The cluster at %s has no workers." % address)
        source = _source()
        client.upload_file(source)
        os.remove(source)
        pending = {client.submit(function, *words, pure=False) for function, words in calls}
        while pending:
            try:
                done = distributed.wait(pending, _LONELY, return_when="FIRST_COMPLETED").done
                future = done.pop()
                result = future.result(_LONELY)  # it may have been lost with its worker since
            except TimeoutError:
                if not client.scheduler_info()["workers"]:
                    raise Stopped("The cluster at %s has lost all its workers." % address)
                continue
            except distributed.KilledWorker:
                raise Stopped("A worker of the cluster at %s died." % address)
            pending.remove(future)
            yield result
    except (distributed.CancelledError, distributed.comm.CommClosedError, OSError):
        raise Stopped("The cluster at %s does not answer any more." % address)
    finally:
        client.close()


def run(
    contests: Sequence[Contest],
    path: str | None = None,
    jobs: int = 1,
    dask: str | None = None,
    checked: bool = True,
    lively: bool = False,
    progress: Callable | None = None,
) -> list[Tally]:
    """Play a list of Contests; returns one Tally a contest.

    path: the file to keep results in, and to go on from. jobs: processes. dask: a scheduler's
    address, or None. progress: called with (games just played, contest's number, Tally of them).
    Raises Stopped; its `tallies` are those of what was played.
    """
    contests = [Contest(*contest) for contest in contests]
    record = Record(path, contests, checked, lively)
    try:
        if progress:
            for block in sorted(record.done):
                progress(record.done[block]["games"], block.contest, record.done[block])
        calls = [
            (play_block, (contests[block.contest], block, checked, lively))
            for block in blocks(contests)
            if block not in record.done
        ]
        results = _on_cluster(dask, calls) if dask else _locally(jobs, calls)
        for block, tally in results:
            record.add(block, tally)
            if progress:
                progress(tally["games"], block[0], tally)
    except Stopped as stopped:
        stopped.tallies = record.tallies(contests)
        raise
    except KeyboardInterrupt:
        stopped = Stopped("Stopped.")
        stopped.tallies = record.tallies(contests)
        raise stopped
    finally:
        record.close()
    return record.tallies(contests)
