"""Many outlines, one after the other or on several processes; results come in the order of the outlines.

The modules for processes are imported where processes are started: one outline needs none of them.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from heuristan.common.unexpected import or_refused
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, Solver, refused

if TYPE_CHECKING:
    from concurrent.futures import Future

AHEAD = 64
"""Number of outlines handed out to each process beyond the one whose result is awaited."""


@dataclass(frozen=True)
class Task:
    """How to solve every outline of a batch."""

    solve: Callable[[Puzzle], Result]
    """A function of a module, or a partial one, so that other processes can be given it."""
    solver: Solver
    ranking: str | None = None
    keep_traces: bool = False

    def __call__(self, outline: Puzzle | Refusal) -> Result:
        """Return the result of an outline."""
        if isinstance(outline, Refusal):
            return refused(outline.id, outline.message, self.solver, self.ranking, outline.drawing)
        result = or_refused(self.solve, self._refused)(outline)
        return result if self.keep_traces or not result.trace else replace(result, trace=())

    def _refused(self, outline: Puzzle, message: str) -> Result:
        return refused(outline.id, message, self.solver, self.ranking)


def solve_all(outlines: Iterable[Puzzle | Refusal], task: Task, jobs: int = 1) -> Iterator[Result]:
    """Yield the result of each outline, in order, as soon as it and all before it are there."""
    if jobs == 1:
        yield from map(task, outlines)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from heuristan.common.processes import stay_with

    spawning = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=spawning, initializer=stay_with, initargs=(os.getpid(),))
    waiting: deque[Future[Result]] = deque()
    try:
        for outline in outlines:
            waiting.append(pool.submit(task, outline))
            if len(waiting) > AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        # an interrupted batch does not wait for the outlines handed out, which may take for ever
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        with suppress(RuntimeError):  # Ctrl-C came while the pool started its thread, and it has no work
            pool.shutdown(cancel_futures=True)
