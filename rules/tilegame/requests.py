"""Requests about tile games from `referee`, `score` and `solve`: positions, turns, racks.

A request is a dict as JSON has it (docs/INTERFACES.md). Whatever is not right raises RulesError.
"""

from rules.errors import RulesError
from rules.tilegame import games, melds, scoring, tiles
from rules.tilegame import referee as judges


def rules_of(request):
    """The rules a request names by "game" and "options". Raises RulesError."""
    return games.rules_for(request["game"], request.get("options"))


def rack_of(request, name="rack"):
    """A rack of a request as bytes of codes. Raises RulesError."""
    words = request.get(name)
    if not isinstance(words, list):
        raise RulesError('"%s" must be a list of tiles.' % name)
    return tiles.parse_set(words)


def table_of(request, name="table"):
    """A table of a request as a list of bytes. Raises RulesError."""
    sets = request.get(name)
    if not isinstance(sets, list):
        raise RulesError('"%s" must be a list of sets.' % name)
    return [tiles.parse_set(words) for words in sets]


def flag_of(request, name, default=False):
    """A true or false of a request. Raises RulesError."""
    value = request.get(name, default)
    if not isinstance(value, bool):
        raise RulesError('"%s" must be true or false.' % name)
    return value


def read_position(request, table="table"):
    """(rules, table, rack, opened) of a solve or referee request.

    The table's jokers keep no identity yet: rules.melds.read_table gives it to them. Raises
    RulesError for anything no pack could hold or a table that is not legal.
    """
    rules = rules_of(request)
    sets = table_of(request, table)
    rack = rack_of(request)
    check_pack(rules, sets + [rack])
    melds.read_table(sets, rules)
    return rules, sets, rack, flag_of(request, "opened", True)


def check_pack(rules, parts):
    """Refuse tiles that no pack of this game holds; parts: sequences of codes. Raises
    RulesError."""
    total = sum(len(part) for part in parts)
    most = 104 + rules["jokers"]
    if total > most:
        raise RulesError("There are %d tiles, but the pack holds %d." % (total, most))
    tiles.check_pack(tiles.table_counts(parts), rules["jokers"])


def referee(request):
    """The answer to one `referee` request: is this turn legal, and which clause forbids it."""
    rules, before, rack, opened = read_position(request, "before")
    after = table_of(request, "after")
    pool = request.get("pool", 1)
    if isinstance(pool, bool) or not isinstance(pool, int) or not 0 <= pool <= 106:
        raise RulesError('"pool" must be a number from 0 to 106.')
    if pool == 0 and _sets(rules, before) == _sets(rules, after):
        return _passed(rules, before, rack, opened)
    verdict = judges.judge(rules, before, rack, after, opened)
    if verdict.legal:
        return {"legal": True, "opens": verdict.opens, "laid": tiles.set_text(verdict.laid)}
    return {"legal": False, "clause": verdict.clause, "why": verdict.why}


def _sets(rules, table):
    """A table's sets in an order of their own, each as it can be read, an illegal one empty."""
    return sorted([melds.readings(codes, rules) for codes in table if codes])


def _passed(rules, before, rack, opened):
    """With an empty pool a turn that lays nothing is a pass (T-12, KR-10)."""
    if rules["forced_play"]:
        from rules.solver import search

        if search.run(rules, before, rack, opened).tiles:
            return {
                "legal": False,
                "clause": "KR-10",
                "why": "The piles are empty and there is a play: one piece at least must be laid.",
            }
    return {"legal": True, "opens": False, "laid": []}


def score(request):
    """The answer to one `score` request: what a round is worth to each seat, and who won."""
    rules = rules_of(request)
    racks = table_of(request, "racks")
    if not rules["players_min"] <= len(racks) <= rules["players_max"]:
        raise RulesError(
            "A round has %d to %d racks." % (rules["players_min"], rules["players_max"])
        )
    check_pack(rules, racks)
    scores, winners = scoring.score_round(rules, racks, flag_of(request, "stalled"))
    return {"scores": scores, "winner": winners}
