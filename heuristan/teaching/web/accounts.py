"""What clients used lately, in seconds of a processor; half is forgotten every few seconds (decay-usage scheduling).

Any page can call itself by a new name whenever it likes, so a name alone gains nothing: until some answers to it came
quickly, it is new; it begins as if it had used what new ones at its address use, and answers for what they did.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from math import exp2
from typing import NamedTuple, TypeVar

HALF = 10.0
"""Seconds within which half of what a client used is forgotten."""
USUAL = 1.0
"""Seconds of a processor that a click hardly ever takes."""
ENOUGH = 2
"""Number of answers, each within the usual time, after which a client is not new."""
MANY = 60
"""Number of new clients of the last seconds at one address, a large class, from which on they come last."""
SHARE = 0.2
"""Share of the last one in the average of what clients took first."""
DOUBT = 0.5
"""Seconds that clicks of new clients took until they were put off, from which on new ones at an address are strangers:
after a click of two seconds for twenty seconds."""
SLOW = 3.0
"""Seconds that clicks of a client took until they were put off as long, from which on its next ones are long from the
start, since what is put off may have to begin anew."""
MOST_KEPT = 2000
"""Maximum number of new clients, of other clients and of addresses that are kept, each."""
NETWORK = 64
"""Bits of an address of IPv6 that say where somebody is; the rest anybody can choose."""


class Client(NamedTuple):
    """Who asks."""

    address: str
    name: str = ""
    """What a page calls itself."""

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
class Used:
    """A sum of what was not long ago: seconds of a processor, or a number."""

    seconds: float = 0.0
    since: float = 0.0

    def at(self, now: float) -> float:
        """Return what is not forgotten yet."""
        return self.seconds * exp2((self.since - now) / HALF)

    def add(self, seconds: float, now: float) -> None:
        self.seconds, self.since = self.at(now) + seconds, now


@dataclass
class Account:
    """What is known of a client."""

    used: Used = field(default_factory=Used)
    jobs: int = 0
    usual: int = 0
    """Number of answers within the usual time, since one took too long."""
    put_off: Used = field(default_factory=Used)
    """What its clicks took that were long."""
    worker: int | None = None
    """The worker that did its last job and remembers it."""

    @property
    def is_new(self) -> bool:
        return self.usual < ENOUGH


@dataclass
class Place:
    """What is known of an address."""

    used: Used = field(default_factory=Used)
    first: float = 0.0
    """What the first job of a client took, on the average of the last ones."""
    names: Used = field(default_factory=Used)
    """The number of clients that were not known before."""
    put_off: Used = field(default_factory=Used)
    """What clicks of new clients took until they were put off."""

    def expected(self, now: float, waited: float) -> float:
        """Return what a client that is not known is taken to have used: a second more for each above many.

        It is a second less for each that it has waited, so that newcomers who come later hold up nobody for ever.
        """
        return self.first + max(0.0, self.names.at(now) - MANY - waited)


V = TypeVar("V")


class Accounts:
    """The accounts of clients, those that asked last. A flood of new ones makes nobody else forgotten."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._places: OrderedDict[str, Place] = OrderedDict()
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

    def _place(self, client: Client) -> Place:
        return self._places.get(client.address) or Place()

    def _keep(self, client: Client, account: Account, place: Place) -> None:
        self._new.pop(client, None)
        self._others.pop(client, None)
        _put(self._new if account.is_new else self._others, client, account)
        _put(self._places, client.address, place)


K = TypeVar("K")


def _put(kept: OrderedDict[K, V], key: K, value: V) -> None:
    """Keep a value as the last one, and no more than so many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_KEPT:
        kept.popitem(last=False)
