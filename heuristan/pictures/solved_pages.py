"""Pages solved: a picture's figures with their results, drawn over the pages that they were read from."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from numbers import Integral
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from heuristan.common.faults import InputError, installing
from heuristan.common.files import with_pages
from heuristan.common.plane import Ring, Spot, box_of
from heuristan.common.scratch import scratch_folder
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, tidy
from heuristan.common.svg.page import GREY, box, label, numbered, outline_path, page, shortened, width_of, wrapped
from heuristan.common.svg.palette import LINE, PAPER, RULE
from heuristan.common.svg.png import Embedded, embedded
from heuristan.common.words import plural
from heuristan.tangram.api.making import Picture, path_of
from heuristan.tangram.puzzle.drawing import Drawing, PageSpot, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.captions import spoken
from heuristan.tangram.render.solution import filled
from heuristan.tangram.render.story import Tile, toned
from heuristan.tangram.solving.result import Result, ResultPieces

if TYPE_CHECKING:
    from numpy.typing import NDArray


MARGIN = 26.0
LONGER_SIDE = 800.0
"""Length of the longer side of the page, in SVG units."""
NARROWEST = 420.0
FADED = 0.45
"""Share of the page's contrast that is left beneath the pieces."""
UNSOLVED = "#b3001b"
"""Colour of figures without a solution; their broken line says the same."""
MOST_LINES = 12
"""Maximum number of figures without a solution that are listed below the page."""
_TOP = 74.0
_LARGEST_NUMBER = 17.0
_EDGE = 0.9
_SIZE = 12.5
_LINE_HEIGHT = 17.0


class PageFigure(NamedTuple):
    """A figure of a page with its result; places are pixels of the page, y down, (0, 0) the middle of the first."""

    number: int
    """Its number in the file, from 1."""
    outline: tuple[Ring, ...]
    status: str
    message: str
    pieces: ResultPieces = ()
    """Those of a composite share one step."""

    @property
    def is_solved(self) -> bool:
        return self.status == "solved"


def solved_page_svg(title: str, picture: Embedded, figures: Sequence[PageFigure]) -> str:
    """Return a page, paled, with the pieces of each solved figure in colour, and the other figures outlined.

    Args:
        title: the name of the page.
        picture: its pixels.
        figures: the figures on it.
    """
    scale = LONGER_SIDE / max(picture.width, picture.height)
    wide, high = picture.width * scale, picture.height * scale
    width = max(NARROWEST, wide + 2 * MARGIN)
    left = (width - wide) / 2
    # half a pixel, because the page's places are counted from the middle of a pixel
    view = View(0.0, scale, left + scale / 2, _TOP + scale / 2)
    status = _status_words(figures)
    below, bottom = _unsolved(figures, width, _TOP + high + 10)
    parts: list[svg.Element] = [
        label(MARGIN, 38, shortened(title, width - 2 * MARGIN, 20, bold=True), size=20, bold=True, kind="title"),
        label(MARGIN, 60, shortened(status, width - 2 * MARGIN, _SIZE), size=_SIZE, fill=GREY, kind="status"),
        embedded(picture, (left, _TOP, wide, high), FADED),
        box(left, _TOP, wide, high, "page-edge", fill="none", stroke=RULE, width=1),
        *(_figure(figure, view, is_alone=len(figures) == 1) for figure in figures),
        *below,
    ]
    words = " ".join([status, *(_describe(figure) for figure in figures)])
    return page(width, bottom + MARGIN, title, words, parts, "solved-page")


def _status_words(figures: Sequence[PageFigure]) -> str:
    """Return how many figures are solved, and what the numbers mean."""
    solved = sum(figure.is_solved for figure in figures)
    pieces = " Pieces are numbered in the order in which they were found." if solved else ""
    return f"{solved} of {plural(len(figures), 'figure')} solved.{pieces}"


def _describe(figure: PageFigure) -> str:
    pieces = ", ".join(spoken(piece.piece) for piece in figure.pieces)
    return f"{figure.number}: {figure.status}{': ' if pieces else ''}{pieces}."


