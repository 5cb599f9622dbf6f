"""Connections that do not wait for ever: neither for a request nor for somebody to take an answer."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_FOR_HEAD = 10.0
"""Time within which the head of a request must have arrived."""
SECONDS_TO_TAKE = 30.0
"""Time within which whoever asked must take some of an answer that does not fit into the connection."""
IDLE = 30
"""Seconds that a connection may be idle."""
MOST_CONNECTIONS = 380
"""Maximum number of connections: fewer than requests, so that none is refused because of others that never arrive."""
ROOMY = 300
"""Number of connections from which on a new one ends the one that has been idle longest."""
JUST_NOW = 0.5
"""Seconds within which a connection is new."""
FILES = 4096
"""Number of files and connections that this process wants to have at once."""


class Alarm:
    """Something that is done after a time, unless it is stopped."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def set(self, loop: asyncio.AbstractEventLoop, seconds: float, do: Callable[[], None]) -> None:
        self.stop()
        self._handle = loop.call_later(seconds, do)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class Patient(H11Protocol):
    """A connection that is closed if nothing happens on it in time, or if others need its place."""

    _since = 0.0
    """When it began to be idle."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._idle, self._untaken = Alarm(), Alarm()
        self._wait(SECONDS_FOR_HEAD)
        if len(self.connections) > ROOMY:
            self._make_room()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait(IDLE + SECONDS_FOR_HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._idle.stop()
        self._untaken.stop()

    def pause_writing(self) -> None:
        """Note that nobody takes what is sent."""
        super().pause_writing()
        self._untaken.set(self.loop, SECONDS_TO_TAKE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._untaken.stop()

    def _wait(self, seconds: float) -> None:
        self._since = self.loop.time()
        self._idle.set(self.loop, seconds, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self._is_idle:
            self.transport.abort()

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being answered or arriving."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _may_go(self) -> bool:
        """Whether nobody has asked for anything yet: a request that is not whole may never be."""
        return self._is_idle or self.cycle.more_body

    def _make_room(self) -> None:
        """Close the connections on which nothing was asked for longest: a crowd that says nothing keeps nobody out.

        What came just now may have said something that is not read yet, and goes only if there is no room at all.
        """
        others = [each for each in self.connections if isinstance(each, Patient) and not each.transport.is_closing()]
        idle = sorted((each for each in others if each._may_go and each is not self), key=lambda each: each._since)
        now, is_full = self.loop.time(), len(others) > MOST_CONNECTIONS
        for each in idle[: max(0, len(others) - ROOMY)]:
            if is_full or now - each._since > JUST_NOW:
                each.transport.abort()
        if is_full and not idle:
            self.transport.abort()


def allow_files() -> None:
    """Let this process have as many connections as it takes, and files besides, where the system has a bound."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
