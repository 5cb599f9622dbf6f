"""Rings that are listed one after another, as polygons: which are holes, and where a ring ends without a mark.

A ring within another is a hole. Without marks, each ring closes, all are triangles, or all are tans.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import pi

from heuristan.common.plane import MAX_COORDINATE
from heuristan.tangram.outlines.snapping import Drawn, edges_of, first_crossing
from heuristan.tangram.outlines.snapping_kernel import angle_of
from heuristan.tangram.puzzle.drawing import Polygon, Vector
from heuristan.tangram.puzzle.puzzle import MOST_VERTICES


def nested_polygons(rings: Sequence[Sequence[Vector]]) -> tuple[Polygon, ...]:
    """Return the polygons of rings that run either way: within an even number of others a ring is an outside.

    Rings that no reader of drawings takes are polygons by themselves: too many of them, or with numbers that are too
    large.

    Args:
        rings: in any order; a ring may end where it starts.
    """
    rings = [ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring for ring in rings]
    if len(rings) == 1 or sum(map(len, rings)) > MOST_VERTICES or not all(map(is_in_reach, rings)):
        return tuple((ring,) for ring in rings)
    from heuristan.common.overlay import OverlayFault, odd_region  # only for several rings: shapely is slow to import

    try:
        shapes = [odd_region([ring]) for ring in rings]
    except OverlayFault:  # this is a tangle of long thin loops, which the caller refuses in words
        return tuple((ring,) for ring in rings)
    around = [
        [
            j
            for j, other in enumerate(shapes)
            if other.area > shape.area and other.contains(shape.representative_point())
        ]
        for shape in shapes
    ]
    polygons = {i: [rings[i]] for i, outer in enumerate(around) if len(outer) % 2 == 0}
    for i, outer in enumerate(around):
        if len(outer) % 2:
            # where rings cross each other, none of those around a hole may be an outside: it is one itself then
            outsides = [j for j in outer if len(around[j]) % 2 == 0]
            home = polygons[min(outsides, key=lambda j: shapes[j].area)] if outsides else polygons.setdefault(i, [])
            home.append(rings[i])
    return tuple(map(tuple, polygons.values()))


def is_in_reach(ring: Sequence[Vector]) -> bool:
    """Return whether geometry can be done with the numbers of a ring."""
    return all(abs(x) <= MAX_COORDINATE and abs(y) <= MAX_COORDINATE for x, y in ring)


MOST = 200
"""Maximum number of vertices that are looked at: all pairs of edges are compared."""

OFF = 0.02
"""Maximum angle, in radians, by which an edge is off the eight directions of its piece: one degree."""

CROSSING = 0.05
"""Minimum depth of a crossing, as a part of the distance of vertices: drawings that are off by less are read."""

OVERLAP = 0.02
"""Minimum depth of an overlap of pieces, as a part of their height: rounding makes less."""


class CrossingError(ValueError):
    """Vertices that are neither one ring nor several."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__("the edges that leave two vertices cross")
        self.vertices = (first, second)
        """The places of the vertices, from 0, whose edges to the next vertices cross."""


def rings_in(vertices: Sequence[Vector]) -> list[Sequence[Vector]]:
    """Return the rings that vertices are: one after another if all close, or if one ring would cross itself.

    Tans in a row have vertices in common, so that rings may close at wrong places: tans that fit come first.

    Raises:
        CrossingError: if one ring would cross itself, and there are no pieces in a row.
    """
    closed = _closed(vertices)
    if len(vertices) > MOST or not is_in_reach(vertices):
        return closed or [vertices]
    drawn = [complex(x - vertices[0][0], y - vertices[0][1]) for x, y in vertices]
    if len(closed) > 1:
        return _split(vertices, _tans_in(drawn)) or closed
    crossing = first_crossing(edges_of(drawn), CROSSING * max(map(abs, drawn)))
    if crossing is None:
        return [vertices]
    pieces = _in_a_row(drawn, [], (3,), _is_convex) or _tans_in(drawn)
    if not pieces:
        raise CrossingError(*crossing)
    return _split(vertices, pieces)


def _tans_in(drawn: Drawn) -> Sequence[Drawn]:
    """Return vertices as tans in a row, or as pieces with trapezia, as other sets have them; none if they are not."""
    return _in_a_row(drawn, [], (3, 4), _is_tan) or _in_a_row(drawn, [], (3, 4), _is_in_eight_directions)


def _split(vertices: Sequence[Vector], pieces: Sequence[Drawn]) -> list[Sequence[Vector]]:
    """Return vertices as rings as long as pieces."""
    return [vertices[start:end] for start, end in pairwise((0, *accumulate(map(len, pieces))))]


def _closed(vertices: Sequence[Vector]) -> list[Sequence[Vector]]:
    """Return the rings if each ends where it starts, up to the last vertex; none otherwise."""
    rings, start = list[Sequence[Vector]](), 0
    while start < len(vertices):
        again = (i for i in range(start + 3, len(vertices)) if vertices[i] == vertices[start])
        end = next(again, None)
        if end is None:
            return []
        rings.append(vertices[start : end + 1])
        start = end + 1
    return rings


def _in_a_row(
    left: Drawn, before: Sequence[Drawn], sizes: Sequence[int], is_piece: Callable[[Drawn], bool]
) -> Sequence[Drawn]:
    """Return vertices as pieces of these sizes in a row that do not overlap; none if they are not."""
    for size in sizes if left else ():
        piece = left[:size]
        if len(piece) == size and is_piece(piece) and not any(_overlap(piece, other) for other in before):
            found = _in_a_row(left[size:], [*before, piece], sizes, is_piece)
            if found:
                return found
    return () if left else before


def _is_tan(ring: Drawn) -> bool:
    """Return whether a ring is a triangle or a parallelogram, with edges in the eight directions of its first."""
    return _is_in_eight_directions(ring) and (len(ring) == 3 or _is_parallelogram(*ring))


def _is_parallelogram(a: complex, b: complex, c: complex, d: complex) -> bool:
    return abs(a - b + c - d) < OFF * abs(a - c)


def _is_in_eight_directions(ring: Drawn) -> bool:
    """Return whether a ring is convex, with edges in the eight directions of its first."""
    return _is_convex(ring) and all(abs(turn - round(turn * 4 / pi) * pi / 4) < OFF for turn in _turns(ring))


def _is_convex(ring: Drawn) -> bool:
    turns = _turns(ring)
    return abs(abs(sum(turns)) - 2 * pi) < OFF and min(turns) * max(turns) > 0


def _turns(ring: Drawn) -> list[float]:
    """Return the angles by which edges turn at the vertices; of a vertex that is repeated, 0."""
    sides = [b - a for a, b in edges_of(ring)]
    return [angle_of(side * before.conjugate()) for before, side in zip((sides[-1], *sides), sides, strict=False)]


def _overlap(ring: Drawn, other: Drawn) -> bool:
    """Return whether convex rings overlap: no side of either has all of the other one beyond it."""
    return not (_is_beyond(ring, other) or _is_beyond(other, ring))


def _is_beyond(other: Drawn, ring: Drawn) -> bool:
    """Return whether a ring lies on the far side of an edge of another, or reaches hardly over it."""
    for a, b in edges_of(other):
        along = (b - a) / abs(b - a)
        inside = max((((z - a) / along).imag for z in other), key=abs)
        if all(((z - a) / along).imag * inside < OVERLAP * inside**2 for z in ring):
            return True
    return False
