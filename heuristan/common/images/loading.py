"""Pictures read from files, decoded by a process that can be killed and that has a maximum of memory."""

import atexit
import os
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristan.common.faults import InputError, MissingExtraError
from heuristan.common.files import read_bytes, with_pages
from heuristan.common.images.decoding import LIBRARIES
from heuristan.common.images.headers import MOST_PIXELS, SMALLEST, format_of, other_picture
from heuristan.common.memory import allowed
from heuristan.common.processes import Helper, Message

if TYPE_CHECKING:
    from heuristan.common.images.pixels import Image

WORKER = "heuristan.common.images.decoding"
LARGEST_FILE = 64 * 1024 * 1024
"""Maximum size of a file in bytes."""
MOST_IN_IMAGES = 4 * MOST_PIXELS
"""Maximum number of pixels of all images on a page of a PDF: each is decoded, however small it is shown."""
MOST_MEMORY = 1200 << 20
"""Maximum addresses of the process that decodes, in bytes, 1 GiB of memory at most: its libraries alone take 0.3 GiB of
addresses. The largest picture that is read takes 1.1 GiB."""
MOST_LOADED = 320 << 20
"""Maximum addresses of a process that has loaded the libraries, and little else: a copy of it has room enough."""
MOST_SECONDS = 7.0
"""Maximum number of seconds to draw a page of a PDF, which can ask for any time."""
MOST_DECODING = 18.0
"""Maximum number of seconds to decode a picture. The largest takes 2 s; the rest is for a machine that is busy."""
MOST_ENDED = 2
"""Maximum number of pages of a file that may end the process that decodes them."""

NEEDED = {"pdf": ("cv2", "pypdfium2")}
"""The modules that a format needs, where that is more than OpenCV."""


class Page(NamedTuple):
    """A page of a PDF or TIFF, or the only one of a picture."""

    number: int
    """Its number in the file, from 1."""
    image: "Image | str"
    """Rows of blue, green and red; or a message, if it cannot be decoded, of which pages behind it are not read."""
    last: int
    """The number of the last page that is asked for."""
    seconds: float
    """Seconds of the processor that all pages took to decode so far."""


def load(path: Path) -> Iterator[Page]:
    """Return the picture of an image file, or each page of a PDF or TIFF.

    The longer side has WORKED_ON pixels at most, and pages of a PDF 300 an inch. Another process decodes the first page
    while this one goes on.

    Args:
        path: the file; pages are chosen as in book.pdf#3-7.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged, or the image extra is not
            installed. What only the decoder finds is raised with the first picture.
    """
    file, chosen = with_pages(path)
    data, kind = _read(file)
    return _pages(_Decoder(path, data, kind, SMALLEST, chosen=chosen))


def rgba_of(path: Path) -> "Image":
    """Return the pixels of an image file in full: red, green, blue and alpha of 8 bits; alpha is 255 if there is none.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged.
    """
    data, kind = _read(path)
    if kind == "pdf":
        raise InputError(f"{path}: this is a PDF; save the picture in it as PNG or JPEG")
    decoder = _Decoder(path, data, kind, 1, is_full=True)
    number = decoder.opened()
    if number > 1:
        decoder.end()
        raise InputError(f"{path}: the TIFF has {number} pages; save the picture in it as PNG or JPEG")
    (found,) = _each(decoder, number)
    if isinstance(found.image, str):
        raise InputError(found.image)
    return found.image


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
    for module in NEEDED.get(kind, ("cv2",)):
        if find_spec(module) is None:
            raise InputError(f"{path}: {MissingExtraError('OpenCV and PDFium', 'image')}")
    return data, kind


_idle: list[Helper] = []
"""The idle process for the next file, if there is one: starting one for each of a thousand takes minutes."""


def _addresses_of_copy() -> int:
    """Return how many addresses this process may take to be copied; none if libraries were loaded without limits."""
    if any(os.environ.get(name) != value for name, value in LIBRARIES.items()):
        return 0
    import_module("heuristan.common.images.raster")
    return MOST_LOADED


def _taken() -> Helper | None:
    """Take the idle process, if it still runs."""
    try:
        helper = _idle.pop()
    except IndexError:
        return None
    return helper if helper.is_running else None


@atexit.register
def _end_idle() -> None:
    while (helper := _taken()) is not None:
        helper.end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


