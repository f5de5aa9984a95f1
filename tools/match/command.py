"""Tournaments of computer players: whole games, every invariant checked after every turn.

  match --game RK --players hard,normal --games 200      one pairing; seats rotate
  match --players master --against hard,greedy --seats 2,3,4 --games 12000
                                                         each of --players alone among each of these

The same seed gives the same figures with any number of workers.
"""

import argparse
import json
import os
import re
import sys
import time

from rules import catalogue, characters
from rules.base import RulesError
from rules.catalogue import LEVELS, ORDER
from tools import columns, jsonl, progress
from tools import figures as kept_figures
from tools.arguments import Parser, int_from
from tools.match import sparring, work
from tools.match.tally import figures, versus

HELP = "tournaments of computer players: checks and statistics"


def _option(text):
    try:
        return jsonl.option_of(text)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error))


def _parser():
    """Return the command's argument parser."""
    parser = Parser("match", __doc__)
    parser.add_argument(
        "--game", default=ORDER[0], help="%s; separate several with commas" % ", ".join(ORDER)
    )
    parser.add_argument(
        "--players",
        default="hard,normal",
        metavar="NAMES",
        help="one per seat: %s; partners: %s; characters: %s"
        % tuple(", ".join(names) for names in (LEVELS, sparring.PARTNERS, characters.NAMES)),
    )
    parser.add_argument(
        "--against", metavar="NAMES", help="play each of --players alone against each of these"
    )
    parser.add_argument("--seats", default="2", help="table sizes for --against, e.g. 2,3,4")
    parser.add_argument("--games", type=int_from(1), default=100, help="total games (default 100)")
    parser.add_argument("--seed", type=int_from(0), default=1)
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option; may be given several times",
    )
    jobs_help = "number of processes (default: one per core)"
    parser.add_argument("--jobs", type=int_from(1), default=os.cpu_count() or 1, help=jobs_help)
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="play on the Dask cluster whose scheduler is at ADDRESS"
    )
    parser.add_argument(
        "--unchecked", action="store_true", help="do not check the invariants (faster)"
    )
    parser.add_argument(
        "--feel", action="store_true", help="also report how often each level lays tiles (slower)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    keep_help = "put the table into docs/players.json and docs/PLAYERS.md"
    parser.add_argument("--keep", action="store_true", help=keep_help)
    return parser


def _contests(args):
    """Return the contests that the arguments ask for. Raises RulesError."""
    options = dict(args.option)
    game_ids, names = args.game.split(","), args.players.split(",")
    tables = [(game_id, tuple(names)) for game_id in game_ids]
    if args.against:
        sizes = [int(text) if re.fullmatch("[0-9]", text) else 0 for text in args.seats.split(",")]
        tables = [
            (game_id, (name,) + (other,) * (seats - 1))
            for game_id in game_ids
            for seats in sizes
            for name in names
            for other in args.against.split(",")
        ]
    contests = []
    for game_id, levels in tables:
        for name in levels:
            sentence = sparring.find_unknown(game_id, name)
            if sentence:
                raise RulesError(sentence)
        catalogue.new(game_id, len(levels), 0, options or None)
        contest_options, games = options, args.games
        if args.against:  # play single rounds, and every deal from every seat
            games = max(1, games // len(tables) // len(levels)) * len(levels)
            if "length" in catalogue.rules_for(game_id):
                contest_options = {"length": 1, **options}
        contests.append(work.Contest(game_id, contest_options or None, levels, games, args.seed))
    return contests


PATHS = ("rules",)  # what the figures depend on
HEADS = "| game | seats | player | against | games | won | points a game |"
HEADS += " rounds stalled | turns with a play | longest wait | last play |"
_COLUMNS = (
    "game -4, seats 5, player -7, against -20, games 6, won 13, points 15, stalled 7, plays 5, "
    "wait 4, last 4"
)


def cells(_name: str, row: dict) -> list:
    """Return the values of a pair's row in docs/PLAYERS.md."""
    values = [row[name] for name in ("game", "seats", "player", "others", "games")]
    if row["player"] == row["others"]:
        values += ["", ""]
    else:
        won = 100 * row["share"], 100 * row["share_error"]
        values.append("%.1f ± %.1f%%" % won)
        values.append("%+.1f ± %.1f" % (row["points"], row["points_error"]))
    values.append(row["stalled"])
    if "plays" in row:
        values += ["%.0f%%" % (100 * row["plays"]), row["longest_wait"], row["last_play"]]
    return values + [""] * (11 - len(values))


def _report(args, argv, contests, tallies, seconds):
    """Print all figures, and keep them if asked; return the exit status, 1 if an invariant
    broke."""
    failures = [line for tally in tallies for line in tally.failures]
    played = [(contest, tally) for contest, tally in zip(contests, tallies) if tally.games]
    rows = [
        versus(contest.game, contest.levels, tally, name)
        for contest, tally in played
        for name in (contest.levels[:1] if args.against else dict.fromkeys(contest.levels))
    ]
    if args.keep:
        words = [word for word in argv if word not in ("--keep", "--json")]
        table = {"%(game)s %(seats)d %(player)s %(others)s" % row: row for row in rows}
        kept_figures.keep("PLAYERS", PATHS, {" ".join(["match", *words]): table}, HEADS, cells)
    if not args.json:
        print("\n".join(columns.table(_COLUMNS, [cells("", row) for row in rows])))
    elif args.against:
        print(json.dumps({"pairs": rows, "games": sum(row["games"] for row in rows)}))
    for contest, tally in () if args.against else played:
        values = figures(contest.game, contest.levels, tally)
        if args.json:
            print(json.dumps(values))
            continue
        print(
            "%(game)s: %(rounds)d rounds, %(turns)d turns (median of a win %(turns_median)d); "
            "at most %(max_states)d solver states" % values
        )
        print("a move takes %.2f ms (median), %.2f (p95), %.2f (max)" % (*values["ms"].values(),))
    for line in failures[:10]:
        print(line, file=sys.stderr)
    if not args.json:
        print("invariant failures: %d; %.0f s" % (len(failures), seconds))
    return 1 if failures else 0


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, 1 when an invariant broke or the tournament was
    stopped, 2 for bad input."""
    args = _parser().parse_args(argv)
    contests = _contests(args)
    start = time.time()
    stopped = None
    with progress.bar(sum(contest.games for contest in contests), "games") as bar:
        try:
            tallies = work.run(
                contests, args.jobs, args.dask, not args.unchecked, args.feel, bar.update
            )
        except work.Stopped as problem:
            stopped = problem
            tallies = problem.tallies
    if stopped:
        games = sum(tally.games for tally in tallies)
        counted = " The %d games played are counted below." % games if games else ""
        print(str(stopped) + counted, file=sys.stderr)
        if not games:
            return 1
    status = _report(args, argv, contests, tallies, time.time() - start)
    return 1 if stopped else status
