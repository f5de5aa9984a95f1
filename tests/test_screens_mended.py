"""An error is never the end of a game: whatever is raised, it goes on from the last good state."""

import sys

import play_scene
import pytest
import saves_help
from broken import Broken
from conftest import ROOT
from play_scene import Hands
from screens_help import Desk, handheld, listed, page, put, screen, show, speak
from test_eight_rules import code, standing
from test_screens_again import ROUNDS, kept

from rules.tilegame import tiles
from tools import replay
from tools.device import boards_desktop, storedrecords, wordtable

TABLE = ["o4 o5 o6 o7", "r1 b1 k1"]
RACK = "k5 k6 k7 r9 b2 b3"
TURN = "Something went wrong. Press a key: the game goes on as it was."
AGAIN = "Something went wrong. Press a key: this turn begins again."
SAVE = "Something went wrong. Press a key: the game goes on from its last save."
MENU = "Something went wrong. Press a key: the first screen comes."
KEPT = MENU + " The game is kept."
LOST = MENU + " What was played since the last save is lost."
PEOPLE = [("", "ANN"), ("hard", "BOB")]
MINE = "r^1 * b#3 ro4 r#5 r^7 <>"
THEIRS = "b^1 b^2 r#3 r#4 bo6 bo6 r^7"


def seat_down(sim, game=None, people=None):
    """Put a tile game on the handheld, kept as at the turn's beginning; its Hands."""
    begin(sim, game or play_scene.position(TABLE, RACK), people or PEOPLE)
    return Hands(sim)


def begin(sim, game, people):
    """Make a game the running one; the handheld itself keeps it, so its drive's faults count."""
    from pocket.games import newgame

    newgame.seat_people(sim.app, game, people)
    sim.app.enter()
    sim.wait(700)


def noted(sim):
    """The sentence of the note that is on show."""
    assert screen(sim) == "failed" and sim.failure, screen(sim)
    text, sim.failure = sim.app.screen.text, None
    return text


def go_on(sim):
    """A key, once the note has been seen."""
    sim.wait(800)
    sim.press("B", rest=600)


def goes_on(sim, sentence):
    """The note that is on show says that; a key goes on."""
    assert noted(sim) == sentence
    go_on(sim)


def lay_three(hand):
    """Lay k5 k6 k7, take r9."""
    hand.take("k5", "k6", "k7")
    hand.press("SELECT")
    hand.take("r9")
    assert hand.turn.laid == 3 and hand.turn.picked == 1


def three_laid(sim):
    """The Hands of a tile game in whose turn so much is done, see lay_three."""
    hand = seat_down(sim)
    lay_three(hand)
    return hand


def built(hand):
    """What has been built in the turn."""
    turn = hand.turn
    return [bytes(codes) for codes in turn.sets], sorted(turn.rack), turn.laid


def ends_well(hand):
    """The turn is as it was when three tiles lay: it can be taken back, and it can be ended."""
    sim = hand.sim
    assert hand.turn.laid == 3 and hand.turn.wrong() == 0
    while hand.turn.picked:
        hand.press("B")
    hand.press("B")
    assert hand.turn.laid == 0 and len(hand.turn.rack) == 6
    hand.take("k5", "k6", "k7")
    hand.press("SELECT", "START", rest=100)
    game = sim.app.sitting.game
    assert len(game.racks[0]) == 3 and not sim.failure
    game.check()


# -- in the turn of a person -----------------------------------------------------------------------

ERRORS = [ValueError("a test"), KeyError(5), OSError(5, "a test"), RuntimeError()]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_key_that_fails_leaves_the_turn_as_it_was(sim, error):
    hand = three_laid(sim)
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", error, 1) as broken:
        hand.press("START")
        assert broken.calls == 1
        goes_on(sim, TURN)
    assert screen(sim) == "play" and hand.turn.laid == 3
    ends_well(hand)


