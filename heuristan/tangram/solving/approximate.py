"""Pieces of a drawing's solution, put where they truly lie and compared with what the file says.

What puts them there needs shapely and numpy, so it is imported where a drawing is solved: lattice puzzles need neither.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from heuristan.common.plane import Ring
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import ResultPiece, ResultPieces, checked
from heuristan.tangram.trace.events import CompositeReleased, Event, MatchTaken, PiecePlaced, SolutionFound

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

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
        from heuristan.tangram.solving.contacts import in_contact

        return in_contact(self.puzzle, placements)

    def _passes(self, placements: Sequence[Placement], rings: Iterable[Ring]) -> bool:
        """Return whether pieces are a solution of what the file says, however it was read."""
        from heuristan.tangram.verification.judging.drawn_case import Gate, OwnPiece

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
