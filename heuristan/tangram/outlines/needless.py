"""Vertices that an outline does not need: within an edge, along it there and back, or where another one is."""

from cmath import phase
from collections.abc import Iterator, Sequence
from math import asin, dist, hypot, pi

from heuristan.tangram.puzzle.drawing import Vector


def without_needless(ring: Sequence[Vector], nearness: float) -> Sequence[Vector]:
    """Return a ring without the vertices within its edges, and without slits that have no width.

    Args:
        ring: its vertices, the first not repeated.
        nearness: the maximum distance of such a vertex from the edge, in the ring's own unit.
    """
    kept = list(range(len(ring)))
    while True:
        fewer = _without_tips(ring, _without_straight(ring, kept, nearness), nearness)
        if len(fewer) < 3:
            return ring
        if len(fewer) == len(kept):
            return ring if len(kept) == len(ring) else [ring[i] for i in kept]
        kept = fewer


def _without_straight(ring: Sequence[Vector], kept: Sequence[int], nearness: float) -> list[int]:
    """Return the numbers of vertices without those between which an edge runs straight on."""
    # the farthest vertex from any other one is a convex one, so it is needed
    first = max(range(len(kept)), key=lambda i: dist(ring[kept[0]], ring[kept[i]]))
    turned = [*kept[first:], *kept[: first + 1]]
    path = [ring[i] for i in turned]
    return sorted(turned[i] for i in _needed(path, nearness))


def _without_tips(ring: Sequence[Vector], kept: Sequence[int], nearness: float) -> list[int]:
    """Return the numbers of vertices without those at which an edge runs back along itself."""
    found = list(kept)
    i = 0
    while len(found) > 2 and i < len(found):
        before, tip, after = (ring[found[j % len(found)]] for j in (i - 1, i, i + 1))
        if min(_distance(before, tip, after), _distance(after, before, tip)) <= nearness:
            del found[i]
            i = max(0, i - 2)
        else:
            i += 1
    return found


def _needed(path: Sequence[Vector], nearness: float) -> Iterator[int]:
    """Yield the numbers of the vertices of a path that are needed, without the last one."""
    start = 0
    while start < len(path) - 1:
        yield start
        start = _end_of_edge(path, start, nearness)


def _end_of_edge(path: Sequence[Vector], start: int, nearness: float) -> int:
    """Return the number of the last vertex to which the edge from one runs straight past those between.

    Each vertex that is passed leaves a range of directions in which the edge may run.
    """
    origin = complex(*path[start])
    axis, low, high, farthest = 0j, -pi, pi, 0.0
    for end in range(start + 1, len(path) - 1):
        passed, following = complex(*path[end]) - origin, complex(*path[end + 1]) - origin
        if abs(passed) > nearness:
            axis = axis or passed
            angle, spread = phase(passed / axis), asin(nearness / abs(passed))
            low, high, farthest = max(low, angle - spread), min(high, angle + spread), max(farthest, abs(passed))
        if abs(following) < farthest - nearness or (axis and not low <= phase(following / axis) <= high):
            return end
    return len(path) - 1


def _distance(spot: Vector, a: Vector, b: Vector) -> float:
    """Return how far a point lies from the straight line between two others."""
    (x, y), (u, v) = (b[0] - a[0], b[1] - a[1]), (spot[0] - a[0], spot[1] - a[1])
    length = x * x + y * y
    share = min(1.0, max(0.0, (u * x + v * y) / length)) if length else 0.0
    return hypot(u - share * x, v - share * y)
