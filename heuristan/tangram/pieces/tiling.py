"""The plainest exact tiler: which of these selections of pieces fill that region exactly, and how?

Depth first at the convex vertex with the fewest fits. It is what composites are computed with.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from heuristan.tangram.boundary import Boundary, Vertex
from heuristan.tangram.pieces.infeasible import infeasible_edges
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    Corner,
    CornerTable,
    Items,
    PieceSet,
    Placement,
    bounds_at,
    items_of,
    lay,
    piece_corners,
)

Selection: TypeAlias = tuple[str, ...]
"""Names of pieces, as often as each is used, in the order of their `PieceSet`."""


def fits_at(boundary: Boundary, vertex: Vertex, names: frozenset[str], table: CornerTable) -> list[Corner]:
    """The pieces of these names that can cover a convex vertex next to the edge that leaves it."""
    return [
        corner
        for corner in table[vertex.opening]
        if corner.name in names and corner.angle <= vertex.angle
        if boundary.fits(bounds_at(corner, vertex.point))
    ]


@dataclass(frozen=True)
class _Supply:
    """What the pieces of all selections together offer."""

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
    def corners(self) -> CornerTable:
        return piece_corners(self.pieces, self.denominator)


def _fewest_fits(boundary: Boundary, names: frozenset[str], supply: _Supply) -> list[Placement]:
    if any(infeasible_edges(boundary, supply.pieces, supply.items, supply.denominator)):
        return []
    best: tuple[Vertex, list[Corner]] | None = None
    for vertex in boundary.vertices:
        if vertex.convex:
            fits = fits_at(boundary, vertex, names, supply.corners)
            if best is None or len(fits) < len(best[1]):
                best = vertex, fits
                if len(fits) < 2:
                    break
    return [lay(corner, best[0].point) for corner in best[1]] if best else []


def tilings(
    region: Boundary, selections: Iterable[Selection], denominator: int = 1, pieces: PieceSet = TANGRAM
) -> dict[Selection, tuple[Placement, ...]]:
    """One tiling for each of the selections of pieces that fill a region; the others are left out.

    Args:
        region: an outline of any form, holes and several parts included.
        selections: each must have the area of the region.
        denominator: of the region's coordinates.
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
