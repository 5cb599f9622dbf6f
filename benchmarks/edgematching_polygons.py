"""How many tangram outlines does Algorithm 2 solve when the orientations are given, and how long does it take?

    python benchmarks/edgematching_polygons.py [OUTLINES] [--number 100] [--seed 1] [--plans] [--cut]

The outlines are those of one set in a file, a random sample of them; without a file they are generated. Seconds are
processor time of solving alone; the orientations come from the exact solver, which is not counted. Each line of the
table is a way to run the same algorithm on the same outlines, and the last one is exhaustive search.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from statistics import quantiles
from time import process_time
from typing import NamedTuple

from heuristan.edgematching.commands.tangram_bridge.outlines import puzzle_from
from heuristan.edgematching.polygons.corner_search import search
from heuristan.edgematching.polygons.cutting import CutRecipe, cut_puzzle
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.edgematching.polygons.outcome import PolygonResult
from heuristan.edgematching.polygons.semidefinite import Plan, solve
from heuristan.lab.generating import Recipe, outlines
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

ASKED_SHARE, ASKED_SECONDS = 0.97, 0.3

PLANS: dict[str, Plan] = {
    "degrees 2, 3, 4, restarts": Plan(),
    "degrees 2, 3, 4, no restart": Plan(rounds=1),
    "degree 2 alone, no restart": Plan(degrees=(2,), rounds=1),
    "degree 3 alone, no restart": Plan(degrees=(3,), rounds=1),
    "degree 4 alone, no restart": Plan(degrees=(4,), rounds=1),
    "as in the paper, degree 2": Plan(degrees=(2,), rounds=1, repairs=False),
    "as in the paper, degree 3": Plan(degrees=(3,), rounds=1, repairs=False),
    "as in the paper, degree 4": Plan(degrees=(4,), rounds=1, repairs=False),
}
"""The parameters of each line. As in the paper: from W = 0, and only points of the right rank are judged."""

CUTS, CUT_LIMIT = 20, 20.0


class Run(NamedTuple):
    """A puzzle and its result."""

    result: PolygonResult
    seconds: float


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("outlines", nargs="?", help="a file of outlines; without one they are generated")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plans", action="store_true", help="each way to run the algorithm, not only the default")
    parser.add_argument("--cut", action="store_true", help="rectangles cut at random as well, with 1, 2 and 3 colours")
    chosen = parser.parse_args(arguments)
    puzzles = [puzzle_from(outline) for outline in _outlines(chosen.outlines, chosen.number, chosen.seed)]
    print(f"{len(puzzles)} outlines of one set, orientations given; processor seconds")
    print(f"asked: {ASKED_SHARE:.0%} solved, median {ASKED_SECONDS} s")
    _warm_up(puzzles[0])
    plans = PLANS if chosen.plans else dict(islice(PLANS.items(), 1))
    for name, plan in plans.items():
        _print(name, [_timed(partial(solve, plan=plan), one) for one in _watched(name, puzzles)])
    _print("exhaustive search", [_timed(search, one) for one in _watched("search", puzzles)])
    if chosen.cut:
        _cut(chosen.seed)


def _outlines(path: str | None, number: int, seed: int) -> list[Puzzle]:
    if path is None:
        return [made.puzzle for made in islice(outlines(Recipe(), seed), number)]
    found = [one for one in read_outlines(path) if isinstance(one, Puzzle) and one.sets == 1 and one.reading is None]
    return Random(seed).sample(found, number) if len(found) > number else found


def _warm_up(puzzle: PolygonPuzzle) -> None:
    """Import the libraries before the clock runs."""
    solve(puzzle)


def _timed(solver: Callable[[PolygonPuzzle], PolygonResult], puzzle: PolygonPuzzle) -> Run:
    start = process_time()
    result = solver(puzzle)
    return Run(result, process_time() - start)


def _watched(name: str, puzzles: Sequence[PolygonPuzzle]) -> Iterator[PolygonPuzzle]:
    for number, puzzle in enumerate(puzzles, 1):
        print(f"\r{name}: {number} of {len(puzzles)}", end="", file=sys.stderr)
        yield puzzle
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _print(name: str, runs: Sequence[Run]) -> None:
    solved = [run for run in runs if run.result.status == "solved"]
    low, middle, high = quantiles([run.seconds for run in runs], n=4, method="inclusive")
    maximum = max(run.seconds for run in runs)
    degrees = Counter(run.result.degree for run in solved if run.result.degree)
    by_degree = ", ".join(f"{count} at degree {degree}" for degree, count in sorted(degrees.items()))
    print(
        f"{name:<30} {len(solved):>4} of {len(runs)} solved; median {middle:.3f} s, "
        f"quartiles {low:.3f} and {high:.3f} s, maximum {maximum:.2f} s{'; ' * bool(by_degree)}{by_degree}"
    )


def _cut(seed: int) -> None:
    print(f"\n{CUTS} rectangles cut into 9 pieces, at most {CUT_LIMIT:g} s each")
    for colours in (1, 2, 3):
        puzzles = [cut_puzzle(CutRecipe(9, colours), seed, number) for number in range(1, CUTS + 1)]
        name = f"{colours} colour{'s' * (colours > 1)}"
        runs = [_timed(lambda puzzle: solve(puzzle, limit=CUT_LIMIT), one) for one in _watched(name, puzzles)]
        _print(name, runs)
        _print(f"{name}, exhaustive search", [_timed(search, one) for one in puzzles])


if __name__ == "__main__":
    main()
