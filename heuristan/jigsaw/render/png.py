"""PNG files from pixels."""

import zlib
from struct import pack

import numpy as np

from heuristan.jigsaw.piece import Bytes

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TO_THE_LEFT = 1
"""The filter that stores differences to the pixel on the left."""


def still(pixels: Bytes) -> bytes:
    """Encode a PNG from red, green, blue and alpha, shape (height, width, 4)."""
    return b"".join([_SIGNATURE, _header(pixels), _chunk(b"IDAT", _packed(pixels)), _chunk(b"IEND", b"")])


def _header(pixels: Bytes) -> bytes:
    height, width = pixels.shape[:2]
    return _chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))


def _packed(pixels: Bytes) -> bytes:
    """Compress the rows, each with its filter."""
    rows = pixels.copy()
    rows[:, 1:] -= pixels[:, :-1]
    height, width = pixels.shape[:2]
    filtered = np.column_stack([np.full(height, _TO_THE_LEFT, np.uint8), rows.reshape(height, 4 * width)])
    return zlib.compress(filtered.tobytes(), 6)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
