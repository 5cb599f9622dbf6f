"""Comparisons of many outlines: one line per solver."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from heuristan.common.comparing import Quantile, middle, quantile
from heuristan.lab.comparing.rows import Row


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
