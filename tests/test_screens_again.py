"""What waits with something new: puzzles, statistics and badges, the last rounds and the coach."""

import binascii
import itertools
import os
import time

import play_scene
import pytest
from conftest import ROOT
from pocket.always import draw
from record_help import played
from screens_help import BOARDS, choose, handheld, lines, page, put, screen, show, speak, to

from rules import catalogue, puzzles, stats
from rules.record import notation, reader
from rules.slices import finish
from rules.solver import search
from rules.tilegame import referee, tiles
from tools.device import wordtable

PACK = os.path.join(ROOT, "assets", "puzzles.bin")
# made before a handheld runs: its rooms drop the players' modules
ROUNDS = [
    notation.expand(data).replace("BOB/easy", "ANNA").encode()
    for data in played(catalogue.ORDER[0], ("hard", "easy"), 3, {"length": 2})[0]
]
# two persons
BOTH = ROUNDS[0].replace(b"ADA/hard", b"ADA")
CLASSIC = played("CR", ("easy", "easy"), 3, {"length": 1})[0][0]
CARDS = played("ER", ("easy", "easy"), 3, {"short": True})[0][0]


@pytest.fixture
def started(tmp_path):
    """A function that switches a handheld on, its saves in this test's folder; off at the end."""
    running = []

    def start(board="pybadge", **more):
        if running:
            running.pop().close()
        running.append(handheld(tmp_path, board, **more))
        return running[0]

    yield start
    if running:
        running.pop().close()


def kept(sim, *records):
    from pocket.saves import roundsfile

    for record in records:
        roundsfile.save(sim.app.store, record)


def counted(sim, number=9):
    one = stats.Stats()
    for i in range(number):
        level = catalogue.LEVELS[i % len(catalogue.LEVELS)]
        one.count(bytes((9, 9, 9, i)), catalogue.ORDER[i % 3], level, i % 2 == 0, 5 - i, i, 1)
    sim.app.store.save("stat", one.dump())
    return one


# -- puzzles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_a_puzzle_is_chosen_played_and_counted(started, board):
    sim = started(board)
    show(sim, "learn.puzzles")
    assert "Grade 3: 0 of 60" in page(sim)
    choose(sim, "Grade 3", rest=200)
    assert screen(sim) == "play"
    game = sim.app.sitting.game
    with open(PACK, "rb") as file:
        table, rack = puzzles.Pack(file, binascii.crc32).puzzle(120)
    assert bytes(sorted(game.racks[0])) == rack
    assert [[tiles.plain(c) for c in codes] for codes in game.table] == [list(c) for c in table]
    assert game.apply(("draw",)) == ("Lesson", "Grade 3, 1: lay all your tiles")
    assert sim.app.screen.head.said[0][0] == "Grade 3, 1: lay all your tiles"
    best = search.run(game.rules, game.table, rack, True)
    assert game.apply(("play", best.table)) is None and game.done
    from pocket.always import flow

    flow.next(sim.app)
    sim.wait(200)
    assert screen(sim) == "puzzles"
    assert "Grade 3: 1 of 60" in page(sim) and "Solved!" in page(sim)
    again = started(board)
    show(again, "learn.puzzles")
    assert "Grade 3: 1 of 60" in page(again)
    choose(again, "Grade 3")
    assert bytes(sorted(again.app.sitting.game.racks[0])) != rack


def test_start_with_tiles_taken_that_make_no_set_leaves_them_taken(sim):
    show(sim, "learn.puzzles")
    choose(sim, "Grade 3", rest=700)
    hand = play_scene.Hands(sim)
    hand.press("A")
    hand.to_place()
    hand.press("START")
    hand.rest()
    assert sim.failure is None
    assert sim.app.screen.message == "Three tiles or more make a set."
    assert hand.turn.picked == 1 and not sim.app.screen.asks


@pytest.mark.parametrize(
    "code, heading, end",
    [
        ("en", "Grade 1, 1: lay all your tiles", "End the puzzle"),
        ("de", "Stufe 1, 1: Lege alle Steine", "Rätsel beenden"),
        ("es", "Nivel 1, 1: ponlo todo", "Acabar el reto"),
        ("fr", "Niveau 1, 1 : pose tout", "Quitter le défi"),
        ("nl", "Niveau 1, 1: leg al je stenen", "Stop met de puzzel"),
        ("pt", "Nível 1, 1: baixe tudo", "Acabar o desafio"),
        ("tr", "Düzey 1, 1: bütün taşlarını koy", "Bulmacayı bitir"),
    ],
)
@pytest.mark.parametrize("large", [False, True])
def test_the_menu_in_a_puzzle_says_which_it_is(started, code, heading, end, large):
    sim = started(BOARDS[1] if large else "pimoroni_picosystem")
    sim.app.settings.set("large", large)
    speak(code)
    show(sim, "learn.puzzles")
    sim.press("A", rest=300)
    assert screen(sim) == "play"
    show(sim, "menus.pause", rest=300)
    assert heading.replace("\xa0", " ") in page(sim) and end in page(sim)
    for _, _, label, _ in sim.app.screen.panel.said:
        assert label.x + label.width <= sim.app.w
    sim.press("UP", "A", rest=2000)  # from the first line to the last, which ends it
    sim.press("A", "A", rest=300)  # the solution, in two steps
    assert screen(sim) == "puzzles"


