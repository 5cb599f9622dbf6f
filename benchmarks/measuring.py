"""Shared by the benchmarks: the solvers, their seconds, and tables in Markdown."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from statistics import median
from time import process_time
from typing import NamedTuple

from heuristan.tangram.exact.backends import PLAIN, SearchBackend, compiled
from heuristan.tangram.exact.search import search, warm_up
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve


class Run(NamedTuple):
    """One outline solved."""

    status: str
    seconds: float
    """Processor time of this process: what else goes on in the machine is not in it, though it slows things down."""


class Solver(NamedTuple):
    """A way to solve an outline."""

    title: str
    solve: Callable[[Puzzle, float | None], str]
    """The status, given the puzzle and the most seconds."""

    def run(self, puzzle: Puzzle, limit: float | None = None) -> Run:
        """Solve an outline that has been read, and of which nothing is known beyond that."""
        fresh = replace(puzzle)  # without the boundary that another solver may have left there
        start = process_time()
        status = self.solve(fresh, limit)
        return Run(status, process_time() - start)


def _by_search(puzzle: Puzzle, limit: float | None, backend: SearchBackend) -> str:
    return search(puzzle, backend=backend, limit=limit).status


def by_ranking(name: str, *, backtracking: bool = True) -> Solver:
    """A ranking as a solver."""
    ranking = read_ranking(name)

    def status(puzzle: Puzzle, limit: float | None) -> str:
        return solve(puzzle, ranking, backtracking=backtracking, limit=limit).status

    return Solver(f"`{name}`" if backtracking else f"`{name}`, as published", status)


BACKENDS: list[SearchBackend] = [backend for backend in (compiled(), PLAIN) if backend]
"""The compiled search, if numba is there, and the plain one."""

EXACT = [Solver(f"exact, {backend.name}", partial(_by_search, backend=backend)) for backend in BACKENDS]
RULES = [by_ranking("deutsch-hayes-1972"), by_ranking("heuristan")]


def warm_up_all(puzzle: Puzzle) -> None:
    """Compile or load the search, build the engine, import what is imported late: none of that is to be measured."""
    for backend in BACKENDS:
        warm_up(backend)
    for solver in (*EXACT, *RULES):
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
