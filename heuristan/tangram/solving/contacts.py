"""Contacts: pieces that a search found near a drawing are put where they truly lie, so that they touch.

A search for a drawn puzzle treats lines within its nearness of each other as the same, so its pieces leave gaps and
overlap by as much. But it shows which sides are in contact, and each contact is one linear equation for the
displacements of two pieces whose turns are known. Of all displacements that satisfy the contacts, the one that brings
the pieces nearest to the outline is taken. If there is none, the search has not found a solution.

It needs shapely and numpy, which are imported where a drawing is solved: lattice puzzles need neither.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.plane import Box, Ring, Spot, box_of, sides_of
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import ResultPiece, ResultPieces, checked
from heuristan.tangram.trace.events import CompositeReleased, Event, MatchTaken, PiecePlaced, SolutionFound

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

CLOSED = 1e-6
"""Pieces that overlap by less than this, in legs, touch: it allows for rounding."""

REACH = 2.5
"""Contacts are searched for within this many times the nearness: either side may be off, and one that led to it."""

MIN_CONTACT = 0.08
"""Minimum length, in legs, for which sides in contact lie along each other."""

FIRM = 1e6
"""Weight of a contact, relative to a distance from the outline."""

FIRM_BETWEEN = 1e2
"""Weight of a contact between parts: they are turned by eye, so it may not close exactly."""

LOOSE = 1e-2
"""Weight of a piece's distance from where the search laid it."""

FARTHEST = 0.15
"""Maximum distance, in legs, by which a piece may reach outside the outline."""

ROUNDS = 12
"""Maximum number of times that contacts are added where pieces still overlap."""

OPPOSITE = -0.9999
"""The cosine of sides that face each other."""


