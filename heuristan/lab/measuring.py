"""The runs of a comparison: every solver on every outline, each in a fresh process, with its time and memory; its rows.

Nothing is left of earlier runs in a fresh process, and it can be stopped from outside. It imports this module, which
imports none of the solvers itself: each process loads its own alone, and its memory is that of its own solver.

Memory is the peak of pages that the system held for the process, not addresses reserved. Linux has that high-water mark
in `/proc`, and it can be reset to the current value. The mark of `getrusage` is not usable there: a child inherits it
from its parent, so a large parent would hide what small children need. Other Unix systems have only that mark; on
Windows nothing is measured.
"""

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from gc import collect
from importlib.util import find_spec
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import print_exception
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from heuristan.common import comparing
from heuristan.common.comparing import Contradiction
from heuristan.common.faults import describe_unexpected, is_debugging
from heuristan.common.processes import stay_with
from heuristan.lab.executors import uninterrupted
from heuristan.tangram.lattice.points import add, point, value
from heuristan.tangram.pieces.sets import scaled
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle
from heuristan.tangram.trace.events import Status

if TYPE_CHECKING:
    from heuristan.tangram.boundary import Ring
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Way
    from heuristan.tangram.solving.result import Result


RowStatus: TypeAlias = Status | Literal["failed"]
"""The status of a result; "failed" if the solver ended without one, because of a bug or too little memory."""


