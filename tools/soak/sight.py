"""Compare every painted rack tile and card with those that the holder may see: the person who
has confirmed at the hand-over that they hold the handheld.

This reads the display's tree of groups, not the screens' fields.
"""

import sys
from collections.abc import Iterator
from typing import Any

from tools.sim import Sim

_GUARD_MS = 600  # a hand-over waits 700 ms from when it is made; it is painted a little later
_JOKER = 52
_BACK = 44  # a card's
# Screens that paint tiles of the rules' pages, of puzzles and of rounds that are over.
_NO_GAME = ("title rulespages lesson podium coach").split()


class FrameChecker:
    """Checks each frame that a Sim paints.

    wrong: a sentence for each frame that shows tiles the holder may not see. seen: the number of
    frames with a rack or a hand, by screen.
    """

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self.faults: list[str] = []
        self.frames: dict[str, int] = {}
        self.holder: int | None = None  # the seat that has confirmed it, among several persons
        self._hands: list[bytes] = []  # of cards, before one was put down
        self._top = b""  # the upper discards then
        self._handover_ms = -1  # when the hand-over was painted first
        self._pressed_ms = -1  # when A was pressed last
        self._paint, self._key = sim.display.refresh, sim._set_button
        sim.display.refresh = self._refresh
        sim._set_button = self._note_key  # type: ignore[method-assign] # press, down and hold come here

    def _note_key(self, button, pressed):
        if button == "A" and pressed:
            self._pressed_ms = self.sim.ms
        self._key(button, pressed)

    def _refresh(self, **options):
        app = self.sim.app
        if app.screen is not None and self.sim.display.root_group is not None:
            self._check_screen(app)
        return self._paint(**options)

    def _check_screen(self, app):
        name = type(app.screen).__module__.rpartition(".")[2]
        session = app.session
        self._update_holder(name, session, app.screen)
        shelf, free = self._painted(app)
        if shelf or free:
            self.frames[name] = self.frames.get(name, 0) + 1
        if name in _NO_GAME or session.game is None or not (shelf or free):
            return
        own, public = _visible_codes(name, app, self.holder)
        if name == "eightscreen":
            public += self._put_down(session.game)
        forbidden = list(shelf)
        for code in own:
            if code in forbidden:
                forbidden.remove(code)
        forbidden += sorted(set(free) - set(own) - set(public)) if public is not None else []
        if public is not None and forbidden:
            self.faults.append(
                "%s paints %s, the holder is %s" % (name, bytes(forbidden).hex(" "), self.holder)
            )

    def _put_down(self, game):
        """Return the cards of hands just laid on the discards (ER-8, ER-9), and what lay there."""
        seats = [event[1] for event in game.events if event[0] == "newhand"]
        if not seats:
            self._hands = [bytes(hand) for hand in game.hands]
            self._top = bytes(game.discards[-2:])
            return []
        return list(self._top + b"".join(self._hands[seat] for seat in seats))

    def _update_holder(self, name, session, screen):
        """Update `holder`, the person who has confirmed that he holds the handheld."""
        game = session.game
        if game is None or name == "title":
            self.holder, self._handover_ms = None, -1
        elif session.humans == 1:
            self.holder = [level for level, _ in session.people].index("")
        elif name == "handover":
            self.holder = None
            if self._handover_ms < 0:
                self._handover_ms = self.sim.ms
        else:
            if (
                self._handover_ms >= 0
                and self._pressed_ms - self._handover_ms >= _GUARD_MS
                and name != "pause"
            ):
                self.holder = game.seat
            self._handover_ms = -1
            if self.holder not in (game.seat, vars(screen).get("actor")):
                self.holder = None  # another's turn
            over = name == "score" and game.phase in ("round", "over")
            pairs = name == "startdraw" and game.phase == "redeal" and not vars(screen)["asked"]
            if over or pairs or name == "failed":
                self.holder = None  # all persons look at this screen

    def _painted(self, app):
        """Return (tiles on the rack; other tiles, or cards) that are on the panel, as codes."""
        art = app.art
        shelf: list[int] = []
        free: list[int] = []
        for group in _groups(self.sim.display.root_group):
            before: Any = None
            for grid in group:
                if getattr(grid, "_bitmap", None) is art.faces and not grid.hidden:
                    if art.shown == sys.modules["pocket.app.draw"].CARDS:
                        free += _card(bytes(grid._tiles))
                    else:
                        rack = before._pixel_shader is art.wood
                        (shelf if rack else free).extend(_tiles(before._tiles, grid._tiles))
                before = grid
        return shelf, free


def _groups(root) -> Iterator[Any]:
    """Yield all groups of a display's tree that are not hidden."""
    if not root.hidden:
        yield root
        for layer in root:
            if hasattr(layer, "append"):
                yield from _groups(layer)


def _tiles(bodies, faces) -> Iterator[int]:
    """Yield the codes of a row of tiles, from the cells of its bodies and its faces."""
    for body, face in zip(bodies, faces, strict=True):
        if face < 66:  # the others are cloth, wood, edges
            yield _JOKER if 6 < body < 13 or face >= _JOKER else face


def _card(halves: bytes) -> list[int]:
    """Return [the card whose two halves these are]; [] for a card's back."""
    cards = sys.modules["pocket.eight.cards"]
    codes = [code for code in range(_BACK) if bytes(cards.halves(code)) == halves]
    return codes[:1]


def _visible_codes(name, app, holder):
    """Return (codes of the holder's rack, codes that all persons may see, None for all codes)."""
    game = app.session.game
    if game.phase in ("round", "over") and name not in ("play", "eightscreen"):
        return b"", None
    if name == "eightscreen":
        own = b"" if holder is None else bytes(game.hands[holder])
        public = list(game.discards[-2:])  # the upper card may still be moving there
        if game.taken != 255 and not game.from_pile:
            public.append(game.taken)
        return own, public
    own = b"" if holder is None else bytes(game.racks[holder])
    last = app.session.last
    public = [code for codes in game.table for code in codes]
    if last is not None:
        public += [code for codes in last.before for code in codes]
    public = [min(code, _JOKER) for code in public]
    if name == "startdraw":
        public += game.draws[1::2]
        if not vars(app.screen)["asked"]:
            public += game.racks[game.seat]  # KR-2: three pairs are shown
    return own, public
