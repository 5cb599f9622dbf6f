"""Polygons of floats recognised as pieces of a set, to within NEARNESS a vertex, and put on the outline's lattice.

**Every solution of an outline on the lattice lies on it.** Nothing can be slid off it, not even where two pieces meet
along an inner line. For what is left of the outline when some pieces are taken out:

1. It has a convex vertex (a vertex of its convex hull), between two edges of the eight directions.
2. What covers that vertex next to an edge has a vertex there: otherwise the vertex would lie inside one of its sides,
   which has half a plane beside it, more than the vertex has. And it has a side along that edge.
3. So that piece lies on the lattice, begun at a lattice point and turned by eighths.
4. The vertices of what is left then are vertices of before, or vertices of the piece. Go on at 1.

So it is enough to look for pieces with a vertex at a vertex of the outline, then for those with a vertex at a vertex
of these, and so on. What is never reached lies in no solution. No point of the lattice is ever guessed from its
coordinates alone: the lattice is dense in the plane, and near anything.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import dist, floor
from typing import NamedTuple

from heuristan.common.plane import Spot, off_side
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import Point, add, subtract, xy
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import PieceSet, Shape, in_legs, orientations, scaled
from heuristan.tangram.puzzle.puzzle import Puzzle

SLACK = 2 * NEARNESS
"""Maximum error of a distance between two vertices: NEARNESS at either end, in legs."""


class TurnedPiece(NamedTuple):
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
def figures_of(pieces: PieceSet) -> tuple[TurnedPiece, ...]:
    """Return every way to lay a piece of the set in the eight directions, begun at each of its vertices."""
    return tuple(
        TurnedPiece(shape.name, moved, tuple(in_legs(p) for p in moved))
        for shape in pieces.shapes
        for ring in orientations(shape)
        for i in range(len(ring))
        for moved in [tuple(subtract(p, ring[i]) for p in ring[i:] + ring[:i])]
    )


def figures_like(vertices: Sequence[Spot], pieces: PieceSet) -> list[TurnedPiece]:
    """Return the figures that a polygon is, up to its place: one for each name that fits, the nearest first.

    Args:
        vertices: in legs, counter-clockwise, in the lattice's position.
        pieces: the set.
    """
    x0, y0 = vertices[0]
    steps = [(x - x0, y - y0) for x, y in vertices]
    best: dict[str, tuple[float, TurnedPiece]] = {}
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
        if off_side(here, before, after) > nearness:
            at += 1
            continue
        del kept[at]
        # those beside it have another neighbour now; after the last comes the first
        at = max(at - 1, 0) if at < len(kept) else 0
    return kept


class Recognised(NamedTuple):
    """A polygon that has the shape of a piece: its vertices in legs, and the figure that it is."""

    vertices: tuple[Spot, ...]
    figure: TurnedPiece


class Near(NamedTuple):
    """The minimum distance of a piece from the known points of the lattice."""

    distance: float
    """In legs."""
    vertex: int
    """The number of its vertex."""
    spot: Spot
    """The known point, in legs."""


class Lattice:
    """The points of the lattice that are known to carry vertices, and the pieces that they hold."""

    def __init__(self, puzzle: Puzzle, recognised: Mapping[int, Recognised]) -> None:
        self._puzzle = puzzle
        self._recognised = recognised
        self.rings: dict[int, Ring] = {}
        """The pieces that could be placed, exactly; the vertices in the order of the figure."""
        self._known: dict[Point, None] = {}
        self._place_all()

    def _place_all(self) -> None:
        vertices = _Grid(
            (spot, (i, n)) for i, recognised in self._recognised.items() for n, spot in enumerate(recognised.vertices)
        )
        outline = [vertex.point for vertex in self._puzzle.boundary.vertices]
        waiting = [*outline, *(p for ring in self._puzzle.rings for p in ring)]
        while waiting:
            p = waiting.pop()
            if p in self._known:
                continue
            self._known[p] = None
            for i, n in vertices.near(self.in_legs(p)):
                ring = self._laid(i, n, p) if i not in self.rings else None
                if ring is not None:
                    self.rings[i] = ring
                    waiting += ring

    def _laid(self, piece: int, vertex: int, at: Point) -> Ring | None:
        """Return the piece with a vertex exactly there; None if another vertex is then too far off."""
        vertices, figure = self._recognised[piece]
        ring = tuple(scaled(p, self._puzzle.denominator) for p in figure.ring)
        moved = tuple(add(subtract(p, ring[vertex]), at) for p in ring)
        is_near = all(dist(self.in_legs(p), spot) <= NEARNESS for p, spot in zip(moved, vertices, strict=True))
        return moved if is_near else None

    def in_legs(self, p: Point) -> Spot:
        x, y = xy(p)
        return x * self._puzzle.unit, y * self._puzzle.unit

    def nearest(self, piece: int) -> Near:
        """Return how near a piece that was not placed comes to the known points."""
        known = [self.in_legs(p) for p in self._known]
        vertices = self._recognised[piece].vertices
        return min(Near(dist(spot, p), n, p) for n, spot in enumerate(vertices) for p in known)


class _Grid:
    """Points in square cells, so that those near a place are found without looking at all."""

    _SIDE = 4 * NEARNESS

    def __init__(self, items: Iterable[tuple[Spot, tuple[int, int]]]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Spot, tuple[int, int]]]] = defaultdict(list)
        for spot, label in items:
            self._cells[self._cell(spot)].append((spot, label))

    def near(self, spot: Spot) -> Iterator[tuple[int, int]]:
        """Yield the labels of the points within NEARNESS."""
        x, y = self._cell(spot)
        for cell in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for other, label in self._cells.get(cell, ()):
                if dist(spot, other) <= NEARNESS:
                    yield label

    def _cell(self, spot: Spot) -> tuple[int, int]:
        return floor(spot[0] / self._SIDE), floor(spot[1] / self._SIDE)
