"""Runs rankings as published by the engine and by kernels, compares what they extract, and prints a table.

    python benchmarks/attempts.py [OUTLINES.geojsonl ...] [--ranking NAME ...] [--most N] [--remembered]

Without a file the outlines are all shapes. Kernels (`heuristan/lab/quick`) make no trace; what they extract,
the attempts and the message are to be those of the trace. The first call compiles them, a quarter of a minute.
Each outline is run by both in turn; seconds are processor time, and those of outlines that kernels leave to the loop
are counted apart. The exit status is 1 if an extraction differs.

The second table is of a second ranking, the same lines in another order, on states that are remembered.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import fmean
from time import process_time
from typing import NamedTuple

from inputs import puzzles_of
from measuring import every_nth, milliseconds, spread, table

from heuristan.common.kernels import Backend, compiled_backend
from heuristan.lab.quick.as_published import Memory, run_published, run_remembering, solve_quickly
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.outlines.reading import shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import AttemptStarted, CompositeHeld, Event, MatchTaken


class Compared(NamedTuple):
    """One outline by the engine and by kernels, in seconds."""

    outline: str
    is_same: bool
    engine: float
    kernels: float


def extractions(events: Sequence[Event]) -> list[object]:
    """Return the attempts, matches and composites of a trace, without what else it says of them."""
    return [
        (event.step, event.rule, event.kind, event.name, event.vertices) if isinstance(event, MatchTaken) else event
        for event in events
        if isinstance(event, AttemptStarted | MatchTaken | CompositeHeld)
    ]


def compared(puzzles: Sequence[Puzzle], ranking: Ranking, backend: Backend) -> Iterator[Compared]:
    """Yield the outlines that kernels run; nothing of them is known beyond what was read."""
    for puzzle in puzzles:
        fresh = replace(puzzle)
        start = process_time()
        quick = solve_quickly(fresh, ranking, with_extractions=False, backend=backend)
        kernels = process_time() - start
        told = solve_quickly(puzzle, ranking, backend=backend)
        if quick is None or told is None:
            continue
        fresh = replace(puzzle)
        start = process_time()
        slow = solve(fresh, ranking, way="published", engine="production")
        engine = process_time() - start
        is_same = extractions(told.trace) == extractions(slow.trace)
        is_same &= (quick.status, quick.message, quick.pieces) == (slow.status, slow.message, slow.pieces)
        yield Compared(puzzle.id, is_same, engine, kernels)


COLUMNS = (
    *("ranking", "outlines", "left to the loop", "different"),
    *("engine, median ms", "p99 ms", "mean ms", "kernels, median ms", "p99 ms", "mean ms", "mean, times"),
)


def row(name: str, all_of_them: int, found: Sequence[Compared]) -> tuple[str, ...]:
    """Return a row of the first table."""
    engine, kernels = [each.engine for each in found], [each.kernels for each in found]
    times = fmean(engine) / fmean(kernels)
    cells = [
        cell for seconds in (engine, kernels) for cell in (*spread(seconds, milliseconds), milliseconds(fmean(seconds)))
    ]
    different = sum(not each.is_same for each in found)
    return (name, str(all_of_them), str(all_of_them - len(found)), str(different), *cells, f"{times:.1f}")


REMEMBERED = ("ranking", "outlines", "states before", "states after", "seconds, first ranking", "seconds, other order")


def remembered(name: str, puzzles: Sequence[Puzzle], backend: Backend) -> tuple[str, ...]:
    """Return a row of the second table."""
    ranking = read_ranking(name)
    other = replace(ranking, rules=tuple(Random(0).sample(ranking.rules, len(ranking.rules))))
    seconds, states = [], []
    start = process_time()
    memories = [Memory(replace(puzzle), Setting.of(puzzle, ranking), backend) for puzzle in puzzles]
    for each in (ranking, other):
        for memory in memories:
            run_remembering(memory, each)
        seconds.append(f"{process_time() - start:.3f}")
        states.append(f"{sum(memory.states for memory in memories):,}")
        start = process_time()
    return (name, str(len(puzzles)), *states, *seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="*", help="files of outlines, or names of shapes")
    parser.add_argument("--ranking", nargs="+", default=ranking_names())
    parser.add_argument("--most", type=int, help="maximum number of outlines, taken evenly from all")
    parser.add_argument("--remembered", action="store_true", help="make the second table alone")
    chosen = parser.parse_args(arguments)
    backend = compiled_backend()
    if backend is None:
        parser.error("numba is not installed: it is the extra 'fast'")
    puzzles = [puzzle for source in chosen.outlines or shape_names() for puzzle in puzzles_of(source)]
    puzzles = list(every_nth(puzzles, chosen.most or len(puzzles)))
    different: list[str] = []
    rows = []
    for name in chosen.ranking:
        for puzzle in puzzles[:2]:  # what is compiled or made once is not measured
            run_published(puzzle, read_ranking(name), backend)
        if not chosen.remembered:
            found = list(compared(puzzles, read_ranking(name), backend))
            rows.append(row(name, len(puzzles), found))
            different += [f"{each.outline}, {name}: what is extracted differs" for each in found if not each.is_same]
    if rows:
        print(table(COLUMNS, rows))
    print(table(REMEMBERED, (remembered(name, puzzles, backend) for name in chosen.ranking)))
    for difference in different:
        print(difference)
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
