"""`score`: the scores of a round. JSON lines, see INTERFACES."""

import argparse

from rules.tilegame import scoring, tiles
from tools import jsonl
from tools.place import DOOR

HELP = "the scores of a round (JSON lines)"


def answer(request):
    """The answer to one request. Raises RulesError."""
    if request.get("game") == "ER":
        from rules.eight import judge as eight_judge

        return eight_judge.score_request(request)
    rules = jsonl.rules_of(request)
    racks = jsonl.table_of(request, "racks")
    if not 2 <= len(racks) <= rules["players_max"]:
        raise tiles.RulesError("A round has 2 to %d racks." % rules["players_max"])
    jsonl.check_pack(rules, racks)
    scores, winners = scoring.score_round(rules, racks, jsonl.flag_of(request, "stalled"))
    return {"scores": scores, "winner": winners}


def main(argv):
    """Run the command. Returns the exit status: 0, or 2 when a line was in error."""
    argparse.ArgumentParser(prog=DOOR + " score", description=__doc__).parse_args(argv)
    return jsonl.serve(answer)
