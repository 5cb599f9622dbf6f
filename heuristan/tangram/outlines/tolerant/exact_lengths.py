"""What the exact lengths behind a drawing need: parts that touch put on one lattice, and an allowance for spread ink.

Contacts say where touching parts lie exactly. A picture shows edges where its ink ends, and print, scanners and blurred
edges move that line by the same distance everywhere: lengths then seem wrong by twice that, though they are exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist, hypot
from statistics import fmean
from typing import NamedTuple

import numpy as np

from heuristan.common.plane import turned
from heuristan.tangram.boundary import Ring, direction_of
from heuristan.tangram.lattice.points import ORIGIN, Point, add, subtract, turn
from heuristan.tangram.outlines.tolerant.edge_loops import meant_lengths, stretch
from heuristan.tangram.outlines.tolerant.silhouette import EIGHTH, off_eighths
from heuristan.tangram.pieces.sets import in_legs
from heuristan.tangram.puzzle.drawing import Drawing, Vector
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
        Part(
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


class Part(NamedTuple):
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

    def moved(self, move: Point) -> "Part":
        return self._replace(rings=tuple(tuple(add(p, move) for p in ring) for ring in self.rings))

    def beside(self, others: Sequence["Part"]) -> "Part | None":
        """Return the part joined to others where they were drawn together; None if they do not touch."""
        moves = [move for other in others for move in (*self._to_vertices(other), *self._to_edges(other))]
        moves += [_Move(cost, subtract(ORIGIN, move)) for other in others for cost, move in other._to_edges(self)]
        laid = (self.moved(move) for _, move in sorted(moves))
        return next((part for part in laid if dist(part.shift, others[0].shift) < TOUCHING), None)

    def _to_vertices(self, other: "Part") -> Iterator["_Move"]:
        """Yield the moves that bring a vertex to one of another part that lies near."""
        for p, spot in self.vertices:
            for q, place in other.vertices:
                if dist(spot, place) < TOUCHING:
                    yield _Move(dist(spot, place), subtract(q, p))

    def _to_edges(self, other: "Part") -> Iterator["_Move"]:
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


FARTHEST = 0.2
"""Maximum distance, in legs, of a vertex of the drawing from the one that it shows."""

WIDEST = 0.05
"""Maximum distance, in legs, by which ink spreads."""


def off_after_spreading(exact: Puzzle, drawing: Drawing) -> float | None:
    """Return the maximum distance, in legs, of vertices from where exact lengths have them, whatever the ink did.

    The outline is moved, turned, scaled, and its edges are moved outwards by the same distance, to fit best.

    Returns:
        None if vertices of the outline are not in the drawing, or the ink would have spread too far.
    """
    leg = exact.frame.scale / exact.unit
    drawn = [vertex for polygon in drawing.polygons for ring in polygon for vertex in ring]
    if not drawn:
        return None
    rows, wanted = list[tuple[float, ...]](), list[float]()
    for ring in ([exact.own(vertex.point) for vertex in loop] for loop in exact.loops):
        for (x, y), (u, v) in zip(ring, _outwards(ring), strict=True):
            spot = min(drawn, key=lambda place: dist(place, (x, y)))
            if dist(spot, (x, y)) > FARTHEST * leg:
                return None
            rows += [(x, -y, 1, 0, u), (y, x, 0, 1, v)]
            wanted += spot
    fit = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
    off = (np.array(rows) @ fit - np.array(wanted)).reshape(-1, 2)
    return None if abs(fit[4]) > WIDEST * leg else float(np.hypot(off[:, 0], off[:, 1]).max()) / leg


def _outwards(ring: Sequence[Vector]) -> list[Vector]:
    """Return the move of each vertex of a ring if its edges are moved to their right by 1."""
    z = np.array([complex(x, y) for x, y in ring])
    to = np.roll(z, -1) - z
    after = to / abs(to)
    before = np.roll(after, 1)
    middle = -1j * (before + after)
    # the vertex moves along the middle of both normals, until it is 1 off both edges
    move = 2 * middle / np.maximum(abs(middle) ** 2, 1e-9)
    return [(float(m.real), float(m.imag)) for m in move]
