"""Requests about tile games: positions, turns, racks, as JSON has them (docs/INTERFACES.md).

Each function raises RulesError for a request that is not right.
"""

from collections.abc import Callable

from rules import errors
from rules.base import RulesError, clip
from rules.record.reader import Step
from rules.solver import search
from rules.tilegame import game as tilegame
from rules.tilegame import games, melds, record, scoring, tiles
from rules.tilegame import referee as judges
from tools.requests import read_field, read_list


def _rules_of(request):
    """Return the rules that a request names by "game" and "options"."""
    return games.rules_for(request["game"], request.get("options"))


def _table_of(request, name):
    """Return a table of a request as a list of sets; a joker may have an identity (`tile_text`)."""
    return [
        bytes([_read_tile(word) for word in words])
        if isinstance(words, list)
        else tiles.parse_set(words)
        for words in read_list(request, name, "sets")
    ]


def tile_text(code: int) -> str:
    """Return the text of a tile; of a table joker with its identity: "*(r6)", or "*(r/b6)" while it
    is undecided."""
    if code < tiles.STANDING:
        return tiles.text(code)
    colours = [tiles.LETTERS[c] for c in range(4) if tiles.mask_of(code) >> c & 1]
    return "*(%s%d)" % ("/".join(colours), tiles.number_of(code))


def _read_tile(word):
    """Return the code of a tile from its `tile_text`. Raises RulesError."""
    if not isinstance(word, str) or word[:2] != "*(":
        return tiles.parse(word)
    code = record.joker_of(word[2:-1].replace("/", "")) if word[-1] == ")" else None
    if code is None:
        raise RulesError('"%s" is not a joker: write *, or *(r6) for red 6.' % clip(word))
    return code


def read_position(
    request: dict, table: str = "table"
) -> tuple[dict, list[bytes], bytes, bool, bool]:
    """Return (rules, table, rack, opened, parted) of a solve or referee request; parted: see
    referee.Verdict.

    The table's jokers have the identity that the request gives them: see melds.read_table.
    Raises RulesError for anything no pack could hold or a table that is not legal.
    """
    rules = _rules_of(request)
    sets = _table_of(request, table)
    rack = tiles.parse_set(read_list(request, "rack", "tiles"))
    _check_pack(rules, sets + [rack])
    melds.read_table(sets, rules)
    return rules, sets, rack, read_field(request, "opened"), read_field(request, "parted")


def _check_pack(rules, parts):
    """Raise RulesError for tiles that no pack of this game holds. parts: sequences of codes."""
    _check_size(rules, parts)
    tiles.check_pack(tiles.table_counts(parts), rules["jokers"])


def _check_size(rules, parts):
    """Raise RulesError for more tiles than a pack of this game holds. parts: as above."""
    total = sum(len(part) for part in parts)
    pack_size = 104 + rules["jokers"]
    if total > pack_size:
        raise RulesError("There are %d tiles, but the pack holds %d." % (total, pack_size))


def referee(request: dict) -> dict:
    """Answer one `referee` request: is this turn legal, and which clause forbids it. "why" is that
    of the Verdict."""
    rules, before, rack, opened, parted = read_position(request, "before")
    after = _table_of(request, "after")
    _check_size(rules, after)
    if read_field(request, "pool") == 0 and _sets(rules, before) == _sets(rules, after):
        return _judge_pass(rules, before, rack, opened, parted)
    verdict = judges.judge(rules, before, rack, after, opened, parted)
    if verdict.legal:
        return _legal_answer(verdict.laid, verdict.table, verdict.jokers_differ, verdict.opens)
    return {"legal": False, "clause": verdict.clause, "why": verdict.why}


def _legal_answer(laid, table, parted, opens=False):
    answer = {"legal": True, "opens": opens, "laid": tiles.set_text(laid)}
    answer.update(_table_fields("table", table, parted))
    return answer


def _table_fields(name, table, parted):
    """Return a table as fields of a request or an answer: under `name` its sets, each joker with
    its identity, and `parted` if that is true."""
    out: dict = {name: [[tile_text(code) for code in codes] for codes in table]}
    if parted:
        out["parted"] = True
    return out


