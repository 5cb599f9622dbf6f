"""A region less a convex polygon, exactly, wherever the polygon lies.

`Boundary.without` adds chains: it is the set difference only where the polygon lies inside, and the area that it leaves
is smaller by the polygon's whole area in any case. Here the region is first clipped to the polygon, and what they have
in common, which does lie inside, is taken out.

Clipping is Sutherland and Hodgman's ("Reentrant polygon clipping", 1974): a ring is cut to the left of one side of the
polygon after the other. Where a ring leaves the half plane and comes back, the cut runs along the side's line, to and
fro if need be, and encloses nothing there. So every place inside the polygon keeps its winding number and every place
outside gets 0: the clipped rings of a region, as a chain, are the boundary of what is in common, although single
rings may run twice along a line.

All points stay exact. Every edge of a clipped ring lies on the line of an edge of the region or of a side of the
polygon, and two such lines cross in a point of the half-unit lattice (`lattice.points`), whichever cut comes first.
"""

from itertools import pairwise

from heuristan.tangram.boundary import Boundary, Ring, direction_of, line_through, ring_of, sides
from heuristan.tangram.lattice.points import Direction, Point, crossing, projection


def difference(region: Boundary, polygon: Ring) -> Boundary:
    """Return what is left of a region without the places inside a convex counter-clockwise polygon.

    Raises:
        ValueError: if the lines of the two cross off the half-unit lattice; those through vertices of pieces do not.
    """
    for common in [clipped(ring_of(loop), polygon) for loop in region.loops]:
        region = region.without(common) if common else region
    return region


def clipped(ring: Ring, polygon: Ring) -> Ring:
    """Return a ring clipped to a convex counter-clockwise polygon; empty if all of it is cut off."""
    for direction, start, _ in sides(polygon):
        ring = left_of(ring, start, direction)
        if not ring:
            break
    return ring


def left_of(ring: Ring, start: Point, direction: Direction) -> Ring:
    """Return the part of a ring on the left of a line or on it: the line through a point in a direction."""
    zero = projection(start, direction + 2)
    heights = [projection(p, direction + 2) - zero for p in ring]
    if min(heights) >= 0:
        return ring
    kept: list[Point] = []
    for (p, above_p), (q, above_q) in pairwise(zip((*ring, ring[0]), (*heights, heights[0]), strict=True)):
        if above_p >= 0:
            kept.append(p)
        if above_p > 0 > above_q or above_p < 0 < above_q:
            kept.append(crossing(*line_through(p, direction_of(p, q)), *line_through(start, direction)))
    # a ring that only touches the line would repeat a point there
    return tuple(p for p, q in zip(kept, (*kept[1:], *kept[:1]), strict=True) if p != q)
