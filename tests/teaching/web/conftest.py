"""The server, started once for all tests of a module."""

from collections.abc import Iterator

import pytest
from shared.clients import TestClient, browser


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A browser's end of a server with one worker, whose runs have a second."""
    with browser() as found:
        yield found
