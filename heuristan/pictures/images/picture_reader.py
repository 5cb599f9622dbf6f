"""The reader of pictures: one drawing for each figure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, starmap
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.files import with_pages
from heuristan.tangram.outlines.puzzle_of import puzzles_of
from heuristan.tangram.puzzle.drawing import Drawing, Origin, PageSpot, Refusal

if TYPE_CHECKING:
    from heuristan.common.images.loading import Page
    from heuristan.pictures.images.figure import Figure
    from heuristan.tangram.outlines.formats import Found as Puzzles
    from heuristan.tangram.pieces.sets import PieceSet


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


MOST_READING = 8.0
"""Seconds of the processor after which no other page of a file is begun, unless its pages are chosen: a small file can
have many pages that are expensive. A printed page takes about one."""


def read(path: Path) -> Iterator[Drawing | Refusal]:
    """Return the figures on a picture, or on the pages of a PDF or TIFF, in reading order.

    Coordinates are pixels of the picture (of the page at 300 pixels an inch at most; of the picture as it was reduced
    where it is larger than 2,400 pixels, and as it was set straight where it was taken at a slant), y down. A figure
    that has no straight edges, or a page of many that cannot be drawn, is a `Refusal`. An id is the name of the file
    without its ending, with the chosen pages, and with the number of the figure where there are several.

    Args:
        path: the file; pages are chosen as in book.pdf#3-7. Without that, what is left of a file after MOST_READING is
            a `Refusal`.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged, shows no figure, or the
            image extra is not installed. The call itself raises it.
    """
    return _drawings_on(path, chain.from_iterable(starmap(_found_on, _read_pages(path))))


def read_with_sheet(path: Path, pieces: "PieceSet | None" = None) -> "tuple[bytes, Puzzles]":
    """Return a PNG of a picture with what is recognised on it, and the puzzles that the same reading gives.

    Args:
        path: the file, as for `read`.
        pieces: the set to lay all of them with; the seven tans if not given.

    Raises:
        InputError: if the file cannot be read, or no page of it can be drawn. The first puzzle raises it if the file
            shows no figure, or only a bad one.
    """
    pages, found = _read_pages(path), list[Found]()
    from heuristan.pictures.images.overlay import recognition_sheet

    def noted() -> "Iterator[tuple[Page, list[Figure]]]":
        for page, figures in pages:
            found.extend(_found_on(page, figures))
            yield page, figures

    def puzzles() -> "Puzzles":
        yield from puzzles_of(path, _drawings_on(path, iter(found)), pieces)

    return recognition_sheet(path, noted()), puzzles()


def _drawings_on(path: Path, found: Iterator[Found]) -> Iterator[Drawing | Refusal]:
    found = _with_figures(found)
    first = list(islice(found, 2))
    if not first:
        raise InputError(f"{path}: no figure stands out from the background; give one solid colour on a plain one")
    if len(first) == 1 and first[0].figure is None:
        raise InputError(first[0].fault)
    return _drawings(path, first, found)


def _found_on(page: "Page", figures: "Sequence[Figure]") -> list[Found]:
    if isinstance(page.image, str):
        return [Found(page.number, None, fault=page.image)]
    height, width = page.image.shape[:2]
    return [Found(page.number, figure, (width, height)) for figure in figures or (None,)]


def _read_pages(path: Path) -> "Iterator[tuple[Page, list[Figure]]]":
    """Return the pages of a file with their figures; what is left after MOST_READING is one message.

    Args:
        path: the file; all pages that are chosen, as in book.pdf#3-7, are read.

    Raises:
        InputError: if the file cannot be read, is not a picture, is too large or damaged, or the image extra is not
            installed. The call itself raises it, except for what only the decoder finds.
    """
    from heuristan.common.images.loading import load, unread

    pages = load(path)
    # another process decodes the first page meanwhile
    from heuristan.pictures.images.recognition import figures_on

    def read() -> "Iterator[tuple[Page, list[Figure]]]":
        _, chosen = with_pages(path)
        spent = 0.0
        for page in pages:
            if isinstance(page.image, str):
                yield page, []
                continue
            if spent + page.seconds > MOST_READING and page.number > 1 and chosen is None:
                why = f"those before took {MOST_READING:g} seconds of the processor"
                yield page._replace(image=unread(path, page.number, page.last, why)), []
                return
            start = process_time()
            figures = figures_on(page.image)
            spent += process_time() - start
            yield page, figures

    return read()


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
    file, chosen = with_pages(path)
    stem = file.stem
    if chosen is not None:
        stem += f"-page-{chosen[0]}" if len(chosen) == 1 else f"-pages-{chosen[0]}-{chosen[-1]}"
    for number, one in enumerate(chain(first, more), 1):
        name = stem if len(first) == 1 else f"{stem}-{number}"
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
