"""Whether a chain is the boundary of a region: nothing crosses, nothing is covered twice."""

from operator import itemgetter

from heuristan.boundary import (
    Boundary,
    Loop,
    Ring,
    Segment,
    TangledBoundary,
    box_of,
    contacts,
    line_of,
    ring_of,
    sides,
)
from heuristan.lattice import Direction, Point, crossing, projection


def traced(ring: Ring) -> Ring | None:
    """The one loop of a ring's boundary, or None if that is not plain to see.

    Most outlines are a ring whose edges have no points in common but the corners between neighbours. (Edges on one
    line that touch need not be looked for: a neighbour of one touches the other.) Then nothing cancels, and tracing the
    boundary gives the corners again, from the first one on the line of the first edge.
    """
    lines = [line_of(p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]
    corners = [i for i, line in enumerate(lines) if line != lines[i - 1]]
    loop = tuple(ring[i] for i in corners)
    edges = [(lines[i], p, q) for i, p, q in zip(corners, loop, (*loop[1:], *loop[:1]), strict=True)]
    if len(loop) < 3 or any(p == q for _, p, q in edges):
        return None
    boxes = [(line, box_of(line[0], *((p, q) if p[line[0]] < q[line[0]] else (q, p)))) for line, p, q in edges]
    if contacts(boxes) != len(boxes):
        return None
    first = min((p for line, *ends in edges if line == lines[0] for p in ends), key=itemgetter(lines[0][0]))
    start = loop.index(first)
    return loop[start:] + loop[:start]


def check_crossings(boundary: Boundary) -> None:
    """Check that no edges cross inside.

    At vertices `Boundary.loops` has checked that interior and exterior alternate; edges that cross elsewhere tangle.

    Raises:
        TangledBoundary: two edges cross, at a point.
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


def _cross(a: Segment, b: Segment) -> bool:
    """Whether each segment's ends lie strictly on both sides of the other's line."""
    (ka, offset_a), (kb, offset_b) = a.line, b.line
    axis_a, axis_b = 2 * ((ka + 2) % 4), 2 * ((kb + 2) % 4)
    return (
        b.bounds[axis_a] < _on_axis(ka, offset_a) < b.bounds[axis_a + 1]
        and a.bounds[axis_b] < _on_axis(kb, offset_b) < a.bounds[axis_b + 1]
    )


def check_nesting(loops: tuple[Loop, ...]) -> None:
    """Check that every place inside is covered once.

    Raises:
        TangledBoundary: parts lie within parts or holes outside, at a point.
    """
    rings = [ring_of(loop) for loop in loops]
    for loop in loops if len(loops) > 1 else ():
        covered = sum(winding_beside(ring, loop[0].point, loop[0].opening) for ring in rings)
        if covered != 1:
            fault = "parts of the outline overlap" if covered > 1 else "a hole lies outside the outline"
            raise TangledBoundary(fault, loop[0].point)


def winding_beside(ring: Ring, p: Point, direction: Direction) -> int:
    """How many times a ring winds round the places just left of an edge that leaves a point in a direction.

    Seen with the edge as x axis, the place is p moved right by little and up by much less: never on the ring, so the
    answer is exact even where the ring passes through p.
    """
    height = projection(p, direction + 2)
    winding = 0
    for heading, start, end in sides(ring):
        low, high = projection(start, direction + 2), projection(end, direction + 2)
        if low <= height < high and projection(p, heading + 2) > projection(start, heading + 2):
            winding += 1
        elif high <= height < low and projection(p, heading + 2) < projection(start, heading + 2):
            winding -= 1
    return winding


def _on_axis(k: int, offset: int) -> int:
    """A line's offset as the projection on direction (k + 2) mod 4."""
    return offset if k < 2 else -offset
