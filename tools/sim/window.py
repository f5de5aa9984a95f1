"""The simulated handheld in a window: its display, keys, sound."""

import os
from collections import Counter

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

_EDGE, _TEXT = (36, 38, 50), (150, 154, 170)
_FPS = 60
_RATE = 22050
_MARGIN, _LEGEND_HEIGHT = 20, 24  # pixels around the display, and of the line of keys below it
_BARS_HEIGHT = 56  # pixels that a window's title and the desktop's bar take


def default_scale(width: int, height: int, lines: int = 768) -> int:
    """Return screen pixels a display pixel: the display is about 640 pixels wide, and its window
    fits a screen of `lines` lines."""
    room = lines - _BARS_HEIGHT - 2 * _MARGIN - _LEGEND_HEIGHT
    return max(1, min(640 // width, room // height))


class Speaker:
    """Square waves through the desktop's sound, or silence if it has none."""

    def __init__(self) -> None:
        self._channel = None
        try:
            pygame.mixer.init(_RATE, -16, 1, 512)
            self._channel = pygame.mixer.Channel(0)
        except pygame.error:
            pass

    def play(self, hertz: float, level: float) -> None:
        """Play a tone of `hertz` at `level` 0..1; 0 hertz is silence."""
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


def run(board: str, seed: int | None, saves: str | None, scale: int | None) -> int:
    """Play in a window until it is closed; return the exit status. Raises SimError."""
    pygame.display.init()
    pygame.font.init()
    standins.AudioOut.on_sound = Speaker().play
    sim = Sim(board, seed, saves, headless=False)
    try:
        width, height = sim.display.width, sim.display.height
        scale = scale or default_scale(width, height, pygame.display.get_desktop_sizes()[0][1])
        display_area = pygame.Rect(_MARGIN, _MARGIN, width * scale, height * scale)
        legend = pygame.font.Font(None, 20).render(LEGEND, True, _TEXT)
        display_area.left = max(_MARGIN, (legend.get_width() - display_area.width) // 2 + _MARGIN)
        pygame.display.set_caption("Pocket Rummy")
        window_height = display_area.bottom + _MARGIN + _LEGEND_HEIGHT
        window = pygame.display.set_mode((display_area.right + display_area.left, window_height))
        clock = pygame.time.Clock()
        held: Counter[str] = Counter()  # {button: how many keys hold it}
        shown_state = None
        while not sim.ended:
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return 0
                if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in KEYS:
                    _press(sim, held, KEYS[event.key], event.type == pygame.KEYDOWN)
            state = (sim.display.refreshes, sim.display.brightness)
            if state != shown_state:
                shown_state = state
                picture = pygame.image.frombuffer(sim.display.rgb(), (width, height), "RGB")
                picture = pygame.transform.scale(picture, display_area.size)
                if sim.display.brightness < 1:
                    shade = int(110 + 145 * max(0, sim.display.brightness))
                    picture.fill((shade, shade, shade), special_flags=pygame.BLEND_MULT)
                window.fill(_EDGE)
                window.blit(picture, display_area)
                legend_center = window.get_width() // 2, display_area.bottom + _LEGEND_HEIGHT
                window.blit(legend, legend.get_rect(center=legend_center))
                pygame.display.flip()
            clock.tick(_FPS)
        if sim.error:
            sim.raise_error()
        return 0
    finally:
        standins.AudioOut.on_sound = None
        sim.close()
        pygame.quit()


def _press(sim, held_counts, button, is_down):
    """Count the keys that hold a button; push or release it."""
    held_counts[button] += 1 if is_down else -1
    if held_counts[button] > 0:
        sim.push(button)
    else:
        del held_counts[button]
        sim.release(button)
