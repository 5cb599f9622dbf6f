"""Pictures as people hold them in Python: files, bytes or pixels."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heuristan.common.faults import InputError, installing
from heuristan.common.scratch import scratch_folder
from heuristan.tangram.api.making import Picture, path_of
from heuristan.tangram.puzzle.drawing import Drawing, Refusal
from heuristan.tangram.solving.options import SolverName
from heuristan.tangram.solving.shortcuts import check_arguments, options_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heuristan.tangram.expert.ranking import Ranking


def solved_pages(
    image: Picture, solver: SolverName = "auto", *, ranking: "Ranking | str | None" = None, limit: float | None = None
) -> list[bytes]:
    """Solve all figures of a picture, and return each page with a figure, paled, with the pieces laid over it.

    Args:
        image: as for `Puzzle.from_image`; a PDF has a page or several.
        solver: as for `Puzzle.solve`.
        ranking: the rules in order, or the name or file of a ranking (expert); the one of 1972 if not given.
        limit: time limit for a figure in seconds.

    Returns:
        A PNG file for each page. A figure that is not solved is outlined, and the reason stands below.

    Raises:
        InputError: if the picture cannot be read, or shows no figure.
        RankingError: if the ranking does not exist or cannot be used.
        ValueError: if there is no such solver, or an argument means nothing to it.
    """
    check_arguments(solver, ranking, True, None, None, "first", limit)
    from heuristan.common.svg.png import to_png
    from heuristan.pictures.solved_pages import SolvedPages
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.solving.program import solve_all

    options = options_of(solver, ranking, "backtracking", None, "first", limit, traced=False)
    with _file_of(image) as path:
        pages = SolvedPages(path)
        for result in solve_all(pages.noted(read_outlines(path)), options):
            pages.add(result)
        return [to_png(drawn) for _, drawn in pages.pictures()]


def figure_on(image: Picture, figure: int) -> Drawing:
    """Return a figure on a picture, by its number in reading order, from 1."""
    if not isinstance(figure, Integral) or figure < 1:
        raise ValueError(f"figure is {figure!r}; give a whole number: figures are counted from 1, in reading order")
    from heuristan.pictures.images import read as read_picture

    with _file_of(image) as path:
        return _numbered(read_picture(path), figure, path)


def recognition_sheet(image: Picture) -> bytes:
    """Return a picture, paled, with the figures that were recognised on it, as a PNG file.

    Parts are red, holes blue, vertices green; each figure has the number that `Puzzle.from_image` takes.

    Args:
        image: as for `Puzzle.from_image`.

    Raises:
        InputError: if the picture cannot be read.
    """
    with _file_of(image) as path:
        try:
            from heuristan.pictures.images import overlay
        except ImportError:
            raise InputError(f"{path}: {_needs()}") from None
        return overlay.recognition_sheet(path)


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
