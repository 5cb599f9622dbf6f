"""Times rankings beside the plain exact search, outline by outline in one run, and prints a table in Markdown.

    python benchmarks/rankings.py OUTLINES [RANKING ...] [--sample N] [--where made=human]

Seconds are processor time of this process for the first solution of outlines of one set that have been read already,
each outline by every solver in turn. "times" is the median divided by that of the search in plain Python.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from statistics import median

from measuring import EXACT, Solver, by_ranking, every_nth, milliseconds, spread, table

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

PLAIN_SEARCH = EXACT[-1]


def rows(solvers: Sequence[Solver], puzzles: Sequence[Puzzle]) -> list[tuple[str, ...]]:
    """Return a row for each solver: the number solved, and its milliseconds."""
    for solver in solvers:  # what is loaded or built once is not compared
        solver.run(puzzles[0])
    runs = [[solver.run(puzzle) for solver in solvers] for puzzle in puzzles]
    by_solver = list(zip(*runs, strict=True))
    reference = median(run.seconds for run in by_solver[0])
    return [
        (
            solver.title,
            str(sum(run.status == "solved" for run in each)),
            *spread([run.seconds for run in each], milliseconds),
            f"{median(run.seconds for run in each) / reference:.1f}",
        )
        for solver, each in zip(solvers, by_solver, strict=True)
    ]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines")
    parser.add_argument("rankings", nargs="*", default=["heuristan", "deutsch-hayes-1972"])
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--where", default="=", help="a property and its value, such as made=human")
    arguments = parser.parse_args()
    key, _, value = arguments.where.partition("=")
    read = (outline for outline in read_outlines(arguments.outlines) if not isinstance(outline, Refusal))
    found = [puzzle for puzzle in read if puzzle.sets == 1 and str(puzzle.properties.get(key, "")) == value]
    ways = [partial(by_ranking, name) for name in arguments.rankings]
    solvers = [PLAIN_SEARCH, *(way(backtracking=undoing) for way in ways for undoing in (False, True))]
    print(f"{len(found)} outlines, of which {min(len(found), arguments.sample)} are measured\n")
    print(
        table(
            ("solver", "solved", "median ms", "p99 ms", "times"), rows(solvers, [*every_nth(found, arguments.sample)])
        )
    )


if __name__ == "__main__":
    main()
