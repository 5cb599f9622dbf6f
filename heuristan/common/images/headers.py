"""The format and the size of a picture, read from its first bytes before anything is decoded."""

import struct
from typing import NamedTuple

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
PDF = b"%PDF-"
PDF_WITHIN = 1024
"""Number of bytes within which a PDF file has its signature (ISO 32000-1, appendix H.3.4.1)."""

OTHERS = {b"GIF87a": "a GIF", b"GIF89a": "a GIF", b"BM": "a BMP", b"II*\0": "a TIFF", b"MM\0*": "a TIFF"}
"""Formats that are not read, by signature."""


class Size(NamedTuple):
    """Pixels across and down."""

    width: int
    height: int


def recognises(head: bytes) -> bool:
    """Return whether a file that starts with these bytes is a picture, in a format that is read or not."""
    return format_of(head) is not None or other_picture(head) is not None


def format_of(head: bytes) -> str | None:
    """Return ``png``, ``jpeg``, ``webp`` or ``pdf`` by the signature, None for anything else."""
    if head.startswith(PNG):
        return "png"
    if head.startswith(JPEG):
        return "jpeg"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    return "pdf" if PDF in head[:PDF_WITHIN] else None


def other_picture(head: bytes) -> str | None:
    """Return the name of the format if these bytes start a picture in a format that is not read."""
    for signature, name in OTHERS.items():
        if head.startswith(signature) and (signature != b"BM" or _is_bmp(head)):
            return name
    if head[4:8] == b"ftyp":
        return "a HEIC or AVIF picture"
    return None


def _is_bmp(head: bytes) -> bool:
    """Return whether this is a BMP; two letters could start any text, but the sizes of its second header are few."""
    return len(head) > 18 and struct.unpack_from("<I", head, 14)[0] in (12, 40, 52, 56, 64, 108, 124)


def size_of(data: bytes) -> Size | None:
    """Return the size that a PNG, JPEG or WebP file states, None if it states none."""
    try:
        return {"png": _png_size, "jpeg": _jpeg_size, "webp": _webp_size}[format_of(data) or ""](data)
    except (struct.error, KeyError, IndexError):
        return None


def _png_size(data: bytes) -> Size | None:
    return Size(*struct.unpack_from(">II", data, 16)) if data[12:16] == b"IHDR" else None


def _jpeg_size(data: bytes) -> Size | None:
    """Walk the marker segments up to the first frame header, and return its size."""
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return Size(width, height)
        else:
            at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return None


def _webp_size(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return Size(1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Size(width & 0x3FFF, height & 0x3FFF)
    return None
