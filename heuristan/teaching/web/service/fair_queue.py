"""A fair queue: the client that used workers least lately comes first, so heavy users delay only themselves.

What clients used is counted in seconds of a processor, which decay with a half-life of ten (decay-usage scheduling).
Any page can call itself by a new name whenever it likes, so a name alone gains nothing: until some answers to it came
quickly, it is new; it begins as if it had used what new ones at its address use, and answers for what they did.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from math import exp2
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeAlias

HALF = 10.0
"""Half-life of what a client used, in seconds."""
USUAL = 1.0
"""Seconds of a processor that a click hardly ever takes."""
ENOUGH = 2
"""Number of answers, each within the usual time, after which a client is not new."""
MANY = 60
"""Number of recent new clients at one address, a large class, above which they come last."""
SHARE = 0.2
"""Weight of the latest in the moving average of what the first jobs of clients took."""
DOUBT = 0.5
"""Seconds of clicks put off, of new clients at one address, above which its new clients are strangers: one click of two
seconds makes them so for twenty."""
SLOW = 3.0
"""Seconds of a client's clicks put off as long above which its next clicks are long from the start: a click that is put
off may have to begin anew."""
MOST_KEPT = 2000
"""Maximum number of new clients, of other clients and of addresses that are kept, each."""
NETWORK = 64
"""Number of leading bits of an IPv6 address that are not chosen by the client."""


class Client(NamedTuple):
    """Who asks."""

    address: str
    name: str = ""
    """Name that a page gives itself."""

    @classmethod
    def at(cls, host: str, name: str) -> "Client":
        """Return a client at an address."""
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return cls(host, name)
        if isinstance(address, IPv6Address) and not address.is_loopback:
            host = str(address.ipv4_mapped or ip_network((address, NETWORK), strict=False))
        return cls(host, name)


@dataclass
class Decaying:
    """A sum that decays: seconds of a processor, or a number."""

    seconds: float = 0.0
    since: float = 0.0

    def at(self, now: float) -> float:
        """Return what is left of it."""
        return self.seconds * exp2((self.since - now) / HALF)

    def add(self, seconds: float, now: float) -> None:
        self.seconds, self.since = self.at(now) + seconds, now


@dataclass
class Account:
    """Account of a client."""

    used: Decaying = field(default_factory=Decaying)
    jobs: int = 0
    usual: int = 0
    """Number of answers within the usual time, since one took too long."""
    put_off: Decaying = field(default_factory=Decaying)
    """Seconds of its clicks that were put off as long."""
    worker: int | None = None
    """The worker that did its last job and remembers it."""

    @property
    def is_new(self) -> bool:
        return self.usual < ENOUGH


@dataclass
class Address:
    """Account of an address."""

    used: Decaying = field(default_factory=Decaying)
    first: float = 0.0
    """Moving average of what the first jobs of clients took."""
    names: Decaying = field(default_factory=Decaying)
    """The number of new clients."""
    put_off: Decaying = field(default_factory=Decaying)
    """Seconds of clicks of new clients that were put off."""

    def expected(self, now: float, waited: float) -> float:
        """Return what a client that is not known is taken to have used: a second more for each above many.

        It is a second less for each that it has waited, so that newcomers who come later hold up nobody for ever.
        """
        return self.first + max(0.0, self.names.at(now) - MANY - waited)


class Accounts:
    """The accounts of clients, those that asked last. A flood of new ones makes nobody else forgotten."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._places: OrderedDict[str, Address] = OrderedDict()
        self._new: OrderedDict[Client, Account] = OrderedDict()
        self._others: OrderedDict[Client, Account] = OrderedDict()

    def of(self, client: Client) -> Account:
        """Return the account of a client."""
        return self._others.get(client) or self._new.get(client) or Account()

    def used(self, client: Client, account: Account, waited: float) -> float:
        """Return what a client used lately, or is expected to use if it is not known, and what its address used.

        Args:
            client: the client.
            account: its account.
            waited: the seconds for which it has waited for an answer.
        """
        place, now = self._place(client), self._clock()
        return (account.used.at(now) if account.jobs else place.expected(now, waited)) + place.used.at(now)

    def charge(self, client: Client, account: Account, seconds: float, *, is_click: bool, worker: int) -> None:
        """Note that a worker worked for a client.

        Args:
            client: the client.
            account: its account.
            seconds: what that took of a processor.
            is_click: whether that should not take long.
            worker: the worker.
        """
        place, now = self._place(client), self._clock()
        if not account.jobs:
            place.first += (seconds - place.first) * SHARE
            place.names.add(1, now)
        account.jobs += 1
        account.used.add(seconds, now)
        place.used.add(seconds, now)
        account.worker = worker
        if is_click and seconds < USUAL:
            account.usual += 1
        self._keep(client, account, place)

    def put_off(self, client: Client, account: Account, seconds: float, *, is_long: bool) -> None:
        """Note that a click of a client was put off after some seconds, because it is long or because others waited."""
        place, now = self._place(client), self._clock()
        if is_long:
            account.usual = 0
            account.put_off.add(seconds, now)
        if account.is_new:
            place.put_off.add(seconds, now)
        self._keep(client, account, place)

    def is_slow(self, account: Account) -> bool:
        """Return whether clicks of a client took long lately, again and again."""
        return account.put_off.at(self._clock()) > SLOW

    def is_strange(self, client: Client, account: Account) -> bool:
        """Return whether a client is new at a place where clicks of new ones were put off lately."""
        return account.is_new and self._place(client).put_off.at(self._clock()) > DOUBT

    def _place(self, client: Client) -> Address:
        return self._places.get(client.address) or Address()

    def _keep(self, client: Client, account: Account, place: Address) -> None:
        self._new.pop(client, None)
        self._others.pop(client, None)
        _put(self._new if account.is_new else self._others, client, account)
        _put(self._places, client.address, place)


def _put(kept: OrderedDict[Any, Any], key: object, value: object) -> None:
    """Keep a value as the last one, and no more than so many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_KEPT:
        kept.popitem(last=False)


MOST_WAITING = 200
"""Maximum number of jobs that wait."""
MOST_OF_A_CLIENT = 12
"""Maximum number of jobs of a client that wait or are being done."""
CLICK = 2.0
"""Seconds that a worker may take for what somebody looks at: of a clock if somebody else waits to look, else of a
processor. What takes longer is a long job from then on, and waits among these if enough of them are at work."""
SECONDS_A_BYTE = 0.0005
"""Estimated cost of a request before it is done: two seconds for 4 kB. Clicks mostly have less than 1 kB."""


class BusyError(Exception):
    """There is no room for another job; the message says why."""

    def __init__(self, words: str, *, is_own_fault: bool) -> None:
        super().__init__(words)
        self.is_own_fault = is_own_fault
        """Whether this client asks too much, rather than all of them."""


Pace: TypeAlias = Literal["now", "soon", "long"]
"""How long a job may wait. now: somebody looks at the board until it is there. soon: it comes after those. long: it may
take seconds, and such jobs have workers of their own."""

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
