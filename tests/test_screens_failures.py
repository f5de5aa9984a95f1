"""An error is never the end of a game: whatever is raised, it goes on from the last good state."""

import pytest
import saves_help
from broken import Broken
from cardrounds import code, standing
from conftest import ROOT
from kept_rounds import ROUNDS
from play_scene import position
from scenes import scenes
from screens_help import Desk

from tools import replay
from tools.device import boards_desktop, storedrecords, wordtable

TABLE = ["o4 o5 o6 o7", "r1 b1 k1"]
RACK = "k5 k6 k7 r9 b2 b3"
WRONG = "Something went wrong. Press a key: "
NOTES = {
    "turn": WRONG + "the game goes on as it was.",
    "again": WRONG + "this turn begins again.",
    "save": WRONG + "the game goes on from its last save.",
    "menu": WRONG + "back to the title screen.",
    "kept": WRONG + "back to the title screen. The game is kept.",
    "lost": WRONG + "back to the title screen. What was played since the last save is lost.",
    "picture": "The picture tiles10x14.bmp is missing or cut short: copy the game again.",
}
FUNCTIONS = {  # (module, function) that fails
    "a turn's end": ("pocket.tilegame.personturn", "PersonTurn._end"),
    "a turn's key": ("pocket.tilegame.personturn", "PersonTurn._take"),
    "a turn's undo": ("pocket.tilegame.personturn", "PersonTurn._undo"),
    "a turn's time": ("pocket.tilegame.personturn", "PersonTurn.tick"),
    "a turn's close": ("pocket.tilegame.personturn", "PersonTurn.close"),
    "what follows a put": ("pocket.tilegame.personturn", "PersonTurn._placed"),
    "the rest of a set": ("pocket.tilegame.personturn", "Turn._rest"),
    "adding to a set": ("pocket.tilegame.personturn", "Turn._add"),
    "keeping a step": ("pocket.tilegame.personturn", "Turn._keep"),
    "putting back": ("pocket.tilegame.personturn", "Turn._line_up"),
    "fitting the table": ("pocket.tilegame.board", "Board.fit"),
    "making the board": ("pocket.tilegame.board", "Board.__init__"),
    "the menu's choice": ("pocket.menus.pause", "Screen.choose"),
    "settings": ("pocket.menus.settingsmenu", "Screen.key"),
    "the first screen": ("pocket.menus.title", "Screen.key"),
    "making the first screen": ("pocket.menus.title", "Screen._menu"),
    "counting time": ("pocket.games.seatcounts", "spent"),
    "saving": ("pocket.saves.storage", "Store.save"),
    "recording a move": ("rules.tilegame.game", "Game._record"),
    "logging a move": ("rules.tilegame.game", "Game._log"),
    "the next seat": ("rules.tilegame.game", "Game._next"),
    "the referee": ("rules.tilegame.referee", "judging"),
    "reading a set": ("rules.tilegame.melds", "reading"),
    "a player's choice": ("rules.tilegame.players", "choose"),
    "a player's play": ("rules.tilegame.players", "playing"),
    "a player's reason": ("rules.tilegame.players.reason", "give"),
    "the solver": ("rules.solver.search", "solve"),
    "reading a record": ("rules.record.reader", "Record.__init__"),
    "a card's choice": ("pocket.eight.eightturn", "Turn._choose"),
    "telling a discard": ("rules.eight.game", "EightGame._say"),
    "filling the pile": ("rules.eight.game", "EightGame._refill"),
    "a card player": ("rules.eight.players", "choose"),
}


def fails(scene, text):
    """Let one of FUNCTIONS fail, by ValueError or the error behind `by`: `fails once …` only its
    first call."""
    once, name = text.startswith("once "), text.removeprefix("once ")
    name, _, error = name.partition(" by ")
    found = ERRORS.get(error, ValueError("a test"))
    broken = Broken(*FUNCTIONS[name], found, 1 if once else None)
    scene.broken = scene._stack.enter_context(broken)


ERRORS = {
    "MemoryError": MemoryError(),
    "KeyError": KeyError(5),
    "OSError": OSError(5, "a test"),
    "RuntimeError": RuntimeError(),
    "AssetError": type("AssetError", (Exception,), {})(NOTES["picture"]),
}


def sits(scene, text=""):
    """Begin a game on the handheld, which keeps it itself: `sits ANN BEA` for two persons."""
    names = text.split() or ["ANN", "BOB/hard"]
    sits_at(scene, position(TABLE, RACK), [name.partition("/")[::-2] for name in names])


