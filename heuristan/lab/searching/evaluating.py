"""The values of a ranking on some outlines, found in this process or in several that each have some of the outlines."""

import pickle
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from heuristan.common.kernels import Backend
from heuristan.lab.comparing.alone import uninterrupted
from heuristan.lab.describing import is_exact
from heuristan.lab.executors import ExecutorError, loky_executor, lost
from heuristan.lab.quick.keeping import Keeper
from heuristan.lab.quick.memory import Memory
from heuristan.lab.quick.patience import backend_for_attempts
from heuristan.lab.quick.running import solves
from heuristan.lab.searching.goals import MAX_UNDONE, Goal
from heuristan.lab.searching.remembering import MAX_KEPT, Tree
from heuristan.lab.versions import code
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import Clock
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.runs import run_ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.expert.tracing import Silent
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

MAX_STATES = 200_000
"""Maximum number of states of all outlines that kernels remember, some two kilobytes each. An outline that
exceeds its share begins again."""

PATIENCE = 60.0
"""Seconds that a process may take to write what it remembers."""

MAX_SETTINGS = 3
"""Maximum number of settings of composites and extension lines whose states an outline keeps."""

Values = Mapping[int, int]
"""Values of runs, by the number of the outline."""


class Evaluator(Protocol):
    """Runs rankings on outlines."""

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        """Return the values of a ranking on some of the outlines."""

    def close(self) -> None:
        """End all processes."""


class Alone:
    """An evaluator in this process."""

    def __init__(self, puzzles: Mapping[int, Puzzle], goal: Goal, folder: Path | None = None) -> None:
        """Begin.

        Args:
            puzzles: the outlines.
            goal: what a value says.
            folder: where memories of states are kept for later runs.

        Raises:
            OSError: if it cannot be made.
        """
        self._puzzles = puzzles
        self._goal = goal
        self._keeper = Keeper(folder, code()) if folder else None
        self._trees: dict[int, dict[object, Tree]] = {number: {} for number in puzzles}
        self._memories: dict[int, dict[object, Memory]] = {number: {} for number in puzzles}

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        if self._goal == "undone":
            chooser_for.cache_clear()  # its cache is not limited, and a search makes thousands
            return {number: -_undone(self._puzzles[number], ranking) for number in which}
        return {number: int(self._is_solved(number, ranking)) for number in which}

    def close(self) -> None:
        for memories in self._memories.values():
            for memory in memories.values():
                self._keep(memory)

    def _is_solved(self, number: int, ranking: Ranking) -> bool:
        puzzle = self._puzzles[number]
        if not is_exact(puzzle):
            return solve(puzzle, ranking, backtracking=False).status == "solved"
        backend = backend_for_attempts()
        found = solves(self._memory(number, ranking, backend), ranking) if backend else None
        return self._tree(number, ranking).is_solved(ranking) if found is None else found

    def _memory(self, number: int, ranking: Ranking, backend: Backend) -> Memory:
        """Return what kernels know of an outline; the settings that were used longest ago are forgotten."""
        memories, setting = self._memories[number], Setting.of(self._puzzles[number], ranking)
        memory = memories.pop(setting, None) or self._recalled(number, setting, backend)
        if memory.states > MAX_STATES / len(self._puzzles):
            memory.forget()
        memories[setting] = memory
        if len(memories) > MAX_SETTINGS:
            self._keep(memories.pop(next(iter(memories))))
        return memory

    def _recalled(self, number: int, setting: Setting, backend: Backend) -> Memory:
        memory = Memory(self._puzzles[number], setting, backend)
        if self._keeper:
            self._keeper.recall(memory)
        return memory

    def _keep(self, memory: Memory) -> None:
        if self._keeper:
            self._keeper.keep(memory)

    def _tree(self, number: int, ranking: Ranking) -> Tree:
        """Return the states of an outline; those of the setting that was used longest ago are forgotten."""
        trees = self._trees[number]
        setting = (
            ranking.composites,
            ranking.most_composites,
            ranking.shortest,
            ranking.parallel,
            ranking.internal_edge,
        )
        tree = trees.pop(setting, None)
        if tree is None or tree.size > MAX_KEPT / len(self._puzzles):
            tree = Tree(self._puzzles[number], ranking)
        trees[setting] = tree
        if len(trees) > MAX_SETTINGS:
            del trees[next(iter(trees))]
        return tree


