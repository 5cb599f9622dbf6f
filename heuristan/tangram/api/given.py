"""Drawings from what people hold in Python: vertices and polygons of shapely."""

import os
from collections.abc import Iterable, Iterator, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.plain_yaml import shown
from heuristan.tangram.puzzle.drawing import Drawing, Polygon, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError

if TYPE_CHECKING:
    import shapely
    from numpy.typing import NDArray

Source: TypeAlias = "str | os.PathLike[str]"
"""The path of a file."""

Vertices: TypeAlias = Iterable[Sequence[float]]
"""Pairs of numbers, in any unit; the first need not be repeated at the end."""

Picture: TypeAlias = "Source | bytes | NDArray[Any]"
"""A picture or a PDF: the path or the bytes of a file, or pixels."""


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
