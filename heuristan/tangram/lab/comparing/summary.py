"""Comparisons of many outlines: one line per solver."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from heuristan.tangram.lab.comparing.rows import Row


class Quantile(NamedTuple):
    """The seconds of the run at a rank; a lower bound if that run reached the limit."""

    seconds: float
    is_lower_bound: bool


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
    # runs that reached the limit would have taken longer than any that did not
    timed = sorted((row.status == "limit", row.seconds) for row in rows if row.seconds is not None)
    return Summary(
        solver,
        len(rows),
        dict(Counter(row.status for row in rows)),
        _quantile(timed, 0.5),
        _quantile(timed, 0.99),
        _ranked([row.effort for row in rows], 0.5),
        _ranked([row.undone for row in rows], 0.5),
        _ranked([row.peak_memory for row in rows], 1),
        _ranked([row.memory_added for row in rows], 1),
    )


def _quantile(timed: Sequence[tuple[bool, float]], share: float) -> Quantile | None:
    if not timed:
        return None
    is_limit, seconds = timed[_rank(len(timed), share)]
    return Quantile(seconds, is_limit)


def _ranked(values: Sequence[int | None], share: float) -> int | None:
    known = sorted(value for value in values if value is not None)
    return known[_rank(len(known), share)] if known else None


def _rank(count: int, share: float) -> int:
    """Return the nearest rank, so that the value was measured and is not between two."""
    return max(0, ceil(share * count) - 1)
