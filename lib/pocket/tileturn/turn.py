"""A person's turn: an editable copy of the table, picked tiles, step-by-step undo.

Tiles are picked where they lie (rack or table), then put down together: as a new set, onto a set,
or back on the rack. Whatever lies apart may be illegal until the turn ends.
"""

from pocket.always.unload import Bare, take_over
from pocket.tilegame.layout import NOWHERE
from pocket.tileturn.changes import OWN, PICKED

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, number_of

_FIRST = 4  # flag of the first, of the second joker that lay on the table before the turn
_SECOND = 8
_STEPS = 60  # undo steps kept; the whole turn can always be put back
_SORTED = 0x80  # in the second byte of a step that only sorted the rack

NEW, ON, SPLIT, SWAP = 0, 1, 2, 3  # kinds of places `places` finds


def taken_up(kept: "Turn") -> "Turn":
    """The Turn whose `kept` this is."""
    turn = take_over(object.__new__(Turn), kept)
    if turn.base:
        old, turn.start_rack, turn.log = turn.base
        turn.base = None
        turn._load(old)
    return turn


class Turn:
    """One turn being made.

    rules: dict. table: list of sets. rack: codes in the person's order. opened: bool. parted: see
    referee.Verdict.

    Read: sets (a list of bytearrays of codes as they show), flags (the same shape: OWN, PICKED),
    good (one byte per set: legal), spots (a bytearray, three bytes per set: row and column on the
    screen and the length it had there; 255 = nowhere yet), rack, rack_flags, cells (where each rack
    tile stands, ascending: one that is laid leaves a gap until the rack is sorted), picked (how
    many tiles are picked), laid (how many rack tiles lie on the table), base (the turn as it was
    before the last key's steps; None if there were none: `taken_up` then takes it as it is). Others
    set base (the Hand).
    """

    def __init__(
        self,
        rules: dict,
        table: list[bytes],
        rack: bytes | bytearray,
        opened: bool | int,
        spots: bytes | bytearray | None = None,
        parted: bool = False,
    ) -> None:
        self.rules = rules
        self.before = table
        self.bound = melds.bound(melds.standing(table), parted)
        self.opened = opened
        self.start_rack = bytes(rack)
        self.start_spots = spots
        self.base: tuple | None = None
        self._start()

    # -- state

    def reset(self) -> None:
        """Put the whole turn back."""
        self._begin()  # where memory runs out on the way it is as it was
        self._start()

    def _start(self):
        self.olds = bytearray()
        self.sets = []
        self.flags = []
        self.spots = bytearray(self.start_spots or NOWHERE * len(self.before))
        for i in range(len(self.before)):
            codes = bytearray(self.before[i])
            flags = bytearray(len(codes))
            for j in range(len(codes)):
                if codes[j] >= JOKER:
                    flags[j] = _FIRST << len(self.olds)
                    self.olds.append(codes[j])
            self.sets.append(codes)
            self.flags.append(flags)
        self.good = bytearray([1] * len(self.sets))
        self._line_up(self.start_rack)
        self.picked = 0
        self.laid = 0
        self.log = []

    def _line_up(self, order):
        self.rack = bytearray(order)
        self.rack_flags = bytearray(len(order))
        self.cells = bytearray(range(len(order)))

    def _dump(self):
        out = bytearray((len(self.sets),))
        out += self.spots
        for i in range(len(self.sets)):
            out.append(len(self.sets[i]))
            out.append(self.good[i])
            out += self.sets[i]
            for flag in self.flags[i]:
                out.append(flag & ~PICKED)
        out.append(self.laid)
        out += self.rack
        out += self.cells
        return out

    def _begin(self):
        """What a step begins with: `_dump`; the first since `base` was None stays there."""
        old = self._dump()
        if not self.base:
            self.base = old, self.start_rack, list(self.log)
        return old

    def _load(self, data):
        self.sets = []
        self.flags = []
        self.good = bytearray()
        start = 1 + 3 * data[0]
        self.spots = bytearray(data[1:start])
        for _ in range(data[0]):
            size = data[start]
            self.good.append(data[start + 1])
            start += 2
            self.sets.append(bytearray(data[start : start + size]))
            self.flags.append(bytearray(data[start + size : start + 2 * size]))
            start += 2 * size
        self.laid = data[start]
        held = (len(data) - start) // 2
        self.rack = bytearray(data[start + 1 : start + 1 + held])
        self.cells = bytearray(data[start + 1 + held :])
        self.rack_flags = bytearray(held)
        self.picked = 0

    def _keep(self, old, mark=0):
        """Log what turns the state now back into `old`: the part that differs. mark: _SORTED."""
        new = self._dump()
        low = min(len(old), len(new))
        a = 0
        while a < low and old[a] == new[a]:
            a += 1
        b = 0
        while b < low - a and old[len(old) - 1 - b] == new[len(new) - 1 - b]:
            b += 1
        span = bytes((a & 255, a >> 8 | mark, b & 255, b >> 8))
        self.log.append(span + bytes(old[a : len(old) - b]))
        if len(self.log) > _STEPS:
            del self.log[0]

    def undo(self) -> bool:
        """Take the last move back; the rack stays as it was sorted since, with what comes back at
        its end. False when there is no move."""
        if not self.log:
            return False
        order = self.rack
        sorted_since = self.unsort()
        while self.unsort():
            pass
        if not self.log:  # the move was so long ago that its step is gone
            return False
        self._back(self._begin())
        if sorted_since:
            came = list(self.rack)
            stay = bytearray()
            for code in order:
                if code in came:
                    came.remove(code)
                    stay.append(code)
            self.arrange(stay + bytes(came))
        return True

    def unsort(self) -> bool:
        """Take the last step back if it only sorted the rack; False when it did not."""
        if not self.log or not self.log[-1][1] & _SORTED:
            return False
        self._back(self._begin())
        return True

    def _back(self, now):
        step = self.log.pop()
        a = step[0] | (step[1] & ~_SORTED) << 8
        b = step[2] | step[3] << 8
        self._load(now[:a] + step[4:] + now[len(now) - b :])

    def arrange(self, order: bytes | bytearray) -> None:
        """Take a new order of the rack (the same tiles); before the first step it is no step."""
        self.unpick()
        old = self._begin()
        self._line_up(order)
        kept = bytearray(order)
        for codes, flags in zip(self.sets, self.flags):
            for i in range(len(codes)):
                if flags[i] & OWN:
                    kept.append(tiles.plain(codes[i]))
        self.start_rack = bytes(kept)
        if self.log:
            self._keep(old, _SORTED)

    def begun(self) -> bool:
        """True when something is laid or moved, though the steps to it may be gone."""
        return bool(self.log) or self.sets != self.before

    def kept(self) -> "Turn":
        """All of it as plain data, for `taken_up`: a Bare."""
        return Bare(self)  # type: ignore[return-value] # in its place

    # -- picking

    def pick_rack(self, tile: int) -> None:
        """Pick a tile of the rack, or put it down again."""
        self.rack_flags[tile] ^= PICKED
        self.picked += 1 if self.rack_flags[tile] & PICKED else -1

    def pick(self, which: int, tile: int) -> bool:
        """Pick `tile` of set `which`, or leave it again. False when it may not be touched."""
        flags = self.flags[which]
        if not self.may_touch(which, tile):
            return False
        flags[tile] ^= PICKED
        self.picked += 1 if flags[tile] & PICKED else -1
        return True

    def pick_rest(self, which: int, tile: int) -> bool:
        """Pick set `which` from `tile` to its end. False when it may not be touched."""
        for i in range(tile, len(self.sets[which])):
            if not self.may_touch(which, i):
                return False
            if not self.flags[which][i] & PICKED:
                self.pick(which, i)
        return True

    def may_touch(self, which: int, tile: int) -> bool:
        """Before the opening meld only tiles of one's own may be moved (T-4; RG-4, RK-5 option)."""
        return bool(self.opened or self.rules["opening_build"] or self.flags[which][tile] & OWN)

    def unpick(self) -> None:
        """Leave everything picked where it lies."""
        for flags in self.flags:
            for i in range(len(flags)):
                flags[i] &= ~PICKED
        self.rack_flags = bytearray(len(self.rack_flags))
        self.picked = 0

    def pick_meld(self, tile: int) -> int:
        """Pick the longest set the rack makes with its `tile`; how many tiles that is, 0 where
        there is none, or -1 where none of them may be played before the opening meld.

        A joker helps only where there is no set without one; one that lies free goes before those
        of the rack.
        """
        from rules.tilegame import racksets

        code = self.rack[tile]
        own = tiles.counts(self.rack)
        free = [i for i in range(len(self.sets)) if min(self.sets[i]) >= JOKER]
        best = b""
        opens = self.opens()
        shut = 0
        for jokers in (0, 1) if free or own[JOKER] else (0,):
            if code == JOKER or best:
                break
            for codes in racksets.sets_of(self.rules, own, jokers):
                if code in codes and len(codes) >= len(best):
                    if opens or self.may_open(codes):
                        best = codes
                    else:
                        shut = -1
        if not best:
            return shut
        self.unpick()
        self.pick_rack(tile)
        left = list(best)
        left.remove(code)
        if free and JOKER in left:
            left.remove(JOKER)
            self.pick(free[0], 0)
        for i in range(len(self.rack)):
            if i != tile and self.rack[i] in left:
                left.remove(self.rack[i])
                self.pick_rack(i)
        return self.picked

    # -- the opening meld

    def may_open(self, codes: bytes | bytearray) -> bool:
        """True when a set from the rack can be the opening meld, or a part of it where several sets
        may add up (RK-4, RG-3, KR-4, KR-5)."""
        rules = self.rules
        alone = rules["opening_sets"] == "group" and not rules["opening_several"]
        least = rules["opening_points"] if alone else 0
        for _, way in melds.readings(codes, rules):
            if melds.points_of(rules, [way]) >= least:
                return True
        return False

    def shut(self, which: int) -> bool:
        """True when set `which` is one of the rack's own that cannot open."""
        return bool(min(self.flags[which]) & OWN) and not self.may_open(self.sets[which])

    def opens(self, points: int | None = None) -> bool:
        """True when the opening meld lies, from an earlier turn or this one. points: what `points`
        gives, where it is known."""
        if self.opened:
            return True
        if not self.laid:
            return False
        if (self.points() if points is None else points) < self.rules["opening_points"]:
            return False
        for i in range(len(self.sets)):
            if min(self.flags[i]) & OWN and not self.shut(i):
                return True
        return False

    # -- what is picked

    def _raw(self, code, flag, free):
        """A tile as it may be put down: rack jokers stand for nothing yet, table jokers for what
        they stood for, unless `free`; of two of one group each for what the other is not (T-7)."""
        if code < JOKER:
            return code
        if free or flag & OWN:
            return JOKER
        which = 1 if flag & _SECOND else 0
        code = self.olds[which]
        if self.bound:
            for i in range(len(self.sets)):
                for j in range(len(self.sets[i])):
                    if self.flags[i][j] & (_FIRST if which else _SECOND):
                        other = self.sets[i][j]
                        if melds.alike(other, self.olds[1 - which]):
                            return (melds.apart(code, other) or (code,))[0]
        return code

    def _taken(self):
        """The picked tiles: (codes, flags without PICKED)."""
        codes = bytearray()
        flags = bytearray()
        for i in range(len(self.rack)):
            if self.rack_flags[i] & PICKED:
                codes.append(self.rack[i])
                flags.append(OWN)
        for i in range(len(self.sets)):
            for j in range(len(self.sets[i])):
                if self.flags[i][j] & PICKED:
                    codes.append(self.sets[i][j])
                    flags.append(self.flags[i][j] & ~PICKED)
        return codes, flags

    def _rest(self, which):
        """What set `which` keeps when the picked tiles are gone: (codes, flags)."""
        codes = bytearray()
        flags = bytearray()
        for i in range(len(self.sets[which])):
            if not self.flags[which][i] & PICKED:
                codes.append(self.sets[which][i])
                flags.append(self.flags[which][i])
        return codes, flags

    def may_return(self) -> bool:
        """True when every picked table tile came from the rack this turn."""
        for i in range(len(self.sets)):
            for flag in self.flags[i]:
                if flag & PICKED and not flag & OWN:
                    return False
        return self.picked > 0

    # -- reading tiles as a set

    def ways(
        self, codes: bytes | bytearray, flags: bytes | bytearray, retrieve: bool = True
    ) -> list[tuple]:
        """Every legal set that tiles make: a list of (codes as they show, flags).

        Table jokers keep what they stand for where that makes a set; readings that need one
        retrieved (T-8) come after, unless `retrieve` is False.
        """
        out = []
        for free in (False, True) if retrieve else (False,):
            raw = bytes([self._raw(codes[i], flags[i], free) for i in range(len(codes))])
            for _, meld in melds.fits(raw, self.rules):
                placed = self._flags_for(meld, codes, flags, free)
                if placed is not None and (bytearray(meld), placed) not in out:
                    out.append((bytearray(meld), placed))
            if not [flag for flag in flags if flag & (_FIRST | _SECOND)]:
                break
        return out

    def _flags_for(self, meld, codes, flags, free):
        """The flags of the tiles of `meld`, each joker found among `codes`; None if that fails."""
        left = list(range(len(codes)))
        out = bytearray(len(meld))
        for i in range(len(meld)):
            if meld[i] < JOKER:
                for j in left:
                    if codes[j] == meld[i]:
                        out[i] = flags[j]
                        left.remove(j)
                        break
        for strict in (True, False):
            for i in range(len(meld)):
                if meld[i] < JOKER or out[i]:
                    continue
                for j in left:
                    if codes[j] < JOKER:
                        continue
                    was = self._raw(codes[j], flags[j], False)
                    if melds.alike(was, meld[i]) if strict else (free or was == JOKER):
                        out[i] = flags[j]
                        left.remove(j)
                        break
        return out if not left else None

    def _loose(self, codes, flags):
        """Tiles that make no set, in the order they show."""
        keys = []
        for i in range(len(codes)):
            code = self._raw(codes[i], flags[i], False)
            number = number_of(code) or 99
            keys.append((number, code, flags[i]))
        keys.sort()
        return bytearray([key[1] for key in keys]), bytearray([key[2] for key in keys])

    def _pieces(self, codes, flags):
        """What is left of a set, cut where its numbers have a gap: a list of (codes, flags,
        good)."""
        if not codes:
            return []
        ways = self.ways(codes, flags)
        if ways:
            for way in ways:
                if way[0] == codes:
                    return [(codes, flags, 1)]
            return [ways[0] + (1,)]
        out = []
        start = 0
        for i in range(1, len(codes) + 1):
            if i < len(codes):
                step = number_of(codes[i]) - number_of(codes[i - 1])
                if JOKER in (codes[i], codes[i - 1]) or step in (0, 1):
                    continue
            out.append(self._piece(codes[start:i], flags[start:i]))
            start = i
        return out

    def _piece(self, codes, flags, way=0):
        """Tiles as the set that they make, which reading: `way`, or as they show: (codes, flags,
        good)."""
        ways = self.ways(codes, flags)
        if ways:
            return ways[way % len(ways)] + (1,)
        return self._loose(codes, flags) + (0,)

    # -- putting down

    def _down(self, target, made, spot=NOWHERE):
        """Take the picked tiles away and lay `made` = [(codes, flags, good), ...] instead of set
        `target` (None: beside the others, at `spot`). Returns the index of the first of them."""
        old = self._begin()
        sets = self.sets
        flags = self.flags
        good = self.good
        spots = self.spots
        rests = []
        for i in range(len(sets)):
            touched = False
            for flag in flags[i]:
                touched = touched or flag & PICKED
            if i == target:
                rests.append(made)
            elif touched:
                codes, rest = self._rest(i)
                rests.append(self._pieces(codes, rest))
            else:
                rests.append([(sets[i], flags[i], good[i])])
        self.sets = []
        self.flags = []
        self.spots = bytearray()
        self.good = bytearray()
        first = 0
        for i in range(len(rests)):
            if i == target:
                first = len(self.sets)
            step = 0
            for piece in rests[i]:  # what is cut off stays beside the rest where there is room
                own_spot = bytearray(spots[3 * i : 3 * i + 3])
                if step and own_spot[0] != 255:
                    own_spot[1] += step
                    own_spot[2] = 0
                self._add(piece, own_spot)
                step += len(piece[0]) + 1
        if target is None:
            first = len(self.sets)
            for piece in made:
                self._add(piece, spot)
        rack = bytearray()
        cells = bytearray()
        for i in range(len(self.rack)):
            if self.rack_flags[i] & PICKED:
                self.laid += 1
            else:
                rack.append(self.rack[i])
                cells.append(self.cells[i])
        self.rack = rack
        self.cells = cells
        self.rack_flags = bytearray(len(rack))
        self.picked = 0
        self._keep(old)
        return first

    def _add(self, piece, spot):
        self.sets.append(piece[0])
        self.flags.append(piece[1])
        self.good.append(0 if self._laid_off(piece) else piece[2])
        self.spots += spot

    def lay(self, way: int = 0, spot: bytes = NOWHERE) -> int | None:
        """Put the picked tiles down as a set of their own; which reading: `way`. Its index."""
        codes, flags = self._taken()
        return self._down(None, [self._piece(codes, flags, way)], spot)

    def add(self, which: int, way: int = 0) -> int | None:
        """Put the picked tiles onto set `which`; where they stretch it to two runs, it splits."""
        codes, flags = self._taken()
        rest = self._rest(which)
        codes = rest[0] + codes
        flags = rest[1] + flags
        made = None if self.ways(codes, flags) else self._split(codes, flags)
        return self._down(which, made or [self._piece(codes, flags, way)])

    def _split(self, codes, flags):
        """Two runs out of `codes`, or None."""
        raw = bytes([self._raw(codes[i], flags[i], False) for i in range(len(codes))])
        parts = melds.split_run(raw, self.rules)
        if parts is None:
            return None
        left = list(range(len(codes)))
        made = []
        for part in parts:
            own = bytearray()
            for code in part:
                for j in left:
                    if raw[j] == code:
                        own.append(flags[j])
                        left.remove(j)
                        break
            ways = self.ways(part, own)
            if not ways or self._laid_off(ways[0]):
                return None
            made.append(ways[0] + (1,))
        return made

    def back(self) -> bool:
        """Put the picked tiles back on the rack. False when one of them is the table's."""
        if not self.may_return():
            return False
        old = self._begin()
        home = bytearray()
        for i in range(len(self.sets)):
            for j in range(len(self.sets[i])):
                if self.flags[i][j] & PICKED:
                    home.append(tiles.plain(self.sets[i][j]))
        if not home:
            self.unpick()
            return False
        self.rack_flags = bytearray(len(self.rack_flags))
        self._down(None, [])
        self.log.pop()
        for code in home:
            self._stand(code)
        self.rack_flags = bytearray(len(self.rack))
        self.laid -= len(home)
        self._keep(old)
        return True

    def _stand(self, code):
        """Stand a tile on the rack again: in the gap it left, else in the first one."""
        taken = bytes(self.cells)  # a board's bytearray knows no `in`
        gaps = [cell for cell in range(len(self.start_rack)) if cell not in taken]
        place = gaps[0]
        for cell in gaps:
            if self.start_rack[cell] == code:
                place = cell
                break
        i = 0
        while i < len(self.cells) and self.cells[i] < place:
            i += 1
        self.rack[i:i] = bytes((code,))
        self.cells[i:i] = bytes((place,))

    # -- finding a place

    def targets(self) -> list[tuple]:
        """Where the picked tiles can go and make legal sets, the best first: a list of (kind, set,
        way).

        NEW: a set of their own. ON: onto a set, first those it mends; not where they lie already.
        SPLIT: into a run that becomes two. SWAP: one tile replaces a table joker it is (T-8), which
        comes free.
        """
        out: list[tuple] = []
        codes, flags = self._taken()
        if not codes:
            return out
        if len(codes) > 2:
            ways = self.ways(codes, flags)
            for way in range(len(ways)):
                if not self._laid_off(ways[way]):
                    out.append((NEW, 0, way))
        on: list[tuple] = []
        late: list[tuple] = []
        any_use = self.rules["joker_reuse"] == "any"
        swaps: list[tuple] = late if any_use else []
        for which in range(len(self.sets)):
            if not self._may_add(which) or not self._akin(which, codes):
                continue
            rest = self._rest(which)
            if not rest[0]:
                continue
            retrieves = self.opened or self.rules["opening_build"]
            if len(codes) == 1 and flags[0] & OWN and codes[0] < JOKER and retrieves:
                for i in range(len(rest[0])):
                    if (
                        rest[1][i] & (_FIRST | _SECOND)
                        and melds.covers(rest[0][i], codes[0])
                        and melds.covers(self._raw(rest[0][i], rest[1][i], False), codes[0])
                    ):
                        swaps.append((SWAP, which, i))
            both = rest[0] + codes
            both_flags = rest[1] + flags
            ways = self.ways(both, both_flags)
            plain = len(self.ways(both, both_flags, False))
            own = sum([flag & OWN for flag in both_flags])
            # a joker retrieved into this very set needs rack tiles (RK-15, RG-9, CR-11)
            for way in range(len(ways)):
                if ways[way][0] == self.sets[which] or self._laid_off(ways[way]):
                    continue
                if way < plain:
                    (on if self.good[which] else out).append((ON, which, way))
                elif retrieves and (own > 1 or any_use):
                    late.append((ON, which, way))
            if not ways and self._split(both, both_flags):
                on.append((SPLIT, which, 0))
        return out + on + (late if any_use else swaps + late)

    def _akin(self, which, codes):
        """False when tiles can neither make a set with those of set `which`, which then are not of
        one number nor, where runs are, of one colour, nor free a joker of it."""
        number = colour = -1
        same = True
        one_colour = True
        mixed = self.rules["mixed_runs"]
        flags = self.flags[which]
        own = self.sets[which]
        for i in range(len(own) + len(codes)):
            if i < len(own):
                if flags[i] & PICKED:
                    continue
                code = own[i]
            else:
                code = codes[i - len(own)]
            if code >= JOKER:
                if i < len(own):
                    return True  # it may come free
                continue
            if number < 0:
                number = code % 13
                colour = code // 13
            same = same and code % 13 == number
            one_colour = one_colour and code // 13 == colour
            if not (same or one_colour or mixed):
                return False
        return True

    def _laid_off(self, piece):
        """True when (codes, flags, ...) hold a tile that the rack did not have and a joker that is
        none of the table's as it stood there: RG-8 and RG-9 forbid that, whatever else is done."""
        if self.rules["joker_layoff"]:
            return False
        jokers = [code for code in piece[0] if code >= JOKER]
        for old in self.olds:
            for code in jokers:
                if melds.alike(old, code):
                    jokers.remove(code)
                    break
        if jokers:
            for code in piece[0]:
                if code < JOKER and code not in self.start_rack:
                    return True
        return False

    def _may_add(self, which):
        if self.opened or self.rules["opening_build"]:
            return True
        for flag in self.flags[which]:
            if not flag & OWN:
                return False
        return True

    def taken_codes(self) -> bytes:
        """The codes of the picked tiles, as a set to be."""
        return bytes(self._taken()[0])

    def readings(self) -> int:
        """How many different sets the picked tiles alone can be."""
        return len(self.ways(*self._taken()))

    def put(self, place: tuple, spot: bytes = NOWHERE) -> int | None:
        """Put the picked tiles into a place `places` found. The index of the set they are in."""
        kind, which, way = place
        if kind == NEW:
            return self.lay(way, spot)
        if kind == SWAP:
            return self.swap(which, way)
        return self.add(which, way)

    def swap(self, which: int, tile: int) -> int | None:
        """Let the picked tile replace joker `tile` of what set `which` keeps (RK-13); the joker
        comes free, is picked, and waits for its new set. The index of the set."""
        codes, flags = self._taken()
        rest_codes, rest_flags = self._rest(which)
        joker = rest_codes[tile]
        joker_flag = rest_flags[tile]
        rest_codes[tile] = codes[0]
        rest_flags[tile] = flags[0]
        ways = self.ways(rest_codes, rest_flags)
        if ways:
            made = ways[0] + (1,)
        else:
            made = (rest_codes, rest_flags, 0)
        joker = self._raw(joker, joker_flag, False)
        index = self._down(which, [made, (bytearray((joker,)), bytearray((joker_flag,)), 0)])
        self.pick(index + 1, 0)
        return index

    # -- what it comes to

    def table(self) -> list[bytes]:
        """The table as it lies now, for Game.apply(("play", table))."""
        return [bytes(codes) for codes in self.sets]

    def wrong(self) -> int:
        """How many sets are not legal."""
        return len(self.good) - sum(self.good)

    def touched(self) -> bool:
        """True when tiles that lay on the table before have moved (RK-11)."""
        from rules.tilegame import referee

        fresh, gone = referee.new_sets(self.before, self.table())
        return bool(gone)

    def points(self) -> int:
        """What the sets laid count towards the opening meld so far."""
        if not self.laid:
            return 0
        from rules.tilegame import referee

        return referee.opening_points(self.rules, self.before, self.table())
