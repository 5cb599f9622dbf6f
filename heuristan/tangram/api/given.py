"""Drawings from what people hold in Python: vertices, polygons of shapely, pictures as files, bytes or pixels."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from numbers import Integral
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

from heuristan.common.faults import InputError, installing
from heuristan.common.plain_yaml import shown
from heuristan.tangram.puzzle.drawing import Drawing, Polygon, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError

if TYPE_CHECKING:
    import shapely
    from numpy.typing import NDArray

Source: TypeAlias = "str | os.PathLike[str]"
"""The path of a file."""

Vertices: TypeAlias = Iterable[Sequence[float]]
"""Pairs of numbers, in any unit; the first need not be repeated at the end."""


Picture: TypeAlias = "Source | bytes | NDArray[Any]"
"""The path or the bytes of a file, or pixels."""


def path_of(given: object, example: str) -> str:
    """Return the path of a file.

    Args:
        given: the path that a user gives.
        example: a path that could be given.

    Raises:
        TypeError: if it is not a path.
        InputError: if it is empty.
    """
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"{shown(given)} is not the path of a file; give one like {example!r}")
    path = os.fspath(given)
    if not path:
        raise InputError(f"the path of the file is empty; give one like {example!r}")
    return str(path)


def drawing_of(id: str, polygons: Iterable[Polygon], sets: int | None, y_down: bool) -> Drawing:
    if sets is not None and not (isinstance(sets, Integral) and 1 <= sets <= MOST_SETS):
        raise OutlineError(f"sets is {sets!r}; give a whole number from 1 to {MOST_SETS}, or leave it out")
    return Drawing(id, tuple(polygons), y_down=y_down, sets=sets)


def polygons_of(geometry: "shapely.Geometry") -> Iterator[Polygon]:
    import shapely

    if not isinstance(geometry, shapely.Polygon | shapely.MultiPolygon):
        kind = getattr(geometry, "geom_type", type(geometry).__name__)
        raise OutlineError(f"a {kind} is not an outline; give a Polygon or MultiPolygon of shapely")
    if geometry.is_empty:
        raise OutlineError("the outline is empty; give it at least three vertices")
    for polygon in shapely.get_parts(geometry):
        yield polygon_of([ring.coords for ring in (polygon.exterior, *polygon.interiors)])


def polygon_of(rings: Iterable[Vertices]) -> Polygon:
    """Return rings as floats, without the first vertex repeated at the end."""
    return [_ring(vertices) for vertices in rings]


def _ring(vertices: Vertices) -> list[Vector]:
    if not isinstance(vertices, Iterable):
        raise OutlineError(f"{shown(vertices)} is no list of vertices; give pairs of numbers, like [(0, 0), (2, 1.5)]")
    ring = [_vertex(vertex, number) for number, vertex in enumerate(vertices, 1)]
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _vertex(vertex: Sequence[float], number: int) -> Vector:
    try:
        return float(vertex[0]), float(vertex[1])
    except (TypeError, ValueError, LookupError, OverflowError):
        raise OutlineError(f"vertex {number} is {shown(vertex)}; give two numbers, like (2, 1.5)") from None


def figure_on(image: Picture, figure: int) -> Drawing:
    if not isinstance(figure, Integral) or figure < 1:
        raise ValueError(f"figure is {figure!r}; give a whole number: figures are counted from 1, in reading order")
    from heuristan.pictures.images import read as read_picture

    with file_of(image) as path:
        return _numbered(read_picture(path), figure, path)


def recognition_sheet(image: Picture) -> bytes:
    """Return a picture, paled, with the figures that were recognised on it, as a PNG file.

    Parts are red, holes blue, vertices green; each figure has the number that `Puzzle.from_image` takes.

    Args:
        image: as for `Puzzle.from_image`.

    Raises:
        InputError: if the picture cannot be read.
    """
    with file_of(image) as path:
        try:
            from heuristan.pictures.images import sheet
        except ImportError:
            raise InputError(f"{path}: {_needs()}") from None
        return sheet.recognition_sheet(path)


def _needs() -> str:
    return f"pictures need OpenCV and PDFium; install them with: {installing('image')}"


@contextmanager
def file_of(image: Picture) -> Iterator[Path]:
    """Give the file of a picture: the one that is given, else a temporary one.

    So every picture is read and refused by the same rules.
    """
    if isinstance(image, str | os.PathLike):
        yield Path(path_of(image, "page.jpg"))
        return
    with TemporaryDirectory() as folder:
        path = Path(folder, "picture")
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
