"""Pictures from files, with care: nothing large is decoded before its header has said how large it is."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan.outlines.files import OutlineFileError, unreadable
from heuristan.picture.headers import Size, format_of, other_picture, size_of

Image: TypeAlias = NDArray[Any]
"""Rows of pixels: blue, green and red of 8 bits, or one number a pixel."""

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes at most."""
MOST_PIXELS = 50_000_000
"""A decoded picture takes 3 or 4 bytes a pixel, twice while it is made, beside the file."""
MOST_DEEP_PIXELS = 40_000_000
"""The same of a PNG picture of 16 bits a channel, which takes up to 8 bytes a pixel: below 1 GiB in all."""
LONGEST_SIDE = 20_000
MOST_SCANS = 100
"""Of a progressive JPEG: a camera writes about ten, and each is worked through in full, however short it is."""
WORKED_ON = 2400
"""Pixels of the longer side that are worked on: larger pictures are reduced to it."""
SMALLEST = 24


def load(path: Path) -> Iterator[Image | str]:
    """The pictures of a file: the one of an image file, or each page of a PDF (what is wrong with it, if it cannot be
    drawn).

    Raises:
        OutlineFileError: the file cannot be read, is no picture, is too large or damaged.
    """
    data = _bytes_of(path)
    kind = _kind_of(path, data)
    if kind == "pdf":
        from heuristan.picture.pages import pages_of

        return pages_of(path, data)
    return iter([on_paper(reduced(_decoded(path, data, kind, SMALLEST)))])


def pixels_of(path: Path, least: int = 1) -> Image:
    """The pixels of an image file as it stores them: one channel to four, of 8 or 16 bits, in OpenCV's order.

    Args:
        path: the file.
        least: the fewest pixels a side.

    Raises:
        OutlineFileError: the file cannot be read, is no picture, is too large or too small, or damaged.
    """
    data = _bytes_of(path)
    kind = _kind_of(path, data)
    if kind == "pdf":
        raise OutlineFileError(f"{path}: this is a PDF; save the picture in it as PNG or JPEG")
    return _decoded(path, data, kind, least)


def _kind_of(path: Path, data: bytes) -> str:
    kind = format_of(data[:4096])
    if kind is None:
        what = other_picture(data)
        fault = f"this is {what}, which is not read" if what else "this is no picture"
        raise OutlineFileError(f"{path}: {fault}; save it as PNG or JPEG")
    return kind


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None
    if len(data) > LARGEST_FILE:
        raise OutlineFileError(f"{path}: the file is larger than {LARGEST_FILE >> 20} MiB; save the picture smaller")
    return data


def check_size(what: str, size: Size, least: int = SMALLEST, most: int = MOST_PIXELS) -> None:
    """Refuse what is too large to be decoded, or too small to show a figure.

    Raises:
        OutlineFileError: with the size and the limit.
    """
    shown = f"{size.width:,} by {size.height:,} pixels"
    if max(size) > LONGEST_SIDE or size.width * size.height > most:
        limit = f"{LONGEST_SIDE:,} pixels a side and {most // 1_000_000} million pixels in all are read"
        raise OutlineFileError(f"{what} is {shown}; {limit}, so save it smaller")
    if min(size) < least:
        raise OutlineFileError(f"{what} is {shown}; a figure needs about 150 pixels")


def _decoded(path: Path, data: bytes, kind: str, least: int) -> Image:
    size = size_of(data)
    if size is None:
        raise OutlineFileError(f"{path}: the picture does not state its size; the file is damaged, so save it again")
    is_deep = kind == "png" and data[24] > 8
    check_size(f"{path}: the picture", size, least, most=MOST_DEEP_PIXELS if is_deep else MOST_PIXELS)
    _check_whole(path, data, kind)
    image = _pixels(data, _flags(data, kind))
    if image is None or image.size == 0:
        raise OutlineFileError(f"{path}: the picture cannot be decoded; the file is damaged, so save it again")
    return image


def _check_whole(path: Path, data: bytes, kind: str) -> None:
    """Refuse a file that is cut short, before the decoder makes a half-grey picture of it."""
    is_cut = {
        "png": b"IEND" not in data[-65536:],
        # some cameras append a film; a preview in the head has an end of its own
        "jpeg": data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"),
        "webp": int.from_bytes(data[4:8], "little") + 8 > len(data),
    }
    if is_cut[kind]:
        raise OutlineFileError(f"{path}: the picture ends in the middle; the file was cut short, so copy it again")
    # within compressed data the byte FF is never followed by DA
    if kind == "jpeg" and data.count(b"\xff\xda") > MOST_SCANS:
        raise OutlineFileError(f"{path}: the JPEG has more than {MOST_SCANS} scans; save the picture again")


def _flags(data: bytes, kind: str) -> int:
    """How OpenCV is to decode: with the transparency that the format may have, else as colours turned as EXIF says."""
    has_alpha = (kind == "png" and (data[25] in (4, 6) or b"tRNS" in data[:4096])) or (
        kind == "webp" and (data[12:16] == b"VP8L" or (data[12:16] == b"VP8X" and bool(data[20] & 0x10)))
    )
    return int(cv2.IMREAD_UNCHANGED if has_alpha else cv2.IMREAD_COLOR)


def _pixels(data: bytes, flags: int) -> Image | None:
    try:
        with _unheard():
            image: Image | None = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError):
        return None
    return image


@contextmanager
def _unheard() -> Iterator[None]:
    """Standard error closed for a moment: the decoders' C libraries print their complaints there themselves."""
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


def reduced(image: Image) -> Image:
    """A picture of at most WORKED_ON pixels a side, 8 bits a channel."""
    longest = max(image.shape[:2])
    if longest > WORKED_ON:
        height, width = (max(1, round(side * WORKED_ON / longest)) for side in image.shape[:2])
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return (image >> 8).astype(np.uint8) if image.dtype == np.uint16 else image


def on_paper(image: Image) -> Image:
    """Three channels: grey made colours, what is transparent laid on white, or on black where all ink is light."""
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))
    if image.shape[2] == 2:
        image = np.dstack([image[:, :, :1]] * 3 + [image[:, :, 1:]])
    if image.shape[2] == 3:
        return image
    ink = image[:, :, :3].astype(np.float32)
    share = image[:, :, 3:].astype(np.float32) / 255
    covered = float(share.mean())
    is_pale = covered > 0 and float((ink * share).mean()) / covered > 200
    paper = 0.0 if is_pale and covered < 0.999 else 255.0
    return np.asarray((ink * share + paper * (1 - share)).round().astype(np.uint8))
