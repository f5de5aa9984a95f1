"""Whole games, move by move, as text that a person has read: tests/golden/games.

Each file has a game's moves, as a record writes them (docs/RECORDS.md), and what followed from
each. `POCKET_GOLDEN=write` before the command writes the files anew from their moves; a game of
GAMES that has no file yet is played by computers first. Look at what has changed.
"""

import json
import os

import cases
import pytest
from conftest import ROOT
from golden_help import FOLDER

from rules import base, catalogue
from rules.base import finish
from rules.eight import cards
from rules.record import moves, notation, reader
from rules.solver import search
from rules.tilegame import melds, tiles
from rules.tilegame import referee as judges
from tools import referee, replay, requests, solve
from tools.match import games as match_games
from tools.match import sparring
from tools.requests.tiles import tile_text

# Name: game, level of each seat, seed, house options, of 100 turns how many fail or time out.
GAMES = cases.tables(__name__)["GAMES"]
RECORDS = os.path.join(ROOT, "tests", "data", "records")
EACH = pytest.mark.parametrize("name", GAMES)
PEOPLE = [("easy", name) for name in ("ADA", "BOB", "CY", "DOT", "EVA", "FAY")]


def begun(name):
    game_id, levels, seed, options, _ = GAMES[name]
    return catalogue.new(game_id, len(levels.split()), seed, options)


def path_of(name):
    return os.path.join(FOLDER, "games", name + ".txt")


def tokens_of(name):
    """Return the moves of a golden game; where there is none yet those of computers."""
    if not os.path.exists(path_of(name)) and os.environ.get("POCKET_GOLDEN") == "write":
        return choose_moves(name)
    with open(path_of(name), encoding="utf-8") as file:
        return [line.split()[2].rstrip(":") for line in file if line[:4].strip().isdigit()]


def choose_moves(name):
    """Return the moves of a golden game as computers choose them, as texts of a record."""
    game, (_, levels, seed, _, disturbed) = begun(name), GAMES[name]
    rng = base.Rng(seed)
    moves = []
    game.apply(("go",))
    while game.phase != "over":
        if game.phase == "round":
            game.apply(("go",))
            game.apply(("go",))
            continue
        move = ("redeal", bool(rng.below(2)))
        if game.phase == "turn":
            level = levels.split()[game.seat]
            move = finish(sparring.choose(level, game.view(game.seat), seed + len(moves)))
            if rng.below(100) < disturbed:
                move = (("timeout", False), ("timeout", True), ("fail",))[rng.below(3)]
        before = len(game.moves)
        if game.apply(move) is None and len(game.moves) > before:
            head = notation.head(game, PEOPLE[: game.seats]).encode()
            moves.append(notation.expand(head + bytes(game.moves[before:])).split("\n")[3].strip())
    return moves


def steps(name):
    """Play a golden game; yields (number of moves, the token, the Step, the game) after each, first
    with (0, "", None, game) once the round has begun."""
    game = begun(name)
    family = catalogue.record(game.rules["game"])
    number = 0
    for token in tokens_of(name):
        if game.phase not in ("turn", "redeal"):
            while game.phase not in ("turn", "redeal"):
                assert game.apply(("go",)) is None
            yield number, "", None, game
        number += 1
        step = reader.Step(number, game)
        events = []
        for part in family.PARTS:
            assert part(game, step, token) is None
            events += game.events
        step.events = events
        yield number, token, step, game
    assert game.phase == "over"


def after(game):
    """Return what a move led to, as words: whose turn it is, what each seat holds, what may be
    drawn."""
    hands = game.hands if game.pieces == "cards" else game.racks
    pool = game.pile if game.pieces == "cards" else game.pool
    held = " ".join([str(len(hand)) for hand in hands])
    turn = "seat %d" % game.seat if game.phase == "turn" else game.phase
    return "-> %s, racks %s, pool %d" % (turn, held, len(pool))


def text_of(codes, laid=()):
    return " ".join(map(tiles.text, codes))


def said(word, seat, detail, pieces):
    """Return an event as text."""
    if isinstance(detail, bytes):
        detail = text_of(detail)
    elif pieces == "cards" and word in ("pick", "discard"):
        detail = cards.text(detail)
    told = "%s %s %s" % (word, seat, "" if word == "draw" and pieces == "cards" else detail)
    return told.rstrip()


def story(name):
    """Return a golden game as its file tells it."""
    game_id, levels, seed, options, _ = GAMES[name]
    lines = ["%s, %d seats, seed %d, options %s" % (game_id, len(levels.split()), seed, options)]
    for number, token, step, game in steps(name):
        request = requests.of(game_id)
        if step is None:
            draws = zip(game.draws[::2], game.draws[1::2])
            draws = ", ".join(["%d %s" % (seat, tiles.text(code)) for seat, code in draws])
            lines += ["", "round %d, starter %d, draws: %s" % (game.round, game.starter, draws)]
            for seat, hand in enumerate(request.position(game, text_of)[1]):
                lines.append("     rack %d: %s" % (seat, hand))
            continue
        events = [said(*event, game.pieces) for event in step.events]
        drew = " (%s)" % text_of(step.drawn) if game.pieces == "tiles" and step.drawn else ""
        lines.append("%4d %d %s: %s%s %s" % (
            number, step.seat, token, ", ".join(events), drew, after(game)))  # fmt: skip
        if step.kind == "play":
            table = [" ".join(map(tile_text, row)) for row in sorted(game.table)]
            lines.append("       table: " + " | ".join(table))
        if game.phase in ("round", "over"):
            lines.append("     scores %s, totals %s, winners %s" % (
                game.result(), game.totals, game.winners))  # fmt: skip
    return "\n".join([*lines, "won by %s" % game.overall_winners()]) + "\n"