def sits_at(scene, game, people=(("", "ANN"), ("hard", "BOB"))):
    from pocket.games import newgame

    newgame.seat_people(scene.app, game, list(people))
    scene.app.enter()
    scene.sim.wait(700)


def alone(scene, text):
    """Begin a game of Kiran Rummy, or of Rummikub, with an empty pool, with these racks."""
    game_id, mine, others = text.split(" / ")
    game = position(TABLE, mine, game_id=game_id, others=others, pool=0)
    sits_at(scene, game)


def lay_three(scene, _=""):
    """Lay k5 k6 k7 and take r9."""
    scene("take k5 k6 k7; SELECT; take r9; laid 3; taken 1; built")


def built(scene, _=""):
    """Remember what is built in the turn."""
    scene.built = _built(scene)


def _built(scene):
    turn = scene.turn
    return [bytes(codes) for codes in turn.sets], sorted(turn.rack), turn.laid


def as_built(scene, _=""):
    """Have what was built in the turn."""
    assert _built(scene) == scene.built


def note(scene, name):
    """Show this of NOTES; a key goes on."""
    scene.on("failed")
    assert scene.sim.failure and scene.screen.text == NOTES[name], scene.screen.text
    scene.sim.failure = None
    scene.sim.wait(800)
    scene.sim.press("B", rest=600)


def ends_well(scene, _):
    """Have three tiles laid, which can be taken back, laid again and played."""
    assert scene.turn.laid == 3 and scene.turn.wrong() == 0
    while scene.turn.picked:
        scene.press("B")
    scene("B; laid 0; take k5 k6 k7; SELECT START; wait 100; well")
    assert len(scene.game.racks[0]) == 3
    scene.game.check()


def round_trip(scene, text):
    """Let the others play until this seat is in turn; go on behind notes: `round_trip 0 2`: of two
    notes."""
    seat, count = text.split()
    notes = 0
    for _ in range(100):
        if scene.name() == "failed":
            note(scene, "turn")
            notes += 1
        there = scene.name() in ("play", "eightscreen") and not scene.screen.busy
        if there and scene.game.seat == int(seat):
            assert notes == int(count)
            return
        scene.sim.wait(200)
    raise AssertionError("the turn does not come")


def whole(scene, _=""):
    """Have a whole game: no tile lost or doubled."""
    scene.game.check()


def learn(scene, name):
    """Go to the first turn of the first lesson, or to a puzzle."""
    scene("go learn." + name)
    while scene.name() == name:
        scene.sim.press("A", rest=300)
    scene("wait 600; on play")


def cards(scene, _):
    """Begin a game of cards."""
    hands = ["r^1 * b#3 ro4 r#5 r^7 <>", "b^1 b^2 r#3 r#4 bo6 bo6 r^7"]
    scene.put(standing(hands, "r#2", round_=5), [("", "ANNA"), ("hard", "BO")])
    scene.on("eightscreen")


def holds(scene, text):
    """Have taken this card."""
    assert scene.game.taken == code(text)


def gone(scene, text):
    """Have this card among the discards."""
    assert code(text) in scene.game.discards


def rounds_kept(scene, _):
    """Have two rounds among the last ones."""
    from pocket.saves import roundsfile

    for record in ROUNDS:
        roundsfile.save(scene.app.store, record)


WORDS = (
    fails,
    sits,
    alone,
    lay_three,
    built,
    as_built,
    note,
    ends_well,
    round_trip,
    whole,
    learn,
    cards,
    holds,
    gone,
    rounds_kept,
)

test_in_a_person_s_turn = scenes(
    """
    given: sits; lay_three
    A key that fails leaves the turn as it was:
        for $error in ValueError | KeyError | OSError | RuntimeError;
        fails once a turn's end by $error; START; note turn; broke; on play; laid 3; ends_well
    What fails while tiles are put leaves what was before:
        for $what in the rest of a set | adding to a set | keeping a step; tile 1 0; A; place;
        fails once $what; SELECT; note turn; broke; as_built; ends_well
    Putting back that fails half way leaves what was before: SELECT; built;
        fails once putting back; hold B; note turn; as_built; RIGHT LEFT; ends_well
    What fails behind a key's deed is taken back: fails once what follows a put; take b2 b3;
        SELECT; on play; tile 1 0; SELECT; note turn; as_built; ends_well
    A picture that fails after a key takes the key back: B; fails once fitting the table; B;
        note turn; as_built; ends_well
    Time that fails at rest leaves what is built: fails once a turn's time; wait 50; note turn;
        laid 3; ends_well
    A screen that cannot be built is built again: hold START; on pause;
        fails once making the board; B; note turn; ends_well
    A screen that lacks memory once is made: hold START; on pause;
        fails once making the board by MemoryError; B; on play; well; check not app.notice;
        ends_well
    A picture that is missing is told by its own sentence: hold START; on pause;
        fails once making the board by AssetError; B; note picture; on play; ends_well
    A menu that fails leads back to the turn: hold START; on pause; fails once the menu's choice;
        A; note turn; on play; ends_well
    A turn that cannot be left begins again: fails a turn's close; hold START; note again; laid 0;
        seat 0; check len(turn.rack) == 6
    A referee that fails has changed nothing: for $what in the referee | reading a set;
        fails once $what; START; note turn; ends_well
    A hint that fails is one sentence: B; fails the solver; hold SELECT; note turn; on play;
        laid 3; hold SELECT; on play; says No hint this time.; laid 3; broke; ends_well
    """,
    *WORDS,
)

