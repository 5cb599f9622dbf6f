"""Connections that do not wait for ever, neither for a request nor for somebody to take an answer; and their server.

uvicorn reads and writes HTTP. What is here stands before and behind it: a protocol that sees when a connection begins
and ends and whether data are taken, and an application that sees when a request begins and ends.
"""

import asyncio
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from heuristan.teaching.web.service.app import make_app
from heuristan.teaching.web.service.server import Server, Settings

SECONDS_FOR_HEAD = 10.0
"""Time within which the head of a request must have arrived."""
SECONDS_TO_TAKE = 30.0
"""Time within which a client must take some of an answer that does not fit into the connection."""
IDLE = 30
"""Seconds that a connection may be idle."""
MOST_CONNECTIONS = 380
"""Maximum number of connections: fewer than requests, so that none is refused because of others that never arrive."""
ROOMY = 300
"""Number of connections from which on a new one ends the one that has been idle longest."""
JUST_NOW = 0.5
"""Seconds within which a connection is new."""
AGAIN = 0.05
"""Seconds after which room is made again for those that stayed because they had just said something."""
FILES = 4096
"""Number of files and connections that this process wants to have at once."""
LARGEST_HEAD = 16 * 1024
"""Maximum size of the head of a request, in bytes."""


class Crowd:
    """An application whose connections are watched: it notes on which of them requests arrive and are answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.lines: dict[tuple[Any, ...], Line] = {}
        """The open connections by the address of the other end."""
        self._is_awaited = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        line = self.lines.get(scope["client"] or ()) if scope["type"] == "http" else None
        if line is None:
            await self._app(scope, receive, send)
            return

        async def noted() -> Message:
            message = await receive()
            line.is_arriving = bool(message.get("more_body"))
            return message

        line.requests += 1
        line.is_arriving = True
        try:
            await self._app(scope, noted, send)
        finally:
            line.requests -= 1
            line.wait(IDLE + SECONDS_FOR_HEAD)

    def make_room_soon(self, loop: asyncio.AbstractEventLoop, seconds: float = 0.0) -> None:
        """Make room after the requests that were read already have begun; many that come at once ask for it once."""
        if not self._is_awaited:
            self._is_awaited = True
            loop.call_later(seconds, self._make_room, loop)

    def _make_room(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close the connections on which nothing was asked for longest: a crowd that says nothing keeps nobody out.

        What came just now may have said something that has not arrived, and goes only if there is no room at all. One
        on which something was just heard stays: its request may be about to begin.
        """
        self._is_awaited = False
        others = [line for line in self.lines.values() if not line.transport.is_closing()]
        idle = sorted((line for line in others if line.may_go), key=lambda line: line.since)
        longest = idle[: max(0, len(others) - ROOMY)]
        now, is_full = loop.time(), len(others) > MOST_CONNECTIONS
        begun = now - JUST_NOW
        for line in longest:
            if not line.may_begin_since(begun) and (is_full or line.since < begun):
                line.transport.abort()
        if any(line.may_begin_since(begun) for line in longest):
            self.make_room_soon(loop, AGAIN)


class Line(asyncio.Protocol):
    """A connection that is closed if nothing happens on it in time, or if others need its place."""

    transport: asyncio.Transport
    since = 0.0
    """When it began to be idle."""
    _heard = -1.0
    """When something was first heard on it since then."""
    requests = 0
    """Number of requests that are being answered or arriving."""
    is_arriving = False
    """Whether a part of the last request is still to come."""

    def __init__(self, config: uvicorn.Config, **given: Any) -> None:
        """Make the connection of a `Crowd`, as uvicorn makes its own."""
        self._http: asyncio.Protocol = H11Protocol(config, **given)
        assert isinstance(config.app, Crowd)
        self._crowd = config.app
        self.loop = asyncio.get_running_loop()
        self._idle, self._untaken = Alarm(self.loop), Alarm(self.loop)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        # there is no address if the client has gone already
        self._end = tuple((transport.get_extra_info("peername") or ())[:2])
        self._crowd.lines[self._end] = self
        self._http.connection_made(transport)
        self.wait(SECONDS_FOR_HEAD)
        if len(self._crowd.lines) > ROOMY:
            self._crowd.make_room_soon(self.loop)

    def data_received(self, data: bytes) -> None:
        if self._heard < self.since:
            self._heard = self.loop.time()
        self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._crowd.lines.get(self._end) is self:
            del self._crowd.lines[self._end]
        self._http.connection_lost(exc)
        self._idle.stop()
        self._untaken.stop()

    def pause_writing(self) -> None:
        """Note that nobody takes what is sent."""
        self._http.pause_writing()
        self._untaken.set(SECONDS_TO_TAKE, self.transport.abort)

    def resume_writing(self) -> None:
        self._http.resume_writing()
        self._untaken.stop()

    def wait(self, seconds: float) -> None:
        """Close the connection after some seconds, if no request begins."""
        self.since = self.loop.time()
        if not self.transport.is_closing():
            self._idle.set(seconds, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if not self.requests:
            self.transport.abort()

    @property
    def may_go(self) -> bool:
        """Whether nobody has asked for anything yet: a request that is not whole may never be."""
        return not self.requests or self.is_arriving

    def may_begin_since(self, time: float) -> bool:
        """Return whether a request may be about to begin on it, of which something was first heard after a time."""
        return not self.requests and self._heard >= max(self.since, time)


class Alarm:
    """Something that is done after a time, unless it is stopped."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float, do: Callable[[], None]) -> None:
        self.stop()
        self._handle = self._loop.call_later(seconds, do)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class Ending(uvicorn.Server):
    """A uvicorn server that ends running computations first, so that it waits for no long answer."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._server.close()
        await super().shutdown(sockets)


def run_until_ended(listening: socket.socket, settings: Settings) -> None:
    """Answer requests at a socket until Ctrl-C or a signal to end."""
    _allow_files()
    server = Server(settings)
    config = uvicorn.Config(
        Crowd(make_app(server)),
        http=Line,
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )
    # uvicorn raises the signal that ended it again, for the handler that was there before
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stay)
    Ending(config, server).run(sockets=[listening])


def _stay(number: int, frame: FrameType | None) -> None:
    """Do nothing: the server has ended already."""


def _allow_files() -> None:
    """Let this process have as many connections as it takes, and files besides, where the system has a bound."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
