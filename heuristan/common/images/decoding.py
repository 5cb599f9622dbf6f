"""The process that decodes pictures and draws the pages of PDFs: `python -m heuristan.common.images.decoding LIMITS`.

It is a helper (`heuristan.common.processes`), because a stranger's file can ask for any time and memory, whatever its
header says. It is asked for one file after the other; its messages are the number of pages, then each page with its
pixels.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
import pypdfium2

from heuristan.common.faults import InputError
from heuristan.common.images.headers import LONGEST_SIDE, MOST_PAGES, MOST_PIXELS, WORKED_ON, Size, check_size
from heuristan.common.images.pixels import Image
from heuristan.common.memory import bound_memory
from heuristan.common.processes import Channel

FINEST = 300 / 72
"""Maximum number of pixels per point of the page: 300 an inch."""
DEEPEST = 8
"""Maximum depth of nested forms that are searched for images."""
LARGEST_PAGE = 14_400
"""Maximum side of a page in points (ISO 32000-1, annex C.2)."""


def drawn(data: bytes, first: int, most_in_images: int) -> tuple[int, Iterator[Image | str]]:
    """Return the number of pages of a PDF, and the pages from a number on: pixels, or the end of a message.

    Args:
        data: the file.
        first: the number of the first page, from 0.
        most_in_images: maximum number of pixels of all images on a page.

    Raises:
        InputError: if the PDF cannot be opened.
    """
    try:
        document = pypdfium2.PdfDocument(data)
        number = len(document)
    except pypdfium2.PdfiumError as fault:
        if "password" in str(fault).lower():
            raise InputError("the PDF is locked with a password; save it without one") from None
        raise InputError("the PDF cannot be opened; the file is damaged, so save it again") from None
    return number, (_page(document, index, most_in_images) for index in range(first, number))


def _page(document: Any, index: int, most_in_images: int) -> Image | str:
    try:
        page = document[index]
        width, height = page.get_size()
        if not (0 < width <= LARGEST_PAGE and 0 < height <= LARGEST_PAGE):
            raise InputError(f" is {width:.0f} by {height:.0f} points; save it in a usual size")
        _check_images(page, most_in_images)
        _remove_text(page)
        scale = min(FINEST, WORKED_ON / max(width, height), sqrt(MOST_PIXELS / (width * height)))
        bitmap = page.render(scale=scale, may_draw_forms=False)
    except InputError as fault:
        return str(fault)
    except pypdfium2.PdfiumError:
        return " cannot be drawn; the file is damaged, so save it again"
    pixels = bitmap.to_numpy().copy()
    bitmap.close()
    page.close()
    return np.asarray(pixels[:, :, 0] if pixels.shape[2:] == (1,) else pixels)


def _check_images(page: Any, most: int) -> None:
    """Refuse a page with too large an image, or too many large ones.

    Raises:
        InputError: if there are such; the message has the size and the limit.
    """
    pixels = 0
    for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE], max_depth=DEEPEST):
        size = Size(*item.get_px_size())
        check_size(": an image", size, smallest=0)
        pixels += size.width * size.height
        if pixels > most:
            limit = f"{most // 1_000_000} million pixels"
            raise InputError(f" has images of more than {limit} in all; save the page as one picture")


def _remove_text(page: Any) -> None:
    """Remove the text of a page: letters are not figures, whatever their size. Text within forms stays."""
    for item in [*page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], max_depth=1)]:
        page.remove_obj(item)


Opened: TypeAlias = tuple[int, Iterator[Any]]
"""The number of pages of a file, and those that are asked for: pixels, or the end of a message."""

LIBRARIES = {
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PIXELS),
    "OPENCV_IO_MAX_IMAGE_WIDTH": str(LONGEST_SIDE),
    "OPENCV_IO_MAX_IMAGE_HEIGHT": str(LONGEST_SIDE),
    "OPENBLAS_NUM_THREADS": "1",
}
"""What the libraries are told before they are loaded. OpenCV compares what its own decoder found in a header with these
sizes before it makes room for pixels; and each thread of a library takes its share of the addresses."""


def main(limits: Mapping[str, int]) -> None:
    """Answer requests until the caller has gone.

    Args:
        limits: ``memory``, the maximum number of bytes of the process.
    """
    bound_memory(limits["memory"])
    # Ctrl-C ends the caller, which ends this process where it is not needed any more
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(LIBRARIES)
    caller = Channel.to_caller()
    # the first file comes while the caller loads libraries of its own; they are loaded here when it is there
    while (request := caller.received()) is not None:
        _answer(caller, request.data, **request.fields)


def _answer(caller: Channel, data: bytes, *, kind: str, first: int, is_full: bool, smallest: int, pixels: int) -> None:
    from heuristan.common.images.pixels import on_paper, reduced, rgba

    finish: Callable[[Any], Any] = rgba if is_full else lambda image: on_paper(reduced(image))
    try:
        number, pages = _opened(data, kind, first, smallest, pixels)
        if not 1 <= number <= MOST_PAGES:
            wanted = f"1 to {MOST_PAGES} are read, so save those you want"
            raise InputError(f"the {kind.upper()} has {number} pages; {wanted}")
    except InputError as fault:
        caller.send({"fault": str(fault)})
        return
    caller.send({"pages": number})
    for page in pages:
        if isinstance(page, str):
            caller.send({"fault": page})
        else:
            done = finish(page)
            caller.send({"shape": done.shape}, done.tobytes())


def _opened(data: bytes, kind: str, first: int, smallest: int, pixels: int) -> Opened:
    if kind == "pdf":
        return drawn(data, first, pixels)
    from heuristan.common.images.raster import decoded

    return decoded(data, kind, first, smallest)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
