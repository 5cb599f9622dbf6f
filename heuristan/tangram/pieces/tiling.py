"""The plainest exact tiler: it finds which selections of pieces fill a region exactly, and how.

It searches depth first at the convex vertex with the fewest fits. Composites are computed with it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from heuristan.tangram.boundary import Boundary, Vertex
from heuristan.tangram.pieces.infeasible import infeasible_edges
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    Items,
    PieceSet,
    Placement,
    ShapeAtVertex,
    VertexTable,
    bounds_at,
    items_of,
    lay,
    pieces_at_vertices,
)

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


@dataclass(frozen=True)
class _Supply:
    """The pieces that all selections together use."""

    pieces: PieceSet
    items: Items
    """As many of each kind as some selection has."""
    denominator: int

    @classmethod
    def of(cls, selections: Iterable[Selection], pieces: PieceSet, denominator: int) -> "_Supply":
        most: Counter[str] = Counter()
        for selection in selections:
            most |= Counter(selection)
        return cls(pieces, items_of(pieces, most), denominator)

    @property
    def table(self) -> VertexTable:
        return pieces_at_vertices(self.pieces, self.denominator)


def _fewest_fits(boundary: Boundary, names: frozenset[str], supply: _Supply) -> list[Placement]:
    if any(infeasible_edges(boundary, supply.pieces, supply.items, supply.denominator)):
        return []
    best: tuple[Vertex, list[ShapeAtVertex]] | None = None
    for vertex in boundary.vertices:
        if vertex.convex:
            fits = fits_at(boundary, vertex, names, supply.table)
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
    supply = _Supply.of(sought, pieces, denominator)
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
        names = frozenset(name for left in left_of.values() for name, count in left.items() if count)
        for placement in _fewest_fits(rest, names, supply):
            still = {
                selection: left - Counter((placement.name,))
                for selection, left in left_of.items()
                if left[placement.name] and selection not in found
            }
            if still:
                search(rest.without(placement.ring), still, (*laid, placement))

    search(region, {selection: Counter(selection) for selection in sought}, ())
    return found