@pytest.mark.parametrize("where", ["_rest", "_add", "_keep"])
def test_a_key_that_fails_while_tiles_are_put_leaves_what_was_before_it(sim, where):
    hand = three_laid(sim)
    before = built(hand)
    hand.to_table(1, 0)
    hand.press("A")
    hand.to_place()
    with Broken("pocket.tilegame.personturn", "Turn." + where, ValueError("a test"), 1) as broken:
        hand.press("SELECT")
        assert broken.calls == 1
        goes_on(sim, TURN)
    assert built(hand) == before
    ends_well(hand)


def test_a_turn_whose_putting_back_fails_half_way_is_as_it_was(sim):
    hand = three_laid(sim)
    hand.press("SELECT")  # sorted: a step that B, held on, first takes back
    before = built(hand)
    with Broken("pocket.tilegame.personturn", "Turn._line_up", ValueError("a test"), 1):
        sim.hold("B", 700)
        goes_on(sim, TURN)
    assert built(hand) == before
    hand.press("RIGHT", "LEFT")
    ends_well(hand)


def test_a_key_that_fails_behind_what_it_has_done_is_taken_back(sim):
    hand = three_laid(sim)
    before = built(hand)
    with Broken("pocket.tilegame.personturn", "PersonTurn._placed", ValueError("a test"), 1):
        hand.take("b2", "b3")
        hand.press("SELECT")
        assert screen(sim) == "play"  # no place for these
        hand.to_table(1, 0)
        hand.press("SELECT")
        goes_on(sim, TURN)
    assert built(hand) == before
    ends_well(hand)


def test_a_picture_that_fails_after_a_key_takes_the_key_back(sim):
    hand = three_laid(sim)
    before = built(hand)
    hand.press("B")  # r9 again
    with Broken("pocket.tilegame.board", "Board.fit", ValueError("a test"), 1):
        hand.press("B")  # the three
        goes_on(sim, TURN)
    assert built(hand) == before
    ends_well(hand)


def test_time_that_fails_at_rest_leaves_what_is_built_and_taken(sim):
    hand = three_laid(sim)
    used = sim.app.sitting.used
    with Broken("pocket.tilegame.personturn", "PersonTurn.tick", ValueError("a test"), 1):
        sim.wait(50)
        goes_on(sim, TURN)
    assert sim.app.sitting.used >= used
    ends_well(hand)


def test_a_screen_that_cannot_be_built_is_built_again_with_what_was_laid(sim):
    hand = three_laid(sim)
    sim.hold("START", 700)
    assert screen(sim) == "pause"
    with Broken("pocket.tilegame.board", "Board.__init__", ValueError("a test"), 1):
        sim.press("B", rest=100)
        goes_on(sim, TURN)
    ends_well(hand)


def test_a_screen_that_lacks_memory_once_is_made_without_the_piece_that_is_held(sim):
    hand = three_laid(sim)
    sim.hold("START", 700)
    with Broken("pocket.tilegame.board", "Board.__init__", MemoryError(), 1):
        sim.press("B", rest=100)
        assert screen(sim) == "play" and not sim.failure and not sim.app.notice
    ends_well(hand)


def test_a_menu_that_fails_leads_back_to_the_turn(sim):
    hand = three_laid(sim)
    sim.hold("START", 700)
    with Broken("pocket.menus.pause", "Screen._go", ValueError("a test"), 1):
        sim.press("A")
        goes_on(sim, TURN)
    assert screen(sim) == "play"
    ends_well(hand)


def test_a_turn_that_cannot_be_left_begins_again(sim):
    hand = three_laid(sim)
    with Broken("pocket.tilegame.personturn", "PersonTurn.close", ValueError("a test")) as broken:
        sim.hold("START", 700)
        assert broken.calls
        goes_on(sim, AGAIN)
    assert hand.turn.laid == 0 and len(hand.turn.rack) == 6 and sim.app.sitting.game.seat == 0


def test_a_key_within_the_first_moment_is_not_taken_for_an_answer(sim):
    hand = seat_down(sim)
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test"), 1):
        hand.press("START", "A", "B")
        assert noted(sim) == TURN
        sim.wait(700)
        assert screen(sim) == "failed"
        sim.press("START", rest=300)
        assert screen(sim) == "play"


