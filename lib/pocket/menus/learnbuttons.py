"""Learn the buttons of an undescribed board: the player presses them one by one.

They are kept with the saves, written as POCKET_KEYS of settings.toml; the board's profile reads
them at the next start (hardware/boards.py)."""

from pocket.app import draw, input
from pocket.made import texts
from pocket.menus.pad import Pad
from pocket.ui import words
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

if False:  # for type checkers
    from pocket.menus.buttonsearch import Watch


_IDLE_MS = 30000


class Screen(PanelScreen):
    """unread: the buttons learned before cannot be read. buttons_work: some buttons work already;
    they are kept if the player presses nothing for long."""

    def __init__(self, app, unread: bool = False, buttons_work: bool = False) -> None:
        self.app = app
        self.buttons_work = buttons_work
        self.watch: Watch | None = None
        panel = self.panel = Panel(app, say(texts.LEARNBUTTONS_TITLE), table=app.w < 240)
        self.pad = Pad(panel)
        app.settings.set("turned", False)  # or UP would be learned as DOWN
        from pocket.saves import settingsfields

        settingsfields.apply(app, "turned")
        app.keys.close()
        self._begin(say(texts.LEARNBUTTONS_UNREAD) if unread else "")

    def _begin(self, sentence=""):
        from pocket.menus import buttonsearch

        self.pins = []  # of the buttons, in the order of input.NAMES; "" for a missing one
        self.tried = None  # once all are learned: the button pressed last, or -1
        self.busy = True  # the app may not sleep: no key would wake it
        self.watch = buttonsearch.Watch()
        self.since = self.app.now()
        self.panel.keys("")
        self.pad.say(sentence + say(texts.LEARNBUTTONS_REST))

    def _ask(self):
        """Ask for the next button."""
        number = len(self.pins)
        self.pad.light(number, range(number))
        self.since = self.app.now()
        if number < input.SELECT:
            name = words.named(texts.KEYS, input.NAMES[number])
            self.pad.say(say(texts.LEARNBUTTONS_PRESS, name), draw.HEAD)
        else:
            self.pad.say(say(texts.LEARNBUTTONS_SELECT), draw.HEAD)

    def tick(self, now: int) -> bool:
        """Read the pins."""
        watch = self.watch
        if watch is None:
            return False
        ready = watch.ready
        name = watch.pressed()
        if watch.ready != ready:
            self._ask()
            return True
        if name is None:
            return self._idle(now)
        self._pressed(name)
        return True

    def _idle(self, now):
        """Say what can be done when no button was pressed for a while."""
        if now - self.since < _IDLE_MS:
            return False
        self.since = now
        if self.buttons_work and not self.pins:
            self.close()
            self.app.keys.open()
            self.app.go("menus.title", "", "", True)
        elif self.pins:
            self.pins = []
            self._ask()
            self.pad.say(say(texts.LEARNBUTTONS_OVER), draw.BAD)
        else:
            self.pad.say(say(texts.LEARNBUTTONS_NOTHING), draw.BAD)
        return True

    def _pressed(self, name):
        app = self.app
        if len(self.pins) == input.SELECT and name == self.pins[input.START]:
            self.pins.append("")
        elif name in self.pins:
            said = words.named(texts.KEYS, input.NAMES[self.pins.index(name)])
            self.pad.say(say(texts.LEARNBUTTONS_KNOWN, said), draw.BAD)
            self.since = app.now()
            app.sound.play("bad")
            return
        else:
            self.pins.append(name)
        app.sound.play("pick")
        if len(self.pins) <= input.SELECT:
            self._ask()
        else:
            self._try()

    def _try(self):
        """Open the learned buttons, so that the player can try them."""
        from pocket.hardware import boards

        app = self.app
        high = self.watch.high
        self.close()
        device = boards.Profile()
        parts = ["high"] if high else []
        for i in range(len(self.pins)):
            if self.pins[i]:
                parts.append("%s=%s" % (input.NAMES[i], self.pins[i]))
        self.text = " ".join(parts)
        boards.set_keys(device, self.text)
        from pocket.hardware import powerup
        from pocket.saves import settingsfields

        app.keys = powerup.keys(device)
        settingsfields.apply(app, "turned")
        self.busy = False
        self.tried = -1
        self.pad.light(None)
        self.pad.say(say(texts.LEARNBUTTONS_TRY))
        self.panel.keys(say(texts.LEARNBUTTONS_KEYS))

    def key(self, button: int, kind: int) -> None:
        """Keep the learned buttons with A twice, begin anew with B twice."""
        app = self.app
        if kind == input.REPEAT:
            return
        if button == self.tried and button == input.A:
            app.tell(app.store.save("keys", self.text.encode(), True))
            app.go("menus.title", "", "", True)
        elif button == self.tried and button == input.B:
            app.keys.close()
            self.buttons_work = False
            self._begin()
        else:
            self.tried = button
            app.sound.play("pick")
            self.pad.light(button)

    def close(self) -> None:
        """Release the pins."""
        if self.watch is not None:
            self.watch.close()
            self.watch = None
