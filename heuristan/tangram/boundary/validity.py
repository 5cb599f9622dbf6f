"""Validity: a chain is the boundary of a region if nothing crosses and nothing is covered twice."""

from collections.abc import Iterable

from heuristan.tangram.boundary import Boundary, Loop, Ring, Segment, TangledBoundary, direction_of, ring_of
from heuristan.tangram.lattice.points import Direction, Point, crossing, projection


def check_crossings(boundary: Boundary) -> None:
    """Check that no edges cross inside.

    At vertices `Boundary.loops` has checked that interior and exterior alternate; edges that cross elsewhere tangle.

    Raises:
        TangledBoundary: if two edges cross; it has the point.
    """
    if boundary.is_plain:
        return
    vertices = {vertex.point for vertex in boundary.vertices}
    for i, a in enumerate(boundary.segments):
        for b in boundary.segments[:i]:
            if a.line[0] != b.line[0] and _cross(a, b):
                p = crossing(*a.line, *b.line)
                if p not in vertices:
                    raise TangledBoundary("the outline crosses itself", p)


def edges_through(rings: Iterable[Ring], p: Point) -> list[tuple[Point, Point]]:
    """Return the edges of rings that have a point between their ends."""
    edges = [edge for ring in rings for edge in zip(ring, (*ring[1:], ring[0]), strict=True) if edge[0] != edge[1]]
    return [(a, b) for a, b in edges if _is_between(p, a, b)]


def _is_between(p: Point, a: Point, b: Point) -> bool:
    along = direction_of(a, b)
    is_on_line = projection(p, along + 2) == projection(a, along + 2)
    return is_on_line and projection(a, along) < projection(p, along) < projection(b, along)


def _cross(a: Segment, b: Segment) -> bool:
    """Return whether each segment's ends lie strictly on both sides of the other's line."""
    (ka, offset_a), (kb, offset_b) = a.line, b.line
    axis_a, axis_b = 2 * ((ka + 2) % 4), 2 * ((kb + 2) % 4)
    return (
        b.bounds[axis_a] < _on_axis(ka, offset_a) < b.bounds[axis_a + 1]
        and a.bounds[axis_b] < _on_axis(kb, offset_b) < a.bounds[axis_b + 1]
    )


def check_nesting(loops: tuple[Loop, ...]) -> None:
    """Check that every place inside is covered once.

    Raises:
        TangledBoundary: if parts lie within parts, or holes outside; it has a point.
    """
    rings = [ring_of(loop) for loop in loops]
    for loop in loops if len(loops) > 1 else ():
        covered = sum(winding_beside(ring, loop[0].point, loop[0].opening) for ring in rings)
        if covered != 1:
            fault = "parts of the outline overlap" if covered > 1 else "a hole lies outside the outline"
            raise TangledBoundary(fault, loop[0].point)


def winding_beside(ring: Ring, p: Point, direction: Direction) -> int:
    """Return how many times a ring winds round the places just left of an edge that leaves a point in a direction.

    With the edge as x axis, the place is p moved a little to the right and much less upwards: it is never on the ring,
    so the answer is exact even where the ring passes through p.
    """
    height = projection(p, direction + 2)
    heights = [projection(q, direction + 2) for q in ring]
    winding = 0
    for start, end, low, high in zip(ring, (*ring[1:], ring[0]), heights, (*heights[1:], heights[0]), strict=True):
        if low <= height < high:
            heading = direction_of(start, end) + 2
            winding += projection(p, heading) > projection(start, heading)
        elif high <= height < low:
            heading = direction_of(start, end) + 2
            winding -= projection(p, heading) < projection(start, heading)
    return winding


def _on_axis(k: int, offset: int) -> int:
    """Return a line's offset as the projection on direction (k + 2) mod 4."""
    return offset if k < 2 else -offset
