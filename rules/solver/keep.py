"""Leaving old sets untouched, for the solver. Loaded when a best play is known and its laid tiles
are to be placed with as few of the standing sets taken up as can be.
"""

from rules.tilegame import tiles

NUMBERS = 13


class Keeper:
    """Chooses, where a standing set begins, whether it stays or is taken up, `most` at the most.

    A set that stays takes its tiles out of the numbers as the search passes them. The state is
    (sets that may still be taken up, bits of the runs that stay and still go on). free: table
    jokers are the search's spare jokers, else a decided one is a tile of its kind. barred: sets
    that hold a joker cannot stay. laid: codes laid. mixed: runs may mix colours.

    Sets taken up that no laid tile reaches, over sets taken up, could have stayed: only those
    within `most` steps of a laid tile are tried.
    """

    watches = False

    def __init__(self, table, fixed, most, loose, laid, mixed):
        self.most = most
        self.starts = [[] for _ in range(NUMBERS + 1)]  # indices of sets by first number
        self.rows = []  # (first number, last number, set)
        for codes in table:
            first = tiles.number_of(codes[0])
            last = tiles.number_of(codes[-1])
            # beyond 28 rows there is no bit left for a run in an int of 30 bits
            if codes not in fixed and (first == last or len(self.rows) <= 28):
                self.starts[first].append(len(self.rows))
                self.rows.append((first, last, codes))
        self.near = self._near(table, laid, loose, mixed)

    def _near(self, table, laid, loose, mixed):
        """For each of `rows`, True when it may be taken up. loose: jokers may go anywhere."""
        near = [False] * len(self.rows)
        rest = [self.rows[i][2] for i in range(len(near))]
        others = [codes for codes in table if codes not in rest]
        touch = bytearray(52)  # kinds that what was reached can share a set with
        anywhere = False
        for code in laid:
            anywhere = _touch(touch, code, True, mixed) or anywhere
        for _ in range(self.most):
            fresh = []
            for i in range(len(near)):
                if not near[i] and (anywhere or _touches(touch, rest[i], loose)):
                    near[i] = True
                    fresh.append(rest[i])
            for codes in list(others):  # taken up in any case
                if anywhere or _touches(touch, codes, loose):
                    others.remove(codes)
                    fresh.append(codes)
            for codes in fresh:
                for code in codes:
                    anywhere = _touch(touch, code, loose, mixed) or anywhere
        return near

    def start(self):
        return self.most, 0

    def accepts(self, state, rack_jokers):
        return True

    def actions(self, state, number, way, may):
        """See Search.actions."""
        takes, active = state
        must = list(way[1])
        going = 0
        i = 0
        while active:
            if active & 1:
                self._remove(i, number, must)
                if self.rows[i][1] > number:
                    going |= 1 << i
            active >>= 1
            i += 1
        ways = [(takes, going, must, ())]
        for i in self.starts[number]:
            more = []
            for takes, going, must, stay in ways:
                left = list(must)
                self._remove(i, number, left)
                if min(left) >= 0:
                    on = going | 1 << i if self.rows[i][1] > number else going
                    more.append((takes, on, left, stay + (i,)))
                if takes and self.near[i]:
                    more.append((takes - 1, going, must, stay))
            ways = more
        return [
            ((way[0], (takes, going)), tuple(must), way[2], way[3], way[4], way[5], (way[6], stay))
            for takes, going, must, stay in ways
            if min(must) >= 0
        ]

    def _remove(self, i, number, must):
        """Take what set i has of a number out of `must`."""
        first, last, codes = self.rows[i]
        for code in codes if first == last else codes[number - first : number - first + 1]:
            must[code // 13 if code < tiles.JOKER else (1, 2, 4, 8).index(tiles.mask_of(code))] -= 1


def _touch(touch, code, loose, mixed):
    """Mark the kinds that `code` can share a set with, next to it; True for a joker that can go
    anywhere."""
    if code == tiles.JOKER or code > tiles.JOKER and loose:
        return True
    for kind in tiles.kinds_of(code):
        number = kind % 13
        for colour in range(4):
            touch[colour * 13 + number] = 1
            if mixed or colour == kind // 13:
                for at in (number - 1, number + 1):
                    if 0 <= at < 13:
                        touch[colour * 13 + at] = 1
    return False


def _touches(touch, codes, loose):
    """True when a tile of a set is marked, or a joker of it could be put next to any."""
    for code in codes:
        if code >= tiles.JOKER and loose:
            return True
        for kind in tiles.kinds_of(code):
            if touch[kind]:
                return True
    return False
