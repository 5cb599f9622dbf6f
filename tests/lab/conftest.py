"""The laboratory's tests run its kernels in a test that asks for them alone."""

from collections.abc import Iterator
from math import inf

import pytest


@pytest.fixture(scope="session", autouse=True)
def _uncompiled() -> Iterator[None]:
    """Leave searches to the loop, however long this process has run: compiling takes longer than all that they do."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PATIENCE", "PATIENCE_UNCOMPILED"):
            patch.setattr(f"heuristan.lab.quick.as_published.{name}", inf)
        yield
