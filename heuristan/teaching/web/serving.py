"""The server on a socket, until it is ended."""

import signal
import socket
from types import FrameType

import uvicorn

from heuristan.teaching.web.app import make_app
from heuristan.teaching.web.connections import IDLE, Patient, allow_files
from heuristan.teaching.web.server import Server, Settings

LARGEST_HEAD = 16 * 1024
"""Maximum size of the head of a request, in bytes."""


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
    allow_files()
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
