"""Which modules and names CircuitPython has on each board: data for the lint.

Taken from CircuitPython 10.3's own build settings (`make BOARD=... print-CFLAGS`, the switches its
documentation's support matrix is made from) and from the tables in its sources.
"""

from tools.device import boards_desktop, made

# On every board of boards.toml.
EVERYWHERE = frozenset(
    """
adafruit_bus_device analogio array atexit audiocore audiomixer binascii bitbangio board builtins
busdisplay busio collections digitalio displayio errno fontio fourwire gc io json keypad math
microcontroller micropython neopixel_write os pulseio pwmio rainbowio random re rtc sdcardio select
storage struct supervisor sys terminalio time touchio traceback usb_cdc usb_hid usb_midi warnings
""".split()
)

# Beyond those, chip by chip (only modules that may concern a game); boards.toml has what differs.
_CHIPS = {
    "SAMD51": "alarm audiobusio audioio bitmaptools nvm rotaryio synthio vectorio watchdog zlib",
    "RP2040": "alarm audiobusio audiopwmio bitmaptools bitops framebufferio memorymap nvm rotaryio "
    "rp2pio synthio vectorio watchdog zlib",
    "RP2350": "audiobusio audiopwmio bitmaptools bitops framebufferio memorymap nvm rotaryio "
    "rp2pio synthio vectorio watchdog zlib",
    "ESP32": "alarm audiobusio audioio bitmaptools espidf memorymap nvm rotaryio socketpool ssl "
    "synthio vectorio watchdog wifi zlib",
    "ESP32-S3": "alarm audiobusio bitmaptools espidf memorymap nvm rotaryio socketpool ssl synthio "
    "vectorio watchdog wifi zlib",
}


def modules_of(board_id: str) -> frozenset[str]:
    """The set of module names board `board_id` has."""
    words = EVERYWHERE | set(_CHIPS[boards_desktop.DESK[board_id].chip].split())
    row = made.boards()[board_id]
    return (words | set(row.get("more", ()))) - set(row.get("fewer", ()))


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

# Identifiers that an .mpy of format 6 names by a number, in a byte or two, not letter by letter
# (py/makeqstrdata.py: static_qstr_list).
NUMBERED = frozenset(
    """
ArithmeticError AssertionError AttributeError BaseException EOFError Ellipsis Exception
GeneratorExit ImportError IndentationError IndexError KeyError KeyboardInterrupt LookupError
MemoryError NameError NoneType NotImplementedError OSError OverflowError RuntimeError StopIteration
SyntaxError SystemExit TypeError ValueError ZeroDivisionError abs all any append args bool builtins
bytearray bytecode bytes callable chr classmethod clear close const copy count dict dir divmod end
endswith eval exec extend find format from_bytes get getattr globals hasattr hash id index insert
int isalpha isdigit isinstance islower isspace issubclass isupper items iter join key keys len list
little locals lower lstrip main map micropython next object open ord pop popitem pow print range
read readinto readline remove replace repr reverse rfind rindex round rsplit rstrip self send sep
set setattr setdefault sort sorted split start startswith staticmethod step stop str strip sum super
throw to_bytes tuple type update upper value values write zip
""".split()
)

# Those of them that the compiler itself gives a meaning.
MEANT = frozenset("const super staticmethod classmethod micropython self".split())

