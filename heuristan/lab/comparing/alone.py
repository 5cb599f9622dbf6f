"""One run in a fresh process: nothing is left of earlier runs, and it can be stopped from outside."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from gc import collect
from multiprocessing import get_context
from multiprocessing.connection import Connection
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from traceback import print_exception
from typing import TYPE_CHECKING

from heuristan.common.faults import describe_unexpected, is_debugging
from heuristan.common.processes import stay_with
from heuristan.lab.comparing.memory import forget_peak, peak_memory
from heuristan.lab.comparing.rows import RowStatus
from heuristan.lab.comparing.solvers import solve_by, warm_up
from heuristan.tangram.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking

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


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C in the block. A process started there inherits that, so that it never ends with a traceback."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, usual)