def test_between_two_persons_the_note_is_followed_by_the_hand_over(sim):
    hand = seat_down(sim, people=[("", "ANN"), ("", "BEA")])
    sim.wait(800)
    sim.press("A", rest=800)
    lay_three(hand)
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test"), 1):
        hand.press("START")
        go_on(sim)
    assert screen(sim) == "handover" and "ANN" in page(sim) and sim.app.sitting.viewer is None
    sim.wait(800)
    sim.press("A", rest=300)
    assert hand.turn.laid == 3


def test_the_next_person_does_not_get_the_turn_of_the_one_before(sim):
    """What fails behind the move: the rack that was played from is another's."""
    hand = seat_down(sim, people=[("", "ANN"), ("", "BEA")])
    sim.wait(800)
    sim.press("A", rest=800)
    lay_three(hand)
    with Broken("pocket.games.seatcounts", "spent", ValueError("a test"), 1):
        hand.press("START")
        goes_on(sim, TURN)
    sim.wait(800)
    for _ in range(4):  # the hand-over, the move on show
        sim.press("A", rest=300)
        if sim.app.sitting.turn:
            break
    game = sim.app.sitting.game
    assert game.seat == 1 and sorted(hand.turn.rack) == sorted(game.racks[1])
    assert hand.turn.laid == 0 and len(game.racks[0]) == 3


# -- the game itself -------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["_record", "_log", "_next"])
def test_half_a_move_is_taken_back_to_the_turns_beginning(sim, where):
    hand = seat_down(sim)
    rack = sorted(sim.app.sitting.game.racks[0])
    lay_three(hand)
    with Broken("rules.tilegame.game", "Game." + where, ValueError("a test"), 1) as broken:
        hand.press("B", "START")
        assert broken.calls == 1
        goes_on(sim, SAVE)
    game = sim.app.sitting.game
    game.check()
    assert screen(sim) == "play" and game.seat == 0
    assert sorted(game.racks[0]) == rack and len(game.table) == 2 and hand.turn.laid == 0
    assert sim.app.sitting.people == PEOPLE
    hand.take("k5", "k6", "k7")
    hand.press("SELECT", "START", rest=100)
    assert len(game.racks[0]) == 3 and not sim.failure


@pytest.mark.parametrize("module, name", [("referee", "judging"), ("melds", "reading")])
def test_a_referee_that_fails_has_changed_nothing(sim, module, name):
    """At once, or in a slice of its work."""
    hand = three_laid(sim)
    with Broken("rules.tilegame." + module, name, ValueError("a test"), 1):
        hand.press("START")
        goes_on(sim, TURN)
    ends_well(hand)


def test_a_game_that_is_not_whole_any_more_is_taken_from_its_save(sim):
    hand = seat_down(sim)
    game = sim.app.sitting.game
    game.racks[1][-1:] = b""  # a tile is lost
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test"), 1):
        hand.press("START")
        goes_on(sim, SAVE)
    sim.app.sitting.game.check()
    assert sim.app.sitting.game is not game
    assert screen(sim) == "play" and sim.app.sitting.game.seat == 0


def test_without_a_save_half_a_move_is_as_good_as_it_gets(tmp_path):
    """The drive cannot be written: the game goes on if it is whole."""
    with handheld(tmp_path, faults=("read-only", "usb")) as sim:
        hand = three_laid(sim)
        with Broken("rules.tilegame.game", "Game._next", ValueError("a test"), 1):
            hand.press("B", "START")
            goes_on(sim, TURN)
        game = sim.app.sitting.game
        game.check()
        assert screen(sim) == "play" and len(game.table) == 3


