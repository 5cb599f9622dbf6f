"""The parts of the exact solver's time, as tables in Markdown.

    python benchmarks/profile_exact.py [OUTLINES.geojsonl] [--beside]

The first table is each number of sets as a library, the least of some times for each outline: until the result is
judged, and the search alone, with --beside also a plain search in C++ (plain_search.cpp, compiled by g++). The second
one is the whole way from .geojsonl to .jsonl by stage, as
`heuristan solve OUTLINES.geojsonl --solver exact --output RESULTS.jsonl` goes it, with the compiled search (the plain
one where numba is missing). Without a file both are of the sixty shapes turned and repeated.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from shutil import which
from statistics import fmean, median
from subprocess import run
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter, process_time
from typing import Any, NamedTuple

from inputs import puzzles_of, sixty_shapes, write_outlines
from measuring import BACKENDS, percentile, table, whole

from heuristan.cli.outputs import Output
from heuristan.cli.writers import Lines
from heuristan.common.kernels import PLAIN as PLAIN_KERNELS
from heuristan.common.kernels import compiled_backend, use
from heuristan.tangram.commands.outputs import manner_of
from heuristan.tangram.exact.boards import ways_to_lay
from heuristan.tangram.exact.region import Outcome
from heuristan.tangram.exact.search import search, warm_up
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import By, Options
from heuristan.tangram.solving.program import solve_all, solve_puzzle
from heuristan.tangram.solving.result import Result

PLAIN_SEARCH = Path(__file__).parent / "plain_search.cpp"

REPEATED = 1200
"""Lines of a file made of the sixty shapes."""

SEARCH = "the search"
READING_BACK = "setting up, reading the answer back"
VERIFICATION = "verification"
THE_REST = "the rest: lines, results as objects"


class Timed(NamedTuple):
    """A function whose time is a stage's, as far as it is not spent in functions of other stages."""

    owner: object
    name: str
    stage: str


def _timed() -> list[Timed]:
    geojson, puzzles, snapping, exact = (
        import_module(f"heuristan.tangram.{name}")
        for name in (
            "outlines.geojson",
            "outlines.exact_rings",
            "outlines.snapping",
            "solving.exhaustive",
        )
    )
    return [
        Timed(geojson, "read_json", "reading JSON"),
        Timed(geojson.OutlineMember, "puzzle", "reading GeoJSON"),
        Timed(puzzles, "snap", "snapping to the lattice"),
        Timed(snapping, "make_puzzle", "checks: loops, crossings, nesting, area"),
        Timed(exact, "search", READING_BACK),
        Timed(BACKENDS[0], "go_on", SEARCH),
        Timed(exact, "checked", VERIFICATION),
        Timed(exact, "own_pieces", "own coordinates"),
        Timed(Lines, "one", "writing JSON"),
    ]


