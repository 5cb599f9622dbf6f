"""The pages of a TIFF file, by its directories, before anything is decoded (TIFF 6.0, section 2)."""

import struct
from typing import NamedTuple

from heuristan.common.images.sizes import Size

WIDTH, HEIGHT, BITS, SAMPLES, TILE_WIDTH, TILE_HEIGHT, EXTRA_SAMPLES = 256, 257, 258, 277, 322, 323, 338
"""Tags of the fields that are read."""
SHORT, LONG = 3, 4
"""Types of fields."""
MOST_DIRECTORIES = 100
"""Maximum number of directories that are followed."""
MOST_FIELDS = 1000
"""Maximum number of fields of a directory; a scanner writes some twenty."""


class TiffPage(NamedTuple):
    """What the directory of a page states."""

    size: Size
    tile: Size
    """The size of its tiles, 0 by 0 if there are none; a decoder makes room for a whole one, whatever the page has."""
    bits: int
    """Number of bits of a sample."""
    has_alpha: bool


def tiff_pages(data: bytes) -> list[TiffPage]:
    """Return the pages of a TIFF file.

    Raises:
        struct.error, KeyError: if a directory is damaged, or has too many fields.
    """
    order = "<" if data[:2] == b"II" else ">"
    pages: list[TiffPage] = []
    (at,) = struct.unpack_from(f"{order}I", data, 4)
    seen: set[int] = set()
    while at and at not in seen and len(pages) < MOST_DIRECTORIES:
        seen.add(at)
        (number,) = struct.unpack_from(f"{order}H", data, at)
        if number > MOST_FIELDS:
            raise KeyError(number)
        fields = [_field(data, order, at + 2 + 12 * place) for place in range(number)]
        # the first field of a tag counts, as for libtiff
        pages.append(_page(dict(reversed(fields))))
        (at,) = struct.unpack_from(f"{order}I", data, at + 2 + 12 * number)
    return pages


def _field(data: bytes, order: str, at: int) -> tuple[int, int]:
    """Return the tag of a field and its first value, 0 if that is no whole number."""
    tag, kind, count = struct.unpack_from(f"{order}HHI", data, at)
    if kind not in (SHORT, LONG):
        return tag, 0
    form = f"{order}{'H' if kind == SHORT else 'I'}"
    size = struct.calcsize(form)
    place = at + 8 if count * size <= 4 else struct.unpack_from(f"{order}I", data, at + 8)[0]
    return tag, struct.unpack_from(form, data, place)[0]


def _page(fields: dict[int, int]) -> TiffPage:
    return TiffPage(
        Size(fields[WIDTH], fields[HEIGHT]),
        Size(fields.get(TILE_WIDTH, 0), fields.get(TILE_HEIGHT, 0)),
        fields.get(BITS, 1),
        fields.get(EXTRA_SAMPLES, 0) > 0 and fields.get(SAMPLES, 1) in (2, 4),
    )
