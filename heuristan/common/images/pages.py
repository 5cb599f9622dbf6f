"""The pages of a PDF file as pictures, drawn by PDFium in a process that can be killed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.images.pixels import Image, on_paper, reduced
from heuristan.common.images.sizes import MOST_PIXELS

WORKER = "heuristan.common.images.rendering"
MOST_PAGES = 50
MOST_IN_IMAGES = 4 * MOST_PIXELS
"""Maximum number of pixels of all images on a page: each is decoded, however small it is shown."""
MOST_MEMORY = 2 << 30
"""Maximum memory of the process that draws, in bytes."""
MOST_SECONDS = 30.0
"""Maximum number of seconds for a page."""
MOST_ENDED = 3
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
    if head.get("fault") == "locked":
        raise InputError(f"{path}: the PDF is locked with a password; save it without one")
    if "fault" in head:
        raise InputError(f"{path}: the PDF cannot be opened; the file is damaged, so save it again")
    number = int(head["pages"])
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
            elif "fault" in page:
                yield where + page["fault"]
            else:
                yield on_paper(reduced(_picture(page)))
    finally:
        worker.end()


def _picture(page: dict[str, Any]) -> Image:
    height, width, channels = page["shape"]
    rows = np.frombuffer(page["pixels"], np.uint8).reshape(height, page["stride"])
    picture = rows[:, : width * channels].reshape(height, width, channels)
    return picture[:, :, 0].copy() if channels == 1 else picture.copy()


class _Worker:
    """The process that draws the pages of a PDF, from a given one to the last."""

    def __init__(self, data: bytes, first: int) -> None:
        limits = {"first": first, "memory": MOST_MEMORY, "pixels": MOST_IN_IMAGES, "pages": MOST_PAGES}
        # the package may be found through sys.path alone, as in a checkout
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", WORKER, json.dumps(limits)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._is_late = False
        # the process may end before it has read all
        Thread(target=self._feed, args=(data,), daemon=True).start()

    def _feed(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                pipe.write(data)
        except OSError:
            return

    def received(self) -> dict[str, Any] | None:
        """Return the next message, with the pixels of a page; None if the process has ended, or was too slow."""
        assert self._process.stdout is not None
        timer = Timer(MOST_SECONDS, self._kill)
        timer.start()
        try:
            line = self._process.stdout.readline()
            if not line:
                return None
            message: dict[str, Any] = json.loads(line)
            size = message.get("bytes", 0)
            message["pixels"] = self._process.stdout.read(size)
            return message if len(message["pixels"]) == size else None
        finally:
            timer.cancel()

    def _kill(self) -> None:
        self._is_late = True
        self._process.kill()

    def end(self) -> str:
        """End the process, and return why it had ended, in words."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        if self._is_late:
            return f"takes more than {MOST_SECONDS:g} seconds to draw"
        return f"needs more than {MOST_MEMORY / (1 << 30):g} GiB to draw, or is damaged"
