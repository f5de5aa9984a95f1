"""Which modules and names CircuitPython has on each board: data for the lint.

Taken from CircuitPython 10.3's own build settings (`make BOARD=... print-CFLAGS`, the switches its
documentation's support matrix is made from) and from the tables in its sources.
"""

# On every board of lib/pocket/hardware/boards.py.
EVERYWHERE = frozenset(
    """
adafruit_bus_device analogio array atexit audiocore audiomixer binascii bitbangio board builtins
busdisplay busio collections digitalio displayio errno fontio fourwire gc io json keypad math
microcontroller micropython neopixel_write os pulseio pwmio rainbowio random re rtc sdcardio select
storage struct supervisor sys terminalio time touchio traceback usb_cdc usb_hid usb_midi warnings
""".split()
)

_SAMD = "alarm audiobusio audioio bitmaptools nvm rotaryio synthio vectorio watchdog zlib"
_RP2 = (
    "alarm audiobusio audiopwmio bitmaptools bitops framebufferio memorymap nvm rotaryio "
    "rp2pio synthio vectorio watchdog zlib"
)
_S3 = "alarm audiobusio bitmaptools espidf memorymap nvm rotaryio synthio vectorio watchdog zlib"

# Beyond those, board by board (only modules that may concern a game).
EXTRA = {
    "pybadge": _SAMD,
    "pygamer": _SAMD,
    "pajenicko_picopad": _RP2.replace("rotaryio", "rotaryio wifi socketpool ssl"),
    "pimoroni_picosystem": _RP2,
    "tinycircuits_thumby_color": _RP2.replace("alarm ", ""),
    "deshipu_ugame_s3": _S3 + " wifi socketpool ssl",
    "ugame22": _RP2,
    "hack_club_sprig": _RP2,
    "seeeduino_wio_terminal": _SAMD.replace("synthio vectorio ", ""),
    "lilygo_tdeck": _S3 + " wifi socketpool ssl",
}


def modules_of(board_id):
    """The set of module names board `board_id` has."""
    return EVERYWHERE | set(EXTRA[board_id].split())


# What these modules hold, where CPython's module of the same name holds more.
HOLDS = {
    "os": "chdir getcwd getenv listdir mkdir remove rename rmdir sep stat statvfs sync uname "
    "unlink urandom utime",
    "random": "choice getrandbits randint random randrange seed uniform",
    "time": "localtime mktime monotonic monotonic_ns sleep struct_time time",
    "sys": "argv byteorder exit implementation maxsize modules path platform stderr stdin stdout "
    "version version_info print_exception",
    "gc": "collect disable enable isenabled mem_alloc mem_free",
    "micropython": "const",
    "collections": "OrderedDict deque namedtuple",
    "struct": "calcsize pack pack_into unpack unpack_from",
    "array": "array",
    "io": "BytesIO StringIO IOBase open",
    "json": "dump dumps load loads",
    "traceback": "print_exception format_exception print_exc",
}
HOLDS = {module: frozenset(names.split()) for module, names in HOLDS.items()}

# CPython built-ins a board does not have.
NO_BUILTINS = frozenset(
    """
aiter anext ascii breakpoint format vars copyright credits license
ModuleNotFoundError RecursionError FileNotFoundError FileExistsError PermissionError
IsADirectoryError NotADirectoryError InterruptedError BlockingIOError ChildProcessError
ConnectionRefusedError ConnectionResetError ConnectionAbortedError ProcessLookupError
EnvironmentError IOError BufferError ReferenceError SystemError TabError FloatingPointError
UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError
UserWarning DeprecationWarning RuntimeWarning SyntaxWarning PendingDeprecationWarning ImportWarning
UnicodeWarning BytesWarning ResourceWarning EncodingWarning BaseExceptionGroup ExceptionGroup
PythonFinalizationError
""".split()
)

# Methods of str, bytes and int a board does not have (no other class of ours uses these names).
NO_METHODS = frozenset(
    """
zfill title removeprefix removesuffix casefold swapcase capitalize expandtabs ljust rjust
isidentifier isnumeric isdecimal isprintable isalnum isascii istitle translate maketrans format_map
bit_count as_integer_ratio is_integer
""".split()
)

# Those of them that take arguments; the others, called with some, are a method of our own.
WITH_ARGUMENTS = frozenset(
    "zfill removeprefix removesuffix expandtabs ljust rjust translate maketrans format_map".split()
)

# All a bytearray has there.
BYTEARRAY = frozenset("append extend find rfind index rindex decode".split())

# Keyword arguments of built-ins a board does not take.
NO_KEYWORDS = {
    "zip": {"strict"},
    "print": {"file", "flush"},
    "sum": {"start"},
    "int": {"base"},
    "pow": {"base", "exp", "mod"},
    "open": {"newline", "errors", "closefd", "opener"},
}

# Identifiers that CircuitPython's core (py/, its shared parts) holds on every board, modules aside.
CORE_NAMES = frozenset(
    """
a2b_base64 acos acosh appendleft asin asinh atan atan2 atanh b2a_base64 backlight_pwm_frequency
bound_method buffering byteorder bytecode calcsize cancel cast ceil chdir choice circuitpython
closure copysign coro coroutine cos cosh crc32 cur_task degrees deleter dict_view digest dump dumps
encoding erf erfc errorcode exp expm1 fabs filename2 floor fmod frexp gamma getcwd getenv
getrandbits getter getvalue globals groups hashlib hexlify imag implementation indices
ioctl ipoll isenabled isfinite isinf isnan itemsize iterable iterator keepends last ldexp lgamma
listdir little load loads locals localtime log10 log2 match maxsize mktime modf modify
monotonic move_to_end nan newline nodename pack_into peek pend_throw ph_key poll popitem
protocol_vfs push radians randint random randrange real register reverse_bytes_in_word
rewind seed separators signed sinh span sqrt statvfs sync sysname tanh tile trunc uname
unhexlify uniform unlink unpack_from unregister urandom usys utime version_info
""".split()
)
