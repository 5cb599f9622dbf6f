"""The rows of a comparison: one solver on one outline, and contradictions between solvers."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

from heuristan.common import comparing
from heuristan.common.comparing import Contradiction
from heuristan.tangram.trace.events import Status

RowStatus: TypeAlias = Status | Literal["failed"]
"""The status of a result; "failed" if the solver ended without one, because of a bug or too little memory."""


@dataclass(frozen=True)
class Row:
    """One solver on one outline. Numbers are null if they do not exist or cannot be measured."""

    outline: int
    """The outline's place in the comparison, from 1: two may have the same id."""
    id: str
    solver: str
    status: RowStatus
    nodes: int | None = None
    """Number of states that a search looked at; null for the expert system."""
    extractions: int | None = None
    """Number of pieces and composites that the expert system extracted; null for a search."""
    undone: int | None = None
    """Number of pieces or matches put back."""
    seconds: float | None = None
    """Time for solving alone, in a warm process; the median of several runs."""
    peak_memory: int | None = None
    """Maximum number of bytes that the process held while it solved, including Python and everything loaded."""
    memory_added: int | None = None
    """Number of bytes above what it held before."""
    message: str = ""
    all_seconds: tuple[float, ...] = ()
    """Seconds of each run."""

    @property
    def effort(self) -> int | None:
        """Number of nodes or extractions, whichever the solver counts."""
        return self.extractions if self.nodes is None else self.nodes

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def by_outline(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the rows of each outline, in order."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.outline)]


def contradictions(rows: Iterable[Row]) -> list[Contradiction]:
    """Return the outlines that one solver solved and another calls unsolvable."""
    return comparing.contradictions(by_outline(rows))