@EACH
def test_rk_2_rg_11_cr_12_kr_12_er_10_a_whole_game_goes_as_its_file_says(name):
    told = story(name)
    if os.environ.get("POCKET_GOLDEN") == "write":
        with open(path_of(name), "w", encoding="utf-8") as file:
            file.write(told)
    with open(path_of(name), encoding="utf-8") as file:
        assert told.split("\n") == file.read().split("\n")


@pytest.mark.long(keep=2)
@EACH
def test_after_every_move_the_game_is_whole_saved_exactly_and_shows_no_seat_anothers_tiles(name):
    last = None
    for number, token, step, game in steps(name):
        match_games.check_invariants(game, None)
        game.note = b"names"
        again = catalogue.load(game.rules["game"], game.pack())
        for field, value in vars(game).items():
            if field not in ("rng", "events", "playable", "options"):
                assert getattr(again, field) == value, field
        if last and step:  # the game that was saved goes on alike
            for part in catalogue.record(game.rules["game"]).PARTS:
                assert part(last, reader.Step(number, last), token) is None
            assert last.pack() == game.pack()
        last = again if game.phase == "turn" else None


def rounds_of(name):
    """Yield the game at the end of each round of a golden game, and (table, jokers_differ) after
    each of its moves; the first seat's moves have seconds."""
    tables = []
    for number, _, step, game in steps(name):
        if step is None:
            tables = []
            continue
        if game.pieces == "tiles":
            tables.append((sorted(game.table), game.jokers_differ))
        if game.phase in ("round", "over"):
            yield game, tables
        elif step.seat == 0:
            moves.add_seconds(game.moves, number)


@pytest.mark.long(keep=2)
@EACH
def test_t_8_every_round_is_read_back_from_its_record(name):
    """Packed and as text, with seconds or none."""
    tokens = tokens_of(name)
    for game, tables in rounds_of(name):
        data = notation.packed(game, PEOPLE[: game.seats])
        record = reader.Record(data)
        assert record.people == PEOPLE[: game.seats] and len(data) < 1600
        text = notation.expand(data)
        assert notation.expand(text.encode()) == text and text.encode() != data
        plain = reader.Record(text.encode())
        assert (plain.moves, plain.scores) == (record.moves, record.scores)
        moves_made = [move.partition("@") for move in record.moves]
        assert [move for move, _, _ in moves_made] == tokens[: len(moves_made)]
        del tokens[: len(moves_made)]
        seconds = [int(number) for _, _, number in moves_made if number]
        assert seconds == sorted(seconds)
        end = reader.check(record)
        if game.pieces == "cards":
            assert (end.hands, end.totals) == (game.hands, game.totals)
        else:
            assert (end.racks, end.pool) == (game.racks, game.pool)
            check_replay(record, text, game, tables)


def check_replay(record, text, game, tables):
    """Replay a round move by move; a record with the deal's racks in place of its seed ends
    alike."""
    replay = reader.Replay(record)
    order = list(reversed(replay.game.pool))
    if not any(move[:1] == "y" for move in record.moves):
        racks = [*replay.game.racks, bytes(order)]
        lines = text.split("\n")
        lines[2] = "start %d racks " % (replay.game.starter + 1)
        lines[2] += " | ".join([" ".join(tiles.set_text(rack)) for rack in racks])
        assert reader.check(reader.Record("\n".join(lines).encode())).racks == game.racks
    for table in tables:
        step = replay.step()
        assert (sorted(replay.game.table), replay.game.jokers_differ) == table
        if step.kind == "redeal":
            order = list(reversed(replay.game.pool))
        assert step.kind == "redeal" or [order.pop(0) for _ in step.drawn] == list(step.drawn)
    assert replay.done()


def check_as_json(data, interval):
    """Send the steps of a record through `replay --json` to `referee` if they are plays, and every
    `interval`-th with a joker on the table to `solve`; check the answers."""
    steps = reader.Replay(reader.Record(data))
    jokers = 0
    while not steps.done():
        step = steps.step()
        if step.kind == "redeal":
            continue
        line = json.loads(json.dumps(replay.request(steps.record, step)))
        if steps.game.pieces == "cards":
            assert referee.answer(line)["legal"]
            continue
        jokers += bool(melds.table_jokers(step.table))
        if step.kind == "play":
            answer = referee.answer(line)
            assert answer["legal"] and tiles.parse_set(answer["laid"]) == step.laid
            assert sorted(map(sorted, answer["table"])) == sorted(map(sorted, line["after"]))
        if not melds.table_jokers(step.table) or jokers % interval:
            continue
        best = solve.answer(line)
        rules, position = steps.game.rules, (step.table, step.rack)
        result = search.run(rules, *position, step.opened, jokers_differ=step.jokers_differ)
        assert best["proved"] and (best["tiles"], best["points"]) == (result.tiles, result.points)
        assert best["tiles"] >= len(step.laid if step.kind == "play" else ())
        if result.tiles:
            table = [tiles.parse_set(words) for words in best["table"]]
            assert judges.judge(rules, *position, table, step.opened, step.jokers_differ).legal


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("name", [*GAMES, *sorted(os.listdir(RECORDS))])
def test_t_8_each_turn_of_a_record_is_legal_as_json_and_the_solver_reads_its_jokers(name):
    if name in GAMES:
        for game, _ in rounds_of(name):
            check_as_json(notation.packed(game, PEOPLE[: game.seats]), 20)
    else:
        with open(os.path.join(RECORDS, name), "rb") as file:
            check_as_json(file.read(), 1 if name == "replay_json_a.rec" else 4)
