"""The pixels of a PNG (ISO/IEC 15948) as the service draws them: eight bits a channel, not interlaced."""

import struct
import zlib

CHANNELS = {2: 3, 6: 4}


def pixels(png: bytes) -> list[bytes]:
    """The rows of a picture, top to bottom: the red of each of its pixels."""
    place, data, head = 8, b"", b""
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        head, data = (body if kind == b"IHDR" else head), data + (body if kind == b"IDAT" else b"")
        place += length + 12
    width, height, depth, colour = struct.unpack_from(">IIBB", head)
    assert depth == 8, depth
    step = CHANNELS[colour]
    raw, stride = zlib.decompress(data), width * step
    rows: list[bytearray] = []
    before = bytearray(stride)
    for y in range(height):
        at = y * (stride + 1)
        row = bytearray(raw[at + 1 : at + 1 + stride])
        _unfilter(raw[at], row, before, step)
        rows.append(row)
        before = row
    return [bytes(row[::step]) for row in rows]


def _unfilter(kind: int, row: bytearray, above: bytearray, step: int) -> None:
    for x in range(len(row)):
        left, up = row[x - step] if x >= step else 0, above[x]
        corner = above[x - step] if x >= step else 0
        guess = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
        row[x] = (row[x] + guess) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))
