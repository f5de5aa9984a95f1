"""`solve`: the best play of positions. JSON lines (INTERFACES), or one position to read:

  python3 tools solve "r3 r4 r5 | k9 r9 b9" "b7 * r6"

The first word is the table, its sets with "|" between them, the second the rack.
"""

import os
import sys
import time

from rules.base import RulesError
from rules.solver import search as solver
from rules.tilegame import games, melds, tiles
from tools import jsonl
from tools.arguments import Parser
from tools.requests import FIELDS, read_field
from tools.requests.tiles import read_position, tile_text

if False:  # for type checkers
    from rules.solver.problem import Result

HELP = "best play for positions (JSON lines, or a table and a rack to read)"
INK = {"k": "1", "r": "1;31", "b": "1;34", "o": "1;33", "*": "1;35"}


def answer(request: dict) -> dict:
    """Return the answer to one request of INTERFACES `solve`. Raises RulesError."""
    jsonl.game_of(request)
    rules, table, rack, opened, parted = read_position(request)
    goal, free = read_field(request, "goal"), read_field(request, "free_jokers")
    begin = time.perf_counter()
    result = solver.run(rules, table, rack, opened, goal, free, jokers_differ=parted)
    ms = (time.perf_counter() - begin) * 1000
    result.table = in_given_order(rules, table, result.table)
    return {
        "tiles": result.tiles,
        "points": result.points,
        "laid": tiles.set_text(result.laid),
        "table": jsonl.words(result.table),
        "proved": result.proved,
        "ms": round(ms, 1),
        "states": result.states,
    }


def in_given_order(rules: dict, before: list[bytes], after: list[bytes]) -> list[bytes]:
    """Return the table `after`, with the tiles of each set of `before` in the order given there:
    the place of a joker gives its identity."""
    out = list(after)
    unmatched = list(range(len(after)))
    for codes in before:
        ways = [way for _, way in melds.readings(codes, rules)]
        unchanged = [i for i in unmatched if any(melds.same_set(way, after[i]) for way in ways)]
        if unchanged:
            i = min(unchanged, key=lambda i: after[i] not in ways)
            unmatched.remove(i)
            jokers = [code for code in after[i] if code >= tiles.JOKER]
            out[i] = bytes(jokers.pop(0) if code >= tiles.JOKER else code for code in codes)
    return out


def paint(word: str, colour: bool) -> str:
    """Return a tile's text, in its colour on a terminal."""
    return "\033[%sm%s\033[0m" % (INK[word[0]], word) if colour else word


def say_set(codes: bytes, laid: list[int], colour: bool) -> str:
    """Return a set as a person reads it: laid tiles with a +, a joker with its identity.

    laid: list of plain codes to mark; remove from it those that are marked.
    """
    words = []
    for code in codes:
        plain = tiles.plain(code)
        word = tiles.text(code)
        shown = paint(word, colour) + tile_text(code)[len(word) :]
        if plain in laid:
            laid.remove(plain)
            shown = "+" + shown
        words.append(shown)
    return " ".join(words)


def report(
    rules: dict, table: list[bytes], rack: bytes, result: "Result", opened: bool, colour: bool
) -> list[str]:
    """Return the play as lines of text."""
    if not result.tiles:
        missing = "play" if opened else "opening meld (%d points)" % rules["opening_points"]
        sentence = "There is no %s: draw a tile." if result.proved else "No %s was found in time."
        return [sentence % missing]

    def coloured(codes):
        return " ".join(paint(tiles.text(code), colour) for code in codes)

    doubt = "" if result.proved else " (the best found, not proven)"
    figures = result.tiles, len(rack), result.points, doubt, coloured(result.laid)
    lines = ["Play %d of %d tiles, %d points%s: %s" % figures]
    old = [sorted(tiles.plain(code) for code in codes) for codes in table]
    laid = list(result.laid)
    lines.append("The table then, + from the rack, = a set that stays:")
    for codes in result.table:
        plain = sorted(tiles.plain(code) for code in codes)
        stays = plain in old
        if stays:
            old.remove(plain)
        lines.append(("= " if stays else "  ") + say_set(codes, [] if stays else laid, colour))
    left = list(rack)
    for code in result.laid:
        left.remove(code)
    return lines + ["Left on the rack: " + coloured(left) if left else "The rack is empty."]


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, or 2 on any error."""
    parser = Parser("solve", __doc__)
    parser.add_argument("table", nargs="?", help='the table, e.g. "r3 r4 r5 | k9 r9 b9"')
    parser.add_argument("rack", nargs="?", help='the rack, e.g. "b7 * r6"')
    game_ids = games.ids()
    parser.add_argument(
        "--game", default=game_ids[0], help="%s (default %s)" % (", ".join(game_ids), game_ids[0])
    )
    parser.add_argument("--goal", default="tiles", choices=FIELDS["goal"], help="what to maximise")
    parser.add_argument(
        "--unopened", action="store_true", help="the player has not made the opening meld yet"
    )
    parser.add_argument(
        "--free-jokers",
        action="store_true",
        help="jokers on the table may be moved anywhere; ignore the retrieval clauses",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option; may be given several times",
    )
    args = parser.parse_args(argv)
    if args.table is None:
        return jsonl.serve(answer)
    if args.rack is None:
        raise RulesError('A table and a rack are needed; write "" for an empty table.')
    request = {
        "game": args.game,
        "table": [part.split() for part in args.table.split("|") if part.split()],
        "rack": args.rack.split(),
        "opened": not args.unopened,
        "options": dict(jsonl.option_of(option) for option in args.option),
    }
    rules, table, rack, opened, _ = read_position(request)
    result = solver.run(rules, table, rack, opened, args.goal, args.free_jokers)
    result.table = in_given_order(rules, table, result.table)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print("\n".join(report(rules, table, rack, result, opened, colour)))
    return 0
