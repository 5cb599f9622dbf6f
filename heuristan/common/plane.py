"""Plane geometry in floats: spots, rings and stretches; and which figures hang together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, dist, sin
from typing import TypeAlias, TypeVar

Spot: TypeAlias = tuple[float, float]
"""A point: x and y."""

Ring: TypeAlias = tuple[Spot, ...]
"""A closed polygon: its vertices in order, the first one not repeated."""


T = TypeVar("T")

Box: TypeAlias = tuple[float, float, float, float]
"""Minimum x, minimum y, maximum x, maximum y."""

MAX_COORDINATE = 1e100
"""Maximum absolute value of a coordinate: beyond it, products have no digits left."""


@dataclass(frozen=True)
class Stretch:
    """A straight stretch of a line."""

    start: Spot
    end: Spot


def box_of(spots: Iterable[Spot]) -> Box:
    xs, ys = zip(*spots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def mean_of(ring: Sequence[Spot]) -> Spot:
    """Return the mean of some points."""
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def turned(spot: Spot, angle: float) -> Spot:
    """Return a point turned about the origin, by an angle in radians."""
    (x, y), c, s = spot, cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


def signed_area(ring: Sequence[Spot]) -> float:
    """Return the area, positive counter-clockwise, from the first vertex: products of far points lose digits."""
    x0, y0 = ring[0]
    moved = [(x - x0, y - y0) for x, y in ring]
    return sum(x * v - u * y for (x, y), (u, v) in zip(moved, (*moved[1:], moved[0]), strict=True)) / 2


def sides_of(ring: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Yield the two ends of each side."""
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def off_side(spot: Spot, start: Spot, end: Spot) -> float:
    """Return the distance of a point from a side."""
    (x, y), (a, b), (c, d) = spot, start, end
    squared = (c - a) ** 2 + (d - b) ** 2
    along = min(1.0, max(0.0, ((x - a) * (c - a) + (y - b) * (d - b)) / squared)) if squared else 0.0
    return dist(spot, (a + along * (c - a), b + along * (d - b)))


def is_simple(ring: Sequence[Spot]) -> bool:
    """Return whether a ring encloses an area and does not cross or touch itself; a vertex may be repeated at once."""
    sides = [(p, q) for p, q in sides_of(ring) if p != q]
    if len(sides) < 3 or not signed_area(ring):
        return False
    neighbours = zip(sides, (*sides[1:], sides[0]), strict=True)
    if any(side_of(p, q, r) == 0 and not _is_ahead(p, q, r) for (p, q), (_, r) in neighbours):
        return False
    ordered = sorted((min(p, q), max(p, q), i) for i, (p, q) in enumerate(sides))
    for n, (left, right, i) in enumerate(ordered):
        for other_left, other_right, j in ordered[n + 1 :]:
            if other_left[0] > right[0]:
                break
            if abs(i - j) not in (1, len(sides) - 1) and _meet(left, right, other_left, other_right):
                return False
    return True


def side_of(p: Spot, q: Spot, r: Spot) -> float:
    """Return a number above 0 if a point lies to the left of a line, below 0 to the right."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _is_ahead(p: Spot, q: Spot, r: Spot) -> bool:
    return (q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1]) > 0


def _meet(p: Spot, q: Spot, r: Spot, s: Spot) -> bool:
    """Return whether two stretches have a point in common."""
    are_near = all(min(p[k], q[k]) <= max(r[k], s[k]) and min(r[k], s[k]) <= max(p[k], q[k]) for k in (0, 1))
    return are_near and side_of(p, q, r) * side_of(p, q, s) <= 0 and side_of(r, s, p) * side_of(r, s, q) <= 0


def connected(count: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the numbers of figures in groups that hang together, each in order, by the pairs that touch.

    Args:
        count: the number of figures.
        pairs: the numbers of each two that touch, from 0.
    """
    group = [[number] for number in range(count)]
    for one, other in pairs:
        few, many = sorted((group[one], group[other]), key=len)
        if few is not many:
            many += few
            for number in few:
                group[number] = many
    return sorted(map(sorted, {id(each): each for each in group}.values()))
