"""The last rounds, and the coach who looks at their turns: what was laid, what was possible; also
where memory has cut a search short."""

import functools
import itertools
from types import SimpleNamespace

import pytest
from broken import Broken
from kept_rounds import BOTH, CARDS, ROUNDS
from play_scene import position
from pocket.app import draw
from record_help import play_game
from screens_help import BOARDS, ENDS, NARROW
from words_games import kept

from rules.base import finish
from rules.record import notation, reader
from rules.solver import search
from tools.device import wordtable
from tools.place import ROOT

UNREAD = "This round is not kept, or it is damaged."
ROUND = ROUNDS[0]  # of ANNA, the second seat
PERSONS = notation.expand(CARDS).replace("ADA/easy", "ADA").replace("BOB/easy", "BO").encode()
LAYERS = "rules.solver.layers_fast", "FastLayers.advance", MemoryError()  # a search is cut short


def done(scene, _=""):
    """Wait for the coach; the screen that is there then."""
    for _ in range(300):
        scene.sim.wait(200)
        if scene.screen and not scene.screen.busy:  # none while the VM starts anew
            return scene.screen
    raise AssertionError("the coach does not end")


def coached(scene, *records):
    """Keep rounds and ask the coach about the newest: its screen."""
    kept(scene, *records)
    scene("go review.lastrounds; A")
    return done(scene)


def asked(scene, *records):
    """Keep rounds and show the coach of the newest, at work."""
    kept(scene, *records)
    scene.app.go("review.coach", 0)


@functools.cache
def reviewed():
    """Return the turns of the second seat in ROUND, with the best play for each and the tiles
    that it has more."""
    replay = reader.Replay(reader.Record(ROUND))
    rules = replay.game.rules
    turns = []
    while not replay.done():
        step = replay.step()
        if step.seat == 1 and step.kind != "redeal":
            position = rules, step.table, step.rack, step.opened
            best = finish(search.solve(*position, jokers_differ=step.jokers_differ))
            more = best.tiles - len(step.laid)
            turns.append(SimpleNamespace(step=step, best=best, tiles=len(step.laid), more=more))
    return turns


def shown_turns(coach):
    return list(map(coach.kept, range(len(coach.turns))))


def foot(scene):
    return scene.screen.foot.text


def named_backs(scene):
    """Return how often the coach's lines name the key that leads back."""
    tails = [line.tail for line in (scene.screen.head, scene.screen.foot)]
    return sum(tail.endswith(draw.KEY_B + " back") for tail in tails)


# -- the coach of tiles


@pytest.mark.parametrize("board", ENDS)
def test_the_costliest_turn_is_shown_and_the_better_play(scene, board):
    turns = reviewed()
    costliest = turns.index(max(turns, key=lambda turn: turn.more))
    scene.board(board)
    coach = coached(scene, ROUNDS[1], ROUND)
    scene("on coach")
    assert len(coach.turns) == len(turns) and coach.index == costliest
    counts = turns[costliest].tiles, turns[costliest].best.tiles
    assert foot(scene) == "Biggest miss: played %d of %d" % counts
    assert coach.part.sets != turns[costliest].best.table
    scene("A")
    assert coach.part.sets == turns[costliest].best.table
    scene("A")
    for i in range(1, len(turns)):
        scene("RIGHT")
        index = (costliest + i) % len(turns)
        turn = turns[index]
        assert coach.index == index and named_backs(scene) == 1
        assert coach.part.sets == (turn.step.after if turn.tiles else turn.step.table)
        if turn.more:
            assert foot(scene) == "Played %d of %d" % (turn.tiles, turn.best.tiles)
        else:
            nothing = "Played %d: nothing better" % turn.tiles
            assert foot(scene) == (nothing if turn.tiles else "No play was possible.")
    nothing_better(scene, coach)
    scene("B; on lastrounds; check screen.list.chosen == 0")


@pytest.mark.parametrize("board", (*ENDS, "pybadge"))
def test_yours_and_better_have_tiles_of_one_size_and_begin_where_they_change(scene, board):
    """Tiles of the one were larger; of the other nothing new was on show with large text."""
    from pocket.tilegame.board import changed_rows

    scene.board(board)
    scene("setting large=True")
    coach = coached(scene, ROUNDS[1], ROUND)
    view, moved = coach.board, []
    for _ in coach.turns:
        sizes, places = set(), []  # places: the row of each set
        for _ in range(2 if coach.kept(coach.index).missed else 0):
            scene("A")
            sizes.add((view.table.w, view.table.h, view.rack.w, view.rack.rows))
            rows = changed_rows(coach.part.spots, coach.part.shades) or [view.top]
            assert view.top <= min(rows) < view.top + view.table.rows
            assert view.scroll_arrows() in coach.head.tail + coach.foot.tail
            places.append(dict(zip(map(bytes, coach.part.sets), coach.part.spots[::3])))
        assert len(sizes) < 2
        both = set(places[0]) & set(places[1]) if places else set()
        moved += [one for one in both if places[0][one] != places[1][one]]
        scene("RIGHT")
    assert len(moved) < 4  # some leave a row that another set fills


