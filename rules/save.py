"""Save records: a payload with magic, version, sequence number, length and CRC32.

A record is good or it is not: half a write, a flipped bit, another program's file and an older
format each fail `unframe` with their own sentence. Two slots are kept (lib/pocket/hardware/storage.py).
"""
from rules.errors import RulesError

MAGIC = b"PRmy"
VERSION = 1
HEAD = 16  # magic 4, version 1, spare 1, sequence 4, length 2, crc 4


def _table(high):
    """CRC-32 of the 16 half bytes, one 16-bit half of each: no int leaves 30 bits."""
    out = []
    for half in range(16):
        lo, hi = half, 0
        for _ in range(4):
            carry = lo & 1
            lo = (lo >> 1) | ((hi & 1) << 15)
            hi >>= 1
            if carry:
                lo ^= 0x8320
                hi ^= 0xEDB8
        out.append(hi if high else lo)
    return tuple(out)


_LOW = _table(False)
_HIGH = _table(True)


def crc32(data):
    """CRC-32 (IEEE 802.3) of bytes as 4 bytes, least significant first."""
    lo = hi = 0xFFFF
    for byte in data:
        for half in (byte & 15, byte >> 4):
            at = (lo ^ half) & 15
            lo = ((lo >> 4) | ((hi & 15) << 12)) ^ _LOW[at]
            hi = (hi >> 4) ^ _HIGH[at]
    lo ^= 0xFFFF
    hi ^= 0xFFFF
    return bytes((lo & 255, lo >> 8, hi & 255, hi >> 8))


def frame(payload, seq):
    """One record. payload: bytes up to 65535; seq: 0..2**30-1."""
    size = len(payload)
    head = MAGIC + bytes((VERSION, 0, seq & 255, (seq >> 8) & 255, (seq >> 16) & 255,
                          (seq >> 24) & 63, size & 255, size >> 8))
    return head + crc32(head + payload) + payload


def unframe(record):
    """(sequence, payload) of a record. Raises RulesError with one sentence."""
    if len(record) < HEAD:
        raise RulesError("The save is cut short.")
    if bytes(record[:4]) != MAGIC:
        raise RulesError("The file is not a Pocket Rummy save.")
    if record[4] != VERSION:
        raise RulesError("The save is of format %d; this version reads format %d."
                         % (record[4], VERSION))
    size = record[10] | record[11] << 8
    if len(record) < HEAD + size:
        raise RulesError("The save is cut short.")
    payload = bytes(record[HEAD:HEAD + size])
    if crc32(bytes(record[:12]) + payload) != bytes(record[12:HEAD]):
        raise RulesError("The save is damaged.")
    seq = record[6] | record[7] << 8 | record[8] << 16 | record[9] << 24
    return seq, payload