def test_a_puzzle_says_which_it_is_in_the_language_of_now(sim):
    """It stayed in the one in which the puzzle was begun."""
    show(sim, "learn.puzzles")
    sim.press("A", rest=300)
    speak("de")
    show(sim, "menus.pause", rest=300)
    assert "Stufe 1, 1" in page(sim)
    sim.press("B", rest=300)
    assert screen(sim) == "play"
    assert sim.app.screen.head.said[0][0].startswith("Stufe 1, 1")


def test_laying_a_part_is_not_enough(sim):
    show(sim, "learn.puzzles")
    choose(sim, "Grade 1")
    game = sim.app.sitting.game
    before = game.pack()
    for code in set(game.racks[0]):
        some = search.run(game.rules, game.table, bytes((code,)), True)
        if some.tiles:
            assert game.apply(("play", some.table)) == ("Lesson", game.hint)
    assert game.pack() == before and not game.done


def chosen_puzzle(sim):
    """The number of the puzzle that A would play, of its grade, and the line that says so."""
    (line,) = [line for line in lines(sim) if line.startswith("Puzzle ") and " of 60" in line]
    return int(line.split()[1]), line


@pytest.mark.parametrize("board", BOARDS)
def test_any_puzzle_of_a_grade_can_be_chosen(sim):
    """One that was not solved came again and again, and closed the 59 behind it."""
    show(sim, "learn.puzzles", rest=200)
    to(sim, "Grade 2")
    assert chosen_puzzle(sim)[0] == 1
    sim.press("LEFT")
    assert chosen_puzzle(sim)[0] == 60
    sim.press("RIGHT", "RIGHT", "RIGHT")
    assert chosen_puzzle(sim)[0] == 3
    sim.press("A", rest=400)
    assert sim.app.sitting.game.which == (2, 3)
    show(sim, "learn.puzzles", *sim.app.sitting.lesson, rest=200)  # solved
    assert sim.app.screen.list.chosen == 2
    sim.press("RIGHT", "RIGHT")
    number, line = chosen_puzzle(sim)
    assert number == 3 and line.endswith(draw.RIGHT_SIGN)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("way", [(), (True,)])
def test_a_puzzle_that_is_given_up_shows_its_solution_and_the_next_is_offered(sim, way):
    show(sim, "learn.puzzles", 3, None, *way, rest=200)
    sim.press("A", rest=400)
    game = sim.app.sitting.game
    own = bytes(sorted(game.racks[0]))
    sim.hold("START", 800, rest=200)
    choose(sim, "End the puzzle", rest=200)
    for _ in range(200):
        hint = getattr(sim.app.screen.part, "hint", None)
        if hint:
            break
        sim.wait(50)
    assert bytes(sorted(hint.laid)) == own and hint.proved
    verdict = referee.judge(game.rules, game.table, game.racks[0], hint.sets, True)
    assert verdict.legal
    sim.wait(300)
    steps = [sim.app.screen.part.hint_step]
    sim.press("A", rest=100)
    steps.append(sim.app.screen.part.hint_step)
    sim.press("A", rest=300)
    assert steps == [2, 3] and screen(sim) == "puzzles"
    assert chosen_puzzle(sim)[0] == 2 and "Grade 3: 0 of 60" in page(sim)
    sim.press("B", rest=100)
    assert screen(sim) == ("journey" if way else "title")


def day_s_rack(sim):
    """The rack of the puzzle of the day, given up at once."""
    show(sim, "learn.puzzles")
    choose(sim, "Puzzle of the day")
    return bytes(sorted(sim.app.sitting.game.racks[0]))


def test_without_a_clock_the_puzzle_of_the_day_is_the_next_after_the_last_solved(
    started, monkeypatch
):
    monkeypatch.setattr(time, "localtime", lambda: (2000, 1, 1, 0, 3, 9, 5, 1, -1))
    sim = started()
    first = day_s_rack(sim)
    assert day_s_rack(sim) == first
    show(sim, "learn.puzzles", *sim.app.sitting.lesson)  # solved
    assert day_s_rack(sim) != first


def test_with_a_clock_every_day_has_its_puzzle(monkeypatch, sim):
    racks = []
    for day in (1, 1, 2, 3):
        monkeypatch.setattr(time, "localtime", lambda day=day: (2027, 1, day, 8, 0, 0, 4, day, -1))
        racks.append(day_s_rack(sim))
        show(sim, "learn.puzzles", *sim.app.sitting.lesson)  # solved
    assert racks[0] == racks[1] and len(set(racks)) == 3


def test_the_puzzle_of_the_day_counts_days_in_a_row_over_new_year_too(monkeypatch, sim):
    told = []
    for year, day in ((2027, 364), (2027, 365), (2028, 1), (2028, 1), (2028, 4)):
        now = (year, 1, 1, 8, 0, 0, 4, day, -1)
        monkeypatch.setattr(time, "localtime", lambda now=now: now)
        day_s_rack(sim)
        show(sim, "learn.puzzles", *sim.app.sitting.lesson)  # solved
        told.append((lines(sim)[1], " ".join(line for line in lines(sim)[7:-1] if line)))
    right = " " + draw.RIGHT_SIGN
    end = "Solved! " + draw.KEY_A + ": the next one."
    row = end + " Puzzle of the day: %d in a row"
    assert told == [
        ("Puzzle of the day" + right, end),
        ("Puzzle of the day: 2" + right, row % 2),
        ("Puzzle of the day: 3" + right, row % 3),
        ("Puzzle of the day: 3" + right, row % 3),
        ("Puzzle of the day" + right, end),
    ]


