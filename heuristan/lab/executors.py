"""Teams that do the work: this process, several on this machine (joblib), or a Dask cluster."""

import asyncio
import ctypes
import logging
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from time import monotonic
from typing import Any, Protocol, TypeVar

from heuristan.common.faults import InputError, require
from heuristan.common.processes import stay_with
from heuristan.lab.comparing.alone import uninterrupted

AHEAD = 3
"""Number of chunks handed out to each worker: the one that it works on, and those that wait for it."""

IDLE = 60.0
"""Seconds after which an idle process ends; it is started again when there is work."""

PATIENCE = 30.0
"""Seconds to wait for a cluster to answer, and for its first worker."""

RETRIES = 5
"""How often Dask hands a chunk out again."""

KEPT = 1 << 28
"""Bytes of freed memory that a worker of a cluster keeps."""


D = TypeVar("D")
Done_co = TypeVar("Done_co", covariant=True)


class Task(Protocol[Done_co]):
    """Work that is handed out, as a value that can be sent to another process."""

    def do(self) -> Done_co:
        """Do the work."""


class ExecutorError(InputError):
    """A team cannot be used, or is gone."""


class WorkersLostError(ExecutorError):
    """Workers ended again and again while they did the same work."""


class Team(Protocol):
    """Workers that take tasks."""

    @property
    def room(self) -> int:
        """Number of tasks that may be handed out at once."""

    def submit(self, task: Task[D]) -> "Future[D]":
        """Hand out a task."""

    def renew(self) -> bool:
        """Go on after workers were lost.

        Returns:
            Whether all tasks that were handed out are lost with them.

        Raises:
            ExecutorError: if that is not possible.
        """

    def close(self) -> None:
        """End all workers, whatever they are doing."""


def lost(fault: BaseException) -> bool:
    """Return whether a chunk failed because its worker is gone."""
    is_dask = type(fault).__module__.startswith("distributed") or type(fault).__name__ == "FutureCancelledError"
    return is_dask or isinstance(fault, BrokenExecutor | CancelledError | asyncio.CancelledError)


class Alone:
    """The process that hands out the work does it itself, at once."""

    room = 1

    def submit(self, task: Task[D]) -> "Future[D]":
        done: Future[D] = Future()
        try:
            done.set_result(task.do())
        except Exception as fault:
            done.set_exception(fault)
        return done

    def renew(self) -> bool:
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
    def room(self) -> int:
        return AHEAD * self._count

    def submit(self, task: Task[D]) -> "Future[D]":
        # the processes that start now inherit that Ctrl-C is ignored
        with nullcontext() if self._has_begun else uninterrupted():
            done: Future[D] = self._executor.submit(_do, task)
        self._has_begun = True
        return done

    def renew(self) -> bool:
        self.close()
        self._executor, self._has_begun = loky_executor(self._count), False
        return True

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


class Cluster:
    """The workers of a Dask cluster, which may come and go."""

    def __init__(self, address: str, warn: Callable[[str], None]) -> None:
        """Connect to a cluster.

        Args:
            address: of its scheduler, like ``tcp://127.0.0.1:8786``.
            warn: called with a warning if workers cannot be used well.

        Raises:
            ExecutorError: if nobody answers there, or if the cluster has no workers.
            MissingExtraError: if Dask is not installed.
        """
        self._address = address
        self._client: Any = _client(address)
        self._handed_out: set[Any] = set()
        self._seen = (0.0, 0)
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            self.close()
            raise ExecutorError(
                f"the cluster at {address} has no workers; start some: dask worker {address} --nworkers 2 --nthreads 1"
            ) from None
        if any(threads > 1 for threads in self._client.nthreads().values()):
            warn("a worker works with one thread at a time; start workers with --nthreads 1 to use all cores")

    @property
    def workers(self) -> int:
        """Number of workers, at most a second old."""
        then, count = self._seen
        if monotonic() - then > 1:
            with suppress(Exception):  # if the scheduler does not answer, the futures will say so
                count = len(self._client.nthreads())
            self._seen = monotonic(), count
        return count

    @property
    def room(self) -> int:
        return max(1, AHEAD * self.workers)

    def submit(self, task: Task[D]) -> "Future[D]":
        self._check()
        # Dask hands a chunk of a lost worker out again, because it is the first to know
        remote = self._client.submit(_on_cluster, task, pure=False, retries=RETRIES)
        self._handed_out.add(remote)
        done: Future[D] = Future()
        self._client.loop.add_callback(self._deliver, remote, done)
        return done

    async def _deliver(self, remote: Any, done: "Future[D]") -> None:
        """Pass on the outcome of a task.

        Dask's own executor asks for the status after it has fetched the result. If the cluster closes in between, it
        takes the result for a fault, and fails.
        """
        try:
            done.set_result(await remote)
        except BaseException as fault:
            done.set_exception(fault)
        self._handed_out.discard(remote)

    def renew(self) -> bool:
        self._check()
        return False

    def _check(self) -> None:
        if self._client.status != "running":
            raise ExecutorError(f"the cluster at {self._address} is gone")

    def close(self) -> None:
        with suppress(Exception):
            self._client.cancel(list(self._handed_out))
        with suppress(Exception):
            self._client.close(timeout=PATIENCE)


def _on_cluster(task: Task[D]) -> D:
    keep_freed_memory()
    with unsampled():
        return task.do()


@contextmanager
def unsampled() -> Iterator[None]:
    """Stop the profiler of a Dask worker, which takes a sample every 10 ms and about a tenth of the time."""
    from distributed import get_worker

    worker: Any = get_worker()
    sampling = worker.periodic_callbacks.get("profile")
    if sampling is None:
        yield
        return
    worker.loop.add_callback(sampling.stop)
    try:
        yield
    finally:
        worker.loop.add_callback(sampling.start)


@cache
def keep_freed_memory() -> None:
    """Let this process keep the memory that it frees, if the C library is GNU's.

    Dask makes its workers give freed memory back to the system at once. The work here allocates and frees arrays all
    the time, and that took more than a tenth of the time.
    """
    trim_threshold, mmap_threshold = -1, -3  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD of malloc.h
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(trim_threshold, KEPT)
        mallopt(mmap_threshold, KEPT // 8)


def _client(address: str) -> Any:
    require("distributed", "Dask", "lab")
    import distributed

    client: Any = distributed.Client
    # lost workers and clusters are reported when their work is
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return client(address, timeout=PATIENCE, set_as_default=False)
    # a RuntimeError comes where Dask must not speak openly, an AssertionError where a busy machine does not start its
    # thread in time
    except (OSError, ValueError, TypeError, RuntimeError, AssertionError) as fault:
        reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        raise ExecutorError(
            f"no Dask cluster answers at {address} ({reason}); give the address of its scheduler, "
            "like tcp://127.0.0.1:8786"
        ) from None
