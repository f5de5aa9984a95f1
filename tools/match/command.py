"""Tournaments of computer players: whole games, every invariant checked after every turn.

  match --game RK --players hard,normal --games 200      one pairing; seats rotate
  match --pairs hard,normal,greedy --games 2000          everybody against everybody
  match --campaign --file all.jsonl --jobs 8             all players, all games, 2 to 4 seats
  match --players master --against greedy,late --seats 2,3,4 --games 12000
                                                         one, alone, against each of these

The same seed gives the same figures whatever the workers. With --file what is played is kept, and
the same command resumes where it stopped. A level without one of its ideas: master-HOLD;
with another value of it, on the same deals: master-SLOW=9.
"""

import argparse
import json
import os
import re
import sys
import time

from rules import catalogue, characters
from rules.catalogue import LEVELS, ORDER
from rules.errors import RulesError
from tools import jsonl, progress
from tools.arguments import Parser, new_file, whole
from tools.match import pairs, sparring, work
from tools.match.tally import figures
from tools.plain import plain

HELP = "tournaments of computer players: checks, statistics, ratings"


def _option(text):
    try:
        return jsonl.option_of(text)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error))


def _parser():
    parser = Parser("match", __doc__)
    parser.add_argument(
        "--game",
        help="%s, several with commas (default %s)" % (", ".join(ORDER), ORDER[0]),
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--players",
        metavar="NAMES",
        help="one per seat: %s; partners: %s; characters: %s"
        % tuple(", ".join(names) for names in (LEVELS, sparring.PARTNERS, characters.NAMES)),
    )
    what.add_argument("--pairs", metavar="NAMES", help="everybody against everybody")
    what.add_argument(
        "--campaign", action="store_true", help="all players, all games (100,000 games)"
    )
    parser.add_argument(
        "--against", metavar="NAMES", help="each of --players alone among each of these"
    )
    parser.add_argument("--seats", default="2", help="tables of the pairs, several with commas")
    parser.add_argument("--games", type=whole(1), help="games in all (default 100)")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option; may be given several times",
    )
    parser.add_argument(
        "--jobs", type=whole(1), default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="a dask cluster's scheduler instead")
    parser.add_argument("--file", help="keep the results here and resume from them")
    parser.add_argument(
        "--unchecked", action="store_true", help="leave the invariants out (faster)"
    )
    parser.add_argument("--lively", action="store_true", help="count how often players lay (slow)")
    parser.add_argument(
        "--picture", type=new_file, metavar="FILE", help="the pairs as a picture, SVG or PNG"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    return parser


def _contests(args):
    """The Contests that the arguments ask for. Raises RulesError."""
    if args.against and (args.campaign or args.pairs or not args.players):
        raise RulesError("--against goes with --players alone.")
    options = dict(args.option) or None
    game_ids = args.game.split(",") if args.game else [ORDER[0]]
    if args.campaign:
        game_ids = args.game.split(",") if args.game else list(ORDER)
        _look_up(game_ids, None, 2, {})
        return pairs.plan(args.games or 100000, args.seed, game_ids)
    if args.pairs or args.against:
        names = (args.pairs or args.players).split(",")
        others = args.against.split(",") if args.against else None
        seats = [int(text) if re.fullmatch("[0-9]", text) else 0 for text in args.seats.split(",")]
        for many in seats:
            _look_up(game_ids, names + (others or []), many, options)
        if len(names) < 2 and not others:
            raise RulesError("Pairs need two players.")
        return pairs.plan(args.games or 100, args.seed, game_ids, seats, names, others)
    levels = tuple((args.players or "hard,normal").split(","))
    _look_up(game_ids, levels, len(levels), options)
    games = args.games or 100
    return [work.Contest(game_id, options, levels, games, args.seed) for game_id in game_ids]


def _look_up(game_ids, names, seats, options):
    """Refuse unknown games, players, options and numbers of seats with one sentence."""
    for game_id in game_ids:
        for name in names or ():
            sentence = sparring.unknown(game_id, name)
            if sentence:
                raise RulesError(sentence)
        catalogue.new(game_id, seats, 0, options)


def _print(contest, tally):
    out = figures(contest.game, contest.levels, tally)
    out["mean"] = out["turns"] / max(1, tally.contests())
    print(
        "%(game)s: %(games)d games, %(rounds)d rounds, %(turns)d turns (%(mean).1f a round, median "
        "%(turns_median)d), %(stalled)d rounds stalled" % out
    )
    print("%-10s %10s %14s %18s" % ("player", "won", "share", "points"))
    errors = out["standard_errors"]
    for level in out["wins"]:
        share = 100 * tally.share(level)[0], 100 * errors["win_share"][level]
        points = out["points"].get(level, 0), errors["points"].get(level, 0)
        won = level, out["wins"][level]
        print("%-10s %10.1f %6.1f%% +- %.1f%% %9d +- %.0f" % (won + share + points))
    for level, life in sorted(out.get("lively", {}).items()):
        print(
            "%s, once open, could lay in %d turns and did in %.0f%%; it held more than 20 tiles "
            "instead in %d" % (level, life["could_lay"], 100 * life["laid"], life["held_over_20"])
        )
    print(
        "a move takes %.2f ms (median), %.2f (p95), %.2f (most); at most %d solver states"
        % (out["ms"]["median"], out["ms"]["p95"], out["ms"]["max"], out["max_states"])
    )
    print("invariant failures: %d" % out["invariant_failures"])
    for line in tally.failures[:10]:
        print("  " + line)


class _Progress:
    """A bar on a terminal; of a tournament of several pairings, each one's result as it is done."""

    def __init__(self, contests, shown):
        self.contests = contests
        self.left = [contest.games for contest in contests]
        self.shown = shown and len(contests) > 1
        self.tallies = {}
        self.bar = progress.bar(sum(self.left), "games")

    def __call__(self, games, place, tally):
        self.bar.update(games)
        self.left[place] -= games
        if not self.shown:
            return
        from tools.match.tally import Tally

        self.tallies.setdefault(place, Tally()).add(Tally.of_dict(tally))
        if not self.left[place]:
            for row in pairs.rows([self.contests[place]], [self.tallies.pop(place)]):
                line = "%(game)s %(seats)d seats: %(player)s against %(others)s " % row
                line += "%.1f%%, %+.1f +- %.1f points a game" % (
                    100 * row["share"],
                    row["points"],
                    row["points_error"],
                )
                self.bar.write(line)

    def close(self):
        """Take the bar away."""
        self.bar.close()


def _report(args, contests, tallies, seconds):
    several = args.campaign or args.pairs or args.against
    failures = [line for tally in tallies for line in tally.failures]
    if args.json:
        for line in failures[:10]:
            print(line, file=sys.stderr)
        if several:
            out = {
                "pairs": pairs.rows(contests, tallies),
                "ratings": pairs.ratings(contests, tallies),
                "games": sum([tally.games for tally in tallies]),
            }
            print(json.dumps(out))
        else:
            for contest, tally in zip(contests, tallies):
                print(json.dumps(figures(contest.game, contest.levels, tally)))
    elif several:
        print("\n".join(pairs.table(contests, tallies)))
        for name, rating in sorted(
            pairs.ratings(contests, tallies).items(), key=lambda pair: -pair[1]
        ):
            print("%-10s %5d" % (name, rating))
        print("%d games, %.0f s" % (sum([tally.games for tally in tallies]), seconds))
    else:
        for contest, tally in zip(contests, tallies):
            _print(contest, tally)
        print("%.0f s" % seconds)
    return 1 if failures else 0


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status: 0, 1 when an invariant broke or the tournament was
    stopped, 2 for bad input."""
    args = _parser().parse_args(argv)
    contests = _contests(args)
    start = time.time()
    shown = _Progress(contests, not args.json)
    stopped = None
    try:
        how = args.file, args.jobs, args.dask, not args.unchecked, args.lively
        tallies = work.run(contests, *how, shown)
    except work.Stopped as problem:
        stopped = problem
        tallies = problem.tallies
    finally:
        shown.close()
    if stopped:
        print(plain(_why(stopped, args.file, tallies)), file=sys.stderr)
    if not any(tally.games for tally in tallies):
        return 1
    status = _report(args, contests, tallies, time.time() - start)
    if args.picture:
        from tools.match import picture

        picture.draw(args.picture, pairs.rows(contests, tallies))
    return 1 if stopped else status


def _why(stopped, path, tallies):
    """The one sentence of a tournament that was stopped."""
    played = sum([tally.games for tally in tallies])
    if not played:
        return str(stopped)
    kept = "kept in %s; the same command goes on." % path if path else "counted below."
    return "%s The %d games played are %s" % (stopped, played, kept)
