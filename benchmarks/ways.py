"""Runs each way to search on puzzles that grow, for the picture and the table of docs/ways-to-search.md.

    python benchmarks/ways.py [--number 5] [--limit 5] [--ways WAY ...] [--output docs/examples/ways.json]

All puzzles have a solution and come from the project's own generators. A way is not asked for more once it solves
nothing of a size. Takes about five minutes. `python docs/making` shows the file.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from math import isqrt
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from heuristan.edgematching import generating as squares
from heuristan.edgematching.relaxing import Settings
from heuristan.edgematching.solving import SolverName
from heuristan.edgematching.solving import solve as solve_squares
from heuristan.jigsaw import cutting as saw
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.solving import solve as solve_jigsaw
from heuristan.lab.comparison import solve_by
from heuristan.lab.generating import Recipe, outlines
from heuristan.sliding.boards import Board, random_boards
from heuristan.sliding.files import Puzzle as SlidingPuzzle
from heuristan.sliding.results import Estimate
from heuristan.sliding.results import Solver as TilesSolver
from heuristan.sliding.solving import Options
from heuristan.sliding.solving import solve as solve_tiles
from heuristan.tangram.expert.ranking_file import read_ranking

SEED = 1
AGAIN = Settings(restarts=20)
"""More restarts than usual where linear programs stand still."""


Solve = Callable[[Any, float], str]
"""Solves a puzzle within some seconds, and returns the status."""


class Puzzles(NamedTuple):
    """Puzzles that grow."""

    words: str
    sizes: tuple[int, ...]
    """Sizes in whatever the generator counts."""
    pieces: Callable[[int], int]
    """The number of pieces of a size."""
    make: Callable[[int, int], Any]
    """Makes the puzzle of a size with a number from 1."""


@cache
def tangram(sets: int, number: int) -> Any:
    """Return a random outline of some sets of tans."""
    return next(islice(outlines(Recipe(sets=sets), SEED), number - 1, None)).puzzle


def square(size: int, number: int) -> Any:
    """Return squares in a frame, with as many colours as rows."""
    return next(islice(squares.puzzles(squares.Recipe((size, size), size), SEED), number - 1, None)).puzzle


def tiles(cells: int, number: int) -> Any:
    """Return a random board of sliding tiles, as square as its cells allow."""
    rows = max(side for side in range(1, isqrt(cells) + 1) if cells % side == 0)
    goal = Board.goal(rows, cells // rows)
    return SlidingPuzzle(f"board-{number}", next(islice(random_boards(goal, SEED), number - 1, None)), goal)


def jigsaw(pieces: int, number: int) -> Any:
    """Return the pieces of a photograph, read from their pictures."""
    picture = saw.load_source("coffee")
    rows, columns = saw.grid_for(pieces, picture.shape[1], picture.shape[0])
    return pieces_of(saw.cut(picture, saw.Recipe(rows, columns, size=60, seed=number)).pictures)


def by_tangram(solver: str) -> Solve:
    ranking = read_ranking("heuristan")
    return lambda puzzle, limit: solve_by(solver, puzzle, ranking, limit).status


def by_squares(solver: SolverName, settings: Settings | None = None) -> Solve:
    return lambda puzzle, limit: solve_squares(puzzle, solver, settings, limit).status


def by_tiles(solver: TilesSolver, estimate: Estimate | None = None) -> Solve:
    return lambda puzzle, limit: solve_tiles(puzzle, solver, Options(limit, estimate)).status


def by_certainty(puzzle: Any, limit: float) -> str:
    return solve_jigsaw("ways", puzzle, limit=limit).status


TANGRAMS = Puzzles("random outlines of 1 to 10 sets of tans", (1, 2, 3, 4, 6, 8, 10), lambda sets: 7 * sets, tangram)
SQUARES = Puzzles("squares in a frame, as many colours as rows", (3, 4, 6, 8, 12, 16, 24), lambda n: n * n, square)
SMALL_BOARDS = Puzzles("random boards of sliding tiles", (6, 9, 12, 16, 20), lambda cells: cells - 1, tiles)
BOARDS = Puzzles("the same, up to 24 x 24", (9, 16, 36, 64, 144, 256, 576), lambda cells: cells - 1, tiles)
JIGSAWS = Puzzles("a photograph, cut", (24, 54, 96, 150, 216, 384), int, jigsaw)

WAYS: Mapping[str, tuple[Puzzles, Solve]] = {
    "ranked rules": (TANGRAMS, by_tangram("published")),
    "... with undoing": (TANGRAMS, by_tangram("expert")),
    "exhaustive search": (TANGRAMS, by_tangram("exact")),
    "linear relaxation": (SQUARES, by_squares("lp", AGAIN)),
    "constraint propagation": (SQUARES, by_squares("backtracking")),
    "admissible estimate": (SMALL_BOARDS, by_tiles("optimal", "conflicts")),
    "macro planning": (BOARDS, by_tiles("plan")),
    "greedy by certainty": (JIGSAWS, by_certainty),
}


def measured(name: str, number: int, limit: float, largest: int | None = None) -> Iterator[dict[str, Any]]:
    """Run a way on puzzles that grow, and yield a row for each size, until none of a size is solved.

    Args:
        name: a way of WAYS.
        number: how many puzzles of each size.
        limit: seconds for each.
        largest: number of sizes, if not all.
    """
    puzzles, solve = WAYS[name]
    for size in puzzles.sizes[:largest]:
        # what is loaded or compiled once does not count; tables of a planner are not all built by one board
        solve(puzzles.make(size, number + 1), limit)
        statuses, seconds = [], []
        for each in range(1, number + 1):
            puzzle = puzzles.make(size, each)
            began = perf_counter()
            statuses.append(solve(puzzle, limit))
            seconds.append(float(f"{perf_counter() - began:.3g}"))
        yield {"way": name, "puzzles": puzzles.words, "pieces": puzzles.pieces(size)} | {
            "statuses": statuses,
            "seconds": seconds,
        }
        if "solved" not in statuses:
            return


def main() -> None:
    """Run what is asked for, print a line for each size, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=5, help="puzzles of each size")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for each")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    rows = []
    for name in options.ways:
        for row in measured(name, options.number, options.limit):
            solved = row["statuses"].count("solved")
            print(f"{name:<24} {row['pieces']:>5} pieces  {solved} of {options.number}  {median(row['seconds']):.4f} s")
            sys.stdout.flush()
            rows.append(row)
    if options.output:
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        head = f'{{"limit": {options.limit}, "number": {options.number}, "rows": [\n'
        options.output.write_text(f"{head}{lines}\n]}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
