"""The pages of a PDF file as pictures, drawn by PDFium."""

from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np
import pypdfium2

from heuristan.common.faults import InputError
from heuristan.common.images.headers import MOST_PIXELS, WORKED_ON, Size, check_size
from heuristan.common.images.pixels import Image

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