class Stopwatch:
    """Seconds by stage; one stage runs at a time."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stages = [THE_REST]
        self._since = process_time()

    def measured(self, function: Callable[..., Any], stage: str) -> Callable[..., Any]:
        """The function, its time put down to a stage."""

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            self._pass_on()
            self._stages.append(stage)
            try:
                return function(*args, **kwargs)
            finally:
                self._pass_on()
                self._stages.pop()

        return run

    def _pass_on(self) -> None:
        now = process_time()
        stage = self._stages[-1]
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now

    def stop(self) -> None:
        """Put down what is left."""
        self._pass_on()


@contextmanager
def stages_measured() -> Iterator[Stopwatch]:
    """A stopwatch that all stages are put down to, while the context lasts."""
    watch = Stopwatch()
    before = []
    for owner, name, stage in _timed():
        found = getattr(owner, name)
        before.append((owner, name, found))
        setattr(owner, name, watch.measured(found, stage))
    try:
        yield watch
        watch.stop()
    finally:
        for owner, name, found in before:
            setattr(owner, name, found)


def solve_file(path: Path, *, by: By = "compiled", most: int | None = None) -> int:
    """From .geojsonl to .jsonl, by what the command line calls for it; how many results there are."""
    options = Options("exact", by=by, traced=False)
    count = 0
    with use((by == "compiled" and compiled_backend()) or PLAIN_KERNELS), TemporaryFile("w", encoding="utf-8") as file:
        writer = manner_of(None).writer(Output(None, "jsonl"), file, many=True)
        for result in solve_all(islice(read_outlines(path), most), options):
            writer.one(result)
            count += 1
    return count


def stages(path: Path) -> str:
    """The table of the whole way by stage."""
    solve_file(path, most=60)
    with stages_measured() as watch:
        count = solve_file(path)
    total = sum(watch.seconds.values())
    rows = [
        (stage, f"{seconds / count * 1e6:.0f}", f"{100 * seconds / total:.0f} %")
        for stage, seconds in sorted(watch.seconds.items(), key=lambda item: -item[1])
    ]
    return table(("stage", "µs an outline", "share"), [*rows, ("all", f"{total / count * 1e6:.0f}", "100 %")])


LEAST_OF = 7
"""Number of times that each outline is solved. The minimum counts: other work on the machine only adds time."""

SETS = {1: "one set", 2: "two sets"}

Measured = tuple[float, bool]
"""The least microseconds of an outline, and whether it is solved."""


def least(work: Callable[[Puzzle], Result | Outcome], puzzle: Puzzle) -> Measured:
    """Measure some work on an outline of which nothing is known beyond what was read."""
    times = []
    for _ in range(LEAST_OF):
        fresh = replace(puzzle)
        start = perf_counter()
        status = work(fresh).status
        times.append(perf_counter() - start)
    return min(times) * 1e6, status == "solved"


def plain_search(puzzles: Iterable[Puzzle]) -> list[Measured]:
    """Measure the plain search in C++ on outlines with the pieces of the tangram."""
    with TemporaryDirectory() as place:
        program = str(Path(place) / PLAIN_SEARCH.stem)
        run(["g++", "-O3", "-o", program, str(PLAIN_SEARCH)], check=True)
        given = "".join(f"{number} " for numbers in _for_plain_search(puzzles) for number in numbers)
        printed = run([program], input=given, capture_output=True, text=True, check=True).stdout
    return [(float(time), solved == "1") for time, solved in map(str.split, printed.splitlines())]


def _for_plain_search(puzzles: Iterable[Puzzle]) -> Iterator[Iterable[int]]:
    """Yield the numbers that benchmarks/plain_search.cpp reads."""
    known = None
    for puzzle in puzzles:
        names, table = puzzle.pieces.names, puzzle.table
        corners, ends = PLAIN_KERNELS.rows(table.points), PLAIN_KERNELS.integers(table.ends)
        ways = () if puzzle.denominator == known else ways_to_lay(puzzle.pieces, puzzle.denominator)
        known = puzzle.denominator
        yield len(names), len(ways), len(corners), len(ends), *(puzzle.stock[name] for name in names)
        for way in ways:
            yield way.opening, names.index(way.name), way.angle, *way.bounds[::2], *way.bounds[1::2]
            yield len(way.ring), *chain.from_iterable(way.ring)
        yield from (corner[:6] for corner in corners)
        yield ends


def by_sets(puzzles: Iterable[Puzzle], beside: bool) -> str:
    """The table of one set and of two: to a judged result, the search alone, and the plain search in C++ if asked."""
    judged = partial(solve_puzzle, options=Options("exact", by="compiled", traced=False))
    programs: dict[str, Callable[[Iterable[Puzzle]], Iterable[Measured]]] = {
        "heuristan, to a judged result": partial(map, partial(least, judged)),
        "heuristan, search alone": partial(map, partial(least, partial(search, backend=BACKENDS[0]))),
    }
    if beside:
        programs["plain C++, search alone"] = plain_search
    tangrams = [puzzle for puzzle in puzzles if puzzle.pieces is TANGRAM]
    of_sets = {words: [puzzle for puzzle in tangrams if puzzle.sets == sets] for sets, words in SETS.items()}
    groups = {words: group for words, group in of_sets.items() if group}
    rows = []
    for name, measure in programs.items():
        found = [list(measure(group)) for group in groups.values()]
        solved = sum(is_solved for group in found for _, is_solved in group)
        times = [[time for time, _ in group] for group in found]
        numbers = (number for each in times for number in (median(each), fmean(each), percentile(each, 99)))
        rows.append((name, f"{solved:,} of {sum(map(len, found)):,}", *map(whole, numbers)))
    heads = (head for words in groups for head in (f"{words}: median, µs", "mean", "99 % within"))
    return table(("program", "solved", *heads), rows)


@contextmanager
def outlines_or_shapes(path: Path | None) -> Iterator[Path]:
    """The file given, or one made of the sixty shapes."""
    with TemporaryDirectory() as place:
        made = Path(place) / "shapes.geojsonl"
        if path is None:
            write_outlines(made, sixty_shapes(), REPEATED)
        yield path or made


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="?", type=Path, metavar="OUTLINES.geojsonl")
    parser.add_argument("--beside", action="store_true", help="measure a plain search in C++ too")
    asked = parser.parse_args()
    if asked.beside and which("g++") is None:
        parser.error("--beside needs g++, which is not here")
    warm_up(BACKENDS[0])
    with outlines_or_shapes(asked.outlines) as path:
        print(by_sets(puzzles_of(path), asked.beside))  # before functions are wrapped to be timed
        print(stages(path))


if __name__ == "__main__":
    main()