def test_the_day_s_puzzle_leads_on_in_its_grade_and_a_newcomer_to_the_easiest(started, monkeypatch):
    """It may be of any grade, which it says; the first list that a newcomer met began with it."""
    monkeypatch.setattr(time, "localtime", lambda: (2027, 1, 2, 8, 0, 0, 4, 2, -1))
    sim = started()
    for solved in (0, 4, 5):
        from pocket.learn import puzzles as screens

        with open(PACK, "rb") as file:
            pack = puzzles.Pack(file, binascii.crc32)
        progress = puzzles.Progress(pack)
        for number in range(solved):
            progress.solve(number)
        sim.app.store.save("puzz", progress.dump())
        few = solved < screens._FEW
        show(sim, "learn.puzzles")
        assert sim.app.screen.list.chosen == few and ("Lay every tile" in page(sim)) == few
        day = progress.of_the_day(sim.app.screen._day())
        grade, place = pack.grade(day)
        assert grade > 1
        to(sim, "Puzzle of the day")
        sim.wait(600)
        assert "Grade %d, %d: lay all your tiles" % (grade, place + 1) in page(sim)
        show(sim, "learn.puzzles", 0, day)  # solved
        assert sim.app.screen.list.chosen == (1 if solved + 1 < screens._FEW else grade)


def test_a_row_that_a_day_without_a_puzzle_has_broken_is_not_shown(monkeypatch, sim):
    shown = []
    for day in (1, 2, 3, 4):
        monkeypatch.setattr(time, "localtime", lambda day=day: (2027, 1, day, 8, 0, 0, 4, day, -1))
        if day < 3:
            day_s_rack(sim)
            show(sim, "learn.puzzles", *sim.app.sitting.lesson)
        show(sim, "learn.puzzles")
        shown.append(lines(sim)[1])
    right = " " + draw.RIGHT_SIGN
    assert shown == [
        "Puzzle of the day" + right,
        "Puzzle of the day: 2" + right,
        "Puzzle of the day: 2",
        "Puzzle of the day",
    ]


def test_without_a_clock_puzzles_are_counted_in_a_row_and_the_next_is_offered(started, monkeypatch):
    monkeypatch.setattr(time, "localtime", lambda: (2000, 1, 1, 0, 3, 9, 5, 1, -1))
    sim = started()
    for many in (1, 2, 3):
        day_s_rack(sim)
        show(sim, "learn.puzzles", *sim.app.sitting.lesson)  # solved
        assert sim.app.screen.list.chosen == 0
        assert ("%d in a row" % many in page(sim)) == (many > 1)
    assert lines(sim)[1] == "Puzzle of the day: 3"


def test_a_solved_puzzle_is_counted_in_the_line_that_is_seen(sim):
    show(sim, "learn.puzzles", 2, 60)
    assert "Grade 2: 1 of 60" in sim.app.screen.list.shown[0]


@pytest.mark.parametrize("what", ["puzzle", "lesson"])
def test_a_turn_with_a_task_names_no_draw_and_start_says_the_task(sim, what):
    if what == "puzzle":
        show(sim, "learn.puzzles")
        choose(sim, "Grade 3")
    else:
        show(sim, "learn.lesson")
        while screen(sim) == "lesson":
            sim.press("A", rest=200)
    sim.wait(700)
    hand = play_scene.Hands(sim)
    assert not [word for word in hand.hand.words() if draw.KEY_START in word]
    hand.press("START")
    hand.rest()
    assert not sim.app.screen.asks and sim.app.screen.message == sim.app.sitting.game.hint


def test_a_lesson_whose_task_is_to_draw_offers_it(started):
    from pocket.learn import lesson

    sim = started()
    rules = {"rack": "r2 b5 o9", "draw": "", "hint": "Draw a tile", "opened": ""}
    lesson.to_turn(sim.app, "RK", rules, ("RK", 6))
    sim.wait(700)
    hand = play_scene.Hands(sim)
    assert draw.KEY_START + " draw" in hand.hand.words()
    hand.press("START")
    assert sim.app.screen.asks


def test_twenty_five_puzzles_are_a_badge(sim):
    for number in range(25):
        show(sim, "learn.puzzles", 1, number)
        assert ("A new badge: Puzzler" in page(sim)) == (number == 24)


@pytest.mark.parametrize(
    "data, sentence",
    [
        (b"", "This is not a puzzle pack."),
        (b"PRpz\x09" + bytes(40), "The puzzles are of version 9, not 1."),
        (None, "There are no puzzles here. Copy the game again."),
    ],
)
def test_a_bad_or_missing_pack_is_one_sentence_and_the_rest_works(
    tmp_path, monkeypatch, sim, data, sentence
):
    path = tmp_path / "bad.bin"
    if data is not None:
        path.write_bytes(data)
    from pocket.always import assets

    asset = assets.asset
    monkeypatch.setattr(
        assets, "asset", lambda name: str(path) if name == "puzzles.bin" else asset(name)
    )
    show(sim, "learn.puzzles")
    assert sentence in page(sim)
    sim.press("A")
    sim.press("B", rest=100)
    assert screen(sim) == "title"


