"""The gate before every solution of a drawing: pieces pass if they fill what the file says, in its own coordinates.

It has the measure of `verify`, and shares nothing with the solver that found the pieces and the reader of the outline:
what it knows is the drawing, as its file has it, and how far pieces may be off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from heuristan.common.plane import Ring
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece
from heuristan.tangram.verification.judging.approximate import DrawnCase, allowance_of
from heuristan.tangram.verification.judging.case import Allowance
from heuristan.tangram.verification.rings import are_as_near, odd_region_of


class OwnPiece(NamedTuple):
    """A piece in the file's own coordinates."""

    name: str
    vertices: Ring


@dataclass(frozen=True)
class Gate:
    """Lets pass what is a solution of a drawing, to within an allowance."""

    puzzle: Puzzle
    """A reading of the drawing; of this the gate uses the drawing alone."""
    allowance: Allowance

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Gate":
        """Return the gate for all readings of a drawing; `puzzle` is the first of them, by which `verify` measures."""
        return cls(puzzle, allowance_of(puzzle))

    def is_near(self, reading: Puzzle) -> bool:
        """Return whether an exact reading is near what was drawn, so that what fills it exactly passes."""
        case = DrawnCase(self.puzzle, Claim(None, "solved", (), 1), self.allowance)
        rings = [[*map(case.position.legs, map(reading.own, ring))] for ring in reading.rings]
        return are_as_near(case.outline, odd_region_of(rings), self.allowance.gap)

    def fault_of(self, pieces: Sequence[OwnPiece]) -> str | None:
        """Return what is wrong with pieces, or None if they are a solution."""
        claim = Claim(None, "solved", tuple(LaidPiece(*piece) for piece in pieces), 1)
        return next((fault.message for fault in DrawnCase(self.puzzle, claim, self.allowance).faults()), None)
