"""What a ranking is worth on some outlines: in this process, or in several that each have some of the outlines."""

import pickle
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Protocol

from heuristan.tangram.expert.backtracking import run_with_backtracking
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.running import Clock
from heuristan.tangram.lab.comparing.alone import uninterrupted
from heuristan.tangram.lab.describing import is_exact
from heuristan.tangram.lab.executors import ExecutorError, loky_executor, lost
from heuristan.tangram.lab.searching.goals import MOST_UNDONE, Goal
from heuristan.tangram.lab.searching.remembering import MOST_KEPT, Silent, Tree
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.expert import solve

MOST_SETTINGS = 3
"""Ways to have composites and extension lines of which an outline keeps the states."""

Values = Mapping[int, int]
"""What runs were worth, by the number of the outline."""


class Judge(Protocol):
    """Runs rankings on outlines."""

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        """What a ranking is worth on some of the outlines."""

    def close(self) -> None:
        """Stop."""


class Alone:
    """The judge that is this process."""

    def __init__(self, puzzles: Mapping[int, Puzzle], goal: Goal) -> None:
        self._puzzles = puzzles
        self._goal = goal
        self._trees: dict[int, dict[object, Tree]] = {number: {} for number in puzzles}

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        if self._goal == "undone":
            chooser_for.cache_clear()  # it keeps all that there ever were, and a search comes to thousands
            return {number: -_undone(self._puzzles[number], ranking) for number in which}
        return {number: int(self._is_solved(number, ranking)) for number in which}

    def close(self) -> None:
        pass

    def _is_solved(self, number: int, ranking: Ranking) -> bool:
        puzzle = self._puzzles[number]
        if not is_exact(puzzle):
            return solve(puzzle, ranking, backtracking=False).status == "solved"
        return self._tree(number, ranking).is_solved(ranking)

    def _tree(self, number: int, ranking: Ranking) -> Tree:
        """The states of an outline; those of a setting that was not used for long are forgotten."""
        trees = self._trees[number]
        setting = (
            ranking.composites,
            ranking.most_composites,
            ranking.shortest,
            ranking.parallel,
            ranking.internal_edge,
        )
        tree = trees.pop(setting, None)
        if tree is None or tree.size > MOST_KEPT / len(self._puzzles):
            tree = Tree(self._puzzles[number], ranking)
        trees[setting] = tree
        if len(trees) > MOST_SETTINGS:
            del trees[next(iter(trees))]
        return tree


class _TooManyError(Exception):
    """More steps were undone than any run is worth."""


class _Counting(Silent):
    """Counts undone steps."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking) -> None:
        super().__init__(puzzle, ranking)
        self.undone = 0

    def match_undone(self, *_: object) -> None:
        self.undone += 1
        if self.undone >= MOST_UNDONE:
            raise _TooManyError


def _undone(puzzle: Puzzle, ranking: Ranking) -> int:
    """The steps that are undone until an outline is solved."""
    if not is_exact(puzzle):
        return min(MOST_UNDONE, solve(puzzle, ranking).backtracks)
    counting = _Counting(puzzle, ranking)
    with suppress(_TooManyError):
        run_with_backtracking(puzzle, ranking, counting, Clock.of(None))
    return counting.undone


class Several:
    """Judges in processes of their own. Each has its own outlines always, for it remembers what it saw of them."""

    def __init__(self, puzzles: Mapping[int, Puzzle], goal: Goal, count: int) -> None:
        """Raises MissingExtraError where joblib is not installed."""
        numbers = list(puzzles)
        self._shares = [{number: puzzles[number] for number in numbers[i::count]} for i in range(count)]
        self._pickled = [pickle.dumps((share, goal)) for share in self._shares]
        self._executors = [loky_executor(1) for _ in range(count)]

    def values(self, ranking: Ranking, which: Sequence[int]) -> Values:
        """Raises ExecutorError where a process is no more."""
        found: dict[int, int] = {}
        with uninterrupted():  # processes start with the first work, and inherit what is done about Ctrl-C
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
                raise ExecutorError("a process of the search ended, for want of memory perhaps; take fewer") from None
            raise
        return found

    def close(self) -> None:
        with uninterrupted():
            for executor in self._executors:
                executor.shutdown(wait=True, kill_workers=True)


def _values(pickled: bytes, ranking: Ranking, which: Sequence[int]) -> Values:
    """What a process does for the judge."""
    return _judge(pickled).values(ranking, which)


@lru_cache(maxsize=1)
def _judge(pickled: bytes) -> Alone:
    return Alone(*pickle.loads(pickled))


def judge_of(puzzles: Mapping[int, Puzzle], goal: Goal, jobs: int) -> Judge:
    """A judge of some outlines."""
    return Several(puzzles, goal, jobs) if jobs > 1 else Alone(puzzles, goal)
