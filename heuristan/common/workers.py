"""Work spread over several processes: one item that ends its process never ends the work on the others."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import get_context
from typing import TypeVar

from heuristan.common.faults import or_refused
from heuristan.common.processes import stay_with

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 64
"""Usual number of items handed out to each process beyond the one whose result is awaited."""

ENDED = "the process that worked on it was ended from outside, perhaps because memory ran out; take fewer --jobs"


def done_by_processes(
    items: Iterable[T], work: Callable[[T], R], refuse: Callable[[T, str], R], jobs: int, ahead: int = AHEAD
) -> Iterator[R]:
    """Yield the result of each item, in order, as soon as it and all before it are there.

    Args:
        items: the items, which other processes can be given.
        work: a function of a module, or a partial one.
        refuse: makes the result of an item that has none: it ended its process, or its result cannot be sent.
        jobs: number of processes.
        ahead: number of items handed out to each process beyond the one whose result is awaited.
    """
    left: Iterable[T] | None = items
    while left is not None:
        left = yield from _until_lost(left, work, refuse, jobs, ahead)


def _until_lost(
    items: Iterable[T], work: Callable[[T], R], refuse: Callable[[T, str], R], jobs: int, ahead: int
) -> Generator[R, None, Iterable[T] | None]:
    """Yield results until a process is ended from outside; return the items that are left then, else None.

    Any of the items handed out may have ended it. So the first of them is given a process of its own.
    """
    given, waiting = iter(items), deque[tuple[T, Future[R]]]()
    with processes(jobs) as pool:
        while True:
            for item in islice(given, ahead * jobs + 1 - len(waiting)):
                waiting.append((item, _handed(item, work, pool)))
            if not waiting:
                return None
            item, future = waiting[0]
            if _is_lost(future):
                break
            waiting.popleft()
            yield _received(item, future, refuse)
    (first, _), *others = waiting
    with processes(1) as pool:
        future = _handed(first, work, pool)
        result = refuse(first, ENDED) if _is_lost(future) else _received(first, future, refuse)
    yield result
    return chain((item for item, _ in others), given)


def _handed(item: T, work: Callable[[T], R], pool: ProcessPoolExecutor) -> Future[R]:
    try:
        return pool.submit(work, item)
    except BrokenExecutor as fault:
        lost: Future[R] = Future()
        lost.set_exception(fault)
        return lost


def _is_lost(future: "Future[R]") -> bool:
    """Wait for a result, and return whether a process was ended before it was there."""
    return isinstance(future.exception(), BrokenExecutor)


def _received(item: T, future: "Future[R]", refuse: Callable[[T, str], R]) -> R:
    return or_refused(lambda _: future.result(), refuse)(item)


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes, and end them at once when the block is left: then nothing more is wanted of them.

    Who interrupts the work does not wait for the items handed out, which may take for ever. Nor are idle processes told
    to end by themselves: one that is killed while it takes an item from their queue leaves it locked for the others.
    """
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), stay_with, (os.getpid(),))
    try:
        yield pool
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        with suppress(RuntimeError):  # Ctrl-C came while the pool started its thread, so it has no work
            pool.shutdown(cancel_futures=True)
