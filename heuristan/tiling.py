"""The plainest exact tiler: can these pieces fill that region exactly, and how?

Depth first at the convex vertex with the fewest fits. It is what composites are computed with.
"""

from collections import Counter
from collections.abc import Iterator

from heuristan.boundary import Boundary, Vertex
from heuristan.pieces import Placement, Stock, lay, piece_corners


def fits_at(boundary: Boundary, vertex: Vertex, stock: Stock, denominator: int) -> list[Placement]:
    """The pieces in stock that can cover a convex vertex next to the edge that leaves it."""
    return [
        placement
        for corner in piece_corners(denominator)[vertex.opening]
        if corner.angle <= vertex.angle and stock[corner.name] > 0
        if boundary.fits((placement := lay(corner, vertex.point)).bounds)
    ]


def tilings(boundary: Boundary, stock: Stock, denominator: int = 1) -> Iterator[tuple[Placement, ...]]:
    """Every way to fill a region with all the pieces of a stock, each way once."""
    if not boundary:
        if not +stock:
            yield ()
        return
    best: list[Placement] | None = None
    for vertex in boundary.vertices:
        if vertex.convex:
            fits = fits_at(boundary, vertex, stock, denominator)
            if best is None or len(fits) < len(best):
                best = fits
                if len(fits) < 2:
                    break
    for placement in best or ():
        rest = tilings(boundary.without(placement.ring), stock - Counter([placement.name]), denominator)
        for tiling in rest:
            yield (placement, *tiling)
