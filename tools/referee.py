"""`referee`: is this turn legal, which clause forbids it. JSON lines, see docs/INTERFACES.md."""

from tools import jsonl, requests
from tools.arguments import Parser
from tools.refusals import sentence

HELP = "is this turn legal, and which clause forbids it (JSON lines)"


def answer(request: dict) -> dict:
    """Return the answer to one request. Raises RulesError."""
    reply = requests.of(jsonl.game_of(request)).referee(request)
    if "why" in reply:
        reply["why"] = sentence(reply["why"])
    return reply


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 2 when a line was in error."""
    Parser("referee", __doc__).parse_args(argv)
    return jsonl.serve(answer)
