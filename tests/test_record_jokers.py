"""A record says what every joker stands for, and its replay holds the tables that were played (T-8,
docs/RECORDS.md)."""

import json
import os
import random

import pytest
from rules_help import rack, standing, table

from rules.base import finish
from rules.record import notation, reader
from rules.solver import search
from rules.tilegame import game as tilegame
from rules.tilegame import games, melds, tiles
from rules.tilegame import record as records
from rules.tilegame import referee as judges
from rules.tilegame.tiles import JOKER, joker_as
from tools import referee, replay, solve
from tools.match import sparring

RECORDS = os.path.join(os.path.dirname(__file__), "data", "records")
BLACK, RED, BLUE, ORANGE = 1, 2, 4, 8


def kept(name):
    """A Replay of a record of tests/data/records."""
    with open(os.path.join(RECORDS, name), "rb") as file:
        return reader.Replay(reader.Record(file.read()))


def group(text, *joker):
    return bytes(rack(text)) + bytes([joker_as(*joker)])


def test_t_8_a_set_that_the_move_does_not_name_keeps_its_joker():
    replay = kept("refused_5141.rec")
    for _ in range(33):
        replay.step()
    assert group("r11 b11", 11, BLACK | ORANGE) in replay.game.table
    reader.check(replay.record)


@pytest.mark.parametrize(
    "name, step, sets",
    [
        ("tablediff_5303.rec", 77, [("k8 r8", 8, ORANGE), ("k8 b8", 8, RED | ORANGE)]),
        ("joker_swap.rec", 4, [("k1 r1", 1, ORANGE), ("k1 b1", 1, RED | ORANGE)]),
    ],
)
def test_t_8_of_two_jokers_each_is_what_the_record_says(name, step, sets):
    replay = kept(name)
    for _ in range(step):
        replay.step()
    for one in sets:
        assert group(*one) in replay.game.table
    reader.check(replay.record)


def test_t_8_what_the_player_says_of_two_jokers_is_played_kept_and_replayed():
    for one, other in ((BLUE | ORANGE, ORANGE), (ORANGE, RED | ORANGE)):
        game = standing("KR", ["r1 k5", "k7"], "k1 r1 b1 * | k1 b1 o1 *")
        before = list(game.table)
        play = [group("k1 r1", 1, one), group("k1 b1", 1, other), *table("r1 b1 o1")]
        assert game.apply(("play", play)) is None
        assert sorted(game.table) == sorted(play)
        words = bytes(game.moves).decode("latin-1")
        text = "".join(tiles.text(ord(c) - 128) if ord(c) > 127 else c for c in words).split()[-1]
        assert sorted(records.after(before, text)) == sorted(play)


def a_game(seed):
    """A round of a game with some options, and its players."""
    rng = random.Random(seed)
    options = {"length": 1}
    if rng.random() < 0.15:
        options[rng.choice(("mixed_runs", "groups_only"))] = True
    if rng.random() < 0.3:
        options["opening_build"] = True
    levels = [rng.choice(("greedy", "greedy", "mixed", "easy")) for _ in range(rng.choice((2, 3)))]
    game_id = rng.choice((*games.ids(), "KR"))
    return rng, tilegame.Game(game_id, len(levels), seed, options), levels


def written(rng, sets):
    """A play as somebody else may write it: in another order, its jokers plain."""
    sets = rng.sample(sets, len(sets))
    for i, codes in enumerate(sets):
        real = [code % 13 for code in codes if code < JOKER]
        if len(real) > 1 and real[0] == real[1]:  # of a group with one real tile the order says it
            sets[i] = bytes(rng.sample(codes, len(codes)))
    if rng.random() < 0.5:
        sets = [bytes([tiles.plain(code) for code in codes]) for codes in sets]
    return sets


def still(before, after):
    """The table `after`, with the jokers of `before` in the sets that lie as they lay."""
    out = list(after)
    left = [codes for codes in before if max(codes) > JOKER]
    for i in range(len(out)):
        for codes in left:
            if [tiles.plain(code) for code in codes] == [tiles.plain(code) for code in out[i]]:
                out[i] = codes
                left.remove(codes)
                break
    return out