# Identifiers that CircuitPython's core (py/, its shared parts) holds on every board, modules aside.
CORE_NAMES = frozenset(
    """
Alarm BGR BytesIO CancelledError Counter Display EPaperDisplay Edge ExtType FileIO Flash Generator
I2CDisplayBus I2CTarget I2CTargetRequest IOBase MP3Decoder NoneType OneWire OrderedDict POLLERR
POLLHUP POLLIN POLLOUT ParallelBus PinAlarm PixelBuf ReloadException SleepMemory Status_Bar StringIO
Task TaskQueue TextIOWrapper TimeAlarm TouchAlarm VectorShape a2b_base64 ack acos acosh add
addresses alarm analogio append appendleft arange arctan2 argmax argmin argsort argv around array
asarray asin asinh atan atan2 atanh atexit audiobusio audiocore audiomixer audiomp3 auto_write axis
b2a_base64 backlight_pwm_frequency base big binascii bisect bit_length bitbangio bitmaptools
bitwise_and bitwise_or bitwise_xor board bound_method bpp buffering builtins busdisplay busio busy
busy_pin busy_state bytecode byteorder byteswap calcsize cancel cast ceil center chdir cho_solve
choice cholesky circuitpython clear clip closure codeop collect collections comments compile_command
compress concatenate convolve copy copysign coro coroutine cos cosh count countio crc32 cross
cs_active_value cur_task data0 data_pins ddof decimals decode degrees delete deleter delimiter deque
det diag dict_view diff difference difference_update digest digitalio discard displayio doc done dot
dtype dump dumps edge edgeitems eig empty encode encoding endpoint endswith epaperdisplay epoch_time
equal erf erfc errorcode exp expm1 ext_hook extend eye fabs factor_1 factor_2 fatol fft filename2
find flat flatiter flatten flip floor fmin fmod fontio footer fourwire framebuffer framebufferio
frexp from_bytes frombuffer fromhex fromkeys full function gamma gammaln gc generator get
get_printoptions getcwd getenv getlocale getpass getrandbits getter getvalue globals group groups
hashlib header hexlify high highlight_color highlight_color2 i2c_bus i2c_device i2cdisplaybus
i2ctarget ifft imag implementation index indices inf inplace insert int16 int8 interp intersection
intersection_update inv io ioctl ipoll is_read is_restart isalpha isdigit isdisjoint isenabled
isfinite isinf islower isnan isspace issubset issuperset isupper items itemsize iterable iterator
jdi_display join json keepends keypad keys last ldexp left left_shift length linalg linspace listdir
little load loads loadtxt loc locale locals localtime log log10 log2 logspace low lower lstrip
machine match math max_polyphony max_rows maximum maxiter maxsize mean median mem_alloc mem_free
microcontroller micropython minimum miso mktime modf modify module modules monotonic monotonic_ns
monotonic_time mosi move_to_end msgpack mul namedtuple nan ndarray ndinfo newline newton nodename
nonzero norm normal not_equal num numpy obj ones onewireio optimize order os otypes out pack
pack_into partition peek pend_throw ph_key pi platform point poll polyfit polyval pop popitem
preserve_dios prompt protocol_draw protocol_vfs pulseio push pwmio qr radians rainbowio ram_height
ram_width randint random randrange rb re read_bit real reduced refresh_time register remove rename
replace request reshape retstep reverse reverse_bytes_in_word rfind right right_shift rindex
rms_level roll rotaryio rpartition rsplit rstrip rtol samples_decoded save savetxt scipy
scroll_area_area sdcardio search seconds seed seek select sep separators set_printoptions setdefault
setter settimeout shape sharpdisplay show signal signed signedness sin sinc single sinh skiprows
sleep sleep_memory smbus solve_triangular sort sos sosfilt source span special spectra6 spectrogram
spi_device split splitlines sqrt start_sequence start_up_time startswith state statvfs std stderr
stdin stdout step stop_sequence storage stream strides strip struct struct_time sub supervisor
symbol symmetric_difference symmetric_difference_update sync synthio synthio_block sys sysname tan
tanh tell terminalio throw tile time time_to_refresh tm_hour tm_isdst tm_mday tm_min tm_mon tm_sec
tm_wday tm_yday tm_year to_bytes tobytes tol tolist touch touchio trace traceback trailer transpose
trapz trunc uint16 uint8 ulab uname unhexlify uniform union unlink unpack unpack_from unregister
update upper urandom usb_cdc usb_hid usb_midi use_list usecols usys utils utime values vectorio
vectorize version version_info wake_alarm warnings wb where write_bit xatol xtol zeros zi zlib
""".split()
)

