"""The plainest exact tiler: which of these sets of pieces fill that region exactly, and how?

Depth first at the convex vertex with the fewest fits. It is what composites are computed with.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from heuristan.boundary import Boundary, Vertex
from heuristan.lattice import parts, projection
from heuristan.pieces import Corner, Placement, bounds_at, lay, piece_corners

PieceSet: TypeAlias = tuple[str, ...]
"""Names of pieces, as often as each is used, in the order of `PIECES`."""


def fits_at(boundary: Boundary, vertex: Vertex, names: frozenset[str], denominator: int) -> list[Corner]:
    """The pieces of these names that can cover a convex vertex next to the edge that leaves it."""
    return [
        corner
        for corner in piece_corners(denominator)[vertex.opening]
        if corner.name in names and corner.angle <= vertex.angle
        if boundary.fits(bounds_at(corner, vertex.point))
    ]


def _has_edge_no_sides_fill(boundary: Boundary) -> bool:
    """Whether an edge between convex vertices is no a + b sqrt2 with a, b >= 0.

    Whole sides of pieces cover such an edge exactly, and their lengths are all of that form.
    """
    for loop in boundary.loops:
        for vertex, following in zip(loop, (*loop[1:], loop[0]), strict=True):
            if vertex.convex and following.convex:
                ahead = vertex.opening
                length = projection(following.point, ahead) - projection(vertex.point, ahead)
                if min(parts(length)) < 0:
                    return True
    return False


def _fewest_fits(boundary: Boundary, names: frozenset[str], denominator: int) -> list[Placement]:
    if _has_edge_no_sides_fill(boundary):
        return []
    best: tuple[Vertex, list[Corner]] | None = None
    for vertex in boundary.vertices:
        if vertex.convex:
            fits = fits_at(boundary, vertex, names, denominator)
            if best is None or len(fits) < len(best[1]):
                best = vertex, fits
                if len(fits) < 2:
                    break
    return [lay(corner, best[0].point) for corner in best[1]] if best else []


def tilings(region: Boundary, sets: Iterable[PieceSet], denominator: int = 1) -> dict[PieceSet, tuple[Placement, ...]]:
    """One tiling for each of the sets that fill a region; the others are left out.

    Args:
        region: an outline of any form, holes and several parts included.
        sets: each must have the area of the region.
        denominator: of the region's coordinates.
    """
    found: dict[PieceSet, tuple[Placement, ...]] = {}
    seen: set[tuple[Boundary, tuple[str, ...]]] = set()

    def search(rest: Boundary, open_sets: Mapping[PieceSet, Counter[str]], laid: tuple[Placement, ...]) -> None:
        """Fill the rest; `open_sets` holds what each set that is still sought has left."""
        if not rest:
            found.update(dict.fromkeys(open_sets, laid))
            return
        state = rest, tuple(sorted(placement.name for placement in laid))
        if state in seen:
            return
        seen.add(state)
        names = frozenset(name for left in open_sets.values() for name, count in left.items() if count)
        for placement in _fewest_fits(rest, names, denominator):
            still = {
                pieces: left - Counter((placement.name,))
                for pieces, left in open_sets.items()
                if left[placement.name] and pieces not in found
            }
            if still:
                search(rest.without(placement.ring), still, (*laid, placement))

    search(region, {pieces: Counter(pieces) for pieces in sets}, ())
    return found
