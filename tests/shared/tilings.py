"""Tilings, found in the plainest way."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import TypeAlias

from heuristan.tangram.boundary import Boundary
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.pieces.sets import TANGRAM, Placement, lay, pieces_at_vertices
from heuristan.tangram.pieces.tiling import Selection
from shared.strategies import overlap

Laid: TypeAlias = frozenset[tuple[str, frozenset[Point]]]
"""A tiling without order: each piece's name and vertices."""


def piece_set(names: Iterable[str]) -> Selection:
    return tuple(sorted(names, key=TANGRAM.names.index))


def sets_of_area(area: tuple[int, int], most: int) -> list[Selection]:
    """Return every set of at most a number of pieces that has an area."""
    return [
        piece_set(names)
        for count in range(1, most + 1)
        for names in combinations_with_replacement(TANGRAM.names, count)
        if (sum(TANGRAM.by_name[name].area[0] for name in names), 0) == area
    ]


def every_tiling(boundary: Boundary, left: Counter[str]) -> Iterator[Laid]:
    """Every way to fill a region with just these pieces, always going on at the first convex vertex."""
    if not boundary:
        yield frozenset()
        return
    vertex = next(vertex for vertex in boundary.vertices if vertex.convex)
    for shape in pieces_at_vertices(TANGRAM, 1)[vertex.opening]:
        placement = lay(shape, vertex.point)
        if left[shape.name] and shape.angle <= vertex.angle and boundary.fits(placement.bounds):
            for others in every_tiling(boundary.without(placement.ring), left - Counter([shape.name])):
                yield others | {(placement.name, frozenset(placement.ring))}


def assert_fills(region: Boundary, pieces: Selection, tiling: tuple[Placement, ...]) -> None:
    assert piece_set(placement.name for placement in tiling) == pieces
    assert Boundary.of(placement.ring for placement in tiling) == region
    assert not any(overlap(p, q) for i, p in enumerate(tiling) for q in tiling[:i])
