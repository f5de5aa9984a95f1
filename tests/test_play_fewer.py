"""Few presses: a hint is played, a freed joker finds its set, held arrows jump, a rack arranged."""

from scenes import scenes


def ask(scene, _=""):
    """Hold SELECT, and wait for the hint."""
    scene("hold SELECT; until screen.worker is None and type(part).__name__ == 'PersonTurn'")


def drag(scene, keys):
    """Hold A and press these arrows meanwhile."""
    scene.sim.push("A")
    scene.wait(100)
    scene(keys)
    scene.sim.let_go("A")
    scene.wait(60)


WORDS = (ask, drag)

test_few_presses = scenes(
    """
    given: usual
    The hint on show is played with A: table k7 r7 b7; rack o7 k3 r5 o9; ask; ask; ask;
        says {A} play it; A; moved play 1
    START draws at once where the hint has found no play: table r3 r4 r5; rack b9 k1 o13; ask;
        says No play:; START; moved draw 1
    A joker comes free first where two rack tiles wait for it [RK-13]: table r9 r10 * / k11 b11 o11;
        rack k5 k6 b13 r11; on_rack r11; count; A SELECT; says is free; presses 2; on_rack k5;
        count; A*2 SELECT; sets r9 r10 r11 / k11 b11 o11 / * k5 k6; presses 3
    Else it is the other place [RK-13]: table r9 r10 * / k11 b11 o11; rack k5 b6 b13 r11;
        on_rack r11; A SELECT; sets r9 r10 * / k11 r11 b11 o11; SELECT; says is free
    Two table tiles and one from the rack take 12 keys, an arrow that is held one of them:
        table r3 r4 r5 r6 r7 / k7 r7 b7 o7 / o9 o10 o11 o12 / b1 b2 b3 b4 b5 b6 / k2 k3 k4 k5
        / r9 b9 o9 / k9 k10 k11 k12 k13 / r1 r2 r3 r4; rack k6 r2 o13 b12 o5;
        A UP*2; hold RIGHT 600; LEFT A UP LEFT*3 A SELECT; sets + k5 k6 k7; presses 12
    Tiles of the rack are put in any order with A held: rack_is k1 k2 k3; drag RIGHT*2;
        rack_is k2 k3 k1; taken 0; drag DOWN LEFT;
        rack_is k2 k3 k13 r1 r2 r5 r13 b7 b9 b10 o7 o11 k1
    A tile that is dragged for long takes no set with it: drag RIGHT*9; taken 0; under k1
    The order of the rack stays until it is sorted, in a save too: drag RIGHT*2; START A;
        until game.seat == 1; until type(part).__name__ == 'PersonTurn'; rack_is k2 k3 k1; menu;
        choose Save; off; choose Continue; on play; rack_is k2 k3 k1; SELECT; rack_is k1; SELECT*2;
        wait 100; START A; until game.seat == 1; until type(part).__name__ == 'PersonTurn';
        rack_is k1 k2 k3
    What is put elsewhere is undone with the turn's steps: A*3 SELECT; laid 3; drag RIGHT;
        rack_is r1 k13; B; laid 0; rack_is r1 k13
    Each seat has its own order: players ANN BOB; drag RIGHT; rack_is k2 k1; START A;
        wait 1500; A; on handover; wait 600; A; on play; seat 1;
        check list(turn.rack) == sorted(turn.rack); check session.by_hand == 1
    """,
    *WORDS,
)
