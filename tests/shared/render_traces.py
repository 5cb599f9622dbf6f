"""Traces for pictures, built by hand from tilings: what an expert would say of them, without an expert."""

from math import hypot

from heuristan.common.plane import Ring, Spot, Stretch
from heuristan.tangram.boundary import Boundary, ring_of
from heuristan.tangram.boundary import Ring as LatticeRing
from heuristan.tangram.lattice.points import ORIGIN, Point, add
from heuristan.tangram.pieces.sets import along, ring_from
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.trace.events import (
    AttemptStarted,
    CompositeReleased,
    Ended,
    Event,
    ExtensionLinesDrawn,
    Frame,
    MatchTaken,
    PlacedPiece,
    PuzzleRead,
    RemovedLine,
    Rule,
    Side,
    Way,
)

RULES = ("pieces-direct", "pieces-2.5-3.5-edges", "composites-2-3-edges", "pieces-2-edges-1-extension-line")
RANKED = tuple(
    Rule(
        name, name, "composite" if name.startswith("composites") else "piece", "EEX", "EEEX", (), (), "smallest", False
    )
    for name in RULES
)


def outline(*steps: tuple[int, int] | tuple[int, int, int]) -> LatticeRing:
    """A ring from the origin by (direction, legs) or (direction, legs, legs times root 2)."""
    return ring_from(ORIGIN, [along(*step) for step in steps])


def moved(ring: LatticeRing, displacement: Point) -> LatticeRing:
    return tuple(add(point, displacement) for point in ring)


SQUARE = (outline((0, 0, 2), (2, 0, 2), (4, 0, 2), (6, 0, 2)),)
RING = (
    outline((0, 2), (1, 0, 1), (2, 2), (3, 0, 1), (5, 0, 2), (6, 2)),
    moved(outline((2, 1), (0, 1), (6, 1), (4, 1)), along(1, 0, 1)),
)
"""With a hole."""
TWO_PARTS = (
    outline((0, 2), (2, 2), (4, 2), (6, 2)),
    moved(outline((0, 2), (2, 2), (4, 2), (6, 2)), along(1, 0, 2)),
)
"""Touching in a point."""
TWO_SETS = (outline((0, 8), (2, 2), (4, 8), (6, 2)),)


def puzzle_of(rings: tuple[LatticeRing, ...], id: str = "puzzle") -> Puzzle:
    return make_puzzle(id, rings)


def pieces_laid(puzzle: Puzzle) -> list[tuple[str, LatticeRing]]:
    """A tiling, piece by piece."""
    pieces = tuple(puzzle.stock.elements())
    tiling = tilings(puzzle.boundary, [pieces], puzzle.denominator)[pieces]
    return [(placement.name, placement.ring) for placement in tiling]


def trace_of(
    puzzle: Puzzle, *, angle: float = 0.0, y_down: bool = False, composite: bool = False, stop_after: int | None = None
) -> tuple[Event, ...]:
    """A run that takes the pieces of a tiling in its order.

    With a composite, the last two pieces count as one and are dealt out at the end: what they cover need not be
    convex, so it is the ring of the first of the two that stands for it.
    """
    pieces = pieces_laid(puzzle)
    events: list[Event] = [
        _read(puzzle, Frame(1.0, angle, (0.0, 0.0), y_down), "as published" if stop_after else "with backtracking"),
        AttemptStarted(2 if stop_after else 1, 3 if stop_after else 1, RULES[0]),
    ]
    boundary = puzzle.boundary
    for step, (name, ring) in enumerate(pieces[:stop_after], 1):
        taken = _taken(puzzle, boundary, step, name, ring)
        events += [_drawn(taken), taken]
        boundary = boundary.without(ring)
    if composite:
        events = _as_composite(events)
    taken_count = sum(isinstance(event, MatchTaken) for event in events)
    if stop_after is None:
        return (*events, Ended("solved", 1, taken_count, 0, ""))
    return (*events, Ended("stuck", None, taken_count, 0, "no rule takes anything more"))


def _read(puzzle: Puzzle, frame: Frame, way: Way) -> PuzzleRead:
    rings = tuple(_legs(puzzle, ring) for ring in puzzle.rings)
    return PuzzleRead(puzzle.id, rings, puzzle.sets, tuple(puzzle.stock.items()), "by-hand", RANKED, way, frame)


def _legs(puzzle: Puzzle, ring: LatticeRing) -> Ring:
    return tuple(puzzle.in_legs(point) for point in ring)


def _taken(puzzle: Puzzle, before: Boundary, step: int, name: str, ring: LatticeRing) -> MatchTaken:
    after = before.without(ring)
    edges = [(puzzle.in_legs(s.start), puzzle.in_legs(s.end)) for s in before.segments]
    corners = _legs(puzzle, ring)
    sides = tuple(_side(p, q, edges) for p, q in zip(corners, (*corners[1:], corners[0]), strict=True))
    remaining = tuple(_legs(puzzle, ring_of(loop)) for loop in after.loops)
    return MatchTaken(step, RULES[step % 4], "piece", name, corners, corners[0], sides, (), remaining)


def _side(p: Spot, q: Spot, edges: list[tuple[Spot, Spot]]) -> Side:
    """A side with its true edges; of every second other one half is said to be extension line."""
    covered = [stretch for edge in edges if (stretch := _shared(p, q, edge))]
    whole = hypot(q[0] - p[0], q[1] - p[1])
    length = sum(hypot(s.end[0] - s.start[0], s.end[1] - s.start[1]) for s in covered)
    if abs(length - whole) < 1e-9:
        return Side(p, q, "E", tuple(covered), ())
    if covered:
        return Side(p, q, "M", tuple(covered), (Stretch(p, q),))
    if p[0] < q[0]:
        return Side(p, q, "X", (), (Stretch(p, q),))
    return Side(p, q, "O", (), (Stretch(p, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)),))


def _shared(p: Spot, q: Spot, edge: tuple[Spot, Spot]) -> Stretch | None:
    """Return the stretches of the side from p to q that lie on an edge."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    whole = dx * dx + dy * dy
    if any(abs(dx * (s[1] - p[1]) - dy * (s[0] - p[0])) > 1e-9 for s in edge):
        return None
    low, high = sorted(((s[0] - p[0]) * dx + (s[1] - p[1]) * dy) / whole for s in edge)
    low, high = max(low, 0.0), min(high, 1.0)
    if high - low < 1e-9:
        return None
    return Stretch((p[0] + low * dx, p[1] + low * dy), (p[0] + high * dx, p[1] + high * dy))


def _drawn(taken: MatchTaken) -> ExtensionLinesDrawn:
    lines = tuple(line for side in taken.sides for line in side.extension_lines)
    removed = (RemovedLine(taken.vertices[0], taken.vertices[2], "too short"),) if taken.step == 1 else ()
    return ExtensionLinesDrawn(lines, tuple(line.end for line in lines), removed)


def _as_composite(events: list[Event]) -> list[Event]:
    *others, lines, first, _, second = events
    assert isinstance(first, MatchTaken)
    assert isinstance(second, MatchTaken)
    sides = tuple(Side(s.start, s.end, "E", (Stretch(s.start, s.end),), ()) for s in first.sides)
    whole = MatchTaken(
        first.step, RULES[2], "composite", "composite-of-two", first.vertices, first.vertex, sides, (), second.remaining
    )
    dealt = tuple(PlacedPiece(event.name, event.vertices) for event in (first, second))
    return [*others, lines, whole, CompositeReleased(first.step, whole.name, dealt)]
