"""A host that only gives out the files of a folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Host(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing of those who leave before they are answered."""


@contextmanager
def hosting(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """Give out the files of a folder."""
    server = _Host(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