@dataclass(frozen=True)
class Row:
    """One solver on one outline. Numbers are null if they do not exist or cannot be measured."""

    outline: int
    """The outline's place in the comparison, from 1: two may have the same id."""
    id: str
    solver: str
    status: RowStatus
    nodes: int | None = None
    """Number of states that a search looked at; null for the expert system."""
    extractions: int | None = None
    """Number of pieces and composites that the expert system extracted; null for a search."""
    undone: int | None = None
    """Number of pieces or matches put back."""
    seconds: float | None = None
    """Time for solving alone, in a warm process; the median of several runs."""
    peak_memory: int | None = None
    """Maximum number of bytes that the process held while it solved, including Python and everything loaded."""
    memory_added: int | None = None
    """Number of bytes above those held before."""
    message: str = ""
    all_seconds: tuple[float, ...] = ()
    """Seconds of each run."""

    @property
    def effort(self) -> int | None:
        """Number of nodes or extractions, whichever the solver counts."""
        return self.extractions if self.nodes is None else self.nodes

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def _by_outline(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the rows of each outline, in order."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.outline)]


def contradictions(rows: Iterable[Row]) -> list[Contradiction]:
    """Return the outlines that one solver solved and another calls unsolvable."""
    return comparing.contradictions(_by_outline(rows))


_STATUS = Path("/proc/self/status")
_MARKS = Path("/proc/self/clear_refs")
_SET_BACK = "5"
"""Resets the high-water mark (Linux 4.0 and later, proc(5))."""


def peak_memory() -> int | None:
    """Return the maximum number of bytes held since the start or `forget_peak`; None if that is not known."""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB$", _STATUS.read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        found = None
    return int(found[1]) * 1024 if found else _peak_by_usage()


def _peak_by_usage() -> int | None:
    if sys.platform in ("win32", "linux"):
        return None
    from resource import RUSAGE_SELF, getrusage

    # bytes on macOS, kibibytes on the others
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def forget_peak() -> None:
    """Reset the mark to the current value if the system allows it; otherwise it stays, and is never too low."""
    try:
        _MARKS.write_text(_SET_BACK, encoding="ascii")
    except OSError:
        return


TITLES: Mapping[str, str] = {
    "expert": "expert, with backtracking",
    "retry": "expert, with retry",
    "published": "expert, as published",
    "exact": "exact, compiled",
    "plain": "exact, plain Python",
    "ford": "Ford, with the pre-test",
    "ford-no-pre-test": "Ford, without the pre-test",
}
"""Names and titles, in the order in which they are shown."""

BY_RULES: Mapping[str, "Way"] = {"expert": "backtracking", "retry": "retry", "published": "published"}
"""Solvers that use a ranking, and the way in which they run it.

Their effort is counted in extractions, that of the others in nodes.
"""

WARM_UP_SECONDS = 5.0
"""Time limit for warming up."""


def has_numba() -> bool:
    """Return whether the exact search can be compiled."""
    return find_spec("numba") is not None


def default_solvers() -> tuple[str, ...]:
    """Return all but `retry`, which lies between the other two by rules, and Ford's without the pre-test.

    The latter takes minutes. Without numba, exact and plain are the same.
    """
    left_out = {"retry", "ford-no-pre-test"} | (set() if has_numba() else {"plain"})
    return tuple(name for name in TITLES if name not in left_out)


def title_of(solver: str) -> str:
    """Return a solver in a few words."""
    return TITLES["plain"] if solver == "exact" and not has_numba() else TITLES[solver]


def solve_by(solver: str, puzzle: Puzzle, ranking: "Ranking | None", limit: float) -> "Result":
    """Solve a puzzle by a solver of TITLES; solvers in BY_RULES need a ranking."""
    if solver in BY_RULES:
        from heuristan.tangram.solving.shortcuts import solve

        assert ranking is not None
        return solve(puzzle, ranking, way=BY_RULES[solver], limit=limit)
    from heuristan.tangram.solving.shortcuts import solve_as_ford, solve_exactly

    if solver in ("exact", "plain"):
        return solve_exactly(puzzle, limit=limit, by="plain" if solver == "plain" else "compiled", traced=False)
    return solve_as_ford(puzzle, limit=limit, pre_test=solver == "ford", traced=False)


def warm_up(solver: str, puzzle: Puzzle, ranking: "Ranking | None") -> None:
    """Load everything that a solver needs for a puzzle, with the tables of its set, by solving another of the same set.

    So the seconds are those of one outline among many, as `heuristan solve` counts them, without compiling and loading.
    """
    try:
        other = apart(puzzle)
    except (OutlineError, OverflowError):  # the pieces are too large to lie side by side on the lattice
        return
    # Ford's method without the pre-test loads the same, and would take seconds
    solve_by("ford" if solver == "ford-no-pre-test" else solver, other, ranking, WARM_UP_SECONDS)


def apart(puzzle: Puzzle) -> Puzzle:
    """Return an outline of the same set and unit that every solver solves at once: the pieces apart.

    Raises:
        OutlineError, OverflowError: if the pieces are too large for that.
    """
    rings: list[Ring] = []
    reach = 0
    for name in puzzle.pieces.stock(1).elements():
        ring = [scaled(p, puzzle.denominator) for p in puzzle.pieces.by_name[name].ring]
        xs = [value(p[0]) for p in ring]
        move = point(reach - int(min(xs)) + 2, 0, 0, 0)
        rings.append(tuple(add(p, move) for p in ring))
        reach += int(max(xs)) - int(min(xs)) + 4
    return make_puzzle("apart", rings, denominator=puzzle.denominator, pieces=puzzle.pieces)


START = 300.0
"""Seconds until a process must be ready: loading takes one, compiling thirty on a slow machine."""
GRACE = 5.0
"""Seconds beyond the limit until a solver must have ended."""
LONGEST = 1e6
"""Maximum number of seconds to wait; systems refuse to wait much longer."""


@dataclass(frozen=True)
class Job:
    """The work of a process."""

    solver: str
    puzzle: Puzzle
    ranking: "Ranking | None"
    limit: float


@dataclass(frozen=True)
class Measured:
    """The result of one run, with its time and memory."""

    status: RowStatus
    message: str
    nodes: int | None = None
    extractions: int | None = None
    undone: int | None = None
    seconds: float | None = None
    peak_memory: int | None = None
    memory_added: int | None = None


def measured(job: Job) -> Measured:
    """Do a job in a fresh process, which is ended in any case."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(there, job, os.getpid()), daemon=True)
    with uninterrupted():
        process.start()
    there.close()
    try:
        return _received(here, job)
    except EOFError:
        process.join()
        return Measured("failed", f"the process ended without a result (exit code {process.exitcode})")
    finally:
        process.kill()
        process.join()
        here.close()


def _received(pipe: "Connection[None, Measured | None]", job: Job) -> Measured:
    if not pipe.poll(START):
        return Measured("failed", f"the process was not ready within {START:g} seconds")
    before = pipe.recv()
    if before is not None:
        return before
    patience = min(job.limit + GRACE, LONGEST)
    if not pipe.poll(patience):
        return Measured("limit", f"stopped from outside after {patience:g} seconds", seconds=patience)
    return pipe.recv() or Measured("failed", "the process sent no result")


def _work(pipe: "Connection[Measured | None, None]", job: Job, parent: int) -> None:
    """Warm up, send that this is done, solve, and send the measurements."""
    stay_with(parent)
    with suppress(BrokenPipeError):  # it has ended already, and nobody wants to know
        _send(pipe, job)


def _send(pipe: "Connection[Measured | None, None]", job: Job) -> None:
    try:
        warm_up(job.solver, job.puzzle, job.ranking)
        pipe.send(None)
        pipe.send(_solved(job))
    except BrokenPipeError:
        raise
    except Exception as fault:  # an error in a solver is a row, and not the end
        if is_debugging():
            print_exception(fault)  # it cannot be raised in the process that waits
        pipe.send(Measured("failed", describe_unexpected(fault)))


def _solved(job: Job) -> Measured:
    collect()
    forget_peak()
    before = peak_memory()
    result = solve_by(job.solver, job.puzzle, job.ranking, job.limit)
    peak = peak_memory()
    nodes = result.searched.nodes if result.searched else None
    return Measured(
        result.status,
        result.message,
        nodes,
        result.extractions if nodes is None else None,
        result.backtracks,
        result.seconds,
        peak,
        None if peak is None or before is None else max(0, peak - before),
    )


@dataclass(frozen=True)
class Run:
    """One solver on one outline, not run yet."""

    outline: int
    """The outline's place, from 1."""
    of: Puzzle | Refusal
    solver: str
    ranking: "Ranking | None"
    limit: float
    repeat: int

    def row(self) -> Row:
        """Run it as often as asked for, each time in a fresh process, and return the row with the median seconds.

        Of an even number it is the quicker of the middle two. A run that fails or reaches the limit is not repeated.
        """
        if isinstance(self.of, Refusal):
            return Row(self.outline, self.of.id, self.solver, "refused", message=self.of.message)
        job = Job(self.solver, self.of, self.ranking, self.limit)
        found: list[Measured] = []
        while len(found) < self.repeat and not (found and found[-1].status in ("limit", "failed")):
            found.append(measured(job))
        timed = sorted((each.seconds, i) for i, each in enumerate(found) if each.seconds is not None)
        is_timed = found[-1].seconds is not None
        chosen = found[timed[(len(timed) - 1) // 2][1]] if is_timed else found[-1]
        times = tuple(seconds for seconds, _ in timed)
        return Row(self.outline, self.of.id, self.solver, all_seconds=times, **asdict(chosen))


def runs(
    outlines: Iterable[Puzzle | Refusal],
    solvers: Sequence[str],
    ranking: "Ranking | None" = None,
    *,
    limit: float = 10.0,
    repeat: int = 1,
) -> list[Run]:
    """Return all runs of a comparison, outline by outline. Nothing is run yet.

    Args:
        outlines: outlines as `read_outlines` returns them; a refused one has a refused row for each solver.
        solvers: names from `heuristan.lab.measuring.TITLES`.
        ranking: the ranking for solvers of BY_RULES, which need one.
        limit: time limit per run in seconds.
        repeat: number of runs of each.
    """
    return [
        Run(number, outline, solver, ranking if solver in BY_RULES else None, limit, repeat)
        for number, outline in enumerate(outlines, 1)
        for solver in solvers
    ]
