"""Check that the screen never shows tiles or cards that the holder may not see. The holder is the
person who has confirmed at the hand-over to be holding the handheld.

The painted tiles are read from the display's tree of groups, not from the screens' fields.
"""

import sys
from collections.abc import Iterator
from typing import Any

from tools.sim import Sim

_GUARD_MS = 600  # a hand-over waits 700 ms from when it is made; it is painted a little later
_JOKER = 52
_BACK = 44  # the code of a card's back
# Screens that paint only tiles of the rules' pages, of puzzles and of rounds that are over.
_NO_GAME = ("title rulespages lesson podium coach").split()


class FrameChecker:
    """Checks each frame that a Sim paints.

    faults: a sentence for each frame that shows tiles the holder may not see. frames: {screen:
    number of frames with a rack or a hand}.
    """

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self.faults: list[str] = []
        self.frames: dict[str, int] = {}
        self.holder: int | None = None  # the seat of the person who holds the handheld
        self._hands: list[bytes] = []  # of cards, before a whole hand was discarded
        self._top = b""  # the upper discards at that time
        self._handover_ms = -1  # when the hand-over was first painted
        self._pressed_ms = -1  # when A was last pressed
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
        on_rack, elsewhere = self._painted_codes(app)
        if on_rack or elsewhere:
            self.frames[name] = self.frames.get(name, 0) + 1
        if name in _NO_GAME or session.game is None or not (on_rack or elsewhere):
            return
        own, public = _visible_codes(name, app, self.holder)
        if name == "eightscreen":
            public += self._discarded_hands(session.game)
        forbidden = list(on_rack)
        for code in own:
            if code in forbidden:
                forbidden.remove(code)
        forbidden += sorted(set(elsewhere) - set(own) - set(public)) if public is not None else []
        if public is not None and forbidden:
            self.faults.append(
                "%s paints %s, the holder is %s" % (name, bytes(forbidden).hex(" "), self.holder)
            )

    def _discarded_hands(self, game):
        """Return the cards of hands just put on the discards (ER-8, ER-9), and the cards below."""
        seats = [event[1] for event in game.events if event[0] == "newhand"]
        if not seats:
            self._hands = [bytes(hand) for hand in game.hands]
            self._top = bytes(game.discards[-2:])
            return []
        return list(self._top + b"".join(self._hands[seat] for seat in seats))

    def _update_holder(self, name, session, screen):
        """Set `holder` to the seat that now holds the handheld, None if all persons may look."""
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
                self.holder = None  # another seat's turn
            is_over = name == "score" and game.phase in ("round", "over")
            pairs = name == "startdraw" and game.phase == "redeal" and not vars(screen)["asked"]
            if is_over or pairs or name == "failed":
                self.holder = None  # all persons look at this screen

    def _painted_codes(self, app):
        """Return (codes of the painted tiles on the rack, of other painted tiles or cards)."""
        art = app.art
        on_rack: list[int] = []
        elsewhere: list[int] = []
        for group in _groups(self.sim.display.root_group):
            below: Any = None
            for grid in group:
                if getattr(grid, "_bitmap", grid) is art.faces and not grid.hidden:
                    if art.shown == sys.modules["pocket.app.draw"].CARDS:
                        elsewhere += _card(bytes(grid._tiles))
                    else:
                        rack = below._pixel_shader is art.wood
                        (on_rack if rack else elsewhere).extend(_tiles(below._tiles, grid._tiles))
                below = grid
        return on_rack, elsewhere


def _groups(root) -> Iterator[Any]:
    """Yield all groups of a display's tree that are not hidden."""
    if not root.hidden:
        yield root
        for layer in root:
            if hasattr(layer, "append"):
                yield from _groups(layer)


def _tiles(bodies, faces) -> Iterator[int]:
    """Yield the codes of a row of tiles. bodies, faces: cells of their sheets."""
    for body, face in zip(bodies, faces, strict=True):
        if face < 66:  # the others are cloth, wood, edges
            yield _JOKER if 6 < body < 13 or face >= _JOKER else face


def _card(halves: bytes) -> list[int]:
    """Return [code] of the card with these two halves, [] for a card's back."""
    cards = sys.modules["pocket.eight.cards"]
    codes = [code for code in range(_BACK) if bytes(cards.halves(code)) == halves]
    return codes[:1]


def _visible_codes(name, app, holder):
    """Return (codes of the holder's rack, codes that everyone may see, or None for all)."""
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
