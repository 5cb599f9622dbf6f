"""One browser and one download for all tests of pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shared.browser import browser, npm_folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def from_npm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm_folder(tmp_path_factory.mktemp("npm"))
