"""The simulated display: Blinka's displayio paints changed areas into a frame of RGB565 pixels."""

from typing import Any

import busdisplay  # noqa: F401  imported first: displayio._displaycore needs it half way
import displayio
from displayio._area import Area
from displayio._displaycore import _DisplayCore

displayio.CIRCUITPYTHON_TERMINAL = displayio.Group()  # a desktop's console is elsewhere
# Blinka looks for real displays every millisecond.
displayio._stop_background()  # type: ignore[attr-defined]


class _Colours(dict):
    """Maps an RGB565 pixel to bytes of red, green and blue."""

    def __missing__(self, pixel):
        red, green, blue = pixel >> 11, pixel >> 5 & 63, pixel & 31
        self[pixel] = bytes((red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2))
        return self[pixel]


_COLOURS = _Colours()
# Arguments of a display core about the panel and its controller; no frame depends on them.
_NUMBERS = (
    "colstart rowstart rotation column_command row_command set_current_column_command"
    " set_current_row_command"
).split()
_SWITCHES = (
    "grayscale reverse_pixels_in_byte reverse_bytes_in_word data_as_commands"
    " always_toggle_chip_select sh1107_addressing address_little_endian"
).split()


class Display:
    """Stands in for `board.DISPLAY` of a handheld, as far as the game uses it.

    frame: an array of width * height RGB565 pixels in native order. paints: pixels repainted by
    the last refresh. refreshes: their number. brightness: 0 to 1. blind: paint nothing, which saves
    half the time of a run that takes no pictures; `paints` counts all the same.
    """

    def __init__(self, width: int, height: int, blind: bool = False) -> None:
        self.blind = blind
        self.frame = memoryview(bytearray(width * height * 2)).cast("H")
        self.brightness = 1.0
        self.auto_refresh = True
        self.paints = 0
        self.refreshes = 0
        self._size = (width, height)
        self._rotation = 0
        self._core = _DisplayCore(
            bus=None,
            width=width,
            height=height,
            ram_width=0x100,
            ram_height=0x100,
            color_depth=16,
            pixels_in_byte_share_row=True,
            bytes_per_cell=1,
            **dict.fromkeys(_NUMBERS, 0),
            **dict.fromkeys(_SWITCHES, False),
        )

    @property
    def width(self) -> int:
        """Return pixels across."""
        return self._core.get_width()

    @property
    def height(self) -> int:
        """Return pixels down."""
        return self._core.get_height()

    @property
    def rotation(self) -> int:
        """Return degrees. The picture of a display held upside down is upright all the same."""
        return self._rotation

    @rotation.setter
    def rotation(self, degrees: int) -> None:
        if degrees % 180:
            raise ValueError("The simulator does not turn displays on their side.")
        self._rotation = degrees
        self._core.full_refresh = True

    @property
    def root_group(self) -> Any:
        """Return the group on show."""
        return self._core.current_group

    @root_group.setter
    def root_group(self, group: Any) -> None:
        if not self._core.set_root_group(group):
            raise ValueError("Group already used")

    def refresh(
        self, *, target_frames_per_second: int | None = None, minimum_frames_per_second: int = 0
    ) -> bool:
        """Paint what has changed since the last refresh."""
        core = self._core
        if not core.start_refresh():
            return False
        areas = []
        group = core.current_group
        if core.full_refresh:
            if group is not None:
                group._prepare_full_refresh()
            areas.append(core.area)
        elif group is not None:
            group._get_refresh_areas(areas)
        self.paints = 0
        for area in areas:
            self._paint(area)
        core.finish_refresh()
        self.refreshes += 1
        return True

    def _paint(self, area):
        clipped = Area()
        if not self._core.clip_area(area, clipped):
            return
        size = clipped.size()
        self.paints += size
        if self.blind:
            return
        words = (size + 1) // 2
        buffer = memoryview(bytearray(words * 4)).cast("I")
        mask = memoryview(bytearray((size // 32 + 1) * 4)).cast("I")
        self._core.fill_area(clipped, mask, buffer)
        pixels = buffer.cast("B").cast("H")
        width = clipped.width()
        stride = self._size[0]
        done = 0
        for y in range(clipped.y1, clipped.y2):
            start = y * stride + clipped.x1
            self.frame[start : start + width] = pixels[done : done + width]
            done += width

    def rgb(self) -> bytes:
        """Return the frame as bytes, three a pixel, rows from the top."""
        if self.blind:
            raise ValueError("A blind display has no picture.")
        return b"".join(map(_COLOURS.__getitem__, self.frame))
