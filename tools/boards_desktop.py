"""What a desktop must know of each board: drive, flash layout, boot loader (one row a board).

The device's own facts (display, keys, sound) are in lib/pocket/boards.py under the same names.
"""

from collections import namedtuple

KB = 1024
MB = 1024 * KB

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59  # RP2350, ARM, secure
SAMD51 = 0x55114460
ESP32S3 = 0xC47E5767
STM32F401 = 0x57755A57  # the F4 family value; the Meowbit's boot loader writes 0x57755A57

FAMILY_NAMES = {RP2040: "RP2040", RP2350: "RP2350", SAMD51: "SAMD51", ESP32S3: "ESP32-S3",
                STM32F401: "STM32F4", 0xE48BFF57: "RP2XXX absolute"}

# drive: bytes of the CIRCUITPY drive. offset: where it starts in the flash the boot loader writes,
# None: in a flash of its own or behind TinyUF2's partition table, so no one-file image.
# loader: what `Board-ID` or the volume label of the boot loader starts with.
Desk = namedtuple("Desk", "board_id name chip drive offset family loader separate first_class")

_ROWS = (
    Desk("pybadge", "Adafruit PyBadge, PyBadge LC, EdgeBadge", "SAMD51", 2 * MB, None, SAMD51,
         ("SAMD51J19A-PyBadge", "SAMD51J19A-Badge", "SAMD51J19A-EdgeBadge", "PYBADGEBOOT",
          "BADGELCBOOT", "EDGEBADGEBOOT", "BADGEBOOT"), "a flash chip of its own (QSPI)", True),
    Desk("pygamer", "Adafruit PyGamer", "SAMD51", 8 * MB, None, SAMD51,
         ("SAMD51J19A-PyGamer", "PYGAMERBOOT"), "a flash chip of its own (QSPI)", True),
    Desk("pajenicko_picopad", "Pajenicko PicoPad", "RP2040", 2 * MB - 0x181000, 0x181000, RP2040,
         ("RPI-RP2",), "", True),
    Desk("pimoroni_picosystem", "Pimoroni PicoSystem", "RP2040", 15 * MB, 0x100000, RP2040,
         ("RPI-RP2",), "", True),
    Desk("tinycircuits_thumby_color", "TinyCircuits Thumby Color", "RP2350", 15 * MB, 0x100000,
         RP2350, ("RP2350",), "", True),
    Desk("deshipu_ugame_s3", "uGame S3", "ESP32-S3", 11 * MB + 704 * KB, None, ESP32S3,
         ("ESP32S3-uGameS3", "ESP32S3-uGame", "UGAMES3BOOT"), "a TinyUF2 partition", True),
    Desk("ugame22", "uGame22", "RP2040", 1 * MB, 0x100000, RP2040, ("RPI-RP2",), "", False),
    Desk("hack_club_sprig", "Hack Club Sprig", "RP2040", 1 * MB, 0x100000, RP2040, ("RPI-RP2",),
         "", False),
    Desk("seeeduino_wio_terminal", "Seeed Wio Terminal", "SAMD51", 4 * MB, None, SAMD51,
         ("SAMD51P19A-Wio-Terminal", "Arduino"), "a flash chip of its own (QSPI)", False),
    Desk("lilygo_tdeck", "LILYGO T-Deck", "ESP32-S3", 11 * MB + 704 * KB, None, ESP32S3,
         ("ESP32S3-TDeck", "TDECKBOOT"), "a TinyUF2 partition", False),
    Desk("meowbit_v121", "Kittenbot Meowbit", "STM32F401", 2 * MB, None, STM32F401,
         ("STM32F401-Meowbit", "MEOWBIT"), "a flash chip of its own (SPI)", False),
)

DESK = {row.board_id: row for row in _ROWS}
FIRST_CLASS = tuple(row.board_id for row in _ROWS if row.first_class)
