"""Infeasible regions: parts whose area, and edges whose length, no pieces of a stock make.

Either proves that there is no solution. Both solvers and the plain tiler look for them. Where a puzzle has nearness, a
length within twice the nearness counts, and an area that moving every edge by the nearness could reach.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from heuristan.tangram.boundary import Boundary, Part, Vertex
from heuristan.tangram.lattice.points import ONE, ROOT_HALF, Code, projection
from heuristan.tangram.pieces.sets import Items, PieceSet, areas_made, lengths_made


def infeasible_parts(region: Boundary, pieces: PieceSet, items: Items, denominator: int) -> Iterator[Part]:
    """Yield the parts with an area that no selection of the pieces has."""
    areas = areas_made(pieces, items)
    scale = denominator**2
    if region.nearness:
        yield from _parts_far_off(region, [(a + b * ROOT_HALF) * scale for a, b in areas])
        return
    for part in region.parts:
        whole, root = part.area
        if whole % scale or root % scale or (whole // scale, root // scale) not in areas:
            yield part


def infeasible_edges(
    region: Boundary, pieces: PieceSet, items: Items, denominator: int
) -> Iterator[tuple[Vertex, Vertex, Code]]:
    """Yield the edges between convex vertices that no sides of the pieces add up to: their start, end and length.

    Whole sides cover such an edge, at most one of each piece, because pieces are convex.
    """
    lengths = lengths_made(pieces, items)
    known = sorted(denominator * length for length in lengths) if region.nearness else []
    for loop in region.loops:
        for start, end in zip(loop, (*loop[1:], loop[0]), strict=True):
            if start.convex and end.convex:
                length = projection(end.point, start.opening) - projection(start.point, start.opening)
                if known:
                    is_made = _is_near(length, known, 2 * region.nearness)
                else:
                    is_made = length % denominator == 0 and length // denominator in lengths
                if not is_made:
                    yield start, end, length


def _is_near(number: Code, known: Sequence[Code], near: Code) -> bool:
    """Return whether a number is near one of those known, which are in order."""
    i = bisect_left(known, number - near)
    return i < len(known) and known[i] <= number + near


def _parts_far_off(region: Boundary, areas: Sequence[float]) -> Iterator[Part]:
    """Yield the parts of a drawn puzzle that have none of these (doubled) areas however their edges move."""
    for part in region.parts:
        whole, root = part.area
        size = whole + root * ROOT_HALF
        round_it = sum(
            abs(projection(end.point, start.opening) - projection(start.point, start.opening))
            for loop in part.loops
            for start, end in zip(loop, (*loop[1:], loop[0]), strict=True)
        )
        reach = 2 * region.nearness / ONE * round_it / ONE
        if all(abs(size - area) > reach for area in areas):
            yield part
