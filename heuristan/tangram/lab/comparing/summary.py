"""Many outlines in one line a solver."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from heuristan.tangram.lab.comparing.rows import Row


class Quantile(NamedTuple):
    """The seconds of the run at a rank. Where that run reached the limit, they are a lower bound."""

    seconds: float
    is_lower_bound: bool


@dataclass(frozen=True)
class Summary:
    """One solver on many outlines. Refused outlines and failed runs are in `statuses` and nowhere else."""

    solver: str
    outlines: int
    statuses: dict[str, int]
    """How many runs came to each status."""
    median: Quantile | None
    """Of the seconds of all runs, those that reached the limit included."""
    p99: Quantile | None
    """99 of 100 runs take no longer (with fewer than 100 runs, the longest)."""
    effort: int | None
    """Nodes or extractions, the median."""
    undone: int | None
    """The median."""
    peak_memory: int | None
    """Bytes, the largest of all."""
    memory_added: int | None
    """Bytes, the largest of all."""

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
    """A summary of each solver, in the order in which they come."""
    return [
        _of(solver, [row for row in rows if row.solver == solver]) for solver in dict.fromkeys(r.solver for r in rows)
    ]


def _of(solver: str, rows: Sequence[Row]) -> Summary:
    # the run that reached the limit would have taken longer than any that ended within it
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
    """The nearest rank: the value is one that was measured, never one between two."""
    return max(0, ceil(share * count) - 1)
