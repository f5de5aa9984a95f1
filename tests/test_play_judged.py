"""A turn's end while the referee is still at it: the clock runs on, B takes the turn back."""

from scenes import scenes


def slow_referee(scene, _):
    """Let the referee take 3,000 slices for a verdict."""
    judging = scene.game.judging

    def slowly(table):
        for _ in range(3000):
            yield None
        return (yield from judging(table))

    scene.game.judging = slowly


test_judged_in_slices = scenes(
    """
    given: table k10 k11 k12; rack k1 r1 b1 k2 r2 b2 k9; unopened; others k13 b12 o9;
        options clock=1; slow_referee; lay k1 r1 b1; lay k2 r2 b2; wait 200; START;
        check screen.worker is not None
    A play is refused [RK-4]: until screen.worker is None;
        told Your opening has 9 of 30 points.; seat 0; sets k10 k11 k12 / k1 r1 b1 / k2 r2 b2
    The clock runs on and may run out [RK-10]: do scene.before = session.used; wait 50;
        check screen.worker is not None and session.used > scene.before;
        do session.used = 60000; wait 150; seat 1;
        check len(game.racks[0]) == 8 and len(game.table) == 1
    B takes the turn back and other keys wait: RIGHT; check screen.worker is not None; B;
        check screen.worker is None; sets k10 k11 k12 / k1 r1 b1 / k2 r2 b2; START;
        until screen.worker is None; seat 0
    """,
    slow_referee,
)
