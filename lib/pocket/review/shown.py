"""Show a table on the play screen's board, the changes of a play marked, and the rack."""

from pocket.tilegame import board, changes, sorting
from pocket.tilegame.part import Part

if False:  # for type checkers
    from typing import Any


class Shown(Part):
    """A table and the rack beside it, the played tiles marked."""

    def __init__(
        self, screen: "Any", before: list[bytes], after: list[bytes], laid: bytes, rack: bytes
    ) -> None:
        Part.__init__(self, screen)
        self.left = bytearray(rack)
        for code in laid:
            tile = self.left.find(bytes((code,)))
            self.left[tile : tile + 1] = b""
        self.left = sorting.sort_rack(self.left, self.app.settings.sorting, screen.rules)
        self.table, self.lie = self.app.session.seen or ((), b"")
        self._carry(before)
        self.marks: list[bytearray] | None = None
        if after is before:
            return
        screen.board.fit(before, self.lie, len(rack), True)
        self._carry(after)
        self.marks = changes.changes(before, after, laid)

    def _carry(self, table):
        """Show another table: sets that stay keep their places."""
        self.lie = board.carried_spots(self.lie, changes.origins(self.table, table))
        self.table = table

    def sets(self) -> list[bytes]:
        return self.table

    def spots(self) -> bytearray:
        return self.lie

    def shades(self) -> list[bytearray] | None:
        return self.marks

    def rack(self) -> bytearray:
        return self.left

    def rack_shades(self) -> None:
        return None
