"""A simulated handheld as a person sees it: read its screen, press its keys."""

import random
import sys
from typing import Any

from rules import catalogue
from tools.person.screen import TAP, Key, Screen, Turn
from tools.sim import Sim, standins

_TYPED = {"MENU": ord("m"), "HINT": ord("h")}  # where there is a keyboard
_HELD = {"MENU": ("START",), "HINT": ("SELECT",)}
_TWO = {"MENU": ("UP", "START"), "HINT": ("DOWN", "START")}  # where there is no SELECT
_DOING = {"personturn": "turn", "eightturn": "turn", "watch": "watch"}
_THOUGHTS = 4000  # slices of a computer's thought after which the person draws


def name_of(thing: Any) -> str:
    """Return the module of an object's class, without its folder; "" for None."""
    return "" if thing is None else type(thing).__module__.rpartition(".")[2]


def look(sim: Sim) -> Screen:
    """Return the Screen that is on show."""
    shown = sim.app and sim.app.screen
    seen = Screen(name_of(shown))
    if not shown:
        return seen
    fields = vars(shown)
    part, pad = fields.get("part"), fields.get("pad")
    listing = getattr(shown.panel, "list", None)
    game = sim.app.session.game
    is_detached = game is not None and not hasattr(game, "view")  # the solver is in memory
    seen.busy = bool(fields.get("worker") or getattr(shown, "busy", False) or is_detached)
    seen.asks = bool(fields.get("asks"))
    seen.tip = bool(fields.get("tip"))
    seen.doing = _DOING.get(name_of(part), "")
    if listing:
        seen.lines, seen.chosen = listing.count, listing.chosen
    if pad is not None and hasattr(pad, "letter"):
        seen.typed = pad.text
    if seen.name == "pause":
        seen.way_out = _way_out(shown)
    elif name_of(part) == "personturn":
        seen.turn = turn(part.turn, part.cursor())
    elif name_of(part) == "eightturn":
        seen.taking = bool(part.taking)
    return seen


def turn(made: Any, cursor: tuple[int, int, int] = (0, 0, 0)) -> Turn:
    """Return a pocket.tilegame.turn.Turn as plain values."""
    sets, flags = ([bytes(row) for row in rows] for rows in (made.sets, made.flags))
    rack, rack_flags, good, spots = map(bytes, (made.rack, made.rack_flags, made.good, made.spots))
    return Turn(*cursor, rack, rack_flags, sets, flags, good, spots, bool(made.opened))


def _way_out(pause):
    """Return the line of a game's menu that leaves the game."""
    leads_out = sys.modules["pocket.made.texts"].PAUSE_LEAVE, sys.modules["pocket.menus.pause"]._END
    for line, action in enumerate(pause.lines):
        if action in leads_out:
            return line
    return None


def press(sim: Sim, key: Key) -> None:
    """Press a key, and pause after it for as long as a tap. Raises SimError."""
    buttons, ms = key
    if buttons and buttons[0] in _TYPED:
        if sim.keyboard:
            standins.I2C.typed.append(_TYPED[buttons[0]])
            return sim.wait(3 * TAP)
        two = "SELECT" not in sim.buttons
        buttons, ms = (_TWO[buttons[0]], 300) if two else (_HELD[buttons[0]], ms)
    seen = [sim.seen(button) for button in buttons]  # START is held there for SELECT
    for number, button in enumerate(seen):
        if number:
            sim.wait(TAP)
        sim.down(button)
    sim.wait(ms)
    for button in seen:
        sim.up(button)
    if seen:
        sim.wait(TAP)


def computer_table(game: Any, rng: random.Random) -> list[bytes] | None:
    """Return the table as some computer player would leave it, None if it would not play."""
    level = rng.choice(("easy", "easy", "normal", "hard"))
    players = catalogue.players(game.rules["game"])
    thought = players.choose(level, game.view(game.seat), rng.getrandbits(20))
    try:
        for _ in range(_THOUGHTS):
            next(thought)
    except StopIteration as end:
        move = end.value
        return [bytes(codes) for codes in move[1]] if move and move[0] == "play" else None
    return None
