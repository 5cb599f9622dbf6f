"""The parts of the exact solver's time, as tables in Markdown.

    python benchmarks/profile_exact.py [OUTLINES.geojsonl] [--beside COMMAND]

The first table is the plain search by function, under Python's profiler. The second one is the whole way from .geojsonl
to .jsonl by stage, as `heuristan solve OUTLINES.geojsonl --solver exact --output RESULTS.jsonl` goes it, with the
compiled search (the plain one where numba is missing). The third is each number of sets as a library, the least of
some times for each outline, and as the command, on average; below it stands what another program says of its own
search, a command with its arguments. Without a file all are of the sixty shapes turned and repeated.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from cProfile import Profile
from dataclasses import replace
from functools import wraps
from importlib import import_module
from itertools import islice
from pathlib import Path
from pstats import Stats
from resource import RUSAGE_CHILDREN, getrusage
from shlex import split
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
from heuristan.tangram.exact import kernel
from heuristan.tangram.exact.backends import PLAIN
from heuristan.tangram.exact.search import search, warm_up
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import By, Options
from heuristan.tangram.solving.program import solve_all, solve_puzzle

REPEATED = 1200
"""Lines of a file made of the sixty shapes."""

LEAST_SHARE = 0.015
"""Functions below this share of the time are not listed."""

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


def functions(puzzles: Sequence[Puzzle]) -> str:
    """The table of the plain search by function: its own time, without that of the functions that it calls."""
    warm_up(PLAIN)
    fresh = [replace(puzzle) for puzzle in puzzles]
    with Profile() as profile:
        for puzzle in fresh:
            search(puzzle, backend=PLAIN)
    own: dict[str, tuple[int, float]] = {}
    total = 0.0
    for (file, _, name), (_, calls, seconds, _, _) in Stats(profile).stats.items():  # type: ignore[attr-defined]
        total += seconds
        if file == kernel.__file__:
            own[name] = calls, seconds
    listed = {name: (calls, seconds) for name, (calls, seconds) in own.items() if seconds >= LEAST_SHARE * total}
    rows = [
        (f"`{name}`", f"{calls / len(fresh):,.0f}", f"{100 * seconds / total:.0f} %")
        for name, (calls, seconds) in sorted(listed.items(), key=lambda item: -item[1][1])
    ]
    rest = total - sum(seconds for _, seconds in listed.values())
    return table(
        ("function of the search", "calls an outline", "its own time"),
        [*rows, ("the rest, setting up included", "", f"{100 * rest / total:.0f} %")],
    )


LEAST_OF = 7
"""Number of times that each outline is solved. The minimum counts: other work on the machine only adds time."""


def _least(puzzle: Puzzle, options: Options) -> float:
    """The least time of a judged solve of an outline, in microseconds."""
    times = []
    for _ in range(LEAST_OF):
        start = perf_counter()
        solve_puzzle(puzzle, options)
        times.append(perf_counter() - start)
    return min(times) * 1e6


def by_sets(path: Path, place: Path) -> str:
    """The table of one set and of two: as a library, and as the command beyond its start."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    found: dict[int, list[tuple[Puzzle, str]]] = {1: [], 2: []}
    for puzzle, line in zip(read_outlines(path), lines, strict=True):
        if isinstance(puzzle, Puzzle) and puzzle.pieces is TANGRAM and puzzle.sets in found:
            found[puzzle.sets].append((puzzle, line))
    options, rows = Options("exact", by="compiled", traced=False), []
    for sets, group in found.items():
        if not group:
            continue
        times = [_least(puzzle, options) for puzzle, _ in group]
        some, all_of = place / "some.geojsonl", place / "all.geojsonl"
        few = group[: min(30, len(group) // 2)]
        some.write_text("".join(line for _, line in few), encoding="utf-8")
        all_of.write_text("".join(line for _, line in group), encoding="utf-8")
        beyond = (_command(all_of) - _command(some)) / (len(group) - len(few)) * 1e6
        numbers = (median(times), fmean(times), percentile(times, 99), beyond)
        rows.append((str(sets), f"{len(group):,}", *map(whole, numbers)))
    return table(("sets", "outlines", "library: median, µs", "mean", "99 % within", "command: mean"), rows)


def _command(path: Path) -> float:
    """The least processor time, in seconds, of the command on a file."""
    times = []
    for _ in range(3):
        before = getrusage(RUSAGE_CHILDREN)
        words = ["-m", "heuristan", "solve", str(path), "--solver", "exact", "--output"]
        run([sys.executable, *words, str(path.with_suffix(".jsonl"))], capture_output=True, check=False)
        after = getrusage(RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


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
    parser.add_argument("--beside", help="a command that says what another program takes")
    asked = parser.parse_args()
    with outlines_or_shapes(asked.outlines) as path, TemporaryDirectory() as place:
        sets = by_sets(path, Path(place))  # before functions are wrapped to be timed
        print(functions(list(puzzles_of(path))[::10]))
        print(stages(path))
        print(sets, flush=True)
        if asked.beside:
            run(split(asked.beside), check=True)


if __name__ == "__main__":
    main()