test_in_a_game = scenes(
    """
    A key within the first moment is no answer to the note: sits; fails once a turn's end;
        START A B; on failed; wait 500; on failed; note turn; on play
    Half a move is taken back to the turn's beginning:
        for $what in recording a move | logging a move | the next seat; sits; lay_three; B;
        fails once $what; START; note save; broke; whole; on play; seat 0; laid 0;
        check len(game.table) == 2 and len(game.racks[0]) == 6; take k5 k6 k7; SELECT START;
        wait 100; well; check len(game.racks[0]) == 3
    A game that is not whole is taken from its save: sits; do game.racks[1][-1:] = b'';
        fails once a turn's end; START; note save; whole; on play; seat 0
    Half a move without a save is as good as it gets: faults read-only usb; sits; lay_three; B;
        fails once the next seat; START; note turn; whole; on play; check len(game.table) == 3
    A computer whose thought fails draws: for $what in a player's choice | a player's play; sits;
        fails $what; START A; round_trip 0 1; broke; moved draw 1 by 1;
        check len(game.racks[1]) == 13; START A; round_trip 0 0
    A thought that fails in its middle is given up: sits; fails a player's reason; START A;
        round_trip 0 1; moved draw 1 by 1
    A computer whose thought fails without a pool plays plainly:
        alone RK / k5 k6 k7 r9 b2 b3 / o8 b13 k3; fails a player's choice; START A;
        round_trip 0 1; check tiles.parse('o8') not in game.racks[1] and game.passes == 0
    A proof that fails forbids nobody to pass [KR-10]: alone KR / b9 k13 / b11 k11;
        fails the solver; START A; wait 300; note turn; seat 0; moved none; START A; wait 300;
        moved pass 0
    The note is followed by the hand-over between two persons: sits ANN BEA; wait 800; A;
        wait 800; lay_three; fails once a turn's end; START; wait 800; B; on handover; says ANN;
        check session.viewer is None; wait 800; A; on play; laid 3
    A lesson's turn goes on, then is left: for $what in lesson | puzzles; learn $what;
        fails once a turn's key; A; note turn; on play; check session.lesson; A; taken 1; well;
        fails a turn's undo; B; note menu; on title; check not session.game
    The coach that fails leads back to the last rounds: rounds_kept; fails once reading a record;
        go review.coach 0 0 lastrounds; on failed; wait 800; do sim.failure = None; B; on title;
        DOWN UP; well
    A menu without a game leads to the first screen: fails settings; go menus.settingsmenu; A;
        note menu; on title; listed Play
    """,
    *WORDS,
)

test_twice_in_one_position = scenes(
    """
    What fails twice leads to the menu, and Continue goes on: sits; lay_three; B;
        fails a turn's end; START; note turn; START; note kept; on title; listed Continue; mend;
        A; on play; well; check len(turn.rack) == 6
    In another position it is the first time again: sits; fails a turn's end; START; note turn;
        take k5 k6 k7; SELECT START; note turn; on play; laid 3
    A game not saved is saved before the menu: faults read-only usb; sits; fails a turn's end;
        START; note turn; do sim.faults.clear(); START; note kept; on title; listed Continue
    A game that cannot be saved is said to be lost: faults read-only usb; sits;
        fails a turn's end; START; note turn; START; note lost; on title; unlisted Continue
    A game neither whole nor saved is said to be lost: faults read-only usb; sits;
        do game.racks[1][-1:] = b''; fails once a turn's end; START; note lost; on title;
        unlisted Continue
    """,
    *WORDS,
)

