"""What the panel was sent, in rectangles [begin ms, end ms, left, top, right, bottom]."""

import bisect

GAP = 80  # ms without painting that end one painting
FRAME_GAP = 12  # ms without painting that end one frame of a play that is shown


def clusters(areas: list, gap: float = GAP) -> list[tuple]:
    """Paintings: [(begin, end, pixels, areas)] of areas that follow each other within `gap` ms."""
    paintings: list = []
    for begin, end, left, top, right, bottom in areas:
        pixels = (right - left + 1) * (bottom - top + 1)
        if paintings and begin - paintings[-1][1] <= gap:
            paintings[-1][1] = max(paintings[-1][1], end)
            paintings[-1][2] += pixels
            paintings[-1][3] += 1
        else:
            paintings.append([begin, end, pixels, 1])
    return [tuple(painting) for painting in paintings]


def is_clock(area: list, size: tuple[int, int]) -> bool:
    """True for an area in the last fifth of the head line, where the clock's second is painted in
    a frame of its own."""
    _begin, _end, left, _top, _right, bottom = area
    return left >= size[0] * 4 // 5 and bottom < size[1] // 10


def frames_of(areas: list, size: tuple[int, int]) -> list[tuple]:
    """Frames, see `clusters`, without those of the clock alone."""
    return clusters([area for area in areas if not is_clock(area, size)], FRAME_GAP)


def around(frames: list[tuple], began: float, ended: float) -> float | None:
    """ms from the end of the last frame before `began` to the end of the first that begins behind
    `ended`, or None where one is not there."""
    before = bisect.bisect_right([frame[1] for frame in frames], began) - 1
    behind = bisect.bisect_left([frame[0] for frame in frames], ended)
    if before < 0 or behind == len(frames):
        return None
    return frames[behind][1] - frames[before][1]
