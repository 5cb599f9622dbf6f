"""Lines, and segments on them.

A line is ``(direction, offset)``, direction 0 to 3, offset its points' projection on direction + 2. (Directions 4 to 7,
8 to 11, ... are reserved for further families of directions, turned against the first by other angles.)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from heuristan.tangram.boundary.loop_kernel import direction
from heuristan.tangram.lattice.points import Code, Direction, Point, projection

Line: TypeAlias = tuple[int, Code]
"""A line's direction, 0 to 3, and its offset."""

Ring: TypeAlias = tuple[Point, ...]
"""Vertices of a closed polygon in order, the first not repeated."""

ALONG = tuple(itemgetter(k) for k in range(4))
"""The projection of a point along each of the four directions of lines."""


class TangledBoundary(ValueError):
    """A chain is not the boundary of a region: it crosses or overlaps itself, at a point."""

    def __init__(self, message: str, point: Point) -> None:
        super().__init__(message, point)  # both, so that it can be pickled
        self.point = point

    def __str__(self) -> str:
        return str(self.args[0])


class Segment(NamedTuple):
    """A maximal interval of one line with boundary on it, the interior always on the same side."""

    line: Line
    start: Point
    end: Point
    sign: int
    """+1: the interior lies left of start to end; -1: right of it."""
    bounds: tuple[Code, ...]
    """Minimum and maximum projection on each direction, as in `lattice.points.bounds`."""


_segment: Callable[[tuple[Line, Point, Point, int, tuple[Code, ...]]], Segment] = partial(tuple.__new__, Segment)
"""The same as calling the class, in a third of the time: boundaries are made of thousands of segments."""


def direction_of(p: Point, q: Point) -> Direction:
    """Return the direction from p to q.

    Raises:
        ValueError: if the points are the same, or q lies in none of the eight directions from p.
    """
    k, _ = line_of(p, q)
    return k if p[k] < q[k] else k + 4


def line_of(p: Point, q: Point) -> Line:
    """Return the line through two points.

    Raises:
        ValueError: if the points are the same, or q lies in none of the eight directions from p.
    """
    k = direction(p, q)
    if k < 0:
        raise ValueError("an edge must run in one of the eight directions")
    return k, (p[k + 2] if k < 2 else -p[k - 2])


def sides(ring: Ring) -> Iterator[tuple[Direction, Point, Point]]:
    """Yield the sides of a ring: direction, start, end."""
    for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
        yield direction_of(p, q), p, q


def line_through(p: Point, direction: Direction) -> Line:
    k = direction % 4
    return k, projection(p, k + 2)


def all_outside(segments: Iterable[Segment], box: Sequence[Code]) -> bool:
    """Return whether no segment passes through the open interior of a convex polygon given by its bounds.

    A segment and a convex polygon of these directions have no inner point in common exactly if they are apart on
    one of the four axes (separating axes: all their normals are among the four).
    """
    lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3 = box
    for segment in segments:
        a0, b0, a1, b1, a2, b2, a3, b3 = segment.bounds
        if not (b0 <= lo0 or a0 >= hi0 or b2 <= lo2 or a2 >= hi2 or b1 <= lo1 or a1 >= hi1 or b3 <= lo3 or a3 >= hi3):
            return False
    return True


def shrunk(box: Sequence[Code], by: Code) -> tuple[Code, ...]:
    """Return the bounds of a convex polygon with its sides moved inwards."""
    lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3 = box
    return lo0 + by, hi0 - by, lo1 + by, hi1 - by, lo2 + by, hi2 - by, lo3 + by, hi3 - by


def make_segment(line: Line, start: Point, end: Point, sign: int) -> Segment:
    """Return the segment from a point to a later one of its line."""
    return _segment((line, start, end, sign, box_of(line[0], start, end)))


def box_of(k: int, start: Point, end: Point) -> tuple[Code, ...]:
    """Return the bounds of a stretch that runs in direction k, 0 to 3, which fixes how each projection changes."""
    (a0, a1, a2, a3), (b0, b1, b2, b3) = start, end
    if k == 0:
        return a0, b0, a1, b1, a2, a2, b3, a3
    if k == 1:
        return a0, b0, a1, b1, a2, b2, a3, a3
    if k == 2:
        return a0, a0, a1, b1, a2, b2, a3, b3
    return b0, a0, a1, a1, a2, b2, a3, b3


def contacts(stretches: Iterable[tuple[Line, tuple[Code, ...]]]) -> list[tuple[int, int]]:
    """Return the pairs of stretches that are not parallel and have a point in common, be it an end.

    That is so if the ends of neither lie strictly on one side of the other's line.

    Args:
        stretches: the line and the bounds of each.
    """
    found: list[tuple[int, int]] = []
    seen: list[tuple[int, int, int, Code, tuple[Code, ...]]] = []
    for j, ((k, offset), box) in enumerate(stretches):
        across, here = _ACROSS[k], offset if k < 2 else -offset
        after = across + 1
        for i, m, other_across, there, other in seen:
            if k != m and other[across] <= here <= other[after] and box[other_across] <= there <= box[other_across + 1]:
                found.append((i, j))
        seen.append((j, k, across, here, box))
    return found


_ACROSS = (4, 6, 0, 2)
"""Index of the first bound across each of the four directions."""
