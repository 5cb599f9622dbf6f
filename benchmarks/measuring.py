"""Shared by the benchmarks: the solvers, their seconds, and tables in Markdown."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from statistics import median
from time import process_time
from typing import NamedTuple

from heuristan.lab import ford
from heuristan.tangram.exact.backends import PLAIN, SearchBackend, compiled
from heuristan.tangram.exact.search import search, warm_up
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve


class Run(NamedTuple):
    """One outline solved."""

    status: str
    steps: int
    """Nodes of a search, extractions of the expert system."""
    seconds: float
    """Processor time of this process: what else goes on in the machine is not in it, though it slows things down."""


class Solver(NamedTuple):
    """A way to solve an outline."""

    title: str
    solve: Callable[[Puzzle, float | None], tuple[str, int]]
    """Status and steps, given the puzzle and the most seconds."""

    def run(self, puzzle: Puzzle, limit: float | None = None) -> Run:
        """Solve an outline that has been read, and of which nothing is known beyond that."""
        fresh = replace(puzzle)  # without the boundary that another solver may have left there
        start = process_time()
        status, steps = self.solve(fresh, limit)
        return Run(status, steps, process_time() - start)


def _by_search(puzzle: Puzzle, limit: float | None, backend: SearchBackend) -> tuple[str, int]:
    outcome = search(puzzle, backend=backend, limit=limit)
    return outcome.status, outcome.nodes


def _by_ford(puzzle: Puzzle, limit: float | None) -> tuple[str, int]:
    outcome = ford.search(puzzle, limit=limit)
    return outcome.status, outcome.nodes


def _by_rules(puzzle: Puzzle, limit: float | None, ranking: str) -> tuple[str, int]:
    result = solve(puzzle, ranking, limit=limit)
    return result.status, result.extractions


BACKENDS: list[SearchBackend] = [backend for backend in (compiled(), PLAIN) if backend]
"""The compiled search, if numba is there, and the plain one."""

EXACT = [Solver(f"exact, {backend.name}", partial(_by_search, backend=backend)) for backend in BACKENDS]
EXPERT = [
    Solver(f"`{ranking}`, with backtracking", partial(_by_rules, ranking=ranking)) for ranking in (DEFAULT, "heuristan")
]
FORD = Solver("Ford, with the pre-test", _by_ford)
SOLVERS = [*EXACT, *EXPERT, FORD]


def warm_up_all(puzzle: Puzzle) -> None:
    """Compile or load the search, build the engine, import what is imported late: none of that is to be measured."""
    for backend in BACKENDS:
        warm_up(backend)
    for solver in SOLVERS:
        solver.run(puzzle, limit=2)


def percentile(values: Iterable[float], percent: int) -> float:
    """Return the minimum of some values that at least a percentage of them do not exceed."""
    ordered = sorted(values)
    return ordered[ceil(len(ordered) * percent / 100) - 1]


def spread(values: Sequence[float], form: Callable[[float], str]) -> tuple[str, str]:
    """Median and the 99th percentile, as cells of a table."""
    return form(median(values)), form(percentile(values, 99))


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds, three digits."""
    return f"{float(f'{seconds * 1000:.3g}'):,.10g}"


def whole(number: float) -> str:
    """A number without decimals."""
    return f"{number:,.0f}"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    lines = [list(columns), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def every_nth(puzzles: Sequence[Puzzle], most: int) -> Iterator[Puzzle]:
    """So many of some outlines at most, evenly from the whole list."""
    count = min(most, len(puzzles))
    return (puzzles[i * len(puzzles) // count] for i in range(count))
