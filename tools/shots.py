"""`shots`: takes the README's pictures anew, from real games on the simulated handheld."""

import argparse
import os
import tempfile

from tools.place import DOOR, ROOT, results

HELP = "take the README's pictures anew (docs/)"

# name, board, game, players by level ("" is a person), turns played first, buttons then pressed
SCENES = (
    ("title", "pybadge", None, (), 0, ""),
    ("setup", "pybadge", None, (), 0, "A"),
    ("table", "pybadge", "RK", ("", "normal", "easy"), 40, "A"),
    ("build", "pybadge", "RK", ("", "normal", "easy"), 40, "A A RIGHT A"),
    ("score", "pybadge", "RK", ("", "normal", "easy"), -1, "A"),
    ("eight", "pybadge", "ER", ("", "hard"), 12, "A"),
    ("picosystem", "pimoroni_picosystem", "RK", ("", "normal", "normal", "easy"), 36, "A"),
    ("picopad", "pajenicko_picopad", "KR", ("", "normal", "easy"), 45, "A"),
    ("thumby", "tinycircuits_thumby_color", "CR", ("", "normal"), 30, "A"),
)
NAMES = ("ADA", "BO", "CLEO", "DI")


def saved_game(game_id, levels, turns, folder):
    """Write a save of a real game into `folder`: `turns` moves in, or its first score sheet
    (-1)."""
    from pocket import flow
    from pocket.hardware import storage

    if game_id == "ER":
        from rules.eight import players
    else:
        from rules.tilegame import players
    game = flow.make(game_id, len(levels), 7, None)
    made = 0
    while (
        game.phase != "round" and (made < turns or game.phase != "turn" or levels[game.seat])
        if turns >= 0
        else game.phase != "round"
    ):
        if game.phase == "turn":
            made += 1
            for move in players.choose(levels[game.seat] or "normal", game.view(game.seat), made):
                pass
        else:
            move = ("redeal", False) if game.phase == "redeal" else ("go",)
        refused = game.apply(move)
        if refused:
            raise RuntimeError("A computer player's move was refused: %s" % refused[1])
    game.note = flow.pack_people([(levels[i], NAMES[i]) for i in range(len(levels))])
    payload = game_id.encode() + bytes((flow.round_number(game),)) + game.pack()
    storage.Store({"folder": folder, "nvm": None}).save("game", payload)


def take(scene, folder, scale):
    """Take one picture into `folder`; its pixels are `scale` times as large (large displays:
    less)."""
    from tools.sim import Sim

    name, board, game_id, levels, turns, buttons = scene
    with tempfile.TemporaryDirectory() as saves:
        if game_id:
            saved_game(game_id, levels, turns, saves)
        with Sim(board, 7, saves) as sim:
            sim.wait(300)
            for button in buttons.split():
                sim.press(button)
                sim.wait(300)
            sim.wait(500)
            wide = sim.display.width
            sim.shot(os.path.join(folder, name + ".png"), max(1, scale * 160 // max(160, wide)))


def main(argv):
    """Run the command. Returns the exit status."""
    import sys

    parser = argparse.ArgumentParser(prog=DOOR + " shots", description=__doc__)
    parser.add_argument("-o", "--output", default=results("docs"), help="folder (docs)")
    parser.add_argument("--scale", type=int, default=3, help="size of a pixel at 160x128 (3)")
    parser.add_argument("name", nargs="*", help="only these pictures")
    args = parser.parse_args(argv)
    if os.path.join(ROOT, "lib") not in sys.path:
        sys.path.append(os.path.join(ROOT, "lib"))
    os.makedirs(args.output, exist_ok=True)
    unknown = [name for name in args.name if name not in [scene[0] for scene in SCENES]]
    if unknown:
        raise ValueError("There is no picture %s." % unknown[0])
    for scene in SCENES:
        if not args.name or scene[0] in args.name:
            take(scene, args.output, args.scale)
            print(scene[0] + ".png")
    return 0