def _sets(rules, table):
    """Return the readings of a table's sets, sorted; an illegal set has none. All jokers look the
    same."""
    return sorted(
        [(kind, tiles.set_text(way)) for kind, way in melds.readings(codes, rules)]
        for codes in table
        if codes
    )


def _judge_pass(rules, before, rack, opened, parted):
    """Answer for a pass: a turn without a play while the pool is empty."""
    if rules["forced_play"]:
        if search.run(rules, before, rack, opened, jokers_differ=parted).tiles:
            return {"legal": False, "clause": "KR-10", "why": (errors.MUST_LAY,)}
    return _legal_answer((), melds.read_table(before, rules)[0], parted)


def score(request: dict) -> dict:
    """Answer one `score` request: the scores of a round, and who won."""
    rules = _rules_of(request)
    racks = [tiles.parse_set(words) for words in read_list(request, "racks", "sets")]
    if not rules["players_min"] <= len(racks) <= rules["players_max"]:
        raise RulesError(
            "A round has %d to %d racks." % (rules["players_min"], rules["players_max"])
        )
    _check_pack(rules, racks)
    scores, winners = scoring.score_round(rules, racks, read_field(request, "stalled"))
    return {"scores": scores, "winner": winners}


# -- a record's steps, as `replay` shows them

_SAID = {
    "draw": "draws",
    "pass": "passes",
    "timeout": "runs out of time",
    "fail": "fails",
    "redeal": "is asked about a new deal",
}


def request_fields(step: Step) -> dict:
    """Return the fields that a record's step adds to a request that `solve` and `referee` read."""
    out: dict = {"rack": tiles.set_text(step.rack)}
    out.update(_table_fields("table", step.table, step.jokers_differ))
    out["before"] = out["table"]
    out["opened"] = step.opened
    out["pool"] = step.pool
    if step.kind == "play":
        out.update(_table_fields("after", step.after, False))
        out["laid"] = tiles.set_text(step.laid)
    else:
        out["drawn"] = tiles.set_text(step.drawn)
    return out


def describe_step(step: Step, say: Callable) -> str:
    """Return a record's step as a line. say: gives the text of codes, as `solve.say_set` does."""
    if step.kind != "play":
        return (_SAID[step.kind] + " " + say(step.drawn)).rstrip()
    old_sets = sorted(step.table)
    laid = list(step.laid)
    new_sets = []
    for codes in step.after:
        if codes in old_sets:
            old_sets.remove(codes)
        else:
            new_sets.append(say(codes, laid))
    return "lays " + say(step.laid) + "  ->  " + " | ".join(new_sets)


def position(game: tilegame.Game, say: Callable) -> tuple[list[str], list[str], int]:
    """Return (lines about the table, the racks' texts, tiles in the pool) of a game."""
    lines = []
    for i, codes in enumerate(sorted(game.table)):
        lines.append("  set %-4d" % (i + 1) + say(codes))
    return lines, [say(sorted(rack)) for rack in game.racks], len(game.pool)


# -- what `match` checks after every turn


def count_held(game: tilegame.Game) -> list[int]:
    """Return how many tiles each seat holds."""
    return [len(rack) for rack in game.racks]


def redeal_hidden(game: tilegame.Game, seat: int) -> None:
    """Deal again what a seat cannot see: the other racks and the pool. Replace these instead of
    changing them: `game` is a shallow copy."""
    other_seats = [i for i in range(game.seats) if i != seat]
    hidden = sorted(list(game.pool) + [code for i in other_seats for code in game.racks[i]])
    hidden = bytearray(hidden[len(hidden) // 2 :] + hidden[: len(hidden) // 2])
    game.racks = list(game.racks)
    for i in other_seats:
        size = len(game.racks[i])
        game.racks[i], hidden = hidden[:size], hidden[size:]
    game.pool = hidden


def find_fault(game: tilegame.Game, before: int | None) -> str:
    """Return a sentence about a fault of a game after a turn, or "". before: number of tiles on all
    racks before the turn, or None."""
    if sum(game.totals):
        return "the scores do not add up to zero"
    if before is not None:
        word, _, laid = game.events[0]
        change = sum(count_held(game)) - before
        if change != (-len(laid) if word == "play" else word == "draw"):
            return "a turn did not change the racks as it says"
    return ""
