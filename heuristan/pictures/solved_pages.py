"""Pages solved: the figures of a picture with their results, drawn over the pages that they were read from."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.plane import Ring, Spot
from heuristan.common.svg.embedding import Embedded
from heuristan.pictures.solved_page import PageFigure, PiecePut, solved_page_svg
from heuristan.tangram.puzzle.drawing import Drawing, PageSpot, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result


class SolvedPages:
    """The pages of a picture file, and what is known of their figures so far."""

    def __init__(self, path: Path, first: int = 1) -> None:
        """Begin without any figure.

        Args:
            path: a picture, or a PDF of several pages.
            first: the number of the first figure that is noted.
        """
        self.path = path
        self._next = first
        self._noted: deque[Drawing | None] = deque()
        self._figures: list[tuple[int, PageFigure]] = []

    def noted(self, outlines: Iterable[Puzzle | Refusal]) -> Iterator[Puzzle | Refusal]:
        """Yield outlines, and note where each lies; `add` then takes their results in the same order."""
        for outline in outlines:
            self._noted.append(outline.drawing)
            yield outline

    def add(self, result: Result) -> None:
        """Add the result of the first noted outline that has none yet."""
        drawing = self._noted[0]
        if drawing is not None and drawing.origin.spot is not None:
            self._figures.append((drawing.origin.spot.page, _figure(self._next, drawing, drawing.origin.spot, result)))
        else:
            self._figures.append((0, PageFigure(self._next, (), result.status, result.message)))
        self._next += 1
        self._noted.popleft()

    def pictures(self) -> Iterator[tuple[int, str]]:
        """Yield each page with a figure as an SVG picture, after its number, which is 0 for the only page.

        Raises:
            InputError: if the file cannot be read any more.
        """
        from heuristan.common.images.loading import load
        from heuristan.common.svg.embedding import for_embedding

        pages = enumerate(load(self.path), 1)
        first = list(islice(pages, 2))
        only = len(first) == 1
        for number, image in chain(first, pages):
            figures = self._on(number, only=only)
            if figures and not isinstance(image, str):
                name = self.path.name if only else f"{self.path.name}, page {number}"
                yield 0 if only else number, solved_page_svg(name, for_embedding(image), figures)

    def _on(self, page: int, *, only: bool) -> list[PageFigure]:
        """Return the figures of a page; those of which nobody knows where they lie are on the only page."""
        return [figure for where, figure in self._figures if where == page or (only and not where)]


def _figure(number: int, drawing: Drawing, spot: PageSpot, result: Result) -> PageFigure:
    outline = tuple(on_page(ring, spot) for part in drawing.polygons for ring in part)
    pieces = tuple(PiecePut(piece.piece, piece.step, on_page(piece.vertices, spot)) for piece in result.pieces)
    return PageFigure(number, outline, result.status, result.message, pieces)


def on_page(ring: Iterable[Spot], spot: PageSpot) -> Ring:
    """Return a ring in the drawing's coordinates as pixels of its page."""
    a, b, c, d, e, f, g, h, i = spot.to_pixels
    return tuple(
        ((a * x + b * y + c) / weight, (d * x + e * y + f) / weight) for x, y in ring for weight in [g * x + h * y + i]
    )


def page_picture(path: Path, page: int) -> Embedded:
    """Return a page of a picture file, for another picture.

    Raises:
        InputError: if the file cannot be read, or the page cannot be drawn.
    """
    from heuristan.common.images.loading import load
    from heuristan.common.svg.embedding import for_embedding

    image = next(islice(load(path), page - 1, None), f"{path}: there is no page {page}")
    if isinstance(image, str):
        raise InputError(image)
    return for_embedding(image)
