"""Help texts line by line, as the build has packed them (tools/device/wordpack.py)."""

from pocket.ui import words

TEXT, RULING, PICTURE, BLANK, TITLE, ORDER = 0, 1, 2, 3, 4, 5  # kinds of lines
_HINT = 6  # an order with words to read, as it is packed


class Pages:
    """A help text of the language that is set: one line after the other, none kept.

    place: where the next line begins, a place for `go`. kind, text: the line read last.
    Raises AssetError where it is missing or damaged.
    """

    shared: "tuple | None"

    def __init__(self, name: str) -> None:
        self.file, self.begin, self.end = words.book(name)
        self.shared = None  # the lines that all languages share, when the first is read
        self.go(0)

    def go(self, place: int) -> None:
        """Go to a place that `place` has named."""
        self.place = place
        self.file.seek(self.begin + place)

    def next(self, wanted: int | None = None) -> bool:
        """Read a line; the text only of the kind that is wanted. False at the end."""
        if self.begin + self.place >= self.end:
            return False
        size = self._byte()
        self.kind = size >> 5
        size &= 31
        self.text = ""
        same = self.kind == PICTURE or self.kind == ORDER
        if same:
            size = size << 8 | self._byte()
        elif size > 27:
            size = 28 + (size - 28 << 8 | self._byte())
        if self.kind == _HINT:
            self.kind = ORDER
        if wanted is None or wanted == self.kind:
            self.text = self._line(size) if same else words.decoded(self.file.read(size), 0, size)
        elif not same:
            self.file.seek(size, 1)
        if not same:
            self.place += size
        return True

    def _byte(self):
        self.place += 1
        return self.file.read(1)[0]

    def _line(self, number):
        """A line that all languages share."""
        if self.shared is None:
            self.shared = words.shared()
        file, begin, _end = self.shared
        file.seek(begin + 2 * number)
        ends = file.read(4)
        first = ends[0] | ends[1] << 8
        file.seek(begin + first)
        return file.read((ends[2] | ends[3] << 8) - first).decode()

    def close(self) -> None:
        """Close the files."""
        self.file.close()
        if self.shared is not None:
            self.shared[0].close()


class Made:
    """Lines made on the spot, [(kind, text)], read as those of Pages."""

    def __init__(self, lines: list[tuple[str, str]]) -> None:
        self.lines = lines
        self.place = 0

    def go(self, place: int) -> None:
        """Go to a place."""
        self.place = place

    def next(self, wanted: int | None = None) -> bool:
        """Read a line. False at the end."""
        if self.place == len(self.lines):
            return False
        self.kind, self.text = self.lines[self.place]
        self.place += 1
        return True

    def close(self) -> None:
        """There is nothing to close."""
