"""What is compared: one solver on one outline, and what several made of the same outline."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.tangram.trace.events import Status

RowStatus: TypeAlias = Status | Literal["failed"]
"""That of a result; "failed" where the solver ended without one, which is a bug or a want of memory."""


@dataclass(frozen=True)
class Row:
    """One solver on one outline. Numbers are null where there is none, or where they cannot be measured."""

    outline: int
    """The outline's place in the comparison, from 1: two may have the same id."""
    id: str
    solver: str
    status: RowStatus
    nodes: int | None = None
    """States that a search looked at; null for the expert system."""
    extractions: int | None = None
    """Pieces and composites that the expert system extracted; null for a search."""
    undone: int | None = None
    """How many pieces or matches were put back."""
    seconds: float | None = None
    """For solving alone, in a process that is warm; the median if there were several runs."""
    peak_memory: int | None = None
    """The most bytes that the process held at once while it solved: Python and all that is loaded included."""
    memory_added: int | None = None
    """By how many bytes that is more than it held before."""
    message: str = ""
    all_seconds: tuple[float, ...] = ()
    """Of each run."""

    @property
    def effort(self) -> int | None:
        """Nodes or extractions, whichever the solver counts."""
        return self.extractions if self.nodes is None else self.nodes

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Contradiction(NamedTuple):
    """Two answers to one question: every solved outline is verified, so the other is false."""

    id: str
    solved: tuple[str, ...]
    unsolvable: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


def by_outline(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of each outline, in order."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.outline)]


def contradictions(rows: Iterable[Row]) -> list[Contradiction]:
    """The outlines that one solver solved and another calls unsolvable."""
    found = [
        Contradiction(group[0].id, _with(group, "solved"), _with(group, "unsolvable")) for group in by_outline(rows)
    ]
    return [each for each in found if each.solved and each.unsolvable]


def _with(rows: Sequence[Row], status: RowStatus) -> tuple[str, ...]:
    return tuple(row.solver for row in rows if row.status == status)
