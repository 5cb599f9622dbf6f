"""A search told as events of the trace: the first solution piece by piece, and all of them where they are wanted."""

from collections.abc import Iterable, Iterator, Sequence

from heuristan import trace
from heuristan.exact.outcome import Outcome
from heuristan.lattice import Point
from heuristan.puzzle import Puzzle


def told(
    puzzle: Puzzle,
    outcome: Outcome,
    way: trace.Way,
    *,
    likes: Sequence[int] = (),
    count: trace.SolutionsCounted | None = None,
) -> Iterator[trace.Event]:
    """The events of a search, positions in legs.

    Args:
        puzzle: the outline.
        outcome: what the search came to.
        way: how it was searched.
        likes: where all solutions are to be told, for each the number of the first one that is the same up to symmetry.
        count: how many there are, where they were counted.
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
    placed = outcome.nodes - 1
    # who counts goes on to the end, and puts the last piece back as well
    lie_there = puzzle.stock.total() if outcome.solutions and count is None else 0
    yield trace.Ended(outcome.status, None, placed, placed - lie_there, outcome.message)


def _placed(puzzle: Puzzle, outcome: Outcome) -> Iterator[trace.PiecePlaced]:
    """The pieces of the first solution."""
    left = puzzle.boundary
    for step, placement in enumerate(outcome.solutions[0] if outcome.solutions else (), 1):
        corners = {vertex.point for vertex in left.vertices}
        left = left.without(placement.ring)
        yield trace.PiecePlaced(
            step=step,
            name=placement.name,
            vertices=_ring(puzzle, placement.ring),
            # Ford's rings begin anywhere, but one of their corners lies on a corner
            vertex=puzzle.in_legs(next(p for p in placement.ring if p in corners)),
            fits=outcome.choices[step - 1] if outcome.choices else 0,
            remaining=tuple(
                _ring(puzzle, (vertex.point for vertex in loop)) for part in left.parts for loop in part.loops
            ),
        )


def _ring(puzzle: Puzzle, ring: Iterable[Point]) -> trace.Ring:
    return tuple(puzzle.in_legs(p) for p in ring)
