"""What no pieces of a stock make: the parts of a region by their area, its edges by their length.

Either proves that there is no solution. Both solvers look for them, and so does the plain tiler.
"""

from collections.abc import Iterator

from heuristan.boundary import Boundary, Part, Vertex
from heuristan.lattice import Code, projection
from heuristan.pieces import Items, PieceSet, areas_made, lengths_made


def parts_in_vain(region: Boundary, pieces: PieceSet, items: Items, denominator: int) -> Iterator[Part]:
    """The parts that have an area that none of the pieces have together."""
    areas = areas_made(pieces, items)
    scale = denominator**2
    for part in region.parts:
        whole, root = part.area
        if whole % scale or root % scale or (whole // scale, root // scale) not in areas:
            yield part


def edges_in_vain(
    region: Boundary, pieces: PieceSet, items: Items, denominator: int
) -> Iterator[tuple[Vertex, Vertex, Code]]:
    """The edges between convex vertices that no sides of the pieces add up to: where they start and end, their length.

    Whole sides cover such an edge, one of a piece at most, since pieces are convex.
    """
    lengths = lengths_made(pieces, items)
    for loop in region.loops:
        for start, end in zip(loop, (*loop[1:], loop[0]), strict=True):
            if start.convex and end.convex:
                length = projection(end.point, start.opening) - projection(start.point, start.opening)
                if length % denominator or length // denominator not in lengths:
                    yield start, end, length