def played(seed):
    """A round of computers: (its record, the table and `parted` after each move, plays that were
    judged with a joker on the table). Every such play is judged in two ways of writing it."""
    rng, game, levels = a_game(seed)
    tables = []
    judged = 0
    game.apply(("go",))
    while game.phase in ("turn", "redeal"):
        move = ("redeal", rng.random() < 0.3)
        if game.phase == "turn":
            move = finish(sparring.choose(levels[game.seat], game.view(game.seat), len(tables)))
        if move[0] == "play":
            first = written(rng, move[1])
            verdict = game.judge(first)
            plain = [bytes([tiles.plain(code) for code in codes]) for codes in first]
            others = [game.judge(written(rng, plain)) for _ in range(2)]
            assert len({(tuple(sorted(one.table)), one.parted) for one in others}) == 1
            game.jokers_fixed = True
            least = game.judge(still(game.table, verdict.table))
            game.jokers_fixed = False
            if least.legal:  # no joker had to change there
                assert unmoved(game.table, verdict.table) >= unmoved(game.table, least.table)
            judged += len(melds.standing(verdict.table)) > 1
            move = ("play", first)
        assert game.apply(move) is None
        tables.append((sorted(game.table), game.parted))
    people = [("", "ABC"[i]) for i in range(game.seats)]
    return notation.packed(game, people), tables, judged


def unmoved(before, after):
    """How many sets with jokers lie as they lay."""
    left = list(after)
    for codes in before:
        if max(codes) > JOKER and codes in left:
            left.remove(codes)
    return len(after) - len(left)


def replayed(data):
    """The table and `parted` after each move of a record, its result checked."""
    replay = reader.Replay(reader.Record(data))
    out = []
    while not replay.done():
        replay.step()
        out.append((sorted(replay.game.table), replay.game.parted))
    replay.finish()
    return out


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_t_8_rounds_with_jokers_are_replayed_to_the_same_table_at_every_move(seed):
    """Whatever the game takes, the replay takes, and comes to the same."""
    judged = 0
    for round_seed in range(300 + 20 * seed, 320 + 20 * seed):
        data, tables, with_jokers = played(round_seed)
        assert replayed(data) == tables, round_seed
        judged += with_jokers
    assert judged > 10


def asked_as_json(data, every=1):
    """Send each of so many steps of a record with a joker on the table through `replay --json` into
    `solve` and `referee`. Returns how many were asked."""
    steps = reader.Replay(reader.Record(data))
    rules = steps.game.rules
    asked = 0
    while not steps.done():
        step = steps.step()
        if step.word == "redeal" or not melds.standing(step.table) or (asked := asked + 1) % every:
            continue
        where = step.number, data
        line = json.loads(json.dumps(replay.request(steps.record, step)))
        said = solve.answer(line)
        own = search.run(rules, step.table, step.rack, step.opened, parted=step.parted)
        assert said["proved"] and (said["tiles"], said["points"]) == (own.tiles, own.points), where
        if own.tiles:
            table = [tiles.parse_set(words) for words in said["table"]]
            before = step.table, step.rack
            assert judges.judge(rules, *before, table, step.opened, step.parted).legal, where
        if step.word == "play":
            said = referee.answer(line)
            assert said["legal"] and tiles.parse_set(said["laid"]) == step.laid, where
            assert sorted(map(sorted, said["table"])) == sorted(map(sorted, line["after"])), where
    return asked


@pytest.mark.parametrize("name", sorted(os.listdir(RECORDS)))
def test_t_8_solve_and_referee_are_asked_about_the_jokers_of_the_record(name):
    with open(os.path.join(RECORDS, name), "rb") as file:
        data = file.read()
    if b" ER " not in data:
        assert asked_as_json(data, 1 if name.startswith("replay") else 4)
