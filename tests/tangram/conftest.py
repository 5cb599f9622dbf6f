"""One browser for each module of tests of pages, and one download for all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shared.browser import browser, npm_folder


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    # Playwright runs an event loop until it ends; other modules run loops of their own
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def from_npm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm_folder(tmp_path_factory.mktemp("npm"))
