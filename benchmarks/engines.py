"""Runs the engines of the expert system on outlines, compares their traces byte for byte, and prints a table.

    python benchmarks/engines.py [OUTLINES.geojsonl ...] [--ranking NAME ...] [--way published retry backtracking]
                                 [--most N] [--limit SECONDS] [--jobs N]

Without a file the outlines are all shapes. The compiled engine goes over the lines of a ranking in a loop; the
production engine and, where it is installed, CLIPS run them as rules over a working memory. Their traces are to be the
same; an outline that the time limit cuts short in one of them is counted apart. Each outline is solved by all in turn;
seconds are processor time.
The exit status is 1 if a trace differs.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from importlib.util import find_spec
from itertools import product, zip_longest
from time import process_time
from typing import NamedTuple

from inputs import puzzles_of
from measuring import milliseconds, spread, table

from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.outlines.reading import shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.lines import dumps

ENGINES: tuple[Engine, ...] = ("compiled", "production", *(("clips",) if find_spec("clips") else ()))
"""The engines that are compared: the others with the first."""
LIMIT = 10.0
"""Seconds for an outline at most."""
SHOWN = 110
"""Characters of a line of a trace that are shown around the first that differs."""

Setup = tuple[str, Way]
"""The name or file of a ranking, and the way to run it."""


class Solved(NamedTuple):
    """One outline solved by one engine."""

    is_cut_short: bool
    trace: str
    seconds: float


class Compared(NamedTuple):
    """One outline solved by all engines."""

    outline: str
    difference: str | None
    """Where the traces first differ; None if they are the same."""
    is_cut_short: bool
    """True if the time limit ended one of the runs."""
    seconds: dict[Engine, float]


@cache
def outlines_of(sources: tuple[str, ...]) -> tuple[Puzzle, ...]:
    """Return the outlines of shapes and files; those that are refused are left out."""
    return tuple(puzzle for source in sources for puzzle in puzzles_of(source))


def solved_by(engine: Engine, puzzle: Puzzle, setup: Setup, limit: float) -> Solved:
    """Solve an outline of which nothing is known beyond what was read."""
    ranking, way = read_ranking(setup[0]), setup[1]
    fresh = replace(puzzle)
    start = process_time()
    result = solve(fresh, ranking, way=way, engine=engine, limit=limit)
    seconds = process_time() - start
    return Solved(result.status == "limit", dumps(result.trace), seconds)


def compare(puzzle: Puzzle, setup: Setup, limit: float, first: int = 0) -> Compared:
    """Solve an outline by all engines, one of them first, and compare their traces."""
    in_turn = (*ENGINES[first:], *ENGINES[:first])
    runs = {engine: solved_by(engine, puzzle, setup, limit) for engine in in_turn}
    seconds = {engine: run.seconds for engine, run in runs.items()}
    if any(run.is_cut_short for run in runs.values()):
        return Compared(puzzle.id, None, True, seconds)
    compiled, *others = (runs[engine].trace for engine in ENGINES)
    pairs = zip(ENGINES[1:], others, strict=True)
    faults = (f"{engine}, {first_difference(trace, compiled)}" for engine, trace in pairs if trace != compiled)
    return Compared(puzzle.id, next(faults, None), False, seconds)


def first_difference(trace: str, compiled: str) -> str:
    """Return in words where two traces first differ."""
    lines = zip_longest(trace.splitlines(), compiled.splitlines(), fillvalue="(the end)")
    number, (one, other) = next((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    span = slice(max(0, at - SHOWN // 2), at + SHOWN // 2)
    return f"line {number}:\n    by rules: {one[:30]}..{one[span]}\n    compiled: {other[:30]}..{other[span]}"


def work(sources: tuple[str, ...], setup: Setup, limit: float, numbered: tuple[int, int]) -> Compared:
    """Compare the engines on the outline with a number, in a process of its own."""
    place, number = numbered
    return compare(outlines_of(sources)[number], setup, limit, place % len(ENGINES))


def all_compared(
    sources: tuple[str, ...], numbers: Sequence[int], setup: Setup, limit: float, jobs: int
) -> list[Compared]:
    """Compare the engines on outlines, in several processes if asked for."""
    job = partial(work, sources, setup, limit)
    for number in numbers[:2]:  # what is loaded or built once is not compared
        compare(outlines_of(sources)[number], setup, limit)
    if jobs == 1:
        return [job(numbered) for numbered in enumerate(numbers)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(job, enumerate(numbers), chunksize=max(1, min(20, len(numbers) // (4 * jobs)))))


COMPARED = (
    "ranking",
    "way",
    "outlines",
    "the same",
    "different",
    "cut short",
    *(words for engine in ENGINES for words in (f"{engine}, median ms", "p99 ms")),
)


def compared_row(setup: Setup, found: Sequence[Compared]) -> tuple[str, ...]:
    """Return how many traces are the same, and the milliseconds of those runs that were not cut short."""
    ended = [each for each in found if not each.is_cut_short]
    same = sum(each.difference is None for each in ended)
    numbers = map(str, (len(found), same, len(ended) - same, len(found) - len(ended)))
    times = ([each.seconds[engine] for each in ended] or [0.0] for engine in ENGINES)
    cells = (cell for seconds in times for cell in spread(seconds, milliseconds))
    return (setup[0], WAYS[setup[1]], *numbers, *cells)


def differences(found: Iterable[tuple[Setup, Sequence[Compared]]]) -> Iterator[str]:
    """Yield where the traces of outlines first differ, in words."""
    for (ranking, way), compared in found:
        for each in compared:
            if each.difference is not None:
                yield f"{each.outline}, {ranking} {WAYS[way]}, {each.difference}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="*", help="files of outlines, or names of shapes")
    parser.add_argument("--ranking", nargs="+", default=ranking_names())
    parser.add_argument("--way", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--most", type=int, help="maximum number of outlines, taken evenly from all")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for an outline at most")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args(arguments)
    sources = tuple(chosen.outlines or shape_names())
    listed = len(outlines_of(sources))
    most = min(chosen.most or listed, listed)
    numbers = [i * listed // most for i in range(most)]
    setups: list[Setup] = list(product(chosen.ranking, chosen.way))
    compared = [(setup, all_compared(sources, numbers, setup, chosen.limit, chosen.jobs)) for setup in setups]
    print(table(COMPARED, (compared_row(*each) for each in compared)))
    found = list(differences(compared))
    for difference in found:
        print(difference)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