class _Decoder:
    """The process that decodes a file, as its caller sees it."""

    def __init__(
        self, path: Path, data: bytes, kind: str, smallest: int, *, is_full: bool = False, chosen: range | None = None
    ) -> None:
        self.path = path
        self.is_pdf = kind == "pdf"
        self.chosen = chosen
        self.spent = 0.0
        """Seconds of the processor that processes used which have ended; a page that is given up counts as it took."""
        self._seconds = MOST_SECONDS if self.is_pdf else MOST_DECODING
        self._data = data
        last = chosen.stop - 1 if chosen else 0
        self._asked = {"kind": kind, "last": last, "smallest": smallest, "is_full": is_full, "pixels": MOST_IN_IMAGES}
        self.start(chosen.start - 1 if chosen else 0)

    def start(self, first: int) -> None:
        """Let a process decode the pages from a number on."""
        try:
            self._helper = _taken() or Helper(WORKER, {"memory": MOST_MEMORY}, copied_below=_addresses_of_copy())
        except OSError as fault:
            why = fault.strerror or fault
            raise InputError(f"{self.path}: no process can be started to decode it ({why}); end others first") from None
        self._before, self._known = self._helper.spent, self.spent
        self._helper.send({**self._asked, "first": first}, self._data, self._seconds)

    def opened(self) -> int:
        """Return the number of pages.

        Raises:
            InputError: if the file cannot be decoded.
        """
        head = self.received()
        if head is None:
            what = "PDF" if self.is_pdf else "picture"
            raise InputError(f"{self.path}: the {what} {self.end()}; {_ADVICE[self.is_pdf]}")
        if "fault" in head.fields:
            self.release()
            raise InputError(f"{self.path}: {head.fields['fault']}")
        return int(head.fields["pages"])

    @property
    def seconds(self) -> float:
        """Seconds of the processor that the pages took so far."""
        return self.spent + self._helper.spent - self._before

    def received(self) -> Message | None:
        """Return the next message, with the pixels of a page; None if the process has ended, or was too slow."""
        start = monotonic()
        message = self._helper.received(self._seconds)
        if message is None:
            self.spent = self._known + monotonic() - start
        else:
            self._known = self.seconds
        return message

    def release(self) -> None:
        """Keep the process, which has sent all of a file, for the next one."""
        if _idle:
            self.end()
        else:
            _idle.append(self._helper)

    def end(self) -> str:
        """End the process, and return why it had ended, in words."""
        self._helper.end()
        verb = "draw" if self.is_pdf else "decode"
        if self._helper.is_late:
            return f"takes more than {self._seconds:g} seconds to {verb}"
        return f"needs more than {allowed(MOST_MEMORY) / (1 << 30):.2g} GiB to {verb}, or is damaged"


_ADVICE = {True: "save the pages you want as pictures", False: "save it smaller, as PNG or JPEG"}
"""Advice for a file that ended the process, by whether it is a PDF."""


def _pages(decoder: _Decoder) -> Iterator[Page]:
    number = decoder.opened()
    yield from _each(decoder, number)


def _each(decoder: _Decoder, number: int) -> Iterator[Page]:
    """Yield the pages of a file; a page that ended the process is passed over, and a new one goes on behind it."""
    path, pages = decoder.path, decoder.chosen or range(1, number + 1)
    last = pages[-1]
    ended = 0
    is_whole = False
    try:
        for place in pages:
            where = f"{path}: page {place}"
            page = decoder.received()
            if page is None:
                ended += 1
                yield Page(place, f"{where} {decoder.end()}; save the page as a picture", last, decoder.spent)
                if place == last:
                    return
                if ended == MOST_ENDED:
                    yield Page(place + 1, unread(path, place + 1, last, "two were given up"), last, decoder.spent)
                    return
                decoder.start(place)
                decoder.received()
            else:
                image = where + page.fields["fault"] if "fault" in page.fields else _picture(page)
                yield Page(place, image, last, decoder.seconds)
        is_whole = ended == 0
    finally:
        if is_whole:
            decoder.release()
        else:
            decoder.end()


def unread(path: Path, first: int, last: int, why: str) -> str:
    """Return a message on pages that were left out, and how they are read."""
    pages, are = (f"pages {first} to {last}", "were") if first < last else (f"page {first}", "was")
    file, _ = with_pages(path)
    chosen = f"{file}#{first}-{last}" if first < last else f"{file}#{first}"
    return f"{path}: {pages} {are} not read, as {why}; read {chosen}, or save what you want as a file of its own"


def _picture(page: Message) -> "Image":
    return np.frombuffer(page.data, np.uint8).reshape(page.fields["shape"]).copy()
