"""Measure the player's pages of 40 runs: their size, the time until the first board is drawn, errors and requests.

    PYTHONPATH=tests python benchmarks/player.py [--keep FOLDER]

The runs are of all kinds: rankings, ways to run them, drawings, exhaustive search, Ford's, and the three other systems.
Each page is opened from the disk in Debian's Chromium without a network, gone through to its end by the arrow key, and
printed is what went wrong. The time is from the beginning of the navigation to the first board, with a cold page.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from shared.browser import Visit, browser
from shared.edgematching_puzzles import made as made_edge_matching
from shared.jigsaw_puzzles import picture

from heuristan import Puzzle, solve
from heuristan.common.web.film import player_page
from heuristan.edgematching.relaxing import Settings
from heuristan.edgematching.render import films as edge_matching
from heuristan.edgematching.render.films import Snapshot, snapshot_of
from heuristan.edgematching.solving import solve as solve_edge_matching
from heuristan.jigsaw.assembled import film_of as film_of_jigsaw
from heuristan.jigsaw.cutting import Recipe, cut
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.solving import solve as solve_jigsaw
from heuristan.sliding.board_films import film_of as film_of_sliding
from heuristan.sliding.boards import Board
from heuristan.sliding.files import Puzzle as SlidingPuzzle
from heuristan.sliding.files import read_board
from heuristan.sliding.solving import solve as solve_sliding

EXPERT = {
    "deutsch-hayes-1972": ("cat", "swan", "runner", "house", "digit-9", "goose"),
    "heuristan": ("cat", "swan", "digit-9", "crown"),
    "pieces-first": ("cat", "runner"),
    "composites-first": ("goose", "house", "swan"),
}
PUBLISHED = ("cat", "digit-9", "runner", "crown", "goose")
RETRIED = ("digit-9", "crown")
DRAWN = ("cat", "swan", "house")
FIRST_DRAWN = """new Promise((done) => {
    const seen = () => document.querySelector('.stage .board path') && done(performance.now());
    new MutationObserver(seen).observe(document, { childList: true, subtree: true });
})"""
MOMENT = "window.firstBoard"
WATCH = f"{MOMENT} = {FIRST_DRAWN};"


class Made(NamedTuple):
    """The page of a run."""

    name: str
    page: str
    seconds: float
    """Time to make it, without solving."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="Folder for the pages.")
    folder = parser.parse_args().keep
    with TemporaryDirectory() as temporary, browser() as chromium:
        place = folder or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        found = [(made, *_visited(chromium, made, place)) for made in _pages()]
    print(
        "| page | kB | made in s | first board after ms | moments | errors | requests |\n|---|---|---|---|---|---|---|"
    )
    for made, milliseconds, moments, errors, requests in found:
        size = f"{len(made.page.encode()) / 1000:.0f} | {made.seconds:.2f}"
        print(f"| {made.name} | {size} | {milliseconds:.0f} | {moments} | {errors} | {requests} |")
    sizes = [len(made.page.encode()) / 1000 for made, *_ in found]
    times = [milliseconds for _, milliseconds, *_ in found]
    making = [made.seconds for made, *_ in found]
    for what, values, unit in (("size", sizes, "kB"), ("first board", times, "ms"), ("making", making, "s")):
        print(f"{what}: min {min(values):.3g}, median {median(values):.3g}, max {max(values):.3g} {unit}")
    print(f"{len(found)} pages, {sum(row[3] for row in found)} errors, {sum(row[4] for row in found)} requests")


def _visited(chromium: Any, made: Made, folder: Path) -> tuple[float, int, int, int]:
    """Return the milliseconds to the first board, and the numbers of moments, errors and requests."""
    path = folder / f"{made.name.replace(' ', '-').replace(',', '')}.html"
    path.write_text(made.page, encoding="utf-8")
    visited = Visit(chromium, path, script=WATCH)
    page = visited.page
    milliseconds = page.evaluate(MOMENT)
    moments = int(page.inner_text(".count").split()[-1])
    for _ in range(moments):
        page.keyboard.press("ArrowRight")
    assert page.inner_text(".count") == f"{moments} of {moments}"
    requests = [url for url in visited.asked if not url.startswith("data:") and url != path.as_uri()]
    visited.context.close()
    return milliseconds, moments, len(visited.errors), len(requests)


def _pages() -> Iterator[Made]:
    for ranking, names in EXPERT.items():
        for name in names:
            yield _played(f"{name}, {ranking}", solve(name, ranking=ranking))
    for name in PUBLISHED:
        yield _played(f"{name}, as published", solve(name, backtracking=False))
    for name in RETRIED:
        yield _played(f"{name}, with retry", solve(name, way="retry"))
    for name in DRAWN:
        yield _played(f"{name}, drawn", _drawn(name).solve())
    for name in ("cat", "swan"):
        yield _played(f"{name}, exact", solve(name, solver="exact"))
        yield _played(f"{name}, Ford", solve(name, solver="ford"))
    for name in ("convex-square", "cat"):
        yield _played(f"{name}, all solutions", solve(name, solver="exact", want="all"))
    yield from _sliding()
    yield from _edge_matching()
    yield from _jigsaws()


def _played(name: str, solution: Any) -> Made:
    start = perf_counter()
    return Made(name, solution.play().page, perf_counter() - start)


def _of_film(name: str, film: Any, *arguments: Any) -> Made:
    start = perf_counter()
    return Made(name, player_page(film(*arguments)), perf_counter() - start)


def _drawn(name: str) -> Puzzle:
    """Return a shape as a hand would draw it."""
    random = Random(1)
    corners = Puzzle.from_name(name).to_shapely().exterior.coords[:-1]
    return Puzzle.from_vertices([(40 * x + random.gauss(0, 0.6), 40 * y + random.gauss(0, 0.6)) for x, y in corners])


def _sliding() -> Iterator[Made]:
    for solver in ("plan", "optimal"):
        result = solve_sliding(SlidingPuzzle("8-puzzle", read_board("358102674"), Board.goal(3, 3)), solver)
        yield _of_film(f"8-puzzle, {solver}", film_of_sliding, result)
    for side in (4, 12):
        last = side * side
        start = read_board(" ".join(map(str, [*range(last - 1, 2, -1), *([1, 2] if side % 4 == 0 else [2, 1]), 0])))
        result = solve_sliding(SlidingPuzzle("board", start, Board.goal(side, side)), "plan")
        yield _of_film(f"{side} x {side}, plan", film_of_sliding, result)


def _edge_matching() -> Iterator[Made]:
    for side, colours, solver in ((5, 4, "lp"), (8, 9, "lp"), (5, 6, "backtracking")):
        puzzle = made_edge_matching((side, side), colours).puzzle
        snapshots: list[Snapshot] = []
        keep = (lambda kept: lambda iterate: kept.append(snapshot_of(iterate)))(snapshots)
        result = solve_edge_matching(puzzle, solver, Settings(), 30, keep)
        yield _of_film(f"{side} x {side} edges, {solver}", edge_matching.film_of, puzzle, result, snapshots)


def _jigsaws() -> Iterator[Made]:
    for rows, columns in ((4, 5), (9, 12)):
        pieces = pieces_of(cut(picture(1), Recipe(rows, columns, size=40, seed=1)).pictures)
        yield _of_film(f"{rows} x {columns} jigsaw", film_of_jigsaw, pieces, solve_jigsaw("waves", pieces))


if __name__ == "__main__":
    main()