def test_a_save_that_fails_does_not_stop_the_game(sim):
    hand = seat_down(sim)
    with Broken("pocket.saves.storage", "Store.save", ValueError("a test")) as broken:
        for _ in range(2):
            hand.press("START", "A")
            for _ in range(40):
                sim.wait(300)
                if screen(sim) == "failed":
                    goes_on(sim, TURN)
                elif screen(sim) == "play" and sim.app.sitting.turn is not None:
                    break
            assert sim.app.sitting.game.seat == 0 and screen(sim) == "play"
        assert broken.calls > 3
    assert len(sim.app.sitting.game.history) == 8  # two rounds of the table
    hand.press("START", "A", rest=60)
    assert sim.app.sitting.last.word == "draw" and sim.app.mishaps.kept


# -- computers, hints, the coach -------------------------------------------------------------------


def until_seat(sim, seat, game):
    """Wait until it is a seat's turn, going on behind notes; the notes."""
    notes = []
    for _ in range(100):
        if screen(sim) == "failed":
            notes.append(noted(sim))
            go_on(sim)
        if game.seat == seat and screen(sim) in ("play", "eightscreen") and not sim.app.screen.busy:
            return notes
        sim.wait(200)
    raise AssertionError("the turn does not come")


@pytest.mark.parametrize("where", ["choose", "playing"])
def test_a_computer_whose_thought_fails_draws(sim, where):
    hand = seat_down(sim)
    game = sim.app.sitting.game
    with Broken("rules.tilegame.players", where, ValueError("a test")) as broken:
        hand.press("START", "A")
        assert until_seat(sim, 0, game) == [TURN] and broken.calls == 1
    assert bytes(game.history)[-2:] == bytes((2 << 4 | 1, 1)) and len(game.racks[1]) == 13
    hand.press("START", "A")
    assert until_seat(sim, 0, game) == []  # it thinks again


def test_a_thought_that_fails_in_its_middle_is_given_up(sim):
    hand = seat_down(sim)
    game = sim.app.sitting.game
    with Broken("rules.tilegame.players.reason", "give", ValueError("a test")):
        hand.press("START", "A")
        assert until_seat(sim, 0, game) == [TURN]
    assert bytes(game.history)[-2:] == bytes((2 << 4 | 1, 1))


def test_without_a_pool_a_computer_whose_thought_fails_plays_plainly(sim):
    game = play_scene.position(TABLE, RACK, others="o8 b13 k3", pool=0)
    hand = seat_down(sim, game)
    with Broken("rules.tilegame.players", "choose", ValueError("a test")):
        hand.press("START", "A")
        assert until_seat(sim, 0, game) == [TURN]
    assert tiles.parse("o8") not in game.racks[1] and game.passes == 0


def ask(sim):
    sim.hold("SELECT", 700, rest=300)


def test_a_hint_that_fails_is_one_sentence_and_the_turn_stays(sim):
    hand = three_laid(sim)
    hand.press("B")
    with Broken("rules.solver.search", "solve", ValueError("a test")) as broken:
        ask(sim)
        assert broken.calls == 1
        goes_on(sim, TURN)
        assert screen(sim) == "play" and hand.turn.laid == 3
        ask(sim)
        assert screen(sim) == "play" and hand.screen.message == "No hint this time."
        assert broken.calls == 1 and hand.turn.laid == 3
    ends_well(hand)


def test_kr_10_a_proof_that_fails_forbids_nobody_to_pass(sim):
    game = play_scene.position(TABLE, "b9 k13", game_id="KR", others="b11 k11", pool=0)
    hand = seat_down(sim, game)
    with Broken("rules.solver.search", "solve", ValueError("a test")):
        hand.press("START", "A", rest=300)
        goes_on(sim, TURN)
        assert game.seat == 0 and not len(game.history)
        hand.press("START", "A", rest=300)
        assert bytes(game.history) == bytes((3 << 4, 0))


@pytest.mark.parametrize("back", ["score", "lastrounds"])
def test_a_coach_that_fails_leads_back(sim, back):
    kept(sim, *ROUNDS)
    if back == "score":
        game = play_scene.position(TABLE, "r9", others="k9")
        game._end(True)
        begin(sim, game, PEOPLE)
        assert screen(sim) == "score"
    with Broken("rules.record.reader", "Record.__init__", ValueError("a test"), 1) as broken:
        show(sim, "review.coach", 0, 0, back)
        sim.wait(300)
        assert broken.calls == 1
        noted(sim)
        go_on(sim)
    assert screen(sim) == {"score": "score", "lastrounds": "title"}[back]
    sim.press("DOWN", "UP")
    assert not sim.failure


