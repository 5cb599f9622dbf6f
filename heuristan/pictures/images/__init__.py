"""Figures on pictures: from pixels to polygons.

It imports `heuristan.common.images` and the puzzle; OpenCV and PDFium (the extra `image`) only when a picture is read.
Begin with `recognition.figures_on`, which is the pipeline: `page_detection`, `background`, `frames`, `blobs` (without
`letters`), `contours`, `polygonal`, `rectification`; `painted` finds pieces in colours, and `sketching`
takes over where a hand drew. `overlay` draws over a picture what was recognised.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.faults import InputError, MissingExtraError
from heuristan.common.images.headers import recognises
from heuristan.tangram.puzzle.drawing import Drawing, Origin, PageSpot, Refusal

__all__ = ["read", "recognises"]

if TYPE_CHECKING:
    from heuristan.pictures.images.figure import Figure

EXTRA_MODULES = ("cv2", "pypdfium2")
"""The modules that come with the extra `image`."""


class Found(NamedTuple):
    """A figure on a page, or the fault of a page."""

    page: int
    """Number of the page, from 1."""
    figure: "Figure | None"
    """The figure; None if the page cannot be drawn, or shows none."""
    size: tuple[int, int] = (0, 0)
    """Width and height of the page as it was loaded, in pixels."""
    fault: str = ""
    """Why it cannot be drawn."""
    passed: tuple[int, ...] = ()
    """The pages without a figure before it, or after the last one."""


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Return the figures on a picture, or on the pages of a PDF or TIFF, in reading order.

    Coordinates are pixels of the picture (of the page at 300 pixels an inch at most; of the picture as it was reduced
    where it is larger than 2,400 pixels, and as it was set straight where it was taken at a slant), y down. A figure
    that has no straight edges, or a page of many that cannot be drawn, is a `Refusal`. An id is the name of the file
    without its ending, with the number of the figure where there are several.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged, shows no figure, or the
            image extra is not installed. The call itself raises it.
    """
    found = _with_figures(_found(path))
    first = list(islice(found, 2))
    if not first:
        raise InputError(f"{path}: no figure stands out from the background; give one solid colour on a plain one")
    if len(first) == 1 and first[0].figure is None:
        raise InputError(first[0].fault)
    return _drawings(path, first, found)


def _found(path: Path) -> Iterator[Found]:
    try:
        from heuristan.common.images.loading import load

        pages = load(path)
        # another process decodes the first page meanwhile
        from heuristan.pictures.images.recognition import figures_on

        for number, page in enumerate(pages, 1):
            if isinstance(page, str):
                yield Found(number, None, fault=page)
            else:
                height, width = page.shape[:2]
                figures: list[Figure | None] = [*figures_on(page)]
                yield from (Found(number, figure, (width, height)) for figure in figures or [None])
    except ModuleNotFoundError as fault:
        if fault.name not in EXTRA_MODULES:
            raise
        # only this file is refused: others in the folder may need no library for pictures
        raise InputError(f"{path}: {MissingExtraError('OpenCV and PDFium', 'image')}") from None


def _with_figures(found: Iterable[Found]) -> Iterator[Found]:
    """Yield what is not a page without a figure; such pages are noted beside the next figure, or the last."""
    last: Found | None = None
    passed: tuple[int, ...] = ()
    for one in found:
        if one.figure is None and not one.fault:
            passed += (one.page,)
            continue
        if last is not None:
            yield last
        last, passed = one._replace(passed=passed), ()
    if last is not None:
        yield last._replace(passed=last.passed + passed)


def _drawings(path: Path, first: list[Found], more: Iterable[Found]) -> Iterator[Drawing | Refusal]:
    for number, one in enumerate(chain(first, more), 1):
        name = path.stem if len(first) == 1 else f"{path.stem}-{number}"
        yield Refusal(name, one.fault) if one.figure is None else _drawing(path, name, one.figure, one)


def _drawing(path: Path, name: str, figure: "Figure", found: Found) -> Drawing | Refusal:
    spot = PageSpot(found.page, figure.to_pixels, found.size)
    left_out = (*figure.left_out, *_passed_over(found.passed))
    origin = Origin(figure.source, figure.suspicions, spot, left_out=left_out)
    drawing = Drawing(name, figure.polygons, figure.laid, y_down=True, origin=origin)
    if not figure.fault:
        return drawing
    x, y = figure.middle
    fault = f"the figure about ({x:.0f}, {y:.0f}) {figure.fault}"
    return Refusal(name, f"{path}: {fault}; {figure.advice}", drawing)


def _passed_over(pages: Sequence[int]) -> Iterator[str]:
    if len(pages) == 1:
        yield f"page {pages[0]}, which shows no figure"
    elif pages:
        yield f"{len(pages)} pages that show no figure ({', '.join(map(str, pages))})"
