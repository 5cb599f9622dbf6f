"""The server, started once: in this process for the tests of a module, as a process for all tests of the page."""

from collections.abc import Iterator

import pytest
from shared.clients import TestClient, browser
from shared.serving import serving


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A browser's end of a server with one worker, whose runs have a second."""
    with browser() as found:
        yield found


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of `heuristan serve`."""
    with serving() as (_, found):
        yield found
