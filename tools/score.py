"""`score`: the scores of a round. JSON lines, see docs/INTERFACES.md."""

import argparse

from rules import catalogue
from tools import jsonl
from tools.place import DOOR

HELP = "the scores of a round (JSON lines)"


def answer(request):
    """The answer to one request. Raises RulesError."""
    return catalogue.requests(jsonl.game_of(request)).score(request)


def main(argv):
    """Run the command. Returns the exit status: 0, or 2 when a line was in error."""
    argparse.ArgumentParser(prog=DOOR + " score", description=__doc__).parse_args(argv)
    return jsonl.serve(answer)