# -- lessons and puzzles ---------------------------------------------------------------------------


def learn(sim, what):
    """Go to the first turn of the first lesson, or to a puzzle; the Hands."""
    show(sim, "learn." + what)
    while screen(sim) == what:
        sim.press("A", rest=300)
    sim.wait(600)
    assert screen(sim) == "play" and sim.app.sitting.lesson
    return Hands(sim)


@pytest.mark.parametrize("what", ["lesson", "puzzles"])
def test_the_turn_of_a_lesson_and_of_a_puzzle_goes_on(sim, what):
    hand = learn(sim, what)
    game = sim.app.sitting.game
    with Broken("pocket.tilegame.personturn", "PersonTurn._take", ValueError("a test"), 1):
        hand.press("A")
        goes_on(sim, TURN)
    assert screen(sim) == "play" and sim.app.sitting.game is game and sim.app.sitting.lesson
    hand.press("A")
    assert hand.turn.picked == 1 and not sim.failure
    with Broken("pocket.tilegame.personturn", "PersonTurn._undo", ValueError("a test")):
        hand.press("B")
        goes_on(sim, MENU)  # a lesson is not kept
    assert screen(sim) == "title" and not sim.app.sitting.game


def test_a_step_of_a_lesson_that_is_done_stays_done(sim):
    hand = learn(sim, "lesson")
    game = sim.app.sitting.game
    hand.to_rack(hand.turn.rack.find(bytes((tiles.parse(game.want.split()[0]),))))
    sim.hold("A", 700)
    with Broken("pocket.games.seatcounts", "spent", ValueError("a test"), 1) as broken:
        hand.press("SELECT", "START")
        assert broken.calls == 1 and game.done
        noted(sim)
        go_on(sim)
    assert screen(sim) == "lesson"


# -- 8 Round Rummy ---------------------------------------------------------------------------------


def cards(sim, people=None):
    game = standing([MINE, THEIRS], "r#2", round_=5)
    put(sim, game, people or [("", "ANNA"), ("hard", "BO")])
    assert screen(sim) == "eightscreen"
    return game


def test_er_4_a_key_that_fails_at_the_card_table_keeps_the_card_taken(sim):
    game = cards(sim)
    sim.press("RIGHT", "A")
    assert game.taken == code("r#2")
    with Broken("pocket.eight.eightturn", "Turn._choose", ValueError("a test"), 1):
        sim.wait(600)
        sim.press("A")
        goes_on(sim, TURN)
    assert screen(sim) == "eightscreen"
    assert sim.app.sitting.game is game and game.taken == code("r#2")
    sim.press("LEFT", "A", rest=2000)
    assert code("<>") in game.discards and not sim.failure


@pytest.mark.parametrize("where", ["_say", "_refill"])
def test_er_4_half_a_discard_is_taken_back_to_the_save(sim, where):
    game = cards(sim)
    sim.press("RIGHT", "A")
    with Broken("rules.eight.game", "EightGame." + where, ValueError("a test"), 1):
        sim.press("LEFT", "A", rest=600)
        sim.press("A")
        goes_on(sim, SAVE)
    again = sim.app.sitting.game
    again.check()
    assert again is not game and again.taken == code("r#2") and len(again.hands[0]) == 8
    assert screen(sim) == "eightscreen" and again.seat == 0


def test_er_4_half_a_discard_of_a_computer_is_taken_back_to_the_save(sim):
    """The save is of the turn before: what was taken since was thought to need no save."""
    game = cards(sim)
    for key in ("RIGHT", "A", "A", "A"):
        sim.press(key, rest=600)
    sim.press("A")
    assert game.seat == 1
    with Broken("rules.eight.game", "EightGame._refill", ValueError("a test"), 1) as broken:
        for _ in range(100):
            if screen(sim) == "failed":
                break
            sim.wait(100)
        assert broken.calls
        goes_on(sim, SAVE)
    again = sim.app.sitting.game
    again.check()
    assert again is not game


