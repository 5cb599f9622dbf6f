"""A puzzle read: the pieces of a folder of pictures or of a sheet, and what its puzzle.json says of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.words import plural
from heuristan.jigsaw.arrays import Floats
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.pictures import MOST_PIXELS, Picture, load, need_opencv
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.reading.folders import sources_of

if TYPE_CHECKING:
    from heuristan.jigsaw.reading.corners import Corners
    from heuristan.jigsaw.reading.finding import Found

CornersBy: TypeAlias = Literal["robust", "paper"]
"""How corners are found: see corners.py, and the paper's section 3.1."""


class Puzzle(NamedTuple):
    """The pieces of a folder or a sheet, and what its puzzle.json says."""

    pieces: tuple[Piece, ...]
    is_upright: bool
    """Whether the pieces are known to stand upright in their pictures."""
    rows: int | None
    columns: int | None

    @property
    def stated(self) -> tuple[int, int] | None:
        """Rows and columns, if puzzle.json says them."""
        return None if self.rows is None or self.columns is None else (self.rows, self.columns)


def read_pieces(
    path: str | Path, *, corners: CornersBy = "robust", track: Callable[[Sequence[Path]], Iterable[Path]] = iter
) -> tuple[Piece, ...]:
    """Read the pieces of a folder of pictures, or of one picture.

    Args:
        path: a folder, or a picture with one piece or several.
        corners: how to find them.
        track: iterates over the files, and may show the progress.

    Raises:
        PuzzleError: if something cannot be used; the message names the file and the spot.
        MissingExtraError: if OpenCV is not installed.
    """
    return read_puzzle(path, corners=corners, track=track).pieces


def read_puzzle(
    path: str | Path, *, corners: CornersBy = "robust", track: Callable[[Sequence[Path]], Iterable[Path]] = iter
) -> Puzzle:
    """Read the pieces, and what the folder's puzzle.json says of them; arguments and errors as of `read_pieces`."""
    need_opencv()
    sources = sources_of(Path(path))
    found = [each for file in track(sources.pictures) for each in _found(load(file, MOST_PIXELS), file.stem, str(file))]
    _check_names(found)
    if sources.rows and sources.columns and sources.rows * sources.columns != len(found):
        raise PuzzleError(
            f"{path}: {plural(len(found), 'piece is', 'pieces are')} seen, but puzzle.json says "
            f"{sources.rows} rows and {sources.columns} columns; correct the numbers, or add what is missing"
        )
    return Puzzle(_pieces(found, corners), sources.is_upright, sources.rows, sources.columns)


def pieces_of(pictures: Mapping[str, NDArray[Any]], *, corners: CornersBy = "robust") -> tuple[Piece, ...]:
    """Read the pieces of pictures by name, shape (height, width, 3 or 4): red, green, blue, alpha; errors as above."""
    need_opencv()
    found = [each for name, picture in pictures.items() for each in _found(_with_alpha(picture), name, name)]
    return _pieces(found, corners)


def _with_alpha(picture: NDArray[Any]) -> Picture:
    if picture.shape[2] == 4:
        return np.asarray(picture, dtype=np.uint8)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]).astype(np.uint8)


def _found(picture: Picture, name: str, source: str) -> "list[Found]":
    from heuristan.jigsaw.reading.finding import found_in

    return found_in(picture, name, source)


def _check_names(found: "Sequence[Found]") -> None:
    """Refuse two pieces of one name, as of a.png and a.jpg."""
    seen: dict[str, str] = {}
    for each in found:
        if each.name in seen:
            raise PuzzleError(f"{each.source}: {seen[each.name]} has the same name; rename one of them")
        seen[each.name] = each.source


def _pieces(found: "Sequence[Found]", corners: CornersBy) -> tuple[Piece, ...]:
    from heuristan.jigsaw.reading.finding import check_sizes

    check_sizes(found)
    return tuple(_piece(each, corners) for each in found)


def _piece(found: "Found", by: CornersBy) -> Piece:
    from heuristan.jigsaw.reading.contours import LONGEST, FrayedError, contour_of
    from heuristan.jigsaw.reading.sides import sides_of

    try:
        contour = contour_of(found.share)
        sides = sides_of(contour, _corners(found, contour, by), found.picture[..., :3], found.share)
    except FrayedError:
        raise PuzzleError(
            f"{found.source}: what lies at {found.spot} has an outline of more than {LONGEST} pixels, frayed or very "
            "long; cut it out cleanly, or save the picture smaller"
        ) from None
    return Piece(found.name, found.picture, sides, (found.left, found.top))


def _corners(found: "Found", contour: Floats, by: CornersBy) -> "Corners":
    from heuristan.jigsaw.reading.contours import signed_area
    from heuristan.jigsaw.reading.corners import WORST, paper_corners, robust_corners

    if by == "paper":
        height, width = found.share.shape
        return paper_corners(contour, width, height)
    # a thing one pixel thin has no inside: its contour runs there and back
    area = signed_area(contour)
    corners = robust_corners(contour, area) if area > 0 else None
    if corners is None or corners.cost > WORST:
        raise PuzzleError(
            f"{found.source}: what lies at {found.spot} does not have four corners square to each other; only single "
            "pieces with four sides are read"
        )
    return corners
