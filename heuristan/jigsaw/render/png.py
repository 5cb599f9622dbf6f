"""PNG files from pixels, still and animated.

An animated PNG (APNG) is a PNG with frames in additional chunks; a program that does not know them shows the first.
"""

import zlib
from collections.abc import Sequence
from struct import pack
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.piece import Bytes

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TO_THE_LEFT = 1
"""The filter that stores differences to the pixel on the left."""
_KEPT, _OVER, _SOURCE = 0, 1, 0
"""Codes: a frame stays when the next one comes; a frame is blended over the picture, or replaces it."""


class Frame(NamedTuple):
    """A frame of an animated PNG."""

    pixels: Bytes
    """Red, green, blue and alpha, shape (height, width, 4)."""
    left: int
    top: int
    milliseconds: int


def still(pixels: Bytes) -> bytes:
    """Encode a PNG from red, green, blue and alpha, shape (height, width, 4)."""
    return b"".join([_SIGNATURE, _header(pixels), _chunk(b"IDAT", _packed(pixels)), _chunk(b"IEND", b"")])


def moving(first: Bytes, frames: Sequence[Frame], *, milliseconds: int) -> bytes:
    """Encode an animated PNG that begins with a whole picture, shown for some milliseconds, and repeats for ever."""
    parts = [
        _SIGNATURE,
        _header(first),
        _chunk(b"acTL", pack(">II", 1 + len(frames), 0)),
        _control(0, Frame(first, 0, 0, milliseconds), _SOURCE),
        _chunk(b"IDAT", _packed(first)),
    ]
    for number, frame in enumerate(frames):
        parts.append(_control(2 * number + 1, frame, _OVER))
        parts.append(_chunk(b"fdAT", pack(">I", 2 * number + 2) + _packed(frame.pixels)))
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _header(pixels: Bytes) -> bytes:
    height, width = pixels.shape[:2]
    return _chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))


def _control(number: int, frame: Frame, blend: int) -> bytes:
    height, width = frame.pixels.shape[:2]
    fields = (number, width, height, frame.left, frame.top, frame.milliseconds, 1000, _KEPT, blend)
    return _chunk(b"fcTL", pack(">IIIIIHHBB", *fields))


def _packed(pixels: Bytes) -> bytes:
    """Compress the rows, each with its filter."""
    rows = pixels.copy()
    rows[:, 1:] -= pixels[:, :-1]
    height, width = pixels.shape[:2]
    filtered = np.column_stack([np.full(height, _TO_THE_LEFT, np.uint8), rows.reshape(height, 4 * width)])
    return zlib.compress(filtered.tobytes(), 6)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
