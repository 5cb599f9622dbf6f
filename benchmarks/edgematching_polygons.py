"""How many tangram outlines does Algorithm 2 solve when the orientations are given, and how long does it take?

    python benchmarks/edgematching_polygons.py [OUTLINES] [--number 100] [--seed 1] [--cut] [--turns]

The outlines are those of one set in a file, so many of them drawn at random; without a file they are made at random.
Seconds are those of a processor, for solving alone; the orientations come from the exact solver, which is not counted.
Each line of the table is a way to run the same algorithm on the same outlines, and the last one is exhaustive search.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from statistics import quantiles
from time import process_time
from typing import NamedTuple

from heuristan.cli.edgematching.tangram_outlines import puzzle_from
from heuristan.edgematching.polygons.alternatives import try_alternatives
from heuristan.edgematching.polygons.augmented import try_augmented
from heuristan.edgematching.polygons.cutting import Recipe as CutRecipe
from heuristan.edgematching.polygons.cutting import cut_puzzle
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
from heuristan.edgematching.polygons.results import Result
from heuristan.edgematching.polygons.searching import search
from heuristan.edgematching.polygons.solving import Plan, solve
from heuristan.edgematching.polygons.turning import Tried, shuffled
from heuristan.tangram.lab.generating import Recipe, outlines
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

ASKED_SHARE, ASKED_SECONDS = 0.97, 0.3

PLANS: dict[str, Plan] = {
    "degrees 2, 3, 4, restarts": Plan(),
    "degrees 2, 3, 4, no restart": Plan(rounds=1),
    "degree 2 alone, no restart": Plan(degrees=(2,), rounds=1),
    "degree 3 alone, no restart": Plan(degrees=(3,), rounds=1),
    "degree 4 alone, no restart": Plan(degrees=(4,), rounds=1),
    "as in the paper, degree 2": Plan(degrees=(2,), rounds=1, settles=False),
    "as in the paper, degree 3": Plan(degrees=(3,), rounds=1, settles=False),
    "as in the paper, degree 4": Plan(degrees=(4,), rounds=1, settles=False),
}
"""As in the paper: from W = 0, and only points of the right rank are judged."""

CUTS, CUT_LIMIT = 20, 20.0
TURNED = 20


class Run(NamedTuple):
    """A puzzle solved, or not."""

    result: Result
    seconds: float


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("outlines", nargs="?", help="a file of outlines; if not given they are made")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plans", action="store_true", help="each way to run the algorithm, not the whole one alone")
    parser.add_argument("--cut", action="store_true", help="rectangles cut at random as well, with 1, 2 and 3 colours")
    parser.add_argument("--turns", action="store_true", help="pieces whose turns are not given as well")
    chosen = parser.parse_args(arguments)
    puzzles = [puzzle_from(outline) for outline in _outlines(chosen.outlines, chosen.number, chosen.seed)]
    print(f"{len(puzzles)} outlines of one set, orientations given; seconds of a processor")
    print(f"asked: {ASKED_SHARE:.0%} solved, median {ASKED_SECONDS} s")
    _warm_up(puzzles[0])
    plans = PLANS if chosen.plans else dict(islice(PLANS.items(), 1))
    for name, plan in plans.items():
        _tell(name, [_timed(partial(solve, plan=plan), one) for one in _watched(name, puzzles)])
    _tell("exhaustive search", [_timed(search, one) for one in _watched("search", puzzles)])
    if chosen.cut:
        _cut(chosen.seed)
    if chosen.turns:
        _turns(puzzles[:TURNED])


def _outlines(path: str | None, number: int, seed: int) -> list[Puzzle]:
    if path is None:
        return [made.puzzle for made in islice(outlines(Recipe(), seed), number)]
    found = [one for one in read_outlines(path) if isinstance(one, Puzzle) and one.sets == 1 and one.reading is None]
    return Random(seed).sample(found, number) if len(found) > number else found


def _warm_up(puzzle: PolygonPuzzle) -> None:
    """What is imported when it is first needed is not counted."""
    solve(puzzle)


def _timed(method: Callable[[PolygonPuzzle], Result], puzzle: PolygonPuzzle) -> Run:
    start = process_time()
    result = method(puzzle)
    return Run(result, process_time() - start)


def _watched(name: str, puzzles: Sequence[PolygonPuzzle]) -> Iterator[PolygonPuzzle]:
    for number, puzzle in enumerate(puzzles, 1):
        print(f"\r{name}: {number} of {len(puzzles)}", end="", file=sys.stderr)
        yield puzzle
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _tell(name: str, runs: Sequence[Run]) -> None:
    solved = [run for run in runs if run.result.status == "solved"]
    low, middle, high = quantiles([run.seconds for run in runs], n=4, method="inclusive")
    most = max(run.seconds for run in runs)
    degrees = Counter(run.result.degree for run in solved if run.result.degree)
    by_degree = ", ".join(f"{count} at degree {degree}" for degree, count in sorted(degrees.items()))
    print(
        f"{name:<30} {len(solved):>4} of {len(runs)} solved; median {middle:.3f} s, "
        f"quartiles {low:.3f} and {high:.3f} s, most {most:.2f} s{'; ' * bool(by_degree)}{by_degree}"
    )


def _cut(seed: int) -> None:
    print(f"\n{CUTS} rectangles cut into 9 pieces, at most {CUT_LIMIT:g} s each")
    for colours in (1, 2, 3):
        puzzles = [cut_puzzle(CutRecipe(9, colours), seed, number) for number in range(1, CUTS + 1)]
        name = f"{colours} colour{'s' * (colours > 1)}"
        runs = [_timed(lambda puzzle: solve(puzzle, limit=CUT_LIMIT), one) for one in _watched(name, puzzles)]
        _tell(name, runs)
        _tell(f"{name}, exhaustive search", [_timed(search, one) for one in puzzles])


def _turns(puzzles: Sequence[PolygonPuzzle]) -> None:
    print(f"\n{len(puzzles)} of the outlines with turns to be found; from W = 0, one attempt")
    for turns, degree in ((4, 1), (4, 2), (8, 1)):
        name = f"Proposition 6.1, {turns} turns, star of {degree}"
        _tell_tried(name, [partial(_augmented, one, turns, degree) for one in puzzles])
    for turns, most in ((8, 1), (8, 2), (8, 3), (8, 4), (4, 4)):
        name = f"{most} orientation{'s' * (most > 1)} of {turns} each, degree 3"
        _tell_tried(name, [partial(try_alternatives, one, turns, most, 3) for one in puzzles])


def _augmented(puzzle: PolygonPuzzle, turns: int, degree: int) -> Tried:
    return try_augmented(shuffled(puzzle, turns, 1), turns, degree)


def _tell_tried(name: str, tries: Iterable[Callable[[], Tried]]) -> None:
    start = process_time()
    found = [each() for each in tries]
    mean = (process_time() - start) / len(found)
    wrong = sum(tried.vanished and not tried.solved for tried in found)
    print(
        f"{name:<38} {sum(tried.solved for tried in found):>3} of {len(found)} solved, "
        f"{wrong} wrong points of rank one; {mean:.1f} s each"
    )


if __name__ == "__main__":
    main()
