"""Polygons of floats compared with the exact shapes of a set, to within NEARNESS for each vertex."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import dist, hypot
from typing import NamedTuple

from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import subtract
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import PieceSet, Shape, in_legs, orientations
from heuristan.tangram.verification.claims.claims import Spot

SLACK = 2 * NEARNESS
"""Maximum error of a distance between two vertices: NEARNESS at either end, in legs."""


class Figure(NamedTuple):
    """A piece of a set turned, perhaps mirrored, and begun at one of its vertices, which lies at the origin."""

    name: str
    ring: Ring
    """In half legs, counter-clockwise."""
    vertices: tuple[Spot, ...]
    """The same in legs."""


class Likeness(NamedTuple):
    """The similarity of a polygon to a piece, wherever it lies and however it is turned."""

    off: float
    """The maximum difference between a distance of two vertices and that of the piece, in legs."""
    name: str


@lru_cache
def figures_of(pieces: PieceSet) -> tuple[Figure, ...]:
    """Return every way to lay a piece of the set in the eight directions, begun at each of its vertices."""
    return tuple(
        Figure(shape.name, moved, tuple(in_legs(p) for p in moved))
        for shape in pieces.shapes
        for ring in orientations(shape)
        for i in range(len(ring))
        for moved in [tuple(subtract(p, ring[i]) for p in ring[i:] + ring[:i])]
    )


def figures_like(vertices: Sequence[Spot], pieces: PieceSet) -> list[Figure]:
    """Return the figures that a polygon is, up to its place: one for each name that fits, the nearest first.

    Args:
        vertices: in legs, counter-clockwise, in the lattice's position.
        pieces: the set.
    """
    x0, y0 = vertices[0]
    steps = [(x - x0, y - y0) for x, y in vertices]
    best: dict[str, tuple[float, Figure]] = {}
    for figure in figures_of(pieces):
        if len(figure.vertices) == len(steps):
            off = max(map(dist, steps, figure.vertices))
            if off <= SLACK and (figure.name not in best or off < best[figure.name][0]):
                best[figure.name] = off, figure
    return [figure for _, figure in sorted(best.values(), key=lambda found: found[0])]


def likenesses(vertices: Sequence[Spot], pieces: PieceSet) -> list[Likeness]:
    """Return how like a polygon is to each piece of the set with as many vertices, the most similar first."""
    shapes = [shape for shape in pieces.shapes if len(shape.ring) == len(vertices)]
    return sorted(Likeness(_off(vertices, shape), shape.name) for shape in shapes)


def _off(vertices: Sequence[Spot], shape: Shape) -> float:
    """Return the minimum, over the ways to number the vertices, of the maximum difference of distances."""
    ring = [in_legs(p) for p in shape.ring]
    ways = [way[i:] + way[:i] for way in (ring, ring[::-1]) for i in range(len(ring))]
    pairs = list(combinations(range(len(ring)), 2))
    return min(max(abs(dist(vertices[i], vertices[j]) - dist(way[i], way[j])) for i, j in pairs) for way in ways)


def side_lengths(vertices: Sequence[Spot]) -> list[float]:
    return [dist(p, q) for p, q in zip(vertices, (*vertices[1:], vertices[0]), strict=True)]


def true_vertices(ring: Sequence[Spot], nearness: float = NEARNESS) -> list[int]:
    """Return the places of the true vertices of a ring: repeated ones and those on a straight side are left out."""
    kept, at = list(range(len(ring))), 0
    while at < len(kept) > 2:
        before, here, after = (ring[kept[i % len(kept)]] for i in (at - 1, at, at + 1))
        if distance_to(here, before, after) > nearness:
            at += 1
            continue
        del kept[at]
        # those beside it have another neighbour now; after the last comes the first
        at = max(at - 1, 0) if at < len(kept) else 0
    return kept


def distance_to(p: Spot, a: Spot, b: Spot) -> float:
    """Return the distance of a point from the segment between two others."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    square = ux * ux + uy * uy
    t = ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / square if square else 0.0
    t = min(1.0, max(0.0, t))
    return hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy)
