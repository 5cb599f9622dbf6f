"""PNG files from pixels, still and moving.

An animated PNG (APNG) is one to which frames are added in chunks of their own, so that a program that knows nothing of
them shows the first.
"""

import zlib
from collections.abc import Sequence
from struct import pack
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TO_THE_LEFT = 1
"""The filter that keeps differences to the pixel on the left."""
_KEPT, _OVER, _SOURCE = 0, 1, 0
"""Frames stay as they are when the next comes, which is blended over them or takes their place."""


class Frame(NamedTuple):
    """What is added to a moving picture."""

    pixels: Bytes
    """Shape (height, width, 4): red, green, blue, alpha."""
    left: int
    top: int
    milliseconds: int


def still(pixels: Bytes) -> bytes:
    """A PNG. Shape (height, width, 4): red, green, blue, alpha."""
    return b"".join([_SIGNATURE, _header(pixels), _chunk(b"IDAT", _packed(pixels)), _chunk(b"IEND", b"")])


def moving(first: Bytes, frames: Sequence[Frame], *, milliseconds: int) -> bytes:
    """An animated PNG that begins with a whole picture, shown for so long, and is repeated for ever."""
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
    """The rows, each with its filter, compressed."""
    rows = pixels.copy()
    rows[:, 1:] -= pixels[:, :-1]
    height, width = pixels.shape[:2]
    filtered = np.column_stack([np.full(height, _TO_THE_LEFT, np.uint8), rows.reshape(height, 4 * width)])
    return zlib.compress(filtered.tobytes(), 6)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
