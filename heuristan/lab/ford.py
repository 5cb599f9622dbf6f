"""Ford's solver (2022), to the letter: the plain counterpart and the baseline of the exact solver.

J. S. Ford, "I wrote a tangram solver", section 10 (the search) and section 12 (the test before the subtraction). What
his text leaves open, and how it is decided here, is in docs/ford.md.

The search is depth first. The largest piece that is left is laid with each of its vertices on each vertex of the
puzzle, mirrored where that makes a difference, in all eight turns. It fits if taking it out makes the area of the
puzzle smaller by exactly its own. Then the rest is solved in the same way. The search has no memory, does not choose a
good vertex, and does not test whether the rest can be filled. The one saving is his own, the pre-test: before the
subtraction, all vertices of the piece must lie in one part of the puzzle or on its boundary.

**The method is not complete.** A solution is found only if each piece, largest first, has a vertex on a vertex of what
is left when its turn comes. So where the search runs dry, nothing is proved, and the status is "stuck".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from heuristan.common.clock import Clock, OutOfTime
from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.tangram.boundary import Area, Boundary, Ring, direction_of, line_through, ring_of, sides
from heuristan.tangram.exact.region import Outcome, Solution
from heuristan.tangram.lattice.points import (
    ROOT_HALF,
    Code,
    Direction,
    Point,
    add,
    bounds,
    crossing,
    mirror,
    projection,
    subtract,
    turn,
)
from heuristan.tangram.pieces.sets import Placement, Shape, scaled
from heuristan.tangram.puzzle.puzzle import Puzzle


def difference(region: Boundary, polygon: Ring) -> Boundary:
    """Return what is left of a region without the places inside a convex counter-clockwise polygon.

    Raises:
        ValueError: if the lines of the two cross off the half-unit lattice; those through vertices of pieces do not.
    """
    for common in [clipped(ring_of(loop), polygon) for loop in region.loops]:
        region = region.without(common) if common else region
    return region


def clipped(ring: Ring, polygon: Ring) -> Ring:
    """Return a ring clipped to a convex counter-clockwise polygon; empty if all of it is cut off."""
    for direction, start, _ in sides(polygon):
        ring = left_of(ring, start, direction)
        if not ring:
            break
    return ring


def left_of(ring: Ring, start: Point, direction: Direction) -> Ring:
    """Return the part of a ring on the left of a line or on it: the line through a point in a direction."""
    zero = projection(start, direction + 2)
    heights = [projection(p, direction + 2) - zero for p in ring]
    if min(heights) >= 0:
        return ring
    kept: list[Point] = []
    for (p, above_p), (q, above_q) in pairwise(zip((*ring, ring[0]), (*heights, heights[0]), strict=True)):
        if above_p >= 0:
            kept.append(p)
        if above_p > 0 > above_q or above_p < 0 < above_q:
            kept.append(crossing(*line_through(p, direction_of(p, q)), *line_through(start, direction)))
    # a ring that only touches the line would repeat a point there
    return tuple(p for p, q in zip(kept, (*kept[1:], *kept[:1]), strict=True) if p != q)


@dataclass
class FordOutcome(Outcome):
    """The outcome of Ford's search, and its cost. Its nodes are the calls of his `solve`; it is never complete."""

    placements_tried: int = 0
    """Number of times that a piece was laid with a vertex on a vertex."""
    subtractions: int = 0
    """Number of area tests: one for each placement, or with the pre-test for each that passed it."""


class Piece(NamedTuple):
    """A piece, in units of the puzzle, with every way to lay it on a point."""

    name: str
    area: Area
    """Twice its area."""
    laid: tuple[Ring, ...]
    """One of its vertices at the origin: as it is and, where needed, mirrored; each vertex in turn; the eight turns."""


def search(
    puzzle: Puzzle,
    *,
    pre_test: bool = True,
    limit: float | None = None,
    every: bool = False,
    accepts: Callable[[Solution], bool] | None = None,
) -> FordOutcome:
    """Solve a puzzle by Ford's method.

    Args:
        puzzle: the outline.
        pre_test: with the test of section 12 before each subtraction, or as in section 10.
        limit: the maximum number of seconds.
        every: find all solutions that the method finds; he asks for the first alone. A placement comes up once for
            each of its vertices on a vertex; here it is followed once for each node. Equal pieces are
            separate pieces, as in his code, so a solution comes up in each of their orders. It is kept once: two are
            the same if their sets of placements (kind and place) are.
        accepts: returns whether a find is a solution; of a drawing, it need not be.
    """
    run = _Run(pre_test, every, Clock(limit))
    shapes = [puzzle.pieces.by_name[name] for name in puzzle.stock.elements()]
    solutions = run.solutions(puzzle.boundary, largest_first(shapes, puzzle.denominator))
    found: dict[frozenset[tuple[str, tuple[Code, ...]]], Solution] = {}
    over = ""
    with announced(run.progress):
        try:
            for solution in solutions if accepts is None else filter(accepts, solutions):
                found.setdefault(frozenset((placement.name, placement.bounds) for placement in solution), solution)
                if not every:
                    break
        except OutOfTime:
            over = f"{limit:.3g} seconds ran out"
    if found:
        words = f"{len(found)} found" if every else "the first one found"
        return run.outcome("solved", tuple(found.values()), f"{words}; {over}" if over else words)
    return run.outcome("limit" if over else "stuck", (), over or "no solution found, which proves nothing")