def _figure(figure: PageFigure, view: View, *, is_alone: bool) -> svg.G:
    """Return the pieces of a figure, or its outline with the word for how it ended."""
    outline = [view.ring(_upwards(ring)) for ring in figure.outline]
    parts: list[svg.Element] = []
    if figure.is_solved:
        tiles = [*_tiles(figure.pieces)]
        parts += [filled(tile, view, edge=_EDGE) for tile in tiles]
        parts += [numbered(tile.label, tile.ring, view, tile.tone, _LARGEST_NUMBER) for tile in tiles]
    elif outline:
        parts.append(
            svg.Path(
                class_=["unsolved"],
                d=outline_path(outline),
                fill="none",
                stroke=UNSOLVED,
                stroke_width=2,
                stroke_dasharray=[6, 3],
            )
        )
    if outline:
        x0, y0, x1, y1 = box_of(spot for ring in outline for spot in ring)
        if not figure.is_solved:
            middle = (x0 + x1) / 2, (y0 + y1) / 2 + 5
            parts.append(label(*middle, figure.status, size=15, bold=True, fill=UNSOLVED, anchor="middle", halo=PAPER))
        if not is_alone:
            parts += _badge(x0, max(y0 - 6, _TOP + 16), str(figure.number))
    return svg.G(class_=["figure", figure.status], elements=parts)


def _badge(left: float, bottom: float, words: str) -> list[svg.Element]:
    """Return the number of a figure in a dark box, so that it is not taken for that of a piece."""
    wide = width_of(words, _SIZE, bold=True) + 10
    return [
        box(left, bottom - 16, wide, 16, "figure-box", fill=LINE, radius=3),
        label(
            left + wide / 2,
            bottom - 3.5,
            words,
            size=_SIZE,
            bold=True,
            anchor="middle",
            fill=PAPER,
            kind="figure-number",
        ),
    ]


def _tiles(pieces: ResultPieces) -> Iterator[Tile]:
    """Yield the pieces with their numbers and tones; those of a composite are 4a, 4b, ..."""
    together = Counter(piece.step for piece in pieces)
    at_step: Counter[int] = Counter()
    for (name, step, _, ring), tone in zip(pieces, toned(piece.piece for piece in pieces), strict=True):
        letter = ascii_lowercase[at_step[step] % 26] if together[step] > 1 else ""
        yield Tile(f"{step}{letter}", name, _upwards(ring), tone)
        at_step[step] += 1


def _upwards(ring: Ring) -> Ring:
    """Return a ring of the page with y up, as views take it."""
    return tuple((x, -y) for x, y in ring)


def _unsolved(figures: Sequence[PageFigure], width: float, top: float) -> tuple[list[svg.Element], float]:
    """Return what is to be said of the figures without a solution, and how far down it reaches."""
    left = [figure for figure in figures if not figure.is_solved]
    lines = [
        line
        for figure in left[:MOST_LINES]
        for line in wrapped(f"{figure.number}: {figure.status}: {figure.message}", width - 2 * MARGIN, _SIZE, lines=3)
    ]
    if len(left) > MOST_LINES:
        lines.append(f"… and {len(left) - MOST_LINES} more")
    parts: list[svg.Element] = [
        label(MARGIN, top + tidy((place + 1) * _LINE_HEIGHT), line, size=_SIZE, kind="unsolved-words")
        for place, line in enumerate(lines)
    ]
    return parts, top + len(lines) * _LINE_HEIGHT - (0 if lines else 10)


