"""A fair queue: who used workers least lately is served first, so that whoever asks for much waits for himself."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal, TypeAlias

from heuristan.teaching.web.accounts import Account, Accounts, Client

MOST_WAITING = 200
"""Maximum number of jobs that wait."""
MOST_OF_A_CLIENT = 12
"""Maximum number of jobs of a client that wait or are being done."""
CLICK = 2.0
"""Seconds that a worker may take for what somebody looks at: of a clock if somebody else waits to look, else of a
processor. What takes longer is a long job from then on, and waits among these if enough of them are at work."""
SECONDS_A_BYTE = 0.0005
"""What a request is taken to cost before it is done: 4 KB, two seconds. What people click is mostly less than 1 KB."""


class BusyError(Exception):
    """There is no room for another job; the message says why."""

    def __init__(self, words: str, *, is_own_fault: bool) -> None:
        super().__init__(words)
        self.is_own_fault = is_own_fault
        """Whether this client asks too much, rather than all of them."""


Pace: TypeAlias = Literal["now", "soon", "long"]
"""How long a job may wait. now: somebody looks at the board until it is there. soon: it comes after those. long: it may
take seconds, so such jobs have workers of their own."""

HANDICAP: Mapping[Pace, float] = {"now": 0.0, "soon": 3.0, "long": 3.0}
"""Seconds of a worker that a client may have used more than another, and still comes first with what is more urgent."""


@dataclass(eq=False)
class Job:
    """Something to be done for a client."""

    client: Client
    fields: dict[str, Any]
    data: bytes = b""
    pace: Pace = "soon"
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    is_long: bool = field(init=False)
    """Whether it takes long, or has turned out to."""
    account: Account = field(init=False)
    """The account of the client, which is not forgotten as long as the job waits."""
    since: float = field(init=False)
    """When it was put into the queue."""

    def __post_init__(self) -> None:
        self.is_long = self.pace == "long"


class FairQueue:
    """Jobs that wait for workers, which are numbered from 0."""

    def __init__(self, clicks: int, long: int, clock: Callable[[], float] = monotonic) -> None:
        """Make an empty queue.

        Args:
            clicks: the maximum number of jobs at work that somebody waits for; of strangers, half of it.
            long: the maximum number of long jobs at work.
            clock: returns the time in seconds.
        """
        self._clicks = clicks
        self._most_long = long
        self._clock = clock
        self._accounts = Accounts(clock)
        self._waiting: list[Job] = []
        self._working: dict[Job, int] = {}
        self._idle: dict[int, asyncio.Future[Job]] = {}

    @property
    def waiting(self) -> int:
        """Number of jobs that nobody does yet."""
        return len(self._waiting)

    def put(self, job: Job) -> None:
        """Add a job; if there is no room, the one that would come last has to go.

        Raises:
            BusyError: if that is this one.
        """
        if sum(each.client == job.client for each in (*self._waiting, *self._working)) >= MOST_OF_A_CLIENT:
            raise BusyError("this page asked for too much at once; wait a moment", is_own_fault=True)
        job.since, job.account = self._clock(), self._accounts.of(job.client)
        job.is_long = job.is_long or self._accounts.is_slow(job.account)
        self._waiting.append(job)
        if len(self._waiting) > MOST_WAITING:
            last = max(reversed(self._waiting), key=self._turn)
            self._waiting.remove(last)
            busy = BusyError("too many people ask at once; try again in a moment", is_own_fault=False)
            if last is job:
                raise busy
            if not last.done.done():
                last.done.set_exception(busy)
        self._hand_out()

    async def take(self, worker: int) -> Job:
        """Return the next job for a worker, once there is one."""
        future: asyncio.Future[Job] = asyncio.get_running_loop().create_future()
        self._idle[worker] = future
        self._hand_out()
        return await future

    def finish(self, job: Job, seconds: float = 0.0) -> None:
        """Note that a job is done, and what it took, or took since it was slowed down, in seconds of a processor."""
        self._charge(job, seconds)
        del self._working[job]
        self._hand_out()

    def slow_down(self, job: Job, seconds: float) -> bool:
        """Take a job that is being done, and took longer than it should, for a long one from now on.

        Returns:
            Whether its worker may go on with it: there may be enough long ones at work.
        """
        may_go_on = self._long < self._most_long
        self._charge(job, seconds)
        self._accounts.put_off(job.client, job.account, CLICK, is_long=seconds >= CLICK)
        job.is_long = True
        if not may_go_on:
            del self._working[job]
            if not job.done.done():
                self._waiting.append(job)
        self._hand_out()
        return may_go_on

    def is_wanted(self, job: Job) -> bool:
        """Return whether somebody else, who used less, waits to look at something while a job takes long."""
        mine = self._turn(job) + CLICK
        others = (
            each for each in self._waiting if each.pace == "now" and not each.is_long and each.client != job.client
        )
        return any(self._turn(each) < mine for each in others)

    def drop(self, job: Job) -> bool:
        """Take a job out that nobody does yet; return whether it was there."""
        if job not in self._waiting:
            return False
        self._waiting.remove(job)
        return True

    def _charge(self, job: Job, seconds: float) -> None:
        worker = self._working[job]
        self._accounts.charge(job.client, job.account, seconds, is_click=not job.is_long, worker=worker)

    def _hand_out(self) -> None:
        """Give waiting jobs to idle workers."""
        while self._idle and (job := self._next()) is not None:
            self._waiting.remove(job)
            worker = self._worker_for(job.account)
            self._working[job] = worker
            self._idle.pop(worker).set_result(job)

    def _next(self) -> Job | None:
        """Return the job whose turn it is, of those that can be done now."""
        clicks = [job for job in self._working if not job.is_long]
        strange = sum(map(self._is_strange, clicks))
        able = {
            "long": self._long < self._most_long,
            "strange": len(clicks) < self._clicks and strange < max(1, self._clicks // 2),
            "click": len(clicks) < self._clicks,
        }
        return min((job for job in self._waiting if able[self._kind(job)]), key=self._turn, default=None)

    def _kind(self, job: Job) -> str:
        return "long" if job.is_long else "strange" if self._is_strange(job) else "click"

    def _turn(self, job: Job) -> float:
        """Return what puts a job after others: what its client used, what it seems to need, and its pace."""
        used = self._accounts.used(job.client, job.account, self._clock() - job.since)
        return used + len(job.data) * SECONDS_A_BYTE + HANDICAP[job.pace]

    def _is_strange(self, job: Job) -> bool:
        return self._accounts.is_strange(job.client, job.account)

    @property
    def _long(self) -> int:
        """Number of long jobs that are being done."""
        return sum(job.is_long for job in self._working)

    def _worker_for(self, account: Account) -> int:
        """Return the idle worker that did the client's last job and remembers it; else the one that is idle longest."""
        last = account.worker
        return last if last is not None and last in self._idle else next(iter(self._idle))