# -- statistics ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_statistics_by_game_and_level(sim):
    show(sim, "review.statistics")
    assert "Nothing is counted yet." in page(sim)
    one = counted(sim)
    show(sim, "review.statistics")
    shown = page(sim)
    assert "All games" in shown and "Points: %d" % one.sum(stats.POINTS) in shown
    for level in catalogue.LEVELS:
        rows = [row for row in one.rows if row[1] == level]
        won = sum(row[2 + stats.WON] for row in rows)
        played = sum(row[2 + stats.PLAYED] for row in rows)
        assert "%s: %d of %d" % (level, won, played) in shown
    sim.press("RIGHT")
    game_id = catalogue.ORDER[0]
    assert catalogue.title(game_id) in page(sim)
    assert "Points: %d" % one.sum(stats.POINTS, game_id) in page(sim)
    sim.press("LEFT")
    sim.press("LEFT")
    assert catalogue.title(catalogue.ORDER[-1]) in page(sim)
    sim.press("B", rest=100)
    assert screen(sim) == "title"


def test_badges_say_how_they_are_earned(sim):
    counted(sim)
    show(sim, "review.statistics")
    sim.press("SELECT", rest=100)
    assert "Win a round." in page(sim)
    sim.press("RIGHT")
    assert "Win ten rounds." in page(sim)
    sim.press("SELECT", rest=100)
    assert "All games" in page(sim)