def nothing_better(scene, shown):
    """Have a round summed up in which no better play was possible: the first of 37 turns was shown,
    with no word of the others."""
    from pocket.review import shown as screens

    shown.turns = [turn.position + bytes(2) for turn in shown_turns(shown)]
    screens.begin(shown)
    scene("box All %d turns checked: no better play was found." % len(shown.turns))
    height = len(shown.box.lines) * scene.app.art.letters.height
    assert shown.box.group.y + height <= shown.board.floor  # the rack is free
    scene("RIGHT; box")
    del shown.turns[1:]  # of one turn
    screens.begin(shown)
    scene("box 1 turn checked: no better play was found.")


# turns, persons, tiles missed, proved, the costliest, the better play is shown: any two with one
# another, and with two persons each text
WORDED = [
    (28, 2, 14, 1, True, False),
    (28, 2, 14, 1, False, True),
    (28, 2, 14, 0, False, True),
    (28, 2, 0, 1, False, False),
    (28, 2, 0, 0, False, False),
    (28, 1, 0, 0, False, False),
    (1, 2, 0, 0, True, False),
    (1, 1, 14, 1, True, True),
]


@pytest.mark.parametrize("board", BOARDS[1:])
def test_a_round_of_two_persons_is_told_whole_in_every_language(scene, board):
    scene.board(board)
    shown = coached(scene, BOTH)
    long = "Biggest miss: " in foot(scene)  # the whole sentence where there is room
    assert long or "Played " in foot(scene) and board == BOARDS[1]
    assert board != BOARDS[3] or long and named_backs(scene) == 1
    assert foot(scene).endswith(shown.names[1])
    turns = shown.turns
    names_keys(scene, shown)
    shown.turns = turns
    places_kept(scene, shown)


def names_keys(scene, coach):
    """Name every key, of one person and of two with long names; B's word is left out first."""
    from pocket.review import shown

    turn = next(turn for turn in shown_turns(coach) if turn.missed)
    for language in wordtable.languages(ROOT):
        scene.speak(language)
        for count, people, better_by, is_proved, is_costliest, coach.shows_better in WORDED:
            coach.names = ["ANNABEL", "WILLIAM"][:people]
            answer = bytes((is_proved, better_by)) + turn.answer[2:]
            coach.turns = [turn.position + answer] * count
            coach.index = count - 1
            coach.worst_index = coach.index * is_costliest
            shown.show_words(coach)
            lines = coach.head.text, coach.foot.text
            tails = coach.head.tail + coach.foot.tail
            assert tails.count(draw.KEY_B) == 1 and "..." not in lines[0] + lines[1], lines
            assert draw.RIGHT in lines[0] and (not better_by or draw.KEY_A in lines[0])
            assert people == 1 or lines[1].endswith(draw.KEY_SELECT + " WILLIAM")


def places_kept(scene, shown):
    """Have sets lie where the game's table has them: they lay in another order, and the eye had to
    look for each."""
    from pocket.tilegame import board as layout

    drawn = [i for i, turn in enumerate(shown_turns(shown)) if turn.before() == turn.after()]
    shown.index = drawn[-1]
    shown._refresh()
    table = list(shown.part.sets)
    sizes = bytearray([len(codes) for codes in reversed(table)])
    spots = bytearray(layout.NOWHERE * len(table))
    layout.place_sets(sizes, spots, shown.board.table.cols)
    places = [bytes(spots[3 * i : 3 * i + 2]) for i in range(len(table))][::-1]
    spots = b"".join(place + bytes((len(codes),)) for place, codes in zip(places, table))
    scene.session.seen = (table, bytearray(spots))
    shown._refresh()
    assert len(table) > 3 and bytes(shown.part.spots) == spots


def test_each_person_s_turns_are_shown(scene):
    of = [0, 0]
    replay = reader.Replay(reader.Record(BOTH))
    while not replay.done():
        of[replay.step().seat] += 1
    scene.board("pimoroni_picosystem")
    kept(scene, BOTH)
    scene("go review.lastrounds; A")
    for seat, name, other in ((0, "ADA", "ANNA"), (1, "ANNA", "ADA")):
        shown = done(scene)
        assert len(shown.turns) == of[seat]
        assert name in shown.head.text and other in foot(scene)
        scene("SELECT")
    scene("B; on lastrounds")


# -- its wait


