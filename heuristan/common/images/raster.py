"""Pictures made of pixels, decoded by OpenCV.

It compares the size that its own decoder has found with the limits (`decoding.LIBRARIES`) before it makes room for
pixels: what a header says elsewhere in the file counts for nothing.
"""

import struct
from collections.abc import Iterator

import cv2
import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.images.headers import MOST_PIXELS, Size, TiffPage, check_size, limit, tiff_pages
from heuristan.common.images.pixels import Image

DEEPEST = 16
"""Maximum number of bits of a channel."""
MOST_DEEP_PIXELS = 40_000_000
"""Maximum number of pixels of a picture of 16 bits a channel, with up to 8 bytes a pixel."""
MOST_SCANS = 100
"""Maximum number of scans of a progressive JPEG: a camera writes about ten, and each is decoded in full, however short
it is."""

TOO_LARGE = "CV_IO_MAX_IMAGE"
"""The limits that OpenCV names where it refuses a picture by the size that its own decoder has found."""


def decoded(data: bytes, kind: str, first: int, smallest: int) -> tuple[int, Iterator[Image | str]]:
    """Return the number of pages of a picture, and their pixels from a page on, or messages.

    Raises:
        InputError: if it is too large, too small or damaged.
    """
    if kind != "tiff":
        return 1, iter([_only(data, kind, smallest)])
    pages = _checked(data, smallest)
    return len(pages), (_tiff_page(data, place, pages[place]) for place in range(first, len(pages)))


def _checked(data: bytes, smallest: int) -> list[TiffPage]:
    """Return what a TIFF says of its pages, before anything is decoded."""
    try:
        pages = tiff_pages(data)
    except (struct.error, KeyError):
        raise InputError("the TIFF is damaged; save it again, or as PNG") from None
    for place, page in enumerate(pages, 1):
        if page.bits > DEEPEST:
            raise InputError(f"page {place} has {page.bits} bits a channel; save it with 8 or {DEEPEST}")
        most = MOST_DEEP_PIXELS if page.bits > 8 else MOST_PIXELS
        check_size(f"page {place}", page.size, smallest, most)
        check_size(f"page {place}: a tile", page.tile, 0, most)
    return pages


def _tiff_page(data: bytes, place: int, page: TiffPage) -> Image | str:
    flags = cv2.IMREAD_UNCHANGED if page.has_alpha else cv2.IMREAD_COLOR
    try:
        return _pixels(data, flags, place)
    except InputError as fault:
        return str(fault)


def _only(data: bytes, kind: str, smallest: int) -> Image:
    """Return the pixels of a picture that has no pages."""
    _check_whole(data, kind)
    try:
        image = _pixels(data, _flags(data, kind))
    except InputError as fault:
        raise InputError(f"the picture{fault}") from None
    most = MOST_DEEP_PIXELS if kind == "png" and data[24] > 8 else MOST_PIXELS
    check_size("the picture", Size(image.shape[1], image.shape[0]), smallest, most)
    return image


def _check_whole(data: bytes, kind: str) -> None:
    """Refuse a file that is cut short, before the decoder makes a picture of it that is half grey."""
    is_cut = {
        "png": b"IEND" not in data[-65536:],
        # some cameras append a film; a preview in the head has its own end marker
        "jpeg": data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"),
        "webp": int.from_bytes(data[4:8], "little") + 8 > len(data),
        "bmp": int.from_bytes(data[2:6], "little") > len(data),
    }
    if is_cut[kind]:
        raise InputError("the picture ends in the middle; the file was cut short, so copy it again")
    # within compressed data the byte FF is never followed by DA
    if kind == "jpeg" and data.count(b"\xff\xda") > MOST_SCANS:
        raise InputError(f"the JPEG has more than {MOST_SCANS} scans; save the picture again")


def _flags(data: bytes, kind: str) -> int:
    """Return OpenCV's flags: keep transparency if the format may have it, else decode colours and turn as EXIF says."""
    has_alpha = (kind == "png" and (data[25] in (4, 6) or b"tRNS" in data[:4096])) or (
        kind == "webp" and (data[12:16] == b"VP8L" or (data[12:16] == b"VP8X" and bool(data[20] & 0x10)))
    )
    return int(cv2.IMREAD_UNCHANGED if has_alpha else cv2.IMREAD_COLOR)


def _pixels(data: bytes, flags: int, place: int | None = None) -> Image:
    """Return the pixels of a picture, or of a page of several.

    Raises:
        InputError: if it cannot be decoded; the message goes on after the name of the picture.
    """
    content = np.frombuffer(data, np.uint8)
    try:
        if place is None:
            image = cv2.imdecode(content, flags)
        else:
            image = next(iter(cv2.imdecodemulti(content, flags, range=(place, place + 1))[1]), None)
    except cv2.error as fault:
        if fault.code == cv2.Error.StsNoMem:
            raise MemoryError from None
        if TOO_LARGE in str(fault):
            raise InputError(f" is too large; {limit()}, so save it smaller") from None
        image = None
    if image is None or image.size == 0:
        raise InputError(" cannot be decoded; the file is damaged, or packed in an unusual way, so save it as PNG")
    return np.asarray(image)
