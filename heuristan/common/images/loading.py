"""Pictures read from files; nothing is decoded before its header has shown that it is not too large."""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.files import read_bytes
from heuristan.common.images.headers import Size, format_of, other_picture, size_of
from heuristan.common.images.pixels import Image, on_paper, reduced
from heuristan.common.images.sizes import MOST_PAGES, MOST_PIXELS, SMALLEST, check_size
from heuristan.common.images.tiff import TiffPage, tiff_pages

DEEPEST = 16
"""Maximum number of bits of a channel."""
LARGEST_FILE = 64 * 1024 * 1024
"""Maximum size of a file in bytes."""
MOST_DEEP_PIXELS = 40_000_000
"""Maximum number of pixels of a PNG picture of 16 bits a channel, with up to 8 bytes a pixel: below 1 GiB in all."""
MOST_SCANS = 100
"""Maximum number of scans of a progressive JPEG: a camera writes about ten, and each is decoded in full, however short
it is."""


def load(path: Path) -> Iterator[Image | str]:
    """Load the picture of an image file, or each page of a PDF or TIFF (or a message, if a page cannot be drawn).

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged.
    """
    data, kind = _read(path)
    if kind == "pdf":
        from heuristan.common.images.pages import pages_of

        return pages_of(path, data)
    if kind == "tiff":
        return _tiff(path, data)
    return iter([on_paper(reduced(_decoded(path, data, kind, SMALLEST)))])


def pixels_of(path: Path) -> Image:
    """Load the pixels of an image file as it stores them: one channel to four, of 8 or 16 bits, in OpenCV's order.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged.
    """
    data, kind = _read(path)
    if kind == "pdf":
        raise InputError(f"{path}: this is a PDF; save the picture in it as PNG or JPEG")
    if kind == "tiff":
        return _only_page(path, data)
    return _decoded(path, data, kind, 1)


def _read(path: Path) -> tuple[bytes, str]:
    """Return a picture's bytes and its format."""
    data = read_bytes(path, LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InputError(f"{path}: the file is larger than {LARGEST_FILE >> 20} MiB; save the picture smaller")
    kind = format_of(data[:4096])
    if kind is None:
        what = other_picture(data)
        fault = f"this is {what}, which is not read" if what else "this is not a picture"
        raise InputError(f"{path}: {fault}; save it as PNG or JPEG")
    return data, kind


def _tiff(path: Path, data: bytes) -> Iterator[Image | str]:
    """Return the pages of a TIFF, each decoded when it is asked for, or a message if it cannot be."""
    pages = _checked(path, data, SMALLEST)
    return (_tiff_page(f"{path}: page {place + 1}", data, place, page) for place, page in enumerate(pages))


def _checked(path: Path, data: bytes, smallest: int) -> list[TiffPage]:
    """Return what a TIFF says of its pages, before anything is decoded."""
    try:
        pages = tiff_pages(data)
    except (struct.error, KeyError):
        raise InputError(f"{path}: the TIFF is damaged; save it again, or as PNG") from None
    if not 1 <= len(pages) <= MOST_PAGES:
        raise InputError(f"{path}: the TIFF has {len(pages)} pages; 1 to {MOST_PAGES} are read, so save those you want")
    for place, page in enumerate(pages, 1):
        if page.bits > DEEPEST:
            raise InputError(f"{path}: page {place} has {page.bits} bits a channel; save it with 8 or {DEEPEST}")
        most = MOST_DEEP_PIXELS if page.bits > 8 else MOST_PIXELS
        check_size(f"{path}: page {place}", Size(page.width, page.height), smallest, most)
    return pages


def _tiff_page(where: str, data: bytes, place: int, page: TiffPage) -> Image | str:
    found = _tiff_pixels(data, place, page)
    return _UNDECODED.format(where) if found is None else on_paper(reduced(found))


def _only_page(path: Path, data: bytes) -> Image:
    """Return the pixels of a TIFF that has one page."""
    pages = _checked(path, data, 1)
    if len(pages) > 1:
        raise InputError(f"{path}: the TIFF has {len(pages)} pages; save the picture in it as PNG or JPEG")
    found = _tiff_pixels(data, 0, pages[0])
    if found is None:
        raise InputError(_UNDECODED.format(path))
    return found


_UNDECODED = "{} cannot be decoded; the file is damaged, or packed in an unusual way, so save it as PNG"


def _tiff_pixels(data: bytes, place: int, page: TiffPage) -> Image | None:
    flags = cv2.IMREAD_UNCHANGED if page.has_alpha else cv2.IMREAD_COLOR
    try:
        with _silenced():
            _, found = cv2.imdecodemulti(np.frombuffer(data, np.uint8), flags, range=(place, place + 1))
    except (cv2.error, MemoryError):
        return None
    return np.asarray(found[0]) if found else None


def _decoded(path: Path, data: bytes, kind: str, smallest: int) -> Image:
    size = size_of(data)
    if size is None:
        raise InputError(f"{path}: the picture does not state its size; the file is damaged, so save it again")
    is_deep = kind == "png" and data[24] > 8
    check_size(f"{path}: the picture", size, smallest, largest=MOST_DEEP_PIXELS if is_deep else MOST_PIXELS)
    _check_whole(path, data, kind)
    image = _pixels(data, _flags(data, kind))
    if image is None or image.size == 0:
        raise InputError(f"{path}: the picture cannot be decoded; the file is damaged, so save it again")
    return image


def _check_whole(path: Path, data: bytes, kind: str) -> None:
    """Refuse a file that is cut short, before the decoder makes a picture of it that is half grey."""
    is_cut = {
        "png": b"IEND" not in data[-65536:],
        # some cameras append a film; a preview in the head has its own end marker
        "jpeg": data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"),
        "webp": int.from_bytes(data[4:8], "little") + 8 > len(data),
        "bmp": int.from_bytes(data[2:6], "little") > len(data),
    }
    if is_cut[kind]:
        raise InputError(f"{path}: the picture ends in the middle; the file was cut short, so copy it again")
    # within compressed data the byte FF is never followed by DA
    if kind == "jpeg" and data.count(b"\xff\xda") > MOST_SCANS:
        raise InputError(f"{path}: the JPEG has more than {MOST_SCANS} scans; save the picture again")


def _flags(data: bytes, kind: str) -> int:
    """Return OpenCV's flags: keep transparency if the format may have it, else decode colours and turn as EXIF says."""
    has_alpha = (kind == "png" and (data[25] in (4, 6) or b"tRNS" in data[:4096])) or (
        kind == "webp" and (data[12:16] == b"VP8L" or (data[12:16] == b"VP8X" and bool(data[20] & 0x10)))
    )
    return int(cv2.IMREAD_UNCHANGED if has_alpha else cv2.IMREAD_COLOR)


def _pixels(data: bytes, flags: int) -> Image | None:
    try:
        with _silenced():
            image: Image | None = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError):
        return None
    return image


@contextmanager
def _silenced() -> Iterator[None]:
    """Redirect standard error to nowhere: the decoders' C libraries print their complaints there."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
