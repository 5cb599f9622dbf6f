"""The pages of a PDF file as pictures, drawn by PDFium in a process that can be killed."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.images.pixels import Image, on_paper, reduced
from heuristan.common.images.sizes import MOST_PAGES, MOST_PIXELS
from heuristan.common.processes import Helper, Message

WORKER = "heuristan.common.images.rendering"
MOST_IN_IMAGES = 4 * MOST_PIXELS
"""Maximum number of pixels of all images on a page: each is decoded, however small it is shown."""
MOST_MEMORY = 1 << 30
"""Maximum memory of the process that draws, in bytes."""
MOST_SECONDS = 9.0
"""Maximum number of seconds for a page."""
MOST_ENDED = 2
"""Maximum number of pages of a file that may end the process that draws them."""


def pages_of(path: Path, data: bytes) -> Iterator[Image | str]:
    """Render each page, its longer side WORKED_ON pixels or 300 an inch; a message if a page cannot be rendered.

    Raises:
        InputError: if the PDF cannot be opened, is locked, or has too many pages.
    """
    if find_spec("pypdfium2") is None:
        raise ModuleNotFoundError("No module named 'pypdfium2'", name="pypdfium2")
    worker = _Worker(data, 0)
    try:
        number = _opened(path, worker)
    except InputError:
        worker.end()
        raise
    return _drawn(path, data, worker, number)


def _opened(path: Path, worker: "_Worker") -> int:
    """Return the number of pages of a PDF."""
    head = worker.received()
    if head is None:
        raise InputError(f"{path}: the PDF {worker.end()}; save the pages you want as pictures")
    if head.fields.get("fault") == "locked":
        raise InputError(f"{path}: the PDF is locked with a password; save it without one")
    if "fault" in head.fields:
        raise InputError(f"{path}: the PDF cannot be opened; the file is damaged, so save it again")
    number = int(head.fields["pages"])
    if not 1 <= number <= MOST_PAGES:
        raise InputError(f"{path}: the PDF has {number} pages; 1 to {MOST_PAGES} are read, so save those you want")
    return number


def _drawn(path: Path, data: bytes, worker: "_Worker", number: int) -> Iterator[Image | str]:
    ended = 0
    try:
        for index in range(number):
            where = f"{path}: page {index + 1}"
            page = worker.received()
            if page is None:
                ended += 1
                yield f"{where} {worker.end()}; save the page as a picture"
                if ended == MOST_ENDED:
                    yield f"{path}: the pages after page {index + 1} were not drawn; save those you want as pictures"
                    return
                if index + 1 < number:
                    worker = _Worker(data, index + 1)
                    worker.received()
            elif "fault" in page.fields:
                yield where + page.fields["fault"]
            else:
                yield on_paper(reduced(_picture(page)))
    finally:
        worker.end()


def _picture(page: Message) -> Image:
    height, width, channels = page.fields["shape"]
    rows = np.frombuffer(page.data, np.uint8).reshape(height, page.fields["stride"])
    picture = rows[:, : width * channels].reshape(height, width, channels)
    return picture[:, :, 0].copy() if channels == 1 else picture.copy()


class _Worker:
    """The process that draws the pages of a PDF, from a given one to the last."""

    def __init__(self, data: bytes, first: int) -> None:
        limits = {"first": first, "memory": MOST_MEMORY, "pixels": MOST_IN_IMAGES, "pages": MOST_PAGES}
        self._helper = Helper(WORKER, limits)
        self._helper.send({}, data, MOST_SECONDS)

    def received(self) -> Message | None:
        """Return the next message, with the pixels of a page; None if the process has ended, or was too slow."""
        return self._helper.received(MOST_SECONDS)

    def end(self) -> str:
        """End the process, and return why it had ended, in words."""
        self._helper.end()
        if self._helper.is_late:
            return f"takes more than {MOST_SECONDS:g} seconds to draw"
        return f"needs more than {MOST_MEMORY / (1 << 30):g} GiB to draw, or is damaged"
