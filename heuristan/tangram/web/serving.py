"""The server on a socket, until it is ended."""

import asyncio
import signal
import socket
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from heuristan.tangram.web.app import make_app
from heuristan.tangram.web.server import Server, Settings

MOST_CONNECTIONS = 400
"""Maximum number of connections; more get an answer that says so."""
SECONDS_FOR_HEAD = 10.0
"""Time within which the head of a request must have arrived."""
IDLE = 30
"""Seconds that a connection may be idle."""
LARGEST_HEAD = 16 * 1024
"""Maximum size of the head of a request, in bytes."""


class Patient(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time."""

    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait(IDLE + SECONDS_FOR_HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()

    def _wait(self, seconds: float = SECONDS_FOR_HEAD) -> None:
        self._stop_waiting()
        self._head = self.loop.call_later(seconds, self._close_if_idle)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _close_if_idle(self) -> None:
        """Close the connection if no request is being answered."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


class Ending(uvicorn.Server):
    """A socket's server that first ends what is computed, so that it waits for no answer that takes long."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._server.close()
        await super().shutdown(sockets)


def run_until_ended(listening: socket.socket, host: str, workers: int | None, limit: float) -> None:
    """Answer requests until Ctrl-C or a signal to end.

    Args:
        listening: the socket.
        host: the address that it listens at.
        workers: the number of worker processes; one a core if not given.
        limit: the time limit of a run, in seconds.
    """
    server = Server(Settings(host=host, limit=limit, **({"workers": workers} if workers else {})))
    config = uvicorn.Config(
        make_app(server),
        http=Patient,
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )
    # uvicorn raises the signal again that ended it, for whoever handled it before
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stay)
    Ending(config, server).run(sockets=[listening])


def _stay(number: int, frame: FrameType | None) -> None:
    """Do nothing: the server has ended already."""
