"""The exact lengths behind a drawing, where sums of sides explain them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist, pi
from statistics import fmean
from typing import NamedTuple

from heuristan.common.plane import turned
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import Point, add, subtract, turn
from heuristan.tangram.pieces.sets import in_legs
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle, make_puzzle

TOUCHING = 0.15
"""Maximum distance, in legs, of vertices of two parts that touch, and of a part from where it was drawn."""

EIGHTH = pi / 4

TURNED = 0.06
"""Maximum angle between parts that lie on one lattice, in radians, apart from eighths of a turn."""


def exact_readings(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the readings of a puzzle that lie on one lattice, the nearest first; of an exact puzzle, itself.

    Parts of a drawing that touch in vertices are put on one lattice. If they stand at other angles, or apart, they have
    no exact lengths together.
    """
    if puzzle.reading is None:
        found = iter([puzzle])
    elif puzzle.drawing is None:
        found = iter(())
    else:
        from heuristan.tangram.outlines.approximate import readings_of

        found = readings_of(puzzle.drawing, puzzle.pieces)
    exact = (_on_one_lattice(reading) if reading.places else reading for reading in found if not reading.nearness)
    return (reading for reading in exact if reading is not None)


def _on_one_lattice(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle of several parts with those that touch in a vertex joined there; None if others are left."""
    base = puzzle.places[0].turn
    eighths = [round((place.turn - base) / EIGHTH) for place in puzzle.places]
    if any(abs(place.turn - base - k * EIGHTH) > TURNED for place, k in zip(puzzle.places, eighths, strict=True)):
        return None
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
        """Return the part joined to others in vertices that were drawn together; None if there are none."""
        pairs = sorted(
            (dist(spot, other_spot), subtract(q, p))
            for p, spot in self.vertices
            for other in others
            for q, other_spot in other.vertices
            if dist(spot, other_spot) < TOUCHING
        )
        laid = (self.moved(move) for _, move in pairs)
        return next((part for part in laid if dist(part.shift, others[0].shift) < TOUCHING), None)
