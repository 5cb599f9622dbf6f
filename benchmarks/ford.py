"""Ford's method without and with his pre-test, side by side in one run, as a table in Markdown.

    python benchmarks/ford.py [OUTLINE ...]

Seconds are processor time of this process for the first solution, each method once, on an outline already read. The
last two columns say how many times less than the first row a method needs. The compiled search is there if numba is.
OUTLINE is the name of a shape or a file;
the classic square if none is given. (The row without the pre-test takes about twenty seconds for it.)
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from time import process_time
from typing import NamedTuple

from heuristan.lab.ford import search
from heuristan.tangram.exact import search as exact
from heuristan.tangram.exact.backends import PLAIN, SearchBackend, compiled
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle


class Figures(NamedTuple):
    """The work of a method on an outline; None where it does not count such a thing."""

    status: str
    nodes: int
    placements_tried: int | None
    subtractions: int | None


def by_ford(puzzle: Puzzle, *, pre_test: bool) -> Figures:
    outcome = search(puzzle, pre_test=pre_test)
    return Figures(outcome.status, outcome.nodes, outcome.placements_tried, outcome.subtractions)


def by_exact(puzzle: Puzzle, *, backend: SearchBackend) -> Figures:
    outcome = exact.search(puzzle, backend=backend)
    return Figures(outcome.status, outcome.nodes, None, None)


METHODS: Mapping[str, Callable[[Puzzle], Figures]] = {
    "Ford, without the pre-test": partial(by_ford, pre_test=False),
    "Ford, with the pre-test": partial(by_ford, pre_test=True),
    **{f"heuristan, exact, {each.name}": partial(by_exact, backend=each) for each in (PLAIN, compiled()) if each},
}
"""The methods that are compared, the slowest first: an entry here is a row of the table."""

COLUMNS = ("method", "status", "nodes", "placements tried", "subtractions", "seconds", "fewer subtractions", "faster")


def rows(puzzle: Puzzle) -> Iterator[tuple[str, ...]]:
    """The methods on one outline, a row each."""
    first: tuple[Figures, float] | None = None
    for method, run in METHODS.items():
        if "exact" in method:
            run(puzzle)  # loads or compiles the search, which is not what is compared
        start = process_time()
        figures = run(puzzle)
        seconds = process_time() - start
        first = first or (figures, seconds)
        ratios = (ratio(first[0].subtractions, figures.subtractions), ratio(first[1], seconds))
        yield method, figures.status, *map(number, figures[1:]), f"{seconds:.3g}", *ratios


def number(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


def ratio(before: float | None, after: float | None) -> str:
    return f"{before / after:.3g}x" if before and after else ""


def print_row(cells: tuple[str, ...]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print a table for each outline."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="*", default=["convex-square"], metavar="OUTLINE")
    for source in parser.parse_args().outlines:
        for puzzle in read_outlines(source):
            print(f"\n{puzzle.id}{f': {puzzle.message}' if isinstance(puzzle, Refusal) else ''}\n")
            if not isinstance(puzzle, Refusal):
                print_row(COLUMNS)
                print_row(("---",) * len(COLUMNS))
                for row in rows(puzzle):
                    print_row(row)


if __name__ == "__main__":
    main()
