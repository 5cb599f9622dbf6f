"""The tables of docs/speed.md, made again by measuring: run it on a machine that has nothing else to do.

    python benchmarks/tables.py [OUTLINES.geojsonl ...] [--write] [--only NAME ...]

Without a file the outlines are sixty shapes and forty assemblies of two sets (see inputs.py); files of outlines are
measured as well, where they are given. The tables are printed; with --write they are put into docs/speed.md, in place
of the ones there. Tables of files are left as they are if none is given, and the one with C++ if g++ is not installed.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import fsum
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import process_time

import ford
from ideas import ideas
from inputs import doubles, puzzles_of, sixty_shapes, write_outlines
from measuring import EXACT, RULES, Run, Solver, every_nth, milliseconds, spread, table, warm_up_all
from profile_exact import REPEATED, by_sets, solve_file

from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle

PAGE = Path(__file__).parent.parent / "docs" / "speed.md"
BLOCK = re.compile(r"(<!-- table: ([\w-]+), made by benchmarks/tables.py -->\n\n).*?(<!-- end of table -->)", re.DOTALL)

BY_RULES = 500
"""Outlines of a family that the expert system is given at most, evenly from all: it is slower by two orders."""

LIMIT = 60.0
"""Seconds for an outline at most, for the expert system."""

DRAWN = "drawings"
"""The family that only rankings solve here: the search alone judges no drawing."""
DRAWINGS = 4
"""Drawings of each shape that has a solution."""
SLIP = 0.03
"""By how many legs their vertices may be out of place along each axis."""

ORDER = ("one set", "two sets", "more sets", "other sets of pieces")
Families = Mapping[str, Sequence[Puzzle]]


def family(puzzle: Puzzle) -> str:
    """The kind of an outline, as a row of a table is headed."""
    if puzzle.pieces is not TANGRAM:
        return "other sets of pieces"
    return ORDER[min(puzzle.sets, 3) - 1]


def in_families(puzzles: Iterable[Puzzle]) -> Families:
    """Outlines by family, those of one set first."""
    found = {name: list(group) for name, group in groupby(sorted(puzzles, key=family), key=family)}
    return {name: found[name] for name in ORDER if name in found}


def runs(solver: Solver, puzzles: Sequence[Puzzle]) -> list[Run]:
    """Outlines solved by a solver: all, or for the expert system some.

    One of each set of pieces and lattice is solved beforehand: tables are made once.
    """
    for puzzle in {(puzzle.pieces, puzzle.sets, puzzle.denominator): puzzle for puzzle in puzzles}.values():
        solver.run(puzzle, LIMIT)
    if solver not in RULES:
        return [solver.run(puzzle) for puzzle in puzzles]
    return [solver.run(puzzle, LIMIT) for puzzle in every_nth(puzzles, BY_RULES)]


def solving(families: Families) -> str:
    """Each solver on each family of outlines, and how much faster the compiled search is than the plain one."""
    columns = (
        "outlines",
        "solver",
        "came to",
        "median, ms",
        "99 % within, ms",
        "maximum, ms",
        "faster",
    )
    return table(columns, (row for name, group in families.items() for row in _rows(name, group)))


def _rows(name: str, group: Sequence[Puzzle]) -> Iterator[tuple[str, ...]]:
    before = 0.0
    for solver in (*RULES, *(reversed(EXACT) if name != DRAWN else ())):
        found = runs(solver, group)
        seconds = [run.seconds for run in found]
        statuses = Counter(run.status for run in found).most_common()
        came_to = ", ".join(f"{count:,} {status}" for status, count in statuses)
        faster = f"{before / fsum(seconds):.2g}x" if before else ""
        before = fsum(seconds) if solver not in RULES else 0.0
        yield (
            name,
            solver.title,
            came_to,
            *spread(seconds, milliseconds),
            milliseconds(max(seconds)),
            faster,
        )
        name = ""


def throughput(files: Mapping[str, Path]) -> str:
    """Outlines a second from .geojsonl to .jsonl, with each backend."""
    rows = []
    for name, path in files.items():
        for solver in EXACT:
            work = partial(solve_file, path, by="plain" if solver is EXACT[-1] else "compiled")
            work(most=60)
            start = process_time()
            count = work()
            rows.append((name, solver.title, f"{count:,}", f"{count / (process_time() - start):,.0f}"))
            name = ""
    return table(("file", "solver", "outlines", "outlines a second and core"), rows)


def by_ford() -> str:
    """Ford's method with and without his pre-test, and ours, on the classic square."""
    (square,) = puzzles_of("convex-square")
    return table(ford.COLUMNS, ford.rows(square))


def tables_with(place: Path, outlines: Sequence[Puzzle]) -> Mapping[str, Callable[[], str]]:
    """Return the makers of the tables, by their names on the page."""
    shapes, (made, turned, drawn) = sixty_shapes(), (place / f"{name}.geojsonl" for name in ("made", "turned", "drawn"))
    write_outlines(made, shapes, REPEATED)
    write_outlines(turned, shapes, REPEATED, turn=7)
    solvable = [shape for shape in shapes if not shape.id.startswith("impossible-")]
    write_outlines(drawn, solvable, DRAWINGS * len(solvable), turn=7, off=SLIP)
    files = {"sixty shapes, repeated": made, "... turned by 7 degrees": turned}
    one_set = [shape for shape in shapes if shape.sets == 1]
    own: dict[str, Callable[[], str]] = {
        "shapes": lambda: solving({**in_families(one_set), DRAWN: list(puzzles_of(drawn))}),
        "files": lambda: throughput(files),
        "ford": by_ford,
        "ideas": lambda: ideas([*shapes, *doubles()]),
    }
    if outlines:
        own["outlines"] = lambda: solving(in_families(outlines))
        if which("g++"):
            own["beside"] = lambda: by_sets(outlines, beside=True)
    return own


def written(text: str, made: Mapping[str, str]) -> str:
    """The text of the page with the tables that were made."""
    return BLOCK.sub(lambda block: f"{block[1]}{made[block[2]]}\n{block[3]}" if block[2] in made else block[0], text)


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="*", type=Path, metavar="OUTLINES.geojsonl")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/speed.md")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these tables alone")
    asked = parser.parse_args()
    warm_up_all(next(puzzles_of("cat")))
    made, outlines = {}, [puzzle for path in asked.outlines for puzzle in puzzles_of(path)]
    with TemporaryDirectory() as place:
        for name, make in tables_with(Path(place), outlines).items():
            if asked.only is None or name in asked.only:
                made[name] = make()
                print(f"{name}\n\n{made[name]}", flush=True)
    if asked.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")


if __name__ == "__main__":
    main()
