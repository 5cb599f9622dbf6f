"""The pages of a PDF file as pictures, by PDFium."""

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import pypdfium2

from heuristan.common.faults import InputError
from heuristan.common.images.headers import Size
from heuristan.common.images.pixels import MOST_PIXELS, WORKED_ON, Image, check_size, on_paper, reduced

MOST_PAGES = 50
FINEST = 300 / 72
"""Maximum number of pixels per point of the page: 300 an inch."""
DEEPEST = 8
"""Maximum depth of nested forms that are searched for images."""
MOST_IN_IMAGES = 4 * MOST_PIXELS
"""Maximum number of pixels of all images on a page: each is decoded, however small it is shown."""
LARGEST_PAGE = 14_400
"""Maximum side of a page in points (ISO 32000-1, annex C.2)."""


def pages_of(path: Path, data: bytes) -> Iterator[Image | str]:
    """Render each page, its longer side WORKED_ON pixels or 300 an inch; a message if a page cannot be rendered.

    Raises:
        InputError: if the PDF cannot be opened, is locked, or has too many pages.
    """
    try:
        document = pypdfium2.PdfDocument(data)
        number = len(document)
    except pypdfium2.PdfiumError as fault:
        is_locked = "password" in str(fault).lower()
        raise InputError(
            f"{path}: the PDF is locked with a password; save it without one"
            if is_locked
            else f"{path}: the PDF cannot be opened; the file is damaged, so save it again"
        ) from None
    if not 1 <= number <= MOST_PAGES:
        raise InputError(f"{path}: the PDF has {number} pages; 1 to {MOST_PAGES} are read, so save those you want")
    return (_rendered(path, document, index) for index in range(number))


def _rendered(path: Path, document: Any, index: int) -> Image | str:
    where = f"{path}: page {index + 1}"
    try:
        page = document[index]
        width, height = page.get_size()
        if not (0 < width <= LARGEST_PAGE and 0 < height <= LARGEST_PAGE):
            return f"{where} is {width:.0f} by {height:.0f} points; save it in a usual size"
        _check_images(where, page)
        scale = min(FINEST, WORKED_ON / max(width, height), sqrt(MOST_PIXELS / (width * height)))
        image: Image = page.render(scale=scale, may_draw_forms=False).to_numpy()
    except InputError as fault:
        return str(fault)
    except pypdfium2.PdfiumError:
        return f"{where} cannot be drawn; the file is damaged, so save it again"
    return on_paper(reduced(image.copy()))


def _check_images(where: str, page: Any) -> None:
    """Refuse a page with too large an image, or too many large ones.

    Raises:
        InputError: if there are such; the message has the size and the limit.
    """
    pixels = 0
    for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE], max_depth=DEEPEST):
        size = Size(*item.get_px_size())
        check_size(f"{where}: an image", size, smallest=0)
        pixels += size.width * size.height
        if pixels > MOST_IN_IMAGES:
            limit = f"{MOST_IN_IMAGES // 1_000_000} million pixels"
            raise InputError(f"{where} has images of more than {limit} in all; save the page as one picture")
