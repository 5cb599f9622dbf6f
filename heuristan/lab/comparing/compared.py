"""The rows of a comparison, one solver on one outline; contradictions between solvers; and one line per solver."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

from heuristan.common import comparing
from heuristan.common.comparing import Contradiction, Quantile, middle, quantile
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


def _by_outline(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the rows of each outline, in order."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.outline)]


def contradictions(rows: Iterable[Row]) -> list[Contradiction]:
    """Return the outlines that one solver solved and another calls unsolvable."""
    return comparing.contradictions(_by_outline(rows))


@dataclass(frozen=True)
class Summary:
    """One solver on many outlines. Refused outlines and failed runs are in `statuses` and nowhere else."""

    solver: str
    outlines: int
    statuses: dict[str, int]
    """Number of runs of each status."""
    median: Quantile | None
    """Median of the seconds of all runs, including those that reached the limit."""
    p99: Quantile | None
    """Seconds that 99 of 100 runs do not exceed (with fewer than 100 runs, the maximum)."""
    effort: int | None
    """Median number of nodes or extractions."""
    undone: int | None
    """Median number of pieces or matches put back."""
    peak_memory: int | None
    """Maximum number of bytes."""
    memory_added: int | None
    """Maximum number of bytes."""

    @property
    def solved(self) -> int:
        return self.statuses.get("solved", 0)

    def as_json(self) -> dict[str, Any]:
        def quantile(name: str, found: Quantile | None) -> dict[str, Any]:
            seconds, bound = found or (None, None)
            return {f"{name}_seconds": seconds, f"{name}_is_lower_bound": bound}

        return {
            "solver": self.solver,
            "outlines": self.outlines,
            "solved": self.solved,
            "statuses": self.statuses,
            **quantile("median", self.median),
            **quantile("p99", self.p99),
            "median_effort": self.effort,
            "median_undone": self.undone,
            "peak_memory": self.peak_memory,
            "memory_added": self.memory_added,
        }


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """Return a summary of each solver, in the order of the rows."""
    return [
        _of(solver, [row for row in rows if row.solver == solver]) for solver in dict.fromkeys(r.solver for r in rows)
    ]


def _of(solver: str, rows: Sequence[Row]) -> Summary:
    timed = [(row.status, row.seconds) for row in rows]
    return Summary(
        solver,
        len(rows),
        dict(Counter(row.status for row in rows)),
        quantile(timed, 0.5),
        quantile(timed, 0.99),
        _known(middle, [row.effort for row in rows]),
        _known(middle, [row.undone for row in rows]),
        _known(max, [row.peak_memory for row in rows]),
        _known(max, [row.memory_added for row in rows]),
    )


def _known(of: Callable[[Sequence[int]], int], values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return of(known) if known else None