test_er_4_at_the_cards = scenes(
    """
    given: cards
    A key that fails keeps the card taken [ER-4]: RIGHT A; holds r#2; fails once a card's choice;
        wait 600; A; note turn; on eightscreen; holds r#2; LEFT A; wait 2000; gone <>; well
    Half a discard is taken back to the save [ER-4]:
        for $what in telling a discard | filling the pile; RIGHT A; fails once $what; LEFT A;
        wait 600; A; note save; whole; holds r#2; check len(game.hands[0]) == 8; on eightscreen;
        seat 0
    Half a computer's discard is taken back to the save [ER-4]: RIGHT; wait 600; A; wait 600; A;
        wait 600; A; wait 600; A; seat 1; fails once filling the pile; on failed; note save;
        broke; whole
    A computer whose thought fails draws and discards that card [ER-4]: fails a card player;
        RIGHT; wait 600; A; wait 600; A; wait 600; A; wait 600; A; seat 1; round_trip 0 2; whole;
        check bytes(game.log)[-6:-3] == bytes((1, 1, 255));
        check bytes(game.log)[-3:-1] == bytes((3, 1))
    """,
    *WORDS,
)


def test_the_next_person_does_not_get_the_turn_of_the_one_before(scene):
    """What fails behind the move: the rack that was played from is another's."""
    use(scene)
    scene(
        "sits ANN BEA; wait 800; A; wait 800; lay_three; fails once counting time; START; note turn"
    )
    scene.sim.wait(800)
    for _ in range(4):  # the hand-over, the move on show
        scene.sim.press("A", rest=300)
        if scene.session.turn:
            break
    game = scene.game
    assert game.seat == 1 and sorted(scene.turn.rack) == sorted(game.racks[1])
    assert scene.turn.laid == 0 and len(game.racks[0]) == 3


def use(scene):
    """Give a scene all words of this module."""
    scene.words.update({word.__name__: word for word in WORDS})


def test_a_step_of_a_lesson_that_is_done_stays_done(scene):
    use(scene)
    scene("learn lesson")
    game = scene.game
    scene("on_rack %s; hold A; fails once counting time; SELECT START" % game.want.split()[0])
    assert scene.broken.calls == 1 and game.done
    scene("on failed; wait 800; B; on lesson")


def test_a_save_that_fails_does_not_stop_the_game(scene):
    use(scene)
    scene("sits; fails saving")
    for _ in range(2):
        scene("START A")
        for _ in range(40):
            scene.sim.wait(300)
            if scene.name() == "failed":
                note(scene, "turn")
            elif scene.name() == "play" and scene.session.turn is not None:
                break
        scene("on play; seat 0")
    assert scene.broken.calls > 3 and len(scene.game.history) == 8  # two rounds of the table
    scene("mend; START A")
    assert scene.session.last.word == "draw" and scene.app.failures.kept


def test_a_coach_that_fails_leads_back_to_the_score_sheet(scene):
    use(scene)
    game = position(TABLE, "r9", others="k9")
    game._end(True)
    sits_at(scene, game)
    scene("on score; fails once reading a record; go review.coach 0 0 score; on failed; wait 800")
    scene.sim.failure = None
    scene("B; on score; well")


def test_a_screen_that_can_never_be_built_leads_to_the_menu(scene):
    from pocket.app import flow
    from pocket.games import newgame

    use(scene)
    scene("fails making the board")
    people = [("", "ANN"), ("hard", "BOB")]
    newgame.seat_people(scene.app, position(TABLE, RACK), people)
    flow.next(scene.app)
    scene("note turn; check scene.broken.calls == 2; note kept; on title; A; wait 300; note kept")
    scene("mend; A; on play; well")


def test_the_first_screen_is_made_again_once_then_the_sentence_stays(scene, capfd):
    use(scene)
    scene("fails the first screen; A; note menu; on title; well; A; wait 200")
    assert scene.sim.failure and scene.sim.app.screen is None
    scene.sim.press("A", rest=2000)
    out = capfd.readouterr().out
    assert "Something went wrong: ValueError a test. The game is kept as of the last turn." in out


def test_a_first_screen_that_fails_at_power_on_is_made_once_more(scene, capfd):
    use(scene)
    scene("fails once making the first screen")
    assert scene.sim.display.brightness > 0
    scene("note menu; on title; listed Play; off; fails making the first screen; note menu")
    assert scene.sim.failure and scene.sim.app.screen is None
    assert "Something went wrong: ValueError a test." in capfd.readouterr().out


def test_what_fails_while_it_is_mended_is_the_last_sentence(scene, capfd):
    use(scene)
    scene("sits; fails a turn's end")
    with Broken("pocket.checks.failed", "Screen.__init__", KeyError("worse")):
        scene("START; wait 300")
        assert isinstance(scene.sim.failure, KeyError)
    assert "Something went wrong: KeyError" in capfd.readouterr().out


