"""Whole games, move by move, as text that a person has read: tests/golden/games.

Each file has a game's moves, as a record writes them (docs/RECORDS.md), and what followed from
each. `POCKET_GOLDEN=write` before the command writes the files anew from their moves; a game of
GAMES that has no file yet is played by computers first. Look at what has changed.
"""

import os

import pytest
from golden_help import FOLDER

from rules import base, catalogue
from rules.base import RulesError, finish
from rules.eight import cards
from rules.record import moves, notation, reader
from rules.tilegame import melds, tiles
from tools import referee, requests, solve
from tools.match import games as match_games
from tools.match import sparring
from tools.requests.tiles import written

# Name: game, level of each seat, seed, house options, of 100 turns how many fail or time out.
GAMES = {
    "rummikub": ("RK", "hard normal easy", 3, {"length": 2, "opening_build": True}, 0),
    "rummikub_strict": ("RK", "greedy easy", 8, {"length": 1, "referee": "strict"}, 12),
    "mixed_runs": ("RK", "normal greedy", 5, {"length": 1, "mixed_runs": True}, 0),
    "rummy_gin": ("RG", "hard normal easy late", 2, {"length": 3, "clock": 3}, 4),
    "classic": ("CR", "normal hard", 4, {"length": 2, "clock": 2}, 8),
    "kiran": ("KR", "normal easy hard", 81, {"length": 2}, 6),
    "eight": ("ER", "hard normal easy master", 6, {}, 0),
    "eight_short": ("ER", "master easy", 9, {"short": True}, 0),
}
EACH = pytest.mark.parametrize("name", GAMES)
PEOPLE = [("easy", name) for name in ("ADA", "BOB", "CY", "DOT", "EVA", "FAY")]


def begun(name):
    game_id, levels, seed, options, _ = GAMES[name]
    return catalogue.new(game_id, len(levels.split()), seed, options)


def path_of(name):
    return os.path.join(FOLDER, "games", name + ".txt")


def tokens_of(name):
    """The moves of a golden game; where there is none yet those of computers."""
    if not os.path.exists(path_of(name)) and os.environ.get("POCKET_GOLDEN") == "write":
        return chosen(name)
    with open(path_of(name), encoding="utf-8") as file:
        return [line.split()[2].rstrip(":") for line in file if line[:4].strip().isdigit()]


def chosen(name):
    """The moves of computers, as a record writes them."""
    game, (_, levels, seed, _, disturbed) = begun(name), GAMES[name]
    chance = base.Rng(seed)
    out = []
    game.apply(("go",))
    while game.phase != "over":
        if game.phase == "round":
            game.apply(("go",))
            game.apply(("go",))
            continue
        move = ("redeal", bool(chance.below(2)))
        if game.phase == "turn":
            level = levels.split()[game.seat]
            move = finish(sparring.choose(level, game.view(game.seat), seed + len(out)))
            if chance.below(100) < disturbed:
                move = (("timeout", False), ("timeout", True), ("fail",))[chance.below(3)]
        before = len(game.moves)
        if game.apply(move) is None and len(game.moves) > before:
            head = notation.head(game, PEOPLE[: game.seats]).encode()
            out.append(notation.expand(head + bytes(game.moves[before:])).split("\n")[3].strip())
    return out


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
    """What a move led to, as words: whose turn it is, what each seat holds, what may be drawn."""
    hands = game.hands if game.pieces == "cards" else game.racks
    pool = game.pile if game.pieces == "cards" else game.pool
    held = " ".join([str(len(hand)) for hand in hands])
    turn = "seat %d" % game.seat if game.phase == "turn" else game.phase
    return "-> %s, racks %s, pool %d" % (turn, held, len(pool))


def text_of(codes, laid=()):
    return " ".join(map(tiles.text, codes))


def said(word, seat, detail, pieces):
    """An event as text."""
    if isinstance(detail, bytes):
        detail = text_of(detail)
    elif pieces == "cards" and word in ("pick", "discard"):
        detail = cards.text(detail)
    told = "%s %s %s" % (word, seat, "" if word == "draw" and pieces == "cards" else detail)
    return told.rstrip()


