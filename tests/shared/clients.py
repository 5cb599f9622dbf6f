"""A browser's end of the page's server, in this process."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Starlette wants another client from some version on
    from starlette.testclient import TestClient

from heuristan.teaching.web.service.app import make_app
from heuristan.teaching.web.service.server import Server, Settings

ADDRESS = "http://127.0.0.1:8765"


@contextmanager
def browser() -> Iterator[TestClient]:
    """A browser's end of a server with one worker, whose runs have a second."""
    with TestClient(make_app(Server(Settings(workers=1, limit=1.0))), base_url=ADDRESS) as found:
        yield found
