"""A picture with the figures that it shows, and the judgement of answers: how well a solution covers a figure."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees, pi, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import affinity

from heuristan.common.overlay import intersection, union

Array: TypeAlias = NDArray[Any]

Truth: TypeAlias = Sequence[Sequence[Array]]
"""A figure: its parts, each an outer ring and the holes, in small legs, y up."""

COVERED = 0.9
"""Minimum intersection over union of a solution and the figure that was drawn. A small triangle elsewhere makes it
0.88; a pixel along the edges of a small figure costs 5 percent."""
OVER = 0.75
"""Minimum share of a piece that one lies over that is read as it. The gaps around small pieces are 15 percent."""
ANGLE = 0.5
"""Degrees between turns that are tried as one."""


class Sample(NamedTuple):
    """A picture, and what it shows."""

    kind: str
    name: str
    suffix: str
    """The ending of its file, with the dot."""
    data: bytes
    truths: tuple[Truth, ...]
    """The figures in reading order; none where a picture should be refused."""
    pieces: tuple[Array, ...] = ()
    """The pieces that the only figure is painted with, in small legs, y up."""


def covers(pieces: Sequence[Array], truth: Truth, *, y_down: bool) -> float:
    """Return intersection over union of the pieces of a solution and a figure, as they lie best on each other.

    Args:
        pieces: the vertices of each piece, in the coordinates of the picture.
        truth: the figure that was drawn.
        y_down: whether y of the pieces grows downwards.
    """
    wanted = _middled(union([shapely.Polygon(part[0], part[1:]) for part in truth]))
    flipped = [piece * (1, -1 if y_down else 1) for piece in pieces]
    found = union([shapely.Polygon(piece).buffer(1e-9) for piece in flipped])
    if found.is_empty or found.area == 0:
        return 0.0
    scale = sqrt(wanted.area / sum(shapely.Polygon(piece).area for piece in flipped))
    laid = _middled(affinity.scale(found, scale, scale, origin=(0, 0)))
    turned = (affinity.rotate(laid, angle, origin=(0, 0)) for angle in _angles(flipped, wanted))
    return max((float(intersection(one, wanted).area / union([one, wanted]).area) for one in turned), default=0.0)


def lie_alike(pieces: Sequence[Array], truth: Sequence[Array], *, y_down: bool) -> bool:
    """Return whether pieces that were read lie as those that were painted, at some turn, each over one of its own.

    Args:
        pieces: the vertices of each, in the coordinates of the picture.
        truth: those that were painted, y up.
        y_down: whether y of the pieces that were read grows downwards.
    """
    flipped = [piece * (1, -1 if y_down else 1) for piece in pieces]
    wanted = _middled(shapely.MultiPolygon([shapely.Polygon(piece) for piece in truth]))
    found = _middled(shapely.MultiPolygon([shapely.Polygon(piece) for piece in flipped]))
    scale = sqrt(wanted.area / found.area)
    found = affinity.scale(found, scale, scale, origin=(0, 0))
    return any(_are_over(affinity.rotate(found, angle, origin=(0, 0)), wanted) for angle in _angles(flipped, wanted))


def _are_over(found: shapely.Geometry, wanted: shapely.Geometry) -> bool:
    """Return whether there is a piece over each that is wanted."""
    one_each = shapely.get_parts(found), shapely.get_parts(wanted)
    return len(one_each[0]) == len(one_each[1]) and all(
        any(
            one.distance(piece.centroid) == 0 and intersection(one, piece).area > OVER * max(one.area, piece.area)
            for one in one_each[0]
        )
        for piece in one_each[1]
    )


def _middled(shape: shapely.Geometry) -> shapely.Geometry:
    return affinity.translate(shape, -shape.centroid.x, -shape.centroid.y)


def _angles(pieces: Sequence[Array], wanted: shapely.Geometry) -> Iterator[float]:
    """Yield the turns, in degrees, that lay an edge of a piece along the longest edge of a figure."""
    longest = max(_edges(shapely.get_parts(wanted)[0].exterior.coords[:-1]), key=lambda edge: edge[1])[0]
    seen = set()
    for piece in pieces:
        for angle, _ in _edges(piece):
            for k in range(8):
                turn = degrees(longest - angle) + 45 * k
                key = round(turn % 360 / ANGLE)
                if key not in seen:
                    seen.add(key)
                    yield turn


def _edges(ring: Any) -> list[tuple[float, float]]:
    """Return the direction and the length of each edge of a ring."""
    spots = np.asarray(ring, float)
    steps = np.roll(spots, -1, axis=0) - spots
    return [(atan2(y, x) % (2 * pi), float(np.hypot(x, y))) for x, y in steps]
