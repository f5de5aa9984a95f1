"""The simulated handheld in a window: its frame, its buttons to click, keys, sound."""

import os
from collections import Counter
from collections.abc import Collection

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame  # noqa: E402  the greeting must be off first

from tools.sim import BUTTONS, Sim, standins  # noqa: E402

_NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "x SPACE", "z BACKSPACE", "RETURN KP_ENTER", "TAB s")
KEYS = {
    getattr(pygame, "K_" + key): button
    for button, keys in zip(BUTTONS, _NAMES)
    for key in keys.split()
}
LEGEND = "arrows   X or Space: A   Z: B   Enter: START   Tab: SELECT, held: a hint"

_BODY, _EDGE, _GLASS = (58, 62, 78), (36, 38, 50), (18, 18, 24)
_KEY, _KEY_DOWN, _INK = (96, 102, 122), (240, 196, 60), (226, 228, 236)
_COLOURS = {"A": (190, 60, 70), "B": (60, 120, 190)}
_FPS = 60
_RATE = 22050


_MARGIN, _BELOW = 20, 176  # pixels around the display; for the buttons and the line below them
_BARS = 56  # lines of a screen that a window's title and the desktop's own bar take


def default_scale(width: int, height: int, lines: int = 768) -> int:
    """Return screen pixels a display pixel: the display is about 640 pixels wide, and its window
    fits a screen of `lines` lines."""
    room = lines - _BARS - 2 * _MARGIN - _BELOW
    return max(1, min(640 // width, room // height))


class Frame:
    """Where things lie in the window: `display` and one rectangle a button."""

    def __init__(self, width: int, height: int, scale: int) -> None:
        self.scale = scale
        wide, high = width * scale, height * scale
        margin = _MARGIN
        self.size = (max(wide + 2 * margin, 480), high + 2 * margin + _BELOW)
        left = (self.size[0] - wide) // 2
        self.display = pygame.Rect(left, margin, wide, high)
        top = margin + high + 22
        unit = 46
        x, y = 60, top
        self.buttons = {
            "UP": pygame.Rect(x + unit, y, unit, unit),
            "LEFT": pygame.Rect(x, y + unit, unit, unit),
            "RIGHT": pygame.Rect(x + 2 * unit, y + unit, unit, unit),
            "DOWN": pygame.Rect(x + unit, y + 2 * unit, unit, unit),
        }
        right = self.size[0] - 60
        self.buttons["A"] = pygame.Rect(right - 58, y + 14, 58, 58)
        self.buttons["B"] = pygame.Rect(right - 130, y + 62, 58, 58)
        middle = self.size[0] // 2
        self.buttons["SELECT"] = pygame.Rect(middle - 84, y + 112, 76, 24)
        self.buttons["START"] = pygame.Rect(middle + 8, y + 112, 76, 24)
        self.legend = (middle, self.size[1] - 18)

    def hit(self, place: tuple[int, int]) -> str | None:
        """Return the button at a place of the window, or None."""
        for name, rect in self.buttons.items():
            if rect.collidepoint(place):
                return name
        return None

    def draw(self, surface: pygame.Surface, font: pygame.font.Font, down: Collection[str]) -> None:
        """Paint the handheld around the display."""
        surface.fill(_EDGE)
        pygame.draw.rect(surface, _BODY, surface.get_rect().inflate(-8, -8), border_radius=26)
        pygame.draw.rect(surface, _GLASS, self.display.inflate(20, 20), border_radius=8)
        for name, rect in self.buttons.items():
            colour = _KEY_DOWN if name in down else _COLOURS.get(name, _KEY)
            radius = rect.height // 2 if name in ("A", "B", "START", "SELECT") else 8
            pygame.draw.rect(surface, colour, rect, border_radius=radius)
            if name in BUTTONS[:4]:
                self._arrow(surface, rect, name)
            else:
                text = font.render(name, True, _INK)
                surface.blit(text, text.get_rect(center=rect.center))
        text = font.render(LEGEND, True, (150, 154, 170))
        surface.blit(text, text.get_rect(center=self.legend))

    @staticmethod
    def _arrow(surface, rect, name):
        x, y = rect.center
        points = {
            "UP": ((x, y - 9), (x - 9, y + 6), (x + 9, y + 6)),
            "DOWN": ((x, y + 9), (x - 9, y - 6), (x + 9, y - 6)),
            "LEFT": ((x - 9, y), (x + 6, y - 9), (x + 6, y + 9)),
            "RIGHT": ((x + 9, y), (x - 6, y - 9), (x - 6, y + 9)),
        }[name]
        pygame.draw.polygon(surface, _INK, points)


class Speaker:
    """Square waves through the desktop's sound, or silence where there is none."""

    def __init__(self) -> None:
        self._channel = None
        try:
            pygame.mixer.init(_RATE, -16, 1, 512)
            self._channel = pygame.mixer.Channel(0)
        except pygame.error:
            pass

    def hear(self, hertz: float, level: float) -> None:
        """Sound `hertz` at `level` 0..1; 0 hertz is silence."""
        if self._channel is None:
            return
        if not hertz:
            self._channel.stop()
            return
        half = max(1, int(_RATE / hertz / 2))
        high = int(6000 * level)
        wave = (
            high.to_bytes(2, "little", signed=True) * half
            + (-high).to_bytes(2, "little", signed=True) * half
        )
        self._channel.play(pygame.mixer.Sound(buffer=wave * 20), loops=-1)


def run(
    board: str, seed: int | None, saves: str | None, scale: int | None, code: str | None = None
) -> int:
    """Play in a window until it is closed; code: see Sim. Returns the exit status. Raises
    SimError."""
    pygame.display.init()
    pygame.font.init()
    speaker = Speaker()
    standins.AudioOut.hear = speaker.hear
    sim = Sim(board, seed, saves, headless=False, code=code)
    try:
        width, height = sim.display.width, sim.display.height
        lines = pygame.display.get_desktop_sizes()[0][1]
        frame = Frame(width, height, scale or default_scale(width, height, lines))
        pygame.display.set_caption("Pocket Rummy")
        window = pygame.display.set_mode(frame.size)
        font = pygame.font.Font(None, 20)
        clock = pygame.time.Clock()
        down: Counter[str] = Counter()  # how many keys and clicks hold a button
        clicked = None
        shown = None
        while not sim._ended:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return 0
                if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in KEYS:
                    _press(sim, down, KEYS[event.key], event.type == pygame.KEYDOWN)
                elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                    clicked = frame.hit(event.pos)
                    if clicked:
                        _press(sim, down, clicked, True)
                elif event.type == pygame.MOUSEBUTTONUP and clicked:
                    _press(sim, down, clicked, False)
                    clicked = None
            state = (sim.display.refreshes, frozenset(down), sim.display.brightness)
            if state != shown:
                shown = state
                frame.draw(window, font, down)
                picture = pygame.image.frombuffer(sim.display.rgb(), (width, height), "RGB")
                picture = pygame.transform.scale(picture, frame.display.size)
                if sim.display.brightness < 1:
                    shade = int(110 + 145 * max(0, sim.display.brightness))
                    picture.fill((shade, shade, shade), special_flags=pygame.BLEND_MULT)
                window.blit(picture, frame.display)
                pygame.display.flip()
            clock.tick(_FPS)
        if sim.error:
            sim._raise()
        return 0
    finally:
        standins.AudioOut.hear = None
        sim.close()
        pygame.quit()


def _press(sim, down, button, pressed):
    """Count the keys and clicks that hold a button; push or release it."""
    down[button] += 1 if pressed else -1
    if down[button] > 0:
        sim.push(button)
    else:
        del down[button]
        sim.let_go(button)
