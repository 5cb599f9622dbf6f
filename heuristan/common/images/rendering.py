"""The process that draws the pages of a PDF: `python -m heuristan.common.images.rendering LIMITS`.

It is a helper (`heuristan.common.processes`), because pages can ask for any time and memory. Its messages are the
number of pages, then each page with its pixels.
"""

import json
import sys
from math import sqrt
from typing import Any

import pypdfium2

from heuristan.common.faults import InputError
from heuristan.common.images.headers import Size
from heuristan.common.images.sizes import MOST_PIXELS, WORKED_ON, check_size
from heuristan.common.processes import Channel, bound_memory

FINEST = 300 / 72
"""Maximum number of pixels per point of the page: 300 an inch."""
DEEPEST = 8
"""Maximum depth of nested forms that are searched for images."""
LARGEST_PAGE = 14_400
"""Maximum side of a page in points (ISO 32000-1, annex C.2)."""


def main(limits: dict[str, int]) -> None:
    """Draw the pages from a number on.

    Args:
        limits: ``first``, the number of the first page from 0; ``memory``, the maximum number of bytes of the process;
            ``pixels``, that of pixels of all images on a page; ``pages``, that of pages.
    """
    bound_memory(limits["memory"])
    caller = Channel.to_caller()
    given = caller.received()
    if given is None:
        return
    try:
        document = pypdfium2.PdfDocument(given.data)
        number = len(document)
    except pypdfium2.PdfiumError as fault:
        caller.send({"fault": "locked" if "password" in str(fault).lower() else "damaged"})
        return
    caller.send({"pages": number})
    if number <= limits["pages"]:
        for index in range(limits["first"], number):
            _send_page(caller, document, index, limits["pixels"])


def _send_page(caller: Channel, document: Any, index: int, most_in_images: int) -> None:
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
        caller.send({"fault": str(fault)})
    except (pypdfium2.PdfiumError, MemoryError):
        caller.send({"fault": " cannot be drawn; the file is damaged, so save it again"})
    else:
        shape = bitmap.height, bitmap.width, bitmap.n_channels
        caller.send({"shape": shape, "stride": bitmap.stride}, bytes(bitmap.buffer))
        bitmap.close()
        page.close()


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


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
