"""The tiles of a person's unfinished turn: which are picked, where they may go, what they make.

No keys and no pictures: personturn.py has these, keptturn.py turns it into bytes. Tiles are picked,
then put down: `_put_down` alone changes the table, and `log` has what undoes each step.
"""

from pocket.app.device import take_attributes
from pocket.tilegame.board import NOWHERE
from pocket.tilegame.changes import OWN, PICKED, RACK

from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, number_of

if False:  # for type checkers
    from collections.abc import Iterable

    from rules.tilegame.game import Game


_FIRST = 4  # flags of the first and the second joker on the table before the turn
_SECOND = 8
_STEPS = 60  # undo steps kept; the whole turn can always be put back

NEW, ON, SPLIT, SWAP = 0, 1, 2, 3  # kinds of places `places` finds


def resume(detached: "Turn") -> "Turn":
    """Return the Turn that a device.Detached holds as plain data."""
    turn = take_attributes(object.__new__(Turn), detached)
    if turn.before_key:
        turn.undo_key()
    return turn


class Turn:
    """One turn being made, of the seat to move. rack: its codes in the person's order.

    sets: the table, a bytearray of codes for each set. flags: the same shape: OWN, PICKED. good:
    one byte per set: it is legal. spots: see pocket.tilegame.board. start_rack: all tiles of the
    rack, in the order of their cells. cells: the cells of those that are not laid, ascending; the
    others leave a gap until the rack is sorted. rack, rack_flags: the tiles in `cells`. picked,
    laid: how many tiles are. before_key: the state before the last key; None: it changed nothing,
    or succeeded (PersonTurn resets it). is_saved: nothing has changed since the newest save.
    cursor: see PersonTurn.cursor; kept between two PersonTurns. size: see Board.fit, `kept_step`.
    """

    cursor = (RACK, 0, 0)
    taken = -1  # the rack tile under the cursor, once A has taken it or put it back
    size: tuple | None = None

    def __init__(
        self, game: "Game", rack: bytes | bytearray, spots: bytes | bytearray = b""
    ) -> None:
        rules = self.rules = game.rules
        self.before = game.table
        self.jokers_must_differ = melds.must_differ(
            melds.table_jokers(game.table), game.jokers_differ
        )
        self.opened = opened = bool(game.opened[game.seat])
        # before the opening meld only tiles of this turn may be moved (T-4; RG-4, RK-5 option)
        self.unlocked = opened or rules["opening_build"]
        self.start_rack = bytes(rack)
        self.start_spots = bytes(spots) or NOWHERE * len(game.table)
        self.before_key: tuple | None = None
        self.is_saved = True
        self._start()

    # -- state

    def reset(self) -> None:
        """Put the whole turn back."""
        self.snapshot()  # restored if memory runs out meanwhile
        self._start()

    def _start(self):
        self.old_jokers = bytearray()
        self.sets = []
        self.flags = []
        self.spots = bytearray(self.start_spots)
        for i in range(len(self.before)):
            codes = bytearray(self.before[i])
            flags = bytearray(len(codes))
            for j in range(len(codes)):
                if codes[j] >= JOKER:
                    flags[j] = _FIRST << len(self.old_jokers)
                    self.old_jokers.append(codes[j])
            self.sets.append(codes)
            self.flags.append(flags)
        self.good = bytearray([1] * len(self.sets))
        self.log = []
        self.singly_picked: list = []  # where A picked tiles one by one: PersonTurn.cursor
        self.fill_rack(range(len(self.start_rack)))

    def fill_rack(self, cells: "Iterable[int]") -> None:
        """Put the tiles that are not laid on the rack: those of `cells` where they are, the others
        into gaps that laid tiles have left."""
        order = self.start_rack
        self.cells = self.left_cells(self.laid_codes(), cells)
        self.rack = bytearray([order[cell] for cell in self.cells])
        self.rack_flags = bytearray(len(self.rack))
        self.picked = 0
        self.laid = len(order) - len(self.rack)

    def left_cells(self, laid: bytes, cells: "Iterable[int]") -> bytearray:
        """Return the cells of the rack, as `fill_rack` fills it, once `laid` are laid."""
        order = self.start_rack
        missing = tiles.counts(order)
        for code in laid:
            missing[code] -= 1
        taken = bytearray(len(order))
        for places in (cells, range(len(order))):
            for cell in places:
                if missing[order[cell]] and not taken[cell]:
                    missing[order[cell]] -= 1
                    taken[cell] = 1
        return bytearray([cell for cell in range(len(order)) if taken[cell]])

    def laid_codes(self) -> bytes:
        """Return the codes of the laid tiles, jokers as on the rack."""
        codes = []
        for row, flags in zip(self.sets, self.flags):
            codes += [tiles.plain(row[i]) for i in range(len(row)) if flags[i] & OWN]
        return bytes(codes)  # a board does not look for a number in a bytearray

    def dump(self) -> bytearray:
        """Return table and cells as bytes, without marks of picked tiles."""
        out = bytearray((len(self.sets),))
        out += self.spots
        for i in range(len(self.sets)):
            out.append(len(self.sets[i]))
            out.append(self.good[i])
            out += self.sets[i]
            for flag in self.flags[i]:
                out.append(flag & ~PICKED)
        out += self.cells
        return out

    def snapshot(self) -> bytearray:
        """Return `dump` before a change, and keep it as `before_key` if it is the first."""
        old = self.dump()
        self.is_saved = False
        if not self.before_key:
            self.before_key = old, self.start_rack, list(self.log)
        return old

    def undo_key(self) -> None:
        """Go back to `before_key`."""
        old, self.start_rack, self.log = self.before_key
        self.before_key = None
        self._load(old)

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
        self.fill_rack(data[start:])

    def log_undo(self, old: bytearray) -> None:
        """Log the bytes that turn the present table back into `old`."""
        new = self.dump()
        shorter = min(len(old), len(new))
        start = 0  # bytes at the start that are equal, and at the end
        while start < shorter and old[start] == new[start]:
            start += 1
        end = 0
        while end < shorter - start and old[len(old) - 1 - end] == new[len(new) - 1 - end]:
            end += 1
        self.log.append(
            bytes((start & 255, start >> 8, end & 255, end >> 8))
            + bytes(old[start : len(old) - end])
        )
        if len(self.log) > _STEPS:
            del self.log[0]

    def undo(self) -> bool:
        """Undo the last move; its tiles return to the rack. Returns False when there is none."""
        if not self.log:
            return False
        now = self.snapshot()
        step = self.log.pop()
        end = len(now) - (step[2] | step[3] << 8)
        self._load(now[: step[0] | step[1] << 8] + step[4:] + now[end:])
        return True

    def arrange(self, order: bytes | bytearray) -> None:
        """Reorder the rack (the same tiles), without gaps."""
        self.unpick()
        self.snapshot()
        self.start_rack = bytes(order) + self.laid_codes()
        self.fill_rack(range(len(order)))

    def has_changes(self) -> bool:
        """Return whether a tile is laid or moved, even if the log has dropped its step."""
        return bool(self.log) or self.sets != self.before

    # -- picking

    def pick_rack(self, tile: int) -> None:
        """Pick a tile of the rack, or put it down again."""
        self.rack_flags[tile] ^= PICKED
        self.picked += 1 if self.rack_flags[tile] & PICKED else -1

    def pick(self, which: int, tile: int) -> bool:
        """Pick `tile` of set `which`, or put it down again. False when it may not be moved."""
        flags = self.flags[which]
        if not (self.unlocked or flags[tile] & OWN):
            return False
        flags[tile] ^= PICKED
        self.picked += 1 if flags[tile] & PICKED else -1
        return True

    def pick_rest(self, which: int, tile: int) -> None:
        """Pick set `which` from `tile` to its end."""
        for i in range(tile, len(self.sets[which])):
            if not self.flags[which][i] & PICKED:
                self.pick(which, i)

    def unpick(self) -> None:
        """Put all picked tiles down where they are."""
        self.flags = [bytearray([flag & ~PICKED for flag in flags]) for flags in self.flags]
        self.rack_flags = bytearray(len(self.rack_flags))
        self.picked = 0

    def loose_joker(self) -> int:
        """Return the index of the set that is a single joker of the table, or -1."""
        for i in range(len(self.sets)):
            if len(self.sets[i]) == 1 and self.flags[i][0] & (_FIRST | _SECOND):
                return i
        return -1

    # -- the opening meld

    def may_open(self, codes: bytes | bytearray) -> bool:
        """Return whether a set from the rack can be the opening meld, or a part of it where the
        points of several sets add up (RK-4, RG-3, KR-4, KR-5)."""
        rules = self.rules
        alone = rules["opening_sets"] == "group" and not rules["opening_several"]
        least = rules["opening_points"] if alone else 0
        ways = melds.readings(codes, rules)
        return any([melds.points_of(rules, [way]) >= least for _, way in ways])

    def cannot_open(self, which: int) -> bool:
        """Return whether set `which` came from the rack and cannot open."""
        return bool(min(self.flags[which]) & OWN) and not self.may_open(self.sets[which])

    def opens(self, points: int | None = None) -> bool:
        """Return whether the opening meld is played, in an earlier turn or this one. points: the
        result of `points`, if known."""
        if self.opened:
            return True
        if not self.laid:
            return False
        if (self.points(self.table()) if points is None else points) < self.rules["opening_points"]:
            return False
        from_rack = [codes for codes, flags in zip(self.sets, self.flags) if min(flags) & OWN]
        return any([self.may_open(codes) for codes in from_rack])

    # -- the picked tiles

    def _raw_code(self, code, flag, free):
        """Return the code of a tile to put down: a rack joker stands for nothing yet, a table joker
        for the tile it stood for, unless `free`; two jokers of one group for different tiles
        (T-7)."""
        if code < JOKER:
            return code
        if free or flag & OWN:
            return JOKER
        which = 1 if flag & _SECOND else 0
        code = self.old_jokers[which]
        if self.jokers_must_differ:
            for i in range(len(self.sets)):
                for j in range(len(self.sets[i])):
                    if self.flags[i][j] & (_FIRST if which else _SECOND):
                        other = self.sets[i][j]
                        if melds.may_be_equal(other, self.old_jokers[1 - which]):
                            return (melds.make_distinct(code, other) or (code,))[0]
        return code

    def picks(self) -> tuple[bytes, list[tuple[int, int]]]:
        """Return where the picked tiles are: (indices of the rack, [(set, tile), ...])."""
        rack = bytes([i for i in range(len(self.rack)) if self.rack_flags[i] & PICKED])
        table = []
        for i in range(len(self.sets)):
            for j in range(len(self.sets[i])):
                if self.flags[i][j] & PICKED:
                    table.append((i, j))
        return rack, table

    def pick_again(self, picks: tuple) -> None:
        """Pick the tiles that `picks` returned, and only those."""
        self.unpick()
        for i in picks[0]:
            self.pick_rack(i)
        for which, tile in picks[1]:
            self.pick(which, tile)

    def picked_tiles(self) -> tuple[bytearray, bytearray]:
        """Return the picked tiles: (codes, flags without PICKED)."""
        rack, table = self.picks()
        codes = [self.rack[i] for i in rack] + [self.sets[i][j] for i, j in table]
        flags = [OWN] * len(rack) + [self.flags[i][j] & ~PICKED for i, j in table]
        return bytearray(codes), bytearray(flags)

    def _unpicked(self, which):
        """Return the tiles of set `which` that are not picked: (codes, flags)."""
        codes = bytearray()
        flags = bytearray()
        for i in range(len(self.sets[which])):
            if not self.flags[which][i] & PICKED:
                codes.append(self.sets[which][i])
                flags.append(self.flags[which][i])
        return codes, flags

    # -- reading tiles as a set

    def ways(
        self, codes: bytes | bytearray, flags: bytes | bytearray, retrieve: bool = True
    ) -> list[tuple]:
        """Return every legal set that the tiles make: a list of (codes as they show, flags).

        First the sets in which table jokers keep their tile, then, unless `retrieve` is False,
        those that need a joker retrieved (T-8).
        """
        out = []
        has_joker = any([flag & (_FIRST | _SECOND) for flag in flags])
        for free in (False, True) if retrieve and has_joker else (False,):
            raw = bytes([self._raw_code(codes[i], flags[i], free) for i in range(len(codes))])
            for _, meld in melds.fits(raw, self.rules):
                placed = self._flags_for(meld, codes, flags, free)
                if placed is not None and (bytearray(meld), placed) not in out:
                    out.append((bytearray(meld), placed))
        return out

    def _flags_for(self, meld, codes, flags, free):
        """Return the flags for the tiles of `meld`, its jokers matched to `codes`, or None."""
        raw = [self._raw_code(codes[i], flags[i], False) for i in range(len(codes))]
        unused = list(range(len(codes)))
        out = [-1] * len(meld)
        for strict in (True, False):
            for i in range(len(meld)):
                for j in unused if out[i] < 0 else ():
                    is_same = raw[j] == meld[i] or melds.may_be_equal(raw[j], meld[i])
                    may_change = raw[j] >= JOKER and (free or raw[j] == JOKER)
                    if is_same or not strict and meld[i] >= JOKER and may_change:
                        out[i] = flags[j]
                        unused.remove(j)
                        break
        return None if unused else bytearray(out)

    def _order_loose(self, codes, flags):
        """Return tiles that make no set, in the order in which they are shown: (codes, flags)."""
        keys = []
        for i in range(len(codes)):
            code = self._raw_code(codes[i], flags[i], False)
            keys.append((number_of(code) or 99, code, flags[i]))
        keys.sort()
        return bytearray([key[1] for key in keys]), bytearray([key[2] for key in keys])

    def _cut_parts(self, codes, flags):
        """Cut the rest of a set where its numbers have a gap: a list of (codes, flags, good)."""
        ways = self.ways(codes, flags)
        if ways:
            is_in_order = codes in [way[0] for way in ways]
            return [(codes, flags, 1) if is_in_order else ways[0] + (1,)]
        out = []
        start = 0
        for i in range(1, len(codes) + 1):
            if i < len(codes):
                step = number_of(codes[i]) - number_of(codes[i - 1])
                if JOKER in (codes[i], codes[i - 1]) or step in (0, 1):
                    continue
            out.append(self._read_part(codes[start:i], flags[start:i]))
            start = i
        return out

    def _read_part(self, codes, flags, way=0):
        """Return tiles as the set that they make (number `way` of `ways`), else in the order in
        which they are shown: (codes, flags, good)."""
        ways = self.ways(codes, flags)
        if ways:
            return ways[way % len(ways)] + (1,)
        return self._order_loose(codes, flags) + (0,)

    # -- putting down

    def _put_down(self, target, new_sets, spot=NOWHERE):
        """Take the picked tiles from their places and put `new_sets`, a list of (codes, flags,
        good), in place of set `target` or, if `target` is None, at `spot`. Return the index of the
        first of them."""
        undo_state = self.snapshot()
        sets = self.sets
        flags = self.flags
        good = self.good
        spots = self.spots
        parts_by_set = []
        for i in range(len(sets)):
            codes, rest_flags = self._unpicked(i)
            if i == target:
                parts_by_set.append(new_sets)
            elif len(codes) < len(sets[i]):
                parts_by_set.append(self._cut_parts(codes, rest_flags))
            else:
                parts_by_set.append([(sets[i], flags[i], good[i])])
        self.sets = []
        self.flags = []
        self.spots = bytearray()
        self.good = bytearray()
        first = 0
        for i in range(len(parts_by_set)):
            if i == target:
                first = len(self.sets)
            offset = 0
            for part in parts_by_set[i]:  # a later part stays beside the first if there is room
                part_spot = bytearray(spots[3 * i : 3 * i + 3])
                if offset and part_spot[0] != 255:
                    part_spot[1] += offset
                    part_spot[2] = 0
                self._append_set(part, part_spot)
                offset += len(part[0]) + 1
        if target is None:
            first = len(self.sets)
            for part in new_sets:
                self._append_set(part, spot)
        indices = range(len(self.cells))
        self.fill_rack([self.cells[i] for i in indices if not self.rack_flags[i] & PICKED])
        self.log_undo(undo_state)
        return first

    def _append_set(self, part, spot):
        self.sets.append(part[0])
        self.flags.append(part[1])
        self.good.append(0 if self._lays_off_joker(part) else part[2])
        self.spots += spot

    def _split_run(self, codes, flags):
        """Split `codes` into two runs, or return None."""
        raw = bytes([self._raw_code(codes[i], flags[i], False) for i in range(len(codes))])
        parts = melds.split_run(raw, self.rules)
        if parts is None:
            return None
        unused = list(zip(raw, flags))
        runs = []
        for part in parts:
            part_flags = bytearray()
            for code in part:
                tile = [tile for tile in unused if tile[0] == code][0]
                unused.remove(tile)
                part_flags.append(tile[1])
            ways = self.ways(part, part_flags)
            if not ways or self._lays_off_joker(ways[0]):
                return None
            runs.append(ways[0] + (1,))
        return runs

    def put_back(self) -> bool:
        """Put the picked tiles back on the rack. Returns False when one of them is the table's."""
        if not self.picked or min([flag & OWN for flag in self.picked_tiles()[1]]) == 0:
            return False
        self.rack_flags = bytearray(len(self.rack))
        self._put_down(None, [])
        return True

    # -- finding a place

    def targets(self, everywhere: bool = False) -> list[tuple]:
        """List the places where the picked tiles make legal sets, best first: (kind, index of
        the set, index in `ways`; for SWAP the joker's place in the set).

        NEW: a new set. ON: added to a set, illegal sets first. SPLIT: into a run that becomes two.
        SWAP: in place of a table joker that stands for the tile (T-8): the joker becomes free.
        everywhere: on the table's sets before the opening meld, too.
        """
        unlocked = self.unlocked or everywhere
        out: list[tuple] = []
        codes, flags = self.picked_tiles()
        if not codes:
            return out
        if len(codes) > 2:
            ways = self.ways(codes, flags)
            for way in range(len(ways)):
                if not self._lays_off_joker(ways[way]):
                    out.append((NEW, 0, way))
        on_legal: list[tuple] = []  # places on legal sets
        retrieving: list[tuple] = []  # places that need a joker retrieved
        free_reuse = self.rules["joker_reuse"] == "any"
        swaps: list[tuple] = retrieving if free_reuse else []
        for set_index in range(len(self.sets)):
            if not (unlocked or min(self.flags[set_index]) & OWN):
                continue
            set_codes, set_flags = self._unpicked(set_index)
            if not set_codes or not self._may_combine(set_codes, codes):
                continue
            if len(codes) == 1 and flags[0] & OWN and codes[0] < JOKER and unlocked:
                for i in range(len(set_codes)):
                    if (
                        set_flags[i] & (_FIRST | _SECOND)
                        and melds.retrieves(set_codes[i], codes[0])
                        and melds.retrieves(
                            self._raw_code(set_codes[i], set_flags[i], False), codes[0]
                        )
                    ):
                        swaps.append((SWAP, set_index, i))
            joined = set_codes + codes
            joined_flags = set_flags + flags
            ways = self.ways(joined, joined_flags)
            plain_count = len(self.ways(joined, joined_flags, False))
            own_count = sum([flag & OWN for flag in joined_flags])
            # A joker freed but kept in its set needs two rack tiles (RK-15, RG-9, CR-11).
            for way in range(len(ways)):
                if ways[way][0] == self.sets[set_index] or self._lays_off_joker(ways[way]):
                    continue
                if way < plain_count:
                    (on_legal if self.good[set_index] else out).append((ON, set_index, way))
                elif unlocked and (own_count > 1 or free_reuse):
                    (retrieving if self.good[set_index] else out).append((ON, set_index, way))
            if not plain_count and self._split_run(joined, joined_flags):
                on_legal.append((SPLIT, set_index, 0))
        if free_reuse:
            return out + on_legal + retrieving
        if swaps and self._freed_joker_has_partners():
            return swaps + out + on_legal + retrieving
        return out + on_legal + swaps + retrieving

    def _freed_joker_has_partners(self):
        """Return whether two unpicked rack tiles would make a set with the freed joker."""
        unpicked = [self.rack[i] for i in range(len(self.rack)) if not self.rack_flags[i] & PICKED]
        for code in unpicked:
            for other in unpicked:
                if code < other and abs(number_of(code) - number_of(other)) < 3:
                    if melds.fits(bytes((code, other, JOKER)), self.rules):
                        return True
        return False

    def _may_combine(self, rest, codes):
        """Return False if `codes` differ from `rest`, the tiles of a set, in number and, unless
        runs may mix colours, in colour: they cannot make a set with them or free a joker."""
        if max(rest) >= JOKER or self.rules["mixed_runs"]:
            return True  # the joker may come free
        both = [code for code in rest + codes if code < JOKER]
        numbers, colours = {code % 13 for code in both}, {code // 13 for code in both}
        return min(len(numbers), len(colours)) == 1

    def _lays_off_joker(self, part):
        """Return whether (codes, flags, ...) hold a tile that was not on the rack together with a
        joker that does not stand there as it did on the table (RG-8 and RG-9 forbid that)."""
        if self.rules["joker_layoff"]:
            return False
        jokers = [code for code in part[0] if code >= JOKER]
        for old in self.old_jokers:
            for code in jokers:
                if melds.may_be_equal(old, code):
                    jokers.remove(code)
                    break
        own = self.start_rack
        return bool(jokers) and any([code < JOKER and code not in own for code in part[0]])

    def readings(self) -> int:
        """Return the number of different sets that the picked tiles alone can be."""
        return len(self.ways(*self.picked_tiles()))

    def put(self, place: tuple, spot: bytes = NOWHERE) -> int | None:
        """Put the picked tiles down. place: as `targets` returns it. spot: for a new set. Returns
        the index of their set."""
        kind, which, way = place
        codes, flags = self.picked_tiles()
        if kind == SWAP:
            return self._swap_joker(which, way, codes, flags)
        if kind == NEW:
            return self._put_down(None, [self._read_part(codes, flags, way)], spot)
        unpicked = self._unpicked(which)
        codes = unpicked[0] + codes
        flags = unpicked[1] + flags
        runs = self._split_run(codes, flags) if kind == SPLIT else None
        return self._put_down(which, runs or [self._read_part(codes, flags, way)])

    def _swap_joker(self, which, tile, codes, flags):
        """Replace joker `tile` of what set `which` keeps by the picked tile (RK-13) and pick the
        joker. Returns the index of the set."""
        rest_codes, rest_flags = self._unpicked(which)
        joker = rest_codes[tile]
        joker_flag = rest_flags[tile]
        rest_codes[tile] = codes[0]
        rest_flags[tile] = flags[0]
        made = self._read_part(rest_codes, rest_flags)
        joker = self._raw_code(joker, joker_flag, False)
        index = self._put_down(which, [made, (bytearray((joker,)), bytearray((joker_flag,)), 0)])
        self.pick(index + 1, 0)
        return index

    # -- the result

    def table(self) -> list[bytes]:
        """Return the sets of the table now, for Game.apply(("play", table))."""
        return [bytes(codes) for codes in self.sets]

    def wrong(self) -> int:
        """Return the number of sets that are not legal."""
        return len(self.good) - sum(self.good)

    def touched(self) -> bool:
        """Return whether tiles that were on the table before the turn have moved (RK-11)."""
        from rules.tilegame import newsets

        new, gone = newsets.new_sets(self.before, self.table())
        return bool(gone)

    def points(self, table: list[bytes]) -> int:
        """Return the points of the new sets of a table towards the opening meld."""
        from rules.tilegame import newsets

        return 0 if self.opened else newsets.opening_points(self.rules, self.before, table)