class SolvedPages:
    """The pages of a picture file, and what is known of their figures so far."""

    def __init__(self, path: Path, first: int = 1) -> None:
        """Begin without any figure.

        Args:
            path: a picture, or a PDF of several pages.
            first: the number of the first figure that is added.
        """
        self.path = path
        self._next = first
        self._figures: list[tuple[int, PageFigure]] = []

    def add(self, outline: Puzzle | Refusal, result: Result) -> None:
        """Add the next figure, and its result."""
        drawing = outline.drawing
        if drawing is not None and drawing.origin.spot is not None:
            spot = drawing.origin.spot
            self._figures.append((spot.page, _page_figure(self._next, drawing, spot, result)))
        else:
            self._figures.append((0, PageFigure(self._next, (), result.status, result.message)))
        self._next += 1

    def pictures(self) -> Iterator[tuple[int, str]]:
        """Yield each page with a figure as an SVG picture, after its number, which is 0 for the only page.

        Raises:
            InputError: if the file cannot be read any more.
        """
        from heuristan.common.images.loading import load
        from heuristan.common.svg.png import for_embedding

        file, _ = with_pages(self.path)
        furthest = max((where for where, _ in self._figures), default=0)
        for read in load(self.path):
            only = read.number == read.last == 1
            figures = self._on(read.number, only=only)
            if figures and not isinstance(read.image, str):
                name = file.name if only else f"{file.name}, page {read.number}"
                yield 0 if only else read.number, solved_page_svg(name, for_embedding(read.image), figures)
            if read.number >= furthest:
                return

    def _on(self, page: int, *, only: bool) -> list[PageFigure]:
        """Return the figures of a page; those of which nobody knows where they lie are on the only page."""
        return [figure for where, figure in self._figures if where == page or (only and not where)]


def _page_figure(number: int, drawing: Drawing, spot: PageSpot, result: Result) -> PageFigure:
    outline = tuple(on_page(ring, spot) for part in drawing.polygons for ring in part)
    pieces = tuple(piece._replace(vertices=on_page(piece.vertices, spot)) for piece in result.pieces)
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
    from heuristan.common.svg.png import for_embedding

    image = next(load(Path(f"{with_pages(path)[0]}#{page}"))).image
    if isinstance(image, str):
        raise InputError(image)
    return for_embedding(image)


def figure_on(image: Picture, figure: int) -> Drawing:
    """Return a figure on a picture, by its number in reading order, from 1."""
    if not isinstance(figure, Integral) or figure < 1:
        raise ValueError(f"figure is {figure!r}; give a whole number: figures are counted from 1, in reading order")
    from heuristan.pictures.images import read as read_picture

    with _file_of(image) as path:
        return _numbered(read_picture(path), figure, path)


def _needs() -> str:
    return f"pictures need OpenCV and PDFium; install them with: {installing('image')}"


@contextmanager
def _file_of(image: Picture) -> Iterator[Path]:
    """Give the file of a picture: the one that is given, else a temporary one.

    So every picture is read and refused by the same rules.
    """
    if isinstance(image, str | os.PathLike):
        yield Path(path_of(image, "page.jpg"))
        return
    with scratch_folder() as folder:
        path = folder / "picture"
        path.write_bytes(image if isinstance(image, bytes) else _png_of(image))
        try:
            yield path
        except InputError as fault:
            raise InputError(str(fault).replace(str(path), "the picture")) from None


def _numbered(figures: Iterator[Drawing | Refusal], figure: int, path: Path) -> Drawing:
    seen = list(islice(figures, figure))
    if len(seen) < figure:
        has = "is no figure" if not seen else "is one figure" if len(seen) == 1 else f"are {len(seen)} figures"
        raise InputError(f"{path}: there {has} on it, and number {figure} was asked for")
    found = seen[-1]
    if isinstance(found, Refusal):
        raise InputError(found.message)
    return found


def _png_of(pixels: "NDArray[Any]") -> bytes:
    """Return pixels as a PNG file, which loses nothing."""
    import numpy as np

    try:
        import cv2
    except ImportError:
        raise InputError(_needs()) from None
    levels = np.asarray(pixels)
    channels = levels.shape[2] if levels.ndim == 3 else 1
    if levels.dtype.kind not in "bfiu" or levels.ndim not in (2, 3) or not levels.size or channels not in (1, 3, 4):
        raise InputError(
            f"{levels.dtype} in the shape {levels.shape} is not a picture; give rows of grey levels or of colours, "
            "which are red, green and blue, or these and opacity"
        )
    if levels.dtype.kind in "bf":
        levels = np.nan_to_num(levels.astype(float)) * 255
    levels = levels.clip(0, 255).astype(np.uint8)
    # OpenCV has blue first
    return bytes(cv2.imencode(".png", levels[:, :, [2, 1, 0, 3][:channels]] if channels > 1 else levels)[1])