@dataclass
class Contacts:
    """Accepts pieces that can be put so that they touch without overlapping, and keeps where they were put."""

    puzzle: Puzzle
    gate: "Gate | None" = None
    """The gate of the drawing; that of the puzzle if not given."""
    rings: dict[tuple[Placement, ...], tuple[Ring, ...]] = field(default_factory=dict)

    @property
    def is_valid(self) -> bool:
        """Whether the outline, as it was read, is still the boundary of a region."""
        try:
            return bool(self.puzzle.boundary.parts)
        except ValueError:
            return False

    def accepts(self, placements: Sequence[Placement]) -> bool:
        """Return whether pieces that a search found are a solution."""
        if not self.puzzle.nearness:
            checked(self.puzzle, placements)
        rings = self._touching(placements)
        if rings is None or not self._passes(placements, rings):
            return False
        self.rings[tuple(placements)] = rings
        return True

    def _touching(self, placements: Sequence[Placement]) -> tuple[Ring, ...] | None:
        """Return the vertices of pieces where they truly lie, in legs; None if they cannot touch."""
        if self.puzzle.reading is not None and self.puzzle.reading.is_exact:
            return tuple(tuple(map(self.puzzle.in_legs, placement.ring)) for placement in placements)
        return in_contact(self.puzzle, placements)

    def _passes(self, placements: Sequence[Placement], rings: Iterable[Ring]) -> bool:
        """Return whether pieces are a solution of what the file says, however it was read."""
        from heuristan.tangram.verification.judging.drawn_case import Gate

        gate = self.gate or Gate.of(self.puzzle)
        own = [LaidPiece(placement.name, self._own(ring)) for placement, ring in zip(placements, rings, strict=True)]
        return gate.fault_of(own) is None

    def _own(self, ring: Ring) -> Ring:
        return tuple(self.puzzle.own_of_legs(*spot) for spot in ring)

    def own(self, placements: Sequence[Placement], how: Iterable[tuple[int, str]]) -> ResultPieces:
        """Return accepted pieces, with their steps and rules, in the drawing's own coordinates."""
        return tuple(
            ResultPiece(placement.name, step, rule, self._own(ring))
            for placement, ring, (step, rule) in zip(placements, self.rings[tuple(placements)], how, strict=True)
        )

    def corrected(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield events with the pieces of solutions where they truly lie."""
        true = {
            tuple(map(self.puzzle.in_legs, placement.ring)): ring
            for placements, rings in self.rings.items()
            for placement, ring in zip(placements, rings, strict=True)
        }
        for event in events:
            if isinstance(event, MatchTaken | PiecePlaced) and event.kind == "piece":
                yield replace(event, vertices=true.get(event.vertices, event.vertices))
            elif isinstance(event, CompositeReleased | SolutionFound):
                pieces = (replace(piece, vertices=true.get(piece.vertices, piece.vertices)) for piece in event.pieces)
                yield replace(event, pieces=tuple(pieces))
            else:
                yield event


class DrawnSide(NamedTuple):
    """A side of a piece, or an edge of the outline, in legs, as drawn."""

    start: Spot
    end: Spot
    normal: Spot
    """To its left, of length 1."""

    @classmethod
    def of(cls, start: Spot, end: Spot) -> "DrawnSide":
        length = dist(start, end)
        return cls(start, end, ((start[1] - end[1]) / length, (end[0] - start[0]) / length))

    def height(self, spot: Spot) -> float:
        """Return how far a point lies to its left."""
        return (spot[0] - self.start[0]) * self.normal[0] + (spot[1] - self.start[1]) * self.normal[1]

    def position(self, spot: Spot) -> float:
        """Return how far along it a point lies."""
        return (spot[0] - self.start[0]) * self.normal[1] - (spot[1] - self.start[1]) * self.normal[0]

    def shared(self, other: "DrawnSide") -> float:
        """Return the length for which another side that is parallel lies beside it."""
        a, b = sorted((self.position(other.start), self.position(other.end)))
        return min(b, dist(self.start, self.end)) - max(a, 0.0)


@dataclass(frozen=True)
class SearchedPiece:
    """A piece as a search laid it, in legs, as drawn."""

    part: int
    ring: Ring

    @cached_property
    def sides(self) -> tuple[DrawnSide, ...]:
        return tuple(map(DrawnSide.of, self.ring, (*self.ring[1:], self.ring[0])))

    @cached_property
    def box(self) -> Box:
        return box_of(self.ring)

    def is_near(self, other: "SearchedPiece", reach: float) -> bool:
        """Return whether the boxes of two pieces are at most a reach apart."""
        (a, b, c, d), (e, f, g, h) = self.box, other.box
        return a <= g + reach and e <= c + reach and b <= h + reach and f <= d + reach

    def moved(self, by: Spot) -> "SearchedPiece":
        return SearchedPiece(self.part, tuple((x + by[0], y + by[1]) for x, y in self.ring))


class Equation(NamedTuple):
    """The displacement of a piece along a normal, minus that of another one, equals an amount."""

    piece: int
    other: int | None
    normal: Spot
    amount: float
    weight: float


def in_contact(puzzle: Puzzle, placements: Sequence[Placement]) -> tuple[Ring, ...] | None:
    """Return the vertices of pieces where they truly lie, in legs as drawn (`Puzzle.in_legs`).

    Args:
        puzzle: a drawn puzzle.
        placements: a solution to within the nearness of the puzzle.

    Returns:
        None if the pieces cannot be put so that they touch without overlapping and keep to the outline.
    """
    from heuristan.tangram.outlines.tolerant.necks import DEEPEST

    near = puzzle.reading.nearness if puzzle.reading else 0.0
    is_cut = puzzle.reading is not None and puzzle.reading.is_cut
    laid = [SearchedPiece(puzzle.part_of(piece.ring), tuple(map(puzzle.in_legs, piece.ring))) for piece in placements]
    contacts = [*_contacts(laid, near)]
    beside, touching = [*_beside(laid, _outline(puzzle), near)], [] if is_cut else [*_touching(laid, near)]
    # parts that nearly touch are made to touch, unless that moves a part too far from where it was drawn
    for wishes in ([*beside, *touching], beside) if touching else (beside,):
        rings = _arranged(laid, contacts, wishes, DEEPEST if is_cut else near)
        if rings is not None and _keeps_to(rings, puzzle, near):
            return rings
    return None


def _arranged(
    laid: Sequence[SearchedPiece], contacts: Sequence[Equation], wishes: Sequence[Equation], apart: float
) -> tuple[Ring, ...] | None:
    """Return the pieces with all contacts closed and nothing overlapping, wishes fulfilled as well as possible."""
    musts, hopes = [*contacts], [*wishes]
    for _ in range(ROUNDS):
        moves = _solved(len(laid), [*musts, *hopes])
        if any(abs(_miss(must, moves)) > CLOSED for must in musts):
            return None
        moved = [piece.moved(by) for piece, by in zip(laid, moves, strict=True)]
        overlaps = [*_overlaps(laid, moved, apart)]
        if not overlaps:
            return tuple(piece.ring for piece in moved)
        musts += [equation for equation in overlaps if equation.weight == FIRM]
        hopes += [equation for equation in overlaps if equation.weight != FIRM]
    return None


def _outline(puzzle: Puzzle) -> list[Ring]:
    return [tuple(map(puzzle.in_legs, ring)) for ring in puzzle.rings]


def _contacts(laid: Sequence[SearchedPiece], near: float) -> Iterator[Equation]:
    """Yield the contacts of pieces of one part: sides that lie along each other are on one line."""
    least = max(2 * near, MIN_CONTACT)
    for (i, a), (j, b) in combinations(enumerate(laid), 2):
        if a.part != b.part or not a.is_near(b, REACH * near):
            continue
        for side in a.sides:
            for other in b.sides:
                if _cosine(side, other) > OPPOSITE:
                    continue
                gap = side.height(other.start)
                if abs(gap) <= REACH * near and side.shared(other) > least:
                    yield Equation(i, j, side.normal, gap, FIRM)


def _touching(laid: Sequence[SearchedPiece], near: float) -> Iterator[Equation]:
    """Yield the contacts of parts: a vertex of a part that nearly touches another part touches it."""
    for (i, a), (j, b) in permutations(enumerate(laid), 2):
        if a.part != b.part and a.is_near(b, near):
            for vertex in a.ring:
                met = next((spot for spot in b.ring if dist(spot, vertex) <= near), None)
                if met is None:
                    yield from _on_sides(i, j, vertex, b, near)
                elif i < j:  # take each pair of vertices once
                    yield Equation(i, j, (1.0, 0.0), met[0] - vertex[0], FIRM_BETWEEN)
                    yield Equation(i, j, (0.0, 1.0), met[1] - vertex[1], FIRM_BETWEEN)


def _on_sides(i: int, j: int, vertex: Spot, other: SearchedPiece, near: float) -> Iterator[Equation]:
    """Yield that a vertex of piece i lies on the sides of piece j that it is near."""
    for side in other.sides:
        height = side.height(vertex)
        if abs(height) <= near and 0 < side.position(vertex) < dist(side.start, side.end):
            yield Equation(i, j, side.normal, -height, FIRM_BETWEEN)


def _beside(laid: Sequence[SearchedPiece], outline: Sequence[Sequence[Spot]], near: float) -> Iterator[Equation]:
    """Yield the wishes: sides of pieces lie on the edges of the outline, and pieces where they were laid."""
    edges = [DrawnSide.of(a, b) for ring in outline for a, b in sides_of(ring)]
    for i, piece in enumerate(laid):
        yield Equation(i, None, (1.0, 0.0), 0.0, LOOSE)
        yield Equation(i, None, (0.0, 1.0), 0.0, LOOSE)
        for side in piece.sides:
            for edge in edges:
                if _cosine(side, edge) >= -OPPOSITE and abs(edge.height(side.start)) <= REACH * near:
                    shared = edge.shared(side)
                    if shared > max(2 * near, MIN_CONTACT):
                        yield Equation(i, None, edge.normal, -edge.height(side.start), shared)


def _cosine(a: DrawnSide, b: DrawnSide) -> float:
    return a.normal[0] * b.normal[0] + a.normal[1] * b.normal[1]


def _solved(count: int, equations: Sequence[Equation]) -> list[Spot]:
    """Return the displacements that satisfy equations best, by least squares."""
    import numpy as np

    matrix = np.zeros((len(equations), 2 * count))
    for row, (piece, other, (x, y), _, weight) in zip(matrix, equations, strict=True):
        row[2 * piece : 2 * piece + 2] = weight * x, weight * y
        if other is not None:
            row[2 * other : 2 * other + 2] = -weight * x, -weight * y
    amounts = np.array([equation.amount * equation.weight for equation in equations])
    found = np.linalg.lstsq(matrix, amounts, rcond=None)[0]
    return [(float(x), float(y)) for x, y in found.reshape(count, 2)]


def _miss(equation: Equation, moves: Sequence[Spot]) -> float:
    x, y = moves[equation.piece]
    u, v = moves[equation.other] if equation.other is not None else (0.0, 0.0)
    return (x - u) * equation.normal[0] + (y - v) * equation.normal[1] - equation.amount


def _overlaps(laid: Sequence[SearchedPiece], moved: Sequence[SearchedPiece], apart: float) -> Iterator[Equation]:
    """Yield a further contact for each pair of pieces that overlap, on the side where they overlap least.

    Pieces of different parts may overlap by a length: their turns are as imprecise as the drawing.
    """
    for (i, a), (j, b) in combinations(enumerate(moved), 2):
        most = CLOSED if a.part == b.part else apart
        if not a.is_near(b, -most):
            continue
        into_a = _reach(a, b, most)
        into_b = _reach(b, a, most) if into_a else None
        if into_a and into_b:
            piece, other, (_, side, vertex) = (i, j, into_a) if into_a < into_b else (j, i, into_b)
            ring = laid[piece].ring
            before = DrawnSide.of(ring[side], ring[(side + 1) % len(ring)])
            weight = FIRM if a.part == b.part else FIRM_BETWEEN
            yield Equation(piece, other, before.normal, before.height(laid[other].ring[vertex]), weight)


def _reach(a: SearchedPiece, b: SearchedPiece, most: float) -> tuple[float, int, int] | None:
    """Return how deep b reaches into a, at the side where it does so least: the depth, the side, b's vertex.

    Returns:
        None if some side has all of b outside, or not deeper inside than allowed.
    """
    least: tuple[float, int, int] | None = None
    for n, side in enumerate(a.sides):
        depth, vertex = max((side.height(spot), m) for m, spot in enumerate(b.ring))
        if depth <= most:
            return None
        if least is None or depth < least[0]:
            least = depth, n, vertex
    return least


def _keeps_to(rings: Sequence[Ring], puzzle: Puzzle, near: float) -> bool:
    """Return whether no piece reaches farther outside the outline than twice the nearness, and than FARTHEST.

    Then nothing is left uncovered either, because the areas are the same.
    """
    import shapely

    from heuristan.tangram.puzzle.regions import enclosed

    outline = enclosed([[[*map(puzzle.in_legs, ring)] for ring in part] for part in puzzle.placed_rings])
    roomy = outline.buffer(min(2 * near, FARTHEST), join_style="mitre")
    return bool(shapely.covers(roomy, [shapely.Polygon(ring) for ring in rings]).all())