def story(name):
    """A golden game as its file tells it."""
    game_id, levels, seed, options, _ = GAMES[name]
    lines = ["%s, %d seats, seed %d, options %s" % (game_id, len(levels.split()), seed, options)]
    for number, token, step, game in steps(name):
        asked = requests.of(game_id)
        if step is None:
            drawn = zip(game.draws[::2], game.draws[1::2])
            drawn = ", ".join(["%d %s" % (seat, tiles.text(code)) for seat, code in drawn])
            lines += ["", "round %d, starter %d, draws: %s" % (game.round, game.starter, drawn)]
            for seat, hand in enumerate(asked.position(game, text_of)[1]):
                lines.append("     rack %d: %s" % (seat, hand))
            continue
        events = [said(*event, game.pieces) for event in step.events]
        drew = " (%s)" % text_of(step.drawn) if game.pieces == "tiles" and step.drawn else ""
        lines.append("%4d %d %s: %s%s %s" % (
            number, step.seat, token, ", ".join(events), drew, after(game)))  # fmt: skip
        if step.word == "play":
            table = [" ".join(map(written, row)) for row in sorted(game.table)]
            lines.append("       table: " + " | ".join(table))
        if game.phase in ("round", "over"):
            lines.append("     scores %s, totals %s, winners %s" % (
                game.result(), game.totals, game.winners))  # fmt: skip
    return "\n".join([*lines, "won by %s" % game.winner()]) + "\n"


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
        match_games.inspect(game, None, True)
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


@pytest.mark.long(keep=2)
@EACH
def test_every_round_is_read_back_from_its_record(name):
    """Packed and as text, with seconds or none; a deal by racks is one by its seed."""
    for number, token, step, game in steps(name):
        if step is None or game.phase not in ("round", "over"):
            if step and step.seat == 0:
                moves.add_seconds(game.moves, number)
            continue
        data = notation.packed(game, PEOPLE[: game.seats])
        record = reader.Record(data)
        assert record.people == PEOPLE[: game.seats] and len(data) < 1600
        end = reader.check(record)
        text = notation.expand(data)
        assert notation.expand(text.encode()) == text and text.encode() != data
        plain = reader.Record(text.encode())
        assert (plain.moves, plain.scores) == (record.moves, record.scores)
        told = [move.partition("@") for move in record.moves]
        assert [move for move, _, _ in told] == tokens_of(name)[number - len(told) : number]
        assert [int(n) for _, _, n in told if n] == sorted(int(n) for _, _, n in told if n)
        if game.pieces == "cards":
            assert (end.hands, end.totals) == (game.hands, game.totals)
            continue
        assert (end.racks, end.pool) == (game.racks, game.pool)
        assert sorted(end.table) == sorted(game.table)
        replay = reader.Replay(record)
        dealt = replay.game
        order = list(reversed(dealt.pool))
        lines = text.split("\n")
        racks = [" ".join(tiles.set_text(rack)) for rack in [*dealt.racks, bytes(order)]]
        if "y" not in [move for move, _, _ in told]:
            lines[2] = "start %d racks %s" % (dealt.starter + 1, " | ".join(racks))
            assert reader.check(reader.Record("\n".join(lines).encode())).racks == game.racks
        while not replay.done():
            step = replay.step()
            if step.word == "redeal":
                order = list(reversed(replay.game.pool))
            assert step.word == "redeal" or [order.pop(0) for _ in step.drawn] == list(step.drawn)


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("eight")])
def test_t_8_each_play_is_legal_as_json_and_no_better_than_the_solvers(name):
    for number, token, step, game in steps(name):
        if step is None or step.word != "play" or number % 3:
            continue
        line = {"game": game.rules["game"], "options": game.options}
        line.update(requests.of(line["game"]).asked(step))
        said = referee.answer(line)
        assert said["legal"] and tiles.parse_set(said["laid"]) == step.laid
        assert sorted(map(sorted, said["table"])) == sorted(map(sorted, line["after"]))
        best = solve.answer(line)
        assert best["proved"] and best["tiles"] >= len(step.laid)
        assert not melds.standing(step.after) or best["table"]


def test_a_move_that_is_refused_changes_nothing_of_a_running_game():
    for number, token, step, game in steps("kiran"):
        if step is None or game.phase != "turn" or number % 5:
            continue
        before = game.pack()
        for move in (("play", []), ("play", [b"\0\1"]), ("fail",), ("go",), ("redeal", True)):
            assert game.apply(move) is not None
        with pytest.raises(RulesError):
            game.apply(("play",))
        assert game.pack() == before