def largest_first(shapes: Sequence[Shape], denominator: int) -> tuple[Piece, ...]:
    """Return the pieces by area; those of the same area stay in their order."""

    def size(shape: Shape) -> float:
        return shape.area[0] + shape.area[1] * ROOT_HALF

    return tuple(_piece(shape, denominator) for shape in sorted(shapes, key=size, reverse=True))


def _piece(shape: Shape, denominator: int) -> Piece:
    ring = tuple(scaled(p, denominator) for p in shape.ring)
    faces = [ring, tuple(mirror(p) for p in reversed(ring))] if needs_flip(shape) else [ring]
    laid = tuple(
        tuple(turn(subtract(p, vertex), eighths) for p in face)
        for face in faces
        for vertex in face
        for eighths in range(8)
    )
    whole, root = shape.area
    return Piece(shape.name, (whole * denominator**2, root * denominator**2), laid)


def needs_flip(shape: Shape) -> bool:
    """Return whether mirroring a shape gives figures that turning does not: of the tans, the parallelogram."""
    turned = {_figure(tuple(turn(p, eighths) for p in shape.ring)) for eighths in range(8)}
    return _figure(tuple(mirror(p) for p in shape.ring)) not in turned


def _figure(ring: Ring) -> frozenset[Point]:
    """Return the vertices of a ring, wherever it lies: from its leftmost and then lowest one."""
    first = min(ring)
    return frozenset(subtract(p, first) for p in ring)


def _sum(a: Area, b: Area) -> Area:
    return a[0] + b[0], a[1] + b[1]


class _Run:
    """One search, with what it counts."""

    def __init__(self, pre_test: bool, every: bool, clock: Clock) -> None:
        self.pre_test = pre_test
        self.every = every
        self.clock = clock
        self.nodes = 0
        self.depth = 0
        self.placements_tried = 0
        self.subtractions = 0

    def solutions(self, puzzle: Boundary, left: tuple[Piece, ...], laid: Solution = ()) -> Iterator[Solution]:
        """Yield the ways to fill a puzzle with the pieces left, in the order of his loops: this is his `solve`.

        Raises:
            OutOfTime: if the time limit is over.
        """
        self.nodes += 1
        self.depth = max(self.depth, len(laid))
        if not left:
            yield laid
            return
        followed: set[tuple[Code, ...]] = set()
        for ring, rest in self._fitting(puzzle, left[0]):
            placement = Placement(left[0].name, bounds(ring), ring)
            if self.every and placement.bounds in followed:
                continue
            followed.add(placement.bounds)
            yield from self.solutions(rest, left[1:], (*laid, placement))

    def _fitting(self, puzzle: Boundary, piece: Piece) -> Iterator[tuple[Ring, Boundary]]:
        """Yield the places on vertices of the puzzle where a piece fits, with what it leaves of the puzzle."""
        for spot in (vertex.point for part in puzzle.parts for loop in part.loops for vertex in loop):
            self.clock.check()
            for turned in piece.laid:
                ring = tuple(add(p, spot) for p in turned)
                self.placements_tried += 1
                if self.pre_test and not any(all(map(part.covers, ring)) for part in puzzle.parts):
                    continue
                self.subtractions += 1
                rest = difference(puzzle, ring)
                if puzzle.area == _sum(rest.area, piece.area):
                    yield ring, rest

    def progress(self) -> str:
        """Say how far the search is."""
        return f"{plural(self.nodes, 'node')}, {plural(self.placements_tried, 'placement')} tried"

    def outcome(
        self, status: Literal["solved", "stuck", "limit"], solutions: tuple[Solution, ...], words: str
    ) -> FordOutcome:
        message = (
            f"{words}: {plural(self.nodes, 'node')}, {plural(self.placements_tried, 'placement')} tried, "
            f"{plural(self.subtractions, 'subtraction')}"
        )
        return FordOutcome(
            status,
            solutions,
            self.nodes,
            self.depth,
            message,
            placements_tried=self.placements_tried,
            subtractions=self.subtractions,
        )