@pytest.mark.parametrize("board", BOARDS)
def test_a_bar_is_dark_as_far_as_something_is_done_and_else_empty(started, board):
    """It was yellow where nothing was done, and looked full."""
    sim = started(board, blind=False)
    counted(sim, 1)
    show(sim, "review.badges")
    panel = sim.app.screen.panel
    panel.clear(1)
    shares = ((0, 7), (3, 7), (7, 7))
    for row, (done, goal) in enumerate(shares, 1):
        panel.bar(row, 20, 72, done, goal)
    sim.app.changed = True
    sim.wait(100)
    picture = sim.image().convert("RGB").load()
    for row, (done, goal) in enumerate(shares, 1):
        y = panel.row_y(row) + panel.pitch // 2
        dark = [x for x in range(20, 92) if sum(picture[x, y]) < 384]
        assert dark == sorted({*range(20, 21 + 70 * done // goal), 91})


@pytest.mark.parametrize("board", BOARDS)
def test_before_the_first_round_the_keys_that_are_named_do_something(sim):
    show(sim, "review.statistics")
    none = page(sim)
    assert "Play a round against computers." in none
    assert "game" not in lines(sim)[-1] and "badges" in lines(sim)[-1]
    for button in ("LEFT", "RIGHT", "START"):
        sim.press(button)
        assert page(sim) == none
    sim.press("SELECT", rest=100)
    assert "Badges: 0 of %d" % len(stats.BADGES) in page(sim) and "Win a round." in page(sim)
    sim.press("SELECT", rest=100)
    assert page(sim) == none
    show(sim, "review.lastrounds")
    assert "The rounds you play are kept here" in page(sim)
    assert lines(sim)[-1] == draw.KEY_B + " back"
    sim.press("A", "B", rest=100)
    assert screen(sim) == "title"


def test_anew_only_after_a_question(started):
    sim = started()
    counted(sim)
    show(sim, "review.statistics")
    sim.press("START")
    assert "Forget all games and badges?" in page(sim)
    sim.press("B")
    assert "All games" in page(sim)
    sim.press("START")
    sim.press("A")
    assert "Nothing is counted yet." in page(sim)
    again = started()
    show(again, "review.statistics")
    assert "Nothing is counted yet." in page(again)


def test_damaged_statistics_are_told(sim):
    sim.app.store.save("stat", b"\x07nonsense")
    show(sim, "review.statistics")
    assert "The statistics cannot be read. They start over." in page(sim)


# -- the last rounds, the coach --------------------------------------------------------------------


def head(sim):
    return sim.app.screen.head.text


def foot(sim):
    return sim.app.screen.foot.text


def done(sim):
    """Wait for the coach; the screen that is there then."""
    for _ in range(300):
        sim.wait(200)
        if not sim.app.screen.busy:
            return sim.app.screen
    raise AssertionError("the coach does not end")


def coached(sim, *records):
    """Keep rounds and ask the coach about the newest: what `done` returns."""
    kept(sim, *records)
    show(sim, "review.lastrounds")
    sim.press("A")
    return done(sim)


def test_who_played_alone_and_wrote_no_name_is_you_among_the_last_rounds(sim):
    kept(sim, ROUNDS[0].replace(b"ANNA", b"P2"), BOTH.replace(b"ANNA", b"P2"))
    show(sim, "review.lastrounds")
    names = [line[1] for line in sim.app.screen.lines]
    assert names == [["ADA", "P2"], ["ADA", "You"]]


def test_the_last_rounds_say_that_a_leads_to_the_coach(sim):
    """It is no replay: "go" began a long reckoning that nobody had asked for."""
    kept(sim, *ROUNDS)
    show(sim, "review.lastrounds")
    assert draw.KEY_A + " coach" in lines(sim)[-1]


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_shows_the_dearest_turn_and_the_better_play(started, board):
    from rules.record import coach

    turns = []
    finish(coach.review(reader.Record(ROUNDS[1]), 1, turns.append))
    dear = turns.index(max(turns, key=lambda turn: (turn.more, turn.worth)))
    sim = started(board)
    shown = coached(sim, *ROUNDS)
    assert screen(sim) == "coach" and len(shown.turns) == len(turns)
    assert shown.index == dear
    told = turns[dear].tiles, turns[dear].best.tiles
    assert foot(sim) == "Costliest: laid %d, possible: %d" % told
    assert shown.part.table != turns[dear].best.table
    sim.press("A")
    assert shown.part.table == turns[dear].best.table
    sim.press("A")
    for i in range(1, len(turns)):
        sim.press("RIGHT")
        at = (dear + i) % len(turns)
        assert shown.index == at
        turn = turns[at]
        assert shown.part.table == (turn.step.after if turn.tiles else turn.step.table)
        if turn.more:
            assert foot(sim) == "Laid %d, possible: %d" % (turn.tiles, turn.best.tiles)
        else:
            assert foot(sim) == "You laid %d" % turn.tiles
    sim.press("B", rest=100)
    assert screen(sim) == "lastrounds" and sim.app.screen.list.chosen == 0


def test_the_rounds_are_listed_newest_first(sim):
    show(sim, "review.lastrounds")
    assert "The rounds you play are kept here" in page(sim)
    kept(sim, ROUNDS[0], CARDS)
    show(sim, "review.lastrounds")
    shown = page(sim)
    pairs = sorted(zip(reader.Record(ROUNDS[0]).scores, ("ADA", "ANNA")), reverse=True)
    scores = ", ".join("%s %+d" % (name, score) for score, name in pairs)  # the winner first
    assert shown.index("ADA") < shown.index(scores) and "BOB" in shown[: shown.index(scores)]
    assert "8 Round Rummy" in shown and "Rummikub" not in shown
    sim.press("DOWN", rest=200)
    assert "Rummikub" in page(sim) and "8 Round Rummy" not in page(sim)


@pytest.mark.parametrize("board", BOARDS)
def test_a_round_of_four_is_listed_with_the_names_winner_first(sim):
    """On 128 pixels it was "-246 -13 -5 +264"."""
    four = played(catalogue.ORDER[0], ("easy", "hard", "easy", "easy"), 3, {"length": 1})[0][0]
    kept(sim, four)
    show(sim, "review.lastrounds", rest=200)
    row = sim.app.screen.list.text(0).split(", ")
    scores = [int(part.split()[1]) for part in row]
    assert len(row) == 4 and scores == sorted(reader.Record(four).scores, reverse=True)
    assert all(part[0].isalpha() for part in row)


def advised(record, seat):
    """[(round, took the open card, a strong player does, drawn, card, better)], by a replay of its
    own."""
    from rules.eight import players

    replay = reader.Replay(reader.Record(record))
    out = []
    while not replay.done():
        game = replay.game
        if game.seat != seat:
            replay.step()
            continue
        take = finish(players.hint(game.view(seat)))
        step = replay.step(True)
        drop = finish(players.hint(game.view(seat)))
        replay.step()
        top = step.take == "discard"
        out.append((step.round, top, take[1] == "discard", step.drawn[0], step.card, drop[1]))
    return out


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_of_the_cards_shows_what_a_strong_player_does(started, board):
    record = notation.expand(CARDS).replace("ADA/easy", "ADA").replace("BOB/easy", "BO").encode()
    wanted = [advised(record, seat) for seat in (0, 1)]
    sim = started(board)
    coached(sim, record)
    for seat, name in ((0, "ADA"), (1, "BO")):
        assert screen(sim) == "cardturns"
        shown = sim.app.screen
        assert [turn[:3] + turn[4:] for turn in shown.turns] == wanted[seat]
        assert name in lines(sim)[-1]
        for at in range(len(wanted[seat])):
            _, top, better_top, _, card, better = wanted[seat][at]
            said = page(sim)
            assert ("From the discard pile" if top else "From the draw pile") in said
            assert ("Better: the discard pile" in said) == (better_top and not top)
            assert ("Better: discard" in said) == (card != better)
            assert ("does the same" in said) == (top == better_top and card == better)
            sim.press("RIGHT")
        sim.press("SELECT", rest=20000)
    sim.press("B", rest=100)
    assert screen(sim) == "lastrounds"


def test_the_coach_paints_the_fourth_colour_as_the_game_has_it(started):
    sim = started("pimoroni_picosystem")
    kept(sim, CLASSIC)
    show(sim, "review.lastrounds")
    was = sim.app.art.face[4]
    sim.press("A")
    done(sim)
    now = sim.app.art.face[4]
    sim.app.art.fourth({"fourth": "green"})
    assert was != now == sim.app.art.face[4]


def leads_back(sim):
    """How often the coach's lines name the key that leads back."""
    return [line.tail for line in (sim.app.screen.head, sim.app.screen.foot)].count(
        draw.KEY_B + " back"
    )


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_says_which_key_leads_back(sim):
    for _ in coached(sim, *ROUNDS).turns:
        assert leads_back(sim) == 1
        sim.press("RIGHT")
    for people in ("/easy", ""):  # one person, two
        coached(sim, notation.expand(CARDS).replace("/easy", people).replace("BOB", "BO").encode())
        assert screen(sim) == "cardturns" and lines(sim)[-1].endswith(draw.KEY_B + " back")


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_names_every_key_in_every_language(sim):
    """Of one person and of two with long names; B's word stays away first."""
    shown = coached(sim, BOTH)
    turn = next(turn for turn in shown.turns if turn.better is not None)
    better = turn.better
    cases = list(itertools.product(wordtable.languages(ROOT), (9, 28), (1, 2), (0, 9, 14), (0, 1)))
    for language, count, people, more, sure in cases:
        speak(language)
        shown.names = ["ANNABEL", "WILLIAM"][:people]
        shown.turns = [turn] * count
        shown.index = count - 1
        turn.better, turn.more, turn.sure = better if more else None, more, bool(sure)
        for shown.dear, shown.better in itertools.product((0, count - 1), (False, more > 0)):
            shown._show()
            told = head(sim), foot(sim)
            tails = shown.head.tail + shown.foot.tail
            assert tails.count(draw.KEY_B) == 1 and "..." not in told[0] + told[1], told
            assert draw.RIGHT in told[0] and (not more or draw.KEY_A in told[0])
            assert people == 1 or told[1].endswith(draw.KEY_SELECT + " WILLIAM")


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_of_the_cards_names_every_key_in_every_language(sim):
    shown = coached(sim, notation.expand(CARDS).replace("/easy", "").encode())
    for language, people in itertools.product(wordtable.languages(ROOT), (1, 2)):
        speak(language)
        shown.names = ["ANNABEL", "WILLIAM"][:people]
        shown.turns = shown.turns[:1] * 88
        shown.index = 87
        shown._show()
        keys = lines(sim)[-1]
        assert draw.KEY_B in keys and (people == 1 or "WILLIAM" in keys), keys
        assert shown.panel.small.measure(shown.panel._spread(keys)) < sim.app.w - 1, keys


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_of_two_persons_says_all_where_there_is_room(sim, board):
    shown = coached(sim, BOTH)
    long = "Costliest: laid " in foot(sim)
    assert long or "Laid " in foot(sim) and board == BOARDS[1]
    if board == BOARDS[3]:
        assert long and leads_back(sim) == 1
    assert foot(sim).endswith(shown.names[1])


@pytest.mark.parametrize("board", BOARDS)
def test_the_coach_of_the_cards_tells_the_goal_and_leads_to_better_turns(sim):
    shown = coached(sim, notation.expand(CARDS).encode())
    goals = wordtable.load(ROOT)["eight"]
    better = [i for i in range(len(shown.turns)) if shown.turns[i][1] != shown.turns[i][2]]
    better += [i for i in range(len(shown.turns)) if shown.turns[i][5] != shown.turns[i][6]]
    assert better and len(set(better)) < len(shown.turns)
    for place in sorted(set(better) - {0}):
        sim.press("A")
        assert shown.index == place and "Better: " in page(sim)
        assert goals["goal%d" % shown.turns[place][0]] in lines(sim)
    sim.press("A")
    assert shown.index == min(better)  # round and round


def test_the_coach_shows_each_persons_turns(started):
    of = [0, 0]
    replay = reader.Replay(reader.Record(BOTH))
    while not replay.done():
        of[replay.step().seat] += 1
    sim = started("pimoroni_picosystem")
    kept(sim, BOTH)
    show(sim, "review.lastrounds")
    sim.press("A")
    for seat, name, other in ((0, "ADA", "ANNA"), (1, "ANNA", "ADA"), (0, "ADA", "ANNA")):
        shown = done(sim)
        assert len(shown.turns) == of[seat]
        assert name in head(sim) and other in foot(sim)
        sim.press("SELECT")
    done(sim)
    sim.press("B", rest=100)
    assert screen(sim) == "lastrounds"


def test_a_persons_turn_tells_its_seconds_in_the_record(started):
    from pocket.always import flow

    from rules.tilegame import game as tile_game

    sim = started()
    seed = next(n for n in range(9) if tile_game.Game("RK", 2, n).starter == 0)
    put(sim, tile_game.Game("RK", 2, seed), [("", "ANNA"), ("easy", "BO")])
    sim.app.sitting.game.apply(("go",))
    flow.next(sim.app)
    sim.wait(40600)
    sim.press("START", "A")
    assert bytes(sim.app.sitting.game.moves).startswith(b"d@41 ")


def test_a_round_that_was_given_up_is_listed_and_looked_at(started):
    sim = started("pimoroni_picosystem")
    text = notation.expand(ROUNDS[0]).split("\n")
    cut = "\n".join(text[:3]) + "\n" + " ".join(text[3].split()[:4]) + "\n...\n"
    kept(sim, cut.encode())
    show(sim, "review.lastrounds")
    assert "ADA, ANNA (in part)" in page(sim)
    sim.press("A")
    assert len(done(sim).turns) == 2


UNREAD = "This round is not kept, or it is damaged."


def box(sim):
    """What a box over the screen says, as one line."""
    return " ".join(line.text for line in sim.app.screen.box.lines)


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data.replace(b" d ", b" zz ", 1),
        lambda data: data[: len(data) // 2],
        lambda data: data[:40],
        lambda data: data.replace(b"start 1", b"start 7").replace(b"start 2", b"start 7"),
        lambda data: data[:90] + bytes((data[90] ^ 1,)) + data[91:],
        lambda data: None,
    ],
    ids=["a move", "cut", "its head", "who starts", "a bit", "missing"],
)
def test_a_record_that_is_damaged_or_missing_is_one_sentence(sim, harm):
    data = harm(ROUNDS[0])
    if data is not None:
        kept(sim, data)
    show(sim, "review.coach", 0)
    done(sim)
    assert screen(sim) == "coach" and box(sim) == UNREAD
    sim.press("B", rest=100)
    assert screen(sim) == "lastrounds" and not sim.failure


def test_a_damaged_record_of_cards_is_one_sentence_in_the_language(sim):
    kept(sim, CARDS[: len(CARDS) // 2])
    speak("de")
    for where in ("review.cardcoach", 0), ("review.cardcoach", 5):
        show(sim, *where)
        sim.wait(5000)
        assert "Diese Runde ist nicht gespeichert oder beschädigt." in page(sim)
    sim.press("B", rest=100)
    assert screen(sim) == "lastrounds"


def test_the_coach_never_shows_another_round_than_the_one_that_was_played(started):
    """The drive could not be written when the round ended."""
    people = [("", "ANNA"), ("hard", "ADA")]
    game = ended(0, people)
    sim = started()
    kept(sim, ROUNDS[0])
    put(sim, game, people)
    sim.wait(200)
    before = bytes((len(ROUNDS[0]) & 255, len(ROUNDS[0]) >> 8)) + ROUNDS[0]
    assert screen(sim) == "score" and sim.app.store.save("r0", before) is None
    sim.press("LEFT")
    done(sim)
    assert screen(sim) == "coach" and box(sim) == UNREAD


def test_the_coach_s_wait_is_a_bar_that_grows(started):
    sim = started(blind=False)
    kept(sim, ROUNDS[0])
    show(sim, "review.coach", 0)
    coach = sim.app.screen
    bar, grid = coach.bar.bitmap, coach.bar.grid
    filled = []
    for _ in range(4000):
        if not coach.busy:
            break
        assert grid in coach.group
        done, many = map(int, coach.head.text.rpartition(" ")[2].split("/"))
        filled.append(sum(bar[x, 3] for x in range(bar.width)))
        least, most = (bar.width * turns // max(1, many) for turns in (done, done + 1))
        assert least <= filled[-1] <= max(least, most - 1)
        sim.wait(10)
    assert not coach.busy and grid not in coach.group
    assert filled == sorted(filled) and len(set(filled)) >= 3


def test_the_coach_of_a_round_that_ended_in_small_tiles_has_large_ones(started):
    sim = started("tinycircuits_thumby_color")
    kept(sim, ROUNDS[0])
    sim.app.sitting.small = True  # the table was full
    show(sim, "review.coach", 0)
    done(sim)
    shown = sim.app.screen
    while shown.index:
        sim.press("LEFT")
    assert shown.board.shape[0]


@pytest.mark.parametrize("board", BOARDS)
def test_sets_lie_with_the_coach_where_the_game_s_table_has_them(started, board):
    """They lay in another order, and the eye had to look for each."""
    from pocket.tilegame import board as layout

    sim = started(board)
    kept(sim, ROUNDS[0])
    show(sim, "review.coach", 0)
    done(sim)
    shown = sim.app.screen
    sim.press("RIGHT" if shown.index < len(shown.turns) - 1 else "LEFT")
    table = list(shown.part.table)
    sizes = bytearray([len(codes) for codes in reversed(table)])
    spots = bytearray(layout.NOWHERE * len(table))
    layout.place_sets(sizes, spots, shown.board.table.cols)
    places = [bytes(spots[3 * i : 3 * i + 2]) for i in range(len(table))][::-1]
    spots = b"".join(place + bytes((len(codes),)) for place, codes in zip(places, table))
    sim.app.sitting.seen = (table, bytearray(spots))
    shown._show()
    assert len(table) > 3 and bytes(shown.part.lie) == spots


def test_the_coach_s_bar_grows_while_a_single_turn_takes_long(started, monkeypatch):
    from pocket.review import coach as module

    best = module._best

    def slow(rules, turn):
        for _ in range(3000):
            yield None
        return (yield from best(rules, turn))

    sim = started()
    kept(sim, ROUNDS[0])
    monkeypatch.setattr(module, "_best", slow)
    clock = itertools.count(sim.app.now(), 5)
    monkeypatch.setattr(sim.app, "now", lambda: next(clock))
    coach = module.Screen(sim.app)
    while not coach.asked:
        coach.tick(sim.app.now())
    part = coach.bar.w // len(coach.turns)
    seen = []
    while coach.done == 0:
        seen.append(coach.filled)
        grown = coach.tick(sim.app.now())
        assert grown == (coach.filled > seen[-1])
    assert seen == sorted(seen) and part // 2 < seen[-1] < part
    assert len(set(seen)) > 4 and coach.filled >= part


def test_b_stops_the_coach_s_work(sim):
    kept(sim, ROUNDS[0])
    show(sim, "review.coach", 0)
    sim.press("B", rest=100)
    assert screen(sim) == "lastrounds"


# -- the end of a round ----------------------------------------------------------------------------


def ended(seat, people, options=None):
    """A game of the first kind whose only round has just ended, won by `seat`."""
    from rules.tilegame import game

    one = game.Game(catalogue.ORDER[0], 2, 4, {"length": 1, **(options or {})})
    one.apply(("go",))
    while one.phase == "turn":
        if one.seat == seat:
            table = search.run(
                one.rules, one.table, one.racks[seat], bool(one.opened[seat]), parted=one.parted
            )
            move = ("play", table.table) if table.tiles else ("draw",)
        else:
            move = ("draw",)
        if move == ("draw",) and not one.pool:
            move = ("pass",)
        assert one.apply(move) is None
    assert one.winners == [seat]
    return one


def test_the_score_sheet_keeps_and_counts_the_round_once_and_leads_to_the_coach(started):
    people = [("", "ANNA"), ("hard", "ADA")]
    game = ended(0, people)
    sim = started()
    put(sim, game, people)
    sim.wait(200)
    assert screen(sim) == "score" and "New badges: " in page(sim)
    from pocket.saves import roundsfile, statisticsfile

    assert [bytes(one) for one in roundsfile.all_of(sim.app.store)] == [
        notation.packed(game, people)
    ]
    sim.press("LEFT")
    turns = done(sim).turns
    assert screen(sim) == "coach" and turns and not [turn for turn in turns if turn.more]
    sim.press("B", rest=200)
    assert screen(sim) == "score"
    assert len(list(roundsfile.all_of(sim.app.store))) == 1
    assert statisticsfile.statistics(sim.app).sum(stats.PLAYED) == 1
    sim.press("A", rest=100)
    assert screen(sim) == "title"


def test_the_best_play_and_the_coach_stay_beside_a_badge_and_behind_the_coach(started):
    people = [("", "ANNA"), ("hard", "ADA")]
    game = ended(0, people)
    sim = started()
    from pocket.always import flow
    from pocket.games import newgame, seatcounts

    game.note = newgame.pack_people(people)
    newgame.seat_people(sim.app, game, people)
    seatcounts.played(sim.app.sitting, 0, 7)
    flow.next(sim.app)
    sim.wait(200)
    sim.press("A", "A", rest=200)  # the podium
    assert screen(sim) == "score" and "New badges: " in page(sim)
    for _ in range(2):
        assert "Your best play: 7 tiles. 1 turn." in page(sim)
        sim.press("LEFT", rest=100)
        assert screen(sim) == "coach"
        sim.press("B", rest=200)
        assert screen(sim) == "score"
    assert "Your best play: 7 tiles. 1 turn." in page(sim) and "New badges: " in page(sim)


def test_nobody_is_told_that_a_best_play_was_none(started):
    people = [("", "ANNA"), ("hard", "ADA")]
    game = ended(1, people)
    sim = started()
    from pocket.games import newgame, seatcounts

    game.note = newgame.pack_people(people)
    newgame.seat_people(sim.app, game, people)
    seatcounts.played(sim.app.sitting, 0)
    show(sim, "rounds.score")
    assert "1 turn." in page(sim) and "best play" not in page(sim)


def test_a_badge_stays_on_its_sheet_until_the_next_round(sim):
    """START led to the menu, and back to a sheet without it."""
    game = ended(0, [("", "ANNA"), ("easy", "ADA")])
    game.phase = "round"
    put(sim, game, [("", "ANNA"), ("easy", "ADA")])
    for _ in range(2):
        assert screen(sim) == "score" and "A new badge: First win" in page(sim)
        sim.press("START", "B", rest=200)
    sim.press("A", rest=200)
    assert screen(sim) == "startdraw"
    show(sim, "rounds.score", ("menus.pause",))
    assert "badge" not in page(sim)


@pytest.mark.parametrize("board", BOARDS)
def test_two_badges_of_one_round_and_the_best_play_can_be_read(started, board):
    """On the smallest display some of it lies below how game and round ended."""
    people = [("", "ANNA"), ("hard", "ADA")]
    game = ended(0, people)
    sim = started(board)
    from pocket.games import newgame, seatcounts

    game.note = newgame.pack_people(people)
    newgame.seat_people(sim.app, game, people)
    sim.app.sitting.code = "ABCDEFGH"
    seatcounts.played(sim.app.sitting, 0, 12)
    for language in reversed(wordtable.languages(ROOT)):
        speak(language)
        sim.app.sitting.badges = ("first", "tiles")
        show(sim, "rounds.score")
        sheet = sim.app.screen
        read = page(sim)
        while sheet.hidden.endswith(draw.DOWN):
            sim.press("DOWN")
            read += " " + page(sim)
        assert [word for word in sheet.words.below.split() if word not in read] == []
        assert board == BOARDS[1] or not sheet.hidden
    assert "ABCD EFGH" in read and "New badges: First win and Ten at once" in sheet.words.below
    assert "Your best play: 12 tiles. 1 turn." in read


def test_puzzles_rounds_and_statistics_are_reached_from_the_first_screen(sim):
    for way, line, name in (
        ("Learn", "Puzzles", "puzzles"),
        ("More", "Last rounds", "lastrounds"),
        ("More", "Your games", "badges"),  # nothing is counted yet
    ):
        choose(sim, way)
        choose(sim, line, rest=200)
        assert screen(sim) == name
        sim.press("B", "B", rest=200)
        assert screen(sim) == "title"
