"""Many outlines, one after the other or on several processes; results come in the order of the outlines.

The modules for processes are imported where processes are started: one outline needs none of them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from heuristan.common.faults import or_refused
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, Solver, refused


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
        result = or_refused(self.solve, self.refused)(outline)
        return result if self.keep_traces or not result.trace else replace(result, trace=())

    def refused(self, outline: Puzzle | Refusal, message: str) -> Result:
        """Return the result of an outline that could not be solved."""
        return refused(outline.id, message, self.solver, self.ranking)


def solve_all(outlines: Iterable[Puzzle | Refusal], task: Task, jobs: int = 1) -> Iterator[Result]:
    """Yield the result of each outline, in order, as soon as it and all before it are there."""
    if jobs == 1:
        yield from map(task, outlines)
        return
    from heuristan.common.workers import done_by_processes

    yield from done_by_processes(outlines, task, task.refused, jobs)
