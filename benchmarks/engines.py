"""Runs both engines of the expert system on outlines, compares their traces byte for byte, and prints tables.

    python benchmarks/engines.py [OUTLINES.geojsonl ...] [--ranking NAME ...] [--way published retry backtracking]
                                 [--most N] [--limit SECONDS] [--jobs N]

Without a file the outlines are all shapes. The compiled engine goes over the lines of a ranking in a loop, the
production engine runs them as rules over a working memory. Their traces are to be the same; an outline that the time
limit cuts short in one of them is counted apart. Each outline is solved by both in turn; seconds are processor time.
The exit status is 1 if a trace differs.

The second table is of the production engine alone, on sixty of the outlines at most: the facts in the working memory
when a rule of the ranking fires or none can, how many of them some condition of a rule accepts, and the firings and the
time from one decision to the next.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import product, zip_longest
from math import fsum
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

from inputs import puzzles_of
from measuring import every_nth, milliseconds, spread, table

from heuristan.common.clock import Clock, OutOfTime
from heuristan.tangram.expert.engine.building import engine_for
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.ranking_file import ranking_names, read_ranking
from heuristan.tangram.expert.runs import control_for, rules_for
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.outlines.reading import shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.lines import dumps

BOTH: tuple[Engine, ...] = ("production", "compiled")
"""The engines that are compared; tests compare CLIPS."""
COUNTED = 60
"""Outlines at most on which facts and firings are counted, evenly from all."""
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
    """One outline solved by both engines."""

    outline: str
    difference: str | None
    """Where the traces first differ; None if they are the same."""
    is_cut_short: bool
    """True if the time limit ended one of the runs."""
    seconds: dict[Engine, float]


@dataclass
class Counts:
    """Counts from a run of the production engine on one outline."""

    facts: list[int] = field(default_factory=list)
    """The facts in the working memory at each decision."""
    accepted: list[int] = field(default_factory=list)
    """Those of them that some condition of some rule accepts."""
    firings: int = 0
    seconds: float = 0.0

    @property
    def decisions(self) -> int:
        return len(self.facts)


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
    """Solve an outline by both engines, one of them first, and compare their traces."""
    in_turn = (*BOTH[first:], *BOTH[:first])
    runs = {engine: solved_by(engine, puzzle, setup, limit) for engine in in_turn}
    seconds = {engine: run.seconds for engine, run in runs.items()}
    if any(run.is_cut_short for run in runs.values()):
        return Compared(puzzle.id, None, True, seconds)
    production, compiled = runs["production"].trace, runs["compiled"].trace
    difference = None if production == compiled else first_difference(production, compiled)
    return Compared(puzzle.id, difference, False, seconds)


def first_difference(production: str, compiled: str) -> str:
    """Return in words where two traces first differ."""
    lines = zip_longest(production.splitlines(), compiled.splitlines(), fillvalue="(the end)")
    number, (one, other) = next((n, pair) for n, pair in enumerate(lines, 1) if pair[0] != pair[1])
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    span = slice(max(0, at - SHOWN // 2), at + SHOWN // 2)
    return f"line {number}:\n    production: {one[:30]}..{one[span]}\n    compiled:   {other[:30]}..{other[span]}"


def count(puzzle: Puzzle, setup: Setup, limit: float) -> Counts:
    """Return what the production engine does on an outline; of a drawing, on its first reading."""
    read, way = read_ranking(setup[0]), setup[1]
    if puzzle.reading and not Contacts(puzzle).is_valid:
        return Counts()
    tracer = Tracer(puzzle, read, rules_for(read, way), lambda _: None)
    control = control_for(replace(puzzle), read, way, tracer, Clock(limit))
    engine, counts = engine_for(control), Counts()
    before = engine.firings

    def watch(production: Production) -> None:
        if production.line is not None or production.name in ("run-dry", "return-to-first-rule"):
            counts.facts.append(len(engine.facts))
            counts.accepted.append(engine.matcher.size().accepted)

    start = process_time()
    try:
        engine.solve(control)
    except OutOfTime:
        return counts
    counts.seconds, counts.firings = process_time() - start, engine.firings - before
    control = control_for(replace(puzzle), read, way, tracer, Clock())
    engine.watch = watch
    try:
        engine.solve(control)
    finally:
        engine.watch = None
    return counts


def work(sources: tuple[str, ...], setup: Setup, limit: float, numbered: tuple[int, int]) -> Compared:
    """Compare the engines on the outline with a number, in a process of its own."""
    place, number = numbered
    return compare(outlines_of(sources)[number], setup, limit, place % len(BOTH))


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
    "production, median ms",
    "p99 ms",
    "compiled, median ms",
    "p99 ms",
    "median, times",
    "p99, times",
)


def compared_row(setup: Setup, found: Sequence[Compared]) -> tuple[str, ...]:
    """Return how many traces are the same, and the milliseconds of those runs that were not cut short."""
    ended = [each for each in found if not each.is_cut_short]
    same = sum(each.difference is None for each in ended)
    numbers = map(str, (len(found), same, len(ended) - same, len(found) - len(ended)))
    cells: list[str] = []
    spreads = []
    for engine in BOTH:
        seconds = [each.seconds[engine] for each in ended] or [0.0]
        cells += spread(seconds, milliseconds)
        spreads.append(spread(seconds, str))
    times = (f"{float(a) / float(b):.2f}" if float(b) else "" for a, b in zip(*spreads, strict=True))
    return (setup[0], WAYS[setup[1]], *numbers, *cells, *times)


COUNTED_COLUMNS = (
    "ranking",
    "way",
    "outlines",
    "decisions",
    "facts at one, mean",
    "most",
    "of them accepted by some rule",
    "firings a decision",
    "median ms a decision",
)


def counted_row(setup: Setup, found: Sequence[Counts]) -> tuple[str, ...]:
    """Return the facts in the working memory at a decision, how many are read, firings and time."""
    facts = [number for counts in found for number in counts.facts]
    accepted = [number for counts in found for number in counts.accepted]
    decided = [counts for counts in found if counts.decisions]
    return (
        setup[0],
        WAYS[setup[1]],
        str(len(decided)),
        f"{len(facts):,}",
        f"{fmean(facts):.1f}",
        str(max(facts)),
        f"{fsum(accepted) / fsum(facts):.1%}".replace("%", " %"),
        f"{sum(counts.firings for counts in decided) / len(facts):.2f}",
        milliseconds(median(counts.seconds / counts.decisions for counts in decided)),
    )


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
    some = [outlines_of(sources)[number] for number in numbers]
    counted = ([count(puzzle, setup, chosen.limit) for puzzle in every_nth(some, COUNTED)] for setup in setups)
    print(table(COUNTED_COLUMNS, (counted_row(setup, each) for setup, each in zip(setups, counted, strict=True))))
    found = list(differences(compared))
    for difference in found:
        print(difference)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
