"""Executors of tasks: this process, or several processes of this machine (joblib)."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager, nullcontext
from typing import Any, Generic, Protocol, TypeVar

from heuristan.common.faults import InputError, require
from heuristan.common.interrupting import uninterrupted
from heuristan.common.processes import stay_with

AHEAD = 3
"""Tasks handed out to each worker: the one that it works on, and those that wait."""

IDLE = 60.0
"""Seconds after which an idle process ends; it is started again when there is work."""

D = TypeVar("D")
Done_co = TypeVar("Done_co", covariant=True)


class Task(Protocol[Done_co]):
    """Work as a value that can be sent to another process."""

    def do(self) -> Done_co:
        """Do the work."""


T = TypeVar("T", bound=Task[Any])


class ExecutorError(InputError):
    """An executor cannot be used, or is gone."""


class WorkersLostError(ExecutorError):
    """Workers ended again and again while they did the same work."""


class Executor(Protocol):
    """A worker or several that take tasks."""

    @property
    def capacity(self) -> int:
        """Number of tasks that may be handed out at once."""

    def submit(self, task: Task[D]) -> "Future[D]":
        """Hand out a task."""

    def renew(self) -> None:
        """Go on after workers were lost, and with them all tasks that were handed out.

        Raises:
            ExecutorError: if that is not possible.
        """

    def close(self) -> None:
        """End all workers, whatever they are doing."""


class InProcess:
    """The process that hands out the work does it itself, at once."""

    capacity = 1

    def submit(self, task: Task[D]) -> "Future[D]":
        done: Future[D] = Future()
        try:
            done.set_result(task.do())
        except Exception as fault:
            done.set_exception(fault)
        return done

    def renew(self) -> None:
        raise ExecutorError("this process cannot be replaced")

    def close(self) -> None:
        pass


class Processes:
    """Several processes of this machine, started by joblib's loky."""

    def __init__(self, count: int) -> None:
        """Get ready; processes start with the first chunk.

        Raises:
            MissingExtraError: if joblib is not installed.
        """
        self._count = count
        self._executor = loky_executor(count)
        self._has_begun = False

    @property
    def capacity(self) -> int:
        return AHEAD * self._count

    def submit(self, task: Task[D]) -> "Future[D]":
        # the processes that start now inherit that Ctrl-C is ignored
        with nullcontext() if self._has_begun else uninterrupted():
            done: Future[D] = self._executor.submit(_do, task)
        self._has_begun = True
        return done

    def renew(self) -> None:
        self.close()
        self._executor, self._has_begun = loky_executor(self._count), False

    def close(self) -> None:
        with uninterrupted(), _silent_threads():
            self._executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _silent_threads() -> Iterator[None]:
    """Let threads end without a word: loky's own stumbles over work that it has just forgotten."""
    usual = threading.excepthook
    threading.excepthook = lambda _: None
    try:
        yield
    finally:
        threading.excepthook = usual


def _do(task: Task[D]) -> D:
    return task.do()


def loky_executor(count: int) -> Any:
    require("joblib", "joblib", "lab")
    from joblib.externals.loky import ProcessPoolExecutor

    return ProcessPoolExecutor(count, timeout=IDLE, initializer=stay_with, initargs=(os.getpid(),))


class Pending(Generic[T, D]):
    """Tasks that an executor works on, and tasks that were lost with their workers."""

    def __init__(
        self, executor: Executor, next_task: Callable[[], T | None], again: Callable[[T], Iterable[T]]
    ) -> None:
        """Begin with no task.

        Args:
            executor: the executor.
            next_task: returns the next task, None if there is none.
            again: returns the tasks to hand out for one that was lost.
        """
        self._executor = executor
        self._next = next_task
        self._again = again
        self._lost: deque[T] = deque()
        self._futures: dict[Future[D], T] = {}

    def hand_out(self) -> bool:
        """Hand out as many tasks as the executor takes, and return whether any is under way."""
        while len(self._futures) < self._executor.capacity:
            task = self._lost.popleft() if self._lost else self._next()
            if task is None:
                break
            self._futures[self._executor.submit(task)] = task
        return bool(self._futures)

    def come(self, seconds: float | None = None) -> Iterator[tuple[T, D]]:
        """Wait until a task is done, or for some seconds, and yield the tasks that are done with their results.

        Raises:
            ExecutorError: if a task failed.
        """
        finished, _ = wait(self._futures, timeout=seconds, return_when=FIRST_COMPLETED)
        are_lost = False
        for future in finished:
            task = self._futures.pop(future)
            fault = None if future.cancelled() else future.exception()
            if future.cancelled() or is_lost(fault):
                are_lost = True
                self._lost.extend(self._again(task))
            elif fault is not None:
                raise ExecutorError(f"a worker failed: {type(fault).__name__}: {fault}") from fault
            else:
                yield task, future.result()
        if are_lost:
            self._executor.renew()
            for future in [each for each in self._futures if not _has_come(each)]:
                self._lost.extend(self._again(self._futures.pop(future)))

    def rest(self) -> Iterator[D]:
        """Yield the results of tasks that are done and were not yielded."""
        return (future.result() for future in self._futures if _has_come(future))


def is_lost(fault: BaseException | None) -> bool:
    """Return whether a task failed because its worker is gone."""
    return isinstance(fault, BrokenExecutor | CancelledError)


def _has_come(future: "Future[Any]") -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
