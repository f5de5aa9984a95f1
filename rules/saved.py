"""Read the bytes of saved games: blocks, each after its length; the record comes last."""

from rules import errors
from rules.base import RulesError


class Reader:
    """Reads a save from start to end. Every method raises RulesError if the save is too short."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, size: int) -> bytes:
        """Return the next `size` bytes."""
        if self.place + size > len(self.data):
            raise RulesError(errors.SAVE_DAMAGED)
        self.place += size
        return self.data[self.place - size : self.place]

    def byte(self) -> int:
        """Return the next byte as a number."""
        return self.take(1)[0]

    def number(self) -> int:
        """Return the next two bytes as a number, low byte first."""
        return self.byte() | self.byte() << 8

    def block(self) -> bytearray:
        """Return the next block, without its length."""
        return bytearray(self.take(self.byte()))

    def record(self) -> tuple[bytes, bytearray]:
        """Return (state of the Rng before the deal, packed moves) of the round's record."""
        return self.take(8), bytearray(self.take(self.number()))

    def check_end(self) -> None:
        """Raise RulesError unless all bytes were read."""
        if self.place != len(self.data):
            raise RulesError(errors.SAVE_DAMAGED)