class _TooManyError(Exception):
    """A run undid the maximum number of steps."""


class _Counting(Silent):
    """Counts undone steps."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking) -> None:
        super().__init__(puzzle, ranking)
        self.undone = 0

    def match_undone(self, *_: object) -> None:
        self.undone += 1
        if self.undone >= MAX_UNDONE:
            raise _TooManyError


def _undone(puzzle: Puzzle, ranking: Ranking) -> int:
    """Return the number of steps undone until an outline is solved."""
    if not is_exact(puzzle):
        return min(MAX_UNDONE, solve(puzzle, ranking).backtracks)
    counting = _Counting(puzzle, ranking)
    with suppress(_TooManyError):
        run_ranking(puzzle, ranking, "backtracking", counting, Clock.of(None))
    return counting.undone


class Several:
    """Evaluators in several processes. Each always has the same outlines, because it remembers their states."""

    def __init__(self, puzzles: Mapping[int, Puzzle], goal: Goal, count: int, folder: Path | None = None) -> None:
        """Divide the outlines among processes.

        Args:
            puzzles: the outlines.
            goal: what a value says.
            count: the number of processes.
            folder: where memories of states are kept for later runs.

        Raises:
            MissingExtraError: if joblib is not installed.
        """
        numbers = list(puzzles)
        self._folder = folder
        self._shares = [{number: puzzles[number] for number in numbers[i::count]} for i in range(count)]
        self._pickled = [pickle.dumps((share, goal, folder)) for share in self._shares]
        self._executors = [loky_executor(1) for _ in range(count)]

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        """Return the values of a ranking on some of the outlines.

        Raises:
            ExecutorError: if a process has ended.
        """
        found: dict[int, int] = {}
        with uninterrupted():  # the processes that start now inherit that Ctrl-C is ignored
            futures = [
                executor.submit(_values, pickled, ranking, wanted)
                for executor, pickled, share in zip(self._executors, self._pickled, self._shares, strict=True)
                if (wanted := [number for number in which if number in share])
            ]
        try:
            for future in futures:
                found |= future.result()
        except Exception as fault:
            if lost(fault):
                raise ExecutorError(
                    "a process of the search ended, perhaps because of too little memory; use fewer --jobs"
                ) from None
            raise
        return found

    def close(self) -> None:
        with uninterrupted():
            if self._folder:
                self._keep()
            for executor in self._executors:
                executor.shutdown(wait=True, kill_workers=True)

    def _keep(self) -> None:
        """Let each process keep what it remembers, after what it is doing."""
        kept = [
            executor.submit(_close, pickled) for executor, pickled in zip(self._executors, self._pickled, strict=True)
        ]
        for each in kept:
            with suppress(Exception):  # a process that has ended, or takes too long, keeps nothing
                each.result(PATIENCE)


def _values(pickled: bytes, ranking: Ranking, which: Sequence[int]) -> Values:
    """Return the values in a process of `Several`."""
    return _evaluator(pickled).values(ranking, which)


def _close(pickled: bytes) -> None:
    _evaluator(pickled).close()


@lru_cache(maxsize=1)
def _evaluator(pickled: bytes) -> Alone:
    return Alone(*pickle.loads(pickled))


def evaluator_of(puzzles: Mapping[int, Puzzle], goal: Goal, jobs: int, folder: Path | None = None) -> Evaluator:
    """Return an evaluator on some outlines.

    Args:
        puzzles: the outlines.
        goal: what a value says.
        jobs: the number of processes.
        folder: where memories of states are kept for later runs.
    """
    return Several(puzzles, goal, jobs, folder) if jobs > 1 else Alone(puzzles, goal, folder)
