"""The memory of a run in which some matches were taken, where nobody drives an engine: one takes those matches."""

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident

from heuristan.common.clock import Clock
from heuristan.tangram.expert.host.remembered import Remembered
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.runs import control_for
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.asking.live_run import Done, LiveRun


class _Replay:
    """A run that goes on where the next question begins with the same matches."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking) -> None:
        self._live = LiveRun(puzzle, ranking, lambda tracer: control_for(puzzle, ranking, "published", tracer, Clock()))
        self._taken: list[Done] = []

    def after(self, taken: Sequence[Done]) -> Remembered:
        """Return the memory after some matches were taken."""
        if self._taken != taken[: len(self._taken)]:
            self._live.reset()
            self._live.stand()
            self._taken.clear()
        for done in taken[len(self._taken) :]:
            self._live.take(done)
            self._taken.append(done)
        known = self._live.remembered
        assert known is not None, "a run that stands before a choice is in an attempt"
        return known


@lru_cache(maxsize=4)
def _replay(puzzle: Puzzle, ranking: Ranking, thread: int) -> _Replay:  # noqa: ARG001
    """Return the run of a thread."""
    return _Replay(puzzle, ranking)


def remembered_after(puzzle: Puzzle, ranking: Ranking, taken: Sequence[Done]) -> Remembered:
    """Return the memory that a run has after some matches were taken, right before its next choice.

    Raises:
        ActFault: if rules of one's own keep a run from taking them.
    """
    return _replay(puzzle, ranking, get_ident()).after(list(taken))
