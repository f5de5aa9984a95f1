"""A tile is read in every state: which number and colour it shows by a simple reader, beside the
frames, flags and lines that tell the states apart."""

import functools

import displayio
import pytest
from picture_help import CLASSES, GREEN, TILE_INKS, TILES, bodies, cells, dots, faces, mark, number
from pocket.app import draw

from tools.sim import Sim

WHITE = 12  # of the palette of tiles
NEAR = 90 * 90  # of two colours that look alike: the distance of their red, green and blue, squared
STATES = {
    "plain": draw.PLAIN,
    "laid": draw.OWN,
    "moved": draw.MOVED,
    "taken": draw.PICKED,
    "wrong": draw.WRONG,
    "new": draw.MARKED,
}


@functools.cache
def alike(one, other):
    """Return whether two colours (red, green, blue) look alike."""
    return sum((a - b) ** 2 for a, b in zip(one, other)) < NEAR


def inks(app):
    """Return the four inks of faces as (red, green, blue)."""
    return tuple(tuple(app.art.face[i].to_bytes(3, "big")) for i in range(1, 5))


@functools.cache
def like(colour, colours):
    """Return which of `colours` a colour looks like, by their places."""
    return [place for place, ink in enumerate(colours) if alike(colour, ink)]


@functools.cache
def templates(w, h, many=52):
    """Of each of the 52 kinds, then of a joker: the pixels that are ink."""
    return [dots(cell, draw.above(h)) for cell in faces((w, h))[:many]]