def test_er_4_a_computer_whose_thought_fails_draws_and_discards_that_card(sim):
    game = cards(sim)
    with Broken("rules.eight.players", "choose", ValueError("a test")):
        for key in ("RIGHT", "A", "A", "A"):
            sim.press(key, rest=600)
        sim.press("A")
        assert game.seat == 1
        assert until_seat(sim, 0, game) == [TURN, TURN]
    game.check()
    log = bytes(game.log)
    assert log[-6:-3] == bytes((1, 1, 255)) and log[-3:-1] == bytes((3, 1))


# -- twice, and where nothing is left --------------------------------------------------------------


def test_what_fails_twice_in_one_position_leads_to_the_menu_and_continue_goes_on(sim):
    hand = three_laid(sim)
    hand.press("B")
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test")):
        hand.press("START")
        goes_on(sim, TURN)
        hand.press("START")
        goes_on(sim, KEPT)
        assert screen(sim) == "title" and listed(sim, "Continue")
    sim.press("A", rest=500)
    assert screen(sim) == "play" and not sim.failure
    assert sorted(hand.turn.rack) == sorted(tiles.parse_set(RACK.split()))


@pytest.mark.parametrize("again", [False, True])
def test_a_game_that_was_not_saved_is_saved_before_the_menu_or_said_to_be_lost(tmp_path, again):
    """again: the drive can be written by then."""
    with handheld(tmp_path, faults=("read-only", "usb")) as sim:
        hand = seat_down(sim)
        with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test")):
            hand.press("START")
            goes_on(sim, TURN)
            if again:
                sim.faults.clear()
            hand.press("START")
            goes_on(sim, KEPT if again else LOST)
        assert screen(sim) == "title" and listed(sim, "Continue") == again


def test_a_game_that_is_neither_whole_nor_saved_is_said_to_be_lost(tmp_path):
    with handheld(tmp_path, faults=("read-only", "usb")) as sim:
        hand = seat_down(sim)
        sim.app.sitting.game.racks[1][-1:] = b""  # a tile is lost
        with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test"), 1):
            hand.press("START")
            goes_on(sim, LOST)
        assert screen(sim) == "title" and not listed(sim, "Continue")


def test_in_another_position_it_is_the_first_time_again(sim):
    hand = seat_down(sim)
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test")):
        hand.press("START")
        goes_on(sim, TURN)
        hand.take("k5", "k6", "k7")
        hand.press("SELECT", "START")
        goes_on(sim, TURN)
        assert screen(sim) == "play" and hand.turn.laid == 3


def test_a_screen_that_can_never_be_built_leads_to_the_menu(sim):
    with Broken("pocket.tilegame.board", "Board.__init__", ValueError("a test")) as broken:
        game = play_scene.position(TABLE, RACK)
        from pocket.games import newgame

        newgame.seat_people(sim.app, game, PEOPLE)
        from pocket.always import flow

        flow.next(sim.app)
        sim.wait(100)
        goes_on(sim, TURN)
        assert broken.calls == 2
        goes_on(sim, KEPT)
        assert screen(sim) == "title"
        sim.press("A", rest=300)  # Continue
        goes_on(sim, KEPT)
    sim.press("A", rest=300)
    assert screen(sim) == "play" and not sim.failure


def test_the_first_screen_is_made_again_once_then_the_sentence_stays(sim, capfd):
    with Broken("pocket.menus.title", "Screen.key", ValueError("a test")):
        sim.press("A")
        goes_on(sim, MENU)
        assert screen(sim) == "title" and not sim.failure
        sim.press("A", rest=200)
        assert sim.failure and sim.app.screen is None
        sim.press("A", rest=2000)
    out = capfd.readouterr().out
    assert "Something went wrong: ValueError a test. The game is kept as of the last turn." in out


