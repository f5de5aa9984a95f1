"""`referee`: is this turn legal, and which clause forbids it. JSON lines, see INTERFACES."""

import argparse

from rules.tilegame import referee, tiles
from tools import jsonl
from tools.place import DOOR

HELP = "is this turn legal, and which clause forbids it (JSON lines)"


def answer(request):
    """The answer to one request. Raises RulesError."""
    if request.get("game") == "ER":
        from rules.eight import judge as eight_judge

        return eight_judge.judge_request(request)
    rules, before, rack, opened = jsonl.read_position(request, "before")
    after = jsonl.table_of(request, "after")
    pool = request.get("pool", 1)
    if isinstance(pool, bool) or not isinstance(pool, int) or not 0 <= pool <= 106:
        raise tiles.RulesError('"pool" must be a number from 0 to 106.')
    if pool == 0 and tiles.table_counts(before) == tiles.table_counts(after):
        return _passed(rules, before, rack, opened)
    verdict = referee.judge(rules, before, rack, after, opened)
    if verdict.legal:
        return {"legal": True, "opens": verdict.opens, "laid": tiles.set_text(verdict.laid)}
    return {"legal": False, "clause": verdict.clause, "why": verdict.why}


def _passed(rules, before, rack, opened):
    """With an empty pool a turn that lays nothing is a pass (T-12, KR-10)."""
    if rules["forced_play"]:
        from rules.solver import search as solver

        if solver.run(rules, before, rack, opened).tiles:
            return {
                "legal": False,
                "clause": "KR-10",
                "why": "The piles are empty and there is a play: one piece at least must be laid.",
            }
    return {"legal": True, "opens": False, "laid": []}


def main(argv):
    """Run the command. Returns the exit status: 0, or 2 when a line was in error."""
    argparse.ArgumentParser(prog=DOOR + " referee", description=__doc__).parse_args(argv)
    return jsonl.serve(answer)