def test_what_ends_the_program_passes(sim):
    sim.app.screen.key = lambda *key: (_ for _ in ()).throw(KeyboardInterrupt())
    with pytest.raises(Exception, match="KeyboardInterrupt"):
        sim.press("A", rest=100)
    assert isinstance(sim.error, KeyboardInterrupt)


# -- the sentence, and the trace


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_note_is_in_the_language_that_is_set(scene, language):
    use(scene)
    scene("sits; speak %s; fails once a turn's end; START; on failed" % language)
    said = wordtable.shown(ROOT, language)["failed"]
    assert scene.screen.text == said["wrong"].format(said["turn"]).replace(" :", "\u00a0:")


@pytest.mark.parametrize("size", [(128, 128), (160, 128), (240, 240), (320, 240)])
@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_the_whole_sentence_is_on_the_note(size, language):
    from pocket.app import draw
    from pocket.checks import failed

    texts = wordtable.shown(ROOT, language)
    font = Desk(*size).art.letters
    said = texts["failed"]
    ends = [said["menu"] + " " + text for text in (texts["pause"]["leave_help"], said["lost"])]
    for end in [said["turn"], said["again"], said["save"], *ends]:
        text = said["wrong"].format(end)
        lines = draw.wrap(text, size[0] - 6 * (8 if size[0] > 160 else 4), font)
        assert len(failed._note(*size, text, font, 0)) == 1 + len(lines)  # and the ground


def trace_of(folder):
    return storedrecords.traces((folder / "rummy.sav").read_bytes())


def fail(scene, error):
    """Let the end of a turn fail once, and go on."""
    with Broken(*FUNCTIONS["a turn's end"], error, 1):
        scene("START; on failed; wait 800; B; wait 600")


def test_the_trace_goes_to_the_console_and_to_the_saves(scene, capfd):
    from pocket.app import version

    sits(scene)
    fail(scene, ValueError("tile 5 is lost"))
    scene.off()
    text = trace_of(scene.folder)
    assert text.startswith(version.VERSION + " tilegame.play\nTraceback ")
    assert "in key" in text and "play.py" in text and text.endswith("ValueError: tile 5 is lost\n")
    err = capfd.readouterr().err
    assert "Traceback (most recent call last)" in err and "ValueError: tile 5 is lost" in err
    assert replay.main([str(scene.folder / "rummy.sav"), "--trace"]) == 0
    assert capfd.readouterr().out.rstrip() == text.rstrip()


def test_traces_are_bounded_the_latest_is_whole_and_no_other_save_is_lost(scene):
    def payloads():
        return {name: data for _, name, data in saves_help.records(scene.folder).values()}

    sits(scene)
    before = payloads()
    for number in range(6):
        scene("A; place; SELECT")  # a tile more lies on the table: another position
        fail(scene, ValueError("number %d ü" % number))
    scene("on play; off")
    data = (scene.folder / "rummy.sav").read_bytes()
    text = storedrecords.traces(data)
    assert "number 5" in text and "number 0" not in text
    assert len(storedrecords.newest(data)["trace"][1]) == 1500
    after = payloads()
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
    assert all(store.load(name)[0] for name in names)


def test_as_long_as_there_is_another_place_the_trace_stays(tmp_path):
    store = saves_help.store(tmp_path)
    assert store.save("trace", b"a trace") is None
    for number in range(40):
        assert store.save("game", bytes((number,))) is None
    assert store.load("trace")[0] == b"a trace"


def test_where_the_drive_cannot_be_written_the_trace_is_on_the_console_alone(scene, capfd):
    use(scene)
    scene("faults read-only usb; sits; lay_three")
    fail(scene, ValueError("tile 5 is lost"))
    scene("on play; laid 3")
    assert "tile 5 is lost" in capfd.readouterr().err
    assert (scene.folder / "rummy.sav").read_bytes() == boards_desktop.SAVES["rummy.sav"]


def test_a_trace_that_cannot_be_kept_stops_nothing(scene):
    use(scene)
    scene("sits; fails saving by MemoryError")
    fail(scene, ValueError("a test"))
    scene("on play")


def test_replay_says_that_there_is_no_trace(tmp_path, capsys):
    saves_help.store(tmp_path).save("game", b"1")
    path = str(tmp_path / "rummy.sav")
    assert replay.main([path, "--trace"]) == 0
    assert capsys.readouterr().out == storedrecords.NO_TRACE % path + "\n"
