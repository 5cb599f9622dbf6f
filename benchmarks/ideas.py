"""The worth of each idea of the exact search, and of some others: the plain search with one thing changed.

    python benchmarks/ideas.py [OUTLINES.geojsonl]

Each row is a change to `exact.kernel` or to its tables, made for the run alone. Without a file the outlines
are the sixty shapes and the assemblies of two sets (see inputs.py).
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any
from unittest.mock import patch

from inputs import doubles, puzzles_of, sixty_shapes
from measuring import every_nth, percentile, table

from heuristan.tangram.exact import boards, kernel
from heuristan.tangram.exact.backends import PLAIN
from heuristan.tangram.exact.rows import Board, Level
from heuristan.tangram.exact.search import search
from heuristan.tangram.pieces.sets import PieceSet, ShapeAtVertex, pieces_at_vertices
from heuristan.tangram.puzzle.puzzle import Puzzle

MOST = 150
"""Outlines of a file that are searched at most, evenly from all."""

LIMIT = 4.0
"""Seconds for an outline at most; the nodes of one that is not answered are those until then."""

Change = Mapping[tuple[ModuleType, str], Any]
"""Functions, and those that replace them."""


def chosen_by(better: Callable[[int, int], bool], *, all_alike: bool = False) -> Change:
    """Choose the vertex to fill by the count of what fits there: whether a count is better than the one before.

    With `all_alike` a piece counts once, however many there are of it.
    """

    def choose(board: Board, level: Level) -> None:
        level.first = level.next = level.next_end = 0
        best = -1
        for i in range(level.wedges, level.wedges_end):
            wedge = board.wedges[i]
            fits = [board.fits[board.choices[j]] for j in range(wedge.first, wedge.end)]
            count = len(fits) if all_alike else sum(board.stock[fit.kind] for fit in fits)
            if best < 0 or not fits or (best > 0 and better(count, best)):
                best, level.first, level.next, level.next_end = count, wedge.first, wedge.first, wedge.end

    return {(kernel, "choose"): choose}


def vertices_by(key: Callable[[ShapeAtVertex], float]) -> Change:
    """Try the pieces at a vertex in another order."""

    def ways_to_lay(pieces: PieceSet, denominator: int) -> tuple[ShapeAtVertex, ...]:
        found = pieces_at_vertices(pieces, denominator)
        return tuple(shape for opening in range(8) for shape in sorted(found[opening], key=key))

    return {(boards, "ways_to_lay"): ways_to_lay}


def nothing_sifted(board: Board) -> bool:
    """Seek at every vertex anew."""
    for i in range(board.registers[kernel.POINTS]):
        board.points[i].touched = board.registers[kernel.NODES]
    return True


AS_IS = "as it is"
CHANGES: Mapping[str, Change] = {
    AS_IS: {},
    "lengths that no sides make up are not looked at": {(kernel, "length_of_edge"): lambda *_: -1},
    "every fit is sought anew at each node": {(kernel, "sift_wedges"): nothing_sifted},
    "the first vertex is filled, not the one with the fewest fits": chosen_by(lambda _count, _best: False),
    "of vertices with equally few fits the last is filled": chosen_by(lambda count, best: count <= best),
    "equal pieces count once": chosen_by(lambda count, best: count < best, all_alike=True),
    "narrow angles are tried first": vertices_by(lambda shape: shape.angle),
    "vertices in no order": vertices_by(lambda _shape: 0),
    "long sides are tried first": vertices_by(lambda shape: -(shape.leaving + shape.arriving)),
}
"""The changes, by the words of their rows."""


@contextmanager
def changed(change: Change) -> Iterator[None]:
    """The search with a change, while the context lasts."""
    boards.tables_of.cache_clear()
    patches = [patch.object(module, name, made) for (module, name), made in change.items()]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()
        boards.tables_of.cache_clear()


def ideas(puzzles: Sequence[Puzzle]) -> str:
    """The table of nodes and seconds, the seconds as a multiple of those of the search as it is."""
    rows, as_is = [], 0.0
    for words, change in CHANGES.items():
        with changed(change):
            search(replace(puzzles[0]), backend=PLAIN)
            start = process_time()
            outcomes = [search(replace(puzzle), backend=PLAIN, limit=LIMIT) for puzzle in puzzles]
            seconds = process_time() - start
        as_is = as_is or seconds
        answered = sum(outcome.status != "limit" for outcome in outcomes)
        nodes = [outcome.nodes for outcome in outcomes]
        counts = f"{sum(nodes):,}", f"{percentile(nodes, 50):,}", f"{max(nodes):,}"
        rows.append((words, str(answered), *counts, f"{seconds / as_is:.2f}"))
    return table(("the search", f"answered, of {len(puzzles)}", "nodes, all", "median", "most", "time"), rows)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="?", type=Path, metavar="OUTLINES.geojsonl")
    path = parser.parse_args().outlines
    print(ideas(list(every_nth(list(puzzles_of(path)), MOST)) if path else [*sixty_shapes(), *doubles()]))


if __name__ == "__main__":
    main()
