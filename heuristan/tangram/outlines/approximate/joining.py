"""Parts of a drawing that touch, put on one lattice: their contacts say where they lie exactly."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist, hypot
from statistics import fmean
from typing import NamedTuple

from heuristan.common.plane import turned
from heuristan.tangram.boundary import Ring, direction_of
from heuristan.tangram.lattice.points import ORIGIN, Point, add, subtract, turn
from heuristan.tangram.outlines.approximate.lattice import meant_lengths, stretch
from heuristan.tangram.outlines.approximate.parts import EIGHTH, off_eighths
from heuristan.tangram.pieces.sets import in_legs
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle, make_puzzle

TOUCHING = 0.15
"""Maximum distance, in legs, of a vertex from what it touches, and of a part from where it was drawn."""

ALONG = 0.06
"""Maximum error, in legs, of the length from the end of an edge to a vertex that touches it."""

MAX_VERTICES = 300
"""Maximum number of vertices of parts that are joined: all pairs are compared."""

TURNED = 0.06
"""Maximum angle between parts that lie on one lattice, in radians, apart from eighths of a turn."""


def on_one_lattice(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle of several parts with those that touch joined there; None if others are left.

    Args:
        puzzle: a reading of a drawing whose parts have places.
    """
    if sum(map(len, puzzle.rings)) > MAX_VERTICES:
        return None
    base = puzzle.places[0].turn
    if any(abs(off_eighths(place.turn - base)) > TURNED for place in puzzle.places):
        return None
    eighths = [round((place.turn - base) / EIGHTH) for place in puzzle.places]
    first, *waiting = (
        _Part(
            tuple(tuple(turn(p, k) for p in ring) for ring in rings),
            tuple(turned(puzzle.in_legs(p), -base) for ring in rings for p in ring),
        )
        for rings, k in zip(puzzle.placed_rings, eighths, strict=True)
    )
    joined = [first]
    while waiting:
        found = next(((part, laid) for part in waiting if (laid := part.beside(joined)) is not None), None)
        if found is None:
            return None
        waiting.remove(found[0])
        joined.append(found[1])
    rings = [ring for part in joined for ring in part.rings]
    frame = Frame(puzzle.frame.scale, base, puzzle.own_of_legs(*turned(first.shift, base)), puzzle.frame.y_down)
    try:
        exact = make_puzzle(puzzle.id, rings, sets=puzzle.sets, frame=frame, pieces=puzzle.pieces)
    except OutlineError:
        return None
    return replace(exact, reading=puzzle.reading, drawing=puzzle.drawing)


class _Part(NamedTuple):
    """A part on the lattice of all, and where its vertices were drawn there."""

    rings: tuple[Ring, ...]
    drawn: tuple[Vector, ...]
    """Where each vertex was drawn, ring after ring, in legs."""

    @property
    def vertices(self) -> list[tuple[Point, Vector]]:
        """Each vertex on the lattice, and where it was drawn."""
        return list(zip((p for ring in self.rings for p in ring), self.drawn, strict=True))

    @property
    def shift(self) -> Vector:
        """Mean move from the lattice to where the part was drawn, in legs."""
        moves = [(x - u, y - v) for p, (x, y) in self.vertices for u, v in [in_legs(p)]]
        return fmean(x for x, _ in moves), fmean(y for _, y in moves)

    def moved(self, move: Point) -> "_Part":
        return self._replace(rings=tuple(tuple(add(p, move) for p in ring) for ring in self.rings))

    def beside(self, others: Sequence["_Part"]) -> "_Part | None":
        """Return the part joined to others where they were drawn together; None if they do not touch."""
        moves = [move for other in others for move in (*self._to_vertices(other), *self._to_edges(other))]
        moves += [_Move(cost, subtract(ORIGIN, move)) for other in others for cost, move in other._to_edges(self)]
        laid = (self.moved(move) for _, move in sorted(moves))
        return next((part for part in laid if dist(part.shift, others[0].shift) < TOUCHING), None)

    def _to_vertices(self, other: "_Part") -> Iterator["_Move"]:
        """Yield the moves that bring a vertex to one of another part that lies near."""
        for p, spot in self.vertices:
            for q, place in other.vertices:
                if dist(spot, place) < TOUCHING:
                    yield _Move(dist(spot, place), subtract(q, p))

    def _to_edges(self, other: "_Part") -> Iterator["_Move"]:
        """Yield the moves that bring a vertex to an edge of another part that lies near, at a length that is meant."""
        for (a, start), (b, end) in other.edges:
            for p, spot in self.vertices:
                along, off = _along(spot, start, end)
                if off < TOUCHING and 0 < along < dist(start, end):
                    for cost, length in meant_lengths(along, ALONG):
                        yield _Move(1 + cost, subtract(add(a, stretch(direction_of(a, b), length)), p))

    @property
    def edges(self) -> list[tuple[tuple[Point, Vector], tuple[Point, Vector]]]:
        """The two ends of each edge, on the lattice and as they were drawn."""
        vertices, found = iter(self.vertices), list[tuple[tuple[Point, Vector], tuple[Point, Vector]]]()
        for ring in self.rings:
            own = [next(vertices) for _ in ring]
            found += pairwise((*own, own[0]))
        return found


class _Move(NamedTuple):
    """A move on the lattice that joins two parts."""

    cost: float
    """Distance of what it joins; vertices before edges."""
    move: Point


def _along(spot: Vector, start: Vector, end: Vector) -> Vector:
    """Return how far along an edge a place lies, and how far off it."""
    x, y = end[0] - start[0], end[1] - start[1]
    u, v, length = spot[0] - start[0], spot[1] - start[1], hypot(x, y) or 1.0
    return (x * u + y * v) / length, abs(x * v - y * u) / length
