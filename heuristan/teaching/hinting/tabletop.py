"""The pieces on the table: laid on the outline's lattice, or what is wrong with them, and searches for completions."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import dist, sqrt

from heuristan.common.clock import Clock, OutOfTime
from heuristan.common.plane import Spot
from heuristan.tangram.boundary import Boundary, Ring, is_around, ring_of, sides
from heuristan.tangram.exact.region import Region, Solution
from heuristan.tangram.exact.search import Search
from heuristan.tangram.lattice.points import Point, add, bounds, point, subtract
from heuristan.tangram.outlines.snapping import MAX_ROOT, NEARNESS
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Placement, Stock, scaled
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging import Fault, judge
from heuristan.tangram.verification.judging.case import Classification, classify
from heuristan.tangram.verification.judging.placing import Lattice, Recognised


@dataclass(frozen=True)
class Table:
    """A puzzle with pieces placed in it, which lie inside and do not overlap."""

    puzzle: Puzzle
    placed: tuple[Placement, ...] = ()

    @cached_property
    def boundary(self) -> Boundary:
        """The boundary of what is left to fill."""
        boundary = self.puzzle.boundary
        for placement in self.placed:
            boundary = boundary.without(placement.ring)
        return boundary

    @cached_property
    def stock(self) -> Stock:
        """The pieces that are left."""
        return self.puzzle.stock - Counter(placement.name for placement in self.placed)

    @property
    def region(self) -> Region:
        """Rest to fill, for the exact solver."""
        return Region(self.boundary, self.stock, self.puzzle.pieces, self.puzzle.denominator)

    def with_piece(self, placement: Placement) -> "Table":
        """Return the table with one more piece."""
        return replace(self, placed=(*self.placed, placement))

    def without(self, taken_back: Container[int]) -> "Table":
        """Return the table without some of the placed pieces, by their numbers from 0."""
        return replace(self, placed=tuple(p for i, p in enumerate(self.placed) if i not in taken_back))

    def has_room_for(self, placement: Placement) -> bool:
        """Return whether a piece of the stock lies within what is left."""
        return bool(self.stock[placement.name]) and self.boundary.fits(placement.bounds) and self._surrounds(placement)

    def _surrounds(self, placement: Placement) -> bool:
        """Return whether the middle of a piece that no boundary crosses is inside: within an odd number of loops."""
        # everything is scaled, so that the mean of the vertices is a sum
        middle = reduce(add, placement.ring)
        loops = (tuple(scaled(p, len(placement.ring)) for p in ring_of(loop)) for loop in self.boundary.loops)
        return sum(is_around(sides(loop), middle) for loop in loops) % 2 == 1


class Completions:
    """Searches for completions, all within one time limit."""

    def __init__(self, limit: float | None) -> None:
        self._clock = Clock(limit)

    def check(self) -> None:
        """Raise OutOfTime if the time limit is reached."""
        self._clock.check()

    def of(self, table: Table) -> Solution | None:
        """Return the pieces that complete what is placed; None if there is no completion.

        Raises:
            OutOfTime: if the time limit was reached first.
        """
        return self.filling(table.region) if table.boundary else ()

    def filling(self, region: Region) -> Solution | None:
        """Return pieces that fill a region; None if none do.

        Raises:
            OutOfTime: if the time limit was reached first.
        """
        self.check()
        run = Search(region, self._clock.left)
        with closing(run.solutions()) as solutions:
            found = next(solutions, None)
        if found is None and not run.is_exhausted:
            raise OutOfTime
        return found


class PlacedError(ValueError):
    """Pieces that cannot lie on the table as they are written; the message says which, and why."""


def put_down(puzzle: Puzzle, pieces: Sequence[LaidPiece]) -> tuple[Placement, ...]:
    """Lay pieces exactly.

    Args:
        puzzle: the outline.
        pieces: the pieces with or without names, their vertices in the outline's own coordinates.

    Raises:
        PlacedError: if one is not a piece of the set, is one too many, reaches outside, overlaps another, or lies off
            the outline's lattice, where no solution has a piece.
    """
    classified = list(_classified(puzzle, pieces))
    rings = _rings(puzzle, classified)
    faults = list(_faults(puzzle, pieces, classified, rings))
    if faults:
        raise PlacedError("; ".join(faults))
    table = Table(puzzle)
    for piece in classified:
        ring = rings[piece.number]
        placement = Placement(piece.name or "", bounds(ring), ring)
        if not table.has_room_for(placement):
            raise PlacedError(f"{piece.words} has no room: it overlaps another or reaches outside, by very little")
        table = table.with_piece(placement)
    return table.placed


def _classified(puzzle: Puzzle, pieces: Sequence[LaidPiece]) -> Iterator[Classification]:
    left, position = Counter(puzzle.stock), puzzle.position
    for number, piece in enumerate(pieces, 1):
        found = classify(number, piece, position, puzzle.pieces, left)
        left[found.name or ""] -= 1
        yield found


def _rings(puzzle: Puzzle, classified: Sequence[Classification]) -> dict[int, Ring]:
    """Return the exact rings of the pieces by their numbers, without those that lie off the lattice."""
    recognised = {piece.number: piece.recognised for piece in classified if piece.recognised}
    reached = Lattice(puzzle, recognised).rings
    # pieces between may be missing, so a piece need not be reached from vertex to vertex
    alone = {number: ring for number in recognised.keys() - reached if (ring := _ring_near(puzzle, recognised[number]))}
    return {**reached, **alone}


def _ring_near(puzzle: Puzzle, recognised: Recognised) -> Ring | None:
    vertices, figure = recognised
    at = point_near(vertices[0], puzzle.denominator)
    if at is None:
        return None
    ring = tuple(scaled(p, puzzle.denominator) for p in figure.ring)
    moved = tuple(add(subtract(p, ring[0]), at) for p in ring)
    places = map(puzzle.in_legs, moved)
    return moved if all(dist(p, q) <= NEARNESS for p, q in zip(places, vertices, strict=True)) else None


def point_near(spot: Spot, denominator: int) -> Point | None:
    """Return the point of the lattice near a position in legs, if it is a sum of few lengths; there is at most one.

    The lattice is dense; but two coordinates with at most `MAX_ROOT` sqrt2 in them differ by more than 0.001.
    """
    (whole_x, root_x), (whole_y, root_y) = (_near(u * denominator, denominator) or (0, None) for u in spot)
    if root_x is None or root_y is None or (root_x + root_y) % 2:
        return None
    # x = c0 + (c1 - c3)/sqrt2 and y = c2 + (c1 + c3)/sqrt2
    c1, c3 = (root_x + root_y) // 2, (root_y - root_x) // 2
    return point(*(UNITS_A_LEG * c for c in (whole_x, c1, whole_y, c3)))


def _near(u: float, denominator: int) -> tuple[int, int] | None:
    """Return the a, m with a + m/sqrt2 near a number; None if there are none."""
    for m in range(-2 * MAX_ROOT, 2 * MAX_ROOT + 1):
        rest = u - m * sqrt(0.5)
        if abs(rest - round(rest)) <= NEARNESS * denominator:
            return round(rest), m
    return None


def _faults(
    puzzle: Puzzle, pieces: Sequence[LaidPiece], classified: Sequence[Classification], rings: dict[int, Ring]
) -> Iterator[str]:
    """Yield what the judge finds wrong, except missing pieces, and what lies off the lattice."""
    judged = judge(puzzle, Claim(None, "solved", tuple(pieces), 1)).faults if pieces else ()
    faults = [fault for fault in judged if _is_of_what_lies(fault, puzzle, classified, rings)]
    yield from (fault.message for fault in faults)
    misplaced = {fault.pieces[0] for fault in faults if fault.kind == "place"}
    for piece in classified:
        if piece.recognised and piece.number not in rings.keys() | misplaced:
            yield f"{piece.words} lies off the outline's lattice, and no solution has a piece there; take it back"


def _is_of_what_lies(
    fault: Fault, puzzle: Puzzle, classified: Sequence[Classification], rings: dict[int, Ring]
) -> bool:
    """Return whether a fault is of the pieces that are placed, and not that others are missing."""
    if fault.kind == "count":
        name = classified[fault.pieces[0] - 1].name if fault.pieces else None
        return len(fault.pieces) > puzzle.stock[name or ""]
    if fault.kind == "place":
        return fault.pieces[0] not in rings
    return fault.kind not in ("gap", "other")
