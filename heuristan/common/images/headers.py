"""The format of a picture, told by its first bytes, what a TIFF says of its pages, and limits of sizes."""

import struct
from typing import NamedTuple

from heuristan.common.faults import InputError

MOST_PIXELS = 50_000_000
"""Maximum number of pixels. A decoded picture takes 3 or 4 bytes a pixel, twice while it is made, besides the file."""
MOST_PAGES = 50
"""Maximum number of pages of a PDF or a TIFF."""
LONGEST_SIDE = 20_000
"""Maximum number of pixels of a side."""
WORKED_ON = 2400
"""Maximum number of pixels of the longer side of pictures to work on; larger ones are reduced to it."""
SMALLEST = 24
"""Minimum number of pixels of a side of a picture that shows a figure."""


class Size(NamedTuple):
    """Pixels across and down."""

    width: int
    height: int


def check_size(what: str, size: Size, smallest: int = SMALLEST, largest: int = MOST_PIXELS) -> None:
    """Refuse a picture that is too large to be decoded, or too small to show a figure.

    Args:
        what: name of the picture, with which a message begins.
        size: its size.
        smallest: minimum number of pixels of a side.
        largest: maximum number of pixels in all.

    Raises:
        InputError: if it is too large or too small; the message has the size and the limit.
    """
    if max(size) > LONGEST_SIDE or size.width * size.height > largest:
        raise InputError(f"{what} is {shown(size)}; {limit(largest)}, so save it smaller")
    if min(size) < smallest:
        raise InputError(f"{what} is {shown(size)}; a figure needs about 150 pixels")


def shown(size: Size) -> str:
    return f"{size.width:,} by {size.height:,} pixels"


def limit(largest: int = MOST_PIXELS) -> str:
    """Return in words how large a picture may be."""
    return f"{LONGEST_SIDE:,} pixels a side and {largest // 1_000_000} million pixels in all are read"


WIDTH, HEIGHT, BITS, SAMPLES, TILE_WIDTH, TILE_HEIGHT, EXTRA_SAMPLES = 256, 257, 258, 277, 322, 323, 338
"""Tags of the fields that are read."""
SHORT, LONG = 3, 4
"""Types of fields."""
MOST_DIRECTORIES = 100
"""Maximum number of directories that are followed."""
MOST_FIELDS = 1000
"""Maximum number of fields of a directory; a scanner writes some twenty."""


class TiffPage(NamedTuple):
    """What the directory of a page states."""

    size: Size
    tile: Size
    """The size of its tiles, 0 by 0 if there are none; a decoder makes room for a whole one, whatever the page has."""
    bits: int
    """Number of bits of a sample."""
    has_alpha: bool


def tiff_pages(data: bytes) -> list[TiffPage]:
    """Return the pages of a TIFF file.

    Raises:
        struct.error, KeyError: if a directory is damaged, or has too many fields.
    """
    order = "<" if data[:2] == b"II" else ">"
    pages: list[TiffPage] = []
    (at,) = struct.unpack_from(f"{order}I", data, 4)
    seen: set[int] = set()
    while at and at not in seen and len(pages) < MOST_DIRECTORIES:
        seen.add(at)
        (number,) = struct.unpack_from(f"{order}H", data, at)
        if number > MOST_FIELDS:
            raise KeyError(number)
        fields = [_field(data, order, at + 2 + 12 * place) for place in range(number)]
        # the first field of a tag counts, as in libtiff
        pages.append(_page(dict(reversed(fields))))
        (at,) = struct.unpack_from(f"{order}I", data, at + 2 + 12 * number)
    return pages


def _field(data: bytes, order: str, at: int) -> tuple[int, int]:
    """Return the tag of a field and its first value, 0 if that is no whole number."""
    tag, kind, count = struct.unpack_from(f"{order}HHI", data, at)
    if kind not in (SHORT, LONG):
        return tag, 0
    form = f"{order}{'H' if kind == SHORT else 'I'}"
    size = struct.calcsize(form)
    place = at + 8 if count * size <= 4 else struct.unpack_from(f"{order}I", data, at + 8)[0]
    return tag, struct.unpack_from(form, data, place)[0]


def _page(fields: dict[int, int]) -> TiffPage:
    return TiffPage(
        Size(fields[WIDTH], fields[HEIGHT]),
        Size(fields.get(TILE_WIDTH, 0), fields.get(TILE_HEIGHT, 0)),
        fields.get(BITS, 1),
        fields.get(EXTRA_SAMPLES, 0) > 0 and fields.get(SAMPLES, 1) in (2, 4),
    )


PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
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
