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
from itertools import islice
from typing import Any, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.images.headers import LONGEST_SIDE, MOST_PAGES, MOST_PIXELS
from heuristan.common.memory import bound_memory
from heuristan.common.processes import Channel
from heuristan.common.words import plural

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


def _answer(
    caller: Channel, data: bytes, *, kind: str, first: int, last: int, is_full: bool, smallest: int, pixels: int
) -> None:
    from heuristan.common.images.pixels import on_paper, reduced, rgba

    finish: Callable[[Any], Any] = rgba if is_full else lambda image: on_paper(reduced(image))
    try:
        number, pages = _opened(data, kind, first, smallest, pixels)
        _check(kind.upper(), number, first, last or number)
    except InputError as fault:
        caller.send({"fault": str(fault)})
        return
    caller.send({"pages": number})
    for page in islice(pages, (last or number) - first):
        if isinstance(page, str):
            caller.send({"fault": page})
        else:
            done = finish(page)
            caller.send({"shape": done.shape}, done.tobytes())


def _check(what: str, number: int, first: int, last: int) -> None:
    """Refuse a file without pages, pages that it does not have, and more than are read at once."""
    if not number:
        raise InputError(f"the {what} has no pages; save it again")
    if last > number:
        raise InputError(f"the {what} has {plural(number, 'page')}; choose among them")
    if last - first > MOST_PAGES:
        raise InputError(f"these are {last - first} pages, and {MOST_PAGES} are read at once; choose some: FILE#1-50")


def _opened(data: bytes, kind: str, first: int, smallest: int, pixels: int) -> Opened:
    if kind == "pdf":
        from heuristan.common.images.rendering import drawn

        return drawn(data, first, pixels)
    from heuristan.common.images.raster import decoded

    return decoded(data, kind, first, smallest)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
