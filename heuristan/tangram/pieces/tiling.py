"""The regions that pieces can fill: what proves at once that they cannot, and the plainest exact tiler.

A part whose area, or an edge whose length, no pieces of a stock make proves that there is no solution. Both solvers and
the tiler look for them. Where a puzzle has nearness, a length within twice the nearness counts, and an area that moving
every edge by the nearness could reach.

The tiler finds which selections of pieces fill a region exactly, and how. It searches depth first at the convex vertex
with the fewest fits. Composites are computed with it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias

from heuristan.tangram.boundary import Boundary, Part, Vertex
from heuristan.tangram.lattice.points import ONE, ROOT_HALF, Code, projection
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    Items,
    PieceSet,
    Placement,
    ShapeAtVertex,
    VertexTable,
    areas_made,
    bounds_at,
    items_of,
    lay,
    lengths_made,
    pieces_at_vertices,
)


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


Selection: TypeAlias = tuple[str, ...]
"""Names of pieces, as often as each is used, in the order of their `PieceSet`."""


def fits_at(boundary: Boundary, vertex: Vertex, names: frozenset[str], table: VertexTable) -> list[ShapeAtVertex]:
    """Return the pieces of these names that can cover a convex vertex next to the edge that leaves it."""
    return [
        shape
        for shape in table[vertex.opening]
        if shape.name in names and shape.angle <= vertex.angle
        if boundary.fits(bounds_at(shape, vertex.point))
    ]


def _fewest_fits(boundary: Boundary, names: frozenset[str], table: VertexTable) -> list[Placement]:
    """Return the pieces laid at the convex vertex where the fewest of them fit."""
    best: tuple[Vertex, list[ShapeAtVertex]] | None = None
    for vertex in boundary.vertices:
        if vertex.convex:
            fits = fits_at(boundary, vertex, names, table)
            if best is None or len(fits) < len(best[1]):
                best = vertex, fits
                if len(fits) < 2:
                    break
    return [lay(shape, best[0].point) for shape in best[1]] if best else []


def tilings(
    region: Boundary, selections: Iterable[Selection], denominator: int = 1, pieces: PieceSet = TANGRAM
) -> dict[Selection, tuple[Placement, ...]]:
    """Return one tiling for each of the selections of pieces that fill a region; the others are left out.

    Args:
        region: an outline of any form, holes and several parts included.
        selections: each must have the area of the region.
        denominator: the denominator of the region's coordinates.
        pieces: the set that they are taken from.
    """
    sought = tuple(selections)
    most = reduce(or_, map(Counter, sought), Counter[str]())
    items, table = items_of(pieces, most), pieces_at_vertices(pieces, denominator)
    found: dict[Selection, tuple[Placement, ...]] = {}
    seen: set[tuple[Boundary, tuple[str, ...]]] = set()

    def search(rest: Boundary, left_of: Mapping[Selection, Counter[str]], laid: tuple[Placement, ...]) -> None:
        """Fill the rest; `left_of` holds what each selection that is still sought has left."""
        if not rest:
            found.update(dict.fromkeys(left_of, laid))
            return
        state = rest, tuple(sorted(placement.name for placement in laid))
        if state in seen:
            return
        seen.add(state)
        if any(infeasible_edges(rest, pieces, items, denominator)):
            return
        names = frozenset(name for left in left_of.values() for name, count in left.items() if count)
        for placement in _fewest_fits(rest, names, table):
            still = {
                selection: left - Counter((placement.name,))
                for selection, left in left_of.items()
                if left[placement.name] and selection not in found
            }
            if still:
                search(rest.without(placement.ring), still, (*laid, placement))

    search(region, {selection: Counter(selection) for selection in sought}, ())
    return found
