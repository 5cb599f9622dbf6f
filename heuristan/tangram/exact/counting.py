"""The number of solutions, and of those that differ by more than a symmetry."""

from dataclasses import dataclass
from typing import TypeAlias

from heuristan.tangram.boundary import Ring
from heuristan.tangram.boundary.symmetry import Symmetry
from heuristan.tangram.exact.region import Solution
from heuristan.tangram.pieces.sets import Placement

Tiling: TypeAlias = tuple[tuple[str, Ring], ...]
"""Names and vertices of the pieces of a solution, sorted: the same for the same tiling."""


def tiling_of(solution: Solution, symmetry: Symmetry | None = None) -> Tiling:
    """Return a solution as a tiling, moved by a symmetry."""
    return tuple(sorted((piece.name, _vertices(piece, symmetry)) for piece in solution))


def _vertices(piece: Placement, symmetry: Symmetry | None) -> Ring:
    return tuple(sorted(map(symmetry.of, piece.ring) if symmetry else piece.ring))


@dataclass(frozen=True)
class Classes:
    """Puts solutions into classes that are the same up to symmetry."""

    symmetries: tuple[Symmetry, ...]

    def of(self, solution: Solution) -> Tiling:
        """Return the representative of a solution's class: the minimum of its images."""
        return min(tiling_of(solution, symmetry) for symmetry in self.symmetries)


class Tally:
    """Counts solutions as they come, without keeping them.

    A class that is the same up to a group of symmetries has as many members as the group, divided by how many of its
    symmetries keep a member as it is. So each member counts for the inverse of that: summed over all solutions, these
    fractions are the number of classes (Burnside's lemma).
    """

    def __init__(self, symmetries: tuple[Symmetry, ...]) -> None:
        self.tilings = 0
        """Number of solutions, equal pieces not distinguished."""
        self._symmetries = symmetries
        self._kept = 0

    def add(self, solution: Solution) -> None:
        """Count a solution that was not counted yet."""
        self.tilings += 1
        if len(self._symmetries) == 1:
            self._kept += 1
            return
        tiling = tiling_of(solution)
        self._kept += sum(tiling_of(solution, symmetry) == tiling for symmetry in self._symmetries)

    @property
    def distinct(self) -> int:
        """Number of classes of solutions; a lower bound if not all solutions are counted yet."""
        return -(-self._kept // len(self._symmetries))