def painted(sim, big, wanted):
    """Return what each tile of `wanted`, (kind, body, whether the cursor is on it), looks like:
    {(x, y): colour}, a pixel around the cell, too."""
    app = sim.app
    shown = []
    w, h = app.art.sizes[big]
    columns = (app.w - 8) // (2 * w)  # a column beside each stays free
    page = columns * ((app.h - 8) // (h + 4))
    for first in range(0, len(wanted), page):
        places = show_tiles(app, big, columns, wanted[first : first + page])
        picture = sim.image().load()
        shown += [
            {(x, y): picture[left + x, top + y] for x in range(-1, w + 1) for y in range(-1, h + 1)}
            for left, top in places
        ]
    return shown


def show_tiles(app, big, columns, wanted):
    """Paint tiles; return the (x, y) of each."""
    w, h = app.art.sizes[big]
    group = displayio.Group()
    group.append(draw.rectangle(app.art.cloth, 0, 0, 0, app.w, app.h))
    rows = (app.h - 8) // (h + 4)
    tiles = draw.Tiles(app, rows, 2 * columns, 4, 4, big, False, h + 4)
    group.append(tiles.group)
    places = []
    for i, (kind, body, has_cursor) in enumerate(wanted):
        row, column = divmod(i, columns)
        tiles.put(row, 2 * column, kind, body)
        places.append((4 + 2 * column * w, 4 + row * (h + 4)))
        if has_cursor:
            frame = draw.Cursor(w, h, 1 if app.w < 200 else 2)
            frame.move_to(*places[i])
            group.append(frame.grid)
    app.display.root_group = group
    app.display.refresh()
    return places


@functools.cache
def masks(w, h):
    """Return the pixels where numbers and marks stand; of each kind those that are ink, a bit
    each."""
    shapes = templates(w, h)
    inside = sorted(set().union(*shapes))
    return inside, [sum(1 << inside.index(pixel) for pixel in shape) for shape in shapes]


def read(pixels, w, h, colours):
    """Return [(mismatches, kind)] of what a tile shows, the nearest first: a reader looks for each
    kind's ink where numbers and marks stand."""
    inside, shapes = masks(w, h)
    seen = [0] * len(colours)
    for i, pixel in enumerate(inside):
        for ink in like(pixels[pixel], colours):
            seen[ink] |= 1 << i
    return sorted(((seen[kind // 13] ^ shapes[kind]).bit_count(), kind) for kind in range(52))


@pytest.fixture(
    scope="module", params=["tinycircuits_thumby_color", "pimoroni_picosystem", "pajenicko_picopad"]
)
def sim(request, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("saves"))
    with Sim(board=request.param, seed=1, save_dir=folder) as one:
        one.wait(200)
        yield one


def looks(state):
    """Return the body of a state, and whether the cursor is on it."""
    words = state.split(" and ")
    body = next((STATES[word] for word in words if word in STATES), draw.PLAIN)
    return body + draw.JOKER_BODY * ("joker" in words), "cursor" in words


@pytest.mark.parametrize("big", (False, True))
def test_number_and_colour_are_read(sim, big):
    """In each state, of each number one colour."""
    w, h = sim.app.art.sizes[big]
    colours, shapes = inks(sim.app), templates(w, h)
    states = [*STATES, "cursor", "taken and cursor", "wrong and cursor"]
    states += ["joker", "joker and laid", "joker and wrong and cursor"]
    kinds = [value % 4 * 13 + value for value in range(13)]
    wanted = [(state, kind) for state in states for kind in kinds]
    shown = painted(sim, big, [(kind, *looks(state)) for state, kind in wanted])
    for (state, kind), pixels in zip(wanted, shown):
        nearest, second = read(pixels, w, h, colours)[:2]
        told = state, name(kind)
        assert nearest[1] == kind, "%s: %s shows %d" % (*told, nearest[1])
        assert second[0] - nearest[0] >= 3, told
        # all of it is seen: no frame covers a pixel of the number or of the colour's mark
        for pixel in shapes[kind]:
            assert alike(pixels[pixel], colours[kind // 13]), (told, pixel)
        if h < 18 or "cursor" not in state:  # nothing of their colour may lie beside them
            for x, y in touching(w, h, kind):
                assert not alike(pixels[x, y], colours[kind // 13]), (told, x, y)


@pytest.mark.parametrize("big", (False, True))
def test_a_cursor_covers_no_pixel_of_the_faces_around_it(sim, big):
    """It ate the first stroke of the number at its right."""
    w, h = sim.app.art.sizes[big]
    frame = draw.Cursor(w, h, 1 if sim.app.w < 200 else 2)
    frame.move_to(0, 0)
    bitmap = frame.grid.bitmap
    covered = {
        (frame.grid.x + i, frame.grid.y + j)
        for i in range(bitmap.width)
        for j in range(bitmap.height)
        if bitmap[i, j]
    }
    faces = set().union(*templates(w, h, 53))
    for x, y in ((-w, 0), (w, 0), (0, -h), (0, h), (-w, h), (w, h), (w, -h), (-w, -h)):
        assert not covered & {(x + i, y + j) for i, j in faces}, (x, y)


@pytest.mark.parametrize("joker", (0, draw.JOKER_BODY))
def test_a_new_tile_is_seen_under_the_cursor_and_below_another_row(joker):
    """Its light line lies above it, where the cursor is, and that of the row above. The smallest
    tiles have no lower edge."""
    for w, h in [size for size in TILES if size[1] > 11]:
        body = bodies((w, h))[draw.MARKED + joker]
        assert all(body.px[(h - 1) * w + x] == GREEN for x in range(1, w)), (w, h)


@functools.cache
def touching(w, h, kind):
    """Return the pixels beside and above what is drawn of a kind: where strokes are of a pixel,
    beside its number, which is what lies above its mark."""
    shape = templates(w, h)[kind]
    drawn = {(x, y) for x, y in shape if h > 14 or y < h - 3}
    around = {(x + dx, y + dy) for x, y in drawn for dx, dy in ((1, 0), (-1, 0), (0, -1))}
    return around - shape


def stretches(columns):
    """Return how many stretches of columns that lie side by side."""
    return len([x for x in columns if x - 1 not in columns])


@pytest.mark.parametrize("size", TILES)
def test_no_mark_stands_below_11_as_two_dots(size):
    """Each under a stroke, they made "!!" of it."""
    drawn = number(size, 11)
    foot = max(y for _x, y in drawn)
    assert stretches({x for x, y in drawn if y == foot}) == 2
    for colour in range(4):
        assert stretches({x for x, _y in mark(size, colour)}) != 2


def test_no_number_of_the_smallest_tiles_touches_the_edge_at_its_right():
    """Of 8x11, most often shown at twice that size: the 3 of a 13 seemed cut off."""
    for value in range(1, 14):
        assert max(x for x, _y in number((8, 11), value)) < 6, value


@pytest.mark.parametrize("size", TILES)
def test_no_sign_of_a_body_touches_a_number_of_its_ink(size):
    """Nor at a corner: a red saw made teeth of a red 7, a joker's star and frame hid the number
    whose colour is still open. On small tiles 10 to 13 reach the edge where the corner of such a
    joker is folded, and a green number the green edge, which is not to be shorter."""
    w, h = size
    edges = (5, 11) if h < 18 else ()
    fourth, joker = TILE_INKS[39], TILE_INKS[53]
    for value in range(1, 14):
        around_number = {
            (x + i, y + j) for x, y in number(size, value) for i in (-1, 0, 1) for j in (-1, 0, 1)
        }
        for body, cell in enumerate(bodies(size)[1:13]):
            inks = {cell.px[y * w + x] for x, y in around_number if 0 <= x < w and 0 <= y < h}
            for ink in range(1, 6):
                if ink == joker and (body < 6 or h < 18 and value > 9):
                    continue
                if ink == fourth and body in edges:
                    continue
                shown_ink = GREEN if ink == fourth else ink  # in some games the fourth is green
                assert shown_ink not in inks, (size, body, value)


def name(kind):
    """Return a kind in the notation of the commands."""
    return "krbo"[kind // 13] + str(kind % 13 + 1)


@pytest.mark.parametrize("big", (False, True))
def test_joker_that_stands_for_a_tile_is_seen(sim, big):
    """Its body differs in its colour where no state has one, and always by a sign in the upper
    right corner."""
    w, h = sim.app.art.sizes[big]
    bodies = [body + more for body in STATES.values() for more in (0, draw.JOKER_BODY)]
    shown = painted(sim, big, [(0, body, False) for body in bodies])
    violet = tuple(sim.app.art.face[5].to_bytes(3, "big"))
    corner = [(x, y) for x in range(w // 2, w) for y in range(h // 2)]
    for state, tile, joker in zip(STATES, shown[::2], shown[1::2]):
        assert sum(alike(joker[pixel], violet) for pixel in corner) >= 7, state
        assert not any(alike(tile[pixel], violet) for pixel in corner), state
        if state in ("plain", "new"):
            fill = (1, h // 2 + 1)
            assert sum(abs(a - b) for a, b in zip(tile[fill], joker[fill])) > 60, state


def test_every_colour_has_its_own_mark_in_every_tile_size():
    """Without colour the four tiles of one number still differ."""
    for size in TILES:
        drawn = {frozenset(dots(cell)) for cell in faces(size)[:66]}
        assert len(drawn) == 66, size


def test_every_card_differs_without_colour():
    """ER: shape and colour told apart: full and hollow."""
    for _small, _large, card, _area in CLASSES:
        signs = cells("cards%dx%d.bmp" % card, *card)[17:25]
        assert len({bytes(cell.px) for cell in signs}) == 8, card
        wide = 9 if card[0] == 18 else 12
        minis = cells("minis%dx%d.bmp" % card, wide, wide * 2 // 3 + wide % 2)[17:25]
        assert len({bytes(dot != WHITE for dot in cell.px) for cell in minis}) == 8, card
