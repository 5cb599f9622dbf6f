"""The goals of a search, and on which outlines a ranking solves, found in this process or in several."""

import pickle
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from heuristan.common.clock import Clock
from heuristan.common.kernels import Backend
from heuristan.common.workers import processes
from heuristan.lab.columns import is_exact
from heuristan.lab.dispatch import LostError
from heuristan.lab.quick.as_published import Memory, backend_for_attempts, solves
from heuristan.lab.searching.space import trimmed
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.runs import run_ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.expert.tracing import Silent
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

Goal: TypeAlias = Literal["first-attempt", "any-attempt"]
GOALS: tuple[Goal, ...] = get_args(Goal)


def as_evaluated(ranking: Ranking, goal: Goal) -> Ranking:
    """Return the ranking without what makes no difference to a goal, so that equivalent rankings are equal."""
    return trimmed(ranking, 1) if goal == "first-attempt" else ranking


def in_words(goal: Goal, total: int, count: int) -> str:
    """Return the number of some outlines that were solved in words."""
    attempt = "the first attempt" if goal == "first-attempt" else "any attempt"
    return f"{total} of {count} solved in {attempt} ({total / max(1, count):.1%})"


MAX_STATES = 200_000
"""Maximum number of states of all outlines that kernels remember, some two kilobytes each. An outline that
exceeds its share begins again."""

MAX_SETTINGS = 3
"""Maximum number of settings of composites and extension lines whose states an outline keeps."""

Values = Mapping[int, int]
"""Values of runs, by the number of the outline: 1 if it is solved, otherwise 0."""


class LocalEvaluator:
    """Runs rankings on outlines, in this process."""

    def __init__(self, puzzles: Mapping[int, Puzzle]) -> None:
        self._puzzles = puzzles
        self._memories: dict[int, dict[object, Memory]] = {number: {} for number in puzzles}

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        """Return the values of a ranking on some of the outlines."""
        chooser_for.cache_clear()  # its cache is not limited, and a search makes thousands of rankings
        return {number: int(self._is_solved(number, ranking)) for number in which}

    def _is_solved(self, number: int, ranking: Ranking) -> bool:
        puzzle = self._puzzles[number]
        if not is_exact(puzzle):
            return solve(puzzle, ranking, backtracking=False).status == "solved"
        backend = backend_for_attempts()
        found = solves(self._memory(number, ranking, backend), ranking) if backend else None
        return _solves(puzzle, ranking) if found is None else found

    def _memory(self, number: int, ranking: Ranking, backend: Backend) -> Memory:
        """Return what kernels know of an outline; the settings that were used longest ago are forgotten."""
        memories, setting = self._memories[number], Setting.of(self._puzzles[number], ranking)
        memory = memories.pop(setting, None) or Memory(self._puzzles[number], setting, backend)
        if memory.states > MAX_STATES / len(self._puzzles):
            memory.forget()
        memories[setting] = memory
        if len(memories) > MAX_SETTINGS:
            del memories[next(iter(memories))]
        return memory


def _solves(puzzle: Puzzle, ranking: Ranking) -> bool:
    """Return whether the loop over the lines solves an outline that kernels leave to it."""
    return run_ranking(puzzle, ranking, "published", Silent(puzzle, ranking), Clock()).status == "solved"


class ParallelEvaluator:
    """Evaluators in several processes. Each always has the same outlines, because it remembers their states."""

    def __init__(self, puzzles: Mapping[int, Puzzle], pools: Sequence[Executor]) -> None:
        """Divide outlines among processes, each of which is a pool of its own."""
        numbers = list(puzzles)
        self._pools = pools
        self._shares = [{number: puzzles[number] for number in numbers[i :: len(pools)]} for i in range(len(pools))]
        self._pickled = [pickle.dumps(share) for share in self._shares]

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        """Return the values of a ranking on some of the outlines.

        Raises:
            LostError: if a process has ended.
        """
        found: dict[int, int] = {}
        try:
            futures = [
                pool.submit(_values, pickled, ranking, wanted)
                for pool, pickled, share in zip(self._pools, self._pickled, self._shares, strict=True)
                if (wanted := [number for number in which if number in share])
            ]
            for future in futures:
                found |= future.result()
        except BrokenExecutor:
            words = "a process of the search ended, perhaps because of too little memory; use fewer --jobs"
            raise LostError(words) from None
        return found


def _values(pickled: bytes, ranking: Ranking, which: Sequence[int]) -> Values:
    """Return the values in a process of `ParallelEvaluator`."""
    return _evaluator(pickled).values(ranking, which)


@lru_cache(maxsize=1)
def _evaluator(pickled: bytes) -> LocalEvaluator:
    return LocalEvaluator(pickle.loads(pickled))


Evaluator: TypeAlias = LocalEvaluator | ParallelEvaluator


@contextmanager
def evaluator_of(puzzles: Mapping[int, Puzzle], jobs: int) -> Iterator[Evaluator]:
    """Give what runs rankings on outlines in a number of processes."""
    with ExitStack() as stack:
        pools = [stack.enter_context(processes(1)) for _ in range(jobs)] if jobs > 1 else ()
        yield ParallelEvaluator(puzzles, pools) if pools else LocalEvaluator(puzzles)
