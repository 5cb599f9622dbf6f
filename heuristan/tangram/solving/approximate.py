"""Drawings solved: their readings are tried in turn, and the pieces of a solution are put where they truly lie.

What puts them there needs shapely and numpy, so it is imported where a drawing is solved: lattice puzzles need neither.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from heuristan.common.plane import Ring
from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import as_read
from heuristan.tangram.solving.result import Result, ResultPiece, ResultPieces, checked
from heuristan.tangram.trace.events import CompositeReleased, Event, MatchTaken, PiecePlaced, SolutionFound
from heuristan.tangram.verification.as_drawn import is_as_drawn

if TYPE_CHECKING:
    from heuristan.tangram.verification.gate import Gate

SolveOne: TypeAlias = "Callable[[Puzzle, Gate | None, float | None], Result]"
"""Solves one reading within a number of seconds; its solutions pass the gate, which exact outlines do not need."""

TANGLED = "read so, the outline crosses itself"


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
        from heuristan.tangram.solving.contacts import in_contact

        if not self.puzzle.nearness:
            checked(self.puzzle, placements)
        rings = in_contact(self.puzzle, placements)
        if rings is None or not self._passes(placements, rings):
            return False
        self.rings[tuple(placements)] = rings
        return True

    def _passes(self, placements: Sequence[Placement], rings: Iterable[Ring]) -> bool:
        """Return whether pieces are a solution of what the file says, however it was read."""
        from heuristan.tangram.verification.gate import Gate, OwnPiece

        gate = self.gate or Gate.of(self.puzzle)
        own = [OwnPiece(placement.name, self._own(ring)) for placement, ring in zip(placements, rings, strict=True)]
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


def by_readings(puzzle: Puzzle, solve: SolveOne, limit: float | None) -> Result:
    """Return the result of the first reading that has a solution, otherwise that of the last.

    Args:
        puzzle: the first reading of a drawing, or an exact puzzle, which is its own only reading.
        solve: solves one reading.
        limit: the maximum number of seconds for all of them.
    """
    if puzzle.reading is None and is_as_drawn(puzzle):
        with announced(partial(_progress, puzzle)):
            return solve(puzzle, None, limit)
    return _by_each(_readings_from(puzzle), solve, limit)


def _by_each(readings: Iterator[Puzzle], solve: SolveOne, limit: float | None) -> Result:
    from heuristan.tangram.verification.gate import Gate

    end = None if limit is None else perf_counter() + limit
    first = next(readings)
    gate, seconds, sets = Gate.of(first), 0.0, dict[int, None]()
    for reading in chain((first,), readings):
        sets[reading.sets] = None
        with announced(partial(_progress, reading)):
            result = solve(reading, gate, None if end is None else max(0.0, end - perf_counter()))
        seconds += result.seconds
        if result.status in ("solved", "limit"):
            break
    return as_read(replace(result, seconds=seconds), reading, tuple(sets))


def _progress(reading: Puzzle) -> str:
    which = f"reading {reading.reading.number + 1} of the drawing, " if reading.reading else ""
    return f"{which}{plural(reading.sets, 'set')}"


def _readings_from(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield a reading of a drawing and those after it; all of them, if the puzzle is exact and not what was drawn."""
    first = 0
    if puzzle.reading is not None:
        yield puzzle
        first = puzzle.reading.number + 1
    if puzzle.drawing is not None:
        from heuristan.tangram.outlines.approximate import readings_of

        yield from islice(readings_of(puzzle.drawing, puzzle.pieces), first, None)
