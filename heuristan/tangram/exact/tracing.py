"""Events of the trace of a search: the first solution piece by piece, and all of them if they are wanted."""

from collections.abc import Iterable, Iterator, Sequence

from heuristan.common import plane
from heuristan.tangram.boundary import Boundary, Ring
from heuristan.tangram.exact.region import Outcome
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace import events as trace


def events_of(
    puzzle: Puzzle,
    outcome: Outcome,
    way: trace.Way,
    *,
    likes: Sequence[int] = (),
    count: trace.SolutionsCounted | None = None,
) -> Iterator[trace.Event]:
    """Yield the events of a search, positions in legs.

    Args:
        puzzle: the outline.
        outcome: the outcome of the search.
        way: how the puzzle was searched.
        likes: if all solutions are wanted, for each the number of the first one that is the same up to symmetry.
        count: the number of solutions, if they were counted.
    """
    frame = puzzle.frame
    yield trace.PuzzleRead(
        id=puzzle.id,
        outline=tuple(_ring(puzzle, ring) for ring in puzzle.rings),
        sets=puzzle.sets,
        stock=tuple(puzzle.stock.items()),
        ranking="",
        rules=(),
        way=way,
        frame=trace.Frame(frame.scale / puzzle.unit, frame.angle, frame.origin, frame.y_down),
    )
    yield from _placed(puzzle, outcome)
    for number, (like, solution) in enumerate(zip(likes, outcome.solutions, strict=bool(likes)), 1):
        pieces = tuple(trace.PlacedPiece(placement.name, _ring(puzzle, placement.ring)) for placement in solution)
        yield trace.SolutionFound(number, like, pieces)
    if count is not None:
        yield count
    yield trace.Ended(outcome.status, None, outcome.nodes - 1, put_back(puzzle, outcome, count), outcome.message)


def put_back(puzzle: Puzzle, outcome: Outcome, count: trace.SolutionsCounted | None) -> int:
    """Return the number of pieces that were put back; a search that counts puts the last one back as well."""
    return outcome.nodes - 1 - (puzzle.stock.total() if outcome.solutions and count is None else 0)


def _placed(puzzle: Puzzle, outcome: Outcome) -> Iterator[trace.PiecePlaced]:
    """Yield the pieces of the first solution."""
    left = _whole(puzzle)
    for step, placement in enumerate(outcome.solutions[0] if outcome.solutions else (), 1):
        vertices = {vertex.point for vertex in left.vertices} if left else set()
        left = left and _without(left, placement.ring)
        yield trace.PiecePlaced(
            step=step,
            name=placement.name,
            vertices=_ring(puzzle, placement.ring),
            # Ford's rings begin anywhere, but one of their vertices lies on a vertex (nearly, in a drawing)
            vertex=puzzle.in_legs(next((p for p in placement.ring if p in vertices), placement.ring[0])),
            fits=outcome.choices[step - 1] if outcome.choices else 0,
            remaining=tuple(
                _ring(puzzle, (vertex.point for vertex in loop))
                for part in (left.parts if left else ())
                for loop in part.loops
            ),
        )


def _whole(puzzle: Puzzle) -> Boundary | None:
    """Return the boundary to begin with; None where that of a drawing cannot be followed."""
    try:
        return puzzle.boundary if puzzle.boundary.parts else None
    except ValueError:
        if not puzzle.nearness:
            raise
        return None


def _without(left: Boundary, ring: Ring) -> Boundary | None:
    """Return what is left when a piece is taken out; None where the rest of a drawing cannot be followed."""
    try:
        after = left.without(left.fitted(ring) or ring)
        return after if not after or after.parts else None
    except ValueError:  # a TangledBoundary, or an edge that would have to bend
        if not left.nearness:
            raise
        return None


def _ring(puzzle: Puzzle, ring: Iterable[Point]) -> plane.Ring:
    return tuple(puzzle.in_legs(p) for p in ring)
