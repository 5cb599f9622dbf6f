"""A fair queue: clients take turns, so that whoever asks much waits for himself."""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

MOST_WAITING = 200
"""Maximum number of jobs that wait."""
MOST_OF_A_CLIENT = 12
"""Maximum number of jobs of a client that wait or are being done."""


class BusyError(Exception):
    """There is no room for another job; the message says why."""

    def __init__(self, words: str, *, is_own_fault: bool) -> None:
        super().__init__(words)
        self.is_own_fault = is_own_fault
        """Whether this client asks too much, rather than all of them."""


Pace: TypeAlias = Literal["now", "soon", "long"]
"""How long a job may wait. now: somebody looks at the board until it is there. soon: it comes after those. long: after
those too, and it may take seconds, so such jobs never take all workers."""


@dataclass(eq=False)
class Job:
    """Something to be done for a client."""

    client: str
    fields: dict[str, Any]
    data: bytes = b""
    pace: Pace = "soon"
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


Turns: TypeAlias = OrderedDict[str, deque[Job]]
"""The jobs of each client, the one whose turn is next first."""


class FairQueue:
    """Jobs that wait for workers, which are numbered from 0."""

    def __init__(self, workers: int) -> None:
        """Make an empty queue.

        Args:
            workers: the number of workers; long jobs leave one of several free.
        """
        self._most_long = max(1, workers - 1)
        self._long = 0
        self._now: Turns = OrderedDict()
        self._later: Turns = OrderedDict()
        self._held: dict[str, int] = {}
        self._idle: OrderedDict[int, asyncio.Future[Job]] = OrderedDict()
        self._last: OrderedDict[str, int] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Number of jobs that nobody does yet."""
        return sum(len(mine) for turns in (self._now, self._later) for mine in turns.values())

    def put(self, job: Job) -> None:
        """Add a job.

        Raises:
            BusyError: if there is no room for it.
        """
        if self._held.get(job.client, 0) >= MOST_OF_A_CLIENT:
            raise BusyError("this page asked for too much at once; wait a moment", is_own_fault=True)
        if self.waiting >= MOST_WAITING:
            raise BusyError("too many people ask at once; try again in a moment", is_own_fault=False)
        self._held[job.client] = self._held.get(job.client, 0) + 1
        self._turns_of(job).setdefault(job.client, deque()).append(job)
        self._hand_out()

    async def take(self, worker: int) -> Job:
        """Return the next job for a worker, once there is one."""
        self._idle[worker] = asyncio.get_running_loop().create_future()
        future = self._idle[worker]
        self._hand_out()
        return await future

    def finish(self, job: Job) -> None:
        """Note that a job is done, or that nobody wants it any more."""
        left = self._held.get(job.client, 1) - 1
        if left:
            self._held[job.client] = left
        else:
            self._held.pop(job.client, None)
        self._long -= job.pace == "long"
        self._hand_out()

    def drop(self, job: Job) -> bool:
        """Take a job out that nobody does yet; return whether it was there."""
        turns = self._turns_of(job)
        mine = turns.get(job.client)
        if mine is None or job not in mine:
            return False
        mine.remove(job)
        if not mine:
            del turns[job.client]
        self._long += job.pace == "long"
        self.finish(job)
        return True

    def _hand_out(self) -> None:
        """Give waiting jobs to idle workers, a client after the other."""
        while self._idle and (job := self._next()) is not None:
            worker = self._worker_for(job.client)
            self._last[job.client] = worker
            self._last.move_to_end(job.client)
            if len(self._last) > 10 * MOST_WAITING:
                self._last.popitem(last=False)
            self._idle.pop(worker).set_result(job)

    def _next(self) -> Job | None:
        """Take out the first job of the client whose turn it is, or of the next whose job can be done now."""
        for turns in (self._now, self._later):
            for client, mine in turns.items():
                if mine[0].pace == "long" and self._long >= self._most_long:
                    continue
                job = mine.popleft()
                self._long += job.pace == "long"
                if mine:
                    turns.move_to_end(client)
                else:
                    del turns[client]
                return job
        return None

    def _turns_of(self, job: Job) -> Turns:
        return self._now if job.pace == "now" else self._later

    def _worker_for(self, client: str) -> int:
        """Return the idle worker that did the client's last job and remembers it; else the one that is idle longest."""
        last = self._last.get(client)
        return last if last is not None and last in self._idle else next(iter(self._idle))
