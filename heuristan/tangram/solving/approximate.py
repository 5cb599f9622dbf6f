"""Drawings solved: their readings are tried in turn, and the pieces of a solution are put where they truly lie.

What puts them there needs shapely and numpy, so it is imported where a drawing is solved: lattice puzzles need neither.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from time import perf_counter

from heuristan.common.plane import Ring
from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead, Result, ResultPiece, ResultPieces, checked
from heuristan.tangram.trace.events import CompositeReleased, Event, MatchTaken, PiecePlaced, SolutionFound

TANGLED = "read so, the outline crosses itself"


@dataclass
class Contacts:
    """Accepts pieces that can be put so that they touch without overlapping, and keeps where they were put."""

    puzzle: Puzzle
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
        from heuristan.tangram.solving.contacts import in_contact

        if not self.puzzle.nearness:
            checked(self.puzzle, placements)
        rings = in_contact(self.puzzle, placements)
        if rings is not None:
            self.rings[tuple(placements)] = rings
        return rings is not None

    def own(self, placements: Sequence[Placement], how: Iterable[tuple[int, str]]) -> ResultPieces:
        """Return accepted pieces, with their steps and rules, in the drawing's own coordinates."""
        return tuple(
            ResultPiece(placement.name, step, rule, tuple(self.puzzle.own_of_legs(*spot) for spot in ring))
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


def by_readings(puzzle: Puzzle, solve: Callable[[Puzzle, float | None], Result], limit: float | None) -> Result:
    """Return the result of the first reading that has a solution, otherwise that of the last.

    Args:
        puzzle: the first reading of a drawing, or an exact puzzle, which is its own only reading.
        solve: solves one reading within a number of seconds.
        limit: the maximum number of seconds for all of them.
    """
    end = None if limit is None else perf_counter() + limit
    seconds, sets = 0.0, dict[int, None]()
    for reading in _readings_from(puzzle):
        sets[reading.sets] = None
        with announced(partial(_progress, reading)):
            result = solve(reading, None if end is None else max(0.0, end - perf_counter()))
        seconds += result.seconds
        if result.status in ("solved", "limit"):
            break
    if puzzle.reading is None:
        return result
    return replace(result, seconds=seconds, message=_message(result, reading), reading=_as_read(reading, sets))


def _progress(reading: Puzzle) -> str:
    which = f"reading {reading.reading.number + 1} of the drawing, " if reading.reading else ""
    return f"{which}{plural(reading.sets, 'set')}"


def _readings_from(puzzle: Puzzle) -> Iterator[Puzzle]:
    yield puzzle
    if puzzle.reading is not None and puzzle.drawing is not None:
        from heuristan.tangram.outlines.approximate import readings_of

        yield from islice(readings_of(puzzle.drawing, puzzle.pieces), puzzle.reading.number + 1, None)


def _as_read(puzzle: Puzzle, sets_tried: Iterable[int]) -> AsRead | None:
    if puzzle.reading is None or puzzle.drawing is None:
        return None
    return AsRead(puzzle.drawing.origin, puzzle.reading.nearness, puzzle.reading.moved, tuple(sets_tried))


def _message(result: Result, reading: Puzzle) -> str:
    assert reading.reading is not None
    if result.status == "solved":
        return f"{result.message}; read as drawn, {reading.reading.words}"
    return f"{result.message}; that is the last of the readings of the drawing, {reading.reading.words}"
