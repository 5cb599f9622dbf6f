"""The reach of edge-matching by linear programs, and the band below its threshold.

    python benchmarks/edgematching.py              the figures, each beside its requirement
    python benchmarks/edgematching.py --map        the puzzles that each solver solves, with fewer colours too
    python benchmarks/edgematching.py --map --output docs/examples/edgematching-map.json
    python benchmarks/edgematching.py --more       without striking, turned pieces, cubes
    python benchmarks/edgematching.py --hard       hard puzzles, and boards like Eternity II and its clue puzzles, 40 s
    python benchmarks/edgematching.py --twins      backtracking compiled and in plain Python: nodes a second, one run

The map and --more start lp again twenty times where it stands still. Seconds are processor time. A small puzzle is
solved first, so that the libraries are loaded.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from heuristan.common.kernels import PLAIN, compiled_backend
from heuristan.edgematching.generating import Generated, Recipe, puzzles
from heuristan.edgematching.puzzle import CUBE, Deadline, LimitReached
from heuristan.edgematching.relaxing import Settings
from heuristan.edgematching.results import Result
from heuristan.edgematching.searching.backtracking import search
from heuristan.edgematching.solving import SolverName, solve


class Asked(NamedTuple):
    """A requirement: 95 % of the puzzles of a size are solved within the seconds."""

    rows: int
    colours: int
    seconds: float


ASKED = (Asked(6, 5, 0.1), Asked(8, 7, 0.3), Asked(10, 10, 0.3), Asked(12, 12, 1.0), Asked(16, 16, 3.0))
SHARE = 0.95
MAP = {6: (3, 4, 5), 8: (5, 6, 7), 10: (6, 7, 8, 9), 12: (8, 9, 10), 16: (12, 13, 14, 15)}
"""The rows of the map, and their numbers of colours."""
TURNED = ((3, 4), (4, 4), (4, 5), (5, 6), (6, 8), (6, 10))
CUBES = ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4))
SOLVERS: tuple[SolverName, ...] = ("lp", "backtracking")
AGAIN = Settings(restarts=20)
"""More restarts than usual."""
LIMIT_OF_REACH = 30.0
LIMIT = 10.0
HARD = (
    Recipe((6, 6), 4, turns=True),
    Recipe((6, 6), 6, turns=True),
    Recipe((8, 8), 12, turns=True),
    Recipe((10, 10), 7),
    Recipe((12, 12), 9),
    Recipe((16, 16), 13),
)
HARD_LIMIT = 40.0
CLUES = (
    Recipe((6, 6), 3, "plain", turns=True, border=4),
    Recipe((6, 12), 4, "plain", turns=True, border=4),
    Recipe((6, 12), 4, "plain", turns=True, border=5),
)
"""Like the clue puzzles of Eternity II: as many colours inside and along the border."""
ETERNAL = tuple(
    Recipe(sizes, colours, "plain", turns=True) for sizes, colours in (((6, 12), 7), ((8, 8), 6), ((10, 10), 8))
)
"""Like Eternity II, with as many colours as make a puzzle hard, and none of the border alone."""
TWINS = (HARD[0], HARD[3], HARD[5])


def first(recipe: Recipe, number: int, seed: int = 1) -> list[Generated]:
    return list(islice(puzzles(recipe, seed), number))


def warm() -> None:
    small = first(Recipe((4, 4), 3), 1)[0].puzzle
    solve(small, "lp")
    search(small, Deadline(), compiled_backend())


def reach(number: int) -> bool:
    """Print the figures, and return whether all requirements are met."""
    warm()
    well = True
    print("lp             frame     solved    median s  slowest s  asked")
    for asked in ASKED:
        for frame in ("coloured", "plain"):
            for strike in (True, False):
                results = _solved(Recipe((asked.rows,) * 2, asked.colours, frame), number, strike)  # type: ignore[arg-type]
                seconds = [result.processor_seconds for result in results]
                good = sum(r.status == "solved" and r.processor_seconds <= asked.seconds for r in results)
                counts = frame == "coloured" and strike
                words = f"{good} of {number} in {asked.seconds:g} s" if counts else "(not asked)"
                if counts:
                    well = well and good >= SHARE * number
                solved = sum(result.status == "solved" for result in results)
                name = f"{asked.rows}x{asked.rows} c{asked.colours}{'' if strike else ' raw'}"
                figures = f"{solved:>2} of {number:<5}{median(seconds):8.3f}{max(seconds):10.3f}"
                print(f"{name:<15}{frame:<10}{figures}  {words}", flush=True)
    print("raw: entries that the constraints make 0 are left to HiGHS")
    return well


def _solved(recipe: Recipe, number: int, strike: bool) -> list[Result]:
    found = []
    for made in first(recipe, number):
        settings = Settings() if strike else AGAIN._replace(strike=False)
        found.append(solve(made.puzzle, "lp", settings, LIMIT_OF_REACH))
        print(f"  {made.puzzle.id}: {found[-1].status} {found[-1].processor_seconds:.3f}", file=sys.stderr)
    return found


def mapped(number: int, limit: float) -> dict[str, Any]:
    """Return how many of the first puzzles of each size each solver solves within the limit."""
    warm()
    rows = []
    for size, several in MAP.items():
        for colours in several:
            for solver in SOLVERS:
                results = [
                    solve(made.puzzle, solver, AGAIN, limit) for made in first(Recipe((size, size), colours), number)
                ]
                row = {
                    "rows": size,
                    "colours": colours,
                    "solver": solver,
                    "solved": sum(result.status == "solved" for result in results),
                    "puzzles": number,
                    "median": round(median(result.processor_seconds for result in results), 3),
                }
                print(row, file=sys.stderr)
                rows.append(row)
    return {"limit": limit, "rows": rows}


def more(number: int, limit: float) -> None:
    """Print the figures without striking, of turned pieces and cubes."""
    warm()
    raw = AGAIN._replace(strike=False)
    tasks = [(f"{n}x{n} c{n}, raw", Recipe((n, n), n), raw) for n in range(4, 9)]
    tasks += [(f"{n}x{n} c{c}, turned", Recipe((n, n), c, turns=True), AGAIN) for n, c in TURNED]
    tasks += [(f"{n}x{n}x{n} c{c}, cubes", Recipe((n, n, n), c, cell=CUBE), AGAIN) for n, c in CUBES]
    for name, recipe, settings in tasks:
        results = [solve(made.puzzle, "lp", settings, limit) for made in first(recipe, number)]
        solved = sum(result.status == "solved" for result in results)
        middle = median(result.processor_seconds for result in results)
        print(f"{name:<30}{solved:>3} of {number}, median {middle:.3f} s", flush=True)


def hard(number: int, limit: float, solvers: Sequence[SolverName]) -> None:
    """Print what each solver does with hard puzzles."""
    warm()
    for solver in solvers:
        for recipe in (*HARD, *CLUES, *ETERNAL):
            results = [solve(made.puzzle, solver, Settings(), limit) for made in first(recipe, number)]
            solved = sum(result.status == "solved" for result in results)
            name = f"{recipe.name(1, 1)[:-4]}"
            print(f"{solver:<13}{name:<22}{solved} of {number}: {'; '.join(map(_in_words, results))}", flush=True)


def _in_words(result: Result) -> str:
    """Return the seconds, and of a puzzle that is not solved how far the best board is."""
    best = f" ({result.best.matching} of {result.best.edges})" if result.best else ""
    return f"{'' if result.status == 'solved' else result.status + ' '}{result.processor_seconds:.1f}{best}"


def twins(seconds: float) -> None:
    """Print the nodes a second of backtracking, compiled and in plain Python."""
    for recipe in TWINS:
        puzzle, rates = first(recipe, 1)[0].puzzle, []
        for backend in (compiled_backend(), PLAIN):
            assert backend is not None, "numba is not installed"
            search(first(TWINS[0], 1)[0].puzzle, Deadline(), backend)  # compiles
            begun = process_time()
            try:
                nodes = search(puzzle, Deadline(seconds), backend).effort["nodes"]
            except LimitReached as over:
                nodes = over.effort["nodes"]
            rates.append(nodes / (process_time() - begun))
        print(f"{recipe.name(1, 1):<22}{rates[0]:>10.0f}{rates[1]:>10.0f}{rates[0] / rates[1]:>8.1f} times", flush=True)


def main() -> int:
    """Run the chosen part, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=20, help="puzzles of each size (20)")
    parser.add_argument("--map", action="store_true", help="the band below the threshold")
    parser.add_argument("--limit", type=float, help="wall-clock seconds for each puzzle and solver (10; 40 of --hard)")
    parser.add_argument("--more", action="store_true", help="without striking, turned pieces, cubes")
    parser.add_argument("--hard", action="store_true", help="hard puzzles, three of each kind")
    parser.add_argument("--solvers", nargs="+", choices=SOLVERS, default=SOLVERS, help="the solvers of --hard")
    parser.add_argument("--twins", action="store_true", help="backtracking compiled and plain")
    parser.add_argument("--output", type=Path, help="a .json file for the map")
    asked = parser.parse_args()
    if asked.more:
        more(asked.number, asked.limit or LIMIT)
        return 0
    if asked.hard:
        hard(3, asked.limit or HARD_LIMIT, asked.solvers)
        return 0
    if asked.twins:
        twins(3.0)
        return 0
    if not asked.map:
        return 0 if reach(asked.number) else 1
    text = json.dumps(mapped(asked.number, asked.limit or LIMIT), indent=None) + "\n"
    if asked.output is None:
        print(text, end="")
    else:
        asked.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