# And what PicoPad, PicoSystem and Sprig hold beside, all three of 10.2.1: elsewhere, and on these
# those that one of them lacks, are as dear as any other short name.
RP2_NAMES = frozenset(
    """
AES Adapter Address AddressRange AlphaFunc Attribute BGR555 BGR565 BROADCAST Begin BitmapHandle
BitmapLayout BitmapSize BitmapSizeH BitmapSource BlendFunc BufferedIn Call Cell ChannelMixer
ChannelScale Clear ClearColorA ClearStencil ClearTag ColorA ColorMask ColorRGB ColorSpace Connection
DISPLAY Descriptor EACCES EADDRINUSE EAGAIN EALREADY EBADF ECONNABORTED ECONNREFUSED ECONNRESET
EEXIST EHOSTUNREACH EINPROGRESS EINVAL EIO EISDIR ENOBUFS ENODEV ENOENT ENOMEM ENOSPC ENOTCONN
EOPNOTSUPP EPERM EROFS ETIMEDOUT EVEN_BYTES EVERY_BYTE End FALL GP0 GP1 GPIO0 GPIO1 GPIO10 GPIO11
GPIO12 GPIO13 GPIO14 GPIO15 GPIO16 GPIO17 GPIO18 GPIO19 GPIO2 GPIO20 GPIO21 GPIO22 GPIO26 GPIO27
GPIO28 GPIO29 GPIO3 GPIO4 GPIO5 GPIO6 GPIO7 GPIO8 GPIO9 GifWriter Hash INDICATE IOExpander IOPin IV
JpegDecoder Jump L8 LineWidth MODE_CBC MODE_CTR MODE_ECB Macro NOTIFY NO_ACCESS Nop ODD_BYTES OPEN
OnDiskFont OnDiskGif PUBLIC PWMAudioOut PacketBuffer PixelMap PixelPolicy PointSize Port QRDecoder
QRInfo QRPosition READ RGBMatrix RISE Region Return RoleError SPEED_FULL SPEED_HIGH SPEED_LOW
SaveContext ScaleMixer ScanEntry ScanResults ScissorSize ScissorXY Sequence Service SpeedChanger
StateMachine StencilFunc StencilMask StencilOp Tag TagMask USBDevices USBError UUID Vertex2f
Vertex2ii VertexFormat WRITE active adapter add_frame addr_pins address_type advertising aesio
analogbufio annotations anonymous audiopwmio audiospeed auto auto_pull auto_push bRequest b_add bb
bg bitmapfilter bitops blend block_size bond br buffer_in buffer_out capture cc clear_rxfifo cmd
cmd0 connect connectable connections core counter cp437 cp874 data_source data_type decrypt_into
descriptors dest digest_size directed_to disconnect dm doublebuffer dp duration enabled encrypt_into
false_color fifo_type file_path find_all first_in_pin fixed_length floppyio flux flux_t2_max
flux_t3_max frame_count g_add gb gg gifio gr href idProduct idVendor imagecapture in_pin_count
index_wait indicate init input_value invert jmp_pin jmp_pin_pull jmp_pull jpegio key_size
keypad_demux last_read last_write latch_pin left_channel lookup loop2 lvfontio main match_all
matches max_delay max_glyphs max_length may_exec memorymap mfm_readinto min_delay minimum_rssi mix
morph mov_status_n new next_frame notify num_pins output output_mask output_value pair paired
palette payload pc pending pending_read pio_version pixel_policy pixelbuf port_numbers prefixes
program properties qrio r_add read_perm reading rekey remote restart rg rgb_pins rgbmatrix rp2pio rr
rssi run rxfifo rxstall samplerate secondary segment_size serpentine service set_adapter set_cccd
setmodel solarize speed src1 src2 start_scan stop_scan swap swap_in swap_out table tilegrid
top_left_x top_left_y top_right_x top_right_y tx_power txfifo txrx txstall uart usb usb_host
usb_video use_palette util uuid uuid128 uuid16 validity vsync wIndex wValue weights window wrap
wrap_target write_perm writing
""".split()
)

# What the stubs name and no build holds: words of their own typing.
STUB_NAMES = frozenset(
    """
AnyDisplayBus AnyFramebuffer DigitalInOutProtocol FontProtocol LFOOrLFOSequence NoteOrNoteSequence
NoteSequence StatusBar action block_device buf bufsize destination destination_length exc expr
external_clock factor1 factor2 func item kwargs layer midi_note nbytes other pul pulses
source_bitmapp start_block touch_tuple unsafe_disable_usb_drive val wbits x_pixels y_pixels
""".split()
)
