"""Sizes of pictures, and their limits."""

from typing import NamedTuple

from heuristan.common.faults import InputError

MOST_PIXELS = 50_000_000
"""Maximum number of pixels. A decoded picture takes 3 or 4 bytes a pixel, twice while it is made, besides the file."""
MOST_PAGES = 50
"""Maximum number of pages of a PDF or a TIFF."""
LONGEST_SIDE = 20_000
"""Maximum number of pixels of a side."""
WORKED_ON = 2400
"""Maximum number of pixels of the longer side of pictures to work on; larger ones are reduced to it."""
SMALLEST = 24
"""Minimum number of pixels of a side of a picture that shows a figure."""


class Size(NamedTuple):
    """Pixels across and down."""

    width: int
    height: int


def check_size(what: str, size: Size, smallest: int = SMALLEST, largest: int = MOST_PIXELS) -> None:
    """Refuse a picture that is too large to be decoded, or too small to show a figure.

    Args:
        what: name of the picture, with which a message begins.
        size: its size.
        smallest: minimum number of pixels of a side.
        largest: maximum number of pixels in all.

    Raises:
        InputError: if it is too large or too small; the message has the size and the limit.
    """
    if max(size) > LONGEST_SIDE or size.width * size.height > largest:
        raise InputError(f"{what} is {shown(size)}; {limit(largest)}, so save it smaller")
    if min(size) < smallest:
        raise InputError(f"{what} is {shown(size)}; a figure needs about 150 pixels")


def shown(size: Size) -> str:
    return f"{size.width:,} by {size.height:,} pixels"


def limit(largest: int = MOST_PIXELS) -> str:
    """Return in words how large a picture may be."""
    return f"{LONGEST_SIDE:,} pixels a side and {largest // 1_000_000} million pixels in all are read"