def test_a_picture_that_is_missing_is_told_by_its_own_sentence_and_the_game_goes_on(sim):
    hand = three_laid(sim)
    sim.hold("START", 700)
    why = "The picture tiles10x14.bmp is missing or cut short: copy the game again."
    error = type("AssetError", (Exception,), {})(why)
    with Broken("pocket.tilegame.board", "Board.__init__", error, 1):
        sim.press("B", rest=100)
        goes_on(sim, why)
    assert screen(sim) == "play"
    ends_well(hand)


def test_a_first_screen_that_fails_at_power_on_is_made_once_more(tmp_path, capfd):
    with Broken("pocket.menus.title", "Screen._menu", ValueError("a test"), 1):
        with handheld(tmp_path) as sim:
            assert sim.display.brightness > 0
            goes_on(sim, MENU)
            assert screen(sim) == "title" and listed(sim, "Quick game")
    with Broken("pocket.menus.title", "Screen._menu", ValueError("a test")):
        with handheld(tmp_path) as sim:
            goes_on(sim, MENU)
            assert sim.failure and sim.app.screen is None
    assert "Something went wrong: ValueError a test." in capfd.readouterr().out


def test_what_fails_while_it_is_mended_is_the_last_sentence(sim, capfd):
    hand = seat_down(sim)
    with (
        Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test")),
        Broken("pocket.checks.failed", "Screen.__init__", KeyError("worse")),
    ):
        hand.press("START", rest=300)
        assert isinstance(sim.failure, KeyError)
    assert "Something went wrong: KeyError" in capfd.readouterr().out


def test_a_menu_without_a_game_leads_to_the_first_screen(sim):
    with Broken("pocket.menus.settingsmenu", "Screen.key", ValueError("a test")):
        show(sim, "menus.settingsmenu")
        sim.press("A")
        goes_on(sim, MENU)
    assert screen(sim) == "title" and listed(sim, "Quick game")


def test_what_ends_the_program_passes(sim):
    sim.app.screen.key = lambda *key: (_ for _ in ()).throw(KeyboardInterrupt())
    with pytest.raises(Exception, match="KeyboardInterrupt"):
        sim.press("A", rest=100)
    assert isinstance(sim.error, KeyboardInterrupt)


# -- memory ----------------------------------------------------------------------------------------


def test_all_that_memory_was_taken_for_goes_before_the_note_comes(sim):
    hand = three_laid(sim)
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test"), 1):
        hand.press("START")
        noted(sim)
    ours = {name for name in sys.modules if name.startswith(("pocket.", "rules."))}
    left = {name for name in ours if name.startswith(("pocket.tile", "pocket.alone."))}
    assert {name for name in left if name.count(".") == 2} == {"pocket.checks.failed"}
    assert not {name for name in ours if name.startswith(("rules.solver", "rules.tilegame.ref"))}
    assert sim.app.spare is None and type(sim.app.sitting.turn).__name__ == "Bare"


# -- the sentence, and the trace -------------------------------------------------------------------


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_note_is_in_the_language_that_is_set(sim, language):
    hand = seat_down(sim)
    speak(language)
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", ValueError("a test"), 1):
        hand.press("START")
        said = wordtable.shown(ROOT, language)["failed"]
        assert noted(sim) == said["wrong"].format(said["turn"]).replace(" :", "\u00a0:")


@pytest.mark.parametrize("size", [(128, 128), (160, 128), (240, 240), (320, 240)])
@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_whole_sentence_is_on_the_note(size, language):
    from pocket.always import letters
    from pocket.checks import failed

    texts = wordtable.shown(ROOT, language)
    font = Desk(*size).art.letters
    said = texts["failed"]
    ends = [said["menu"] + " " + text for text in (texts["pause"]["leave_help"], said["lost"])]
    for end in [said["turn"], said["again"], said["save"], *ends]:
        text = said["wrong"].format(end)
        lines = letters.wrap(text, size[0] - 6 * (8 if size[0] > 160 else 4), font)
        assert len(failed._note(*size, text, font, 0)) == 1 + len(lines)  # and the ground


