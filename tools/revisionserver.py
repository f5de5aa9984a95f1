"""Run by revision.py: answers its requests with the tools/bench.py of the folder that is its
argument.

Nothing of this checkout is loaded beside it.
"""

import json
import sys


def serve(folder: str) -> None:
    """Answer requests with the bench of a folder."""
    sys.path.insert(0, folder)
    from tools import bench

    heap = None
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        what, *words = json.loads(line)
        answer = None
        if what == "ours":
            answer = bench.ours(*words)
        elif what == "forget":
            bench.solverwide.forget()
        else:
            heap = heap or bench.Heap()
            answer = heap.need(*words)
        print(json.dumps(answer), file=answers, flush=True)
    if heap:
        heap.close()


if __name__ == "__main__":
    serve(sys.argv[1])