def test_the_wait_is_a_bar_that_grows(scene):
    scene.snapshots()
    asked(scene, ROUND)
    scene.on("coach")
    shown = scene.screen
    bar, grid = shown.bar.bitmap, shown.bar.grid
    filled = []
    for _ in range(4000):
        if not shown.busy:
            break
        assert grid in shown.group
        count, many = map(int, shown.head.text.rpartition(" ")[2].split("/"))
        filled.append(sum(bar[x, 3] for x in range(bar.width)))
        least, most = (bar.width * turns // max(1, many) for turns in (count, count + 1))
        assert least <= filled[-1] <= max(least, most - 1)
        scene.sim.wait(10)
    assert not shown.busy and grid not in shown.group
    assert filled == sorted(filled) and len(set(filled)) >= 3


def test_it_is_told_how_far_the_coach_is_and_any_moment_it_can_be_left(scene):
    many = len(reviewed())
    asked(scene, ROUND)
    told = [""]
    while len(told) < 3 or scene.screen.busy:
        scene.sim.wait(10)
        if told[-1] != scene.screen.head.text:
            told.append(scene.screen.head.text)
    assert told[1] == "Turns checked: 0/0"
    assert len([text for text in told if text.endswith("/%d" % many)]) > many // 2
    for moment in range(0, 400, 80):
        scene("go review.coach 0; wait %d; B; on lastrounds" % moment)


# -- where memory is short


def test_it_is_said_where_more_may_have_been_possible(scene):
    turns = reviewed()
    with Broken(*LAYERS) as broken:
        asked(scene, ROUND)
        done(scene)
        assert broken.calls >= len(turns)
    texts = set()
    for _ in turns:
        coach = scene.screen
        laid, best = turns[coach.index].tiles, turns[coach.index].best.tiles
        shown_turn, text = coach.kept(coach.index), foot(scene)
        texts.add(text)
        if shown_turn.missed:  # sets of the rack and additions: a legal play, not the best
            assert text == "Played %d of %d or more" % (laid, laid + shown_turn.missed)
            assert laid + shown_turn.missed <= best
        else:
            nothing = "Played %d: nothing better" % laid if laid else "No play was possible."
            assert text in ("Played %d, more may fit" % laid, nothing)
            assert text != nothing or laid == best
        scene("RIGHT")
    assert len(texts) > 2
    scene.well()


def test_the_program_starts_anew_and_knows_what_a_desktop_does(scene):
    """... and what it knew of the turns before."""
    turns = reviewed()
    asked(scene, ROUND)
    scene.on("coach")
    while scene.screen.finished_turns < 7 or not scene.screen.solver_started:
        scene.sim.wait(1)
    with Broken("rules.solver.problem", "Problem.__init__", MemoryError(), 1) as broken:
        shown = done(scene)
        assert broken.calls == 1
    assert scene.sim.reloads == 1
    assert [turn.is_proved for turn in shown_turns(shown)] == [True] * len(turns)
    assert [turn.missed for turn in shown_turns(shown)] == [turn.more for turn in turns]
    assert all((len(turn.answer) > 2) == (turn.missed > 0) for turn in shown_turns(shown))


def test_the_coach_goes_on_behind_a_turn_that_has_no_answer(scene):
    """The program starts anew and asks once more, then goes on without an answer."""
    turns = reviewed()
    with Broken("rules.solver.problem", "Problem.__init__", MemoryError(), 2):
        asked(scene, ROUND)
        shown = done(scene)
    assert scene.sim.reloads == 1
    assert [turn.is_proved for turn in shown_turns(shown)] == [False] + [True] * (len(turns) - 1)
    assert [turn.missed for turn in shown_turns(shown)[1:]] == [turn.more for turn in turns[1:]]
    while shown.index:
        scene("RIGHT")
    assert foot(scene) == "Played %d, more may fit" % turns[0].tiles


@pytest.mark.parametrize(
    "where", [("rules.record.reader", "Record.__init__"), ("rules.tilegame.record", "table_after")]
)  # at once; at the first play
def test_a_replay_without_memory_is_told_and_what_is_there_is_shown(scene, where):
    with Broken(*where, MemoryError()):
        asked(scene, ROUND)
        shown = done(scene)
    scene("box Memory ran out: not all of your turns are here.")
    turns = reviewed()
    replay = reader.Replay(reader.Record(ROUND))
    while where[1] == "table_after" and replay.step().kind != "play":
        pass
    known = [turn for turn in turns if turn.step.number < replay.moves_made]
    assert [turn.missed for turn in shown_turns(shown)] == [turn.more for turn in known]
    scene("B; on lastrounds")


def test_kr_10_a_pass_behind_a_search_that_was_cut_short_is_told(scene):
    parted = ["o3 o4 o5 o6 o7", "r3 r4 r5 r6 r7"]  # a 5 goes into the middle alone
    game = position(parted, "o5 k13", game_id="KR", seats=3, others="r5 k11", pool=0)
    scene.put(game, [("", "ANN"), ("hard", "BOB"), ("easy", "CYD")])
    told = set()
    with Broken(*LAYERS):
        scene("START A")
        for _ in range(100):
            scene.sim.wait(100)
            if scene.screen is None or scene.name() == "restart":  # the program starts anew
                continue
            if scene.name() == "play":
                told |= {scene.screen.message, scene.boxed()}
            elif scene.name() == "score" and scene.game.phase != "turn":
                break
            if scene.game.passes == 2:
                scene.sim.press("A")
    assert "You passed. Not every play could be tried." in told
    assert "BOB passes. Not every play could be tried." in told


def test_kr_10_a_pass_that_is_proved_needs_no_such_sentence():
    table = ["o4 o5 o6 o7", "r1 b1 k1"]
    game = position(table, "b9 k13", game_id="KR", others="b11 k11", pool=0)
    assert not game.can_play() and not game.unproved
    assert game.apply(("pass",)) is None


def test_kr_10_the_coach_searches_no_proof_of_a_pass_again(scene, monkeypatch):
    """The solver ran beside all that replays a round: the least memory of a whole game."""
    from rules.solver import search

    (record,), _game = play_game("KR", ["easy"] * 4, 3, {"length": 1})
    assert " p " in notation.expand(record)
    monkeypatch.setattr(search, "prove", None)
    assert coached(scene, notation.expand(record).replace("ADA/easy", "ADA").encode()).turns


# -- the coach of cards


@functools.cache
def replay_with_advice(record, seat):
    """Return [(round, took the open card, a strong player does, drawn, card, better)], by a replay
    of its own."""
    from rules.eight import players

    replay = reader.Replay(reader.Record(record))
    advice = []
    while not replay.done():
        game = replay.game
        if game.seat != seat:
            replay.step()
            continue
        take = finish(players.hint(game.view(seat)))
        parts = replay.parts()
        step = next(parts)
        discard = finish(players.hint(game.view(seat)))
        next(parts)
        from_top = step.take == "discard"
        advice.append(
            (step.round, from_top, take[1] == "discard", step.drawn[0], step.card, discard[1])
        )
    return advice


@pytest.mark.parametrize("board", ENDS[:1])
def test_the_coach_of_the_cards_shows_what_a_strong_player_does(scene, board):
    wanted = [replay_with_advice(PERSONS, seat) for seat in (0, 1)]
    scene.board(board)
    coached(scene, PERSONS)
    for seat, name in ((0, "ADA"), (1, "BO")):
        scene("on cardcoach; keys %s; keys {B} back" % name)
        assert [turn[:3] + turn[4:] for turn in scene.screen.turns] == wanted[seat]
        for _, top, better_top, _, card, better in wanted[seat]:
            said = scene.page()
            assert ("From the discard pile" if top else "From the draw pile") in said
            assert ("Better: the discard pile" in said) == (better_top and not top)
            assert ("Better: discard" in said) == (card != better)
            assert ("does the same" in said) == (top == better_top and card == better)
            scene.sim.press("RIGHT")
        scene.sim.press("SELECT", rest=20000)
    scene("B; on lastrounds")


@pytest.mark.parametrize("board", NARROW)
def test_the_coach_of_the_cards_names_every_key_in_every_language(scene, board):
    scene.board(board)
    shown = coached(scene, notation.expand(CARDS).replace("/easy", "").encode())
    for language, people in itertools.product(wordtable.languages(ROOT), (1, 2)):
        scene.speak(language)
        shown.names = ["ANNABEL", "WILLIAM"][:people]
        shown.turns = shown.turns[:1] * 88
        shown.index = 87
        shown._show()
        keys = scene.lines()[-1]
        assert draw.KEY_B in keys and (people == 1 or "WILLIAM" in keys), keys
        assert shown.panel.small.measure(shown.panel._spread(keys)) < scene.app.w - 1, keys


@pytest.mark.parametrize("board", ENDS)
def test_the_coach_of_the_cards_tells_the_goal_and_leads_to_better_turns(scene, board):
    scene.board(board)
    shown = coached(scene, notation.expand(CARDS).encode())
    goals = wordtable.load(ROOT)["eight"]
    better = [i for i in range(len(shown.turns)) if shown.turns[i][1] != shown.turns[i][2]]
    better += [i for i in range(len(shown.turns)) if shown.turns[i][5] != shown.turns[i][6]]
    assert better and len(set(better)) < len(shown.turns)
    for place in sorted(set(better) - {0}):
        scene("A; says Better:")
        assert shown.index == place
        assert goals["goal%d" % shown.turns[place][0]] in scene.lines()
    scene("A")
    assert shown.index == min(better)  # round and round
