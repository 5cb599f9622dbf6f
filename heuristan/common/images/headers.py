"""The format and the size of a picture, read from its first bytes before anything is decoded."""

import struct

from heuristan.common.images.sizes import Size
from heuristan.common.images.tiff import tiff_pages

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
JPEG_FILLERS = (0x00, 0xFF)
"""Bytes after FF that make no marker of it."""
JPEG_ALONE = (0x01, *range(0xD0, 0xD8))
"""Markers without a length: TEM and RST0 to RST7 (ITU-T T.81, table B.1)."""
PDF = b"%PDF-"
PDF_WITHIN = 1024
"""Number of bytes within which a PDF file has its signature (ISO 32000-1, appendix H.3.4.1)."""

TIFF = (b"II*\0", b"MM\0*")
BMP = b"BM"

OTHERS = {b"GIF87a": "a GIF", b"GIF89a": "a GIF", b"II+\0": "a BigTIFF", b"MM\0+": "a BigTIFF"}
"""Formats that are not read, by signature."""
BRANDS = {
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"), "a HEIC picture, as telephones take them"),
    **dict.fromkeys((b"avif", b"avis"), "an AVIF picture"),
    **dict.fromkeys((b"mif1", b"msf1"), "a HEIC or AVIF picture"),
}
"""Pictures in the file format of ISO, by their brand."""


def recognises(head: bytes) -> bool:
    """Return whether a file that starts with these bytes is a picture, in a format that is read or not."""
    return format_of(head) is not None or other_picture(head) is not None


def format_of(head: bytes) -> str | None:
    """Return ``png``, ``jpeg``, ``webp``, ``tiff``, ``bmp`` or ``pdf`` by the signature, None for anything else."""
    if head.startswith(PNG):
        return "png"
    if head.startswith(JPEG):
        return "jpeg"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    if head.startswith(TIFF):
        return "tiff"
    if head.startswith(BMP) and _is_bmp(head):
        return "bmp"
    return "pdf" if PDF in head[:PDF_WITHIN] else None


def other_picture(head: bytes) -> str | None:
    """Return the name of the format if these bytes start a picture in a format that is not read."""
    for signature, name in OTHERS.items():
        if head.startswith(signature):
            return name
    if head[4:8] == b"ftyp" and head[8:12] in BRANDS:
        return BRANDS[head[8:12]]
    return None


def _is_bmp(head: bytes) -> bool:
    """Return whether this is a BMP; two letters could start any text, but the sizes of its second header are few."""
    return len(head) > 18 and struct.unpack_from("<I", head, 14)[0] in (12, 40, 52, 56, 64, 108, 124)


def size_of(data: bytes) -> Size | None:
    """Return the size that a picture's file states, of a TIFF that of its first page; None if it states none."""
    try:
        return _SIZES[format_of(data) or ""](data)
    except (struct.error, KeyError, IndexError):
        return None


def _png_size(data: bytes) -> Size | None:
    return Size(*struct.unpack_from(">II", data, 16)) if data[12:16] == b"IHDR" else None


def _jpeg_size(data: bytes) -> Size | None:
    """Walk the marker segments up to the first frame header, and return its size.

    What stands between segments is passed over, as decoders do.
    """
    at = 2
    while (at := data.find(b"\xff", at)) >= 0:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return Size(width, height)
        if marker in JPEG_FILLERS:
            at += 1
        elif marker in JPEG_ALONE:
            at += 2
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


def _tiff_size(data: bytes) -> Size | None:
    first = next(iter(tiff_pages(data)), None)
    return first.size if first else None


def _bmp_size(data: bytes) -> Size | None:
    if struct.unpack_from("<I", data, 14)[0] == 12:
        return Size(*struct.unpack_from("<HH", data, 18))
    width, height = struct.unpack_from("<ii", data, 18)
    # rows from the top have a negative height
    return Size(abs(width), abs(height))


_SIZES = {"png": _png_size, "jpeg": _jpeg_size, "webp": _webp_size, "tiff": _tiff_size, "bmp": _bmp_size}
