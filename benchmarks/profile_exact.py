"""The parts of the exact solver's time, as tables in Markdown.

    python benchmarks/profile_exact.py [OUTLINES.geojsonl]

The first table is the plain search by function, under Python's profiler. The second one is the whole way from .geojsonl
to .jsonl by stage, as `heuristan solve OUTLINES.geojsonl --solver exact --output RESULTS.jsonl` goes it, with the
compiled search (the plain one where numba is missing). Without a file both are of the sixty shapes turned and repeated.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from cProfile import Profile
from dataclasses import replace
from functools import wraps
from importlib import import_module
from itertools import islice
from pathlib import Path
from pstats import Stats
from tempfile import TemporaryDirectory, TemporaryFile
from time import process_time
from typing import Any, NamedTuple

from inputs import puzzles_of, sixty_shapes, write_outlines
from measuring import BACKENDS, table

from heuristan.cli.outputs import Output
from heuristan.cli.writers import Lines
from heuristan.common.kernels import PLAIN as PLAIN_KERNELS
from heuristan.common.kernels import compiled_backend, use
from heuristan.tangram.commands.outputs import manner_of
from heuristan.tangram.exact import kernel
from heuristan.tangram.exact.backends import PLAIN
from heuristan.tangram.exact.search import search, warm_up
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.options import By, Options
from heuristan.tangram.solving.program import solve_all

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
    reading, geojson, puzzles, snapping, exact = (
        import_module(f"heuristan.tangram.{name}")
        for name in (
            "outlines.geojson",
            "outlines.puzzle_of",
            "outlines.snapping",
            "solving.exhaustive",
        )
    )
    return [
        Timed(reading, "read_json", "reading JSON"),
        Timed(geojson.Outline, "puzzle", "reading GeoJSON"),
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


@contextmanager
def outlines_or_shapes(path: Path | None) -> Iterator[Path]:
    """The file given, or one made of the sixty shapes."""
    with TemporaryDirectory() as place:
        made = Path(place) / "shapes.geojsonl"
        if path is None:
            write_outlines(made, sixty_shapes(), REPEATED)
        yield path or made


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="?", type=Path, metavar="OUTLINES.geojsonl")
    with outlines_or_shapes(parser.parse_args().outlines) as path:
        print(functions(list(puzzles_of(path))[::10]))
        print(stages(path))


if __name__ == "__main__":
    main()
