"""Who does the work: this process, several on this machine (joblib), or a Dask cluster. All take chunks alike."""

import ctypes
import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from time import monotonic, sleep
from typing import Any, Protocol

from heuristan.tangram.lab.comparing.alone import uninterrupted
from heuristan.tangram.lab.store import MissingExtraError
from heuristan.tangram.lab.tasks import Chunk, Done, work

AHEAD = 3
"""Chunks handed out to each worker: one that it works on, and those that wait for it meanwhile."""

IDLE = 60.0
"""Seconds after which a process without work ends; it is started again when there is work."""

PATIENCE = 30.0
"""Seconds that are waited for a cluster to answer, and for its first worker."""


KEPT = 1 << 28
"""Bytes that a worker of a cluster keeps when it frees them."""


class ExecutorError(RuntimeError):
    """Those who should do the work cannot be used, or are no more."""


class WorkersLostError(ExecutorError):
    """Some workers ended in the middle of their work, which has to be handed out again."""


class Team(Protocol):
    """Those who do the work."""

    @property
    def room(self) -> int:
        """How many chunks may be handed out at once."""

    def submit(self, chunk: Chunk) -> "Future[Done]":
        """Hand out a chunk."""

    def renew(self) -> bool:
        """Go on after workers were lost.

        Returns:
            Whether all that was handed out is lost with them.

        Raises:
            ExecutorError: that is not possible.
        """

    def close(self) -> None:
        """Send everybody home, whatever they are doing."""


def lost(fault: BaseException) -> bool:
    """Whether work was not done because those who did it are no more."""
    is_dask = type(fault).__module__.startswith("distributed") or type(fault).__name__ == "FutureCancelledError"
    return is_dask or isinstance(fault, BrokenExecutor | CancelledError)


class Alone:
    """The process that hands out the work does it, there and then."""

    room = 1

    def submit(self, chunk: Chunk) -> "Future[Done]":
        done: Future[Done] = Future()
        try:
            done.set_result(work(chunk))
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
        """Raises MissingExtraError where joblib is not installed."""
        self._count = count
        self._executor = loky_executor(count)
        self._has_begun = False

    @property
    def room(self) -> int:
        return AHEAD * self._count

    def submit(self, chunk: Chunk) -> "Future[Done]":
        # processes start with the first chunk, and inherit what is done about Ctrl-C
        with nullcontext() if self._has_begun else uninterrupted():
            done: Future[Done] = self._executor.submit(work, chunk)
        self._has_begun = True
        return done

    def renew(self) -> bool:
        self.close()
        self._executor, self._has_begun = loky_executor(self._count), False
        return True

    def close(self) -> None:
        with uninterrupted():
            self._executor.shutdown(wait=True, kill_workers=True)


def loky_executor(count: int) -> Any:
    try:
        from joblib.externals.loky import ProcessPoolExecutor
    except ImportError:
        raise MissingExtraError("joblib") from None
    return ProcessPoolExecutor(count, timeout=IDLE, initializer=_stay_with, initargs=(os.getpid(),))


def _stay_with(parent: int) -> None:
    """Leave Ctrl-C to the main process, and end when that is no more, even if it was killed."""
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_without, args=(parent,), daemon=True).start()


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


class Cluster:
    """The workers of a Dask cluster, which come and go."""

    def __init__(self, address: str, warn: Callable[[str], None]) -> None:
        """Connect to a cluster.

        Args:
            address: of its scheduler, like ``tcp://127.0.0.1:8786``.
            warn: is told what is not as it should be.

        Raises:
            ExecutorError: nobody answers there, or the cluster has no workers.
            MissingExtraError: Dask is not installed.
        """
        self._address = address
        self._client: Any = _client(address)
        # whatever happens to workers, their chunks are handed out again: by Dask first, which knows of it first
        self._executor: Executor = self._client.get_executor(pure=False, retries=5)
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
        """How many there are, a second ago at most."""
        then, count = self._seen
        if monotonic() - then > 1:
            with suppress(Exception):  # a scheduler that does not answer is told by the futures
                count = len(self._client.nthreads())
            self._seen = monotonic(), count
        return count

    @property
    def room(self) -> int:
        return max(1, AHEAD * self.workers)

    def submit(self, chunk: Chunk) -> "Future[Done]":
        return self._executor.submit(_on_cluster, chunk)

    def renew(self) -> bool:
        if self._client.status != "running":
            raise ExecutorError(f"the cluster at {self._address} is gone")
        return False

    def close(self) -> None:
        with suppress(Exception):
            self._executor.shutdown(wait=False)
        with suppress(Exception):
            self._client.close(timeout=PATIENCE)


def _on_cluster(chunk: Chunk) -> Done:
    keep_freed_memory()
    with unsampled():
        return work(chunk)


@contextmanager
def unsampled() -> Iterator[None]:
    """Have a worker of Dask leave off its profiler, which takes a sample every 10 ms: about a tenth of the time."""
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
    """Let this process keep the memory that it frees, where the C library is GNU's.

    Dask has its workers give freed memory back to the system at once. The work here takes and frees arrays all the
    time, and more than a tenth of the time went into that.
    """
    trim_threshold, mmap_threshold = -1, -3  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD of malloc.h
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(trim_threshold, KEPT)
        mallopt(mmap_threshold, KEPT // 8)


def _client(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtraError("Dask") from None
    client: Any = distributed.Client
    # what it has to say of lost workers and clusters is said by what becomes of their work
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as fault:
        reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        raise ExecutorError(
            f"no Dask cluster answers at {address} ({reason}); give the address of its scheduler, "
            "like tcp://127.0.0.1:8786"
        ) from None
