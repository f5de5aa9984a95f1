"""`score`: the scores of a round. JSON lines, see docs/INTERFACES.md."""

from tools import jsonl, requests
from tools.arguments import Parser

HELP = "the scores of a round (JSON lines)"


def answer(request: dict) -> dict:
    """Return the answer to one request. Raises RulesError."""
    return requests.of(jsonl.game_of(request)).score(request)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 2 when a line was in error."""
    Parser("score", __doc__).parse_args(argv)
    return jsonl.serve(answer)
