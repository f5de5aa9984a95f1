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
from tools.requests import field, listed


def _rules_of(request):
    """Return the rules that a request names by "game" and "options"."""
    return games.rules_for(request["game"], request.get("options"))


def _table_of(request, name):
    """A table of a request as a list of bytes; a joker may say what it stands for (`written`)."""
    return [
        bytes([_read(word) for word in words])
        if isinstance(words, list)
        else tiles.parse_set(words)
        for words in listed(request, name, "sets")
    ]


def written(code: int) -> str:
    """A tile's text; a table joker's with what it stands for: "*(r6)", while it is open
    "*(r/b6)"."""
    if code < tiles.STANDING:
        return tiles.text(code)
    colours = [tiles.LETTERS[c] for c in range(4) if tiles.mask_of(code) >> c & 1]
    return "*(%s%d)" % ("/".join(colours), tiles.number_of(code))


def _read(word):
    """Return the code of a tile as `written` has it. Raises RulesError."""
    if not isinstance(word, str) or word[:2] != "*(":
        return tiles.parse(word)
    code = record.joker_of(word[2:-1].replace("/", "")) if word[-1] == ")" else None
    if code is None:
        raise RulesError('"%s" is no joker: write *, or *(r6) for red 6.' % clip(word))
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
    rack = tiles.parse_set(listed(request, "rack", "tiles"))
    _check_pack(rules, sets + [rack])
    melds.read_table(sets, rules)
    return rules, sets, rack, field(request, "opened"), field(request, "parted")


def _check_pack(rules, parts):
    """Refuse tiles that no pack of this game holds. parts: sequences of codes."""
    _check_size(rules, parts)
    tiles.check_pack(tiles.table_counts(parts), rules["jokers"])


def _check_size(rules, parts):
    """Refuse more tiles than the pack of this game holds. parts: sequences of codes."""
    total = sum(len(part) for part in parts)
    most = 104 + rules["jokers"]
    if total > most:
        raise RulesError("There are %d tiles, but the pack holds %d." % (total, most))


def referee(request: dict) -> dict:
    """Answer one `referee` request: is this turn legal, and which clause forbids it. "why" is as a
    Verdict has it."""
    rules, before, rack, opened, parted = read_position(request, "before")
    after = _table_of(request, "after")
    _check_size(rules, after)
    if field(request, "pool") == 0 and _sets(rules, before) == _sets(rules, after):
        return _passed(rules, before, rack, opened, parted)
    verdict = judges.judge(rules, before, rack, after, opened, parted)
    if verdict.legal:
        return _legal(verdict.laid, verdict.table, verdict.parted, verdict.opens)
    return {"legal": False, "clause": verdict.clause, "why": verdict.why}


def _legal(laid, table, parted, opens=False):
    told = {"legal": True, "opens": opens, "laid": tiles.set_text(laid)}
    told.update(_standing("table", table, parted))
    return told


def _standing(name, table, parted):
    """Return a standing table as fields of a request or an answer: under `name` its sets, each
    joker with what it stands for, and `parted` where it is."""
    out: dict = {name: [[written(code) for code in codes] for codes in table]}
    if parted:
        out["parted"] = True
    return out


def _sets(rules, table):
    """Return a table's sets in an order of their own, each as it can be read, an illegal one empty;
    a joker is any."""
    return sorted(
        [(kind, tiles.set_text(way)) for kind, way in melds.readings(codes, rules)]
        for codes in table
        if codes
    )


def _passed(rules, before, rack, opened, parted):
    """Answer for a pass: with an empty pool, a turn that lays nothing."""
    if rules["forced_play"]:
        if search.run(rules, before, rack, opened, parted=parted).tiles:
            return {"legal": False, "clause": "KR-10", "why": (errors.MUST_LAY,)}
    return _legal((), melds.read_table(before, rules)[0], parted)


def score(request: dict) -> dict:
    """Answer one `score` request: what a round is worth to each seat, and who won."""
    rules = _rules_of(request)
    racks = [tiles.parse_set(words) for words in listed(request, "racks", "sets")]
    if not rules["players_min"] <= len(racks) <= rules["players_max"]:
        raise RulesError(
            "A round has %d to %d racks." % (rules["players_min"], rules["players_max"])
        )
    _check_pack(rules, racks)
    scores, winners = scoring.score_round(rules, racks, field(request, "stalled"))
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
    out.update(_standing("table", step.table, step.parted))
    out["before"] = out["table"]
    out["opened"] = step.opened
    out["pool"] = step.pool
    if step.word == "play":
        out.update(_standing("after", step.after, False))
        out["laid"] = tiles.set_text(step.laid)
    else:
        out["drawn"] = tiles.set_text(step.drawn)
    return out


def told(step: Step, say: Callable) -> str:
    """Return a record's step as a line. say: gives the text of codes, as `solve.say_set` does."""
    if step.word != "play":
        return (_SAID[step.word] + " " + say(step.drawn)).rstrip()
    old = sorted(step.table)
    laid = list(step.laid)
    fresh = []
    for codes in step.after:
        if codes in old:
            old.remove(codes)
        else:
            fresh.append(say(codes, laid))
    return "lays " + say(step.laid) + "  ->  " + " | ".join(fresh)


def position(game: tilegame.Game, say: Callable) -> tuple[list[str], list[str], int]:
    """Return (lines about the table, the racks' texts, tiles in the pool) of a game."""
    lines = []
    for i, codes in enumerate(sorted(game.table)):
        lines.append("  set %-4d" % (i + 1) + say(codes))
    return lines, [say(sorted(rack)) for rack in game.racks], len(game.pool)


# -- what `match` proves after every turn


def held(game: tilegame.Game) -> list[int]:
    """Return how many tiles each seat holds."""
    return [len(rack) for rack in game.racks]


def remix(game: tilegame.Game, seat: int) -> None:
    """Deal again what a seat cannot see: the others' racks and the pool. The racks and the pool are
    replaced, not changed in place, since `game` is a shallow copy."""
    others = [i for i in range(game.seats) if i != seat]
    hidden = sorted(list(game.pool) + [code for i in others for code in game.racks[i]])
    hidden = bytearray(hidden[len(hidden) // 2 :] + hidden[: len(hidden) // 2])
    game.racks = list(game.racks)
    for i in others:
        size = len(game.racks[i])
        game.racks[i], hidden = hidden[:size], hidden[size:]
    game.pool = hidden


def unsound(game: tilegame.Game, before: int | None) -> str:
    """Return what is wrong with a game after a turn, as a sentence, or "". before: tiles on all
    racks before the turn, or None."""
    if sum(game.totals):
        return "the scores do not add up to zero"
    if before is not None:
        word, _, laid = game.events[0]
        more = sum(held(game)) - before
        if more != (-len(laid) if word == "play" else word == "draw"):
            return "a turn did not change the racks as it says"
    return ""
