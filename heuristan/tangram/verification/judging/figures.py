"""Which piece is that polygon? Floats against the exact shapes of a set, to within NEARNESS a corner."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import dist, hypot
from typing import NamedTuple

from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import subtract, xy
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, Shape, orientations
from heuristan.tangram.verification.claims.claims import Spot

SLACK = 2 * NEARNESS
"""How far a distance between two corners may be off: NEARNESS at either end, in legs."""


class Figure(NamedTuple):
    """A piece of a set turned, perhaps mirrored, and begun at one of its corners, which lies at the origin."""

    name: str
    ring: Ring
    """In half legs, counter-clockwise."""
    corners: tuple[Spot, ...]
    """The same in legs."""


class Likeness(NamedTuple):
    """How like a piece a polygon is, wherever it lies and however it is turned."""

    off: float
    """The greatest difference between a distance of two corners and that of the piece, in legs."""
    name: str


@lru_cache
def figures_of(pieces: PieceSet) -> tuple[Figure, ...]:
    """Every way to lay a piece of the set in the eight directions, begun at each of its corners."""
    return tuple(
        Figure(shape.name, moved, tuple(_in_legs(p) for p in moved))
        for shape in pieces.shapes
        for ring in orientations(shape)
        for i in range(len(ring))
        for moved in [tuple(subtract(p, ring[i]) for p in ring[i:] + ring[:i])]
    )


def _in_legs(p: tuple[int, int, int, int]) -> Spot:
    x, y = xy(p)
    return x / UNITS_A_LEG, y / UNITS_A_LEG


def figures_like(corners: Sequence[Spot], pieces: PieceSet) -> list[Figure]:
    """The figures that a polygon is, up to its place: one for each name that fits, the nearest first.

    Args:
        corners: in legs, counter-clockwise, in the lattice's position.
        pieces: the set.
    """
    x0, y0 = corners[0]
    steps = [(x - x0, y - y0) for x, y in corners]
    best: dict[str, tuple[float, Figure]] = {}
    for figure in figures_of(pieces):
        if len(figure.corners) == len(steps):
            off = max(map(dist, steps, figure.corners))
            if off <= SLACK and (figure.name not in best or off < best[figure.name][0]):
                best[figure.name] = off, figure
    return [figure for _, figure in sorted(best.values(), key=lambda found: found[0])]


def likenesses(corners: Sequence[Spot], pieces: PieceSet) -> list[Likeness]:
    """How like a polygon is to each piece of the set that has as many corners, the most like first."""
    shapes = [shape for shape in pieces.shapes if len(shape.ring) == len(corners)]
    return sorted(Likeness(_off(corners, shape), shape.name) for shape in shapes)


def _off(corners: Sequence[Spot], shape: Shape) -> float:
    """The least, over the ways to number the corners, of the greatest difference of distances."""
    ring = [_in_legs(p) for p in shape.ring]
    ways = [way[i:] + way[:i] for way in (ring, ring[::-1]) for i in range(len(ring))]
    pairs = list(combinations(range(len(ring)), 2))
    return min(max(abs(dist(corners[i], corners[j]) - dist(way[i], way[j])) for i, j in pairs) for way in ways)


def side_lengths(corners: Sequence[Spot]) -> list[float]:
    return [dist(p, q) for p, q in zip(corners, (*corners[1:], corners[0]), strict=True)]


def corners_of(ring: Sequence[Spot], nearness: float = NEARNESS) -> list[int]:
    """The places of the true corners of a ring: repeated vertices and those on a straight side left out."""
    kept = list(range(len(ring)))
    while len(kept) > 2:
        extra = next(_on_sides([ring[i] for i in kept], nearness), None)
        if extra is None:
            break
        del kept[extra]
    return kept


def _on_sides(ring: Sequence[Spot], nearness: float) -> Iterator[int]:
    for i, p in enumerate(ring):
        if distance_to(p, ring[i - 1], ring[(i + 1) % len(ring)]) <= nearness:
            yield i


def distance_to(p: Spot, a: Spot, b: Spot) -> float:
    """How far a point lies from the segment between two others."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    square = ux * ux + uy * uy
    t = ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / square if square else 0.0
    t = min(1.0, max(0.0, t))
    return hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy)


def signed_area(ring: Sequence[Spot]) -> float:
    """Positive counter-clockwise. Measured from the first vertex: far from the origin, products would lose digits."""
    x0, y0 = ring[0]
    moved = [(x - x0, y - y0) for x, y in ring]
    return sum(x * v - u * y for (x, y), (u, v) in zip(moved, (*moved[1:], moved[0]), strict=True)) / 2