def trace_of(folder):
    return storedrecords.traces((folder / "rummy.sav").read_bytes())


def fail(hand, error):
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", error, 1):
        hand.press("START")
        noted(hand.sim)
        go_on(hand.sim)


def test_the_trace_goes_to_the_console_and_to_the_saves(tmp_path, capfd):
    from pocket.always import version

    with handheld(tmp_path) as sim:
        hand = seat_down(sim)
        fail(hand, ValueError("tile 5 is lost"))
    text = trace_of(tmp_path)
    assert text.startswith(version.VERSION + " tilegame.play\nTraceback ")
    assert "in key" in text and "play.py" in text and text.endswith("ValueError: tile 5 is lost\n")
    err = capfd.readouterr().err
    assert "Traceback (most recent call last)" in err and "ValueError: tile 5 is lost" in err


def test_traces_are_bounded_the_latest_is_whole_and_no_other_save_is_lost(tmp_path):
    with handheld(tmp_path) as sim:
        hand = seat_down(sim)
        before = {name: data for _, name, data in saves_help.records(tmp_path).values()}
        for number in range(6):
            hand.press("A")
            hand.to_place()
            hand.press("SELECT")  # a tile more lies on the table: another position
            fail(hand, ValueError("number %d ü" % number))
        assert screen(sim) == "play"
    data = (tmp_path / "rummy.sav").read_bytes()
    text = storedrecords.traces(data)
    assert "number 5" in text and "number 0" not in text
    assert len(storedrecords.newest(data)["trace"][1]) == 1500
    after = {name: data for _, name, data in saves_help.records(tmp_path).values()}
    assert {name: after[name] for name in before} == before
    assert len(data) == 20 * 5632


def test_a_trace_gives_its_place_to_a_save(tmp_path):
    """It never is the reason why a game is not kept."""
    store = saves_help.store(tmp_path)
    names = ["g%d" % number for number in range(17)]
    for name in names:
        assert store.save(name, b"1st one") is None
    assert store.save("trace", b"a trace") is None
    assert store.load("trace")[0] == b"a trace"
    assert store.save("g3", b"2nd one") is None and store.load("g3")[0] == b"2nd one"
    assert store.load("trace")[0] is None
    for name in names:
        assert store.load(name)[0]


def test_as_long_as_there_is_another_place_the_trace_stays(tmp_path):
    store = saves_help.store(tmp_path)
    assert store.save("trace", b"a trace") is None
    for number in range(40):
        assert store.save("game", bytes((number,))) is None
    assert store.load("trace")[0] == b"a trace"


def test_where_the_drive_cannot_be_written_the_trace_is_on_the_console_alone(tmp_path, capfd):
    with handheld(tmp_path, faults=("read-only", "usb")) as sim:
        hand = three_laid(sim)
        fail(hand, ValueError("tile 5 is lost"))
        assert screen(sim) == "play" and hand.turn.laid == 3
    assert "tile 5 is lost" in capfd.readouterr().err
    assert (tmp_path / "rummy.sav").read_bytes() == boards_desktop.SAVES["rummy.sav"]


def test_a_trace_that_cannot_be_kept_stops_nothing(sim):
    hand = seat_down(sim)
    with Broken("pocket.saves.storage", "Store.save", MemoryError()):
        fail(hand, ValueError("a test"))
    assert screen(sim) == "play"


def test_replay_shows_the_trace(tmp_path, capsys):
    with handheld(tmp_path) as sim:
        fail(seat_down(sim), ValueError("tile 5 is lost"))
    capsys.readouterr()
    path = str(tmp_path / "rummy.sav")
    assert replay.main([path, "--trace"]) == 0
    assert capsys.readouterr().out.rstrip() == trace_of(tmp_path).rstrip()


def test_replay_says_that_there_is_no_trace(tmp_path, capsys):
    saves_help.store(tmp_path).save("game", b"1")
    path = str(tmp_path / "rummy.sav")
    assert replay.main([path, "--trace"]) == 0
    assert capsys.readouterr().out == storedrecords.NO_TRACE % path + "\n"
